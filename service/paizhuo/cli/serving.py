"""Run a server until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
from typing import TYPE_CHECKING

import typer

from paizhuo.clock import SystemClock, SystemRandomness
from paizhuo.config import Durability
from paizhuo.rpc.server import Server
from paizhuo.stores.base import StoreUnavailable
from paizhuo.stores.opening import open_stores
from paizhuo.telemetry.logs import configure

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from paizhuo.config import Config


def run_server(config: Config, announce: Path | None, *, is_quiet: bool) -> int:
    """Serve until SIGTERM or SIGINT; returns the exit code."""
    configure(config.log_level, config.log_form)
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(_serve(config, announce, is_quiet=is_quiet))
    except (OSError, StoreUnavailable) as error:
        typer.echo(f"paizhuo: {error}", err=True)
        return 1
    return 0


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return what makes the faster event loop, where it is to be had."""
    with contextlib.suppress(ImportError):
        import uvloop  # noqa: PLC0415

        return uvloop.new_event_loop
    return None


async def _serve(config: Config, announce: Path | None, *, is_quiet: bool) -> None:
    """Start, say where, wait for a signal, stop."""
    clock = SystemClock()
    stores = open_stores(config.durability.value, config.data, clock.now_ms)
    server = Server(config, stores, clock=clock, randomness=SystemRandomness())
    # What was loaded until now stays: no collection needs to look at it again.
    gc.freeze()
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    port = await server.start()
    address = f"{config.listen.rpartition(':')[0] or '127.0.0.1'}:{port}"
    if announce is not None:
        _announce(announce, address)
    if not is_quiet:
        typer.echo(_greeting(config, address))
    await stop.wait()
    if not is_quiet:
        typer.echo("Stopping: calls finish, streams are told.")
    await server.stop()


def _announce(path: Path, address: str) -> None:
    """Write the address in one step, so that no reader sees half of it."""
    draft = path.with_name(path.name + ".part")
    draft.write_text(address)
    os.replace(draft, path)  # noqa: PTH105 - the one call that is atomic everywhere


def _greeting(config: Config, address: str) -> str:
    """Say where it listens, and what to try."""
    where = "in memory" if config.durability is Durability.MEMORY else f"in {config.data}/"
    return "\n".join(
        (
            (
                f"paizhuo listens on {address} (gRPC); tables are kept {where}, durability "
                f"{config.durability.value}."
            ),
            "Try, from another shell:",
            f"  grpcurl -plaintext {address} list",
            f"  grpcurl -plaintext {address} paizhuo.v1.CatalogueService/ListGames",
            (
                f'  grpcurl -plaintext -d \'{{"name": "Ann"}}\' {address} '
                "paizhuo.v1.AuthService/CreateGuest"
            ),
            "  paizhuo demo",
        )
    )
