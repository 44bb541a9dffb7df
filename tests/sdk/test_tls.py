"""TLS: whom the client trusts, and whom the server does."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

import grpc
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from paizhuo_client import Client, Retrying, Tls, errors
from paizhuo_client.testing import FakeServer

NAME = "cards.example"
IMPATIENT = Retrying(call_s=0.5, first_s=0.05)


@dataclass(frozen=True, slots=True)
class Certified:
    """Hold a key and a certificate that signs itself, in PEM."""

    key: bytes
    certificate: bytes


def certify(name: str) -> Certified:
    """Make a key and a certificate for a name."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = dt.datetime.now(dt.UTC)
    day = dt.timedelta(days=1)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - day)
        .not_valid_after(now + day)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = key.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return Certified(private, certificate.public_bytes(pem))


async def test_a_trusted_server_is_talked_to() -> None:
    """With its authority and its name the server is believed, calls and streams go."""
    own = certify(NAME)
    credentials = grpc.ssl_server_credentials([(own.key, own.certificate)])
    async with FakeServer(credentials) as server:
        table = server.add_table()
        tls = Tls(root_certificates=own.certificate, server_name=NAME)
        async with Client(server.address, tls=tls, token="t") as client:
            async with client.table(table.table_id).watch() as live:
                assert live.snapshot.revision == 1
            assert (await client.become_guest("Ann")).principal == "g-1"


@pytest.mark.parametrize("problem", ["authority", "name", "plain"])
async def test_another_server_is_not(problem: str) -> None:
    """Another authority, another name and no TLS at all fail before anything is sent."""
    own, other = certify(NAME), certify(NAME)
    tls: Tls | None
    if problem == "authority":
        tls = Tls(root_certificates=other.certificate, server_name=NAME)
    elif problem == "name":
        tls = Tls(root_certificates=own.certificate, server_name="other.example")
    else:
        tls = None
    credentials = grpc.ssl_server_credentials([(own.key, own.certificate)])
    async with (
        FakeServer(credentials) as server,
        Client(server.address, tls=tls, token="secret", retrying=IMPATIENT) as client,
    ):
        with pytest.raises(errors.Unavailable):
            await client.games()
    assert server.calls == []


async def test_a_server_may_ask_who_the_client_is() -> None:
    """A client's own certificate is shown to a server that asks for one."""
    own, guest = certify(NAME), certify("guest")
    credentials = grpc.ssl_server_credentials(
        [(own.key, own.certificate)], guest.certificate, require_client_auth=True
    )
    async with FakeServer(credentials) as server:
        table = server.add_table()
        known = Tls(own.certificate, guest.key, guest.certificate, NAME)
        async with Client(server.address, tls=known) as client:
            assert (await client.table(table.table_id).get()).revision == 1
        unknown = Tls(own.certificate, server_name=NAME)
        async with Client(server.address, tls=unknown, retrying=IMPATIENT) as client:
            with pytest.raises(errors.Unavailable):
                await client.table(table.table_id).get()
    assert len(server.calls) == 1
