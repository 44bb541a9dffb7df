"""Make the socket that the HTTP port listens on."""

from __future__ import annotations

import socket
import sys
from typing import Any, Final

from paizhuo import limits

_UNSENT_BYTES_MAX: Final = 64 * 1024
"""Bytes that the system holds of one connection before they are on their way: the rest of a slow
reader's messages waits in the server, where it is counted, and is dropped for a resync."""


def listen_on(address: str, *, shares_port: bool) -> socket.socket:
    """Bind a socket; raises OSError, which names the address, if it cannot be.

    What is set here holds for every connection that is accepted from it.
    """
    try:
        family, resolved = _resolve(address)
        # The protocol by its number: asyncio turns Nagle's algorithm off only where it sees TCP.
        found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    except (OSError, ValueError, OverflowError) as error:
        raise OSError(f"cannot listen on {address} for HTTP") from error
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shares_port:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET6:
            found.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        if sys.platform == "linux":
            # Ends connections whose other side has vanished, or takes nothing any more.
            timeout_ms = int(limits.STALLED_WRITE_S * 1000)
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, timeout_ms)
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, _UNSENT_BYTES_MAX)
        found.setblocking(False)
        found.bind(resolved)
    except (OSError, OverflowError) as error:
        found.close()
        raise OSError(f"cannot listen on {address} for HTTP") from error
    return found


def _resolve(address: str) -> tuple[int, tuple[Any, ...]]:
    """Return family and address of `host:port`; raises ValueError or OSError."""
    host, colon, port = address.rpartition(":")
    if not colon or not host or not port.isdecimal():
        raise ValueError(address)
    name = host.removeprefix("[").removesuffix("]")
    found = socket.getaddrinfo(name, int(port), type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, _, _, _, resolved = found[0]
    return family, resolved
