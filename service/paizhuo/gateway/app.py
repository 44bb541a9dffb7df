"""Put the HTTP application together: every method on its path, for the origins that may ask."""

from __future__ import annotations

from contextlib import ExitStack
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from connectrpc.server import ConnectASGIApplication
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import PlainTextResponse

from paizhuo import limits
from paizhuo.gateway.codecs import JsonCodec, ProtoCodec
from paizhuo.gateway.compression import OneMemberGzip
from paizhuo.gateway.endpoints import HELD
from paizhuo.gateway.headers import without_bad

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from starlette.types import ASGIApp, Receive, Scope, Send

    from paizhuo.gateway.endpoints import Way
    from paizhuo.gateway.guard import Guard

_LOCAL_ORIGIN: Final = r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?"

# https://connectrpc.com/docs/cors, and the header that says who calls.
_METHODS: Final = ("GET", "POST")
_REQUEST_HEADERS: Final = (
    *("authorization", "content-type", "content-encoding", "accept-encoding"),
    *("connect-protocol-version", "connect-timeout-ms", "connect-content-encoding"),
    *("connect-accept-encoding", "grpc-timeout", "grpc-encoding", "grpc-accept-encoding"),
    *("x-grpc-web", "x-user-agent"),
)
_RESPONSE_HEADERS: Final = (
    *("content-encoding", "connect-content-encoding", "grpc-encoding"),
    *("grpc-status", "grpc-message", "grpc-status-details-bin"),
)
_PREFLIGHT_S: Final = 7_200


class Methods(ConnectASGIApplication[None]):
    """Serve every method of every service."""

    def __init__(self, ways: Mapping[str, Way], guard: Guard) -> None:
        """Put the guard in front of all of them."""
        super().__init__(
            service=None,
            endpoints=lambda _: {path: way.endpoint for path, way in ways.items()},
            interceptors=(guard,),
            read_max_bytes=limits.TRANSPORT_BYTES_MAX,
            compressions=(OneMemberGzip(),),
            codecs=(ProtoCodec(), JsonCodec()),
        )

    @property
    def path(self) -> str:
        """Return what all paths begin with."""
        return "/"


class Entry:
    """Turn away what is no call of ours in HTTP's own words; no library need look at it."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand in front of an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or let the application do it."""
        refused = _look_over(scope)
        if refused is None:
            scope["headers"] = without_bad(scope["headers"])
        with ExitStack() as held:
            HELD.set(held)
            await (refused or self._app)(scope, receive, send)


def make_app(ways: Mapping[str, Way], guard: Guard, origins: Sequence[str] | None) -> ASGIApp:
    """Return the application; pages of `origins` may use it, None for those of this machine."""
    return CORSMiddleware(
        Entry(Methods(ways, guard)),
        allow_origins=origins or (),
        allow_origin_regex=_LOCAL_ORIGIN if origins is None else None,
        allow_methods=_METHODS,
        allow_headers=_REQUEST_HEADERS,
        expose_headers=_RESPONSE_HEADERS,
        max_age=_PREFLIGHT_S,
    )


def _look_over(scope: Scope) -> PlainTextResponse | None:
    """Return what to answer to a request that cannot be a call; None for all others."""
    content_type = b""
    for name, value in scope["headers"]:
        if not value.isascii() and not _is_text(value):
            return _answer(HTTPStatus.BAD_REQUEST, f"The header {name.decode()} is not UTF-8.\n")
        if name == b"content-type":
            content_type = value
    if not scope["query_string"].isascii():
        return _answer(HTTPStatus.BAD_REQUEST, "The query is not ASCII.\n")
    if content_type == b"application/grpc" or content_type.startswith(b"application/grpc+"):
        text = "gRPC is served on a port of its own; here are Connect, gRPC-Web and JSON.\n"
        return _answer(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, text)
    return None


def _is_text(value: bytes) -> bool:
    """Say whether bytes are UTF-8."""
    try:
        value.decode()
    except UnicodeDecodeError:
        return False
    return True


def _answer(status: HTTPStatus, text: str) -> PlainTextResponse:
    """Return an answer that ends the connection: nobody reads the rest of the request."""
    return PlainTextResponse(text, status, {"connection": "close"})
