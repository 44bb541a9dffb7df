"""The feed of finished matches, and lists page by page."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import grpc

from paizhuo.v1 import replay_service_pb2, table_pb2, table_service_pb2
from paizhuo_client import Client
from paizhuo_client.testing.scripts import Refused
from service.platform_tokens import secret_signer
from service.playing import served

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from paizhuo_client.testing import FakeServer

OUTER_S = 120
MATCHES = 7
Told = replay_service_pb2.WatchRecordsResponse


async def test_a_broken_feed_goes_on(fake_server: FakeServer, fake_client: Client) -> None:
    """However often the stream breaks, each match comes once; heartbeats move the position too."""

    async def feed(request: Any) -> AsyncIterator[Told]:
        place = int(request.after or 0)
        yield Told(position=str(place), heartbeat=True)
        if place < MATCHES:
            yield Told(position=str(place + 1), table_id="t", match=place + 1)
            raise Refused(grpc.StatusCode.UNAVAILABLE)
        await asyncio.Event().wait()

    fake_server.answer("WatchRecords", feed)
    told = []
    async with asyncio.timeout(OUTER_S):
        async for match in fake_client.finished_matches(with_records=True):
            told.append((match.position, match.match))
            if len(told) == MATCHES:
                break
    assert told == [(str(number), number) for number in range(1, MATCHES + 1)]
    requests = fake_server.calls_of("WatchRecords")
    assert [request.after for request in requests][:3] == ["", "1", "2"]
    assert all(request.with_records for request in requests)


async def test_the_real_feed(tmp_path: Path) -> None:
    """A platform's token reads finished matches, and goes on behind a position."""
    signer, path = secret_signer(tmp_path)
    async with (
        asyncio.timeout(OUTER_S),
        served(tmp_path, jwt_key=path) as server,
        Client(f"127.0.0.1:{server.port}", token=signer.token) as client,
    ):
        options = {"match_end": "deals", "match_deals": 1}
        tables = []
        for _ in range(2):
            table = await client.create_table(
                "dou_dizhu", 3, options=options, table_options={"bot_delay_ms": 0}
            )
            tables.append(table.table_id)
            for _ in range(3):
                await table.add_bot()
        matches = []
        async for match in client.finished_matches():
            matches.append(match)
            if {found.table_id for found in matches} == set(tables):
                break
        assert all(found.end is not None and sum(found.end.totals) == 0 for found in matches)
        async for again in client.finished_matches(matches[0].position, with_records=True):
            assert again.table_id == matches[1].table_id
            assert again.record is not None
            assert (await client.verify(again.record)).valid
            break


async def test_lists_are_read_page_by_page(fake_server: FakeServer, fake_client: Client) -> None:
    """All rows come, and a page is asked for when the one before is used up."""

    def page(request: Any) -> table_service_pb2.ListTablesResponse:
        number = int(request.page_token or 0)
        rows = [table_pb2.Table(table_id=f"{number}{place}") for place in range(3)]
        following = str(number + 1) if number < 2 else ""
        return table_service_pb2.ListTablesResponse(tables=rows, next_page_token=following)

    fake_server.answer("ListTables", page)
    rows = fake_client.tables(game="dou_dizhu", page_size=3)
    first = [(await anext(rows)).table_id for _ in range(3)]
    assert len(fake_server.calls_of("ListTables")) == 1
    rest = [row.table_id async for row in rows]
    assert first + rest == [f"{number}{place}" for number in range(3) for place in range(3)]
    asked = fake_server.calls_of("ListTables")
    assert [request.page_token for request in asked] == ["", "1", "2"]
    assert {(request.game, request.page_size) for request in asked} == {("dou_dizhu", 3)}
