"""Give tests a server in this process that serves HTTP too, and a client that sends anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from service.playing import Client, connected, served

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from paizhuo.rpc.server import Server


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """Run a server that keeps everything in memory."""
    async with served(tmp_path, http_listen="127.0.0.1:0") as running:
        yield running


@pytest.fixture
async def client(server: Server) -> AsyncIterator[Client]:
    """Connect to it over gRPC."""
    async with connected(f"127.0.0.1:{server.port}") as found:
        yield found


@pytest.fixture
async def http(server: Server) -> AsyncIterator[httpx.AsyncClient]:
    """Connect to it over HTTP."""
    url = f"http://127.0.0.1:{server.http_port}"
    async with httpx.AsyncClient(base_url=url, timeout=60, verify=False) as found:  # noqa: S501 - no TLS here
        yield found
