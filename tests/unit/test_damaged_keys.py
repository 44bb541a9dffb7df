"""Whatever is left of a public key is never taken for a secret: everybody knows it."""

from __future__ import annotations

import base64
import datetime as dt
import itertools
import json
import secrets
from typing import TYPE_CHECKING, Any, Final

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_public_key,
)
from cryptography.x509.oid import NameOID

from paizhuo.auth.keys import SECRET_BYTES_MIN, KeyRefused, read_key
from service.platform_tokens import SECRET, Signer, ec_signer, ed_signer, rsa_signer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

SIGNERS: Final = {
    "rsa": rsa_signer(),
    "rsa_3072": rsa_signer(bits=3072),
    "ec": ec_signer(),
    "ec_384": Signer(ec.generate_private_key(ec.SECP384R1()), "ES384"),
    "ed25519": ed_signer(),
}
BOMS: Final = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")


def _public_bytes(signer: Signer, encoding: Encoding, form: PublicFormat) -> bytes:
    """Write the public key of a signer down."""
    assert not isinstance(signer.private, bytes)
    return signer.private.public_key().public_bytes(encoding, form)


def _forms(signer: Signer) -> dict[str, bytes]:
    """Return every text that somebody may have of a public key."""
    pem = signer.public_pem
    forms = {
        "pem": pem,
        "pem_crlf": pem.replace(b"\n", b"\r\n"),
        "pem_one_line": pem.replace(b"\n", b""),
        "pem_escaped": pem.replace(b"\n", rb"\n"),
        "pem_with_spaces": pem.replace(b"\n", b" "),
        "pem_indented": pem.replace(b"\n", b"\n  "),
        "pem_utf_16": pem.decode().encode("utf-16"),
        "base64": base64.b64encode(
            _public_bytes(signer, Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        ),
        "ssh": _public_bytes(signer, Encoding.OpenSSH, PublicFormat.OpenSSH),
        "ssh_with_name": _public_bytes(signer, Encoding.OpenSSH, PublicFormat.OpenSSH) + b" a@b",
        "jwk": json.dumps(signer.jwk(kid="1", use="sig")).encode(),
        "jwk_lines": json.dumps(signer.jwk(kid="1", use="sig"), indent=2).encode(),
        "jwks": json.dumps({"keys": [signer.jwk(kid="1")]}).encode(),
        "private_pem": signer.private_pem,
    }
    if isinstance(signer.private, rsa.RSAPrivateKey):
        forms["pkcs1"] = _public_bytes(signer, Encoding.PEM, PublicFormat.PKCS1)
    return forms


FORMS: Final = {
    f"{kind}-{form}": (signer, raw)
    for kind, signer in SIGNERS.items()
    for form, raw in _forms(signer).items()
}


def _check_never_a_secret(signer: Signer, texts: Iterable[bytes]) -> tuple[int, int]:
    """Demand that each text is refused, or the public key that it was; returns how many."""
    assert not isinstance(signer.private, bytes)
    public = signer.private.public_key()
    refused = accepted = 0
    for text in texts:
        try:
            key = read_key(text, "the.key")
        except KeyRefused as error:
            words = str(error)
            if "\n" in words or not words.startswith("the.key: "):
                pytest.fail(f"no line that names the file: {words}")
            refused += 1
        else:
            # Not compared by `==` in an `assert`, which would print it all.
            if key.material != public:
                pytest.fail(f"taken for a secret: {text!r:.200}")
            assert not any(name.startswith("HS") for name in key.algorithms)
            accepted += 1
    return refused, accepted


def _cuts(raw: bytes) -> Iterator[bytes]:
    """Return everything that is left when the end or the beginning is lost."""
    for place in range(len(raw)):
        yield raw[:place]
        yield raw[place:]


@pytest.mark.parametrize("name", FORMS)
def test_what_is_cut_off_anywhere_is_no_secret(name: str) -> None:
    """Each beginning and each end of each form of a key is refused, or still that key."""
    signer, raw = FORMS[name]
    refused, _ = _check_never_a_secret(signer, _cuts(raw))
    assert refused > len(raw)
    if name.endswith("pem"):
        _check_never_a_secret(signer, (bom + cut for bom in BOMS for cut in _cuts(raw)))


@pytest.mark.parametrize("kind", ["ec", "ed25519"])
def test_no_piece_of_a_key_is_a_secret(kind: str) -> None:
    """Cut off at both ends, at any two places, it is refused, or still that key."""
    signer = SIGNERS[kind]
    raw = signer.public_pem
    pieces = (raw[begin:end] for begin, end in itertools.combinations(range(len(raw) + 1), 2))
    _check_never_a_secret(signer, pieces)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("kind", SIGNERS)
def test_lost_lines_make_no_secret(kind: str, end: bytes) -> None:
    """Whichever lines of a PEM file are missing, one or all but one, it is refused."""
    signer = SIGNERS[kind]
    lines = signer.public_pem.splitlines()
    kept = [
        left
        for count in range(len(lines))
        for left in itertools.combinations(lines, count)
        if len(lines) < 12 or count in {1, 2, len(lines) - 2, len(lines) - 1}
    ]
    texts = [end.join(left) + tail for left in kept for tail in (b"", end)]
    assert _check_never_a_secret(signer, texts) == (len(texts), 0)


@pytest.mark.parametrize("kind", SIGNERS)
def test_characters_that_changed_make_no_secret(kind: str) -> None:
    """One character that is lost, or another, or there twice: refused, or still that key."""
    signer = SIGNERS[kind]
    raw = signer.public_pem
    texts = [
        raw[:place] + put + raw[place + 1 :]
        for place in range(len(raw))
        for put in (b"", b"_", b" ", b"\n", b"\0", b"\xe2\x80\x94", raw[place : place + 1] * 2)
    ]
    refused, _ = _check_never_a_secret(signer, texts)
    assert refused > len(raw)


@pytest.mark.parametrize("kind", SIGNERS)
def test_der_is_no_secret(kind: str) -> None:
    """A key in DER, whole, cut off behind, and in hexadecimal, is refused."""
    signer = SIGNERS[kind]
    der = _public_bytes(signer, Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    forms = [der, der + b"\n", *(der[:length] for length in range(SECRET_BYTES_MIN, len(der)))]
    if isinstance(signer.private, rsa.RSAPrivateKey):
        forms.append(_public_bytes(signer, Encoding.DER, PublicFormat.PKCS1))
        forms += [der[place:] for place in range(len(der) - SECRET_BYTES_MIN)]
    texts = [*forms, *(form.hex().encode() for form in forms), forms[0].hex().upper().encode()]
    assert _check_never_a_secret(signer, texts) == (len(texts), 0)


def _certificate(signer: Signer) -> bytes:
    """Write a certificate of a key."""
    private: Any = signer.private
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "example")])
    now = dt.datetime.now(dt.UTC)
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name)
    builder = builder.public_key(private.public_key()).serial_number(1)
    builder = builder.not_valid_before(now).not_valid_after(now + dt.timedelta(days=1))
    return builder.sign(private, SHA256()).public_bytes(Encoding.PEM)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda pem: pem.split(b"\n", 1)[1], "first line"),
        (lambda pem: pem[5:], "first line"),
        (lambda pem: pem[: pem.index(b"-----END")], "last line"),
        (lambda pem: pem[:-4], "last line"),
        (lambda pem: pem.replace(b"BEGIN PUBLIC", b"BEGIN RSA PUBLIC"), "do not agree"),
        (lambda pem: pem[:40] + pem[60:], "between"),
        (lambda pem: pem * 2, "more than one"),
        (lambda pem: b"".join(pem.splitlines()[1:-1]), "base64"),
        (lambda pem: b"\n".join(pem.splitlines()[1:-1]), "several lines"),
        (lambda _: _certificate(SIGNERS["ec"]), "certificate"),
        (lambda _: FORMS["ed25519-ssh"][1], "SSH"),
        (lambda _: FORMS["rsa-jwk"][1], "PEM, or in a JWKS"),
        (lambda _: FORMS["rsa-jwks"][1], "--jwt-jwks"),
        (lambda _: FORMS["rsa-jwks"][1][:-1], "JSON"),
        (lambda _: FORMS["rsa-jwks"][1][1:], "JSON"),
    ],
)
def test_the_refusal_says_what_is_wrong(change: Callable[[bytes], bytes], words: str) -> None:
    """Who started a server with a damaged file reads what it is that is damaged."""
    with pytest.raises(KeyRefused, match=words):
        read_key(change(SIGNERS["rsa"].public_pem), "the.key")


@pytest.mark.parametrize("kind", SIGNERS)
def test_line_ends_and_marks_do_not_damage_a_key(kind: str) -> None:
    """Windows' line ends, a byte order mark and words before the block leave the key as it is."""
    pem = SIGNERS[kind].public_pem
    public = load_pem_public_key(pem)
    for form in (
        pem.replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + pem,
        pem.decode().encode("utf-16"),
        b"the key of our platform\n" + pem,
        b"\n\n" + pem.rstrip(),
    ):
        assert read_key(form, "key").material == public


@pytest.mark.parametrize(
    "secret",
    [
        SECRET,
        b"x" * SECRET_BYTES_MIN,
        secrets.token_hex(32).encode(),
        secrets.token_hex(64).upper().encode(),
        "ein längerer Satz, den nur wir beide kennen".encode(),
    ],
)
def test_a_secret_that_is_nothing_else_is_one(secret: bytes) -> None:
    """Hexadecimal digits and sentences are taken as they stand, without the line end."""
    for end in (b"", b"\n", b"\r\n"):
        assert read_key(secret + end, "key").material == secret


def test_random_bytes_are_a_secret_whole() -> None:
    """Of bytes that are no text nothing is taken away: a last one may look like a line end."""
    for last in (b"\n", b"\r", b"x"):
        secret = b"\x80" + bytes(range(200, 230)) + last
        assert read_key(secret, "key").material == secret


def test_any_secret_can_be_given_as_a_jwk() -> None:
    """A secret that looks like a part of a key is one where it is said to be: as `oct`."""
    secret = base64.b64encode(secrets.token_bytes(48))
    with pytest.raises(KeyRefused, match='"oct"'):
        read_key(secret, "key")
    jwk = Signer(secret, "HS256").jwk(alg="HS256")
    key = read_key(json.dumps(jwk).encode(), "key")
    assert (key.material, key.algorithms) == (secret, ("HS256",))
    for pem in (SIGNERS["rsa"].public_pem, SIGNERS["rsa"].public_pem[5:]):
        with pytest.raises(KeyRefused):
            read_key(json.dumps(Signer(pem, "HS256").jwk()).encode(), "key")
