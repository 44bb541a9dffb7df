"""Write and read the entries of a log (paizhuo.storage.v1.Entry)."""

from __future__ import annotations

from typing import Final

from google.protobuf.message import DecodeError

from paizhuo.errors import ServiceError, Why
from paizhuo.storage.v1.entry_pb2 import Entry

FORMAT: Final = 1
"""The newest format that this code reads, and the one that it writes."""

ENGINE_BODIES: Final = frozenset({"deal_committed", "deal_started", "acted"})
"""Kinds of entries that the engine folds; the service folds the others."""


def seal(raw: bytes, state_hash: bytes, wake_at_ms: int) -> bytes:
    """Add to an encoded entry what is only known once it was prepared."""
    tail = Entry()
    tail.state_hash = state_hash
    tail.wake_at_ms = wake_at_ms
    return raw + tail.SerializeToString()


def parse(data: bytes) -> Entry:
    """Decode an entry.

    Raises NEWER_SERVER_NEEDED for a format or a kind that this code does not know, and
    TABLE_QUARANTINED for bytes that are no entry.
    """
    try:
        entry = Entry.FromString(data)
    except DecodeError as error:
        raise ServiceError(Why.TABLE_QUARANTINED) from error
    if entry.format != FORMAT or entry.WhichOneof("body") is None:
        raise ServiceError(Why.NEWER_SERVER_NEEDED, facts={"format": entry.format})
    return entry


def cause(entry_id: str) -> tuple[str, str]:
    """Split an entry id into principal and request; both empty if the server wrote it."""
    principal, slash, request_id = entry_id.partition("/")
    return (principal, request_id) if slash else ("", "")
