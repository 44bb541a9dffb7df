"""Play at the terminal table, with a server of its own where none is named."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from paizhuo.cli.serving import loop_factory
from paizhuo.clock import SystemClock, SystemRandomness
from paizhuo.config import Config, Durability
from paizhuo.rpc.server import Server
from paizhuo.stores.opening import open_stores

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from paizhuo_table.program import Person
    from paizhuo_table.sitting import Wish

_PROGRAM: Final = "paizhuo play"
_GRACE_S: Final = 0.2
_REPORTS_MAX: Final = 20
"""How many of the server's log lines are kept for when the screen is free again."""


def run_play(server: str, wish: Wish, person: Person) -> int:
    """Play at that server, or at one that lives as long as the table; returns the exit code."""
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(_play(server, wish, person))


async def _play(server: str, wish: Wish, person: Person) -> int:
    from paizhuo_table.program import Called, play  # noqa: PLC0415 - the client may be missing

    if server:
        back = f"{_PROGRAM} --server {server} --table"
        return await play(server, wish, person, called=Called(_PROGRAM, back))
    reports: deque[str] = deque(maxlen=_REPORTS_MAX)
    async with embedded(reports) as address:
        code = await play(address, wish, person, called=Called(_PROGRAM))
    for line in reports:
        typer.echo(line, err=True)
    return code


@asynccontextmanager
async def embedded(reports: deque[str]) -> AsyncIterator[str]:
    """Run a server in this event loop that keeps everything in memory; give its address."""

    def report(event: str, **fields: object) -> None:
        reports.append(" ".join([event, *(f"{name}={value}" for name, value in fields.items())]))

    clock = SystemClock()
    config = Config(listen="127.0.0.1:0", durability=Durability.MEMORY)
    stores = open_stores(config.durability.value, Path(), clock.now_ms)
    server = Server(config, stores, clock=clock, randomness=SystemRandomness(), report=report)
    port = await server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        await server.stop(grace_s=_GRACE_S)
