"""Write single Protobuf fields, to join bytes of the engine with bytes of the service.

A message is the concatenation of its fields, so that neither side decodes the other's.
"""

from __future__ import annotations

_LENGTH_DELIMITED = 2


def varint(value: int) -> bytes:
    """Encode a number that is not negative."""
    if value < 0x80:
        return bytes((value,))
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def number_field(number: int, value: int) -> bytes:
    """Encode a varint field; the default is left out, as proto3 does."""
    return varint(number << 3) + varint(value) if value else b""


def bytes_field(number: int, value: bytes) -> bytes:
    """Encode a length-delimited field, also where it is empty."""
    return varint(number << 3 | _LENGTH_DELIMITED) + varint(len(value)) + value


def text_field(number: int, value: str) -> bytes:
    """Encode a string field; the default is left out."""
    return bytes_field(number, value.encode()) if value else b""
