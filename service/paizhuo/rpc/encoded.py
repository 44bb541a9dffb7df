"""Carry a response as the bytes of its parts, whoever encoded them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from google.protobuf.message import Message


@dataclass(frozen=True, slots=True)
class Encoded:
    """Hold a response: its type, and parts that are it when joined.

    Protobuf merges the fields of the parts. gRPC needs the bytes alone; a transport
    that prints JSON parses them with the type.
    """

    type: type[Message]
    parts: tuple[bytes, ...]

    def join(self) -> bytes:
        """Return the encoded response."""
        return self.parts[0] if len(self.parts) == 1 else b"".join(self.parts)


def encode(message: Message) -> Encoded:
    """Encode a response that Python made whole."""
    return Encoded(type(message), (message.SerializeToString(),))
