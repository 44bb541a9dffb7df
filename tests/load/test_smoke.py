"""Fifty tables at once, for a bounded time: everything is answered, and everybody is in step."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from load.session import TABLES, LoadSession
from service.playing import ServerProcess, connected

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
async def test_fifty_tables_stay_in_step(tmp_path: Path) -> None:
    """No call is refused, no stream has a gap, and each client's view is the server's."""
    seed = random.randrange(1 << 32)
    process = ServerProcess(tmp_path, "--durability", "full")
    async with connected(await process.start()) as client:
        session = LoadSession(client, seed)
        figures = await session.run(seconds=10)
    assert await process.stop() == 0
    summary = figures.summary()
    assert summary["actions"] >= TABLES, f"seed {seed}: {summary}"
    assert len(figures.events_s) >= TABLES, f"seed {seed}: {summary}"
