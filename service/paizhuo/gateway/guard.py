"""Stand in front of every method: count, refuse while stopping, bring errors to Connect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from connectrpc.code import Code
from connectrpc.errors import ConnectError

from paizhuo.errors import ServiceError, Why
from paizhuo.gateway.headers import REFUSED
from paizhuo.gateway.refusals import to_connect_error
from paizhuo.rpc.methods import judge

if TYPE_CHECKING:
    from collections.abc import Mapping

    from connectrpc.request import RequestContext

    from paizhuo.gateway.endpoints import Way
    from paizhuo.rpc.methods import Telemetry


class Guard:
    """Intercept every call, as `rpc.guard` does for gRPC."""

    def __init__(self, ways: Mapping[str, Way], telemetry: Telemetry) -> None:
        """Share the counters of the server."""
        self._ways = ways
        self._telemetry = telemetry
        self.is_stopping = False

    async def on_start(self, context: RequestContext[Any, Any]) -> None:
        """Count a call; raises DRAINING once the server stops, FIELD_INVALID for a bad header."""
        self._telemetry.counters.calls[_path(context)] += 1
        if self.is_stopping:
            # A connection that stayed open brings one more.
            raise self._refuse(ServiceError(Why.DRAINING), context)
        refused = REFUSED.get()
        if refused is not None:
            raise self._refuse(refused, context)

    async def on_end(
        self, token: None, context: RequestContext[Any, Any], error: Exception | None, /
    ) -> None:
        """Say with a reason why a call failed, also where the library found it out."""
        del token
        if error is None:
            return
        if isinstance(error, ConnectError):
            reason = self._reason_of(error, context)
            if reason is None:
                return
            raise self._refuse(reason, context) from error
        raise self._refuse(error, context) from error

    def _reason_of(
        self, error: ConnectError, context: RequestContext[Any, Any]
    ) -> ServiceError | None:
        """Return why the library would not read a request; None for what is no fault of it."""
        if error.code is Code.RESOURCE_EXHAUSTED:
            bytes_max = self._ways[_path(context)].bytes_max
            return ServiceError(Why.REQUEST_TOO_LARGE, facts={"bytes_max": bytes_max})
        if error.code is Code.INVALID_ARGUMENT:
            return ServiceError(Why.MALFORMED_REQUEST)
        return None

    def _refuse(self, error: Exception, context: RequestContext[Any, Any]) -> ConnectError:
        """Count a refusal and build its error."""
        name = _path(context)[1:].replace("/", ".")
        return to_connect_error(judge(error, self._telemetry, name))


def _path(context: RequestContext[Any, Any]) -> str:
    """Return the path of the method that is called."""
    return f"/{context.method.service_name}/{context.method.name}"
