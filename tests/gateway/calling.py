"""Make HTTP calls by hand, and read how they are refused."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import httpx

    from service.playing import Guest

JSON = {"content-type": "application/json"}


def bearer(guest: Guest) -> dict[str, str]:
    """Return the header that says who calls."""
    return {"authorization": f"Bearer {guest.token}"}


def reason(answer: httpx.Response) -> str:
    """Return why a call was refused, as people read it."""
    found: str = answer.json()["details"][0]["debug"]["reason"]
    return found


async def until(holds: Any) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110 - only looking again and again tells
            await asyncio.sleep(0.01)


async def exchange(port: int, sent: bytes) -> bytes:
    """Send bytes on a connection of their own, and return all that comes until it is closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(sent)
        async with asyncio.timeout(60):
            return await reader.read()
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


def post(path: str, body: bytes, *headers: str) -> bytes:
    """Write a request as it goes over the wire."""
    lines = [
        f"POST {path} HTTP/1.1",
        "host: localhost",
        f"content-length: {len(body)}",
        "content-type: application/json",
        *headers,
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body
