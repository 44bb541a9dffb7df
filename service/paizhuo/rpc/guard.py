"""Stand in front of every method: find out who calls, and count."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final

import grpc
import grpc.aio

from paizhuo.auth.callers import ANONYMOUS, Caller

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from paizhuo.auth.callers import Callers
    from paizhuo.telemetry.counters import Counters

CALLER: Final[ContextVar[Caller]] = ContextVar("paizhuo_caller", default=ANONYMOUS)
"""Who sent the call that is being served."""


class Guard(grpc.aio.ServerInterceptor):
    """Note who calls; whether that suffices is for the method to say."""

    def __init__(self, callers: Callers, counters: Counters) -> None:
        """Share the token cache and the counters of the server."""
        self._callers = callers
        self._calls = counters.calls

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Any:
        """Look the token up before the method begins; what is no method here is not counted."""
        handler = await continuation(handler_call_details)
        if handler is None:
            return None
        self._calls[handler_call_details.method] += 1
        for key, value in handler_call_details.invocation_metadata:
            if key == "authorization" and isinstance(value, str):
                caller = self._callers.recall(value)
                if caller is None:
                    caller = await self._callers.check(value)
                CALLER.set(caller)
                break
        return handler
