"""Run SQLite calls in threads of their own and bring the answers back to the callers."""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import threading
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

import apsw

from paizhuo.stores.base import StoreUnavailable, Trouble
from paizhuo.stores.sqlite_file import FileSpec, open_connection, unavailable
from paizhuo.stores.watching import call_in

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

GROUP_JOBS_MAX: Final = 256
"""Most jobs that a thread takes at once."""


class Job(Generic[T]):
    """Hold one call that somebody awaits in an event loop."""

    __slots__ = ("_answer", "_error", "_future", "_loop", "call")

    def __init__(self, call: Callable[[apsw.Connection], T]) -> None:
        """Await `call` in the running loop."""
        self.call = call
        self._loop: Final = asyncio.get_running_loop()
        self._future: Final[asyncio.Future[T]] = self._loop.create_future()
        self._answer: T | None = None
        self._error: BaseException | None = None

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """Return the loop in which the caller waits."""
        return self._loop

    async def wait(self) -> T:
        """Wait for the answer; cancelling the wait does not cancel the call."""
        return await self._future

    def succeed(self, answer: T) -> None:
        """Set the answer; `settle` brings it to the caller."""
        self._answer = answer

    def fail(self, error: BaseException) -> None:
        """Set the error; `settle` brings it to the caller."""
        self._error = error

    def deliver(self) -> None:
        """Hand answer or error to the caller; call this in his loop only."""
        if self._future.done():
            return
        if self._error is not None:
            self._future.set_exception(self._error)
        else:
            self._future.set_result(self._answer)  # type: ignore[arg-type]


AnyJob = Job[Any]


class Server(Protocol):
    """Answer jobs in a thread of `Workers`."""

    group_jobs_max: int
    """Most jobs that `serve` takes at once."""

    def prepare(self, connection: apsw.Connection) -> None:
        """Set up a connection before the first job."""
        ...

    def serve(self, connection: apsw.Connection, group: list[AnyJob]) -> None:
        """Answer each job of the group and `settle` it; nothing may be raised."""
        ...


class EachServer:
    """Run each job by itself."""

    def __init__(self, spec: FileSpec) -> None:
        """Name the file in errors."""
        self.group_jobs_max = 1
        self._spec = spec

    def prepare(self, connection: apsw.Connection) -> None:
        """Leave the connection as it is."""

    def serve(self, connection: apsw.Connection, group: list[AnyJob]) -> None:
        """Run the jobs one after another."""
        for job in group:
            run_job(connection, job, self._spec)
        settle(group)


class Workers:
    """Run jobs in threads, each with its own connection.

    Refuses use in a forked child, whose threads do not exist.
    """

    def __init__(
        self,
        spec: FileSpec,
        server: Server,
        *,
        count: int = 1,
        reads_only: bool = False,
    ) -> None:
        """Open the connections, which raises `StoreUnavailable`, and start the threads."""
        self._spec = spec
        self._server = server
        self._pid: Final = os.getpid()
        self._lock = threading.Lock()
        self._closed = False
        self._jobs: queue.SimpleQueue[AnyJob | None] = queue.SimpleQueue()
        self._connections: list[apsw.Connection] = []
        try:
            for _ in range(count):
                connection = open_connection(spec, reads_only=reads_only)
                self._connections.append(connection)
                server.prepare(connection)
        except StoreUnavailable:
            self._close_connections()
            raise
        self._threads = [
            threading.Thread(
                target=self._work, args=(connection,), name="paizhuo-store", daemon=True
            )
            for connection in self._connections
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, job: AnyJob) -> None:
        """Queue a job. Raises `StoreUnavailable` if closed or forked."""
        if os.getpid() != self._pid:
            message = f"{self._spec.path.name} was opened before a fork; open it again here"
            raise StoreUnavailable(Trouble.FORKED, message)
        with self._lock:
            if self._closed:
                raise StoreUnavailable(Trouble.CLOSED, f"{self._spec.path.name} was closed")
            self._jobs.put(job)

    async def run(self, call: Callable[[apsw.Connection], T]) -> T:
        """Run a call in one of the threads. Raises `StoreError`."""
        job = Job(call)
        self.submit(job)
        return await job.wait()

    def close(self) -> None:
        """Finish what was queued, end the threads, close the connections. Blocks."""
        with self._lock:
            already, self._closed = self._closed, True
        if os.getpid() != self._pid:
            return
        if not already:
            for _ in self._threads:
                self._jobs.put(None)
        for thread in self._threads:
            thread.join()
        self._close_connections()

    def _close_connections(self) -> None:
        """Close the connections; the last one of a file checkpoints it."""
        for connection in self._connections:
            try:
                connection.close()
            except apsw.Error:
                # What was acknowledged stands in the log already.
                connection.close(force=True)

    def _work(self, connection: apsw.Connection) -> None:
        """Serve jobs until told to end."""
        while (first := self._jobs.get()) is not None:
            group, ends = [first], False
            while len(group) < self._server.group_jobs_max and not ends:
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if job is None:
                    ends = True
                else:
                    group.append(job)
            self._server.serve(connection, group)
            if ends:
                return


def run_job(connection: apsw.Connection, job: AnyJob, spec: FileSpec) -> None:
    """Run one job and set its answer or its error."""
    try:
        job.succeed(job.call(connection))
    except apsw.Error as error:
        job.fail(unavailable(spec, error))
    except Exception as error:  # noqa: BLE001 - whatever it is, the caller must hear of it
        job.fail(error)
    finally:
        roll_back(connection)


def roll_back(connection: apsw.Connection) -> None:
    """End a transaction that has failed, unless SQLite has done so already."""
    if connection.in_transaction:
        with contextlib.suppress(apsw.Error):
            connection.execute("ROLLBACK")


def settle(group: list[AnyJob]) -> None:
    """Bring the answers to the callers, with one wake-up per event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[AnyJob]] = {}
    for job in group:
        by_loop.setdefault(job.loop, []).append(job)
    for loop, jobs in by_loop.items():
        call_in(loop, _deliver_each, jobs)


def _deliver_each(jobs: list[AnyJob]) -> None:
    """Deliver several jobs of one loop."""
    for job in jobs:
        job.deliver()
