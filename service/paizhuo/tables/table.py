"""Run one table: the way of one move, in a task that no caller can stop.

Everything that changes the table runs in its one task, job by job, from a bounded
mailbox. A caller waits for the answer; that he hangs up cancels nothing. There is one
such task a table and process; processes agree by compare-and-append alone.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from paizhuo import engine, limits
from paizhuo.errors import ServiceError, Why, from_engine, from_store
from paizhuo.stores.base import (
    Appended,
    OutcomeUnknown,
    PromptLog,
    StoreError,
    resolve_append,
)
from paizhuo.tables.admission import check_finds
from paizhuo.tables.follower import Follower
from paizhuo.tables.memory import keep_last, remember
from paizhuo.tables.presence import look_elsewhere
from paizhuo.tables.replay import parse_all, prepare_logged, replay_step
from paizhuo.tables.spectators import Shown, check_may_watch, last_shown
from paizhuo.tables.waker import Waker
from paizhuo.tables.watchers import Audience, Viewing, Watcher, snapshot_bytes
from paizhuo.tables.wire import number_field

if TYPE_CHECKING:
    from paizhuo.tables.commands import Act, CallersCommand, Command
    from paizhuo.tables.services import Services
    from paizhuo.tables.state import TableState
    from paizhuo.tables.step import Step

T = TypeVar("T")
Job = Callable[..., Awaitable[Any]]

_ENGINE_REFUSALS: Final = (engine.RuleError, engine.NotationError, engine.SetupError)


class Past(NamedTuple):
    """Name the revision of the past that answers a request which had its effect then."""

    revision: int


class LiveTable:
    """Hold a table in memory, and be the one who changes it.

    `quarantine` is set once log and rules disagreed here, or the engine broke: every
    job is then refused with it.
    """

    def __init__(self, services: Services, state: TableState, recent: deque[Step]) -> None:
        """Begin with a state that was folded from the log."""
        self.services = services
        self.table_id: Final = state.seating.origin.table_id
        self.state = state
        self.recent = recent
        self.audience = Audience(services.names)
        self.quarantine: ServiceError | None = None
        self.last_used = services.clock.monotonic()
        self._taken_at = self.last_used
        self._loop = asyncio.get_running_loop()
        self._mailbox: deque[tuple[asyncio.Future[Any] | None, Job, tuple[Any, ...]]] = deque()
        self._sleeper: asyncio.Future[None] | None = None
        self._is_working = False
        self._is_let_go = False
        self._prompt_log = services.log if isinstance(services.log, PromptLog) else None
        self._task = self._loop.create_task(self._work(), name=f"table {self.table_id}")
        self._waker = Waker(self)
        self._follower = Follower(self)
        self._waker.arm()

    # --- the mailbox --------------------------------------------------------------------------

    def submit(self, job: Callable[..., Awaitable[T]], *args: Any) -> asyncio.Future[T]:
        """Hand a job to the table's task; cancelling the future does not stop it.

        Raises TABLE_BUSY if too many wait.
        """
        if len(self._mailbox) >= limits.MAILBOX_MAX or self._is_let_go:
            raise ServiceError(Why.TABLE_BUSY)
        future: asyncio.Future[T] = self._loop.create_future()
        self._mailbox.append((future, job, args))
        self._rouse()
        return future

    def check_room(self, principal: str) -> None:
        """Raise TABLE_BUSY for a stranger if many wait: the rest of the room is for who plays."""
        is_full = len(self._mailbox) >= limits.MAILBOX_STRANGERS_MAX
        if is_full and principal not in self.state.seating.by_principal:
            raise ServiceError(Why.TABLE_BUSY)

    async def apply(self, command: CallersCommand) -> bytes:
        """Do what a command asks, and return its answer; being cancelled does not stop it."""
        self.check_room(command.principal)
        done = await self.submit(self.change, command)
        if isinstance(done, bytes):
            return done
        # Read from the log beside the table: nobody may hold it up by asking for what was.
        async with self.services.readers.turn(command.principal):
            return command.answer(await self._past_step(done.revision))

    def post(self, job: Job, *args: Any) -> None:
        """Hand over a job of the server's own, for which nobody waits."""
        self._mailbox.append((None, job, args))
        self._rouse()

    def _rouse(self) -> None:
        """Wake the task, if it sleeps; one that was stopped does not any more."""
        sleeper = self._sleeper
        if sleeper is not None and not sleeper.done():
            self._sleeper = None
            sleeper.set_result(None)

    async def _work(self) -> None:
        """Do job after job."""
        mailbox = self._mailbox
        while True:
            self._is_working = True
            while mailbox:
                future, job, args = mailbox.popleft()
                try:
                    if self.quarantine is not None:
                        raise self._quarantined()  # noqa: TRY301 - as any other job's refusal
                    result = await job(*args)
                except Exception as error:  # noqa: BLE001 - nothing may end the task
                    refused = self._refused(error)
                    if future is not None and not future.done():
                        future.set_exception(refused)
                else:
                    if future is not None and not future.done():
                        future.set_result(result)
            self._is_working = False
            self._sleeper = self._loop.create_future()
            await self._sleeper

    def _refused(self, error: Exception) -> ServiceError:
        """Bring whatever ended a job to a refusal; what nobody foresaw is logged."""
        if isinstance(error, ServiceError):
            if error.code == Why.TABLE_QUARANTINED.name and self.quarantine is None:
                self._set_quarantine(error)
            return error
        if isinstance(error, StoreError):
            return from_store(error)
        self.services.report("table_fault", table_id=self.table_id, exc_info=error)
        return ServiceError(Why.INTERNAL)

    # --- the way of one move ------------------------------------------------------------------

    async def change(self, command: Command) -> bytes | Past:
        """Judge a command, write it, take it over, and return its answer.

        This is a job. A refusal is final only on a state that has caught up, and so is the
        answer that there is nothing to do. What had its effect long ago is answered from there.
        """
        services = self.services
        for _ in range(limits.CONFLICTS_MAX):
            state = self.state
            known = state.requests.get(command.entry_id)
            if known is not None:
                return self._answer_again(known, command)
            try:
                if state.revision >= limits.ENTRIES_MAX and not command.is_server_made:
                    raise ServiceError(Why.LOG_FULL)  # noqa: TRY301 - as any other refusal
                step = self._prepare(command)
                if isinstance(step, bytes):
                    if await self.catch_up():
                        continue
                    return step
            except ServiceError:
                if not await self.catch_up():
                    raise
                continue
            where, head = (self.table_id, state.revision, step.sealed), step.head
            summary, end = step.summary, step.end
            try:
                outcome = await services.log.append(*where, head, summary, end=end)
            except OutcomeUnknown:
                outcome = await resolve_append(
                    services.log, *where, head=head, summary=summary, end=end
                )
            if isinstance(outcome, Appended):
                self._take_over(step)
                return command.answer(step)
            await self.catch_up()
        raise ServiceError(Why.CONTENDED)

    def act_at_once(self, command: Act) -> bytes | None:
        """Do as `apply` if all goes well the first time; None leaves everything to it.

        A table at rest over a log that never waits does it here and now, which saves two
        rounds of the event loop: no wait, nothing to cancel. To refuse is left to `change`,
        which judges on a state that has caught up.
        """
        log, state = self._prompt_log, self.state
        if log is None or self._is_working or self._mailbox:
            return None
        is_known = command.entry_id in state.requests
        if is_known or self._is_let_go or self.quarantine or state.revision >= limits.ENTRIES_MAX:
            return None
        try:
            step = command.prepare(state, self.now_ms(), self.services.names)
            outcome = log.append_at_once(
                self.table_id,
                state.revision,
                step.sealed,
                step.head,
                step.standing.summary,
                end=step.end,
            )
        except Exception:  # noqa: BLE001 - nothing is written: `change` meets it again
            return None
        if not isinstance(outcome, Appended):
            return None
        self._take_over(step)
        return command.answer(step)

    async def validate(self, command: Act) -> bytes:
        """Say whether an action would be accepted; nothing is changed. This is a job."""
        await self.catch_up()
        self._prepare(command)
        return number_field(1, self.state.revision)

    def _prepare(self, command: Command) -> Step | bytes:
        """Prepare a command; what the engine refuses leaves as a `ServiceError`."""
        services = self.services
        try:
            return command.prepare(self.state, self.now_ms(), services.names)
        except _ENGINE_REFUSALS as error:
            if error.reason == Why.DECISION_CLOSED.name:
                facts = {"revision": self.state.revision}
                raise ServiceError(Why.DECISION_CLOSED, facts=facts) from error
            raise from_engine(error) from error
        except engine.EnginePanic as error:
            message = f"the engine broke after revision {self.state.revision}"
            raise ServiceError(Why.TABLE_QUARANTINED, detail=message) from error

    def _take_over(self, step: Step) -> None:
        """Swap a written entry in, and tell it."""
        self.state.commit(step)
        remember(self.recent, step, self.state)
        self._taken_at = now = self.services.clock.monotonic()
        seating = step.standing.seating
        if self.audience.watchers:
            if seating.by_principal is not step.before.seating.by_principal:
                self.audience.dismiss(seating)
            if self.state.spectating.is_free:
                self.audience.publish(step, now)
            else:
                self.audience.publish_apart(self.state, self.recent_step, now)
            if seating.is_closed:
                self.audience.finish()
        if seating.is_closed:
            keep_last(self.recent)
        self._waker.arm()

    def now_ms(self) -> int:
        """Return the time at this table: that of the machine, but never going back.

        A clock that is set back, or a neighbour's that is ahead, must not make a table
        stand still: time goes on from its last entry at least.
        """
        clock = self.services.clock
        now_ms, last_ms = clock.now_ms(), self.state.time_ms
        if now_ms >= last_ms:
            return now_ms
        return last_ms + int((clock.monotonic() - self._taken_at) * 1000)

    async def catch_up(self) -> int:
        """Take over what other processes wrote; returns how many entries. This is a job."""
        count = 0
        services = self.services
        while stored := await services.log.read(self.table_id, self.state.revision):
            for entry, raw in await parse_all(services, stored):
                self._take_over(prepare_logged(self.state, entry, raw, services.names))
            count += len(stored)
        return count

    def _answer_again(self, known: tuple[int, bytes], command: Command) -> bytes | Past:
        """Answer a request that had its effect before, as it was answered then."""
        revision, digest = known
        if digest != command.digest:
            raise ServiceError(Why.REQUEST_ID_REUSED, facts={"revision": revision})
        step = self.recent_step(revision)
        return Past(revision) if step is None else command.answer(step)

    async def _past_step(self, revision: int) -> Step:
        """Return a revision of the past from the log; this is no job, and takes its time."""
        services = self.services
        return await replay_step(services, self.table_id, revision, services.readers.executor)

    async def _step_at(self, revision: int) -> Step:
        """Return a revision that jobs need: those are in memory, but for odd cases."""
        found = self.recent_step(revision)
        return found or await replay_step(self.services, self.table_id, revision)

    def recent_step(self, revision: int) -> Step | None:
        """Return a revision if it is still in memory."""
        if not self.recent:
            return None
        place = revision - self.recent[0].entry.revision
        return self.recent[place] if 0 <= place < len(self.recent) else None

    # --- reading ------------------------------------------------------------------------------

    async def read(self, principal: str) -> Shown:
        """Return the table, caught up with the log, as somebody may know it.

        This is no job: whoever calls it has a reader's turn.
        """
        await self.submit(self.catch_up)
        last = last_shown(self.state, principal)
        return self._shown(self.recent_step(last) or await self._past_step(last), principal)

    async def watched(self, principal: str, min_revision: int) -> Shown:
        """Do as `read`, for who wants to see the match that goes on. This is a job."""
        await self.catch_up()
        check_may_watch(self.state, principal)
        await look_elsewhere(self)
        return await self._show(principal, min_revision)

    async def _show(self, principal: str, min_revision: int) -> Shown:
        """Return the last revision that somebody may know of; raises REVISION_AHEAD."""
        last = last_shown(self.state, principal)
        if last < min_revision:
            raise ServiceError(Why.REVISION_AHEAD, facts={"revision": last})
        return self._shown(await self._step_at(last), principal)

    async def read_own(
        self, principal: str, look: Callable[[TableState, int], T], min_revision: int
    ) -> T:
        """Look at the table for who has a seat there; raises NOT_SEATED. This is a job."""
        await self.catch_up()
        seat = self.state.seating.by_principal.get(principal)
        if seat is None:
            raise ServiceError(Why.NOT_SEATED)
        if self.state.revision < min_revision:
            raise ServiceError(Why.REVISION_AHEAD, facts={"revision": self.state.revision})
        return look(self.state, seat)

    def _shown(self, step: Step, principal: str) -> Shown:
        """Return what somebody is shown, who may know nothing newer than that revision."""
        is_behind = step.entry.revision < self.state.revision
        seat = self.state.seating.by_principal.get(principal)
        return Shown(step, seat, () if is_behind else self.audience.present)

    async def attach(self, viewing: Viewing, after: int | None) -> Watcher | None:
        """Let somebody watch from revision `after`, or from now on. This is a job.

        Returns None if memory does not reach back that far, or it is more than may wait for
        one watcher: replay first.
        """
        await look_elsewhere(self)
        principal = viewing.principal
        step = await self.last_step(viewing)
        last = step.entry.revision
        if after is not None and after > last:
            raise ServiceError(Why.REVISION_AHEAD, facts={"revision": last})
        watcher = Watcher(viewing, after)
        steps: list[Step] = []
        if after is not None and after < last:
            first = self.recent[0].entry.revision if self.recent else last + 1
            if after + 1 < first or last - after > limits.RECENT_STEPS_MAX:
                return None
            steps = list(self.recent)[after + 1 - first : last + 1 - first]
        self.audience.add(watcher, self.services.clock.monotonic())
        shown = self._shown(step, principal)
        if after is None:
            watcher.push(snapshot_bytes(shown, self.services.names, self.now_ms()), last)
        self.audience.catch_up(watcher, steps, shown)
        if self.state.seating.is_closed:
            watcher.finish()
            self.audience.remove(watcher)
        self._follower.check()
        return watcher

    async def last_step(self, viewing: Viewing) -> Step:
        """Return the last revision that somebody may know of, who wants to watch. This is a job."""
        await self.catch_up()
        principal = viewing.principal
        check_finds(self.state.seating, principal, has_code=viewing.has_code)
        check_may_watch(self.state, principal)
        return await self._step_at(last_shown(self.state, principal))

    def detach(self, watcher: Watcher) -> None:
        """Forget a watcher."""
        self.audience.remove(watcher)
        self._follower.check()

    # --- keeping and letting go ---------------------------------------------------------------

    @property
    def is_idle(self) -> bool:
        """Say whether nobody uses the table, and it does nothing soon by itself."""
        busy = self._is_working or bool(self._mailbox) or bool(self.audience.watchers)
        return not busy and not self._waker.is_armed

    def is_waiting(self, revision: int) -> bool:
        """Say whether the table knows of that revision, and wakes itself later."""
        return self.state.revision >= revision and self._waker.is_set

    def look_at_log(self) -> None:
        """Catch up some time soon, and do what is due."""
        self.post(self._waker.check)

    def _set_quarantine(self, error: ServiceError) -> None:
        """Close the table in this process."""
        self.quarantine = error
        self.services.report(
            "table_quarantined",
            table_id=self.table_id,
            revision=self.state.revision,
            cause=error.cause,
            exc_info=error,
        )
        self.audience.finish(self._quarantined())
        self._waker.disarm()
        self._follower.check()

    def _quarantined(self) -> ServiceError:
        """Refuse, for what closed the table."""
        detail = self.quarantine.detail if self.quarantine is not None else ""
        return ServiceError(Why.TABLE_QUARANTINED, detail=detail)

    async def aclose(self, end: ServiceError | None = None) -> None:
        """Finish what has begun, end the streams, and let go."""
        self._waker.disarm()
        self.audience.finish(end)
        self._follower.check()
        self._is_let_go = True
        if self.quarantine is None:
            last: asyncio.Future[None] = self._loop.create_future()
            self._mailbox.append((last, _nothing, ()))
            self._rouse()
            await last
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


async def _nothing() -> None:
    """Be the last job: what came before it is done."""
