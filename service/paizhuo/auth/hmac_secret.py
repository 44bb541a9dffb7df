"""Read an HMAC secret out of a file, and take for one only what can be nothing else.

Everybody has a platform's public key: were a damaged file of it taken for a secret,
everybody could sign. So what may be a key, whole or in part, is refused.
"""

from __future__ import annotations

import re
from typing import Final

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import load_der_public_key

ADVICE: Final = (
    "give a secret as hexadecimal digits, or as a JWK "
    '{"kty": "oct", "k": "<the secret in base64url>"}'
)

_BOMS: Final = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_FRAME: Final = re.compile(r"-{4,}|\b(BEGIN|END)\b|(PUBLIC|PRIVATE) KEY|CERTIFICATE", re.ASCII)
_BEGIN_LINE: Final = re.compile(r"^\s*-----BEGIN ([A-Z0-9 ]+)-----\s*$", re.MULTILINE)
_END_LINE: Final = re.compile(r"^\s*-----END ([A-Z0-9 ]+)-----\s*$", re.MULTILINE)
_SSH: Final = re.compile(r"\b(ssh-(rsa|dss|ed25519|ed448)|ecdsa-sha2-|sk-(ssh|ecdsa))|SSH2")
_JSON: Final = re.compile(r'^\s*[{\[]|"\s*:\s*["\[{]|"\s*[}\]]')
_BASE64_RUN: Final = re.compile(r"[A-Za-z0-9+/_-]{24,}")
_HEX: Final = re.compile(r"[0-9A-Fa-f]+")

# Object identifiers as DER writes them: RSA (encryption and PSS), EC, and Edwards curves.
_KEY_IDENTIFIERS: Final = (
    bytes.fromhex("2a864886f70d010101"),
    bytes.fromhex("2a864886f70d01010a"),
    bytes.fromhex("2a8648ce3d0201"),
    bytes.fromhex("06032b6570"),
    bytes.fromhex("06032b6571"),
)
_RSA_END: Final = bytes.fromhex("0203010001")
"""The public exponent 65537, with which nearly every RSA public key ends."""

_SEQUENCE, _INTEGER, _LONG_FORM = 0x30, 0x02, 0x80


class LooksLikeKey(Exception):
    """Say what else the bytes could be that were to be a secret."""


def bare_secret(raw: bytes) -> bytes:
    """Return the secret that a file holds, a text without the line end after it.

    Raises `LooksLikeKey` for what may be a key or a part of one. Bytes that are no text
    are taken as they are.
    """
    text = as_text(raw)
    check_no_key(raw)
    if text is None:
        return raw
    secret = text.rstrip("\r\n")
    if "\n" in secret or "\r" in secret:
        raise LooksLikeKey(f"has several lines, as a key in PEM without its frame; {ADVICE}")
    for run in _BASE64_RUN.findall(secret):
        # Of so many random characters some are capitals and some are not.
        if not _HEX.fullmatch(run) and run.lower() != run != run.upper():
            raise LooksLikeKey(f"may be a key in base64, or a part of one; {ADVICE}")
    return raw.rstrip(b"\r\n")


def check_no_key(raw: bytes) -> None:
    """Raise `LooksLikeKey` for bytes that show that they are a key or what is left of one."""
    text = as_text(raw)
    if raw.startswith(tuple(_BOMS)):
        raise LooksLikeKey("begins with a byte order mark and is no PEM public key")
    if text is None:
        if _is_der(raw):
            raise LooksLikeKey("holds a key in DER; a public key must be in PEM")
        # UTF-16 that is damaged as well. Of random bytes hardly ever so many are printable.
        bare = raw.replace(b"\0", b"")
        if sum(0x20 <= byte < 0x7F or byte in b"\t\r\n" for byte in bare) * 8 >= len(bare) * 7:
            raise LooksLikeKey(f"is a text with bytes in it that belong to none; {ADVICE}")
        return
    if _FRAME.search(text):
        raise LooksLikeKey(f"no PEM public key: {_pem_trouble(text)}")
    if _SSH.search(text):
        raise LooksLikeKey("holds a key of SSH; a public key must be in PEM")
    if _JSON.search(text):
        raise LooksLikeKey(
            f"looks like a key in JSON, which belongs into a JWKS document; {ADVICE}"
        )
    digits = "".join(text.split())
    if _HEX.fullmatch(digits) and len(digits) % 2 == 0 and _is_der(bytes.fromhex(digits)):
        raise LooksLikeKey("holds a key in DER, in hexadecimal; a public key must be in PEM")


def as_text(raw: bytes) -> str | None:
    """Return what a file says if it is a text: of UTF-8, or with a byte order mark of UTF-16."""
    encoding = next((name for bom, name in _BOMS.items() if raw.startswith(bom)), "utf-8")
    if b"\0" in raw and raw.replace(b"\0", b"").isascii():
        # UTF-16 without its mark, whole or cut anywhere.
        raw, encoding = raw.replace(b"\0", b""), "utf-8"
    try:
        text = raw.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError:
        return None
    is_text = all(char.isprintable() or char in "\t\r\n\f\v" for char in text)
    return text if is_text else None


def _is_der(raw: bytes) -> bool:
    """Say whether bytes are a key in DER, or show that they are what is left of one."""
    if any(identifier in raw for identifier in _KEY_IDENTIFIERS) or raw.endswith(_RSA_END):
        return True
    if len(raw) > 4 and raw[0] == _SEQUENCE and raw[1] & _LONG_FORM:
        # A sequence that begins with a number or another sequence, as keys do.
        begins = 2 + (raw[1] & ~_LONG_FORM)
        if begins < len(raw) and raw[begins] in {_INTEGER, _SEQUENCE} and begins <= 4:
            return True
    try:
        load_der_public_key(raw)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        return False
    return True


def _pem_trouble(text: str) -> str:
    """Say what is wrong with what shows a frame of PEM and cannot be read."""
    begin, end = _BEGIN_LINE.search(text), _END_LINE.search(text)
    if begin is None:
        return "its first line, -----BEGIN PUBLIC KEY-----, is damaged or missing"
    if end is None:
        return "its last line, -----END PUBLIC KEY-----, is damaged or missing"
    if begin[1] != end[1]:
        return "its first and its last line do not agree"
    if begin[1] not in {"PUBLIC KEY", "RSA PUBLIC KEY"}:
        return f"it holds a {begin[1].lower()}"
    return "what stands between its first and its last line is damaged"
