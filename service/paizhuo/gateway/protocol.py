"""Bound what one HTTP connection may take: time to send a request, to take an answer, memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from paizhuo import limits
from paizhuo.gateway.upgrades import PlainParser

if TYPE_CHECKING:
    import asyncio

    import uvicorn
    from uvicorn._types import ASGI3Application
    from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

    from paizhuo.gateway.surplus import Connections
    from paizhuo.gateway.upgrades import Head


class BoundedProtocol(HttpToolsProtocol):
    """End connections whose client does not go on: uvicorn itself would wait for ever.

    A request has to be whole after `limits.HTTP_READ_S`. Its line and headers, and whatever else
    is no part of its body (trailers, the words between chunks), have to be within
    `limits.HTTP_HEAD_BYTES_MAX`; trailers mean nothing here. What was written has to be taken
    after `limits.STALLED_WRITE_S`: then the stream ends as if its client had hung up.
    """

    def __init__(self, config: uvicorn.Config, state: Connections) -> None:
        """Begin without a connection."""
        super().__init__(config, state, {})
        self._state = state
        self._parser = PlainParser(self, self._head)
        self.parser = self._parser  # type: ignore[assignment]
        self._reading: asyncio.TimerHandle | None = None
        self._writing: asyncio.TimerHandle | None = None
        self._served: RequestResponseCycle | None = None
        self._loose_bytes = 0
        self._in_head = True
        self._is_reading = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request, unless there are too many connections."""
        if self._state.turn_away(transport):
            return
        super().connection_made(transport)
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._let_go()
        _cancel(self._reading)
        _cancel(self._writing)
        super().connection_lost(exc)

    def eof_received(self) -> None:
        """Hang up: nobody knows whether the client would still read an answer."""
        self._let_go()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, and hang up."""
        super().send_400_response(msg)
        self._let_go()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        """Begin to serve a call, and remember it: `cycle` may be that of a request behind it."""
        self._served = cycle
        super()._start_asgi_task(cycle, app)

    def _let_go(self) -> None:
        """Tell the call that is being served that its client has gone.

        uvicorn tells that only the request that came last, and only once the connection is lost:
        with another one behind it a stream would go on until it fails to write.
        """
        served = self._served
        if served is not None and not served.response_complete:
            served.disconnected = True
            served.message_event.set()

    # --- reading ------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Read on, unless too much came that is no part of a body."""
        self._loose_bytes += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._loose_bytes > limits.HTTP_HEAD_BYTES_MAX:
            if self._in_head:
                self.send_400_response("The head of the request is too large.")
            else:
                self.transport.close()
                self._let_go()
        elif not self._is_reading and getattr(self.cycle, "response_complete", True):
            # An empty line ends uvicorn's wait for a next request, and begins none.
            self._await_request()

    def on_message_begin(self) -> None:
        """Give a request its time."""
        super().on_message_begin()
        self._in_head = True
        self._loose_bytes = 0
        self._await_request()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header. A trailer is none: whoever checks headers before us has not seen it."""
        if self._in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Let the request begin, unless it is parsed once more."""
        if self._parser.is_upgrade:
            return
        self._in_head = False
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Take a part of the body."""
        self._loose_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Be content: the request is there."""
        if self._parser.is_upgrade:
            return
        self._is_reading = False
        _cancel(self._reading)
        super().on_message_complete()

    def _head(self) -> Head:
        """Return the head that came last."""
        return self.parser.get_method(), self.url, self.headers

    def _await_request(self) -> None:
        """Begin to wait for a whole request."""
        self._is_reading = True
        _cancel(self._reading)
        self._reading = self.loop.call_later(limits.HTTP_READ_S, self._stop_reading)

    def _stop_reading(self) -> None:
        """Hang up, unless it is the server that does not read on: one request waits for another."""
        if self.flow.read_paused:
            self._await_request()
        else:
            self.transport.close()

    # --- writing ------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """Begin to wait for the client to take what was written."""
        super().pause_writing()
        _cancel(self._writing)
        self._writing = self.loop.call_later(limits.STALLED_WRITE_S, self.transport.abort)

    def resume_writing(self) -> None:
        """Be content: the client takes it."""
        _cancel(self._writing)
        super().resume_writing()


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    """Stop a timer, if there is one."""
    if timer is not None:
        timer.cancel()
