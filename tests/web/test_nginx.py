"""Calls and streams go through nginx as it is documented, over HTTP/1.1 and HTTP/2."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

import grpc
import pytest
from pyqwest import Client as LibraryClient
from pyqwest import HTTPTransport, HTTPVersion

from paizhuo.v1 import table_service_pb2 as api
from service.playing import log_of, refused, served, settings, start_game
from service.transports import CONNECT, HTTP_TRANSPORTS, JSON, reached_at
from web.nginx import READ_TIMEOUT_S, Nginx, before

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import httpx

    from service.playing import Client

VERSIONS: Final = ("http1", "http2")

over_everything = pytest.mark.parametrize(
    ("transport", "version"), [(name, version) for name in HTTP_TRANSPORTS for version in VERSIONS]
)


@asynccontextmanager
async def through(nginx: Nginx, transport: str, version: str) -> AsyncIterator[Client]:
    """Connect to nginx over one version of HTTP, which is made sure of."""
    is_second = version == "http2"
    if transport == JSON:
        checked = {"response": [_check_version("HTTP/2" if is_second else "HTTP/1.1")]}
        options: dict[str, Any] = {"verify": nginx.trust, "event_hooks": checked}
        options |= {"http1": not is_second, "http2": is_second}
    else:
        chosen = HTTPVersion.HTTP2 if is_second else HTTPVersion.HTTP1
        wire = HTTPTransport(tls_ca_cert=nginx.certificate, http_version=chosen)
        options = {"http_client": LibraryClient(wire)}
    async with reached_at(nginx.url, transport, **options) as client:
        yield client


def _check_version(wanted: str) -> Any:
    """Return what fails if an answer came over another version of HTTP."""

    async def check(answer: httpx.Response) -> None:
        assert answer.http_version == wanted

    return check


@over_everything
async def test_a_match_is_played_through_nginx(
    tmp_path: Path, transport: str, version: str
) -> None:
    """A whole match is played, and its stream tells every revision of it as it happens."""
    async with (
        served(tmp_path, http_listen="127.0.0.1:0") as server,
        before(server.http_port, tmp_path) as nginx,
        through(nginx, transport, version) as client,
    ):
        game = await start_game(client, options=settings(match_end="deals", match_deals="1"))
        request = api.WatchTableRequest(table_id=game.table_id, after_revision=0)
        stream = client.tables.WatchTable(request, metadata=game.players[0].metadata)
        messages = aiter(stream)
        head = 0
        over = False
        while not over:
            acted = await game.act()
            over = any(event.WhichOneof("kind") == "match_ended" for event in acted.events)
            async with asyncio.timeout(60):
                while head < acted.revision:
                    message = await anext(messages)
                    if not message.heartbeat:
                        head += 1
                        assert message.revision == head
        stream.cancel()
        assert head <= len(await log_of(server, game.table_id))


@over_everything
async def test_a_silent_stream_outlives_the_proxys_patience(
    tmp_path: Path, transport: str, version: str
) -> None:
    """Heartbeats keep a stream through twice the time that nginx waits, and then it tells on."""
    async with (
        served(tmp_path, http_listen="127.0.0.1:0", heartbeat_ms=400) as server,
        before(server.http_port, tmp_path) as nginx,
    ):
        async with through(nginx, transport, version) as client:
            owner = await client.guest()
            table_id = await client.create(owner)
            stream = client.tables.WatchTable(
                api.WatchTableRequest(table_id=table_id), metadata=owner.metadata
            )
            messages = aiter(stream)
            assert (await anext(messages)).HasField("table")
            assert await count_heartbeats(messages, 2 * READ_TIMEOUT_S + 1) > 2
            await client.join(table_id, owner)
            async with asyncio.timeout(60):
                while not (message := await anext(messages)).events:
                    assert message.heartbeat
            assert message.events[0].WhichOneof("kind") == "seat_taken"
            stream.cancel()
        live = server.hall.loaded(table_id)
        assert live is not None
        async with asyncio.timeout(60):
            # The connection is closed; httpx lets go of a stream of HTTP/2 no earlier.
            while live.audience.watchers:  # noqa: ASYNC110 - only looking again tells
                await asyncio.sleep(0.02)


async def count_heartbeats(messages: AsyncIterator[api.WatchTableResponse], seconds: float) -> int:
    """Listen to a silent stream for so long."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    heartbeats = 0
    while loop.time() < end:
        async with asyncio.timeout(60):
            heartbeats += (await anext(messages)).heartbeat
    return heartbeats


async def test_a_stream_without_heartbeats_would_be_cut(tmp_path: Path) -> None:
    """The proxy ends what is silent for too long: the test before this one can fail."""
    async with (
        served(tmp_path, http_listen="127.0.0.1:0", heartbeat_ms=3_600_000) as server,
        before(server.http_port, tmp_path) as nginx,
        through(nginx, CONNECT, "http2") as client,
    ):
        owner = await client.guest()
        table_id = await client.create(owner)
        stream = client.tables.WatchTable(
            api.WatchTableRequest(table_id=table_id), metadata=owner.metadata
        )
        messages = aiter(stream)
        await anext(messages)
        with pytest.raises(grpc.aio.AioRpcError):
            async with asyncio.timeout(60):
                await anext(messages)


@over_everything
async def test_refusals_come_through_nginx_whole(
    tmp_path: Path, transport: str, version: str
) -> None:
    """Reason, facts and rule of a refusal are those that the server gave."""
    async with (
        served(tmp_path, http_listen="127.0.0.1:0") as server,
        before(server.http_port, tmp_path) as nginx,
        through(nginx, transport, version) as client,
    ):
        owner = await client.guest()
        request = api.GetTableRequest(table_id="t-nowhere")
        found = await refused(client.tables.GetTable(request, metadata=owner.metadata))
        assert (found.status, found.reason) == (grpc.StatusCode.NOT_FOUND, "TABLE_NOT_FOUND")
        found = await refused(client.tables.GetTable(request))
        assert found.reason == "TOKEN_MISSING"
