"""What a fake server has answered: a request that is sent again gets the same answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import grpc

from paizhuo_client.testing.scripts import refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from google.protobuf.message import Message

_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


class Answers:
    """Answers to requests with an id, as the real server remembers them: accepted ones alone."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Message, Message]] = {}

    def once(self, request: Any, answer: Callable[[Any], Message]) -> Message:
        """Return the answer to a request, which has its effect once.

        Raises FIELD_MISSING or FIELD_INVALID for an id that is no UUID, and REQUEST_ID_REUSED
        where it was another request's.
        """
        request_id = request.request_id.lower()
        if not _UUID.fullmatch(request_id):
            reason = "FIELD_INVALID" if request_id else "FIELD_MISSING"
            facts = {"field": "request_id"} | ({"problem": "no UUID"} if request_id else {})
            raise refusal(reason, grpc.StatusCode.INVALID_ARGUMENT, facts=facts)
        asked = type(request)()
        asked.CopyFrom(request)
        asked.ClearField("request_id")
        known = self._known.get(request_id)
        if known is None:
            response = answer(request)
            if not getattr(request, "validate_only", False):
                self._known[request_id] = (asked, response)
            return response
        if known[0] != asked:
            raise refusal("REQUEST_ID_REUSED", grpc.StatusCode.INVALID_ARGUMENT)
        return known[1]
