"""Measure a server under fifty tables of bots and scripted seats, over gRPC on this machine.

The clients run in this process and share the machine with the server, so that what they take
is part of every time.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Final

from load.session import LoadSession
from service.playing import ServerProcess, connected

SECONDS: Final = 20.0


async def _measure() -> dict[str, float]:
    """Play on a server that keeps everything durable."""
    with tempfile.TemporaryDirectory() as folder:
        process = ServerProcess(Path(folder), "--durability", "full")
        async with connected(await process.start()) as client:
            figures = await LoadSession(client, seed=1).run(SECONDS)
        await process.stop()
    return figures.summary()


def measure() -> dict[str, float]:
    """Return actions a second, and how long answers and events took (`make bench`)."""
    return asyncio.run(_measure())
