"""Read a table's log again, with the very code that plays, and check it on the way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from paizhuo import engine, limits
from paizhuo.errors import ServiceError, Why
from paizhuo.tables.entries import parse
from paizhuo.tables.state import TableState
from paizhuo.tables.step import Step

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from paizhuo.storage.v1.entry_pb2 import Entry
    from paizhuo.stores.base import StoredEntry
    from paizhuo.tables.names import Names
    from paizhuo.tables.services import Services

Visit = Callable[[Step, TableState], None]
"""Look at a revision and at the state after it."""

Logged = tuple["Entry", bytes]


async def parse_all(services: Services, stored: Sequence[StoredEntry]) -> list[Logged]:
    """Decode entries and learn the names that they need."""
    parsed = [(parse(entry.data), entry.data) for entry in stored]
    await services.names.learn(
        entry.seat_taken.principal for entry, _ in parsed if entry.HasField("seat_taken")
    )
    return parsed


def prepare_logged(state: TableState, entry: Entry, raw: bytes, names: Names) -> Step:
    """Prepare an entry of the log, and compare its hash.

    Raises NEWER_SERVER_NEEDED for a revision of the rules that the table did not begin
    with, TABLE_QUARANTINED if log and rules do not agree.
    """
    if entry.rules_revision != state.seating.origin.rules_revision:
        facts = {"rules_revision": entry.rules_revision}
        raise ServiceError(Why.NEWER_SERVER_NEEDED, facts=facts)
    if entry.revision != state.revision + 1:
        detail = f"no entry {state.revision + 1} in the log"
        raise ServiceError(Why.TABLE_QUARANTINED, detail=detail)
    try:
        step = state.prepare(entry, raw, names)
    except (engine.RuleError, engine.NotationError, engine.EnginePanic, IndexError) as error:
        message = f"entry {entry.revision} is refused on replay: {error}"
        raise ServiceError(Why.TABLE_QUARANTINED, detail=message) from error
    if step.hash != entry.state_hash:
        message = f"entry {entry.revision} leads to another state than when it was written"
        raise ServiceError(Why.TABLE_QUARANTINED, detail=message)
    return step


class Replay:
    """Fold a log from its start, batch by batch, in a worker thread."""

    def __init__(self, services: Services, table_id: str, executor: Executor | None = None) -> None:
        """Begin before the first entry; without an `executor` it is done in that of tables."""
        self._services = services
        self._executor = executor or services.executor
        self._table_id = table_id
        self.state: TableState | None = None

    @property
    def revision(self) -> int:
        """Return the revision that it has come to."""
        return 0 if self.state is None else self.state.revision

    async def advance(
        self, visit: Visit | None = None, until: int | None = None, batch: int = limits.REPLAY_BATCH
    ) -> bool:
        """Fold the next batch, at most up to revision `until`; False if there is none.

        `visit` is called in a worker thread, in order.
        """
        size = batch if until is None else min(batch, until - self.revision)
        if size <= 0:
            return False
        stored = await self._services.log.read(self._table_id, self.revision, size)
        if not stored:
            return False
        parsed = await parse_all(self._services, stored)
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._executor, self._fold, parsed, visit)
        return True

    def _fold(self, parsed: Sequence[Logged], visit: Visit | None) -> None:
        """Fold entries; this runs in a worker thread."""
        for entry, raw in parsed:
            if self.state is None:
                delay_ms = self._services.config.bot_delay_ms
                state = TableState.start(self._table_id, entry, delay_ms)
            else:
                state = self.state
            step = prepare_logged(state, entry, raw, self._services.names)
            state.commit(step)
            self.state = state
            if visit is not None:
                visit(step, state)


async def replay_step(
    services: Services, table_id: str, revision: int, executor: Executor | None = None
) -> Step:
    """Return one revision of the past, computed again."""
    replay = Replay(services, table_id, executor)
    found: list[Step] = []

    def keep_last(step: Step, _: TableState) -> None:
        found[:] = [step]

    while await replay.advance(keep_last, revision):
        pass
    if not found or found[0].entry.revision != revision:
        raise ServiceError(Why.TABLE_QUARANTINED, detail=f"no entry {revision} in the log")
    return found[0]
