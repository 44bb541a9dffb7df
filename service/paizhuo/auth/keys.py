"""Read the keys that a platform signs its tokens with, and say which algorithms each is for.

The algorithm never comes from a token: a key's kind decides it, so that nobody can
have a public key taken for an HMAC secret, or no signature for a good one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

import jwt
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519, rsa
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from jwt.algorithms import ECAlgorithm, HMACAlgorithm, OKPAlgorithm, RSAAlgorithm

from paizhuo.auth.hmac_secret import LooksLikeKey, as_text, bare_secret, check_no_key

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

SECRET_BYTES_MIN: Final = 32
RSA_BITS_MIN: Final = 2048
FILE_BYTES_MAX: Final = 1024 * 1024

_HMAC: Final = {32: "HS256", 48: "HS384", 64: "HS512"}
_RSA: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512")
_CURVES: Final = {"secp256r1": "ES256", "secp384r1": "ES384", "secp521r1": "ES512"}
_FAMILIES: Final[dict[str, Any]] = {"RSA": RSAAlgorithm, "EC": ECAlgorithm, "OKP": OKPAlgorithm}


class KeyRefused(Exception):
    """Say in one line why a file of keys cannot be used."""


@dataclass(frozen=True, slots=True)
class Key:
    """Hold what a signature is checked with, and the only algorithms it is good for."""

    material: Any
    algorithms: tuple[str, ...]


class Keys(Protocol):
    """Find the key of a token."""

    def find(self, key_id: str | None) -> Key | None:
        """Return the key that a token's header names, None if there is none."""
        ...


class OneKey:
    """Check every token with the same key, whatever its header says."""

    def __init__(self, path: Path) -> None:
        """Read a PEM public key or an HMAC secret; raises `KeyRefused`."""
        self._key = read_key(_read(path), str(path))

    def find(self, key_id: str | None) -> Key | None:
        """Return the key."""
        del key_id
        return self._key


class KeySet:
    """Find keys by their ids in a JWKS file, which is read again once it has changed.

    A change that cannot be used is told, and the keys stay what they were.
    """

    def __init__(self, path: Path, report: Callable[..., object]) -> None:
        """Read the file; raises `KeyRefused`."""
        self._path = path
        self._report = report
        self._mark = self._look()
        self._keys = read_key_set(_read(path), str(path))

    def find(self, key_id: str | None) -> Key | None:
        """Return the key of that id."""
        mark = self._look()
        if mark != self._mark:
            self._mark = mark
            try:
                self._keys = read_key_set(_read(self._path), str(self._path))
            except KeyRefused as error:
                self._report("token_keys_unreadable", cause=str(error))
        return None if key_id is None else self._keys.get(key_id)

    def _look(self) -> tuple[int, int, int] | None:
        """Return what changes with the file; None while it is not there."""
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino


def read_key(raw: bytes, name: str) -> Key:
    """Read a PEM public key, an HMAC secret, or one that is a JWK; raises `KeyRefused`."""
    text = as_text(raw) or ""
    if "PRIVATE KEY" in text:
        raise KeyRefused(f"{name}: holds a private key; a server needs the public one")
    if text.count("-----BEGIN ") > 1:
        raise KeyRefused(f"{name}: no PEM public key: it holds more than one block of PEM")
    if "-----BEGIN " in text:
        try:
            return _public(load_pem_public_key(text.encode()), name)
        except (ValueError, UnsupportedAlgorithm):
            pass  # What is wrong with it is found out below: it shows a frame of PEM.
    if text.lstrip().startswith("{"):
        return _lone_entry(text, name)
    try:
        return _secret(bare_secret(raw), name)
    except LooksLikeKey as error:
        raise KeyRefused(f"{name}: {error}") from error


def _lone_entry(text: str, name: str) -> Key:
    """Read a secret that is given as a JWK; raises `KeyRefused`."""
    try:
        entry = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise KeyRefused(f"{name}: begins as JSON and is none") from error
    if "keys" in entry:
        raise KeyRefused(f"{name}: a JWKS document is given with --jwt-jwks")
    if entry.get("kty") != "oct":
        raise KeyRefused(f"{name}: a public key must be in PEM, or in a JWKS document")
    return _from_entry(entry, name)


def read_key_set(raw: bytes, name: str) -> Mapping[str, Key]:
    """Read a JWKS document; raises `KeyRefused`. Keys that are not for signing are left out."""
    try:
        listed = json.loads(raw)["keys"]
        entries = [dict(entry) for entry in listed]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise KeyRefused(f"{name}: no JWKS document") from error
    keys: dict[str, Key] = {}
    for entry in entries:
        if entry.get("use", "sig") != "sig":
            continue
        key_id = entry.get("kid")
        if not isinstance(key_id, str) or not key_id:
            raise KeyRefused(f"{name}: a key has no kid")
        if key_id in keys:
            raise KeyRefused(f"{name}: two keys have the kid {key_id!r}")
        keys[key_id] = _from_entry(entry, f"{name}: key {key_id!r}")
    if not keys:
        raise KeyRefused(f"{name}: holds no key for signing")
    return keys


def _from_entry(entry: Mapping[str, Any], name: str) -> Key:
    """Read one key of a JWKS document."""
    if entry.get("kty") != "oct" and "d" in entry:
        raise KeyRefused(f"{name} is a private key; a server needs the public one")
    try:
        if entry.get("kty") == "oct":
            key = _secret(HMACAlgorithm.from_jwk(dict(entry)), name)
        else:
            key = _public(_FAMILIES[entry["kty"]].from_jwk(dict(entry)), name)
    except (jwt.PyJWTError, ValueError, KeyError, TypeError, UnsupportedAlgorithm) as error:
        raise KeyRefused(f"{name} cannot be read") from error
    named = entry.get("alg")
    if named is None:
        return key
    if named not in key.algorithms:
        raise KeyRefused(f"{name} is not for {named!r}")
    return Key(key.material, (named,))


def _public(material: object, name: str) -> Key:
    """Say what a public key is for; raises `KeyRefused` for a weak or strange one."""
    if isinstance(material, rsa.RSAPublicKey):
        if material.key_size < RSA_BITS_MIN:
            raise KeyRefused(f"{name}: an RSA key of less than {RSA_BITS_MIN} bits is too weak")
        return Key(material, _RSA)
    if isinstance(material, ec.EllipticCurvePublicKey) and material.curve.name in _CURVES:
        return Key(material, (_CURVES[material.curve.name],))
    if isinstance(material, (ed25519.Ed25519PublicKey, ed448.Ed448PublicKey)):
        return Key(material, ("EdDSA",))
    raise KeyRefused(f"{name}: keys of this kind are not used for tokens here")


def _secret(secret: bytes, name: str) -> Key:
    """Say what an HMAC secret is for; raises `KeyRefused` for a short one."""
    if len(secret) < SECRET_BYTES_MIN:
        raise KeyRefused(
            f"{name}: an HMAC secret of less than {SECRET_BYTES_MIN} bytes is too weak"
        )
    try:
        check_no_key(secret)
        # The library has an eye of its own for keys in other forms.
        HMACAlgorithm(HMACAlgorithm.SHA256).prepare_key(secret)
    except (LooksLikeKey, jwt.PyJWTError) as error:
        raise KeyRefused(f"{name}: {error}") from error
    return Key(secret, tuple(name for bytes_min, name in _HMAC.items() if len(secret) >= bytes_min))


def _read(path: Path) -> bytes:
    """Read a file of keys; raises `KeyRefused`."""
    try:
        with path.open("rb") as file:
            raw = file.read(FILE_BYTES_MAX + 1)
    except OSError as error:
        raise KeyRefused(f"{path}: {error.strerror or error}") from error
    if len(raw) > FILE_BYTES_MAX:
        raise KeyRefused(f"{path}: larger than {FILE_BYTES_MAX} bytes")
    return raw
