"""Run a real nginx before a server, with the configuration that the documentation shows."""

from __future__ import annotations

import asyncio
import datetime as dt
import ipaddress
import re
import socket
import ssl
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from docs.blocks import blocks

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

PAGE: Final = Path("docs/operations.md")
READ_TIMEOUT_S: Final = 2

_AROUND: Final = """
daemon off;
worker_processes 1;
pid {folder}/pid;
error_log {folder}/errors;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{server}
}}
"""


@dataclass(frozen=True, slots=True)
class Nginx:
    """Hold where it listens, and the certificate that it shows."""

    url: str
    certificate: bytes

    @property
    def trust(self) -> ssl.SSLContext:
        """Return a context that trusts just this one."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.load_verify_locations(cadata=self.certificate.decode())
        return context


@asynccontextmanager
async def before(http_port: int, folder: Path) -> AsyncIterator[Nginx]:
    """Run nginx before a server; it waits for answers no longer than `READ_TIMEOUT_S`."""
    certificate = _make_certificate(folder)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    written = folder / "nginx.conf"
    written.write_text(_AROUND.format(folder=folder, server=_documented(folder, port, http_port)))
    process = await asyncio.create_subprocess_exec(
        "nginx", "-c", str(written), "-p", str(folder), "-e", str(folder / "errors")
    )
    try:
        async with asyncio.timeout(60):
            while not await _listens(port):
                assert process.returncode is None, (folder / "errors").read_text()
                await asyncio.sleep(0.05)
        yield Nginx(f"https://127.0.0.1:{port}", certificate)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


def _documented(folder: Path, port: int, http_port: int) -> str:
    """Return the documented block, with this machine's ports, files and patience in it."""
    (block,) = blocks(PAGE, "nginx")
    text = block.code
    for pattern, ours in (
        (r"127\.0\.0\.1:8080", f"127.0.0.1:{http_port}"),
        (r"listen 443 ", f"listen 127.0.0.1:{port} "),
        (r"ssl_certificate \S+;", f"ssl_certificate {folder}/certificate.pem;"),
        (r"ssl_certificate_key \S+;", f"ssl_certificate_key {folder}/key.pem;"),
        (r"proxy_read_timeout \S+;", f"proxy_read_timeout {READ_TIMEOUT_S}s;"),
    ):
        text, found = re.subn(pattern, ours, text)
        assert found == 1, pattern
    return text


def _make_certificate(folder: Path) -> bytes:
    """Write a key and a certificate for this machine, and return the certificate."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "cards.example")])
    now = dt.datetime.now(dt.UTC)
    address = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(hours=1))
        .not_valid_after(now + dt.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([address]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = certificate.public_bytes(serialization.Encoding.PEM)
    (folder / "certificate.pem").write_bytes(pem)
    (folder / "key.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return pem


async def _listens(port: int) -> bool:
    """Say whether somebody listens on a port."""
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True
