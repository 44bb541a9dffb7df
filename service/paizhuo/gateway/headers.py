"""Read the headers that the library refuses by itself, so that they are refused as all else is."""

from __future__ import annotations

import re
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final

from paizhuo.errors import ServiceError, Why

if TYPE_CHECKING:
    from collections.abc import Sequence

REFUSED: Final[ContextVar[ServiceError | None]] = ContextVar("paizhuo_header", default=None)
"""Why a header of the request that is being served cannot be used; None if all can."""

_CONNECT: Final = {
    b"connect-timeout-ms": (re.compile(rb"[0-9]{1,10}|"), "no number of milliseconds"),
    b"connect-protocol-version": (re.compile(rb"1"), "only version 1 is spoken here"),
}
_GRPC_WEB: Final = {
    b"grpc-timeout": (re.compile(rb"[0-9]{1,8}[HMSmun]|"), "no number with a unit"),
}

Headers = list[tuple[bytes, bytes]]


def without_bad(headers: Sequence[tuple[bytes, bytes]]) -> Headers:
    """Return headers without those that cannot be used, and note in `REFUSED` why.

    The library would refuse them before a call begins, without a reason for programs.
    """
    content_type = next((value for name, value in headers if name == b"content-type"), b"")
    known = _GRPC_WEB if content_type.startswith(b"application/grpc-web") else _CONNECT
    kept: Headers = []
    refused: ServiceError | None = None
    for name, value in headers:
        pattern, problem = known.get(name, (None, ""))
        if pattern is None or pattern.fullmatch(value):
            kept.append((name, value))
        else:
            facts = {"field": name.decode(), "problem": problem}
            refused = ServiceError(Why.FIELD_INVALID, facts=facts)
    REFUSED.set(refused)
    return kept
