"""Encode and check what the stores themselves need: page tokens, sizes, limits, checksums."""

from __future__ import annotations

import base64
import binascii
import hashlib
import struct
import zlib
from typing import TYPE_CHECKING, Final

from paizhuo.stores.base import PAGE_SIZE_MAX, BadPageToken, Page

if TYPE_CHECKING:
    from paizhuo.stores.base import EntryHead, MatchEnd, MatchFilter, Summary, TableFilter

_LAYOUT: Final = struct.Struct(">B4sq")
_VERSION: Final = 1


def encode_page_token(chosen: TableFilter | MatchFilter, position: int) -> str:
    """Encode that a list with this filter goes on behind `position`."""
    raw = _LAYOUT.pack(_VERSION, _digest(chosen), position)
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")


def decode_page_token(chosen: TableFilter | MatchFilter, token: str) -> int | None:
    """Return the position where the list goes on, None for the first page.

    Raises `BadPageToken` if it is no token, or one of a list with another filter:
    going on with another filter would skip rows without a word.
    """
    if not token:
        return None
    try:
        raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
        version, digest, position = _LAYOUT.unpack(raw)
    except (ValueError, binascii.Error, struct.error) as error:
        message = "not a page token"
        raise BadPageToken(message) from error
    if version != _VERSION or digest != _digest(chosen) or position < 0:
        message = "page token of another list"
        raise BadPageToken(message)
    return int(position)


def check_append(
    table_id: str,
    expected_revision: int,
    head: EntryHead,
    summary: Summary,
    end: MatchEnd | None,
) -> None:
    """Raise `ValueError` unless head, summary and end belong to this append."""
    if head.revision != expected_revision + 1 or expected_revision < 0:
        message = f"revision {head.revision} cannot follow {expected_revision}"
        raise ValueError(message)
    if not table_id or summary.table_id != table_id:
        message = f"summary of {summary.table_id!r} in an append to {table_id!r}"
        raise ValueError(message)
    if end is not None and (end.revision, end.time_ms) != (head.revision, head.time_ms):
        message = f"the end of match {end.match} is not of entry {head.revision}"
        raise ValueError(message)


def checksum(table_id: str, revision: int, entry: bytes) -> int:
    """Return what tells a damaged or misplaced entry from a whole one: a CRC-32."""
    return zlib.crc32(entry, zlib.crc32(f"{table_id} {revision} ".encode()))


def check_page(page: Page) -> None:
    """Raise `ValueError` unless the size of the page is allowed."""
    if not 1 <= page.size <= PAGE_SIZE_MAX:
        message = f"page size {page.size} is not within 1 to {PAGE_SIZE_MAX}"
        raise ValueError(message)


def bounded(limit: int, most: int) -> int:
    """Return the limit, at most `most`. Raises `ValueError` if it is below 1."""
    if limit < 1:
        message = f"limit {limit} is below 1"
        raise ValueError(message)
    return min(limit, most)


def _digest(chosen: TableFilter | MatchFilter) -> bytes:
    """Tie a token to the filter that it was given out for."""
    return hashlib.sha256(repr(chosen).encode("utf-8", "backslashreplace")).digest()[:4]
