"""What every failed call says, and the classes of errors by status.

    PaizhuoError                    whatever this package raises
    ├── ClientClosed                the client, or its stream, is closed
    └── CallError                   a call failed: status, reason, rule, facts, alternative
        ├── InvalidRequest          INVALID_ARGUMENT: wrong whatever the state is
        ├── Unauthenticated         UNAUTHENTICATED: no token, or a bad one
        ├── PermissionDenied        PERMISSION_DENIED: not by this caller
        ├── NotFound                NOT_FOUND
        ├── IllegalNow              FAILED_PRECONDITION: against the rules, or not at this time
        ├── Outdated                ABORTED: the table has moved on
        ├── OutOfRange              OUT_OF_RANGE: a revision or position that is not there
        ├── LimitReached            RESOURCE_EXHAUSTED
        ├── Unavailable             UNAVAILABLE: may be tried again with the same request id
        ├── TimedOut                DEADLINE_EXCEEDED: no answer in time; the same holds
        ├── DataLoss                DATA_LOSS: the table cannot be used
        ├── ServerFault             INTERNAL and UNKNOWN: a fault of the server
        └── NotImplementedByServer  UNIMPLEMENTED: an older server

Below these stands a class for each reason of docs/errors.md (`paizhuo_client.errors`). A reason
that this client does not know is raised as the class of its status, and keeps its `reason`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, Final, Self

import grpc

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paizhuo_client.model import Action


_UNANSWERED: Final = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.UNKNOWN,
        grpc.StatusCode.INTERNAL,
    }
)
"""Statuses that, without a reason, come from the transport and not from a server."""

_UNJUDGED: Final = _UNANSWERED | {
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.DATA_LOSS,
}
"""Statuses of a server that may not have looked whether the request had its effect before."""


class PaizhuoError(Exception):
    """Whatever this package raises by itself."""


class BetterToWait(PaizhuoError):
    """It is suggested not to answer yet a decision that nobody waits for.

    No call was refused. It may be asked for a hint again whenever the table changes.
    """


class ClientClosed(PaizhuoError):
    """The client or its stream is closed, or was never opened."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What a failed call says of itself."""

    status: grpc.StatusCode
    """The gRPC status."""
    message: str
    """For people; it may change, so never branch on it."""
    method: str = ""
    """The method, as "TableService/Act"."""
    reason: str = ""
    """Reason code; empty where the transport failed and no server spoke."""
    rule: str = ""
    """Number of the rule that refuses, "D4.15"; empty where no rule does."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """Facts behind the refusal."""
    alternative: Action | None = None
    """Something that would be legal instead."""
    retry_after_s: float | None = None
    """After how many seconds the server says that it may work; None: waiting does not help."""
    request_id: str = ""
    """Id of the request, where the method has one: the same call with it is safe."""
    was_sent_before: bool = False
    """An earlier attempt of the same call got no answer."""


class CallError(PaizhuoError):
    """A call failed. Branch on the class or on `reason`, never on the text."""

    reason_code: ClassVar[str] = ""
    """Reason that a class stands for; empty for the classes by status."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure)
        self.failure = failure

    def after_lost_attempt(self) -> Self:
        """Return the same error, of a call that was sent before without an answer."""
        return type(self)(replace(self.failure, was_sent_before=True))

    def __str__(self) -> str:
        failure = self.failure
        text = failure.message or failure.status.name
        named = f"{failure.reason or failure.status.name}: {text}"
        is_told = not failure.rule or f"({failure.rule})" in text
        return named if is_told else f"{named} (rule {failure.rule})"

    @property
    def status(self) -> grpc.StatusCode:
        """The gRPC status."""
        return self.failure.status

    @property
    def message(self) -> str:
        """The text for people."""
        return self.failure.message

    @property
    def reason(self) -> str:
        """Reason code; empty where the transport failed and no server spoke."""
        return self.failure.reason

    @property
    def rule(self) -> str:
        """Number of the rule that refuses; empty where no rule does."""
        return self.failure.rule

    @property
    def facts(self) -> Mapping[str, str]:
        """Facts behind the refusal."""
        return self.failure.facts

    @property
    def alternative(self) -> Action | None:
        """Something that would be legal instead, where there is one."""
        return self.failure.alternative

    @property
    def retry_after_s(self) -> float | None:
        """After how many seconds it may work; None: waiting does not help."""
        return self.failure.retry_after_s

    @property
    def request_id(self) -> str:
        """Id of the request: the same call with it has its effect once."""
        return self.failure.request_id

    @property
    def may_have_happened(self) -> bool:
        """Say whether the call may have had its effect, although it failed.

        True only where no answer came (a lost connection, a deadline) or the server does not
        know, and where an earlier attempt ended so and no later one was judged. Call again with
        the same `request_id` to find out.
        """
        if self.failure.was_sent_before and self.status in _UNJUDGED:
            return True
        return self.reason == "OUTCOME_UNKNOWN" or (not self.reason and self.status in _UNANSWERED)


class InvalidRequest(CallError):
    """INVALID_ARGUMENT: the request is wrong, whatever the state is."""


class Unauthenticated(CallError):
    """UNAUTHENTICATED: no token, or a bad one."""


class PermissionDenied(CallError):
    """PERMISSION_DENIED: this caller may not do that."""


class NotFound(CallError):
    """NOT_FOUND: there is no such thing, or not for this caller."""


class IllegalNow(CallError):
    """FAILED_PRECONDITION: against the rules, or not at this time. Nothing was changed."""


class Outdated(CallError):
    """ABORTED: the table has moved on."""


class OutOfRange(CallError):
    """OUT_OF_RANGE: a revision or a position that is not there."""


class LimitReached(CallError):
    """RESOURCE_EXHAUSTED: a limit of the server."""


class Unavailable(CallError):
    """UNAVAILABLE: the server cannot be reached, or not now. The same request id is safe."""


class TimedOut(CallError):
    """DEADLINE_EXCEEDED: no answer came in time. The same request id is safe."""


class DataLoss(CallError):
    """DATA_LOSS: what the server keeps of the table cannot be used."""


class ServerFault(CallError):
    """INTERNAL or UNKNOWN: a fault of the server or of the transport."""


class NotImplementedByServer(CallError):
    """UNIMPLEMENTED: the server is older than this method."""


BY_STATUS: Mapping[grpc.StatusCode, type[CallError]] = {
    grpc.StatusCode.INVALID_ARGUMENT: InvalidRequest,
    grpc.StatusCode.UNAUTHENTICATED: Unauthenticated,
    grpc.StatusCode.PERMISSION_DENIED: PermissionDenied,
    grpc.StatusCode.NOT_FOUND: NotFound,
    grpc.StatusCode.FAILED_PRECONDITION: IllegalNow,
    grpc.StatusCode.ABORTED: Outdated,
    grpc.StatusCode.OUT_OF_RANGE: OutOfRange,
    grpc.StatusCode.RESOURCE_EXHAUSTED: LimitReached,
    grpc.StatusCode.UNAVAILABLE: Unavailable,
    grpc.StatusCode.DEADLINE_EXCEEDED: TimedOut,
    grpc.StatusCode.DATA_LOSS: DataLoss,
    grpc.StatusCode.INTERNAL: ServerFault,
    grpc.StatusCode.UNKNOWN: ServerFault,
    grpc.StatusCode.UNIMPLEMENTED: NotImplementedByServer,
}
"""The class of each status; a status that is not here is raised as `CallError`."""
