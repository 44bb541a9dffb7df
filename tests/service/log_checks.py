"""Check a table's log from outside: complete, in order, and the same when played again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo.tables.entries import parse
from paizhuo.tables.replay import prepare_logged
from paizhuo.tables.state import TableState

if TYPE_CHECKING:
    from paizhuo.storage.v1.entry_pb2 import Entry


class NoNames:
    """Know nobody's name."""

    def get(self, principal: str) -> str:
        """Return nothing."""
        del principal
        return ""


def fold(table_id: str, log: list[bytes]) -> TableState:
    """Play a log again from its start; every revision and every hash must fit."""
    state = TableState.start(table_id, parse(log[0]))
    for raw in log:
        step = prepare_logged(state, parse(raw), raw, NoNames())  # type: ignore[arg-type]
        state.commit(step)
    return state


def opened_ms(table_id: str, log: list[bytes]) -> dict[str, int]:
    """Return when each decision that waits for an answer was opened."""
    state = TableState.start(table_id, parse(log[0]))
    opened: dict[str, int] = {}
    for raw in log:
        entry = parse(raw)
        state.commit(prepare_logged(state, entry, raw, NoNames()))  # type: ignore[arg-type]
        for decision in state.decisions:
            if not decision.voluntary:
                opened.setdefault(decision.id, entry.time_ms)
    return opened


def check(table_id: str, log: list[bytes]) -> list[Entry]:
    """Return the entries of a log in which everything fits."""
    fold(table_id, log)
    entries = [parse(raw) for raw in log]
    assert [entry.revision for entry in entries] == list(range(1, len(entries) + 1))
    assert [entry.time_ms for entry in entries] == sorted(entry.time_ms for entry in entries)
    ids = [entry.entry_id for entry in entries]
    assert len(set(ids)) == len(ids)
    return entries
