"""Bring a service's methods to connectrpc: decode, who is it, ask the core, encode."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.server import Endpoint
from google.protobuf import descriptor_pb2, message_factory

from paizhuo import limits
from paizhuo.auth.callers import ANONYMOUS, require
from paizhuo.gateway.codecs import Answer, Printed
from paizhuo.rpc.methods import make_decoder, pair

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable
    from contextlib import ExitStack

    from connectrpc.request import RequestContext
    from google.protobuf.descriptor import MethodDescriptor

    from paizhuo.auth.callers import Caller, Callers
    from paizhuo.gateway.codecs import Received
    from paizhuo.rpc.methods import Method, Served

_SAFE: Final = descriptor_pb2.MethodOptions.NO_SIDE_EFFECTS

_STREAM_HEADERS: Final = {"cache-control": "no-store", "x-accel-buffering": "no"}
"""Nobody between server and client may keep a stream back; nginx heeds the second."""


HELD: Final[ContextVar[ExitStack]] = ContextVar("paizhuo_held")
"""What a call holds until its last byte is written; the application sets it for each request."""


@dataclass(frozen=True, slots=True)
class Way:
    """Hold the endpoint of one method, and how large a request it takes."""

    endpoint: Any
    """Of a type that connectrpc keeps to itself."""
    bytes_max: int


def make_ways(served: Iterable[Served], callers: Callers) -> dict[str, Way]:
    """Return what serves each path."""
    return {
        f"/{service.descriptor.full_name}/{described.name}": _way(described, method, callers)
        for service in served
        for described, method in pair(service)
    }


def _way(described: MethodDescriptor, method: Method, callers: Callers) -> Way:
    """Return the way to one method."""
    is_stream = described.server_streaming
    is_safe = described.GetOptions().idempotency_level == _SAFE and not is_stream
    info: MethodInfo[Any, Any] = MethodInfo(
        name=described.name,
        service_name=described.containing_service.full_name,
        input=message_factory.GetMessageClass(described.input_type),
        output=message_factory.GetMessageClass(described.output_type),
        # A method that only looks may be called with GET.
        idempotency_level=(
            IdempotencyLevel.NO_SIDE_EFFECTS if is_safe else IdempotencyLevel.UNKNOWN
        ),
        stream_type=StreamType.SERVER_STREAM if is_stream else StreamType.UNARY,
    )
    endpoint = (
        Endpoint.server_stream(info, _serve_stream(described, method, callers))
        if is_stream
        else Endpoint.unary(info, _serve_unary(described, method, callers))
    )
    return Way(endpoint, method.bytes_max)


def _serve_unary(described: MethodDescriptor, method: Method, callers: Callers) -> Any:
    """Return the handler of a method with one response."""
    decode = make_decoder(described, method)
    function: Any = method.function
    output = message_factory.GetMessageClass(described.output_type)

    async def serve(received: Received, context: RequestContext[Any, Any]) -> Answer:
        if method.needs_token:
            # What one caller sees is for nobody else, nor for later; GET could be kept.
            context.response_headers["cache-control"] = "no-store"
        caller = await _admit(context, method, callers)
        request = decode(await _read(received, method))
        answer = Answer(output, await function(request, caller))
        return answer if received.json_of is None else await _print(answer)

    return serve


def _serve_stream(described: MethodDescriptor, method: Method, callers: Callers) -> Any:
    """Return the handler of a method with a stream of responses."""
    decode = make_decoder(described, method)
    function: Any = method.function
    output = message_factory.GetMessageClass(described.output_type)

    async def serve(received: Received, context: RequestContext[Any, Any]) -> AsyncIterator[Answer]:
        context.response_headers.update(_STREAM_HEADERS)
        caller = await _admit(context, method, callers)
        request = decode(await _read(received, method))
        if method.hold is not None:
            HELD.get().enter_context(method.hold(caller))
        messages = function(request, caller)
        try:
            async for message in messages:
                yield Answer(output, message)
        finally:
            await messages.aclose()

    return serve


async def _read(received: Received, method: Method) -> bytes:
    """Return the encoded request; who plays does not wait for a long record in JSON."""
    if not received.is_slow:
        return received.encoded(method.bytes_max)
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(None, received.encoded, method.bytes_max)


async def _print(answer: Answer) -> Answer:
    """Write a long response as JSON beside the event loop; the codec writes the others."""
    if len(answer.data) <= limits.JSON_AT_ONCE_BYTES_MAX:
        return answer
    return await asyncio.get_running_loop().run_in_executor(None, Printed, answer)


async def _admit(context: RequestContext[Any, Any], method: Method, callers: Callers) -> Caller:
    """Find out who calls, and refuse who may not.

    From this request's own header, never from a context variable: requests of different
    callers come over one connection, through a proxy even one after the other.
    """
    authorization = context.request_headers.get("authorization")
    caller = ANONYMOUS
    if authorization is not None:
        caller = callers.recall(authorization) or await callers.check(authorization)
    if method.needs_token:
        require(caller, method.scope, is_for_admin=method.is_for_admin)
    return caller
