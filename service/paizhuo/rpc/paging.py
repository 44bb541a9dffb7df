"""Page through lists: sizes, and tokens for lists that no store keeps."""

from __future__ import annotations

import base64
import binascii
import hashlib
import struct
from typing import Final

from paizhuo import engine, limits
from paizhuo.errors import ServiceError, Why

_LAYOUT: Final = struct.Struct(">8sI")


def page_size(asked: int, default: int = limits.PAGE_SIZE_DEFAULT) -> int:
    """Return how many rows to give; 0 asks for the default."""
    if asked > limits.PAGE_SIZE_MAX:
        facts = {"field": "page_size", "problem": f"more than {limits.PAGE_SIZE_MAX}"}
        raise ServiceError(Why.FIELD_INVALID, facts=facts)
    return asked or default


def only_game(asked: str) -> str | None:
    """Return the game that a list is narrowed to, None for all; raises UNKNOWN_GAME."""
    if not asked:
        return None
    engine.catalogue_game(asked)
    return asked


def encode_offset(question: bytes, offset: int) -> str:
    """Encode that the answers to a question go on at an offset."""
    raw = _LAYOUT.pack(hashlib.sha256(question).digest()[:8], offset)
    return base64.urlsafe_b64encode(raw).decode()


def decode_offset(question: bytes, token: str) -> int:
    """Return the offset; raises BAD_PAGE_TOKEN for a token of another question."""
    if not token:
        return 0
    try:
        raw = base64.b64decode(token, altchars=b"-_", validate=True)
        digest, offset = _LAYOUT.unpack(raw)
    except (ValueError, binascii.Error, struct.error) as error:
        raise ServiceError(Why.BAD_PAGE_TOKEN) from error
    if digest != hashlib.sha256(question).digest()[:8]:
        raise ServiceError(Why.BAD_PAGE_TOKEN)
    return int(offset)
