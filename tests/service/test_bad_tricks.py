"""What the rules of the games of tricks refuse, asked of a server: for every verb, when asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from paizhuo.v1 import action_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.playing import Game, action, fresh_games, new_id, start_game
from service.test_bad_plays import Asked, asked, play

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paizhuo.v1 import view_pb2
    from service.playing import Client, Running

    Bad = Mapping[str, tuple[action_pb2.Action, str, str]]
    """Actions by what is wrong with them, each with reason and rule."""

SUITS: Final = "shdc"
MERI_SUITS: Final = "PIKOG"
PLAYS: Final = 64
"""Cards that are played in a deal of Hachinin Meri, one by one: the ninth trick plays itself."""


def calls(*named: tuple[str, int]) -> action_pb2.Action:
    """Call friends by cards and which copies of them."""
    made = action("call_friends")
    for card, copy in named:
        made.call_friends.calls.add(card=card, copy=copy)
    return made


def other_verbs(card: str, *allowed: str, rule: str) -> Bad:
    """Return an action of every verb of the games of tricks but the allowed ones, with a card."""
    made = {
        "pass": action("pass"),
        "bid_cards": action("bid_cards", cards=card),
        "defend": action("defend", cards=card),
        "yield": action("yield"),
        "bury": action("bury", cards=card),
        "call_friends": calls((card, 1)),
        "play": play(card),
        "bid": action("bid", value=1),
        "declare": action("declare"),
        "discard": action("discard", card=card),
        "continue": action("continue"),
    }
    return {
        verb: (done, "VERB_NOT_ALLOWED", rule) for verb, done in made.items() if verb not in allowed
    }


async def until_kind(game: Game, *kinds: str) -> tuple[Asked, view_pb2.View]:
    """Play on until one of these questions is asked."""
    while True:
        shown = await game.client.until_asked(game.table_id, game.players[0])
        if shown.view.decisions[0].kind in kinds:
            return await asked(game), shown.view
        await game.act()


async def assert_refused(found: Asked, server: Running, bad: Bad) -> None:
    """Do everything that is bad."""
    for name, (made, reason, rule) in bad.items():
        assert await found.refusal(made, server) == (reason, rule), name


def unheld(found: Asked, suit: str) -> str:
    """Return a card of a suit that a seat does not hold."""
    return next(card for rank in "3456789TJQKA" if (card := rank + suit) not in found.hand)


async def test_bad_bids_burials_and_calls_are_refused(client: Client, server: Running) -> None:
    """Each has its stable reason and its rule, and the log stays what it was (ZP-2, ZP-3)."""
    game = await start_game(client, 6, "zhao_pengyou")
    found, _ = await until_kind(game, "auction")
    other = next(card for card in found.hand if card[0] not in "2br")
    await assert_refused(
        found,
        server,
        {
            **other_verbs(found.hand[0], "pass", "bid_cards", rule="ZP-2.6"),
            "no cards": (action("bid_cards"), "NO_SUCH_BID", "ZP-2.7"),
            "a joker": (action("bid_cards", cards="r"), "NO_SUCH_BID", "ZP-2.7"),
            "another rank": (action("bid_cards", cards=other), "NO_SUCH_BID", "ZP-2.7"),
            "two suits": (action("bid_cards", cards="2s-2h"), "NO_SUCH_BID", "ZP-2.7"),
            "not held": (
                action("bid_cards", cards="-".join(["2s"] * (found.hand.count("2s") + 1))),
                "CARDS_NOT_HELD",
                "ZP-2.7",
            ),
            "no card": (action("bid_cards", cards="zz"), "MALFORMED_CARDS", ""),
        },
    )
    found, _ = await until_kind(game, "bury")
    some, missing = found.hand[:5], unheld(found, "s")
    await assert_refused(
        found,
        server,
        {
            **other_verbs(found.hand[0], "bury", rule="ZP-2.14"),
            "none": (action("bury"), "WRONG_CARD_COUNT", "ZP-2.14"),
            "too few": (action("bury", cards="-".join(some)), "WRONG_CARD_COUNT", "ZP-2.14"),
            "too many": (
                action("bury", cards="-".join(found.hand[:7])),
                "WRONG_CARD_COUNT",
                "ZP-2.14",
            ),
            "not held": (
                action("bury", cards="-".join((*some, missing))),
                "CARDS_NOT_HELD",
                "ZP-2.14",
            ),
            "no card": (action("bury", cards="1x"), "MALFORMED_CARDS", ""),
        },
    )
    found, shown = await until_kind(game, "call")
    trump = shown.trump.suit
    one, two = (f"A{suit}" for suit in SUITS.replace(trump, "")[:2])
    good = (one, 1)
    await assert_refused(
        found,
        server,
        {
            **other_verbs(found.hand[0], "call_friends", rule="ZP-3.1"),
            "none": (calls(), "WRONG_CARD_COUNT", "ZP-3.1"),
            "too few": (calls(good), "WRONG_CARD_COUNT", "ZP-3.1"),
            "too many": (calls(good, (one, 2), (two, 1)), "WRONG_CARD_COUNT", "ZP-3.1"),
            "a trump": (calls(good, (f"A{trump}", 1)), "NO_SUCH_CALL", "ZP-3.3"),
            "the trump rank": (calls(good, (f"2{one[1]}", 1)), "NO_SUCH_CALL", "ZP-3.3"),
            "a joker": (calls(good, ("r", 1)), "NO_SUCH_CALL", "ZP-3.3"),
            "twice the same": (calls(good, good), "REPEATED_CALL", "ZP-3.3"),
            "a third copy of two": (calls(good, (one, 3)), "NO_SUCH_CALL", "ZP-3.2"),
            "the other one": (calls(good, (two, 0)), "NO_SUCH_CALL", "ZP-7.9"),
            "no card": (calls(good, ("1x", 1)), "MALFORMED_CARDS", ""),
        },
    )
    assert (await game.act()).events


async def challenged(client: Client) -> tuple[Asked, list[str], action_pb2.Action]:
    """Bid as soon as one may, until a holder is challenged; returns the bid and the challenge."""
    async for game in fresh_games(client, 5, "zhao_pengyou"):
        standing: list[str] = []
        while (await client.until_asked(game.table_id, game.players[0])).view.phase == "auction":
            found = await asked(game)
            twos = [card for card in found.hand if card[0] == "2"]
            bids = [[two] * twos.count(two) for two in twos if twos.count(two) > len(standing)]
            bid = min(bids, key=len, default=None)
            if bid and not standing:
                bid = bid[:1]
            made = action("bid_cards", cards="-".join(bid)) if bid else action("pass")
            await act(found, made)
            if bid and standing:
                return await asked(game), standing, made
            standing = bid or standing
    raise AssertionError("nobody could challenge")


async def act(found: Asked, made: action_pb2.Action) -> api.ActResponse:
    """Do something that is allowed."""
    request = api.ActRequest(
        request_id=new_id(),
        table_id=found.game.table_id,
        decision_id=found.decision_id,
        action=made,
    )
    return await found.game.client.tables.Act(request, metadata=found.player.metadata)


async def test_bad_answers_to_a_challenge_are_refused(client: Client, server: Running) -> None:
    """Who defends shows as many cards as the challenger, and those of the bid (ZP-2.10)."""
    found, standing, challenge = await challenged(client)
    (card,) = {*standing}
    count = len(challenge.bid_cards.cards.split("-"))
    other = next(f"2{suit}" for suit in SUITS if suit != card[1])
    await assert_refused(
        found,
        server,
        {
            **other_verbs(found.hand[0], "defend", "yield", rule="ZP-2.10"),
            "none": (action("defend"), "NO_SUCH_BID", "ZP-2.10"),
            "too few": (action("defend", cards="-".join(standing)), "NO_SUCH_BID", "ZP-2.10"),
            "too many": (
                action("defend", cards="-".join([card] * (count + 1))),
                "NO_SUCH_BID",
                "ZP-2.10",
            ),
            "others": (
                action("defend", cards="-".join([other] * count)),
                "NO_SUCH_BID",
                "ZP-2.10",
            ),
            "no card": (action("defend", cards="zz"), "MALFORMED_CARDS", ""),
        },
    )
    if found.hand.count(card) < count:
        held = action("defend", cards="-".join([card] * count))
        assert await found.refusal(held, server) == ("CARDS_NOT_HELD", "ZP-2.10")
    assert (await act(found, action("yield"))).events


async def test_bad_leads_and_follows_of_friends_are_refused(
    client: Client, server: Running
) -> None:
    """A lead is of one suit, and who follows plays as many cards and those of the suit (ZP-4)."""
    game = await start_game(client, 6, "zhao_pengyou")
    found, shown = await until_kind(game, "play")
    trump = shown.trump.suit

    def plain(cards: list[str]) -> list[str]:
        return [card for card in cards if card[0] not in "2br" and card[1] != trump]

    low = plain(found.hand)[-1]
    other = next(card for card in found.hand if card not in plain(found.hand))
    await assert_refused(
        found,
        server,
        {
            **other_verbs(found.hand[0], "play", rule="ZP-4.2"),
            "nothing": (play(""), "NOT_A_COMBINATION", "ZP-4.4"),
            "two suits": (play(f"{low}-{other}"), "MIXED_SUITS", "ZP-4.3"),
            "not held": (play(unheld(found, low[1])), "CARDS_NOT_HELD", "ZP-4.2"),
            "no card": (play("1x"), "MALFORMED_CARDS", ""),
            "another kind": (play(low, category="set"), "NO_SUCH_READING", "ZP-4.3"),
            "another key": (play(low, key="r"), "NO_SUCH_READING", "ZP-4.3"),
            "another length": (play(low, run=3), "NO_SUCH_READING", "ZP-4.3"),
            "a label": (play(low, label="pair"), "NO_SUCH_READING", "ZP-4.3"),
            "a wild card": (play(low, represent={low: "As"}), "NO_SUCH_READING", "ZP-4.3"),
        },
    )
    await act(found, play(low))
    while True:
        found = await asked(game)
        if own := [card for card in plain(found.hand) if card[1] == low[1]]:
            break
        await game.act()
    off = next(card for card in found.hand if card not in own)
    await assert_refused(
        found,
        server,
        {
            **other_verbs(found.hand[0], "play", rule="ZP-4.2"),
            "nothing": (play(""), "WRONG_CARD_COUNT", "ZP-4.2"),
            "too many": (play("-".join(found.hand[:2])), "WRONG_CARD_COUNT", "ZP-4.2"),
            "another suit": (play(off), "MUST_FOLLOW_SUIT", "ZP-4.9"),
            "not held": (play(unheld(found, low[1])), "CARDS_NOT_HELD", "ZP-4.2"),
        },
    )
    assert (await act(found, play(own[0]))).events


def trumps(cards: list[str], trump: str) -> list[str]:
    """Return the trumps among cards of Unsun Karuta (HM-1.7)."""
    return [card for card in cards if card.startswith(trump) or card == "Probai"]


async def test_bad_answers_of_hachinin_meri_are_refused(client: Client, server: Running) -> None:
    """Declarations, discards, leads and follows: each with its rule (HM-2.6, 2.10, 4.3, 4.7)."""
    seen = set[str]()
    async for game in fresh_games(client, game="hachinin_meri"):
        found, shown = await until_kind(game, "declare", "discard")
        if shown.phase == "declare" and "declare" not in seen:
            seen.add("declare")
            await refuse_answers(found, server, shown.trump.suit)
        found, shown = await until_kind(game, "discard")
        if "discard" not in seen:
            seen.add("discard")
            await refuse_discards(found, server, shown.trump.suit)
        await game.act()
        seen |= await refuse_plays(game, server, shown.trump.suit)
        if seen == {"declare", "discard", "lead", "meri", "monchi"}:
            return
    raise AssertionError(f"only {seen} came up")


async def refuse_answers(found: Asked, server: Running, trump: str) -> None:
    """Answer badly when everybody is asked."""
    await assert_refused(
        found, server, other_verbs(found.hand[0], "pass", "declare", rule="HM-2.6")
    )
    if f"{trump}robai" not in found.hand:
        made = action("declare")
        assert await found.refusal(made, server) == ("NOTHING_TO_DECLARE", "HM-2.6")


async def refuse_discards(found: Asked, server: Running, trump: str) -> None:
    """Put away what may not be put away: the receiver holds at least the Oki, a trump."""
    held = trumps(found.hand, trump)
    missing = next(f"{suit}un" for suit in MERI_SUITS if f"{suit}un" not in found.hand)
    two = "-".join(found.hand[:2])
    await assert_refused(
        found,
        server,
        {
            **other_verbs(found.hand[0], "discard", rule="HM-2.10"),
            "a trump": (action("discard", card=held[0]), "TRUMP_NOT_ALLOWED", "HM-2.10"),
            "not held": (action("discard", card=missing), "CARDS_NOT_HELD", "HM-2.10"),
            "two": (action("discard", card=two), "MALFORMED_CARDS", ""),
            "none": (action("discard"), "MALFORMED_CARDS", ""),
            "no card": (action("discard", card="Ps"), "MALFORMED_CARDS", ""),
        },
    )


async def refuse_plays(game: Game, server: Running, trump: str) -> set[str]:
    """Play a deal out, badly where it can be, and lead trumps; returns what came up."""
    seen = set[str]()
    for _ in range(PLAYS):
        shown = (await game.client.until_asked(game.table_id, game.players[0])).view
        found = await asked(game)
        held = trumps(found.hand, trump)
        plain = [card for card in found.hand if card not in held]
        led = shown.trick.plays[0].combination.cards if shown.trick.plays else ""
        is_meri = bool(led) and bool(trumps([led], trump))
        follows = [card for card in plain if card[0] == led[:1]]
        if not led and not shown.tricks and held:
            seen.add("lead")
            await assert_refused(found, server, bad_leads(found, plain, held))
        elif not led and held:
            await act(found, play(held[-1]))
            continue
        elif is_meri and len(held) > 1 and plain:
            seen.add("meri")
            assert await found.refusal(play(plain[0]), server) == ("MUST_PLAY_TRUMP", "HM-4.7")
        elif not is_meri and shown.phase == "closed" and follows and len(follows) < len(plain):
            seen.add("monchi")
            off = next(card for card in plain if card not in follows)
            assert await found.refusal(play(off), server) == ("MUST_FOLLOW_SUIT", "HM-4.9")
        await game.act()
    return seen


def bad_leads(found: Asked, plain: list[str], held: list[str]) -> Bad:
    """Return what the receiver may not lead with at first."""
    low = plain[0]
    missing = next(f"{suit}un" for suit in MERI_SUITS if f"{suit}un" not in found.hand)
    return {
        **other_verbs(low, "play", rule="HM-4.1"),
        "a trump": (play(held[0]), "TRUMP_NOT_ALLOWED", "HM-4.3"),
        "two": (play("-".join(found.hand[:2])), "NOT_A_COMBINATION", "HM-4.1"),
        "none": (play(""), "NOT_A_COMBINATION", "HM-4.1"),
        "not held": (play(missing), "CARDS_NOT_HELD", "HM-4.1"),
        "no card": (play("1x"), "MALFORMED_CARDS", ""),
        "another kind": (play(low, category="pair"), "NO_SUCH_READING", "HM-4.1"),
        "another key": (play(low, key="sun9"), "NO_SUCH_READING", "HM-4.1"),
        "another length": (play(low, run=2), "NO_SUCH_READING", "HM-4.1"),
        "a label": (play(low, label="pair"), "NO_SUCH_READING", "HM-4.1"),
        "a wild card": (play(low, represent={low: missing}), "NO_SUCH_READING", "HM-4.1"),
    }
