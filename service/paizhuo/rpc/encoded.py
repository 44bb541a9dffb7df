"""Carry a response as the bytes of its parts, whoever encoded them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from google.protobuf.message import Message


class Encoded:
    """Hold a response: its type, and parts that are it when joined.

    Protobuf merges the fields of the parts. gRPC needs the bytes alone; a transport
    that prints JSON parses them with the type.
    """

    # Not a frozen dataclass: those take thrice the time, and one is made for every call.
    __slots__ = ("parts", "type")

    def __init__(self, message_type: type[Message], parts: tuple[bytes, ...]) -> None:
        """Keep the parts as they are."""
        self.type = message_type
        self.parts = parts

    def join(self) -> bytes:
        """Return the encoded response."""
        return self.parts[0] if len(self.parts) == 1 else b"".join(self.parts)


def encode(message: Message) -> Encoded:
    """Encode a response that Python made whole."""
    return Encoded(type(message), (message.SerializeToString(),))
