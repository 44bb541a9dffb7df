"""Fixtures for pytest: `pytest_plugins = ["paizhuo_client.testing.fixtures"]` in the top conftest.

They need pytest-asyncio (`pip install paizhuo-client[testing]`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest_asyncio

from paizhuo_client.client import Client
from paizhuo_client.retrying import Retrying
from paizhuo_client.testing.server import FakeServer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@pytest_asyncio.fixture
async def fake_server() -> AsyncIterator[FakeServer]:
    """Run a fake server."""
    async with FakeServer() as server:
        yield server


@pytest_asyncio.fixture
async def fake_client(fake_server: FakeServer) -> AsyncIterator[Client]:
    """Connect to the fake server, as a client that does not wait long between attempts."""
    retrying = Retrying(first_s=0.001, most_s=0.01)
    async with Client(fake_server.address, token="test", retrying=retrying) as client:  # noqa: S106 - no secret
        yield client
