"""Make and check the names that the service gives out."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from paizhuo.clock import Randomness

TOKEN_PREFIX: Final = "pzt_"  # noqa: S105 - what is secret follows it
"""What every token of a guest begins with."""

_UUID_CHARACTERS: Final = frozenset("0123456789abcdefABCDEF-")
_PRINCIPAL: Final = re.compile(r"[gp]-[!-.0-~]{1,128}")
_TABLE_ID: Final = re.compile(r"[a-z2-7]{32}")
# Crockford's alphabet: no letter that a person takes for a digit.
_READABLE: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_CODE_CHARACTERS_MAX: Final = 64
_MISREAD: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": "", " ": ""})


def is_request_id(text: str) -> bool:
    """Say whether that is a UUID in its usual form, in capitals or not."""
    # A regular expression takes three times as long, and every call pays for it.
    return (
        len(text) == 36
        and text[8:24:5] == "----"
        and text.count("-") == 4
        and _UUID_CHARACTERS.issuperset(text)
    )


def make_table_id(server_key: bytes, principal: str, request_id: str) -> str:
    """Derive the name of the table that this request creates, always the same.

    It says nothing of principal or request to who does not know the server's key.
    """
    message = f"{principal}/{request_id.lower()}".encode()
    return _base32(hmac.digest(server_key, message, "sha256")[:20])


def is_table_id(text: str) -> bool:
    """Say whether `make_table_id` could have made it."""
    return _TABLE_ID.fullmatch(text) is not None


def call_entry_id(principal: str, request_id: str) -> str:
    """Name the entry that a principal's request writes."""
    return f"{principal}/{request_id.lower()}"


def system_entry_id(what: str, subject: str) -> str:
    """Name the entry that the server writes by itself: one a decision or deal."""
    return f"system:{what}:{subject}"


def make_table_secret(server_key: bytes, table_id: str) -> bytes:
    """Derive what a table draws from where nobody may find out what it drew: 32 bytes."""
    return _derive(server_key, b"paizhuo/table-secrets", table_id)


def make_join_code(server_key: bytes, table_id: str) -> str:
    """Derive the code of a private table, always the same: 80 bits, for persons to copy."""
    code = _derive(server_key, b"paizhuo/join-codes", table_id)
    return _readable(int.from_bytes(code[:10], "big"), 16)


def is_join_code(server_key: bytes, table_id: str, code: str) -> bool:
    """Say whether that is the code of the table, however it was typed."""
    ours = make_join_code(server_key, table_id).translate(_MISREAD)
    given = code[:_CODE_CHARACTERS_MAX].upper().translate(_MISREAD)
    return hmac.compare_digest(ours.encode(), given.encode("utf-8", "replace"))


def _derive(server_key: bytes, purpose: bytes, table_id: str) -> bytes:
    """Derive a secret of a table for one purpose."""
    key = hmac.digest(server_key, purpose, "sha256")
    return hmac.digest(key, table_id.encode(), "sha256")


def make_principal_id(randomness: Randomness) -> str:
    """Draw the name of a new guest; it holds no slash, which ends it in entry ids."""
    return "g-" + _base32(randomness.token_bytes(15))


def is_principal(text: str) -> bool:
    """Say whether a guest or somebody of a platform can be called that in the API."""
    return _PRINCIPAL.fullmatch(text) is not None


def make_token(randomness: Randomness) -> str:
    """Draw a token with 256 random bits."""
    return TOKEN_PREFIX + base64.urlsafe_b64encode(randomness.token_bytes(32)).rstrip(b"=").decode()


def make_recovery_code(randomness: Randomness) -> str:
    """Draw a recovery code with 160 random bits, in groups that a person can copy."""
    number = int.from_bytes(randomness.token_bytes(20), "big")
    return _readable(number, 32)


def hash_token(token: str) -> bytes:
    """Return what the store keeps of a token."""
    return hashlib.sha256(b"paizhuo/token\0" + token.encode("utf-8", "replace")).digest()


def hash_recovery_code(code: str) -> bytes:
    """Return what the store keeps of a recovery code, however it was typed."""
    plain = code.upper().translate(_MISREAD)
    return hashlib.sha256(b"paizhuo/recovery\0" + plain.encode("utf-8", "replace")).digest()


def _readable(number: int, count: int) -> str:
    """Write a number in so many letters, in groups of four."""
    letters = "".join(_READABLE[number >> (5 * place) & 31] for place in range(count))
    return "-".join(letters[start : start + 4] for start in range(0, count, 4))


def _base32(raw: bytes) -> str:
    """Encode in small letters and digits, without padding."""
    return base64.b32encode(raw).rstrip(b"=").decode().lower()
