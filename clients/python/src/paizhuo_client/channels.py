"""Connections to a server, plain or with TLS."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import grpc
import grpc.aio

if TYPE_CHECKING:
    from collections.abc import Sequence

MESSAGE_BYTES_MAX: Final = 16 * 1024 * 1024
"""Largest answer that is taken; a record of a long match is the largest that there is."""

OPTIONS: Final = (
    ("grpc.max_receive_message_length", MESSAGE_BYTES_MAX),
    # A connection that died without a word is found by pings, also while only a stream is open.
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.max_pings_without_data", 0),
    # This package retries by itself, with the server's advice; two that do so would multiply.
    ("grpc.enable_retries", 0),
    # After a restart of the server its players should not wait for minutes.
    ("grpc.initial_reconnect_backoff_ms", 200),
    ("grpc.min_reconnect_backoff_ms", 200),
    ("grpc.max_reconnect_backoff_ms", 3_000),
)


@dataclass(frozen=True, slots=True)
class Tls:
    """How a TLS connection is checked. `Tls()` trusts the authorities that gRPC trusts."""

    root_certificates: bytes | None = None
    """Authorities to trust instead, in PEM."""
    private_key: bytes | None = None
    """Key of this client, in PEM, where the server asks for it."""
    certificate_chain: bytes | None = None
    """Certificate of this client, in PEM."""
    server_name: str = ""
    """Name that the server's certificate must have, where it is not the one of the address."""


def open_channel(
    address: str, tls: Tls | None, options: Sequence[tuple[str, int | str]] = ()
) -> grpc.aio.Channel:
    """Open a channel; nothing is connected before the first call."""
    chosen: list[tuple[str, int | str]] = [*OPTIONS, *options]
    if tls is None:
        return grpc.aio.insecure_channel(address, options=chosen)
    if tls.server_name:
        chosen.append(("grpc.ssl_target_name_override", tls.server_name))
    credentials = grpc.ssl_channel_credentials(
        tls.root_certificates, tls.private_key, tls.certificate_chain
    )
    return grpc.aio.secure_channel(address, credentials, options=chosen)
