"""Write and read the entries of a log (paizhuo.storage.v1.Entry)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from google.protobuf.message import DecodeError

from paizhuo.errors import ServiceError, Why
from paizhuo.storage.v1.entry_pb2 import Entry
from paizhuo.stores.base import EntryHead
from paizhuo.tables.wire import bytes_field, number_field

FORMAT: Final = 1
"""The newest format that this code reads, and the one that it writes."""

ENGINE_BODIES: Final = frozenset({"deal_committed", "deal_started", "cards_drawn", "acted"})
"""Kinds of entries that the engine folds; the service folds the others."""


@dataclass(slots=True, unsafe_hash=True)
class ActEntry(EntryHead):
    """Hold what the service must know of an entry that the engine wrote: its head, and more."""

    digest: bytes = b""


def hash_field(state_hash: bytes) -> bytes:
    """Encode the hash of the state after an entry, known once it was prepared."""
    return bytes_field(Entry.STATE_HASH_FIELD_NUMBER, state_hash)


def wake_field(wake_at_ms: int) -> bytes:
    """Encode when the table wants to be woken next, the last thing that is known."""
    return number_field(Entry.WAKE_AT_MS_FIELD_NUMBER, wake_at_ms)


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
