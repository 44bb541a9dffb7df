"""What a table does by itself, and who sits there: folded from entries alone."""

from __future__ import annotations

from typing import Any

import pytest

from paizhuo import limits
from paizhuo.storage.v1.entry_pb2 import Entry, TableCreated
from paizhuo.tables.clocks import Clocks
from paizhuo.tables.options import Timing
from paizhuo.tables.seating import Seating, begin
from paizhuo.tables.waking import (
    CLOSED_ALONE,
    CLOSED_FORGOTTEN,
    Moment,
    Outline,
    WakeKind,
    next_wake,
    table_state,
)
from paizhuo.v1 import table_pb2


class Decision:
    """Stand for an open question."""

    def __init__(self, name: str, seat: int) -> None:
        """Keep its name and seat."""
        self.id = name
        self.seat = seat
        self.voluntary = False
        self.sealed = False


def entry(**body: Any) -> Entry:
    """Make an entry with that body."""
    return Entry(**body)


@pytest.fixture
def empty() -> Seating:
    """Return a new table for three."""
    created = TableCreated(game="dou_dizhu", seats=3, owner="g-1")
    return begin("t", Entry(revision=1, time_ms=5, table_created=created))


def seated(empty: Seating, *persons: str, bots: int = 0) -> Seating:
    """Seat persons, then bots."""
    for seat, person in enumerate(persons):
        empty = empty.after(entry(seat_taken={"seat": seat, "principal": person}))
    for place in range(bots):
        seat = len(persons) + place
        empty = empty.after(entry(bot_added={"seat": seat, "bot": "greedy"}))
    return empty


def wake(seating: Seating, outline: Outline, **given: Any) -> Any:
    """Ask what is next, at 1000, with the server's last entry long ago."""
    time_ms, server_ms = given.get("times", (1000, 0))
    clocks = given.get("clocks", Clocks.full(0, 0, 3))
    called_ms, opened, alone = (given.get(name, 0) for name in ("called", "opened", "alone"))
    decisions = given.get("decisions", ())
    moment = Moment(time_ms, server_ms, called_ms, opened or {}, clocks, alone, decisions)
    timing = Timing(bot_delay_ms=600, **given.get("timing", {}))
    return next_wake(seating, outline, moment, timing)


def test_entries_that_are_the_games_change_nothing(empty: Seating) -> None:
    """An action that is no Continue leaves the very same seating."""
    full = seated(empty, "a", "b", "c")
    acted = entry(acted={"seat": 1, "action": b"\x0a\x00"})
    assert full.after(acted) is full


def test_seats_are_folded(empty: Seating) -> None:
    """Taking, leaving and bots move exactly one seat."""
    full = seated(empty, "a", "b", bots=1)
    assert full.by_principal == {"a": 0, "b": 1}
    assert full.has_bots
    assert full.free_seat is None
    left = full.after(entry(seat_left={"seat": 0, "principal": "a"}))
    assert left.free_seat == 0
    assert left.by_principal == {"b": 1}
    assert not left.after(entry(bot_removed={"seat": 2})).has_bots


def test_going_on_makes_a_seat_ready(empty: Seating) -> None:
    """Continue makes its seat ready, a bot is ready anyway, and a deal uses it up."""
    full = seated(empty, "a", "b", bots=1)
    assert not full.all_ready
    for seat in (0, 1):
        full = full.after(entry(acted={"seat": seat, "action": b"\x42\x00"}))
    assert full.all_ready
    dealt = full.after(entry(deal_started={"deal": 1, "attempt": 1, "entropy": [b""] * 3}))
    assert not dealt.all_ready


def test_entropy_is_used_by_the_deal_and_its_redeals(empty: Seating) -> None:
    """What seats mix in after the commitment holds for every attempt of that deal alone."""
    full = seated(empty, "a", "b", "c")
    full = full.after(entry(seat_ready={"seat": 0, "ready": True, "entropy": b"early"}))
    full = full.after(entry(deal_committed={"deal": 1, "seed": b"s" * 32}))
    full = full.after(entry(seat_ready={"seat": 1, "ready": True, "entropy": b"dice"}))
    assert full.next_entropy() == (b"", b"dice", b"")
    dealt = full.after(
        entry(deal_started={"deal": 1, "attempt": 1, "entropy": full.next_entropy()})
    )
    assert dealt.next_entropy() == (b"", b"dice", b"")
    again = dealt.after(
        entry(deal_started={"deal": 1, "attempt": 2, "entropy": dealt.next_entropy()})
    )
    assert again.entropies == ((b"", b"dice", b""),) * 2
    later = again.after(entry(deal_committed={"deal": 2, "seed": b"t" * 32}))
    assert later.next_entropy() == (b"", b"", b"")


def test_a_deal_is_committed_to_at_once(empty: Seating) -> None:
    """The next deal is committed to before anything else, one pace after the last entry."""
    found = wake(empty, Outline(needs_commit=True))
    assert (found.kind, found.at_ms) == (WakeKind.COMMIT, 1000)
    found = wake(empty, Outline(needs_commit=True), times=(1000, 995))
    assert found.at_ms == 995 + limits.SERVER_PACE_MS


def test_a_deal_waits_for_every_person(empty: Seating) -> None:
    """A deal starts when all seats are taken and ready; a redeal asks nobody."""
    outline = Outline(needs_start=True)
    assert wake(seated(empty, "a", bots=1), outline).kind is WakeKind.CLOSE
    full = seated(empty, "a", bots=2)
    assert wake(full, outline).kind is WakeKind.CLOSE
    ready = full.after(entry(seat_ready={"seat": 0, "ready": True}))
    assert wake(ready, outline).kind is WakeKind.START
    assert wake(seated(empty, bots=3), outline).kind is WakeKind.START
    dealt = full.after(entry(deal_started={"deal": 1, "attempt": 1, "entropy": [b""] * 3}))
    assert wake(dealt, outline).kind is WakeKind.START


def test_a_bot_answers_after_the_same_time(empty: Seating) -> None:
    """A bot's answer is due a fixed time after its decision opened, and never before a pace."""
    full = seated(empty, "a", bots=2)
    decision = Decision("1-1-1", 2)
    outline = Outline(match=1)
    found = wake(full, outline, opened={"1-1-1": 900}, decisions=[decision])
    assert (found.kind, found.at_ms, found.decision) == (WakeKind.BOT, 1500, decision)
    late = {"opened": {"1-1-1": 100}, "times": (1000, 990)}
    found = wake(full, outline, decisions=[decision], **late)
    assert found.at_ms == 990 + limits.SERVER_PACE_MS


def test_bots_do_not_play_for_ever(empty: Seating) -> None:
    """A table is closed after so many deals without a call, also where it redeals."""
    alone = seated(empty, bots=3)
    dealt = alone.after(entry(deal_started={"deal": 1, "attempt": 1, "entropy": [b""] * 3}))
    for seating, outline, kind in (
        (alone, Outline(needs_commit=True), WakeKind.COMMIT),
        (dealt, Outline(needs_start=True), WakeKind.START),
    ):
        found = wake(seating, outline, alone=limits.DEALS_ALONE_MAX - 1)
        assert found.kind is kind
        found = wake(seating, outline, alone=limits.DEALS_ALONE_MAX)
        assert (found.kind, found.close_reason) == (WakeKind.CLOSE, CLOSED_ALONE)


def test_a_forgotten_table_is_closed(empty: Seating) -> None:
    """A table where nothing happens any more is closed a day later, and then never wakes."""
    found = wake(empty, Outline())
    assert (found.kind, found.close_reason) == (WakeKind.CLOSE, CLOSED_FORGOTTEN)
    assert found.at_ms == 1000 + limits.FORGOTTEN_MS
    closed = empty.after(entry(table_closed={"reason": CLOSED_FORGOTTEN}))
    assert wake(closed, Outline()) is None
    assert closed.close_reason == CLOSED_FORGOTTEN


@pytest.mark.parametrize(
    ("persons", "said", "state"),
    [
        ((), {}, table_pb2.TABLE_STATE_OPEN),
        (("a", "b", "c"), {}, table_pb2.TABLE_STATE_PLAYING),
        (("a", "b", "c"), {"match": 1}, table_pb2.TABLE_STATE_PLAYING),
        (("a", "b", "c"), {"match": 1, "match_over": True}, table_pb2.TABLE_STATE_ENDED),
        (("a", "b"), {"match": 1, "match_over": True}, table_pb2.TABLE_STATE_OPEN),
    ],
)
def test_the_state_says_what_a_table_waits_for(
    empty: Seating, persons: tuple[str, ...], said: dict[str, Any], state: int
) -> None:
    """Open while seats are free, playing while a match goes on or begins, ended after it."""
    assert table_state(seated(empty, *persons), Outline(**said)) == state
