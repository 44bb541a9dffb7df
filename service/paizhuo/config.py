"""Hold what an operator chooses: from flags, and from the environment where none is given."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

LISTEN_DEFAULT: Final = "127.0.0.1:50051"
DATA_DEFAULT: Final = "data"


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
    there too.
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


def listen_from(environment: Mapping[str, str]) -> str:
    """Return where to listen: `PAIZHUO_LISTEN`, or the default."""
    return environment.get("PAIZHUO_LISTEN") or LISTEN_DEFAULT


def data_from(environment: Mapping[str, str]) -> Path:
    """Return the data folder: `PAIZHUO_DATA`, or the default."""
    return Path(environment.get("PAIZHUO_DATA") or DATA_DEFAULT)
