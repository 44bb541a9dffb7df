"""Unpack what clients send packed, in time that grows with its size alone."""

from __future__ import annotations

import zlib
from typing import Final

from connectrpc.code import Code
from connectrpc.compression.gzip import GzipCompression
from connectrpc.errors import ConnectError

from paizhuo import limits

_GZIP: Final = 31
"""How zlib is told that gzip's head and foot stand around the data."""


class OneMemberGzip(GzipCompression):
    """Read gzip of one member. Many members, each empty, would take the square of their number."""

    def decompress(
        self, data: bytes | bytearray | memoryview, read_max_bytes: int | None = None
    ) -> bytes:
        """Unpack data.

        Raises ConnectError (RESOURCE_EXHAUSTED) for more than `read_max_bytes`, EOFError or
        `zlib.error` for what is no gzip of one member.
        """
        if not data:
            return b""
        bytes_max = limits.TRANSPORT_BYTES_MAX if read_max_bytes is None else read_max_bytes
        member = zlib.decompressobj(wbits=_GZIP)
        unpacked = member.decompress(data, bytes_max + 1)
        if len(unpacked) > bytes_max:
            message = f"message is larger than {bytes_max} bytes"
            raise ConnectError(Code.RESOURCE_EXHAUSTED, message)
        if not member.eof:
            raise EOFError("the gzip member does not end")
        if member.unused_data:
            raise zlib.error("something follows the gzip member")
        return unpacked
