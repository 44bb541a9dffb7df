"""Run two server processes over one data folder, and spread a client's calls over both."""

from __future__ import annotations

import signal
import subprocess
import time
import uuid
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final, Self

import grpc.aio

from service.playing import Client, serve_command

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence
    from pathlib import Path

    from paizhuo.stores.opening import Stores

ONE: Final = "one"
TWO: Final = "two"
"""How many processes a test runs against."""

START_S_MAX = 60.0
STOP_S_MAX = 60.0


class Pair:
    """Hold two running server processes, and their files as a test may look into them."""

    stores: Stores

    def __init__(
        self, data: Path, processes: Sequence[subprocess.Popen[bytes]], addresses: Sequence[str]
    ) -> None:
        """Keep what was started."""
        self.data = data
        self.processes = processes
        self.addresses = addresses

    @classmethod
    def start(cls, folder: Path, *flags: str) -> Self:
        """Start both; waits until they listen."""
        announced = [folder / f"address-{uuid.uuid4().hex}" for _ in range(2)]
        data = folder / "data"
        processes = [subprocess.Popen(serve_command(data, path, *flags)) for path in announced]
        end = time.monotonic() + START_S_MAX
        while not all(path.exists() for path in announced):
            assert all(process.poll() is None for process in processes), "a server died"
            assert time.monotonic() < end, "a server does not listen"
            time.sleep(0.02)
        return cls(data, processes, [path.read_text() for path in announced])

    def stop(self) -> list[int]:
        """Ask both to stop, and return their exit codes."""
        for process in self.processes:
            process.send_signal(signal.SIGTERM)
        return [process.wait(STOP_S_MAX) for process in self.processes]


class SpreadChannel:
    """Be a channel whose calls go now to one server, now to another.

    The turns are those of Thue and Morse, which have no period: no habit of a test, such as
    to look and then to act, always finds the same server for the same thing.
    """

    def __init__(self, channels: Sequence[grpc.aio.Channel]) -> None:
        """Begin with the first of two."""
        self._channels = channels
        self._calls = 0

    def _spread(self, make: Callable[[grpc.aio.Channel], Any]) -> Callable[..., Any]:
        """Make the same call of every channel, and take them by turns."""
        calls = [make(channel) for channel in self._channels]

        def call(*args: Any, **kwargs: Any) -> Any:
            turn = self._calls.bit_count() % len(calls)
            self._calls += 1
            return calls[turn](*args, **kwargs)

        return call

    def unary_unary(self, *args: Any, **kwargs: Any) -> Callable[..., Any]:
        """Make a call with one request and one answer."""
        return self._spread(lambda channel: channel.unary_unary(*args, **kwargs))

    def unary_stream(self, *args: Any, **kwargs: Any) -> Callable[..., Any]:
        """Make a call whose answers stream."""
        return self._spread(lambda channel: channel.unary_stream(*args, **kwargs))

    def stream_stream(self, *args: Any, **kwargs: Any) -> Callable[..., Any]:
        """Make a call where both stream."""
        return self._spread(lambda channel: channel.stream_stream(*args, **kwargs))


@asynccontextmanager
async def paired(addresses: Sequence[str]) -> AsyncIterator[Client]:
    """Connect to two servers at once."""
    async with (
        grpc.aio.insecure_channel(addresses[0]) as one,
        grpc.aio.insecure_channel(addresses[1]) as two,
    ):
        channel: Any = SpreadChannel((one, two))
        yield Client(channel)
