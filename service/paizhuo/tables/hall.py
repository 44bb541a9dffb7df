"""Find, create, list and let go of tables: all that is more than one of them."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakValueDictionary

from paizhuo import limits
from paizhuo.buckets import Buckets, Ration
from paizhuo.errors import ServiceError, Why, from_store
from paizhuo.ids import (
    call_entry_id,
    is_join_code,
    is_table_id,
    make_join_code,
    make_table_id,
    make_table_secret,
)
from paizhuo.stores.base import (
    Appended,
    OutcomeUnknown,
    Page,
    StoreError,
    TableFilter,
    resolve_append,
)
from paizhuo.tables.admission import check_finds, is_known_at
from paizhuo.tables.commands import CallersCommand, digest_of, take_request_id
from paizhuo.tables.creation import write_creation
from paizhuo.tables.entries import parse
from paizhuo.tables.history import History
from paizhuo.tables.memory import keep_last, remember
from paizhuo.tables.replay import Replay
from paizhuo.tables.state import TableState
from paizhuo.tables.table import LiveTable
from paizhuo.tables.watchers import Viewing

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Iterator

    from paizhuo.storage.v1 import entry_pb2
    from paizhuo.tables.services import Services
    from paizhuo.tables.step import Step
    from paizhuo.tables.watchers import Watcher
    from paizhuo.v1 import table_service_pb2

T = TypeVar("T")


class Hall:
    """Hold the tables that are in memory, and open others from their logs.

    Once `draining` is set no stream begins and no table is created.
    """

    def __init__(self, services: Services, server_key: bytes) -> None:
        """Begin with none; `server_key` names new tables."""
        self.services = services
        self._server_key = server_key
        self._tables: dict[str, LiveTable] = {}
        self._opening: dict[str, asyncio.Task[LiveTable]] = {}
        self._streams: dict[str, int] = {}
        self._open_count: int | None = None
        self._turns = asyncio.Semaphore(limits.OPENINGS)
        self._closed: deque[str] = deque()
        self._created = Buckets()
        self._creating: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.draining = asyncio.Event()

    async def drained_within(self, seconds: float) -> bool:
        """Wait that long at most, and say whether the server stops."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.draining.wait(), seconds)
        return self.draining.is_set()

    @property
    def tables(self) -> list[LiveTable]:
        """Return the tables that are in memory."""
        return list(self._tables.values())

    @property
    def stream_count(self) -> int:
        """Return how many streams are open in this process."""
        return sum(self._streams.values())

    def loaded(self, table_id: str) -> LiveTable | None:
        """Return a table if it is in memory."""
        return self._tables.get(table_id)

    # --- one table ----------------------------------------------------------------------------

    async def change(
        self,
        table_id: str,
        command: CallersCommand,
        join_code: str = "",
        *,
        finds_all: bool = False,
    ) -> bytes:
        """Let a table do what a caller asks who finds it, and return the encoded response.

        Who `finds_all` finds private tables without a part in them.
        """
        table = self._tables.get(table_id)
        if table is None:
            table = await self.find(table_id)
        if table.state.seating.origin.is_private and not finds_all:
            await self.admit(table_id, command.principal, join_code, command.entry_id)
        return await table.apply(command)

    async def visit(self, table_id: str, principal: str) -> LiveTable:
        """Return a table that somebody wants to look at; raises TABLE_BUSY if too many do."""
        table = await self.find(table_id)
        table.check_room(principal)
        table.last_used = self.services.clock.monotonic()
        return table

    async def admit(
        self, table_id: str, principal: str, join_code: str = "", entry_id: str = ""
    ) -> bool:
        """Raise BARRED or TABLE_NOT_FOUND for a private table that somebody does not find.

        A request that had its effect before gets its answer again, whoever may look now.
        Returns whether the caller has the code of a private table.
        """
        table = await self.find(table_id)
        if not table.state.seating.origin.is_private:
            return False
        has_code = bool(join_code) and is_join_code(self._server_key, table_id, join_code)
        if entry_id and is_known_at(table.state.seating, principal):
            # The table itself judges by seats once more, on a state that has caught up.
            return has_code
        table.check_room(principal)
        await table.submit(table.catch_up)
        if entry_id not in table.state.requests:
            check_finds(table.state.seating, principal, has_code=has_code)
        return has_code

    def join_code(self, table_id: str) -> str:
        """Return the secret code of a private table; it is for nobody but its owner."""
        return make_join_code(self._server_key, table_id)

    async def find(self, table_id: str, *, is_due: bool = False) -> LiveTable:
        """Return a table, from memory or from its log.

        Logs are read for callers a few at a time, at once for what the server `is_due` to do.
        Raises TABLE_NOT_FOUND, and TOO_MANY_READS where too many wait.
        """
        table = self._tables.get(table_id)
        if table is not None:
            return table
        if not is_table_id(table_id):
            raise ServiceError(Why.TABLE_NOT_FOUND)
        opening = self._opening.get(table_id)
        if opening is None:
            if len(self._opening) >= limits.OPENINGS_WAITING_MAX and not is_due:
                raise ServiceError(Why.TOO_MANY_READS)
            turns = contextlib.nullcontext() if is_due else self._turns
            opening = asyncio.get_running_loop().create_task(self._open(table_id, turns))
            self._opening[table_id] = opening
            opening.add_done_callback(lambda _: self._opening.pop(table_id, None))
        # Others may wait for the same: who hangs up stops only his own waiting.
        return await asyncio.shield(opening)

    async def _open(
        self, table_id: str, turns: contextlib.AbstractAsyncContextManager[None]
    ) -> LiveTable:
        """Fold a log and set its table up, in its turn."""
        async with turns:
            state, recent = await self._fold(table_id)
        table = LiveTable(self.services, state, recent)
        self._tables[table_id] = table
        if state.seating.is_closed:
            self._closed.append(table_id)
            if len(self._closed) > limits.CLOSED_TABLES_MAX:
                await self._let_go_of(self._closed.popleft())
        return table

    async def _fold(self, table_id: str) -> tuple[TableState, deque[Step]]:
        """Return what a log says; raises TABLE_NOT_FOUND if there is none."""
        recent: deque[Step] = deque()
        replay = Replay(self.services, table_id)

        def keep(step: Step, state: TableState) -> None:
            remember(recent, step, state)

        try:
            while await replay.advance(keep):
                pass
        except (StoreError, ServiceError) as error:
            refused = error if isinstance(error, ServiceError) else from_store(error)
            self.services.report("table_unreadable", table_id=table_id, cause=refused.cause)
            if refused is error:
                raise
            raise refused from error
        if replay.state is None:
            raise ServiceError(Why.TABLE_NOT_FOUND)
        if replay.state.seating.is_closed:
            keep_last(recent)
        return replay.state, recent

    async def _let_go_of(self, table_id: str) -> None:
        """Drop a table that is closed, unless somebody uses it just now."""
        table = self._tables.get(table_id)
        if table is not None and table.is_idle and table.state.seating.is_closed:
            del self._tables[table_id]
            await table.aclose()

    # --- creating -----------------------------------------------------------------------------

    async def create(
        self, principal: str, request: table_service_pb2.CreateTableRequest
    ) -> tuple[str, entry_pb2.Entry]:
        """Create a table, or find it created by the same request; returns its first entry."""
        if self.draining.is_set():
            raise ServiceError(Why.DRAINING)
        request_id = take_request_id(request)
        digest = digest_of(request)
        entry_id = call_entry_id(principal, request_id)
        table_id = make_table_id(self._server_key, principal, request_id)
        found = await self._first_entry(table_id)
        if found is None:
            entry = write_creation(request, principal)
            entry.entry_id, entry.digest = entry_id, digest
            entry.table_created.secret = make_table_secret(self._server_key, table_id)
            # One after the other: whoever sends many at once is counted as well.
            async with self._creating.setdefault(principal, asyncio.Lock()):
                found = await self._first_entry(table_id)
                if found is None:
                    entry.time_ms = self.services.clock.now_ms()
                    await self._check_room(principal)
                    found = await self._append_first(table_id, entry)
                    self._created.take(*self._ration(principal))
        if found.digest != digest:
            raise ServiceError(Why.REQUEST_ID_REUSED, facts={"revision": 1})
        return table_id, found

    async def _first_entry(self, table_id: str) -> entry_pb2.Entry | None:
        """Return the first entry of a log, None if it has none."""
        stored = await self.services.log.read(table_id, 0, 1)
        return parse(stored[0].data) if stored else None

    async def _append_first(self, table_id: str, entry: entry_pb2.Entry) -> entry_pb2.Entry:
        """Write the first entry; whichever stands there in the end is returned."""
        state = TableState.start(table_id, entry, self.services.config.bot_delay_ms)
        raw = entry.SerializeToString()
        step = state.prepare(entry, raw)
        log, where = self.services.log, (table_id, 0, step.sealed)
        head, summary = step.head, step.summary
        try:
            outcome = await log.append(*where, head, summary)
        except OutcomeUnknown:
            outcome = await resolve_append(log, *where, head=head, summary=summary)
        if isinstance(outcome, Appended):
            if self._open_count is not None:
                self._open_count += 1
            if self.services.config.drive:
                # It wants its first deal committed to at once; nobody waits for that.
                table = await self.find(table_id, is_due=True)
                table.last_used = self.services.clock.monotonic()
            return entry
        found = await self._first_entry(table_id)
        if found is None:
            raise ServiceError(Why.CONTENDED)
        return found

    async def _check_room(self, principal: str) -> None:
        """Raise if there are too many open tables, in all or of this principal, or new ones."""
        wait_ms = self._created.wait_ms(*self._ration(principal))
        if wait_ms:
            facts = {"at_once": limits.CREATIONS_BURST, "then_every_ms": limits.CREATION_EVERY_MS}
            raise ServiceError(Why.TOO_MANY_NEW_TABLES, facts=facts, retry_ms=wait_ms)
        log = self.services.log
        own = 0
        token = ""
        while True:
            page = await log.list_tables(TableFilter(principal=principal), Page(token=token))
            own += sum(
                row.summary.owner == principal and row.summary.state != "closed"
                for row in page.rows
            )
            token = page.next_token
            if own >= limits.OPEN_TABLES_PER_PRINCIPAL_MAX:
                facts = {"tables_max": limits.OPEN_TABLES_PER_PRINCIPAL_MAX}
                raise ServiceError(Why.TOO_MANY_OWN_TABLES, facts=facts)
            if not token:
                break
        if self._open_count is None or self._open_count >= limits.OPEN_TABLES_MAX:
            # Tables that were closed meanwhile were not counted, nor what others created.
            self._open_count = await self._count_open()
        if self._open_count >= limits.OPEN_TABLES_MAX:
            raise ServiceError(Why.TOO_MANY_OPEN_TABLES)

    def _ration(self, principal: str) -> tuple[Ration, int]:
        """Return how many tables a principal may create, and the time by which that is counted."""
        ration = Ration(principal, limits.CREATIONS_BURST, limits.CREATION_EVERY_MS)
        return ration, int(self.services.clock.monotonic() * 1000)

    async def _count_open(self) -> int:
        """Count the open tables of the store, roughly: others create and close meanwhile."""
        count = 0
        for state in ("open", "playing", "ended"):
            token = ""
            while count < limits.OPEN_TABLES_MAX:
                page = await self.services.log.list_tables(
                    TableFilter(state=state), Page(token=token)
                )
                count += len(page.rows)
                token = page.next_token
                if not token:
                    break
        return count

    # --- watching -----------------------------------------------------------------------------

    async def watch(
        self,
        table_id: str,
        principal: str,
        after: int | None,
        *,
        wants_views: bool,
        join_code: str = "",
    ) -> AsyncIterator[bytes]:
        """Stream a table to a principal, gap-free from history to what comes.

        Whoever calls this holds `counted_stream`.
        """
        has_code = await self.admit(table_id, principal, join_code)
        viewing = Viewing(principal, has_code=has_code, wants_views=wants_views)
        stream = self._stream(table_id, viewing, after)
        async with contextlib.aclosing(stream):
            async for message in stream:
                yield message

    @contextlib.contextmanager
    def counted_stream(self, principal: str) -> Iterator[None]:
        """Count a stream as long as it is open; raises DRAINING or TOO_MANY_STREAMS."""
        if self.draining.is_set():
            raise ServiceError(Why.DRAINING)
        if self._streams.get(principal, 0) >= limits.STREAMS_PER_PRINCIPAL_MAX:
            raise ServiceError(Why.TOO_MANY_STREAMS)
        self._streams[principal] = self._streams.get(principal, 0) + 1
        try:
            yield
        finally:
            self._streams[principal] -= 1
            if not self._streams[principal]:
                del self._streams[principal]

    async def _stream(
        self, table_id: str, viewing: Viewing, after: int | None
    ) -> AsyncGenerator[bytes, None]:
        """Replay as far as memory does not reach back, then attach."""
        table = await self.find(table_id)
        history: History | None = None
        with contextlib.ExitStack() as counted:
            while (watcher := await _attach(table, viewing, after)) is None:
                if after is None:
                    raise ServiceError(Why.INTERNAL)
                if history is None:
                    counted.enter_context(self.services.readers.past(viewing.principal))
                    history = History(table, viewing, after)
                last = await table.submit(table.last_step, viewing)
                while batch := await history.next_batch(last):
                    for message in batch:
                        yield message
                after = history.after
        if history is not None and history.has_sent_table:
            watcher.needs_table = False
        try:
            while (live := await watcher.next()) is not None:
                yield live
        finally:
            table.detach(watcher)

    # --- keeping and letting go ---------------------------------------------------------------

    async def let_go_of_idle(self) -> None:
        """Drop the tables that nobody used for a while; their logs hold everything."""
        clock = self.services.clock
        keep_ms = 0 if len(self._tables) > limits.LOADED_TABLES_MAX else limits.IDLE_MS
        for table in self.tables:
            looked_ms = (clock.monotonic() - table.last_used) * 1000
            wrote_ms = clock.now_ms() - table.state.time_ms
            is_closed = table.state.seating.is_closed
            is_old = min(looked_ms, wrote_ms) > (0 if is_closed else keep_ms)
            if table.is_idle and is_old and table.quarantine is None:
                del self._tables[table.table_id]
                await table.aclose()

    def end_streams(self) -> None:
        """End every stream with DRAINING, begin no other, create no table; calls finish."""
        self.draining.set()
        for table in self.tables:
            table.audience.finish(ServiceError(Why.DRAINING))

    async def aclose(self) -> None:
        """Let every table finish what it has begun, and let go of it."""
        await asyncio.gather(*(table.aclose() for table in self.tables), return_exceptions=True)
        self._tables.clear()


async def _attach(table: LiveTable, viewing: Viewing, after: int | None) -> Watcher | None:
    """Let somebody watch a table; who hangs up meanwhile is forgotten again."""
    table.check_room(viewing.principal)
    attaching = table.submit(table.attach, viewing, after)
    try:
        return await asyncio.shield(attaching)
    except asyncio.CancelledError:
        attaching.add_done_callback(partial(_forget, table))
        raise


def _forget(table: LiveTable, attached: asyncio.Future[Watcher | None]) -> None:
    """Detach whom nobody waits for any more."""
    if attached.cancelled() or attached.exception() is not None:
        return
    watcher = attached.result()
    if watcher is not None:
        table.detach(watcher)
