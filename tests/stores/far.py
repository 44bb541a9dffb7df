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

from stores.frames import receive, send

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


@contextlib.asynccontextmanager
async def in_other_process(path: Path, durability: str) -> AsyncIterator[EventLog]:
    """Use the log of a SQLite file that another operating system process has open."""
    process = await start("stores.log_process", str(path), durability)
    assert process.stdin is not None
    assert process.stdout is not None
    writer, reader = process.stdin, process.stdout
    waiting: dict[int, asyncio.Future[Any]] = {}
    numbers = itertools.count()

    async def take_answers() -> None:
        while True:
            number, error, answer = await receive(reader)
            future = waiting.pop(number)
            if not future.done():
                if error is None:
                    future.set_result(answer)
                else:
                    future.set_exception(error)

    async def forward(name: str, args: tuple[Any, ...], options: dict[str, Any]) -> Any:
        number = next(numbers)
        waiting[number] = asyncio.get_running_loop().create_future()
        send(writer, (number, name, args, options))
        return await waiting[number]

    taking = asyncio.create_task(take_answers())
    try:
        yield cast("EventLog", FarLog(forward))
    finally:
        taking.cancel()
        await asyncio.gather(taking, return_exceptions=True)
        writer.close()
        await process.wait()


async def start(module: str, *args: str) -> asyncio.subprocess.Process:
    """Start a module of these tests as a process of its own, with pipes."""
    paths = [str(TESTS), *(path for path in sys.path if path)]
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        *args,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )
