"""Use a log that lives in another process, or in another event loop, like one's own."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

from stores.frames import frame, read_frame

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from paizhuo.stores.base import EventLog, StoredEntry

    Forward = Callable[[str, tuple[Any, ...], dict[str, Any]], Awaitable[Any]]

TESTS = Path(__file__).resolve().parents[1]


class Host:
    """Answer calls on a log, its watches included, by name."""

    def __init__(self, log: EventLog) -> None:
        """Serve that log."""
        self.log = log
        self._watches: list[Any] = []

    async def call(self, name: str, args: tuple[Any, ...], options: dict[str, Any]) -> Any:
        """Call a method of the log, or go on with one of its watches."""
        if name == "watch":
            self._watches.append(self.log.watch(*args, **options))
            return len(self._watches) - 1
        if name == "watch.next":
            return await anext(self._watches[args[0]])
        if name == "watch.close":
            return await self._watches[args[0]].aclose()
        return await getattr(self.log, name)(*args, **options)


class FarLog:
    """Forward every call to a host that is somewhere else."""

    def __init__(self, forward: Forward) -> None:
        """Forward by `await forward(name, args, options)`."""
        self._forward = forward

    def __getattr__(self, name: str) -> Callable[..., Any]:
        async def far(*args: Any, **options: Any) -> Any:
            return await self._forward(name, args, options)

        return far

    def watch(self, table_id: str, after: int = 0) -> FarWatch:
        """Watch there."""
        return FarWatch(self._forward, table_id, after)


class FarWatch:
    """Forward the calls of one watch."""

    def __init__(self, forward: Forward, table_id: str, after: int) -> None:
        """Begin to watch with the first call."""
        self._forward = forward
        self._where = (table_id, after)
        self._handle: int | None = None

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> StoredEntry:
        if self._handle is None:
            self._handle = await self._forward("watch", self._where, {})
        return cast("StoredEntry", await self._forward("watch.next", (self._handle,), {}))

    async def aclose(self) -> None:
        """Stop watching there."""
        if self._handle is not None:
            await self._forward("watch.close", (self._handle,), {})


@contextlib.asynccontextmanager
async def in_other_loop(log: EventLog) -> AsyncIterator[EventLog]:
    """Use a log from an event loop that runs in another thread."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    host = Host(log)

    async def forward(name: str, args: tuple[Any, ...], options: dict[str, Any]) -> Any:
        call = asyncio.run_coroutine_threadsafe(host.call(name, args, options), loop)
        return await asyncio.wrap_future(call)

    try:
        yield cast("EventLog", FarLog(forward))
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


class OtherProcess:
    """Be an operating system process that opens logs, for as many tests as like."""

    def __init__(self) -> None:
        """Start it."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "stores.log_process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(),
        )
        self._numbers = itertools.count()
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._thread = threading.Thread(target=self._take_answers, daemon=True)
        self._thread.start()

    @contextlib.asynccontextmanager
    async def log(self, path: Path, durability: str) -> AsyncIterator[EventLog]:
        """Use the log of a file that is open there."""
        number = await self._ask(None, "open", (str(path), durability), {})

        async def forward(name: str, args: tuple[Any, ...], options: dict[str, Any]) -> Any:
            return await self._ask(number, name, args, options)

        try:
            yield cast("EventLog", FarLog(forward))
        finally:
            await self._ask(number, "aclose", (), {})

    def end(self) -> None:
        """Let it end."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._thread.join()
        self._process.stdout.close()

    async def _ask(
        self, log: int | None, name: str, args: tuple[Any, ...], options: dict[str, Any]
    ) -> Any:
        """Send a call and wait for its answer."""
        assert self._process.stdin is not None
        number = next(self._numbers)
        future = self._waiting[number] = asyncio.get_running_loop().create_future()
        self._process.stdin.write(frame((number, log, name, args, options)))
        self._process.stdin.flush()
        return await future

    def _take_answers(self) -> None:
        """Bring the answers to those who wait, until the process ends."""
        assert self._process.stdout is not None
        while (answer := read_frame(self._process.stdout)) is not None:
            number, error, value = answer
            future = self._waiting.pop(number)
            # The loop of a test that gave up waiting is closed.
            with contextlib.suppress(RuntimeError):
                future.get_loop().call_soon_threadsafe(_settle, future, error, value)


def _settle(future: asyncio.Future[Any], error: Exception | None, value: Any) -> None:
    """Give an answer to who waits for it, if he still does."""
    if future.done():
        return
    if error is None:
        future.set_result(value)
    else:
        future.set_exception(error)


def environment() -> dict[str, str]:
    """Return an environment in which other processes find what this one finds."""
    paths = [str(TESTS), *(path for path in sys.path if path)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


async def start(module: str, *args: str) -> asyncio.subprocess.Process:
    """Start a module of these tests as a process of its own, with pipes."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        *args,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
    )
