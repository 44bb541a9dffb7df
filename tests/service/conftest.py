"""Give tests a server in this process, and one client."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.playing import Client, Game, connected, served, start_game

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from paizhuo.rpc.server import Server


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """Run a server in this process that keeps everything in memory."""
    async with served(tmp_path) as running:
        yield running


@pytest.fixture
async def client(server: Server) -> AsyncIterator[Client]:
    """Connect to it."""
    async with connected(f"127.0.0.1:{server.port}") as found:
        yield found


@pytest.fixture
async def game(client: Client) -> Game:
    """Deal the first deal to three guests."""
    return await start_game(client)
