"""Hold what an operator chooses: from flags, and from the environment where none is given."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

LISTEN_DEFAULT: Final = "127.0.0.1:50051"
HTTP_LISTEN_DEFAULT: Final = "127.0.0.1:8080"
NOWHERE: Final = "off"
ANY_ORIGIN: Final = "*"
DATA_DEFAULT: Final = "data"

_ORIGIN: Final = re.compile(r"[a-z][a-z0-9+.-]*://[^\s/?#@*]+")


class Durability(enum.StrEnum):
    """Name what an answered call outlives; `memory` keeps tables in memory, else SQLite."""

    MEMORY = "memory"
    """Nothing: it ends with the process."""
    NORMAL = "normal"
    """A killed process."""
    FULL = "full"
    """A power cut."""


class LogLevel(enum.StrEnum):
    """Name the least weight of what is logged."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class LogForm(enum.StrEnum):
    """Name the form of log lines."""

    CONSOLE = "console"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Config:
    """Hold everything that can be chosen of a server.

    `bot_delay_ms` holds for tables that name none themselves. `driver_poll_ms` is how
    often the store is asked which tables are due, which matters for tables that this
    process has not in memory. `jwt_key` or `jwt_jwks` names a file with keys of a
    platform, whose tokens are then believed. `shares_port` lets other processes listen
    there too. `http_listen` is where Connect, gRPC-Web and JSON are served, None for
    nowhere; pages of `cors_origins` may use it, None for those of this machine.
    """

    listen: str = LISTEN_DEFAULT
    data: Path = field(default_factory=lambda: Path(DATA_DEFAULT))
    durability: Durability = Durability.FULL
    log_level: LogLevel = LogLevel.INFO
    log_form: LogForm = LogForm.CONSOLE
    heartbeat_ms: int = 10_000
    bot_delay_ms: int = 600
    driver_poll_ms: int = 1_000
    drive: bool = True
    guests: bool = True
    jwt_key: Path | None = None
    jwt_jwks: Path | None = None
    jwt_issuer: str | None = None
    jwt_audience: str | None = None
    shares_port: bool = False
    http_listen: str | None = None
    cors_origins: tuple[str, ...] | None = None


def listen_from(environment: Mapping[str, str]) -> str:
    """Return where to listen: `PAIZHUO_LISTEN`, or the default."""
    return environment.get("PAIZHUO_LISTEN") or LISTEN_DEFAULT


def http_listen_from(environment: Mapping[str, str]) -> str:
    """Return where to serve HTTP: `PAIZHUO_HTTP_LISTEN`, or the default."""
    return environment.get("PAIZHUO_HTTP_LISTEN") or HTTP_LISTEN_DEFAULT


def cors_origins_from(environment: Mapping[str, str]) -> tuple[str, ...] | None:
    """Return whose pages may use HTTP: `PAIZHUO_CORS_ORIGINS`, or None where it is not set."""
    text = environment.get("PAIZHUO_CORS_ORIGINS")
    return None if text is None else tuple(text.replace(",", " ").split())


def is_origin(text: str) -> bool:
    """Say whether a text is an origin as browsers send it, or `*` for all of them."""
    return text == ANY_ORIGIN or _ORIGIN.fullmatch(text) is not None


def data_from(environment: Mapping[str, str]) -> Path:
    """Return the data folder: `PAIZHUO_DATA`, or the default."""
    return Path(environment.get("PAIZHUO_DATA") or DATA_DEFAULT)
