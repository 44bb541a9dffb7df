"""Clocks are a function of entries and their times, and of nothing else."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from paizhuo import limits
from paizhuo.storage.v1 import entry_pb2
from paizhuo.storage.v1.entry_pb2 import Entry, TableCreated
from paizhuo.tables import attendance
from paizhuo.tables.clocks import Clocks
from paizhuo.tables.options import Timing
from paizhuo.tables.seating import Seating, begin
from paizhuo.tables.waking import Moment, Outline, Wake, WakeKind, bot_answers_ms, next_wake


@dataclass
class Decision:
    """Stand for an open question."""

    id: str
    seat: int
    verbs: tuple[str, ...] = ("play", "pass")
    voluntary: bool = False
    sealed: bool = False


RUNNING = Outline(match=1)


FIRST, SECOND = Decision("1-1-0", 0), Decision("1-2-1", 1)


def run(
    clocks: Clocks, time_ms: int, *asked: Decision, stopped: bool = False, sealed: bool = False
) -> Clocks:
    """Return the clocks after an entry."""
    return clocks.after(time_ms, asked, is_stopped=stopped, is_sealed=sealed)  # type: ignore[arg-type]


@pytest.fixture
def full() -> Seating:
    """Return a table where three persons sit."""
    created = TableCreated(game="dou_dizhu", seats=3, owner="a")
    seating = begin("t", Entry(revision=1, time_ms=5, table_created=created))
    for seat, person in enumerate("abc"):
        seating = seating.after(Entry(seat_taken={"seat": seat, "principal": person}))  # type: ignore[arg-type]
    return replace(seating, seed=b"s" * 32)


def fold(seating: Seating, time_ms: int = 0, **body: Any) -> Seating:
    """Return the seating after an entry."""
    return attendance.after(seating, Entry(time_ms=time_ms, **body))


def wake(seating: Seating, clocks: Clocks, *asked: Decision, **timing: int) -> Wake | None:
    """Ask what is next at 1000."""
    opened = {decision.id: 1000 for decision in asked}
    moment = Moment(1000, 0, 500, opened, clocks, decisions=asked)  # type: ignore[arg-type]
    return next_wake(seating, RUNNING, moment, Timing(**timing))


def test_an_answer_under_seal_stops_a_clock_that_goes_on_to_be_shown() -> None:
    """Under seal a clock looks the same answered or not; later the bank has paid what was used."""
    clocks = run(Clocks.full(100, 50, 2), 1000, FIRST, SECOND, sealed=True)
    answered = run(clocks, 1120, SECOND, sealed=True)
    assert answered.looks_like(clocks)
    assert answered.seat_deadline_ms(0) == answered.seat_deadline_ms(1) == 1150
    both = run(answered, 1130, sealed=True)
    assert both.looks_like(clocks)
    opened = run(both, 1140)
    assert opened.banks == (30, 20)
    assert not opened.looks_like(clocks)
    assert opened.seat_deadline_ms(0) is None


def test_a_pause_stops_clocks_under_seal_alike() -> None:
    """A pause moves the clock that is shown of an answered decision as it moves the others."""
    clocks = run(Clocks.full(100, 50, 2), 1000, FIRST, SECOND, sealed=True)
    answered = run(clocks, 1020, SECOND, sealed=True)
    paused = run(answered, 1030, SECOND, stopped=True, sealed=True)
    resumed = run(paused, 2030, SECOND, sealed=True)
    assert resumed.seat_deadline_ms(0) == resumed.seat_deadline_ms(1) == 2150
    assert run(resumed, 2040).banks == (50, 50)


def test_under_seal_all_run_out_with_the_last_bank() -> None:
    """Nobody runs out before the others, whoever has answered; a bank used up owes nothing."""
    unequal = replace(Clocks.full(100, 50, 2), banks=(10, 40))
    clocks = run(unequal, 1000, FIRST, SECOND, sealed=True)
    for asked in ([FIRST, SECOND], [FIRST], [SECOND]):
        later = run(clocks, 1050, *asked, sealed=True)
        assert later.seat_deadline_ms(0) == later.seat_deadline_ms(1) == 1140
    assert run(clocks, 1140).banks == (0, 0)
    assert run(unequal, 1000, FIRST, SECOND).seat_deadline_ms(0) == 1110


def test_nobody_is_seen_to_be_stood_in_for_under_seal(full: Seating) -> None:
    """A bot steps in once the seal is broken; an answer under seal leaves a seat to its bot."""
    missed = full.with_occupant(1, replace(full.seats[1], misses=1))
    moment = Moment(1000, 0, 500, {}, Clocks.full(100, 0, 3))
    kinds = [
        next_wake(
            missed, RUNNING._replace(is_sealed=sealed), moment, Timing(delegate_after_misses=1)
        )
        for sealed in (True, False)
    ]
    assert [wake.kind for wake in kinds if wake] == [WakeKind.CLOSE, WakeKind.DELEGATE]
    kept = full.with_occupant(1, replace(full.seats[1], misses=1, delegate="greedy"))
    sealed, open_ = (
        attendance.after_own_act(kept, 1, goes_on=False, is_sealed=is_sealed)
        for is_sealed in (True, False)
    )
    assert (sealed.seats[1].misses, sealed.seats[1].delegate) == (0, "greedy")
    assert (open_.seats[1].misses, open_.seats[1].delegate) == (0, "")
    assert attendance.after_opening(sealed) == (open_, [1])
    assert attendance.after_opening(kept) == (kept, [])
    kicked = fold(sealed, seat_kicked={"seat": 1, "principal": "b", "bot": "greedy"})
    assert attendance.after_opening(kicked) == (kicked, [])


def test_under_seal_bots_answer_when_no_answer_of_a_person_shows(full: Seating) -> None:
    """Who stands in waits for all others; who was sent away runs out by the clock that ran."""
    asked = [replace(one, sealed=True) for one in (FIRST, SECOND)]
    idle = Clocks.full(100, 50, 3)
    stood_in = full.with_occupant(0, replace(full.seats[0], delegate="greedy"))
    clocks = run(idle, 1000, asked[1], sealed=True)
    timing = {"decision_ms": 100, "bank_ms": 50, "bot_delay_ms": 20}
    found = wake(stood_in, clocks, *asked, **timing)
    assert found == Wake(WakeKind.TIMEOUT, 1150, asked[1])  # type: ignore[arg-type]
    alone = run(clocks, 1040, sealed=True)
    found = wake(stood_in, alone, asked[0], **timing)
    assert found == Wake(WakeKind.BOT, 1020, asked[0])  # type: ignore[arg-type]
    clocks = run(idle, 1000, *asked, sealed=True)
    kicked = fold(full, seat_kicked={"seat": 0, "principal": "a", "bot": "greedy"})
    gone = run(clocks, 1040, asked[1], sealed=True)
    for open_now in (asked, asked[:1]):
        found = wake(kicked, gone, *open_now, **timing)
        assert found is not None
        assert (found.kind, found.at_ms) == (WakeKind.TIMEOUT, 1150)
    bot = full.with_occupant(0, replace(full.seats[0], principal="", bot="greedy"))
    found = wake(bot, run(idle, 1000, asked[1], sealed=True), *asked, **timing)
    assert found == Wake(WakeKind.BOT, 1020, asked[0])  # type: ignore[arg-type]


def test_a_decision_uses_its_own_time_first() -> None:
    """Within `decision_ms` the bank stays whole; beyond it the bank pays, and never owes."""
    clocks = run(Clocks.full(100, 50, 2), 1000, FIRST)
    assert clocks.deadline_ms(FIRST.id) == 1150
    in_time = run(clocks, 1100, SECOND)
    assert in_time.banks == (50, 50)
    assert in_time.deadline_ms(SECOND.id) == 1250
    assert run(clocks, 1130, SECOND).banks == (20, 50)
    assert run(clocks, 9000, SECOND).banks == (0, 50)
    assert run(clocks, 9000, SECOND).refilled().banks == (50, 50)


def test_entries_that_answer_nothing_change_no_clock() -> None:
    """As long as a decision is open its clock is the very same value."""
    clocks = run(Clocks.full(100, 50, 2), 1000, FIRST)
    assert run(clocks, 1090, FIRST) is clocks
    assert run(clocks, 1090, FIRST, SECOND).deadline_ms(FIRST.id) == 1150


def test_a_pause_keeps_what_was_left() -> None:
    """While clocks stand there is no deadline, and afterwards it is as far off as before."""
    clocks = run(Clocks.full(100, 50, 2), 1000, FIRST)
    paused = run(clocks, 1040, FIRST, stopped=True)
    assert paused.deadline_ms(FIRST.id) is None
    assert run(paused, 5000, FIRST, stopped=True) is paused
    again = run(paused, 9000, FIRST)
    assert again.deadline_ms(FIRST.id) == 9110
    assert again.seat_deadline_ms(0) == 9110
    assert again.seat_deadline_ms(1) is None
    assert run(again, 9080, SECOND).banks == (30, 50)


def test_the_first_thing_due_is_next(full: Seating) -> None:
    """Of time-out, passing by itself and closing the earliest is wanted."""
    clocks = run(Clocks.full(5000, 0, 3), 1000, FIRST)
    found = wake(full, clocks, FIRST, decision_ms=5000)
    assert found == Wake(WakeKind.TIMEOUT, 6000, FIRST)  # type: ignore[arg-type]
    passing = fold(full, 900, auto_pass_set={"seat": 0, "on": True})
    found = wake(passing, clocks, FIRST, decision_ms=5000)
    assert found is not None
    assert found.kind is WakeKind.AUTO_PASS
    assert limits.AUTO_PASS_MS_MIN <= found.at_ms - 1000 <= limits.AUTO_PASS_MS_MAX
    assert wake(passing, clocks, FIRST, decision_ms=5000) == found
    must_play = replace_verbs(FIRST, "play")
    assert wake(passing, clocks, must_play, decision_ms=5000).kind is WakeKind.TIMEOUT  # type: ignore[union-attr]
    found = wake(full, clocks, FIRST, decision_ms=5000, abandon_after_ms=600)
    assert found == Wake(WakeKind.CLOSE, 1100, None, "abandoned")


def replace_verbs(decision: Decision, *verbs: str) -> Decision:
    """Return the decision with other verbs."""
    return replace(decision, verbs=verbs)


def test_misses_in_a_row_delegate_a_seat(full: Seating) -> None:
    """Only time-outs count, an answer of the person begins anew, and takes the seat back."""
    missed = full
    for _ in range(2):
        missed = fold(missed, acted={"seat": 0, "actor": entry_pb2.ACTOR_TIMEOUT})
    clocks = Clocks.full(5000, 0, 3)
    assert wake(missed, clocks, FIRST).kind is not WakeKind.DELEGATE  # type: ignore[union-attr]
    found = wake(missed, clocks, FIRST, delegate_after_misses=2)
    assert found == Wake(WakeKind.DELEGATE, 1000, seat=0)
    bot = fold(missed, seat_delegated={"seat": 0, "bot": "greedy"})
    found = wake(bot, clocks, FIRST, delegate_after_misses=2, bot_delay_ms=70)
    assert found == Wake(WakeKind.BOT, 1070, FIRST)  # type: ignore[arg-type]
    assert fold(bot, acted={"seat": 0, "actor": entry_pb2.ACTOR_BOT}) is bot
    back = fold(bot, acted={"seat": 0, "actor": entry_pb2.ACTOR_PERSON})
    assert (back.seats[0].delegate, back.seats[0].misses) == ("", 0)
    assert attendance.after_own_act(bot, 0, goes_on=False) == back
    assert attendance.after_match(bot).seats == full.seats


def test_in_a_pause_nothing_is_next_but_its_end(full: Seating) -> None:
    """A person's pause waits for persons, the server's own ends by itself."""
    clocks = run(Clocks.full(5000, 0, 3), 1000, FIRST)
    paused = fold(full, 950, paused={"seat": 1, "begins": True})
    found = wake(paused, clocks, FIRST, decision_ms=5000, abandon_after_ms=600)
    assert found == Wake(WakeKind.CLOSE, 1000 + limits.FORGOTTEN_MS, None, "forgotten")
    assert fold(paused, 990, resumed={}).seats == full.seats
    down = fold(full, 950, paused={"begins": True, "by_server": True})
    assert wake(down, clocks, FIRST, decision_ms=5000) == Wake(WakeKind.RESUME, 1000)


def test_who_is_kicked_has_no_seat(full: Seating) -> None:
    """The seat is free at once, or a bot's until the match is over; the person is barred."""
    gone = fold(full, seat_kicked={"seat": 2, "principal": "c"})
    assert gone.free_seat == 2
    assert gone.barred == {"c"}
    played = fold(full, seat_kicked={"seat": 2, "principal": "c", "bot": "greedy"})
    assert played.by_principal == {"a": 0, "b": 1}
    assert played.seats[2].player_bot == "greedy"
    assert attendance.after_match(played).kicked_seat == 2
    after = RUNNING._replace(match_over=True)
    moment = Moment(1000, 0, 0, {}, Clocks.full(0, 0, 3))
    found = next_wake(played, after, moment, Timing())
    assert found == Wake(WakeKind.FREE, 1000, seat=2)


@pytest.mark.parametrize(
    ("thought_ms", "answers_ms"),
    [(0, 1_020), (1, 1_020), (19, 1_020), (20, 1_020), (21, 1_040), (40, 1_040), (75, 1_080)],
)
def test_what_a_bot_thinks_does_not_show(thought_ms: int, answers_ms: int) -> None:
    """Within its delay a bot answers at one time, and beyond it after whole delays."""
    assert bot_answers_ms(1_000 + 20, 1_000 + thought_ms, 20) == answers_ms


def test_what_is_drawn_for_a_decision_cannot_be_found_out_from_the_seed(full: Seating) -> None:
    """Seeds are opened after the deal: who knew one could tell who had passed by himself."""
    passing = fold(full, 900, auto_pass_set={"seat": 0, "on": True})

    def passes_ms(secret: bytes, seed: bytes) -> int:
        origin = replace(passing.origin, secret=secret)
        found = wake(replace(passing, origin=origin, seed=seed), Clocks.full(0, 0, 3), FIRST)
        assert found is not None
        assert found.kind is WakeKind.AUTO_PASS
        return found.at_ms

    assert len({passes_ms(b"secret", bytes([seed])) for seed in range(8)}) == 1
    assert len({passes_ms(bytes([secret]), b"seed") for secret in range(1, 9)}) > 1
    # A table of an older server has no secret, and draws from the seed as it did then.
    assert len({passes_ms(b"", bytes([seed])) for seed in range(1, 9)}) > 1
