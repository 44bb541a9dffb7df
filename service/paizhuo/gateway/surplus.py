"""Turn connections away that are more than the server takes: in words, while that costs little."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from uvicorn.server import ServerState

from paizhuo import limits
from paizhuo.errors import ServiceError, Why
from paizhuo.gateway.refusals import to_json

if TYPE_CHECKING:
    from asyncio import TimerHandle

_LINGER_S: Final = 1.0
"""How long who is turned away may take to read why."""


class Connections(ServerState):
    """Hold the connections of a gateway, and those that are being turned away."""

    def __init__(self, connections_max: int) -> None:
        """Begin with none."""
        super().__init__()
        self.connections_max = connections_max
        self.turned_away: set[Surplus] = set()

    def turn_away(self, transport: asyncio.Transport) -> bool:
        """Take a new connection over if there are too many; False leaves it alone.

        Where even those that are being turned away are too many, it is closed without a word.
        """
        if len(self.connections) < self.connections_max:
            return False
        if len(self.turned_away) < self.connections_max:
            transport.set_protocol(Surplus(self, transport))
        else:
            transport.set_protocol(asyncio.Protocol())
            transport.abort()
        return True


class Surplus(asyncio.Protocol):
    """Answer whatever is sent with TOO_MANY_CONNECTIONS, then hang up.

    What the client sends is read and dropped meanwhile: a connection that is closed with bytes
    unread is reset, and the answer lost with it.
    """

    def __init__(self, state: Connections, transport: asyncio.Transport) -> None:
        """Answer."""
        self._turned_away = state.turned_away
        self._turned_away.add(self)
        loop = asyncio.get_running_loop()
        self._hanging_up: TimerHandle = loop.call_later(_LINGER_S, transport.abort)
        transport.write(_answer())
        if transport.can_write_eof():
            transport.write_eof()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it: the client has read it, or had its time."""
        del exc
        self._hanging_up.cancel()
        self._turned_away.discard(self)


def _answer() -> bytes:
    """Write the refusal as the answer to a call over Connect; other clients read its status."""
    body = to_json(ServiceError(Why.TOO_MANY_CONNECTIONS))
    status = HTTPStatus.TOO_MANY_REQUESTS
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        "content-type: application/json",
        f"content-length: {len(body)}",
        f"retry-after: {limits.CONNECTIONS_RETRY_MS // 1000}",
        "connection: close",
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body
