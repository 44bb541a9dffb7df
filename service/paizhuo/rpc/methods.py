"""Bring a service's functions to its methods, bytes in and bytes out.

Services are registered from their descriptors, so that a method without a function
stops the server from starting. A function takes the decoded request and the caller,
returns the encoded response (or yields such, for a stream), and refuses with `ServiceError`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import grpc
import grpc.aio
from google.protobuf import message_factory
from google.protobuf.message import DecodeError

from paizhuo import engine, limits
from paizhuo.auth.callers import Caller, require
from paizhuo.errors import (
    DETAILS_KEY,
    ServiceError,
    Why,
    from_engine,
    from_store,
    to_status,
)
from paizhuo.rpc.guard import CALLER
from paizhuo.rpc.stalls import Stalls, current_task
from paizhuo.stores.base import StoreError

if TYPE_CHECKING:
    from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor

    from paizhuo.tables.services import Report
    from paizhuo.telemetry.counters import Counters

Unary = Callable[[Any, Caller], Awaitable[bytes]]
Stream = Callable[[Any, Caller], AsyncIterator[bytes]]


@dataclass(frozen=True, slots=True)
class Method:
    """Say what serves a method, whether it needs a token and of which scope, how much it reads.

    What `is_for_admin` may be called with the scope admin instead.
    `read` takes the encoded request apart where the engine does that. `hold` is entered
    before a stream begins, and left when its call is over: while a status waits behind
    messages that nobody takes, the call is not.
    """

    function: Unary | Stream
    scope: str | None = None
    needs_token: bool = True
    is_for_admin: bool = False
    bytes_max: int = limits.REQUEST_BYTES_MAX
    read: Callable[[bytes], Any] | None = None
    hold: Callable[[Caller], AbstractContextManager[None]] | None = None


class Served(NamedTuple):
    """Hold a service of the proto and what serves its methods, over whatever transport."""

    descriptor: ServiceDescriptor
    methods: Mapping[str, Method]


@dataclass(frozen=True, slots=True)
class Telemetry:
    """Hold where refusals are counted and faults are logged, and who looks for stalls."""

    counters: Counters
    report: Report
    stalls: Stalls = field(default_factory=Stalls)


ENGINE_REFUSALS: Final = (engine.SetupError, engine.NotationError, engine.RuleError)


def pair(served: Served) -> list[tuple[MethodDescriptor, Method]]:
    """Return each method of the proto with what serves it; there must be just these."""
    service, methods = served
    missing = {method.name for method in service.methods} ^ set(methods)
    if missing:
        message = f"{service.full_name}: {', '.join(sorted(missing))} and the proto differ"
        raise LookupError(message)
    return [(described, methods[described.name]) for described in service.methods]


def make_handler(served: Served, telemetry: Telemetry) -> grpc.GenericRpcHandler:
    """Return what serves a whole service."""
    handlers: dict[str, grpc.RpcMethodHandler[Any, Any]] = {}
    for described, method in pair(served):
        if described.server_streaming:
            serve = _serve_stream(described, method, telemetry)
            handlers[described.name] = grpc.unary_stream_rpc_method_handler(serve)
        else:
            answer = _serve_unary(described, method, telemetry)
            handlers[described.name] = grpc.unary_unary_rpc_method_handler(answer)
    return grpc.method_handlers_generic_handler(served.descriptor.full_name, handlers)


def make_decoder(described: MethodDescriptor, method: Method) -> Callable[[bytes], Any]:
    """Return what decodes the requests of a method."""
    parse = method.read or message_factory.GetMessageClass(described.input_type).FromString
    bytes_max = method.bytes_max

    def decode(raw: bytes) -> Any:
        if len(raw) > bytes_max:
            raise ServiceError(Why.REQUEST_TOO_LARGE, facts={"bytes_max": bytes_max})
        try:
            return parse(raw)
        except (DecodeError, engine.NotationError) as error:
            raise ServiceError(Why.MALFORMED_REQUEST) from error

    return decode


def _serve_unary(described: MethodDescriptor, method: Method, telemetry: Telemetry) -> Any:
    """Return the handler of a method with one response."""
    decode = make_decoder(described, method)
    function = cast("Unary", method.function)
    needs_token, scope, is_for_admin = method.needs_token, method.scope, method.is_for_admin
    current = CALLER.get
    name = described.full_name

    async def serve(raw: bytes, context: Any) -> bytes:
        try:
            caller = current()
            if needs_token:
                require(caller, scope, is_for_admin=is_for_admin)
            return await function(decode(raw), caller)
        except Exception as error:  # noqa: BLE001 - `refuse` knows or logs every one
            return await refuse(context, error, telemetry, name)

    return serve


def _serve_stream(described: MethodDescriptor, method: Method, telemetry: Telemetry) -> Any:
    """Return the handler of a method with a stream of responses."""
    decode = make_decoder(described, method)
    function: Any = method.function
    name, stalls = described.full_name, telemetry.stalls

    async def serve(raw: bytes, context: Any) -> None:
        with contextlib.ExitStack() as held:
            try:
                caller = CALLER.get()
                if method.needs_token:
                    require(caller, method.scope, is_for_admin=method.is_for_admin)
                request = decode(raw)
                if method.hold is not None:
                    held.enter_context(method.hold(caller))
                messages = function(request, caller)
                try:
                    task, write = current_task(), context.write
                    async for message in messages:
                        await stalls.write(task, write, message)
                finally:
                    await messages.aclose()
            except Exception as error:  # noqa: BLE001 - `refuse` knows or logs every one
                await refuse(context, error, telemetry, name)

    return serve


async def refuse(context: Any, error: Exception, telemetry: Telemetry, name: str) -> bytes:
    """End a call with the status of an error; what nobody foresaw is logged as a fault."""
    if context.cancelled() or context.done():
        # The client has gone, and with him everybody who could read a status.
        raise asyncio.CancelledError from error
    refused = judge(error, telemetry, name)
    details = to_status(refused).SerializeToString()
    await context.abort(refused.status, refused.message, ((DETAILS_KEY, details),))
    return b""


def judge(error: Exception, telemetry: Telemetry, name: str) -> ServiceError:
    """Bring whatever ended a call to a counted refusal; a fault of ours is logged."""
    refused = as_service_error(error)
    if refused is None:
        telemetry.report("call_fault", method=name, exc_info=error)
        refused = ServiceError(Why.INTERNAL)
    telemetry.counters.refusals[refused.code] += 1
    return refused


def as_service_error(error: Exception) -> ServiceError | None:
    """Bring whatever a function may raise to a refusal; None for a fault of ours."""
    if isinstance(error, ServiceError):
        return error
    if isinstance(error, ENGINE_REFUSALS):
        return from_engine(error)
    if isinstance(error, StoreError):
        return from_store(error)
    return None
