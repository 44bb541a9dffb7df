"""Connections and heads that nobody should have to think of: too many, and odd ones."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, cast

import pytest

from gateway.calling import JSON, exchange, post, reason, until
from paizhuo import limits
from service.playing import ServerProcess, connected, serve_command, start_game
from service.transports import HTTP_TRANSPORTS, reached

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import httpx

    from paizhuo.gateway.server import Gateway
    from paizhuo.rpc.server import Server

GUEST: Final = "/paizhuo.v1.AuthService/CreateGuest"
WATCH: Final = "/paizhuo.v1.TableService/WatchTable"
ANN: Final = b'{"name": "Ann"}'


def gateway(server: Server) -> Gateway:
    """Return what serves HTTP."""
    return cast("Gateway", server._listener)


@asynccontextmanager
async def open_to(
    port: int, count: int
) -> AsyncIterator[list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]]:
    """Hold connections open."""
    held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(count)]
    try:
        yield held
    finally:
        for _, writer in held:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()


def answer_of(raw: bytes) -> tuple[int, dict[str, Any]]:
    """Read the one answer on a connection."""
    head, _, body = raw.partition(b"\r\n\r\n")
    return int(head.split(b" ")[1]), json.loads(body)


# --- too many -----------------------------------------------------------------------------------


async def test_too_many_connections_are_told_so(server: Server, http: httpx.AsyncClient) -> None:
    """Beyond the limit each is answered with a reason and when to come again, then closed."""
    state = gateway(server).state
    state.connections_max = 3
    seconds = limits.CONNECTIONS_RETRY_MS // 1000
    async with open_to(server.http_port, 3) as held:
        await until(lambda: len(state.connections) == 3)
        for sent in (b"", post(GUEST, ANN), post(GUEST, b"x" * 200_000)):
            raw = await exchange(server.http_port, sent)
            status, body = answer_of(raw)
            assert (status, body["code"]) == (429, "resource_exhausted")
            info, refusal, retry = body["details"]
            assert info["type"] == "google.rpc.ErrorInfo"
            assert info["debug"]["reason"] == "TOO_MANY_CONNECTIONS"
            assert refusal["debug"]["reason"] == "TOO_MANY_CONNECTIONS"
            assert retry["debug"]["retryDelay"] == f"{seconds}s"
            assert f"retry-after: {seconds}\r\n".encode() in raw
        answer = await http.post(GUEST, json={"name": "Ann"})
        assert (answer.status_code, reason(answer)) == (429, "TOO_MANY_CONNECTIONS")
        # Who was there goes on, and a place that is free is taken again.
        for reader, writer in held:
            writer.write(post(GUEST, ANN, "connection: close"))
            assert (await reader.read()).startswith(b"HTTP/1.1 200 OK")
        await until(lambda: not state.connections)
        assert (await http.post(GUEST, json={"name": "Bao"})).status_code == 200
    await until(lambda: not state.turned_away)


@pytest.mark.parametrize("transport", HTTP_TRANSPORTS)
async def test_clients_understand_that_there_are_too_many(server: Server, transport: str) -> None:
    """Over each protocol the call ends with a status, and is no riddle."""
    gateway(server).state.connections_max = 0
    async with reached(server, transport) as client:
        with pytest.raises(Exception) as found:  # noqa: PT011 - each client has its own
            await client.guest("Ann")
    assert not isinstance(found.value, TimeoutError)


async def test_even_who_is_turned_away_is_counted(server: Server) -> None:
    """A flood beyond the limit is closed without a word, and holds nothing."""
    state = gateway(server).state
    state.connections_max = 2
    async with open_to(server.http_port, 12) as held:
        await until(lambda: len(state.connections) == 2)
        assert len(state.turned_away) <= 2
        async with asyncio.timeout(60):
            for reader, _ in held[2:]:
                with suppress(ConnectionResetError):
                    await reader.read()
    await until(lambda: not state.connections and not state.turned_away)


async def test_where_few_files_may_be_opened_some_are_left(tmp_path: Path) -> None:
    """A server that may open few files takes fewer connections, on both ports, and works on."""
    server = ServerProcess(tmp_path, files_max=160)
    address = await server.start()
    ports = [int(text.strip().rpartition(":")[2]) for text in (server.http, address)]
    async with open_to(ports[0], 100), open_to(ports[1], 100), asyncio.timeout(60):
        # While many are being turned away one more is hung up on without a word.
        while not (raw := await exchange(ports[0], post(GUEST, ANN))):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    assert answer_of(raw)[1]["details"][0]["debug"]["reason"] == "TOO_MANY_CONNECTIONS"
    async with connected(address) as client:
        await start_game(client)
    assert await server.stop() == 0


async def test_who_hangs_up_leaves_no_trace_in_the_log(tmp_path: Path) -> None:
    """Whatever ends a connection while a call is answered, it is no fault of the server."""
    announce = tmp_path / "address"
    process = await asyncio.create_subprocess_exec(
        *serve_command(tmp_path / "data", announce), stderr=asyncio.subprocess.PIPE
    )
    async with asyncio.timeout(60):
        while not announce.exists():  # noqa: ASYNC110 - another process makes it
            await asyncio.sleep(0.02)
    port = int(announce.with_name("address-http").read_text().rpartition(":")[2])
    ends = (b"", b"garbage that is no HTTP\r\n\r\n", b"\0" * 2 * limits.HTTP_HEAD_BYTES_MAX)
    for place in range(90):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(post(GUEST, ANN) + ends[place % 3])
        with suppress(OSError):
            if place % 2:
                writer.write_eof()
                await reader.read()
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
    process.terminate()
    _, told = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == 0
    assert b"Traceback" not in told, told.decode()


# --- odd heads ----------------------------------------------------------------------------------

UPGRADES: Final = {
    "h2c": ("connection: Upgrade, HTTP2-Settings", "upgrade: h2c", "http2-settings: AAMAAABk"),
    "websocket": ("connection: upgrade", "upgrade: websocket", "sec-websocket-version: 13"),
    "anything": ("connection: keep-alive, Upgrade", "upgrade: TLS/1.0, x/2"),
}


@pytest.mark.parametrize("case", UPGRADES)
@pytest.mark.parametrize("pieces", ["whole", "head_and_body", "bytes"])
async def test_a_request_that_offers_another_protocol_keeps_its_body(
    server: Server, case: str, pieces: str
) -> None:
    """`Upgrade` is ignored, as a server may: the call is answered over HTTP/1.1."""
    sent = post(GUEST, ANN, *UPGRADES[case])
    cut = {"whole": len(sent), "head_and_body": len(sent) - len(ANN), "bytes": 1}[pieces]
    reader, writer = await asyncio.open_connection("127.0.0.1", server.http_port)
    sock: socket.socket = writer.get_extra_info("socket")
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for _ in range(3):
        for start in range(0, len(sent), cut):
            writer.write(sent[start : start + cut])
            await asyncio.sleep(0)
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 OK")
        assert b'"principal"' in await reader.readuntil(b"0\r\n\r\n")
    writer.close()


async def test_requests_behind_such_a_one_are_answered(server: Server) -> None:
    """Sent all at once, each has its answer, in order, and the connection ends when asked to."""
    upgrading, plain = post(GUEST, ANN, *UPGRADES["h2c"]), post(GUEST, b'{"name": ""}')
    last = post(GUEST, ANN, "connection: close, Upgrade", "upgrade: h2c")
    raw = await exchange(server.http_port, upgrading + plain + upgrading + last)
    statuses = [part[:3] for part in raw.split(b"HTTP/1.1 ")[1:]]
    assert statuses == [b"200", b"400", b"200", b"200"]


async def test_a_chunked_body_is_kept_too(server: Server) -> None:
    """However the body is sent."""
    lines = [
        f"POST {GUEST} HTTP/1.1",
        *("host: localhost", "content-type: application/json", "transfer-encoding: chunked"),
        *("connection: close, Upgrade", "upgrade: h2c"),
    ]
    body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(ANN), ANN)
    raw = await exchange(server.http_port, "\r\n".join(lines).encode() + b"\r\n\r\n" + body)
    assert raw.startswith(b"HTTP/1.1 200 OK")
    assert b'"principal"' in raw


async def test_a_tunnel_is_no_request(server: Server) -> None:
    """CONNECT gets no tunnel."""
    raw = await exchange(
        server.http_port, b"CONNECT localhost:22 HTTP/1.1\r\nhost: localhost\r\n\r\nSSH-2.0"
    )
    assert b" 200 " not in raw


@pytest.mark.parametrize("value", ["x", "-5", "1.5", "1_0", "99999999999", "5 ms", "\uff11"])
async def test_a_bad_deadline_has_a_reason(http: httpx.AsyncClient, value: str) -> None:
    """A time that is none is refused as every other bad field, by unary calls and streams."""
    for path, content_type in ((GUEST, "application/json"), (WATCH, "application/connect+json")):
        sent = {b"content-type": content_type.encode(), b"connect-timeout-ms": value.encode()}
        body = ANN if path == GUEST else b"\x00\x00\x00\x00\x02{}"
        answer = await http.post(path, content=body, headers=sent)
        text = answer.text
        error = json.loads(text[text.index("{") :])
        error = error.get("error", error)
        assert error["code"] == "invalid_argument"
        info = error["details"][0]["debug"]
        assert info["reason"] == "FIELD_INVALID"
        assert info["metadata"]["field"] == "connect-timeout-ms"


@pytest.mark.parametrize("value", ["", "0010", "2000", "9999999999"])
async def test_a_good_deadline_is_taken(http: httpx.AsyncClient, value: str) -> None:
    """Any number of at most ten digits is a time, and none is no deadline."""
    sent = {**JSON, "connect-timeout-ms": value}
    assert (await http.post(GUEST, content=ANN, headers=sent)).status_code == 200


async def test_a_bad_deadline_over_grpc_web_has_a_reason(http: httpx.AsyncClient) -> None:
    """The header of gRPC-Web is looked at alike, and details come in the trailers."""
    sent = {"content-type": "application/grpc-web+proto", "grpc-timeout": "5 minutes"}
    answer = await http.post(GUEST, content=b"\x00\x00\x00\x00\x00", headers=sent)
    found = f"{answer.text} {dict(answer.headers)}"
    assert "grpc-status-details-bin" in found
    assert "grpc-status: 3" in found or "'grpc-status': '3'" in found


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (b'{"\\ud800": 1}', {"problem": "no JSON object that can be read"}),
        (b'{"name": "\\ud800"}', {"field": "name", "problem": "a value that it cannot have"}),
        (b'{"name": 5}', {"field": "name", "problem": "a value that it cannot have"}),
        (b'{"nick": 5}', {"field": "nick", "problem": "there is no such field"}),
        (b'{"name": ' + b"9" * 10_000 + b"}", {"problem": "no JSON object that can be read"}),
        (b'{"a":' * 8_000, {"problem": "no JSON object that can be read"}),
        (b'{"name": "a', {"problem": "no JSON object that can be read"}),
        (b"[]", {"problem": "no JSON object that can be read"}),
    ],
    ids=lambda text: text[:12].decode("ascii", "replace") if isinstance(text, bytes) else "",
)
async def test_bad_json_says_where_and_nothing_of_the_parser(
    http: httpx.AsyncClient, text: bytes, facts: dict[str, str]
) -> None:
    """A refusal names the field and what is wrong with it; how JSON is read here is no matter."""
    answer = await http.post(GUEST, content=text, headers=JSON)
    assert (answer.status_code, reason(answer)) == (400, "MALFORMED_REQUEST")
    body = answer.json()
    assert body["details"][0]["debug"]["metadata"] == facts
    for word in (
        "Error",
        "object at",
        "google",
        "_upb",
        "sys.",
        "int()",
        "'",
        "recursion",
        "codec",
    ):
        assert word not in body["message"]
