"""Bring refusals to Connect errors, with the same details as gRPC statuses have."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any, Final

from connectrpc.code import Code
from connectrpc.errors import ConnectError, ErrorDetail
from google.protobuf import json_format
from google.rpc import error_details_pb2
from protobuf import wkt

from paizhuo.errors import to_status
from paizhuo.v1 import reason_pb2

if TYPE_CHECKING:
    from google.protobuf import any_pb2

    from paizhuo.errors import ServiceError

_TYPES: Final = {
    message.DESCRIPTOR.full_name: message
    for message in (error_details_pb2.ErrorInfo, error_details_pb2.RetryInfo, reason_pb2.Refusal)
}


class Detail(ErrorDetail):
    """Hold one detail in the library's own `Any`, and as JSON for people who read it.

    Connect's errors are JSON, in which a detail is base64; beside it stands `debug`, which
    the library fills from what `value` returns, and for which it knows only its own types.
    """

    def __init__(self, packed: any_pb2.Any) -> None:
        """Take over a detail of a status."""
        super().__init__(wkt.Any(type_url=packed.type_url, value=packed.value))
        self._packed = packed

    def value(self, desc_or_registry: Any = None) -> Any:
        """Return the detail as the JSON object that `debug` shows."""
        if desc_or_registry is not None:
            return super().value(desc_or_registry)
        message = _TYPES[self._packed.TypeName()].FromString(self._packed.value)
        return wkt.Struct.from_json(json_format.MessageToJson(message, indent=None))


def to_json(refused: ServiceError) -> bytes:
    """Write a refusal as the body of an answer over Connect."""
    status = to_status(refused)
    details = []
    for packed in status.details:
        message = _TYPES[packed.TypeName()].FromString(packed.value)
        detail = {
            "type": packed.TypeName(),
            "value": base64.b64encode(packed.value).decode().rstrip("="),
            "debug": json_format.MessageToDict(message),
        }
        details.append(detail)
    error = {"code": refused.status.name.lower(), "message": refused.message, "details": details}
    return json.dumps(error).encode()


def to_connect_error(refused: ServiceError) -> ConnectError:
    """Build the error that says why a call was refused."""
    status = to_status(refused)
    details = [Detail(packed) for packed in status.details]
    return ConnectError(Code(refused.status.name.lower()), refused.message, details)
