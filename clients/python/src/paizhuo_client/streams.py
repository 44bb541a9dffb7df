"""Streams that outlive their connections: lost ones are opened again where they broke off."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final, Generic

import grpc
import grpc.aio

from paizhuo_client.calls import LOG, Calls, Metadata
from paizhuo_client.errors import (
    CallError,
    ClientClosed,
    Failure,
    Unauthenticated,
    Unavailable,
    from_rpc,
)
from paizhuo_client.methods import Method, Request, Response
from paizhuo_client.retrying import may_send_again

if TYPE_CHECKING:
    from collections.abc import Callable

ODD_ATTEMPTS_MAX: Final = 5
"""How often in a row a stream is opened again that ends as no server of ours ends it."""


class LastingStream(Generic[Request, Response]):
    """Read a stream; whoever reads does not see that it broke.

    `next_request` says what to ask when it is opened, the first time and later. `begin_anew`
    is told errors after which going on from there is impossible, and returns whether it has
    prepared another beginning. `is_over` says whether an end of the stream is the end.
    `on_break` hears of each error that is got over, and None when messages come again.
    """

    def __init__(  # noqa: PLR0913 - what a stream hangs on
        self,
        calls: Calls,
        method: Method[Request, Response],
        next_request: Callable[[], Request],
        *,
        begin_anew: Callable[[CallError], bool] = lambda _: False,
        is_over: Callable[[], bool] = lambda: False,
        on_break: Callable[[CallError | None], object] | None = None,
    ) -> None:
        self._calls = calls
        self._method = method
        self._next_request = next_request
        self._begin_anew = begin_anew
        self._is_over = is_over
        self._on_break = on_break
        self._call: Any = None
        self._metadata: Metadata = ()
        self._pending: asyncio.Future[Response] | None = None
        self._active_at = 0.0
        self._resume_at = 0.0
        self._failing_since: float | None = None
        self._attempts = 0
        self._has_renewed = False
        self._has_heard = False
        self._is_closed = False

    async def read(self) -> Response | None:
        """Wait for the next message; None at the end.

        Cancelling loses nothing: the next `read` goes on. Raises `CallError` for what trying
        again cannot mend, or when patience is over.
        """
        while not self._is_closed:
            await self._wait()
            try:
                message = await self._read_once()
            except StopAsyncIteration:
                self._drop()
                if self._is_over():
                    return None
                await self._get_over(self._lost("the stream ended"))
            except grpc.aio.AioRpcError as error:
                self._drop()
                await self._get_over(from_rpc(error, self._method.name))
            except TimeoutError:
                self._drop()
                await self._get_over(self._lost("the stream fell silent"))
            else:
                self._note_alive()
                return message
        raise ClientClosed("the stream is closed")

    def reopen(self) -> None:
        """Let go of the stream as it is; the next `read` opens it again, after a moment."""
        self._drop()
        self._resume_after(self._calls.retrying.wait_s(1))

    async def aclose(self) -> None:
        """End the stream."""
        self._is_closed = True
        pending = self._pending
        self._drop()
        if pending is not None:
            await asyncio.wait([pending])

    async def _wait(self) -> None:
        """Wait until the stream may be opened again, also for readers that come and go."""
        left = self._resume_at - asyncio.get_running_loop().time()
        if self._call is None and left > 0:
            await asyncio.sleep(left)

    async def _read_once(self) -> Response:
        """Wait for a message of the present call; raises TimeoutError after long silence."""
        loop = asyncio.get_running_loop()
        if self._call is None:
            self._metadata = await self._calls.identity.metadata()
            self._call = self._calls.stream(self._method, self._next_request(), self._metadata)
        if self._pending is None:
            self._active_at = loop.time()
            self._pending = asyncio.ensure_future(anext(aiter(self._call)))
        pending = self._pending
        left = self._active_at + self._calls.retrying.silence_s - loop.time()
        # A reader that is cancelled leaves the read going, for the next one.
        done, _ = await asyncio.wait([pending], timeout=max(0.0, left))
        if not done:
            raise TimeoutError
        if self._pending is pending:
            self._pending = None
        if pending.cancelled():
            raise ClientClosed("the client was closed while the stream was read")
        return pending.result()

    def _drop(self) -> None:
        """Cancel the present call."""
        call, self._call = self._call, None
        pending, self._pending = self._pending, None
        if pending is not None:
            # Whatever it ends with is of no interest any more.
            pending.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        if call is not None:
            call.cancel()

    def _note_alive(self) -> None:
        """Forget the troubles that are over."""
        self._has_heard = True
        self._has_renewed = False
        self._attempts = 0
        if self._failing_since is not None:
            self._failing_since = None
            if self._on_break is not None:
                self._on_break(None)

    async def _get_over(self, error: CallError) -> None:
        """Prepare to open the stream again; raises the error if that cannot help."""
        is_anew = self._begin_anew(error)
        if isinstance(error, Unauthenticated) and not self._has_renewed:
            # Noted only afterwards: who is cancelled meanwhile has no other token yet.
            self._has_renewed = await self._calls.renew(self._metadata)
            if self._has_renewed:
                return
        self._attempts += 1
        if not (is_anew or self._may_resume(error)):
            raise error
        retrying, now = self._calls.retrying, asyncio.get_running_loop().time()
        self._failing_since = now if self._failing_since is None else self._failing_since
        patience_s = retrying.stream_s if self._has_heard else retrying.call_s
        is_prompt = is_anew and self._attempts == 1
        wait_s = 0.0 if is_prompt else retrying.wait_s(self._attempts, error)
        if patience_s is not None and now + wait_s > self._failing_since + patience_s:
            raise error
        LOG.debug("%s again in %.2f s: %s", self._method.name, wait_s, error)
        self._resume_after(wait_s)
        if self._on_break is not None:
            self._on_break(error)

    def _resume_after(self, wait_s: float) -> None:
        """Let some time go by before the stream is opened again."""
        self._resume_at = asyncio.get_running_loop().time() + wait_s

    def _may_resume(self, error: CallError) -> bool:
        """Say whether opening the stream again may help; reading cannot harm."""
        if may_send_again(error):
            return True
        odd = {grpc.StatusCode.CANCELLED, grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN}
        return not error.reason and error.status in odd and self._attempts <= ODD_ATTEMPTS_MAX

    def _lost(self, text: str) -> CallError:
        """Make the error of a stream that was lost without a status."""
        return Unavailable(Failure(grpc.StatusCode.UNAVAILABLE, text, self._method.name))
