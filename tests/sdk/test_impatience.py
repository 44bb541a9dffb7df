"""Readers that give up and come again neither hurry the server nor break the stream."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from paizhuo.v1 import auth_service_pb2
from paizhuo_client import Client, Guest, LiveTable, Retrying

if TYPE_CHECKING:
    from paizhuo_client.testing import FakeServer, FakeTable

OUTER_S = 60
GLANCE_S = 0.02
GLANCES = 20
STAID = Retrying(first_s=1000, most_s=1000, call_s=5, chance=lambda: 1.0)
"""Waits so long that nobody in a test sees the end of it."""
QUICK = Retrying(first_s=0.001, most_s=0.01)


async def glance(live: LiveTable) -> None:
    """Look for a change, and give up soon."""
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(GLANCE_S):
            await anext(live)


async def begun(table: FakeTable, live: LiveTable) -> None:
    """Read the first change."""
    async with asyncio.timeout(OUTER_S):
        assert (await anext(live)).revision == table.revision


async def test_glances_do_not_shorten_the_wait(fake_server: FakeServer) -> None:
    """A stream that is to wait waits, however often its reader gives up and comes again."""
    table = fake_server.add_table()
    async with Client(fake_server.address, token="t", retrying=STAID) as client:
        async with client.table(table.table_id).watch() as live:
            await begun(table, live)
            table.drop_streams()
            for _ in range(GLANCES):
                await glance(live)
        assert len(fake_server.calls_of("WatchTable")) == 1


async def test_a_server_that_says_resync_without_end_is_not_hurried(
    fake_server: FakeServer,
) -> None:
    """A new beginning is prompt once; where that does not help, waits grow as for any break."""
    table = fake_server.add_table()
    async with Client(fake_server.address, token="t", retrying=STAID) as client:
        async with client.table(table.table_id).watch() as live:
            await begun(table, live)
            fake_server.refuse("WatchTable", "RESYNC", times=None)
            table.resync_streams()
            for _ in range(GLANCES):
                await glance(live)
        assert len(fake_server.calls_of("WatchTable")) == 2


async def test_a_reader_may_give_up_while_the_token_is_renewed(fake_server: FakeServer) -> None:
    """Who is cancelled while the guest is recovered goes on with the new token later."""
    table = fake_server.add_table()
    guest = Guest("g-1", "old", "code")
    async with Client(fake_server.address, token=guest, retrying=QUICK) as client:
        async with client.table(table.table_id).watch() as live:
            await begun(table, live)
            fake_server.hold("RecoverGuest")
            fake_server.answer(
                "RecoverGuest",
                auth_service_pb2.RecoverGuestResponse(principal="g-1", token="new"),
            )
            fake_server.refuse("WatchTable", "TOKEN_INVALID")
            table.drop_streams()
            reading = asyncio.ensure_future(anext(live))
            async with asyncio.timeout(OUTER_S):
                await fake_server.received("RecoverGuest")
            reading.cancel()
            with pytest.raises(asyncio.CancelledError):
                await reading
            # The stream is opened once more with the old token, which is refused again.
            fake_server.refuse("WatchTable", "TOKEN_INVALID")
            revision = table.tell()
            async with asyncio.timeout(OUTER_S):
                assert (await anext(live)).revision == revision
        assert [call.token for call in fake_server.calls if call.method.endswith("WatchTable")] == [
            *("old", "old", "old", "new")
        ]
