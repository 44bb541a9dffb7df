"""Run the HTTP port beside gRPC: listen, serve, stop without losing a call."""

from __future__ import annotations

import asyncio
import logging
from email.utils import formatdate
from typing import TYPE_CHECKING, Final

import uvicorn

from paizhuo import limits
from paizhuo.gateway.app import make_app
from paizhuo.gateway.endpoints import make_ways
from paizhuo.gateway.guard import Guard
from paizhuo.gateway.protocol import BoundedProtocol
from paizhuo.gateway.sockets import listen_on
from paizhuo.gateway.surplus import Connections
from paizhuo.open_files import connections_max

if TYPE_CHECKING:
    import socket
    from collections.abc import Sequence

    from starlette.types import ASGIApp

    from paizhuo.auth.callers import Callers
    from paizhuo.config import Config
    from paizhuo.rpc.methods import Served, Telemetry

_KEEP_ALIVE_S: Final = 75
"""How long an idle connection is kept: longer than proxies do (nginx: 60), so that it is they
who end it and none sends a call into a connection that is just being closed."""

_BACKLOG: Final = 2_048
_FLUSH_S: Final = 0.01


class Gateway:
    """Serve the methods of a server over HTTP.

    uvicorn's protocol does the work. Its server is not used: that takes signals, ends
    processes, and looks ten times a second whether it shall stop.
    """

    def __init__(self, listen: str, config: Config) -> None:
        """Keep where to listen; nothing is started yet."""
        self._listen = listen
        self._config = config
        self._sockets: list[socket.socket] = []
        self._guard: Guard | None = None
        self._server: asyncio.Server | None = None
        self._clock: asyncio.Task[None] | None = None
        self.state = Connections(connections_max())

    def bind(self) -> int:
        """Take the port, without listening yet, and return it; raises OSError if it cannot be."""
        bound = listen_on(self._listen, shares_port=self._config.shares_port)
        self._sockets.append(bound)
        port: int = bound.getsockname()[1]
        return port

    async def start(self, served: Sequence[Served], callers: Callers, telemetry: Telemetry) -> None:
        """Serve these methods from now on."""
        ways = make_ways(served, callers)
        self._guard = Guard(ways, telemetry)
        config = _uvicorn(make_app(ways, self._guard, self._config.cors_origins))
        self._clock = asyncio.create_task(_tell_date(self.state), name="http-date")
        self._server = await asyncio.get_running_loop().create_server(
            lambda: BoundedProtocol(config, self.state), sock=self._sockets[0], backlog=_BACKLOG
        )

    async def stop(self, grace_s: float = limits.GRACE_S) -> None:
        """Take no new call, let the others finish for so long, then hang up."""
        if self._guard is not None:
            self._guard.is_stopping = True
        if self._clock is not None:
            self._clock.cancel()
        if self._server is not None:
            self._server.close()
            await self._finish(grace_s)
        for bound in self._sockets:
            bound.close()

    async def _finish(self, grace_s: float) -> None:
        """Wait for calls and for what is to be sent, then for nobody any more."""
        loop = asyncio.get_running_loop()
        end = loop.time() + grace_s
        for connection in list(self.state.connections):
            connection.shutdown()
        while self.state.tasks and loop.time() < end:
            await asyncio.wait(set(self.state.tasks), timeout=end - loop.time())
        while self.state.connections and loop.time() < end:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(_FLUSH_S)
        # Who is still there does not read what is sent to him, or waits for more than that.
        for task in self.state.tasks:
            task.cancel()
        for connection in list(self.state.connections):
            connection.transport.abort()
        await asyncio.gather(*self.state.tasks, return_exceptions=True)


def _uvicorn(app: ASGIApp) -> uvicorn.Config:
    """Return what uvicorn's protocol asks for."""
    config = uvicorn.Config(
        app,
        http=BoundedProtocol,
        interface="asgi3",
        ws="none",
        lifespan="off",
        log_config=None,
        # Below that it speaks of clients that break the protocol, as often as they like.
        log_level=logging.ERROR,
        access_log=False,
        proxy_headers=False,
        timeout_keep_alive=_KEEP_ALIVE_S,
    )
    config.load()
    return config


async def _tell_date(state: Connections) -> None:
    """Keep the header with the date."""
    while True:
        state.default_headers = [(b"date", formatdate(usegmt=True).encode())]
        await asyncio.sleep(1)
