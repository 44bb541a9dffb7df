"""What a fake server shall do with the next calls of a method."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import grpc
from google.protobuf import any_pb2, duration_pb2
from google.rpc import error_details_pb2, status_pb2

from paizhuo.v1 import reason_pb2
from paizhuo_client.model import Action, action_to_proto
from paizhuo_client.refusals import DETAILS_KEY

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from google.protobuf.message import Message

DOMAIN = "paizhuo"


@dataclass(frozen=True, slots=True)
class Received:
    """A call that a fake server received."""

    method: str
    """The method, as "TableService/Act"."""
    request: Any
    """The request, a message of `paizhuo.v1`."""
    raw: bytes
    """The bytes that it came as."""
    token: str
    """The token that it carried; empty if it carried none."""


class Refused(Exception):
    """End a call with a status; raise it from a function that answers, too."""

    def __init__(
        self,
        status: grpc.StatusCode,
        message: str = "",
        *,
        details: status_pb2.Status | None = None,
    ) -> None:
        super().__init__(message or status.name)
        self.status = status
        self.message = message
        self.details = details

    async def end(self, context: Any) -> None:
        """End a call."""
        trailing: tuple[tuple[str, bytes], ...] = ()
        if self.details is not None:
            trailing = ((DETAILS_KEY, self.details.SerializeToString()),)
        await context.abort(self.status, self.message, trailing)


def refusal(  # noqa: PLR0913 - what a refusal says
    reason: str,
    status: grpc.StatusCode,
    *,
    message: str = "",
    rule: str = "",
    facts: Mapping[str, object] | None = None,
    alternative: Action | None = None,
    retry_after_s: float | None = None,
) -> Refused:
    """Make a refusal as the real server sends it."""
    texts = {name: str(value) for name, value in (facts or {}).items()}
    said = reason_pb2.Refusal(
        reason=reason,
        rule=rule,
        facts=[reason_pb2.Fact(name=name, value=value) for name, value in texts.items()],
        alternative=None if alternative is None else action_to_proto(alternative),
    )
    parts: list[Message] = [
        error_details_pb2.ErrorInfo(reason=reason, domain=DOMAIN, metadata=texts),
        said,
    ]
    if retry_after_s is not None:
        delay = duration_pb2.Duration()
        delay.FromMilliseconds(round(retry_after_s * 1000))
        parts.append(error_details_pb2.RetryInfo(retry_delay=delay))
    packed = []
    for part in parts:
        packed.append(any_pb2.Any())
        packed[-1].Pack(part)
    text = message or f"refused: {reason}"
    details = status_pb2.Status(code=status.value[0], message=text, details=packed)
    return Refused(status, text, details=details)


Answer: TypeAlias = "Message | Refused | Callable[[Any], Any]"
"""A response, a refusal, or a function of the request that returns or raises one."""


class Script:
    """The scripted answers of one method, in order."""

    def __init__(self) -> None:
        self._steps: list[tuple[Step, int | None]] = []

    def add(self, step: Step, times: int | None) -> None:
        """Do this with the next calls; None: with all of them from then on."""
        self._steps.append((step, times))

    def next(self) -> Step | None:
        """Return what to do with a call; None where nothing is scripted."""
        if not self._steps:
            return None
        step, times = self._steps[0]
        if times is not None:
            self._steps[0] = (step, times - 1)
            if times <= 1:
                del self._steps[0]
        return step


@dataclass(frozen=True, slots=True)
class Step:
    """What to do with a call: answer it, after doing what it asks or not at all."""

    answer: Answer | None = None
    """None: what the method does by itself."""
    loses_answer: bool = False
    """Do it, and let the connection break before the answer comes."""
    is_held: bool = False
    """Never answer."""

    async def play(self, request: Any, usual: Callable[[Any], Any]) -> Any:
        """Return the response to a request; raises `Refused`."""
        if self.is_held:
            await asyncio.Event().wait()
        answer = usual if self.answer is None else self.answer
        found = answer(request) if callable(answer) else answer
        if isinstance(found, Refused):
            raise found
        if self.loses_answer:
            raise Refused(grpc.StatusCode.UNAVAILABLE, "the connection was lost")
        return found
