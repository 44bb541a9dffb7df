"""Describe the API to tools such as grpcurl, under both names that reflection has."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2

from paizhuo.rpc.methods import refuse

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from paizhuo.rpc.methods import Telemetry
    from paizhuo.rpc.open_streams import OpenStreams

_V1: Final = "grpc.reflection.v1.ServerReflection"
_NAMES: Final = (reflection.SERVICE_NAME, _V1)


def make_handlers(
    names: Sequence[str], streams: OpenStreams, telemetry: Telemetry
) -> list[grpc.GenericRpcHandler]:
    """Return what serves reflection of these services; the messages of both names are the same."""
    servicer = reflection.aio.ReflectionServicer((*names, *_NAMES))

    async def serve(requests: AsyncIterator[Any], context: Any) -> None:
        try:
            with streams.counted():
                answers: Any = servicer.ServerReflectionInfo(requests, context)
                async for answer in _until(streams.stopping, aiter(answers)):
                    await context.write(answer)
        except Exception as error:  # noqa: BLE001 - `refuse` knows or logs every one
            await refuse(context, error, telemetry, reflection.SERVICE_NAME)

    method: Any = grpc.stream_stream_rpc_method_handler(
        serve,
        request_deserializer=reflection_pb2.ServerReflectionRequest.FromString,
        response_serializer=reflection_pb2.ServerReflectionResponse.SerializeToString,
    )
    methods = {"ServerReflectionInfo": method}
    return [grpc.method_handlers_generic_handler(name, methods) for name in _NAMES]


async def _until(end: asyncio.Event, items: AsyncIterator[Any]) -> AsyncIterator[Any]:
    """Give items until the end is set, also while none comes."""
    ended = asyncio.ensure_future(end.wait())
    try:
        while True:
            item = asyncio.ensure_future(anext(items))
            await asyncio.wait((item, ended), return_when=asyncio.FIRST_COMPLETED)
            if not item.done():
                item.cancel()
                return
            try:
                yield item.result()
            except StopAsyncIteration:
                return
    finally:
        ended.cancel()
