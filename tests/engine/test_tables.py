"""Tables that look after themselves: views, events, bots, copies, matches in a row."""

from __future__ import annotations

import copy
import hashlib
import random
from typing import TYPE_CHECKING

import pytest

from engine.logged import LoggedMatch, view_of
from engine.notation import message
from engine.playing import play_on, play_out, random_table
from paizhuo.engine import NotationError, RuleError, Ruleset, Table, verify_record
from paizhuo.v1 import action_pb2, record_pb2, table_service_pb2, view_pb2

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from paizhuo.v1 import event_pb2

GOLDEN = [
    (3, "seed", 1, "589deda50589cb62", "3ffec6174d865d41"),
    (3, "rlcard", 2, "ffc9282789ba6c8e", "d6382d0e1587999e"),
    (3, "douzero", 3, "c7bdfb2a460c7f77", "8cf1ebae906a1888"),
    (4, "seed", 4, "835fe22c9e0fe21b", "35744fbe2e396c72"),
    (4, "online", 5, "d24506d4495bff0d", "987e74c819ce1a9b"),
]
"""Seats, preset, seed, the hash after the deal, and the start of the record's SHA-256."""


def scripted(seats: int, preset: str, seed: int) -> tuple[str, str]:
    """Play a match of two deals by a fixed script; give the first hash and the record's."""
    options: dict[str, str | bool | int] = {"match_end": "deals", "match_deals": 2}
    table = Table(Ruleset("dou_dizhu", seats, preset, options), seed)
    first, step = table.hash.hex(), 0
    while not table.match_over:
        (decision,) = table.decisions
        actions = table.legal(decision.seat).actions
        table.act(decision.seat, actions[step * 7 % len(actions)])
        step += 1
    record = table.record()
    assert verify_record(record) == []
    return first, hashlib.sha256(record).hexdigest()[:16]


@pytest.mark.parametrize(("seats", "preset", "seed", "dealt", "record"), GOLDEN)
def test_a_seed_is_played_as_ever(
    seats: int, preset: str, seed: int, dealt: str, record: str
) -> None:
    """Seed, actions and rules revision give the same states in every release (design 2.6).

    A change here is a change of the rules or of the record: it needs a revision of its own.
    """
    assert scripted(seats, preset, seed) == scripted(seats, preset, seed) == (dealt, record)


def test_a_decision_prints_as_python_writes_it() -> None:
    """The verbs of a decision print as the tuple that they are, one alone too."""
    table = Table(Ruleset("dou_dizhu", 3), seed=7)
    assert repr(table.decisions[0]) == (
        "Decision(id='1-1-1', seat=1, kind='auction', verbs=('pass', 'bid'))"
    )
    table.act(1, "bid 3")
    assert repr(table.decisions[0]).endswith("kind='play', verbs=('play',))")


def test_seeds() -> None:
    """A number and 32 bytes are seeds; none is drawn anew; other seeds deal otherwise."""
    rules = Ruleset("dou_dizhu", 3)
    assert Table(rules, seed=5).view(0) == Table(rules, seed=5).view(0)
    assert Table(rules, seed=bytes(32)).view(0) == Table(rules, seed=bytes(32)).view(0)
    views = {Table(rules, seed=seed).view(0) for seed in (0, 1, 2**64 - 1, bytes(32), None, None)}
    assert len(views) == 6
    with pytest.raises(ValueError, match="32 bytes"):
        Table(rules, seed=b"short")
    for seed in (-1, 2**64):
        with pytest.raises(OverflowError):
            Table(rules, seed=seed)


@pytest.mark.parametrize("seats", [3, 4])
def test_the_public_sees_no_hand(seats: int) -> None:
    """The public view shows nobody's hand, a seat's view its own alone (D5.8, design 2.4)."""
    rng = random.Random(seats)
    table = Table(Ruleset("dou_dizhu", seats), seed=9)
    for _ in play_on(table, rng, 40):
        if table.decisions[0].kind == "between_deals":
            break
        public = view_of(table, None)
        assert not public.HasField("viewer")
        assert [seat.hand for seat in public.seats] == [""] * seats
        for viewer in range(seats):
            own = view_of(table, viewer)
            assert own.viewer == viewer
            for seat in own.seats:
                size = len(seat.hand.split("-")) if seat.hand else 0
                assert size == (seat.hand_size if seat.seat == viewer else 0)
            assert [s.hand_size for s in own.seats] == [s.hand_size for s in public.seats]


def test_what_is_open_at_the_end() -> None:
    """Once a deal was played out, hands and bottom cards are open to everybody (D5.11)."""
    table = Table(Ruleset("dou_dizhu", 3), seed=3)
    for _ in play_on(table, random.Random(3), 400):
        if table.decisions[0].kind == "between_deals":
            break
    last = view_of(table, None).last_deal
    held = [card for hand in last.hands for card in hand.split("-") if card]
    played = view_of(table, None).played
    assert len(held) + len(played.split("-")) + trick_size(view_of(table, None)) == 54
    assert [zone.size for zone in last.zones if zone.name == "bottom"] == [3]
    assert all(zone.cards for zone in last.zones if zone.name == "bottom")


def trick_size(view: view_pb2.View) -> int:
    """Count the cards of the trick that lies on the table."""
    return sum(play.combination.size for play in view.trick.plays)


def ended_plays(events: Sequence[event_pb2.Event]) -> list[event_pb2.SeatActed]:
    """Give the plays of tricks that have ended."""
    kinds = [event.WhichOneof("kind") for event in events]
    ended = len(kinds) - kinds[::-1].index("trick_ended") if "trick_ended" in kinds else 0
    acted = [event.acted for event in events[:ended]]
    return [one for one in acted if one.action.WhichOneof("verb") == "play"]


@pytest.mark.parametrize("seats", [3, 4])
def test_played_cards_may_be_forgotten(seats: int) -> None:
    """With `card_memory = false` no view and no record shows cards of ended tricks (D5.12)."""
    rules = Ruleset("dou_dizhu", seats, options={"card_memory": False})
    table = Table(rules, seed=12)
    forgotten = 0
    for _ in play_on(table, random.Random(12), 60):
        view = view_of(table, None)
        if view.phase != "play":
            continue
        assert view.played == ""
        observed = record_pb2.Record.FromString(table.record()).deals[-1].observed
        for events in (view.last_events, observed):
            plays = ended_plays(events)
            assert all((play.action.play.cards, play.size > 0) == ("", True) for play in plays)
            forgotten += len(plays)
    assert forgotten > 0
    remembering = Table(Ruleset("dou_dizhu", seats), seed=12)
    shown = [view_of(remembering, None).played for _ in play_on(remembering, random.Random(12), 60)]
    assert any(shown)


def test_events_follow_an_action() -> None:
    """`act` tells what happened, to each viewer what it may know (D3.7, D3.12)."""
    table = Table(Ruleset("dou_dizhu", 3), seed=1)
    landlord = table.decisions[0].seat
    happened = table.act(landlord, "bid 3")
    kinds = {}
    for viewer in (None, 0, 1, 2):
        events = table_service_pb2.ActResponse.FromString(happened.events(viewer)).events
        kinds[viewer] = [event.WhichOneof("kind") for event in events]
        (taken,) = [e.cards_taken for e in events if e.WhichOneof("kind") == "cards_taken"]
        assert (taken.seat, taken.size, taken.zone) == (landlord, 3, "bottom")
        assert bool(taken.cards) is (viewer == landlord)
    assert len(set(map(tuple, kinds.values()))) == 1
    follows = ["trick_begun", "stake_changed", "asked"]
    assert kinds[None] == ["acted", *["role_given"] * 3, "cards_taken", *follows]
    assert happened.hash == table.hash


@pytest.mark.parametrize("seats", [3, 4])
def test_what_is_done_in_time_that_ran_out(seats: int) -> None:
    """What the rules prescribe for who does not act is legal; others have nothing to do."""
    table = Table(Ruleset("dou_dizhu", seats=seats), seed=5)
    for _ in range(60):
        asked = {decision.seat for decision in table.decisions}
        for seat in set(range(seats)) - asked:
            assert table.on_timeout(seat) is None
        seat = min(asked)
        action = table.on_timeout(seat)
        assert action is not None
        table.act(seat, action)
    with pytest.raises(ValueError, match="there is no seat"):
        table.on_timeout(seats)


def test_listed_actions_as_texts_and_as_messages() -> None:
    """`legal` lists the same actions in notation and as a message (D5.1, D5.2)."""
    rng = random.Random(8)
    table = random_table(rng)
    for _ in play_on(table, rng, 60):
        for decision in table.decisions:
            legal = table.legal(decision.seat)
            parts = action_pb2.LegalActions.FromString(legal.message).verbs
            assert {part.decision_id for part in parts} == {decision.id}
            words = [action_pb2.Verb.Name(part.verb)[5:].lower() for part in parts]
            assert tuple(words) == decision.verbs
            listed = [action for part in parts for action in part.list.actions]
            assert listed == [message(action) for action in legal.actions]
            assert any(part.list.truncated for part in parts) is legal.truncated


def test_a_limit_leaves_a_sample() -> None:
    """Beyond the limit a list is a marked sample of legal actions (design 4)."""
    table = Table(Ruleset("dou_dizhu", 4), seed=2)
    table.act(table.decisions[0].seat, "bid 3")
    seat = table.decisions[0].seat
    every = table.legal(seat, limit=10**9)
    assert not every.truncated
    for limit in (0, 1, 2, 7, len(every.actions) - 1, len(every.actions)):
        some = table.legal(seat, limit=limit)
        assert len(some.actions) == limit
        assert set(some.actions) <= set(every.actions)
        assert some.truncated is (limit < len(every.actions))
    assert len(every.actions) <= 512 or table.legal(seat).truncated


def test_matches_follow_each_other() -> None:
    """After a match the next begins at the same table; both records verify (design 4)."""
    options: dict[str, str | bool | int] = {"match_end": "deals", "match_deals": 1}
    table = play_out(Table(Ruleset("dou_dizhu", 3, options=options), seed=4), random.Random(4))
    totals = [seat.total for seat in view_of(table, None).seats]
    assert any(totals)
    table.next_match()
    assert (table.match, table.deal, table.match_over) == (2, 2, False)
    assert [seat.total for seat in view_of(table, None).seats] == [0, 0, 0]
    play_out(table, random.Random(5))
    for number in (1, 2):
        record = table.record(None, number)
        assert record_pb2.Record.FromString(record).match == number
        assert verify_record(record) == []
    with pytest.raises(ValueError, match="no such match"):
        table.record(None, 3)
    table.next_match()
    before = table.hash
    table.next_match()
    assert table.hash == before


# --- bots -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("seats", [3, 4])
def test_bots_answer_inside_act(bot: str, seats: int) -> None:
    """Bots answer until a person is asked; the person sees every deal to its end (design 5)."""
    rules = Ruleset("dou_dizhu", seats, options={"match_end": "deals", "match_deals": 2})
    table = Table(rules, seed=6, bots=dict.fromkeys(range(1, seats), bot))
    rng = random.Random(6)
    while not table.match_over:
        assert {decision.seat for decision in table.decisions} == {0}
        table.act(0, rng.choice(table.legal(0).actions))
    assert verify_record(table.record()) == []


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_table_of_bots_ends(bot: str) -> None:
    """Bots among themselves end a match by agreement after 100 deals (design 2.11)."""
    table = Table(Ruleset("dou_dizhu", 3), seed=1, bots=dict.fromkeys(range(3), bot))
    assert table.match_over
    assert table.deal == 100


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("seed", range(4))
def test_bots_are_always_legal(bot: str, seed: int) -> None:
    """What a bot chooses from its view is taken, whatever the options; it never stops a match."""
    rng = random.Random(f"{bot} {seed}")
    table = random_table(rng)
    for _ in play_on(table, rng, 150):
        for decision in table.decisions:
            view = table.seat_view(decision.seat)
            assert view.decision_id == decision.id
            chosen = view.choose(bot, rng.getrandbits(64))
            assert not action_pb2.Action.FromString(chosen).HasField("stop")
            table.clone().act(decision.seat, chosen)
        asked = {decision.seat for decision in table.decisions}
        for seat in set(range(table.rules.seats)) - asked:
            assert table.seat_view(seat).decision_id is None
            with pytest.raises(ValueError, match="not asked"):
                table.seat_view(seat).choose(bot, 1)


def test_choose_says_where_it_is_better_to_wait() -> None:
    """Who may bid while cards are drawn is asked; who has nothing to bid had better wait."""
    table = Table(Ruleset("zhao_pengyou", seats=5), seed=7, draws=False)
    view = table.seat_view(0)
    assert view.decision_id is not None
    assert view.volunteer("greedy", 1) is None
    with pytest.raises(ValueError, match="better wait"):
        view.choose("greedy", 1)


def test_a_bot_depends_on_its_view_and_seed_alone() -> None:
    """The same view and seed give the same action; what a seat cannot see changes nothing."""
    rng = random.Random(14)
    table = random_table(rng)
    for _ in play_on(table, rng, 60):
        for decision in table.decisions:
            other = table.resample(decision.seat, rng.getrandbits(64))
            for bot in ("random", "greedy"):
                chosen = table.seat_view(decision.seat).choose(bot, 77)
                assert table.seat_view(decision.seat).choose(bot, 77) == chosen
                assert other.seat_view(decision.seat).choose(bot, 77) == chosen


# --- copies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("cloned", [Table.clone, copy.copy, copy.deepcopy])
def test_a_clone_goes_its_own_way(cloned: Callable[[Table], Table]) -> None:
    """Whatever happens to a clone, the table stays; both can be played to the end."""
    rng = random.Random(15)
    table = random_table(rng, match_end="deals", match_deals=1)
    list(play_on(table, rng, 8))
    before = (table.hash, table.view(None), table.record())
    clone = cloned(table)
    assert clone.hash == table.hash
    play_out(clone, rng)
    assert (table.hash, table.view(None), table.record()) == before
    play_out(table, rng)
    assert verify_record(table.record()) == verify_record(clone.record()) == []


def test_a_table_of_a_log_is_dealt_again_without_its_seed() -> None:
    """What a viewer sees stays, the rest is dealt anew, and the true seed is forgotten."""
    match = LoggedMatch(Ruleset("dou_dizhu", 3), "again")
    before = [match.table.view(viewer) for viewer in (None, 0, 1, 2)]
    for viewer in (None, 0, 1, 2):
        other = match.table.resample(viewer, 1)
        assert other.view(viewer) == match.table.view(viewer)
        assert other.hash != match.table.hash
        assert other.decisions[0].id == match.table.decisions[0].id
        assert all(other.view(seat) != before[seat + 1] for seat in range(3) if seat != viewer)
    assert [match.table.view(viewer) for viewer in (None, 0, 1, 2)] == before
    other_match = match.clone()
    other_match.table = match.table.resample(0, 1)
    for _ in range(2):
        other_match.act(other_match.asked()[0], "pass")
    with pytest.raises(NotationError, match="part=seed"):
        other_match.act(other_match.asked()[0], "pass")


def test_a_resampled_table_has_no_record() -> None:
    """A table that was dealt again has no past to be written down (design 2.7)."""
    table = Table(Ruleset("dou_dizhu", 3), seed=1).resample(0, 1)
    with pytest.raises(ValueError, match="no such match"):
        table.record()
    seat = table.decisions[0].seat
    with pytest.raises(RuleError):
        table.act(seat, "bid 4")
