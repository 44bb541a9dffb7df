"""Be a platform: keys, and tokens that are good, or bad in one way."""

from __future__ import annotations

import json
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from jwt.algorithms import ECAlgorithm, HMACAlgorithm, OKPAlgorithm, RSAAlgorithm

from paizhuo.config import Durability
from service.pair import Pair
from service.playing import Client, Guest, connected, served

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from paizhuo.rpc.server import Server

SECRET: Final = b"a secret of the platform, 48 bytes, as it must be"
EVERY_SCOPE: Final = "play watch create bot admin"

Private = rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey


@dataclass(frozen=True, slots=True)
class Signer:
    """Sign tokens with one key."""

    private: Private | bytes
    algorithm: str
    key_id: str | None = None

    def token(self, subject: str | None = "42", **claims: Any) -> str:
        """Sign claims; those that are None are left out."""
        given = {"sub": subject, "exp": int(time.time()) + 600, "scope": EVERY_SCOPE, **claims}
        payload = {name: value for name, value in given.items() if value is not None}
        headers = {"kid": self.key_id} if self.key_id is not None else None
        return jwt.encode(payload, self.private, self.algorithm, headers)

    def user(self, subject: str = "42", **claims: Any) -> Guest:
        """Return somebody whom the platform sends."""
        return Guest(f"p-{subject}", self.token(subject, **claims))

    @property
    def public_pem(self) -> bytes:
        """Return the public key as a platform hands it out."""
        assert not isinstance(self.private, bytes)
        return self.private.public_key().public_bytes(
            Encoding.PEM, PublicFormat.SubjectPublicKeyInfo
        )

    @property
    def private_pem(self) -> bytes:
        """Return what a platform keeps to itself."""
        assert not isinstance(self.private, bytes)
        return self.private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())

    def jwk(self, **more: Any) -> dict[str, Any]:
        """Return the public key as a JWKS document lists it."""
        family: Any
        material: Any = self.private
        if isinstance(material, bytes):
            family = HMACAlgorithm
        else:
            material = material.public_key()
            family = {"R": RSAAlgorithm, "E": ECAlgorithm}.get(self.algorithm[0], OKPAlgorithm)
            family = OKPAlgorithm if self.algorithm == "EdDSA" else family
        return {**json.loads(family.to_jwk(material)), "kid": self.key_id, **more}


def rsa_signer(key_id: str | None = None, bits: int = 2048, algorithm: str = "RS256") -> Signer:
    """Draw an RSA key."""
    return Signer(rsa.generate_private_key(65537, bits), algorithm, key_id)


def ec_signer(key_id: str | None = None) -> Signer:
    """Draw a key on the curve P-256."""
    return Signer(ec.generate_private_key(ec.SECP256R1()), "ES256", key_id)


def ed_signer(key_id: str | None = None) -> Signer:
    """Draw an Ed25519 key."""
    return Signer(ed25519.Ed25519PrivateKey.generate(), "EdDSA", key_id)


def secret_signer(folder: Path) -> tuple[Signer, Path]:
    """Write an HMAC secret down, and sign with it."""
    path = folder / "platform.secret"
    path.write_bytes(SECRET)
    return Signer(SECRET, "HS256"), path


def write_jwks(path: Path, *signers: Signer) -> None:
    """Write a JWKS document with the public keys of these."""
    path.write_text(json.dumps({"keys": [signer.jwk() for signer in signers]}))


def start_pair(folder: Path, **chosen: Any) -> Pair:
    """Start two server processes on one folder, with these flags."""
    flags = [
        text
        for name, value in chosen.items()
        for text in (f"--{name.replace('_', '-')}", str(value))
    ]
    return Pair.start(folder, *flags)


@asynccontextmanager
async def called(
    folder: Path, durability: Durability = Durability.MEMORY, **chosen: Any
) -> AsyncIterator[tuple[Server, Client]]:
    """Run a server in this process, and connect to it."""
    async with (
        served(folder, durability, **chosen) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        yield server, client
