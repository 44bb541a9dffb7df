"""Send objects between a test and the process that it has started."""

from __future__ import annotations

import pickle
import struct
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import asyncio

_LENGTH = struct.Struct(">I")


def send(writer: asyncio.StreamWriter, value: object) -> None:
    """Send one object; it is gone when the other side reads it."""
    data = pickle.dumps(value)
    writer.write(_LENGTH.pack(len(data)) + data)


async def receive(reader: asyncio.StreamReader) -> Any:
    """Wait for one object; `IncompleteReadError` if the other side has ended."""
    (length,) = _LENGTH.unpack(await reader.readexactly(_LENGTH.size))
    return pickle.loads(await reader.readexactly(length))  # noqa: S301 - from our own process
