"""Turn the status of a failed call, with its details, into one of our errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import grpc
import grpc.aio
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

from paizhuo.v1 import reason_pb2
from paizhuo_client.failures import BY_STATUS, CallError, Failure
from paizhuo_client.gen import reasons
from paizhuo_client.model import Action, Refusal, action_from_proto

if TYPE_CHECKING:
    from collections.abc import Mapping

    from google.protobuf import any_pb2

DETAILS_KEY: Final = "grpc-status-details-bin"

BY_REASON: Final[Mapping[str, type[CallError]]] = {
    found.reason_code: found for found in (getattr(reasons, name) for name in reasons.__all__)
}
"""The class of each reason that this client knows."""

_STATUS_OF: Final = {kind: status for status, kind in reversed(list(BY_STATUS.items()))}


def class_of(reason: str, status: grpc.StatusCode) -> type[CallError]:
    """Return the class of a failure: of its reason where that is known, else of its status."""
    return BY_REASON.get(reason) or BY_STATUS.get(status, CallError)


def status_of(reason: str) -> grpc.StatusCode:
    """Return the status that a reason comes with; raises LookupError for an unknown one."""
    return next(_STATUS_OF[kind] for kind in BY_REASON[reason].__mro__ if kind in _STATUS_OF)


def from_rpc(error: grpc.aio.AioRpcError, method: str = "", request_id: str = "") -> CallError:
    """Turn what grpc raises into one of ours, with all that the server said."""
    info, refusal = error_details_pb2.ErrorInfo(), reason_pb2.Refusal()
    retry, retry_after_s = error_details_pb2.RetryInfo(), None
    try:
        for detail in _details(error):
            if not (detail.Unpack(info) or detail.Unpack(refusal)) and detail.Unpack(retry):
                retry_after_s = retry.retry_delay.ToMilliseconds() / 1000
    except DecodeError:
        # Somebody else's details: what could be read of them is kept.
        pass
    reason = info.reason or refusal.reason
    failure = Failure(
        status=error.code(),
        message=error.details() or "",
        method=method,
        reason=reason,
        rule=refusal.rule,
        facts={fact.name: fact.value for fact in refusal.facts} or dict(info.metadata),
        alternative=action_from_proto(refusal.alternative),
        retry_after_s=retry_after_s,
        request_id=request_id,
    )
    return class_of(reason, failure.status)(failure)


def from_refusal(refusal: Refusal) -> CallError:
    """Turn a refusal that came as a value (`Comparison.refusal`) into an error, to raise it."""
    known = refusal.reason in BY_REASON
    status = status_of(refusal.reason) if known else grpc.StatusCode.FAILED_PRECONDITION
    return local_error(
        refusal.reason,
        status,
        rule=refusal.rule,
        alternative=refusal.alternative,
        facts={fact.name: fact.value for fact in refusal.facts},
    )


def local_error(  # noqa: PLR0913 - what a refusal says
    reason: str,
    status: grpc.StatusCode,
    message: str = "",
    *,
    rule: str = "",
    facts: Mapping[str, str] | None = None,
    alternative: Action | None = None,
) -> CallError:
    """Make the error of a reason without a call."""
    kind = class_of(reason, status)
    text = message or (kind.__doc__ or "").partition("\n")[0]
    return kind(
        Failure(status, text, reason=reason, rule=rule, facts=facts or {}, alternative=alternative)
    )


def _details(error: grpc.aio.AioRpcError) -> list[any_pb2.Any]:
    """Return the details of a status; none where the transport failed."""
    for key, value in error.trailing_metadata() or ():
        if key == DETAILS_KEY and isinstance(value, bytes):
            return list(status_pb2.Status.FromString(value).details)
    return []
