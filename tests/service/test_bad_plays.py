"""What the rules refuse, asked of a server: a reason, a rule, a way out, and nothing is changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import grpc
import pytest

from paizhuo.v1 import action_pb2, rules_pb2, rules_service_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.playing import action, fresh_games, log_of, new_id, refused, settings, start_game

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.playing import Client, Game, Guest, Running

PACK: Final = [rank + suit for rank in "3456789TJQKA2" for suit in "cdhs"] + ["b", "r"]


class Asked(NamedTuple):
    """Hold who is asked in the middle of a game, about what, and with which cards."""

    game: Game
    player: Guest
    decision_id: str
    hand: list[str]

    async def refusal(self, made: action_pb2.Action, server: Running) -> tuple[str, str]:
        """Act, which must be refused and leave the log as it was; returns reason and rule."""
        before = await log_of(server, self.game.table_id)
        request = api.ActRequest(
            request_id=new_id(),
            table_id=self.game.table_id,
            decision_id=self.decision_id,
            action=made,
        )
        call = self.game.client.tables.Act(request, metadata=self.player.metadata)
        found = await refused(call)
        statuses = {grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.INVALID_ARGUMENT}
        assert found.status in statuses
        assert found.has_alternative == (found.status is grpc.StatusCode.FAILED_PRECONDITION)
        assert await log_of(server, self.game.table_id) == before
        return found.reason, found.rule


async def asked(game: Game) -> Asked:
    """Find out who is asked."""
    shown = await game.client.until_asked(game.table_id, game.players[0])
    decision = shown.view.decisions[0]
    player = game.players[decision.seat]
    own = await game.client.get(game.table_id, player)
    return Asked(game, player, decision.id, own.view.seats[decision.seat].hand.split("-"))


def play(cards: str, **reading: object) -> action_pb2.Action:
    """Play cards, with what is said about them."""
    made = action("play", cards=cards)
    for name, value in reading.items():
        if name == "represent":
            assert isinstance(value, dict)
            for card, meant in value.items():
                made.play.reading.represent.add(card=card, **{"as": meant})
        else:
            setattr(made.play.reading, name, value)
    return made


LEADING: Final[Mapping[str, tuple[action_pb2.Action, str, str]]] = {
    "pass": (action("pass"), "MUST_LEAD", "Z5.1"),
    "bid": (action("bid", value=1), "VERB_NOT_ALLOWED", "Z5.1"),
    "continue": (action("continue"), "VERB_NOT_ALLOWED", "Z5.1"),
    "nothing": (play(""), "NOT_A_COMBINATION", "Z4.1"),
    "a rank alone": (play("3"), "MALFORMED_CARDS", "Z1.3"),
    "no card": (play("1c"), "MALFORMED_CARDS", ""),
    "twice the same": (play("3h-3h"), "CARDS_NOT_HELD", "Z5.1"),
    "another kind": (play("3h", category="pair"), "NO_SUCH_READING", "Z4.21"),
    "an unknown kind": (play("3h", category="bomb"), "NO_SUCH_READING", "Z4.21"),
    "another key": (play("3h", key="4"), "NO_SUCH_READING", "Z4.21"),
    "another length": (play("3h", run=2), "NO_SUCH_READING", "Z4.21"),
    "a label of nothing": (play("3h", label="pair"), "NO_SUCH_READING", "Z4.21"),
    "an unknown label": (play("3h", label="best"), "NO_SUCH_READING", "Z4.21"),
    "a card that stands for another": (
        play("3h", represent={"3h": "4h"}),
        "NO_SUCH_READING",
        "Z4.21",
    ),
    "a joker that is not there": (play("3h", represent={"b": "4h"}), "NO_SUCH_READING", "Z4.21"),
    "a joker that is one": (play("3h", represent={"b": "r"}), "NO_SUCH_READING", "Z4.21"),
}
"""What the first leader, who holds the three of hearts, may not do in Zheng Fen."""


@pytest.mark.parametrize("options", [{}, {"jokers_wild": "true"}], ids=["plain", "wild"])
async def test_bad_leads_of_zheng_fen_are_refused(
    client: Client, server: Running, options: dict[str, str]
) -> None:
    """Each bad lead has its stable reason and its rule; with wild jokers too."""
    found = await asked(await start_game(client, game="zheng_fen", options=settings(**options)))
    for name, (made, reason, rule) in LEADING.items():
        assert await found.refusal(made, server) == (reason, rule), name
    missing = next(card for card in PACK if card not in found.hand)
    assert await found.refusal(play(missing), server) == ("CARDS_NOT_HELD", "Z5.1")
    low = next(card for card in found.hand if card[0] not in "3br")
    assert await found.refusal(play(f"3h-{low}"), server) == ("NOT_A_COMBINATION", "Z4.2")
    answer = await found.game.act()
    assert answer.events


async def test_bad_answers_of_zheng_fen_are_refused(client: Client, server: Running) -> None:
    """What does not beat the table is refused by the rule that it breaks."""
    game = await start_game(client, game="zheng_fen", options=settings(sequence_compare="top_card"))
    first = await asked(game)
    high = next(card for card in first.hand if card[0] not in "br")
    request = api.ActRequest(
        request_id=new_id(),
        table_id=game.table_id,
        decision_id=first.decision_id,
        action=play(high),
    )
    await client.tables.Act(request, metadata=first.player.metadata)
    found = await asked(game)
    low = min(found.hand, key=PACK.index)
    order = "3456789TJQKA2br"
    assert order.index(low[0]) <= order.index(high[0])
    assert await found.refusal(play(low), server) == ("NOT_HIGHER", "Z4.11")
    ranks = [card[0] for card in found.hand if len(card) == 2]
    pair = next(rank for rank in ranks if ranks.count(rank) >= 2)
    two = [card for card in found.hand if card[0] == pair][:2]
    assert await found.refusal(play("-".join(two)), server) == ("OTHER_TYPE", "Z4.11")
    missing = next(card for card in PACK if card not in found.hand)
    assert await found.refusal(play(missing), server) == ("CARDS_NOT_HELD", "Z5.2")
    assert await found.refusal(action("stop"), server) == ("VERB_NOT_ALLOWED", "Z5.2")


async def leader_with_a_joker(client: Client, seats: int, **fields: str) -> Asked:
    """Deal until who leads holds a joker and two pairs."""
    async for game in fresh_games(client, seats, "zheng_fen", options=settings(**fields)):
        found = await asked(game)
        if {"b", "r"} & set(found.hand) and len(pairs_of(found)) >= 2:
            return found
    raise AssertionError("no leader held a joker")


def pairs_of(found: Asked) -> list[list[str]]:
    """Return two cards of each rank of which there are so many."""
    natural = [card for card in found.hand if len(card) == 2 and card[0] not in "5TK"]
    ranks = dict.fromkeys(card[0] for card in natural)
    sets = [[card for card in natural if card[0] == rank] for rank in ranks]
    return [cards[:2] for cards in sets if len(cards) >= 2]


async def test_wild_jokers_are_named_over_the_service(client: Client, server: Running) -> None:
    """A reading and what a joker stands for are checked, taken, and told to everybody (Z4.24)."""
    found = await leader_with_a_joker(client, 3, jokers_wild="true")
    one, other = pairs_of(found)[:2]
    joker = next(card for card in found.hand if card in {"b", "r"})
    cards = "-".join((*one, *other, joker))
    taken = one[0]
    for represent in ({joker: taken}, {joker: "b"}, {"br".replace(joker, ""): "3c"}):
        made = play(cards, represent=represent)
        assert await found.refusal(made, server) == ("NO_SUCH_READING", "Z4.21")
    assert await found.refusal(play(cards, category="triplet"), server) == (
        "NO_SUCH_READING",
        "Z4.21",
    )
    # A card that he holds besides will do: only in the combination there may be no other (Z4.22).
    free = next(other[0][0] + suit for suit in "cdhs" if other[0][0] + suit not in other)
    made = play(cards, category="poker", key=other[0][0], represent={joker: free})
    request = api.ActRequest(
        request_id=new_id(),
        table_id=found.game.table_id,
        decision_id=found.decision_id,
        action=made,
    )
    done = await client.tables.Act(request, metadata=found.player.metadata)
    told = done.events[0].acted.action.play.reading
    assert (told.category, told.key, told.label) == ("poker", other[0][0], "pair")
    assert [(each.card, getattr(each, "as")) for each in told.represent] == [(joker, free)]
    for player in found.game.players:
        shown = await client.get(found.game.table_id, player, done.revision)
        laid = shown.view.trick.plays[0].combination
        assert (laid.category, laid.key, list(laid.labels)) == ("poker", other[0][0], ["pair"])


@pytest.mark.parametrize("match", ["kind", "label"])
async def test_every_listed_action_of_wild_jokers_is_accepted(client: Client, match: str) -> None:
    """Each reading of each set is listed once, labels too where they bind, and legal as it stands.

    Six seats hold so few cards that the list is whole (Z4.20, Z4.21, Z4.24).
    """
    options = {"jokers_wild": "true", "poker_match": match}
    found = await leader_with_a_joker(client, 6, **options)
    metadata = found.player.metadata
    request = api.GetLegalActionsRequest(table_id=found.game.table_id)
    (listed,) = (await client.tables.GetLegalActions(request, metadata=metadata)).legal.verbs
    assert not listed.list.truncated
    plays: dict[frozenset[str], set[tuple[str, ...]]] = {}
    for each in listed.list.actions:
        reading = each.play.reading
        named = (reading.category, reading.key, str(reading.run), reading.label)
        known = plays.setdefault(frozenset(each.play.cards.split("-")), set())
        assert named not in known
        known.add(named)
        tried = api.ActRequest(
            request_id=new_id(),
            table_id=found.game.table_id,
            decision_id=found.decision_id,
            action=each,
            validate_only=True,
        )
        assert (await client.tables.Act(tried, metadata=metadata)).revision
    assert max(map(len, plays.values())) > 1
    situation = rules_pb2.Situation(game="zheng_fen", seats=6, options=settings(**options))
    sets = list(plays)
    for start in range(0, len(sets), 100):
        asked_now = sets[start : start + 100]
        read = await client.rules.Classify(
            rules_service_pb2.ClassifyRequest(
                situation=situation, cards=["-".join(cards) for cards in asked_now]
            )
        )
        for cards, classified in zip(asked_now, read.classifications, strict=True):
            assert plays[cards] == {
                (reading.category, reading.key, str(reading.run), label)
                for reading in classified.readings
                for label in (reading.labels if match == "label" else reading.labels[:1]) or ("",)
            }
