"""Run several server processes on the same ports, and a parent that keeps them running.

Each is a fresh process (spawned, never forked: threads and locks do not survive a fork)
and serves every table. The system spreads connections among them (SO_REUSEPORT). A
worker that dies is started again, later and later if it dies again; the others go on.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import socket
import time
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Final

import typer

from paizhuo import limits
from paizhuo.auth.keys import KeyRefused
from paizhuo.auth.platform import open_platform
from paizhuo.cli.announcing import Addresses, greeting
from paizhuo.cli.serving import serve_worker
from paizhuo.clock import SystemClock
from paizhuo.config import Config, Durability
from paizhuo.stores.base import StoreUnavailable
from paizhuo.stores.opening import open_stores

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.context import SpawnProcess

    from paizhuo.cli.announcing import Announcing

_BACK_OFF_S: Final = 0.5
_BACK_OFF_MAX_S: Final = 15.0
_STEADY_S: Final = 30.0
"""How long a worker has to live for its end to count as the first one."""
_KILL_AFTER_S: Final = limits.DRAIN_S - 1.0

_SPAWN: Final = multiprocessing.get_context("spawn")


class WorkersRefused(Exception):
    """Say in one line why there cannot be several workers."""


class _Worker:
    """Hold the place of one worker, and the process that has it now."""

    def __init__(self) -> None:
        """Begin with none."""
        self.process: SpawnProcess | None = None
        self.ready: Connection | None = None
        self.has_listened = False
        self.start_at = 0.0
        self._started = 0.0
        self._ends = 0

    def start(self, config: Config) -> None:
        """Start a fresh process."""
        self.ready, theirs = _SPAWN.Pipe(duplex=False)
        self.process = _SPAWN.Process(target=serve_worker, args=(config, theirs))
        self.process.start()
        theirs.close()
        self._started = time.monotonic()

    def note_ready(self) -> None:
        """Take in that it listens, or that it never will."""
        if self.ready is None:
            return
        with contextlib.suppress(EOFError, OSError):
            self.has_listened = self.ready.recv_bytes() == b"listening" or self.has_listened
        self.ready.close()
        self.ready = None

    def bury(self) -> None:
        """Forget a process that has ended, and say when the next one may start."""
        if self.process is None:
            return
        self.process.join()
        now = time.monotonic()
        self._ends = 1 if now - self._started >= _STEADY_S else self._ends + 1
        self.start_at = now + min(_BACK_OFF_S * 2 ** (self._ends - 1), _BACK_OFF_MAX_S)
        self.process = None


def run_workers(config: Config, count: int, announcing: Announcing, *, is_quiet: bool) -> int:
    """Serve from so many processes until SIGTERM or SIGINT; returns the exit code."""
    try:
        _check(config, count)
        # Holding the ports keeps them ours while workers come and go; nothing connects here.
        with _held_ports(config) as addresses, _signals() as (stopping, woken):
            grpc, http = addresses
            config = replace(config, listen=grpc, http_listen=http, shares_port=True)
            workers = [_Worker() for _ in range(count)]
            return _Parent(config, workers, announcing, is_quiet=is_quiet).run(stopping, woken)
    except (OSError, StoreUnavailable, KeyRefused, WorkersRefused) as error:
        typer.echo(f"paizhuo: {error}", err=True)
        return 1


class _Parent:
    """Watch over the workers."""

    def __init__(
        self, config: Config, workers: list[_Worker], announcing: Announcing, *, is_quiet: bool
    ) -> None:
        """Begin with none of them started."""
        self._config = config
        self._workers = workers
        self._announcing = announcing
        self._is_quiet = is_quiet
        self._has_announced = False

    def run(self, stopping: list[int], woken: int) -> int:
        """Start them, start again what dies, and stop all when told to."""
        try:
            while not stopping:
                self._start_due()
                self._wait(woken)
                if not self._has_announced and self._has_failed():
                    return 1
                self._announce_once()
            if not self._is_quiet:
                typer.echo("Stopping: calls finish, streams are told.")
            return 0
        finally:
            self._stop()

    def _start_due(self) -> None:
        """Start every worker whose time has come."""
        for worker in self._workers:
            if worker.process is None and worker.start_at <= time.monotonic():
                worker.start(self._config)

    def _wait(self, woken: int) -> None:
        """Wait until a worker says something or ends, a signal comes, or one may start."""
        waits: list[Connection | int] = [woken]
        waits += [worker.ready for worker in self._workers if worker.ready is not None]
        waits += [worker.process.sentinel for worker in self._workers if worker.process]
        told = set(map(id, wait(waits, timeout=_BACK_OFF_S / 2)))
        for worker in self._workers:
            if worker.ready is not None and id(worker.ready) in told:
                worker.note_ready()
            if worker.process is not None and not worker.process.is_alive():
                worker.note_ready()
                if self._has_announced:
                    typer.echo(
                        f"paizhuo: a worker ended with {worker.process.exitcode}; "
                        "another is started",
                        err=True,
                    )
                worker.bury()

    def _has_failed(self) -> bool:
        """Say whether one ended before it had ever listened; it has said why."""
        return any(not worker.has_listened and worker.process is None for worker in self._workers)

    def _announce_once(self) -> None:
        """Tell where they listen, once all of them do."""
        if self._has_announced or not all(worker.has_listened for worker in self._workers):
            return
        self._has_announced = True
        addresses = Addresses(self._config.listen, self._config.http_listen)
        self._announcing.write(addresses)
        if not self._is_quiet:
            typer.echo(greeting(self._config, addresses, len(self._workers)))

    def _stop(self) -> None:
        """Ask all to stop, and end those that have not when it is time."""
        running = [worker.process for worker in self._workers if worker.process is not None]
        for process in running:
            process.terminate()
        deadline = time.monotonic() + _KILL_AFTER_S
        for process in running:
            process.join(max(0.0, deadline - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()


def _check(config: Config, count: int) -> None:
    """Raise unless so many processes can serve this: here once instead of in each of them."""
    if config.durability is Durability.MEMORY:
        message = "--workers needs a store that processes share: --durability normal or full"
        raise WorkersRefused(message)
    if not hasattr(socket, "SO_REUSEPORT"):
        raise WorkersRefused(f"--workers {count}: this system cannot share a port")
    open_platform(config, print)
    # The first to open a new folder makes its files.
    stores = open_stores(config.durability.value, config.data, SystemClock().now_ms)
    asyncio.run(stores.aclose())


@contextlib.contextmanager
def _held_ports(config: Config) -> Iterator[Addresses]:
    """Hold the port of gRPC, and that of HTTP where there is one; gives the addresses."""
    with contextlib.ExitStack() as held:
        grpc = held.enter_context(_held_port(config.listen))
        http = config.http_listen
        yield Addresses(grpc, None if http is None else held.enter_context(_held_port(http)))


@contextlib.contextmanager
def _held_port(listen: str) -> Iterator[str]:
    """Bind the address without listening, so that port 0 becomes one; gives the address."""
    host, colon, port = listen.rpartition(":")
    if not colon or not port.isdecimal():
        raise OSError(f"cannot listen on {listen}")
    name = host.strip("[]")
    family = socket.AF_INET6 if ":" in name else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        try:
            held.bind((name, int(port)))
        except (OSError, OverflowError) as error:
            raise OSError(f"cannot listen on {listen}") from error
        yield f"{host}:{held.getsockname()[1]}"


@contextlib.contextmanager
def _signals() -> Iterator[tuple[list[int], int]]:
    """Take SIGTERM and SIGINT; gives what came, and what can be read once one has."""
    stopping: list[int] = []
    reader, writer = os.pipe()
    os.set_blocking(writer, False)

    def take(number: int, _: object) -> None:
        stopping.append(number)
        with contextlib.suppress(BlockingIOError):
            os.write(writer, b"!")

    before = {number: signal.signal(number, take) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield stopping, reader
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(reader)
        os.close(writer)
