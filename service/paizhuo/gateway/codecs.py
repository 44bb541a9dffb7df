"""Read requests and write responses: encoded messages as they are, or JSON."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from google.protobuf import json_format

from paizhuo import limits
from paizhuo.errors import ServiceError, Why

if TYPE_CHECKING:
    from google.protobuf.message import Message

_UNREADABLE: Final = (json_format.ParseError, ValueError, TypeError, RecursionError)
"""What parsing JSON may raise: text that is no JSON, no object, or nested without end."""

_NESTED: Final = re.compile(r"Failed to parse (\w+) field")
_UNKNOWN: Final = re.compile(r'has no field named "([^"]*)"')
_TOLD_MAX: Final = 64
"""Most characters of the name of a field that a refusal repeats."""


@dataclass(frozen=True, slots=True)
class Received:
    """Hold a request that nobody has read yet: who calls is looked at first.

    `json_of` is its type where the data are JSON, None where they are an encoded message.
    """

    data: bytes
    json_of: type[Message] | None = None

    @property
    def is_slow(self) -> bool:
        """Say whether reading it takes long enough for others to notice."""
        return self.json_of is not None and len(self.data) > limits.JSON_AT_ONCE_BYTES_MAX

    def encoded(self, bytes_max: int) -> bytes:
        """Return the encoded request; raises REQUEST_TOO_LARGE or MALFORMED_REQUEST."""
        if len(self.data) > bytes_max:
            raise ServiceError(Why.REQUEST_TOO_LARGE, facts={"bytes_max": bytes_max})
        if self.json_of is None:
            return self.data
        if not self.data.lstrip().startswith(b"{"):
            # The parser takes an empty list for an empty message.
            raise ServiceError(Why.MALFORMED_REQUEST, facts=_facts_of(""))
        try:
            return json_format.Parse(self.data, self.json_of()).SerializeToString()
        except _UNREADABLE as error:
            # The parser says which field it is; nobody could tell that from the bytes.
            raise ServiceError(Why.MALFORMED_REQUEST, facts=_facts_of(str(error))) from error


def _facts_of(said: str) -> dict[str, str]:
    """Return what a parser complains of; whatever else it says is about itself."""
    path, unknown = _NESTED.findall(said), _UNKNOWN.search(said)
    if unknown is not None:
        path.append("".join(filter(str.isprintable, unknown[1])))
    if not path:
        return {"problem": "no JSON object that can be read"}
    problem = "there is no such field" if unknown else "a value that it cannot have"
    return {"field": ".".join(path)[:_TOLD_MAX], "problem": problem}


class Answer:
    """Hold an encoded response with its type: JSON cannot be written without."""

    __slots__ = ("data", "type")

    def __init__(self, message_type: type[Message], data: bytes) -> None:
        """Keep it as it is."""
        self.type = message_type
        self.data = data

    def json(self) -> bytes:
        """Write it as JSON."""
        return json_format.MessageToJson(
            self.type.FromString(self.data),
            always_print_fields_with_no_presence=True,
            indent=None,
            ensure_ascii=False,
        ).encode()


class Printed(Answer):
    """Hold a response that is written as JSON already."""

    __slots__ = ("_text",)

    def __init__(self, answer: Answer) -> None:
        """Write it."""
        super().__init__(answer.type, answer.data)
        self._text = answer.json()

    def json(self) -> bytes:
        """Return what is written."""
        return self._text


class ProtoCodec:
    """Take and give encoded messages as they are."""

    def name(self) -> str:
        """Return the end of the content type."""
        return "proto"

    def encode(self, message: Answer) -> bytes:
        """Return the bytes that gRPC would send."""
        return message.data

    def decode(self, data: bytes | bytearray, message_class: type[Message]) -> Received:
        """Keep a request for the method to read."""
        del message_class
        return Received(bytes(data))


class JsonCodec:
    """Take and give JSON, as Protobuf defines it: fields in lowerCamelCase, int64 as text.

    Responses have every field but those with presence that are not set, so that `0`,
    `false` and empty lists are told; unknown fields of requests are refused.
    """

    def name(self) -> str:
        """Return the end of the content type."""
        return "json"

    def encode(self, message: Answer) -> bytes:
        """Write a response."""
        return message.json()

    def decode(self, data: bytes | bytearray, message_class: type[Message]) -> Received:
        """Keep a request for the method to read."""
        return Received(bytes(data), message_class)
