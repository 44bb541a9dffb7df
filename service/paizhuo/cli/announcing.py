"""Say where a server listens: to people, and to programs in files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from paizhuo.config import Config, Durability

if TYPE_CHECKING:
    from pathlib import Path


class Addresses(NamedTuple):
    """Hold where gRPC is served, and where HTTP is, None for nowhere."""

    grpc: str
    http: str | None


class Announcing(NamedTuple):
    """Hold the files to write addresses to."""

    grpc: Path | None
    http: Path | None

    def write(self, addresses: Addresses) -> None:
        """Write them, the one of gRPC last: who waits for that finds both."""
        if self.http is not None and addresses.http is not None:
            _write(self.http, addresses.http)
        if self.grpc is not None:
            _write(self.grpc, addresses.grpc)


def _write(path: Path, address: str) -> None:
    """Write an address in one step, so that no reader sees half of it."""
    draft = path.with_name(path.name + ".part")
    draft.write_text(address)
    os.replace(draft, path)  # noqa: PTH105 - the one call that is atomic everywhere


def greeting(config: Config, addresses: Addresses, workers: int = 1) -> str:
    """Say where it listens, and what to try."""
    who = "paizhuo listens" if workers == 1 else f"paizhuo listens with {workers} workers"
    grpc, http = addresses
    web = "" if http is None else f" and on http://{http} (Connect, gRPC-Web, JSON)"
    where = "in memory" if config.durability is Durability.MEMORY else f"in {config.data}/"
    lines = [
        (
            f"{who} on {grpc} (gRPC){web}; tables are kept {where}, durability "
            f"{config.durability.value}."
        ),
        "Try, from another shell:",
        f"  grpcurl -plaintext {grpc} list",
        f"  grpcurl -plaintext {grpc} paizhuo.v1.CatalogueService/ListGames",
        _who_calls(grpc, has_guests=config.guests),
    ]
    if http is not None:
        path = f"{http}/paizhuo.v1.CatalogueService/ListGames"
        lines.append(f"  curl --json '{{}}' http://{path}")
    return "\n".join((*lines, "  paizhuo demo"))


def _who_calls(grpc: str, *, has_guests: bool) -> str:
    """Return a call that says who somebody is: a new guest, or whose token it is."""
    if has_guests:
        given, method = """-d '{"name": "Ann"}'""", "CreateGuest"
    else:
        given, method = "-H 'authorization: Bearer TOKEN'", "GetPrincipal"
    return f"  grpcurl -plaintext {given} {grpc} paizhuo.v1.AuthService/{method}"
