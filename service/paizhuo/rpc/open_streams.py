"""Bound the streams that anybody may open without a token, and end them when the server stops."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING

from paizhuo import limits
from paizhuo.errors import ServiceError, Why

if TYPE_CHECKING:
    from collections.abc import Iterator


class OpenStreams:
    """Count the streams of health and reflection; `stopping` is set once they shall end."""

    def __init__(self) -> None:
        """Begin with none."""
        self._count = 0
        self.stopping = asyncio.Event()

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count a stream as long as it is open; raises DRAINING or TOO_MANY_STREAMS."""
        if self.stopping.is_set():
            raise ServiceError(Why.DRAINING)
        if self._count >= limits.OPEN_STREAMS_MAX:
            raise ServiceError(Why.TOO_MANY_STREAMS)
        self._count += 1
        try:
            yield
        finally:
            self._count -= 1
