"""Decide what a table does next by itself, and when: from its state alone."""

from __future__ import annotations

import enum
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from paizhuo import limits
from paizhuo.tables.options import PAUSE_BY_ALL, pause_by
from paizhuo.v1 import table_pb2

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from paizhuo.engine import Decision
    from paizhuo.tables.clocks import Clocks
    from paizhuo.tables.options import Timing
    from paizhuo.tables.seating import Seating


class WakeKind(enum.Enum):
    """Name what a table does by itself."""

    COMMIT = "commit"
    START = "deal"
    DRAW = "draw"
    BOT = "bot"
    TIMEOUT = "timeout"
    AUTO_PASS = "auto_pass"  # noqa: S105 - a pass in a game
    DELEGATE = "delegate"
    FREE = "free"
    RESUME = "up"
    CLOSE = "close"


class Wake(NamedTuple):
    """Say what is next, when, and of what: a decision, a seat, or a reason to close."""

    kind: WakeKind
    at_ms: int
    decision: Decision | None = None
    close_reason: str = ""
    seat: int = 0


class Moment(NamedTuple):
    """Hold the times that what is next depends on, all of them from entries.

    They are those of the last entry, of the last that the server made and of the last
    that a call made; `opened` says since when the open decisions are, where it matters.
    `deals_alone` counts what was dealt since that call, redeals too.
    """

    time_ms: int
    server_ms: int
    called_ms: int
    opened: Mapping[str, int]
    clocks: Clocks
    deals_alone: int = 0
    decisions: Sequence[Decision] = ()


CLOSED_ALONE: Final = "no_person"
CLOSED_FORGOTTEN: Final = "forgotten"
CLOSED_FULL: Final = "log_full"
CLOSED_ABANDONED: Final = "abandoned"
CLOSED_BY_OWNER: Final = "by_owner"
CLOSED_BY_ADMIN: Final = "by_admin"


class Outline(NamedTuple):
    """Hold what the service must know of a game, as of one entry; see `Prepared.outline`."""

    match: int = 0
    match_over: bool = False
    needs_commit: bool = False
    needs_start: bool = False
    is_sealed: bool = False
    to_draw: int = 0

    @property
    def is_running(self) -> bool:
        """Say whether a match has begun and not ended."""
        return self.match > 0 and not self.match_over

    @property
    def goes_on(self) -> bool:
        """Say whether a match waits for nothing but the answers of seats."""
        return self.is_running and not (self.needs_commit or self.needs_start or self.to_draw)


def table_state(seating: Seating, outline: Outline) -> table_pb2.TableState.ValueType:
    """Return what the table is waiting for."""
    if seating.is_closed:
        return table_pb2.TABLE_STATE_CLOSED
    if outline.is_running:
        return table_pb2.TABLE_STATE_PLAYING
    if seating.free_seat is not None:
        return table_pb2.TABLE_STATE_OPEN
    return table_pb2.TABLE_STATE_ENDED if outline.match else table_pb2.TABLE_STATE_PLAYING


def next_wake(seating: Seating, outline: Outline, moment: Moment, timing: Timing) -> Wake | None:
    """Return what the table does next by itself; None if it is closed.

    A bot answers after the same time whatever its cards are; under seal, for a person, once
    nobody else is waited for. A redeal asks nobody. In a pause nothing happens but what ends it.
    """
    if seating.is_closed:
        return None
    paced_ms = max(moment.time_ms, moment.server_ms + limits.SERVER_PACE_MS)
    if seating.is_paused:
        if seating.is_paused_by_server or not _may_be_resumed(seating):
            return Wake(WakeKind.RESUME, paced_ms)
        return when_forgotten(moment.time_ms)
    wake = _wake_at_once(seating, outline, timing, moment, paced_ms)
    if wake is not None:
        return wake
    wakes = [when_forgotten(moment.time_ms)]
    if outline.to_draw and outline.is_running:
        may_bid = any(seating.seats[decision.seat].is_active for decision in moment.decisions)
        drawn_ms = moment.server_ms + timing.draw_ms if may_bid else paced_ms
        wakes.append(Wake(WakeKind.DRAW, drawn_ms))
    if outline.needs_start and outline.is_running and timing.decision_ms:
        wakes.append(Wake(WakeKind.START, seating.committed_ms + timing.decision_ms))
    if timing.abandon_after_ms and seating.by_principal:
        abandoned_ms = moment.called_ms + timing.abandon_after_ms
        wakes.append(Wake(WakeKind.CLOSE, abandoned_ms, None, CLOSED_ABANDONED))
    if moment.opened:
        wakes.extend(_answers(seating, moment, timing))
    first = min(wakes, key=_at_ms)
    return first._replace(at_ms=max(first.at_ms, paced_ms))


def _may_be_resumed(seating: Seating) -> bool:
    """Say whether there is anybody who may end a pause: its owner, or one who has a seat."""
    if pause_by(seating.origin.table_options) != PAUSE_BY_ALL:
        return True
    return any(held.principal and not held.is_kicked for held in seating.seats)


def _wake_at_once(
    seating: Seating, outline: Outline, timing: Timing, moment: Moment, paced_ms: int
) -> Wake | None:
    """Return what has to be done now, and waits for nothing but the pace."""
    kicked = seating.kicked_seat
    if kicked is not None and not outline.is_running:
        return Wake(WakeKind.FREE, paced_ms, seat=kicked)
    is_dealing = outline.needs_start and (seating.attempt or seating.all_ready)
    if outline.needs_commit or is_dealing:
        if moment.deals_alone >= limits.DEALS_ALONE_MAX:
            return Wake(WakeKind.CLOSE, paced_ms, None, CLOSED_ALONE)
        return Wake(WakeKind.COMMIT if outline.needs_commit else WakeKind.START, paced_ms)
    missed = _missed_seat(seating, timing)
    # Under seal it would show who has not answered.
    if missed is not None and not outline.is_sealed:
        return Wake(WakeKind.DELEGATE, paced_ms, seat=missed)
    return None


def when_forgotten(time_ms: int) -> Wake:
    """Return what a table does that waits for calls: it is closed if none comes for long."""
    # Every entry asks for one: this saves a call that the class would make in Python.
    parts = (WakeKind.CLOSE, time_ms + limits.FORGOTTEN_MS, None, CLOSED_FORGOTTEN, 0)
    return tuple.__new__(Wake, parts)


def asked_persons(seating: Seating, decisions: Iterable[Decision]) -> Iterator[Decision]:
    """Give the open decisions that wait for a person; a voluntary one waits for nobody."""
    for decision in decisions:
        if seating.seats[decision.seat].is_active and not decision.voluntary:
            yield decision


def _at_ms(wake: Wake) -> int:
    """Return when a wake-up is wanted."""
    return wake.at_ms


def _missed_seat(seating: Seating, timing: Timing) -> int | None:
    """Return the first seat that a bot has to play for from now on."""
    if not timing.delegate_after_misses:
        return None
    return next(
        (
            seat
            for seat, held in enumerate(seating.seats)
            if held.misses >= timing.delegate_after_misses and held.is_active
        ),
        None,
    )


def _answers(seating: Seating, moment: Moment, timing: Timing) -> Iterator[Wake]:
    """Give when each open decision is answered if no person does.

    Under seal nothing that the table does by itself may show whether a person has answered.
    Bots answer at their time, and persons run out all at once, in an order that is drawn.
    A bot that stands in for a person answers when nobody else is waited for. Who was sent
    away meanwhile runs out like the others, by the clock that was running.
    """
    decisions = [decision for decision in moment.decisions if not decision.voluntary]
    if any(decision.sealed for decision in decisions):
        decisions.sort(key=lambda decision: _drawn(seating, b"sealed", decision))
    put_off = {
        decision.seat
        for decision in decisions
        if decision.sealed
        and seating.seats[decision.seat].delegate
        and moment.clocks.deadline_ms(decision.id) is None
    }
    for decision in decisions:
        opened_ms = moment.opened[decision.id]
        held = seating.seats[decision.seat]
        deadline_ms = moment.clocks.deadline_ms(decision.id)
        if held.player_bot and deadline_ms is None:
            if decision.seat not in put_off or len(put_off) == len(decisions):
                yield Wake(WakeKind.BOT, opened_ms + timing.bot_delay_ms, decision)
            continue
        if held.auto_pass_ms and "pass" in decision.verbs:
            since_ms = max(opened_ms, held.auto_pass_ms)
            yield Wake(WakeKind.AUTO_PASS, since_ms + _pass_delay_ms(seating, decision), decision)
        if deadline_ms is not None:
            yield Wake(WakeKind.TIMEOUT, deadline_ms, decision)


def bot_answers_ms(at_ms: int, now_ms: int, delay_ms: int) -> int:
    """Return when a bot answers that was to do so at `at_ms` and has thought until now.

    Who thinks longer than his delay answers after twice, thrice … the delay: what he took
    would tell of his cards, and so it shows only roughly.
    """
    late_ms = max(0, now_ms - at_ms)
    return at_ms + -(-late_ms // delay_ms) * delay_ms


def _pass_delay_ms(seating: Seating, decision: Decision) -> int:
    """Draw how long a seat takes to pass by itself."""
    span_ms = limits.AUTO_PASS_MS_MAX - limits.AUTO_PASS_MS_MIN + 1
    return limits.AUTO_PASS_MS_MIN + _drawn(seating, b"auto-pass", decision) % span_ms


def _drawn(seating: Seating, purpose: bytes, decision: Decision) -> int:
    """Draw a number for a decision: secret for good, and the same in every process.

    The seed of the deal, which is opened after it, is all that older tables have.
    """
    secret = seating.origin.secret or seating.seed
    drawn = sha256(b"paizhuo/%s/1\0" % purpose + secret + decision.id.encode()).digest()
    return int.from_bytes(drawn[:8], "little")
