"""Check one table: its log against itself and the rules, the index against its log."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Final

from paizhuo import engine
from paizhuo.errors import ServiceError, Why
from paizhuo.stores.base import EndedMatch, MatchEnd, Summary
from paizhuo.stores.memory_principals import MemoryPrincipals
from paizhuo.stores.opening import LOG_FILE
from paizhuo.tables.entries import parse
from paizhuo.tables.names import Names
from paizhuo.tables.replay import prepare_logged
from paizhuo.tables.state import TableState

if TYPE_CHECKING:
    from paizhuo.storage.v1.entry_pb2 import Entry
    from paizhuo.stores.sqlite_look import Looked

NEWER_RELEASE: Final = "Serve this folder with the newer release that wrote to it."
DAMAGED_LOG: Final = (
    "The server refuses this table and goes on with the others. No tool mends a log: restore a "
    "backup from before the damage, or leave the table as it is."
)
STALE_INDEX: Final = "Run `paizhuo doctor --repair-index`; it derives the index from the logs."


@dataclass(frozen=True, slots=True)
class Problem:
    """Say where something is wrong, what, and what to do about it."""

    where: str
    what: str
    advice: str


@dataclass(frozen=True, slots=True)
class Checkup:
    """Hold what came of checking a table, the log and the index apart."""

    log: tuple[Problem, ...] = ()
    index: tuple[Problem, ...] = ()


@dataclass(slots=True)
class _Fold:
    """Hold what a log comes to, and what is wrong with it."""

    summary: Summary
    last: Entry
    ends: list[MatchEnd]


class _LogFaultError(Exception):
    """Say which entry of a log is wrong, what, and what to do."""

    def __init__(self, revision: int, what: str, advice: str = DAMAGED_LOG) -> None:
        """Keep the parts."""
        super().__init__(what)
        self.revision = revision
        self.what = what
        self.advice = advice


def check_table(table_id: str, looked: Looked) -> Checkup:
    """Check a table; an index is only compared with a log that holds."""
    where = f"{LOG_FILE}, table {table_id}"
    if not looked.entries:
        what = "the index names the table, but it has no log"
        return Checkup(index=(Problem(where, what, STALE_INDEX),))
    try:
        folded = _fold(table_id, looked)
    except _LogFaultError as fault:
        at = f"{where}, entry {fault.revision}"
        return Checkup(log=(Problem(at, fault.what, fault.advice),))
    wrong = _compare(table_id, looked, folded)
    return Checkup(index=tuple(Problem(where, what, STALE_INDEX) for what in wrong))


def _fold(table_id: str, looked: Looked) -> _Fold:
    """Play a log again, with the very code that serves it. Raises `_LogFaultError`."""
    for expected, stored in enumerate(looked.entries, 1):
        if stored.revision != expected:
            raise _LogFaultError(expected, f"it is missing: {stored.revision} comes next")
        if expected in looked.damaged:
            raise _LogFaultError(expected, "it is not as it was written (its checksum differs)")
    names = Names(MemoryPrincipals(lambda: 0))
    state: TableState | None = None
    ends: list[MatchEnd] = []
    seen: dict[str, int] = {}
    entry = None
    for stored in looked.entries:
        at = stored.revision
        try:
            entry = parse(stored.data)
            state = TableState.start(table_id, entry) if state is None else state
            _check_entry(table_id, state, entry, seen)
            step = prepare_logged(state, entry, stored.data, names)
        except ServiceError as error:
            is_newer = error.code == Why.NEWER_SERVER_NEEDED.name
            facts = ", ".join(f"{name} {value}" for name, value in error.facts.items())
            what = f"this release does not know it ({facts})" if is_newer else error.cause
            raise _LogFaultError(at, what, NEWER_RELEASE if is_newer else DAMAGED_LOG) from error
        state.commit(step)
        if step.end is not None:
            ends.append(step.end)
    if state is None or entry is None:
        raise _LogFaultError(1, "it is missing")
    return _Fold(state.summary, entry, ends)


def _check_entry(table_id: str, state: TableState, entry: Entry, seen: dict[str, int]) -> None:
    """Check what replaying would not notice. Raises `_LogFaultError`."""
    at = entry.revision
    if entry.time_ms < state.time_ms:
        raise _LogFaultError(at, "its time is before that of the entry before")
    if entry.entry_id in seen:
        raise _LogFaultError(at, f"it repeats the id of entry {seen[entry.entry_id]}")
    seen[entry.entry_id] = at
    if entry.HasField("deal_committed"):
        told = entry.deal_committed
        if engine.commitment(state.rules, table_id, told.deal, told.seed) != told.commitment:
            raise _LogFaultError(at, f"seed and commitment of deal {told.deal} do not fit")


def _compare(table_id: str, looked: Looked, folded: _Fold) -> list[str]:
    """Return what the index says otherwise than the log."""
    wrong: list[str] = []
    row, last, summary = looked.row, folded.last, folded.summary
    if row is None:
        wrong.append("the index does not know the table")
    else:
        wrong += [
            f"the index has another {field.name}"
            for field in fields(Summary)
            if getattr(row.summary, field.name) != getattr(summary, field.name)
        ]
        if (row.revision, row.time_ms) != (last.revision, last.time_ms):
            wrong.append(f"the index is at entry {row.revision}, the log at {last.revision}")
        if row.wake_at_ms != last.wake_at_ms:
            wrong.append("the index wakes the table at another time")
        if looked.persons != {summary.owner, *summary.principals}:
            wrong.append("the index finds the table by other persons")
    return wrong + _compare_matches(table_id, looked, folded)


def _compare_matches(table_id: str, looked: Looked, folded: _Fold) -> list[str]:
    """Return what is wrong with the list of the table's finished matches."""
    expected = {
        end.match: EndedMatch(looked.positions[end.revision], table_id, folded.summary.game, end)
        for end in folded.ends
    }
    listed = {match.end.match: match for match in looked.matches}
    wrong = [
        f"match {number} has ended and is not in the list of finished matches"
        for number in sorted(expected.keys() - listed.keys())
    ]
    wrong += [
        f"match {number} is in the list of finished matches and has not ended"
        for number in sorted(listed.keys() - expected.keys())
    ]
    wrong += [
        f"match {number} is not listed as it ended"
        for number, match in expected.items()
        if number in listed
        if listed[number] != match
        or looked.players[match.position] != frozenset(match.end.principals)
    ]
    if len(listed) < len(looked.matches):
        wrong.append("a match is listed twice")
    return wrong
