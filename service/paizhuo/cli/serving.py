"""Run a server until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import multiprocessing
import os
import signal
import threading
from typing import TYPE_CHECKING

import typer

from paizhuo import limits
from paizhuo.auth.keys import KeyRefused
from paizhuo.cli.announcing import Addresses, greeting
from paizhuo.clock import SystemClock, SystemRandomness
from paizhuo.open_files import allow_many
from paizhuo.rpc.server import Server
from paizhuo.stores.base import StoreUnavailable
from paizhuo.stores.opening import open_stores
from paizhuo.telemetry.logs import configure

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

    from paizhuo.cli.announcing import Announcing
    from paizhuo.config import Config
    from paizhuo.rpc.server import Listener


def run_server(config: Config, announcing: Announcing, *, is_quiet: bool) -> int:
    """Serve until SIGTERM or SIGINT; returns the exit code."""

    def tell(addresses: Addresses) -> None:
        announcing.write(addresses)
        if not is_quiet:
            typer.echo(greeting(config, addresses))

    return _run(config, tell, is_quiet=is_quiet)


def serve_worker(config: Config, ready: Connection) -> None:
    """Serve as one of several processes, until told to stop or the parent is no more."""

    def tell(_: Addresses) -> None:
        ready.send_bytes(b"listening")
        ready.close()

    code = _run(config, tell, is_quiet=True)
    if code:
        raise SystemExit(code)


def _run(config: Config, tell: Callable[[Addresses], None], *, is_quiet: bool) -> int:
    """Serve; returns the exit code, once it was told why where that is not 0."""
    configure(config.log_level, config.log_form)
    allow_many()
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(_serve(config, tell, is_quiet=is_quiet))
    except (OSError, StoreUnavailable, KeyRefused) as error:
        typer.echo(f"paizhuo: {error}", err=True)
        return 1
    return 0


def make_listener(config: Config) -> Listener | None:
    """Return what serves HTTP beside gRPC, None where nothing shall."""
    if config.http_listen is None:
        return None
    from paizhuo.gateway.server import Gateway  # noqa: PLC0415 - what is off is not loaded

    return Gateway(config.http_listen, config)


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return what makes the faster event loop, where it is to be had."""
    with contextlib.suppress(ImportError):
        import uvloop  # noqa: PLC0415

        return uvloop.new_event_loop
    return None


async def _serve(config: Config, tell: Callable[[Addresses], None], *, is_quiet: bool) -> None:
    """Start, say where, wait for a signal, stop."""
    clock = SystemClock()
    stores = open_stores(config.durability.value, config.data, clock.now_ms)
    try:
        server = Server(
            config,
            stores,
            clock=clock,
            randomness=SystemRandomness(),
            listener=make_listener(config),
        )
    except KeyRefused:
        await stores.aclose()
        raise
    # What was loaded until now stays: no collection needs to look at it again.
    gc.freeze()
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    parent = multiprocessing.parent_process()
    if parent is not None:
        # A parent that was killed could not tell; nobody would start or stop this one then.
        loop.add_reader(int(parent.sentinel), stop.set)
    port = await server.start()
    http = config.http_listen and f"{config.http_listen.rpartition(':')[0]}:{server.http_port}"
    tell(Addresses(f"{config.listen.rpartition(':')[0] or '127.0.0.1'}:{port}", http))
    await stop.wait()
    if parent is not None:
        loop.remove_reader(int(parent.sentinel))
    if not is_quiet:
        typer.echo("Stopping: calls finish, streams are told.")
    guard = threading.Timer(limits.DRAIN_S, _give_up)
    guard.daemon = True
    guard.start()
    try:
        await server.stop()
    finally:
        guard.cancel()


def _give_up() -> None:
    """End at once: what was answered is stored, and waiting on could last for ever."""
    typer.echo(f"paizhuo: not stopped after {limits.DRAIN_S:.0f} seconds; it ends now", err=True)
    os._exit(1)
