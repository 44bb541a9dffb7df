"""Call the API over HTTP with the stubs of gRPC, so that one test can run over each transport.

A channel here gives stubs what a gRPC channel gives them: bytes in and out, and errors with a
status and its details. What goes over the wire is JSON as curl sends it, or what connectrpc's
own client sends for Connect and gRPC-Web.
"""

from __future__ import annotations

import asyncio
import base64
import json
import ssl
import struct
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final, Protocol

import grpc
import grpc.aio
import httpx
from connectrpc.client import ConnectClient
from connectrpc.errors import ConnectError
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.protocol import ProtocolType
from google.protobuf import any_pb2, descriptor_pool, json_format, message_factory
from google.protobuf.message import DecodeError
from google.rpc import status_pb2

from paizhuo.errors import DETAILS_KEY
from service.playing import Client, connected

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Mapping

    from google.protobuf.descriptor import MethodDescriptor
    from google.protobuf.message import Message

    from paizhuo.rpc.server import Server
    from service.playing import Metadata

GRPC: Final = "grpc"
JSON: Final = "json"
CONNECT: Final = "connect"
GRPC_WEB: Final = "grpc_web"
TRANSPORTS: Final = (GRPC, JSON, CONNECT, GRPC_WEB)
HTTP_TRANSPORTS: Final = (JSON, CONNECT, GRPC_WEB)

_STATUSES: Final = {
    "canceled" if status is grpc.StatusCode.CANCELLED else status.name.lower(): status
    for status in grpc.StatusCode
}
_PLAIN: Final = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Made once: to look up who signs certificates takes longer than most tests."""

ENVELOPE: Final = struct.Struct(">BI")
END_OF_STREAM: Final = 2


class Wire(Protocol):
    """Make calls with encoded messages; raises `AioRpcError` for what is refused."""

    async def unary(self, path: str, raw: bytes, headers: Mapping[str, str]) -> bytes:
        """Call a method with one response."""
        ...

    def stream(self, path: str, raw: bytes, headers: Mapping[str, str]) -> AsyncGenerator[bytes]:
        """Call a method with a stream of responses."""
        ...


@asynccontextmanager
async def reached(server: Server, transport: str) -> AsyncIterator[Client]:
    """Connect to a server over a transport."""
    if transport == GRPC:
        async with connected(f"127.0.0.1:{server.port}") as client:
            yield client
        return
    async with reached_at(f"http://127.0.0.1:{server.http_port}", transport) as client:
        yield client


@asynccontextmanager
async def reached_at(url: str, transport: str, **options: Any) -> AsyncIterator[Client]:
    """Connect to an HTTP server over a transport; `options` are those of its HTTP client."""
    if transport == JSON:
        chosen = {"verify": _PLAIN, **options}
        async with httpx.AsyncClient(base_url=url, timeout=60, **chosen) as http:
            yield Client(_Channel(JsonWire(http)))  # type: ignore[arg-type]
        return
    protocol = ProtocolType.CONNECT if transport == CONNECT else ProtocolType.GRPC_WEB
    client = ConnectClient(url, codec=_Bytes(), protocol=protocol, **options)
    async with client:
        yield Client(_Channel(LibraryWire(client)))  # type: ignore[arg-type]


# --- what stubs need ------------------------------------------------------------------------------


class _Channel:
    """Be a channel, as far as stubs use one."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def unary_unary(
        self,
        path: str,
        request_serializer: Callable[[Any], bytes] = bytes,
        response_deserializer: Callable[[bytes], Any] = bytes,
        **_: Any,
    ) -> Callable[..., Any]:
        """Return what calls a method with one response."""

        async def call(request: Any, metadata: Metadata = (), timeout: float = 60) -> Any:  # noqa: ASYNC109
            async with asyncio.timeout(timeout):
                raw = await self._wire.unary(path, request_serializer(request), dict(metadata))
            return response_deserializer(raw)

        return call

    def unary_stream(
        self,
        path: str,
        request_serializer: Callable[[Any], bytes] = bytes,
        response_deserializer: Callable[[bytes], Any] = bytes,
        **_: Any,
    ) -> Callable[..., Any]:
        """Return what calls a method with a stream of responses."""

        def call(request: Any, metadata: Metadata = ()) -> _Stream:
            messages = self._wire.stream(path, request_serializer(request), dict(metadata))
            return _Stream(messages, response_deserializer)

        return call


class _Stream:
    """Be a call with a stream of responses."""

    def __init__(self, messages: AsyncGenerator[bytes], parse: Callable[[bytes], Any]) -> None:
        self._queue: asyncio.Queue[Any] = asyncio.Queue()
        self._parse = parse
        # It reads as gRPC does, whether somebody waits for the next message or not.
        self._task = asyncio.create_task(self._read(messages))

    async def _read(self, messages: AsyncGenerator[bytes]) -> None:
        try:
            async for message in messages:
                self._queue.put_nowait(self._parse(message))
            self._queue.put_nowait(StopAsyncIteration())
        except Exception as error:  # noqa: BLE001 - whoever reads gets it
            self._queue.put_nowait(error)
        finally:
            await messages.aclose()

    def __aiter__(self) -> _Stream:
        return self

    async def __anext__(self) -> Any:
        found = await self._queue.get()
        if isinstance(found, Exception):
            self._queue.put_nowait(found)
            raise found
        return found

    def cancel(self) -> None:
        """Hang up."""
        self._task.cancel()


def _refusal(code: str, message: str, details: Iterable[any_pb2.Any]) -> grpc.aio.AioRpcError:
    """Make the error that gRPC would raise."""
    status = _STATUSES[code]
    number: int = status.value[0]
    packed = status_pb2.Status(code=number, message=message, details=details)
    trailing = grpc.aio.Metadata((DETAILS_KEY, packed.SerializeToString()))
    return grpc.aio.AioRpcError(status, grpc.aio.Metadata(), trailing, message)


# --- JSON, as curl sends it -----------------------------------------------------------------------


class JsonWire:
    """Post JSON."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        """Use this client."""
        self._http = http

    async def unary(self, path: str, raw: bytes, headers: Mapping[str, str]) -> bytes:
        """Call a method with one response."""
        method = described(path)
        answer = await self._http.post(
            path,
            content=to_json(method, raw),
            headers={**headers, "content-type": "application/json"},
        )
        if answer.status_code != httpx.codes.OK:
            raise json_refusal(answer.json())
        return from_json(method, answer.text)

    async def stream(
        self, path: str, raw: bytes, headers: Mapping[str, str]
    ) -> AsyncGenerator[bytes]:
        """Call a method with a stream of responses."""
        method = described(path)
        text = to_json(method, raw)
        async with self._http.stream(
            "POST",
            path,
            content=ENVELOPE.pack(0, len(text)) + text,
            headers={**headers, "content-type": "application/connect+json"},
        ) as answer:
            assert answer.status_code == httpx.codes.OK
            async for flags, data in envelopes(answer.aiter_bytes()):
                if flags & END_OF_STREAM:
                    end = json.loads(data)
                    if "error" in end:
                        raise json_refusal(end["error"])
                    return
                yield from_json(method, data.decode())
        raise AssertionError("the stream broke off")


def described(path: str) -> MethodDescriptor:
    """Find a method by its path."""
    service, _, method = path.removeprefix("/").partition("/")
    pool: Any = descriptor_pool.Default()
    found: MethodDescriptor = pool.FindServiceByName(service).methods_by_name[method]
    return found


def to_json(method: MethodDescriptor, raw: bytes) -> bytes:
    """Write a request as JSON; bytes that are no request go as they are."""
    try:
        message = message_factory.GetMessageClass(method.input_type).FromString(raw)
    except DecodeError:
        return raw
    return json_format.MessageToJson(message, indent=None).encode()


def from_json(method: MethodDescriptor, text: str) -> bytes:
    """Read a response, which must have no field that the API has not."""
    message: Message = message_factory.GetMessageClass(method.output_type)()
    return json_format.Parse(text, message).SerializeToString()


def json_refusal(error: dict[str, Any]) -> grpc.aio.AioRpcError:
    """Read Connect's error, whose details say the same to people and to programs."""
    details = []
    pool: Any = descriptor_pool.Default()
    for detail in error.get("details", ()):
        value = base64.b64decode(detail["value"] + "==")
        message_class = message_factory.GetMessageClass(pool.FindMessageTypeByName(detail["type"]))
        assert json_format.ParseDict(detail["debug"], message_class()) == message_class.FromString(
            value
        )
        details.append(any_pb2.Any(type_url=f"type.googleapis.com/{detail['type']}", value=value))
    return _refusal(error["code"], error["message"], details)


async def envelopes(chunks: AsyncIterator[bytes]) -> AsyncIterator[tuple[int, bytes]]:
    """Cut what arrives into messages, each with its flags."""
    buffer = b""
    async for chunk in chunks:
        buffer += chunk
        while len(buffer) >= ENVELOPE.size:
            flags, size = ENVELOPE.unpack_from(buffer)
            if len(buffer) < ENVELOPE.size + size:
                break
            yield flags, buffer[ENVELOPE.size : ENVELOPE.size + size]
            buffer = buffer[ENVELOPE.size + size :]


# --- connectrpc's client --------------------------------------------------------------------------


class LibraryWire:
    """Call through connectrpc, over Connect or gRPC-Web."""

    def __init__(self, client: ConnectClient) -> None:
        """Use this client."""
        self._client = client

    async def unary(self, path: str, raw: bytes, headers: Mapping[str, str]) -> bytes:
        """Call a method with one response."""
        try:
            return await self._client.execute_unary(
                request=raw, method=_method(path, StreamType.UNARY), headers=headers
            )
        except ConnectError as error:
            raise _library_refusal(error) from error

    async def stream(
        self, path: str, raw: bytes, headers: Mapping[str, str]
    ) -> AsyncGenerator[bytes]:
        """Call a method with a stream of responses."""
        messages: Any = self._client.execute_server_stream(
            request=raw, method=_method(path, StreamType.SERVER_STREAM), headers=headers
        )
        try:
            async for message in messages:
                yield message
        except ConnectError as error:
            raise _library_refusal(error) from error
        finally:
            await messages.aclose()


class _Bytes:
    """Be a codec of messages that are encoded already."""

    def name(self) -> str:
        return "proto"

    def encode(self, message: bytes) -> bytes:
        return message

    def decode(self, data: bytes | bytearray, message_class: type[bytes]) -> bytes:
        return message_class(data)


def _method(path: str, stream_type: StreamType) -> MethodInfo[bytes, bytes]:
    """Describe a method to the library."""
    service, _, name = path.removeprefix("/").partition("/")
    return MethodInfo(
        name=name,
        service_name=service,
        input=bytes,
        output=bytes,
        idempotency_level=IdempotencyLevel.UNKNOWN,
        stream_type=stream_type,
    )


def _library_refusal(error: ConnectError) -> grpc.aio.AioRpcError:
    """Read the library's error."""
    details = [
        any_pb2.Any(type_url=f"type.googleapis.com/{detail.type_name}", value=detail.message_bytes)
        for detail in error.details
    ]
    return _refusal(error.code.value, error.message, details)
