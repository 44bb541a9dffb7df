"""Make calls: with a token and a deadline, again where that is safe, and with our errors."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final, cast

import grpc
import grpc.aio

from paizhuo.v1 import auth_service_pb2
from paizhuo_client import methods
from paizhuo_client.attempts import Attempts
from paizhuo_client.errors import (
    CallError,
    ClientClosed,
    Unauthenticated,
    from_rpc,
)
from paizhuo_client.tokens import Guest, Identity

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from paizhuo_client.methods import Method, Request, Response
    from paizhuo_client.retrying import Retrying

LOG: Final = logging.getLogger("paizhuo_client")
Metadata = tuple[tuple[str, str], ...]


class Calls:
    """Everything that a client sends goes through here."""

    def __init__(self, channel: grpc.aio.Channel, identity: Identity, retrying: Retrying) -> None:
        self._channel = channel
        self.identity = identity
        self.retrying = retrying
        self._multicallables: dict[str, Any] = {}
        self._recovering = asyncio.Lock()
        self._is_reached = False
        self._is_closed = False

    async def aclose(self) -> None:
        """Cut every call off and let go of the connection."""
        self._is_closed = True
        await self._channel.close()

    async def unary(self, method: Method[Request, Response], request: Request) -> Response:
        """Call a method and return its answer.

        Until `Retrying.call_s` is over the same bytes are sent again whenever no answer came or
        the server says that waiting helps. Raises `CallError`.
        """
        raw = request.SerializeToString()
        request_id: str = getattr(request, "request_id", "")
        attempts = Attempts(self.retrying)
        has_renewed = False
        while True:
            metadata = await self.identity.metadata() if method.needs_token else ()
            try:
                return await self._attempt(method, raw, metadata, attempts.end, request_id)
            except Unauthenticated as error:
                if has_renewed or not method.needs_token or not await self.renew(metadata):
                    raise attempts.judged(error) from None
                has_renewed = True
            except CallError as error:
                wait_s = attempts.wait_s(error, is_reached=self._is_reached)
                LOG.debug("%s again in %.2f s: %s", method.name, wait_s, error)
                await asyncio.sleep(wait_s)

    async def pages(
        self, method: Method[Request, Response], request: Request
    ) -> AsyncIterator[Response]:
        """Give the answers to a request for a list, page by page; `unary` says what is raised."""
        asked: Any = request
        while True:
            answer = await self.unary(method, request)
            yield answer
            asked.page_token = cast("Any", answer).next_page_token
            if not asked.page_token:
                return

    def stream(
        self, method: Method[Request, Response], request: Request, metadata: Metadata
    ) -> Any:
        """Open a stream and return grpc's call, which raises grpc's errors."""
        open_call = self._callable(method, "unary_stream")
        return open_call(request.SerializeToString(), metadata=metadata)

    def _callable(self, method: Method[Any, Any], kind: str) -> Any:
        """Return what grpc calls a method with: bytes go, messages come."""
        if self._is_closed:
            raise ClientClosed("the client is closed")
        found = self._multicallables.get(method.path)
        if found is None:
            make = getattr(self._channel, kind)
            found = make(method.path, response_deserializer=method.response.FromString)
            self._multicallables[method.path] = found
        return found

    async def _attempt(
        self,
        method: Method[Any, Response],
        raw: bytes,
        metadata: Metadata,
        end: float,
        request_id: str,
    ) -> Response:
        """Send a request once."""
        left = end - asyncio.get_running_loop().time()
        timeout = max(0.001, min(self.retrying.attempt_s, left))
        call = self._callable(method, "unary_unary")
        try:
            answer: Response = await call(raw, metadata=metadata, timeout=timeout)
        except grpc.aio.AioRpcError as error:
            self._note_reached(error)
            raise from_rpc(error, method.name, request_id) from None
        except asyncio.CancelledError:
            if self._is_closed:
                raise ClientClosed("the client was closed during the call") from None
            raise
        self._is_reached = True
        return answer

    def _note_reached(self, error: grpc.aio.AioRpcError) -> None:
        """Note whether a server stands behind an error, or there is not even a connection."""
        is_there = error.code() is not grpc.StatusCode.UNAVAILABLE
        is_ready = self._channel.get_state() is grpc.ChannelConnectivity.READY
        self._is_reached = self._is_reached or is_there or is_ready

    async def renew(self, metadata: Metadata) -> bool:
        """Get another token: from the platform, or by the guest's recovery code."""
        if self.identity.refused(metadata):
            return True
        guest = self.identity.guest
        if guest is None or not guest.recovery_code:
            return False
        async with self._recovering:
            if self.identity.guest is not guest:
                return True
            request = auth_service_pb2.RecoverGuestRequest(recovery_code=guest.recovery_code)
            answer = await self.unary(methods.RECOVER_GUEST, request)
            self.identity.recovered(Guest(answer.principal, answer.token, guest.recovery_code))
        return True
