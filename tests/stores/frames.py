"""Send objects between a test and the process that it has started."""

from __future__ import annotations

import pickle
import struct
from typing import IO, Any

_LENGTH = struct.Struct(">I")


def frame(value: object) -> bytes:
    """Encode one object with its length before it."""
    data = pickle.dumps(value)
    return _LENGTH.pack(len(data)) + data


def read_frame(stream: IO[bytes]) -> Any:
    """Wait for one object, or None if the other side has ended."""
    prefix = stream.read(_LENGTH.size)
    if len(prefix) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(prefix)
    return pickle.loads(stream.read(length))  # noqa: S301 - from our own process
