"""Bytes of a connection that are no part of a body: bounded, and no way round the headers."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import pytest

from gateway.calling import exchange
from paizhuo import limits

if TYPE_CHECKING:
    import httpx

    from paizhuo.rpc.server import Server

_GUEST: Final = "/paizhuo.v1.AuthService/CreateGuest"
_PRINCIPAL: Final = "/paizhuo.v1.AuthService/GetPrincipal"
_MUCH: Final = 4 * limits.HTTP_HEAD_BYTES_MAX


def _chunked(path: str, rest: bytes, *headers: str) -> bytes:
    """Write a request whose body is `{}` in a chunk, and whatever comes behind its last one."""
    lines = [
        *(f"POST {path} HTTP/1.1", "host: localhost", "content-type: application/json"),
        *("transfer-encoding: chunked", "connection: close", *headers),
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n2\r\n{}\r\n" + rest


async def test_a_trailer_is_no_header(server: Server, http: httpx.AsyncClient) -> None:
    """A token in a trailer is no token: whoever checks headers before the server never saw it."""
    token = (await http.post(_GUEST, json={"name": "Ann"})).json()["token"]
    line = f"authorization: Bearer {token}"
    named = await exchange(server.http_port, _chunked(_PRINCIPAL, b"0\r\n\r\n", line))
    assert b" 200 OK" in named
    hidden = _chunked(_PRINCIPAL, b"0\r\n" + line.encode() + b"\r\n\r\n")
    answer = await exchange(server.http_port, hidden)
    assert b" 401 " in answer
    assert b"TOKEN_MISSING" in answer


@pytest.mark.parametrize(
    "rest",
    [
        b"0\r\n" + b"a: b\r\n" * (_MUCH // 6),
        b"0\r\na: " + b"b" * _MUCH,
        b"2;" + b"x" * _MUCH,
    ],
    ids=["many_trailers", "long_trailer", "chunk_extension"],
)
async def test_what_is_no_body_is_bounded(server: Server, rest: bytes) -> None:
    """Trailers or words between chunks without end are hung up on, whatever the path."""
    for path in (_GUEST, "/nowhere"):
        assert b" 200 OK" not in await exchange(server.http_port, _chunked(path, rest))


async def test_an_empty_line_keeps_no_connection(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection on which nothing but an empty line comes any more is hung up on."""
    monkeypatch.setattr(limits, "HTTP_READ_S", 0.3)
    lines = (f"GET {_PRINCIPAL} HTTP/1.1", "host: localhost", "", "")
    reader, writer = await asyncio.open_connection("127.0.0.1", server.http_port)
    writer.write("\r\n".join(lines).encode())
    assert b"HTTP/1.1 " in await reader.readuntil(b"\r\n\r\n")
    writer.write(b"\r\n")
    async with asyncio.timeout(60):
        await reader.read()
    writer.close()
