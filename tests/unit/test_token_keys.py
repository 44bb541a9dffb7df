"""Keys of platforms: which algorithms each is good for, and which are refused."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, x25519
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from paizhuo.auth.keys import KeyRefused, KeySet, read_key, read_key_set
from paizhuo.auth.platform import open_platform
from paizhuo.config import Config
from service.platform_tokens import Signer, ec_signer, ed_signer, rsa_signer, write_jwks

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def test_the_kind_of_a_key_decides_the_algorithms() -> None:
    """A public key is never good for HMAC, a secret never for signatures, nothing for none."""
    assert set(read_key(rsa_signer().public_pem, "key").algorithms) == {
        *("RS256", "RS384", "RS512", "PS256", "PS384", "PS512")
    }
    assert read_key(ec_signer().public_pem, "key").algorithms == ("ES256",)
    assert read_key(ed_signer().public_pem, "key").algorithms == ("EdDSA",)
    assert read_key(b"x" * 32, "key").algorithms == ("HS256",)
    assert read_key(b"x" * 64 + b"\n", "key").algorithms == ("HS256", "HS384", "HS512")


def _public(private: Any) -> bytes:
    pem: bytes = private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    return pem


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("short_secret", "32 bytes"),
        ("empty", "32 bytes"),
        ("weak_rsa", "2048 bits"),
        ("private", "private key"),
        ("broken_pem", "no PEM public key"),
        ("ssh", "PEM"),
        ("exchange", "this kind"),
        ("other_curve", "this kind"),
    ],
)
def test_keys_that_are_weak_or_wrong_are_refused(case: str, words: str) -> None:
    """Whatever could not be trusted is refused in one line that names the file."""
    ssh = b"ssh-ed25519 " + base64.b64encode(b"\0" * 51)
    makers: dict[str, Callable[[], bytes]] = {
        "short_secret": lambda: b"x" * 31 + b"\n",
        "empty": lambda: b"",
        "weak_rsa": lambda: rsa_signer(bits=1024).public_pem,
        "private": lambda: ed_signer().private_pem,
        "broken_pem": lambda: b"-----BEGIN PUBLIC KEY-----\nQUJD\n-----END PUBLIC KEY-----\n",
        "ssh": lambda: ssh,
        "exchange": lambda: _public(x25519.X25519PrivateKey.generate()),
        "other_curve": lambda: _public(ec.generate_private_key(ec.SECP256K1())),
    }
    with pytest.raises(KeyRefused, match=words) as refused:
        read_key(makers[case](), "the.key")
    assert str(refused.value).startswith("the.key")
    assert "\n" not in str(refused.value)


def _listed(*entries: dict[str, Any]) -> bytes:
    return json.dumps({"keys": entries}).encode()


def test_a_key_set_holds_each_key_for_what_it_says() -> None:
    """Keys are found by kid, for the algorithm that they name, else for all of their kind."""
    one, two = ed_signer("one"), rsa_signer("two")
    keys = read_key_set(
        _listed(one.jwk(), two.jwk(alg="RS256"), ec_signer("three").jwk(use="enc")), "set"
    )
    assert {key: found.algorithms for key, found in keys.items()} == {
        "one": ("EdDSA",),
        "two": ("RS256",),
    }


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "no JWKS"),
        (b"[]", "no JWKS"),
        (b'{"keys": [1]}', "no JWKS"),
        (b'{"keys": []}', "no key"),
        (b'{"keys": [{"kty": "oct", "k": "QUJD"}]}', "no kid"),
        (b'{"keys": [{"kty": "oct", "k": "QUJD", "kid": "a"}]}', "32 bytes"),
        (b'{"keys": [{"kty": "XYZ", "kid": "a"}]}', "cannot be read"),
        (b'{"keys": [{"kty": "OKP", "kid": "a", "d": "QUJD"}]}', "private"),
        (_listed(Signer(b"x" * 40, "HS256", "a").jwk(alg="none")), "is not for"),
        (_listed(Signer(b"x" * 40, "HS256", "a").jwk(alg="RS256")), "is not for"),
        (_listed(*[Signer(b"x" * 40, "HS256", "a").jwk()] * 2), "two keys"),
    ],
)
def test_a_key_set_that_cannot_be_used_is_refused(raw: bytes, words: str) -> None:
    """A document that is none, or holds a key that could not be trusted, is refused."""
    with pytest.raises(KeyRefused, match=words):
        read_key_set(raw, "set")


def test_a_key_set_follows_its_file(tmp_path: Path) -> None:
    """A changed file counts at once; one that cannot be used is told and changes nothing."""
    path, told = tmp_path / "jwks.json", []
    write_jwks(path, ed_signer("one"))
    keys = KeySet(path, lambda event, **_: told.append(event))
    assert keys.find("one") is not None
    write_jwks(path, ed_signer("another"))
    assert keys.find("one") is None
    assert keys.find("another") is not None
    path.write_text("{")
    assert keys.find("another") is not None
    assert keys.find(None) is None
    path.unlink()
    assert keys.find("another") is not None
    assert told == ["token_keys_unreadable"] * 2


def test_flags_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    """Two sources of keys, claims without keys, and a server that nobody could call."""
    path = tmp_path / "secret"
    path.write_bytes(b"x" * 32)
    assert open_platform(Config(), print) is None
    assert open_platform(Config(jwt_key=path, guests=False), print) is not None
    for config in (
        Config(jwt_key=path, jwt_jwks=path),
        Config(jwt_issuer="us"),
        Config(jwt_audience="us"),
        Config(guests=False),
        Config(jwt_key=tmp_path / "nowhere"),
        Config(jwt_jwks=tmp_path),
    ):
        with pytest.raises(KeyRefused):
            open_platform(config, print)
