"""Define every refusal of the service, and bring them all to gRPC statuses.

Two tables say why a call was refused: `Why` below for what the service itself
refuses, and the engine's reasons for what the rules refuse. Codes are stable, texts
are for people. Every status carries `google.rpc.ErrorInfo`, `paizhuo.v1.Refusal` and,
where waiting helps, `google.rpc.RetryInfo`.
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import grpc
from google.protobuf import any_pb2, duration_pb2
from google.rpc import error_details_pb2, status_pb2

from paizhuo import engine, limits
from paizhuo.stores.base import (
    BadPageToken,
    EntryRefused,
    OutcomeUnknown,
    StoreError,
    StoreUnavailable,
    Trouble,
)
from paizhuo.v1 import reason_pb2

if TYPE_CHECKING:
    from collections.abc import Mapping

DOMAIN: Final = "paizhuo"
DETAILS_KEY: Final = "grpc-status-details-bin"

_QUOTED_MAX: Final = 32
"""Most characters of a text that a fact quotes, as of the engine's facts: transports carry
few kilobytes of details."""

_ON_FACTS: Final = re.compile(r" \(facts? [^)]*\)")
_OWN_FACTS: Final = frozenset({"field", "problem", "known", "allowed"})
"""Facts that the server words itself."""

_INVALID: Final = grpc.StatusCode.INVALID_ARGUMENT
_ILLEGAL: Final = grpc.StatusCode.FAILED_PRECONDITION
_ABORTED: Final = grpc.StatusCode.ABORTED
_DENIED: Final = grpc.StatusCode.PERMISSION_DENIED
_UNKNOWN: Final = grpc.StatusCode.UNAUTHENTICATED
_FULL: Final = grpc.StatusCode.RESOURCE_EXHAUSTED
_AWAY: Final = grpc.StatusCode.UNAVAILABLE
_NOT_FOUND: Final = grpc.StatusCode.NOT_FOUND
_LOST: Final = grpc.StatusCode.DATA_LOSS
_RANGE: Final = grpc.StatusCode.OUT_OF_RANGE
_INTERNAL: Final = grpc.StatusCode.INTERNAL


@dataclass(frozen=True, slots=True)
class Reason:
    """Hold what a reason means: its status, and after how long trying again may help."""

    status: grpc.StatusCode
    meaning: str
    retry_ms: int | None = None


class Why(enum.Enum):
    """List the reasons of the service; the name of each is its code."""

    MALFORMED_REQUEST = Reason(
        _INVALID,
        "The bytes are no request of this method (facts `field`, `problem` where in JSON).",
    )
    FIELD_MISSING = Reason(_INVALID, "A field that is needed is not set (fact `field`).")
    FIELD_INVALID = Reason(
        _INVALID, "A field has a value that it cannot have (facts `field`, `problem`)."
    )
    NO_SUCH_SEAT = Reason(_INVALID, "The table has no seat of this number.")
    UNKNOWN_BOT = Reason(_INVALID, "There is no bot of this name (facts `bot`, `known`).")
    REPEATED_OPTION = Reason(_INVALID, "An option of the game was given twice (fact `option`).")
    UNKNOWN_TABLE_OPTION = Reason(
        _INVALID, "There is no table option of this name (facts `option`, `known`)."
    )
    BAD_TABLE_OPTION_VALUE = Reason(
        _INVALID,
        "The table option does not take this value (facts `option`, `value`, `allowed`).",
    )
    REPEATED_TABLE_OPTION = Reason(_INVALID, "A table option was given twice.")
    BAD_PAGE_TOKEN = Reason(_INVALID, "The page token is not one of this list.")
    REQUEST_ID_REUSED = Reason(
        _INVALID,
        "The caller used this `request_id` for another request at this table. An id belongs to a "
        "caller and a table: at another table it is a new one.",
    )
    TOKEN_MISSING = Reason(_UNKNOWN, "The call needs `authorization: Bearer <token>`.")
    TOKEN_INVALID = Reason(_UNKNOWN, "The token is not known, or has run out.")
    TOKEN_EXPIRED = Reason(_UNKNOWN, "The platform's token has run out; get a new one there.")
    RECOVERY_CODE_UNKNOWN = Reason(_UNKNOWN, "Nobody has this recovery code.")
    SCOPE_MISSING = Reason(
        _DENIED, "The token does not allow this (fact `scope`: what it would have to hold)."
    )
    GUESTS_OFF = Reason(_DENIED, "This server has no guests; the platform gives out tokens.")
    NOT_SEATED = Reason(_DENIED, "The caller has no seat at this table.")
    BARRED = Reason(_DENIED, "The owner of the table sent the caller away.")
    SPECTATORS_OFF = Reason(
        _DENIED, "While a match goes on, only those who have a seat may watch this table."
    )
    NOT_OWNER = Reason(_DENIED, "Only the owner of the table may do that.")
    TABLE_NOT_FOUND = Reason(_NOT_FOUND, "There is no such table.")
    RECORD_NOT_FOUND = Reason(_NOT_FOUND, "The table has no such match.")
    MATCH_RUNNING = Reason(
        _ILLEGAL,
        "While a match goes on seats cannot change, nor can a table be closed at which another "
        "person sits.",
    )
    SEAT_TAKEN = Reason(_ILLEGAL, "Somebody has this seat.")
    SEAT_KEPT = Reason(
        _ILLEGAL, "The seat is kept for somebody else, or another one for the caller (fact `seat`)."
    )
    TABLE_FULL = Reason(_ILLEGAL, "No seat is free.")
    ALREADY_AGREED = Reason(_ILLEGAL, "The seat has agreed to the next deal already.")
    COMMITMENT_AWAITED = Reason(
        _ILLEGAL,
        "`entropy` counts once the next deal has been committed to, and that has not come yet: "
        "send it after `DealCommitted`, or be ready without.",
    )
    NO_BOT_THERE = Reason(_ILLEGAL, "No bot has this seat.")
    NO_PERSON_THERE = Reason(_ILLEGAL, "No person has this seat.")
    NO_MATCH_RUNNING = Reason(_ILLEGAL, "That takes a match that goes on.")
    TABLE_PAUSED = Reason(_ILLEGAL, "The clocks stand still, and nobody may act.")
    NOT_PAUSED = Reason(_ILLEGAL, "There is no pause, and nobody wants one.")
    PAUSES_OFF = Reason(_ILLEGAL, "The options of this table allow no pause.")
    TABLE_CLOSED = Reason(_ILLEGAL, "The table is closed for good.")
    STALE_REVISION = Reason(
        _ABORTED, "The table is not at `expected_revision` (fact `revision`: where it is)."
    )
    DECISION_CLOSED = Reason(
        _ABORTED, "The decision that was named is not open (any more; fact `revision`)."
    )
    CONTENDED = Reason(_ABORTED, "Other processes wrote first, time and again.", retry_ms=100)
    RESYNC = Reason(_ABORTED, "The reader was too slow for the stream; watch again.")
    REVISION_AHEAD = Reason(
        _RANGE, "The table has not come to this revision (fact `revision`: where it is)."
    )
    POSITION_AHEAD = Reason(
        _RANGE, "No match stands at this position: the data is older than what was read."
    )
    HISTORY_GONE = Reason(_RANGE, "The log does not reach back to this revision any more.")
    REQUEST_TOO_LARGE = Reason(
        _FULL, "The request is larger than this method takes (fact `bytes_max`)."
    )
    LOG_FULL = Reason(_FULL, "The table has as many entries as a table may have.")
    TOO_MANY_CHANGES = Reason(
        _FULL,
        "The caller changed this table too often beside the play, or seats were taken too often.",
        retry_ms=limits.CHANGE_EVERY_MS,
    )
    TOO_MANY_OPEN_TABLES = Reason(
        _FULL, "The server has as many open tables as it takes.", retry_ms=60_000
    )
    TOO_MANY_OWN_TABLES = Reason(
        _FULL,
        "The caller owns as many open tables as one may (fact `tables_max`); CloseTable frees one, "
        "and so does a day without an entry.",
    )
    TOO_MANY_NEW_TABLES = Reason(
        _FULL,
        "The caller created tables too often (facts `at_once`, `then_every_ms`).",
        retry_ms=limits.CREATION_EVERY_MS,
    )
    TOO_MANY_STREAMS = Reason(
        _FULL, "The caller has as many streams open as one may.", retry_ms=5_000
    )
    TOO_MANY_READS = Reason(
        _FULL, "Too many records are being read, by the caller or by all.", retry_ms=500
    )
    TOO_MANY_CONNECTIONS = Reason(
        _FULL,
        "The server has as many connections open as it takes.",
        retry_ms=limits.CONNECTIONS_RETRY_MS,
    )
    TOO_MANY_GUESTS = Reason(_FULL, "Too many guests came at once.", retry_ms=1_000)
    TABLE_BUSY = Reason(_FULL, "Too many calls wait for this table.", retry_ms=200)
    DRAINING = Reason(_AWAY, "The server is stopping; another may answer.", retry_ms=1_000)
    STORE_UNAVAILABLE = Reason(
        _AWAY, "The store does not answer; nothing was changed.", retry_ms=1_000
    )
    OUTCOME_UNKNOWN = Reason(
        _AWAY,
        "Whether it had its effect is not known; the same `request_id` is safe.",
        retry_ms=1_000,
    )
    NEWER_SERVER_NEEDED = Reason(
        _AWAY, "A newer server wrote at this table; this one cannot read it.", retry_ms=5_000
    )
    TABLE_QUARANTINED = Reason(
        _LOST, "The table's log and the rules do not agree; it cannot be used here."
    )
    LOG_DAMAGED = Reason(
        _LOST, "What is stored of the table is damaged; `paizhuo doctor` says more to the operator."
    )
    INTERNAL = Reason(_INTERNAL, "A fault of the server; it has been logged.")


class ServiceError(Exception):
    """Refuse a call: `code` says why, for programs, and the message says it for people.

    `refusal` is an encoded paizhuo.v1.Refusal. `detail` is for the operator and is never
    sent: what a log holds, and what the rules say to it, may tell cards.
    """

    def __init__(
        self,
        why: Why,
        message: str = "",
        *,
        facts: Mapping[str, object] | None = None,
        detail: str = "",
        retry_ms: int | None = None,
    ) -> None:
        """Refuse for a reason of the service; the message defaults to the meaning, with facts.

        `retry_ms` is after how long trying again may help, where more is known than for the
        reason.
        """
        texts = {name: _cut(name, value) for name, value in (facts or {}).items()}
        super().__init__(message or _with_facts(why.value.meaning, texts))
        self.detail = detail
        self.code = why.name
        self.status = why.value.status
        self.rule = ""
        self.retry_ms = why.value.retry_ms if retry_ms is None else retry_ms
        self.facts: dict[str, str] = texts
        self.refusal = reason_pb2.Refusal(
            reason=why.name,
            facts=[reason_pb2.Fact(name=name, value=value) for name, value in texts.items()],
        ).SerializeToString()

    @property
    def message(self) -> str:
        """Return the text for people."""
        return str(self)

    @property
    def cause(self) -> str:
        """Return the text for the operator."""
        return self.detail or self.message


def _cut(name: str, value: object) -> str:
    """Return the text of a fact: the server's own ones are whole, what it quotes is cut."""
    text = str(value)
    return text if name in _OWN_FACTS else text[:_QUOTED_MAX]


def _with_facts(meaning: str, facts: Mapping[str, str]) -> str:
    """Return a meaning with the facts themselves, if any, in the place of what is told of them."""
    plain = _ON_FACTS.sub("", meaning)
    if not facts:
        return plain
    told = ", ".join(f"{name}={value}" for name, value in facts.items())
    return f"{plain.removesuffix('.')}: {told}"


EngineRefusal = engine.SetupError | engine.NotationError | engine.RuleError

# The class of an engine's reason decides the status; there is no default.
_ENGINE_STATUS: Final = {
    "invalid": _INVALID,
    "closed": _ABORTED,
    "foreign": _DENIED,
    "illegal": _ILLEGAL,
}


@lru_cache(maxsize=1)
def engine_statuses() -> Mapping[str, grpc.StatusCode]:
    """Return the status of every reason of the engine."""
    return {code: _ENGINE_STATUS[kind] for code, kind, _ in engine.reasons()}


def from_engine(error: EngineRefusal) -> ServiceError:
    """Bring a refusal of the engine to the service, with rule, facts and alternative."""
    refused = ServiceError(Why.INTERNAL, str(error) or error.reason)
    refused.code = error.reason
    refused.status = engine_statuses()[error.reason]
    refused.rule = error.rule
    refused.facts = dict(error.facts)
    refused.refusal = bytes(error.refusal)
    return refused


def from_store(error: StoreError) -> ServiceError:
    """Bring an error of the store to the service."""
    if isinstance(error, BadPageToken):
        return ServiceError(Why.BAD_PAGE_TOKEN)
    if isinstance(error, OutcomeUnknown):
        return ServiceError(Why.OUTCOME_UNKNOWN)
    if isinstance(error, StoreUnavailable) and error.trouble is Trouble.CORRUPTED:
        return ServiceError(Why.LOG_DAMAGED)
    if isinstance(error, (StoreUnavailable, EntryRefused)):
        return ServiceError(Why.STORE_UNAVAILABLE)
    raise error


def to_status(error: ServiceError) -> status_pb2.Status:
    """Build the status with its details, as it goes over the wire."""
    details = [
        _packed(
            error_details_pb2.ErrorInfo(reason=error.code, domain=DOMAIN, metadata=error.facts)
        ),
        any_pb2.Any(
            type_url=f"type.googleapis.com/{reason_pb2.Refusal.DESCRIPTOR.full_name}",
            value=error.refusal,
        ),
    ]
    if error.retry_ms is not None:
        delay = duration_pb2.Duration()
        delay.FromMilliseconds(error.retry_ms)
        details.append(_packed(error_details_pb2.RetryInfo(retry_delay=delay)))
    number: int = error.status.value[0]
    return status_pb2.Status(code=number, message=error.message, details=details)


_Row = tuple[str, str, str, int | None]


def render_errors_markdown() -> str:
    """Render docs/errors.md from both tables."""
    own = {why.name for why in Why}
    rows: list[_Row] = [
        (why.value.status.name, why.name, why.value.meaning, why.value.retry_ms) for why in Why
    ]
    engine_rows: list[_Row] = [
        (engine_statuses()[code].name, code, meaning, None)
        for code, _, meaning in engine.reasons()
        if code not in own
    ]
    lines = [
        "# Errors",
        "",
        "<!-- Generated by `make gen`; do not edit. -->",
        "",
        "Every status that the server sends by itself carries `google.rpc.ErrorInfo` with",
        f'`domain` "{DOMAIN}" and a `reason`, and `paizhuo.v1.Refusal` with the same reason, the',
        "number of the rule, facts, and an alternative where there is one. Where waiting helps,",
        "`google.rpc.RetryInfo` says how long. Branch on the reason, never on the text.",
        "",
        "Connect and gRPC-Web carry the same details. In Connect's JSON each stands in base64",
        "(`value`) and, to be read, as JSON (`debug`):",
        "",
        '    {"code": "invalid_argument", "message": …, "details": [',
        '      {"type": "google.rpc.ErrorInfo", "value": …,',
        '       "debug": {"reason": "FIELD_MISSING", "domain": "paizhuo", …}}, …]}',
        "",
        "What the transport itself refuses comes without details: unknown methods (UNIMPLEMENTED,",
        "404 over HTTP), other HTTP methods (405), unknown content types (415), deadlines, and",
        "more than 9 MiB over gRPC.",
        "",
        "## Reasons of the service",
        "",
        *_table(rows),
        "",
        "## Reasons of the rules",
        "",
        "In order of precedence: where several hold, the first is given.",
        "",
        *_table(engine_rows),
        "",
    ]
    return "\n".join(lines)


def _table(rows: list[_Row]) -> list[str]:
    """Render one table of reasons."""
    head = ["| reason | status | meaning | try again after |", "|---|---|---|---|"]
    body = [
        f"| `{code}` | {status} | {meaning} | {'' if retry is None else f'{retry} ms'} |"
        for status, code, meaning, retry in rows
    ]
    return head + body


def _packed(message: error_details_pb2.ErrorInfo | error_details_pb2.RetryInfo) -> any_pb2.Any:
    """Pack a message of google.rpc."""
    packed = any_pb2.Any()
    packed.Pack(message)
    return packed
