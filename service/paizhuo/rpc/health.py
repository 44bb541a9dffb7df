"""Say whether the server serves (grpc.health.v1.Health), to anybody who asks."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import grpc
import grpc.aio
from grpc_health.v1 import health_pb2

from paizhuo.rpc.methods import refuse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from paizhuo.rpc.methods import Telemetry
    from paizhuo.rpc.open_streams import OpenStreams

SERVICE: Final = health_pb2.DESCRIPTOR.services_by_name["Health"]

_Status = health_pb2.HealthCheckResponse
_WATCH: Final = f"{SERVICE.full_name}.Watch"


class Health:
    """Hold one status for all services.

    The library's own servicer holds a lock while it writes to a watcher: one that takes
    nothing keeps it from ever being told that the server stops.
    """

    def __init__(self, services: Iterable[str], streams: OpenStreams, telemetry: Telemetry) -> None:
        """Begin as one that does not serve yet; the empty name is the server itself."""
        self._services = frozenset(("", *services))
        self._streams = streams
        self._telemetry = telemetry
        self._serves = False
        self._changed = asyncio.Event()

    @property
    def handler(self) -> grpc.GenericRpcHandler:
        """Return what serves it."""
        check: Any = grpc.unary_unary_rpc_method_handler(
            self._check,
            request_deserializer=health_pb2.HealthCheckRequest.FromString,
            response_serializer=_Status.SerializeToString,
        )
        watch: Any = grpc.unary_stream_rpc_method_handler(
            self._watch,
            request_deserializer=health_pb2.HealthCheckRequest.FromString,
            response_serializer=_Status.SerializeToString,
        )
        methods = {"Check": check, "Watch": watch}
        return grpc.method_handlers_generic_handler(SERVICE.full_name, methods)

    def set_serving(self, serves: bool) -> None:  # noqa: FBT001 - it is the one thing that is set
        """Let everybody know whether the server serves."""
        self._serves = serves
        self._changed.set()
        self._changed = asyncio.Event()

    def _answer(self) -> _Status:
        """Return the status as it is now."""
        return _Status(status=_Status.SERVING if self._serves else _Status.NOT_SERVING)

    async def _check(self, request: health_pb2.HealthCheckRequest, context: Any) -> _Status:
        """Answer once; NOT_FOUND for a service that is not there."""
        if request.service not in self._services:
            await context.abort(grpc.StatusCode.NOT_FOUND, "There is no such service.")
        return self._answer()

    async def _watch(self, request: health_pb2.HealthCheckRequest, context: Any) -> None:
        """Answer now and whenever it changes, until the server stops."""
        try:
            with self._streams.counted():
                is_known = request.service in self._services
                while True:
                    changed = self._changed
                    unknown = _Status(status=_Status.SERVICE_UNKNOWN)
                    await context.write(self._answer() if is_known else unknown)
                    if self._streams.stopping.is_set():
                        return
                    await changed.wait()
        except Exception as error:  # noqa: BLE001 - `refuse` knows or logs every one
            await refuse(context, error, self._telemetry, _WATCH)
