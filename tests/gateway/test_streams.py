"""Streams over HTTP: they live, end when they should, and leave nothing behind."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from typing import TYPE_CHECKING, Any, cast

import pytest

from gateway.calling import bearer, exchange, post, reason, until
from paizhuo import limits
from paizhuo.v1 import table_service_pb2 as api
from service.playing import connected, refused, served, start_game
from service.transports import ENVELOPE, HTTP_TRANSPORTS, envelopes, reached

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import httpx

    from paizhuo.gateway.server import Gateway
    from paizhuo.rpc.server import Server
    from service.playing import Client, Game, Guest

GUEST = "/paizhuo.v1.AuthService/CreateGuest"
WATCH = "/paizhuo.v1.TableService/WatchTable"


def gateway(server: Server) -> Gateway:
    """Return what serves HTTP."""
    return cast("Gateway", server._listener)


def watchers(server: Server, table_id: str) -> int:
    """Count who watches a table."""
    live = server.hall.loaded(table_id)
    assert live is not None
    return len(live.audience.watchers)


@pytest.mark.parametrize("transport", HTTP_TRANSPORTS)
async def test_a_dropped_stream_leaves_nothing(
    server: Server, client: Client, transport: str
) -> None:
    """When a reader hangs up in the middle, watcher, task and connection go."""
    owner = await client.guest()
    table_id = await client.create(owner)
    before = asyncio.all_tasks()
    async with reached(server, transport) as web:
        request = api.WatchTableRequest(table_id=table_id)
        stream = web.tables.WatchTable(request, metadata=owner.metadata)
        assert (await anext(aiter(stream))).HasField("table")
        assert watchers(server, table_id) == 1
        stream.cancel()
        await until(lambda: not watchers(server, table_id))
        await until(lambda: not gateway(server).state.tasks)
    await until(lambda: asyncio.all_tasks() <= before)
    assert not server.hall._streams


async def test_a_dropped_stream_with_a_request_behind_it_leaves_nothing(tmp_path: Path) -> None:
    """A stream ends with its connection, also where another request was sent on it already."""
    async with (
        served(tmp_path, http_listen="127.0.0.1:0", heartbeat_ms=200) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        owner = await client.guest()
        table_id = await client.create(owner)
        text = f'{{"tableId": "{table_id}"}}'.encode()
        stream = post(WATCH, ENVELOPE.pack(0, len(text)) + text, *auth_lines(owner)).replace(
            b"application/json", b"application/connect+json"
        )
        for behind in (b"", post(GUEST, b'{"name": "Ann"}')):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.http_port)
            writer.write(stream + behind)
            await reader.readuntil(b'"table"')
            assert watchers(server, table_id) == 1
            writer.transport.abort()
            await until(lambda: not watchers(server, table_id))
            await until(lambda: not gateway(server).state.tasks)
            assert not server.hall._streams


async def test_streams_are_not_kept_back(http: httpx.AsyncClient, client: Client) -> None:
    """A stream tells proxies and browsers that it is neither to be collected nor to be stored."""
    owner = await client.guest()
    table_id = await client.create(owner)
    text = f'{{"tableId": "{table_id}"}}'.encode()
    headers = bearer(owner) | {"content-type": "application/connect+json"}
    sent = ENVELOPE.pack(0, len(text)) + text
    async with http.stream("POST", WATCH, content=sent, headers=headers) as answer:
        assert answer.headers["x-accel-buffering"] == "no"
        assert answer.headers["cache-control"] == "no-store"
        _, first = await anext(aiter(envelopes(answer.aiter_bytes())))
        assert b'"table"' in first


@pytest.mark.parametrize("transport", HTTP_TRANSPORTS)
async def test_a_stopping_server_lets_calls_finish_and_ends_streams(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, transport: str
) -> None:
    """A call in flight is answered, a stream ends with DRAINING, and then nobody listens."""
    go_on = asyncio.Event()
    async with served(tmp_path, http_listen="127.0.0.1:0") as server:
        create = server._guests.create
        entered = asyncio.Event()

        async def dawdle(name: str) -> Any:
            entered.set()
            await go_on.wait()
            return await create(name)

        async with reached(server, transport) as web, connected_by_hand(server) as idle:
            owner = await web.guest()
            table_id = await web.create(owner)
            stream = web.tables.WatchTable(
                api.WatchTableRequest(table_id=table_id), metadata=owner.metadata
            )
            await anext(aiter(stream))
            monkeypatch.setattr(server._guests, "create", dawdle)
            late = asyncio.create_task(web.guest("Late"))
            await entered.wait()
            stopping = asyncio.create_task(server.stop(grace_s=30))
            found = await refused(anext(aiter(stream)))
            assert (found.reason, found.retry_ms) == ("DRAINING", 1000)
            # An idle connection is closed, and no new one comes in.
            assert await idle.read() == b""
            with pytest.raises(OSError, match=r"[Cc]onnect"):
                await asyncio.open_connection("127.0.0.1", server.http_port)
            go_on.set()
            assert (await late).token
            await stopping


class connected_by_hand:  # noqa: N801 - used like a function
    """Hold a connection open that asks nothing."""

    def __init__(self, server: Server) -> None:
        """Connect to this server."""
        self._port = server.http_port

    async def __aenter__(self) -> asyncio.StreamReader:
        """Connect."""
        reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return reader

    async def __aexit__(self, *_: object) -> None:
        """Hang up."""
        self._writer.close()


async def test_one_more_call_on_an_open_connection_is_told_that_it_drains(
    server: Server, http: httpx.AsyncClient
) -> None:
    """A call that slips in while the server stops is refused; trying elsewhere is safe."""
    guard = gateway(server)._guard
    assert guard is not None
    guard.is_stopping = True
    answer = await http.post(GUEST, json={"name": "Ann"})
    assert (answer.status_code, reason(answer)) == (503, "DRAINING")
    assert len(answer.json()["details"]) == 3


async def test_who_does_not_finish_is_cut_off(tmp_path: Path) -> None:
    """A call that never ends holds a stopping server for no longer than its grace."""
    async with served(tmp_path, http_listen="127.0.0.1:0") as server:

        async def never(_: str) -> None:
            await asyncio.sleep(3600)

        server._guests.create = never  # type: ignore[method-assign, assignment]
        body = b'{"name": "Ann"}'
        answer = asyncio.create_task(exchange(server.http_port, post(GUEST, body)))
        await until(lambda: gateway(server).state.tasks)
        await server.stop(grace_s=0.2)
        await answer
        assert not gateway(server).state.tasks


async def test_a_request_has_to_arrive(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who sends nothing, or half a request, or the next one half, is hung up on."""
    monkeypatch.setattr(limits, "HTTP_READ_S", 0.3)
    whole = post(GUEST, b'{"name": "Ann"}')
    for sent, answers in ((b"", 0), (whole[:20], 0), (whole[:-1], 0), (whole + whole[:-1], 1)):
        answer = await exchange(server.http_port, sent)
        assert answer.count(b"HTTP/1.1 200 OK") == answers
    assert not gateway(server).state.tasks


async def test_a_running_stream_is_no_late_request(
    server: Server, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stream outlives the time that a request may take, also with half a request behind it."""
    monkeypatch.setattr(limits, "HTTP_READ_S", 0.1)
    owner = await client.guest()
    table_id = await client.create(owner)
    text = f'{{"tableId": "{table_id}"}}'.encode()
    sent = post(WATCH, ENVELOPE.pack(0, len(text)) + text, *auth_lines(owner)).replace(
        b"application/json", b"application/connect+json"
    )
    reader, writer = await asyncio.open_connection("127.0.0.1", server.http_port)
    writer.write(sent)
    await reader.readuntil(b"\r\n\r\n")
    await asyncio.sleep(0.5)
    assert watchers(server, table_id) == 1
    await client.join(table_id, owner)
    async with asyncio.timeout(60):
        await reader.readuntil(b'"seatTaken"')
    writer.close()


def auth_lines(guest: Guest) -> list[str]:
    """Return the header that says who calls, as a line."""
    return [f"authorization: Bearer {guest.token}"]


async def test_sockets_are_watched_by_the_system(server: Server, http: httpx.AsyncClient) -> None:
    """Connections end whose other side vanished, and small answers are sent at once."""
    await http.post(GUEST, json={"name": "Ann"})
    (connection,) = gateway(server).state.connections
    accepted = connection.transport.get_extra_info("socket")
    assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    if sys.platform == "linux":
        found = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
        assert found == limits.STALLED_WRITE_S * 1000


# --- a reader that stands still -------------------------------------------------------------------

READER = """
import socket, sys
port, body = int(sys.argv[1]), bytes.fromhex(sys.argv[2])
with socket.socket() as connection:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", port))
    connection.sendall(body)
    while connection.recv(4096):
        print("read", flush=True)
"""


async def stopped_reader(server: Server, game: Game) -> asyncio.subprocess.Process:
    """Start a process that reads a stream with views, and stop it in the middle."""
    text = api.WatchTableRequest(table_id=game.table_id, views=api.VIEWS_EVERY).SerializeToString()
    sent = post(WATCH, ENVELOPE.pack(0, len(text)) + text, *auth_lines(game.players[0])).replace(
        b"application/json", b"application/connect+proto"
    )
    reader = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", READER, str(server.http_port), sent.hex()),
        stdout=asyncio.subprocess.PIPE,
    )
    assert reader.stdout is not None
    await reader.stdout.readline()
    os.kill(reader.pid, signal.SIGSTOP)
    return reader


@pytest.mark.parametrize("has_system", [False, True], ids=["by_us", "by_the_system"])
async def test_a_stopped_reader_loses_its_stream(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, has_system: bool
) -> None:
    """A client process that stands still is hung up on, and holds no more than is bounded.

    Once by the server's own clock, with the system's out of the way, once by the system's.
    """
    monkeypatch.setattr(limits, "STALLED_WRITE_S", 1.0)
    if has_system and sys.platform != "linux":
        pytest.skip("only Linux watches what is not taken")
    async with served(tmp_path, http_listen="127.0.0.1:0") as server:
        monkeypatch.setattr(limits, "STALLED_WRITE_S", 3600.0 if has_system else 1.0)
        (listening,) = gateway(server)._sockets
        if not has_system and sys.platform == "linux":
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 0)
        async with connected(f"127.0.0.1:{server.port}") as client:
            game = await start_game(client)
            reader = await stopped_reader(server, game)
            try:
                held = await play_until_ended(server, game)
            finally:
                reader.kill()
                await reader.wait()
            # What had been accepted is at most the backlog, and one message above high water.
            assert max(size for size, _ in held) <= 2 * 64 * 1024
            assert max(backlog for _, backlog in held) <= limits.WATCHER_BACKLOG_MAX + 1
            assert not gateway(server).state.tasks
            assert not server.hall._streams


async def play_until_ended(server: Server, game: Game) -> list[tuple[int, int]]:
    """Play until the stream has ended; returns what it held after each action."""
    live = server.hall.loaded(game.table_id)
    assert live is not None
    (watcher,) = live.audience.watchers
    held = []
    async with asyncio.timeout(240):
        while gateway(server).state.connections:
            await game.act()
            for connection in gateway(server).state.connections:
                size = connection.transport.get_write_buffer_size()
                held.append((size, len(watcher._backlog)))
    await until(lambda: not watchers(server, game.table_id))
    await until(lambda: not gateway(server).state.tasks)
    return held


def test_the_streams_of_tests_are_read_to_the_end() -> None:
    """The helper that cuts envelopes gives each message once, wherever the bytes are cut."""

    async def cut(size: int) -> list[tuple[int, bytes]]:
        whole = ENVELOPE.pack(0, 3) + b"abc" + ENVELOPE.pack(2, 2) + b"{}"

        async def chunks() -> AsyncIterator[bytes]:
            for start in range(0, len(whole), size):
                yield whole[start : start + size]

        return [found async for found in envelopes(chunks())]

    for size in range(1, 16):
        assert asyncio.run(cut(size)) == [(0, b"abc"), (2, b"{}")]
