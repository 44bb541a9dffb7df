"""Open the stores of a server by the name of their durability."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from paizhuo.stores.memory import MemoryLog
from paizhuo.stores.memory_principals import MemoryPrincipals
from paizhuo.stores.sqlite import Durability, SqliteLog
from paizhuo.stores.sqlite_principals import SqlitePrincipals

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from paizhuo.stores.base import EventLog
    from paizhuo.stores.principals import PrincipalStore

MEMORY: Final = "memory"
"""Durability of what ends with the process."""

DURABILITIES: Final = (MEMORY, *(durability.value for durability in Durability))
"""Every durability by name, the strongest last; that one is the default."""

LOG_FILE: Final = "tables.db"
"""Name of the file of the logs, which holds seeds."""

PRINCIPALS_FILE: Final = "principals.db"
"""Name of the file of guests and secrets."""


@dataclass(frozen=True, slots=True)
class Stores:
    """Hold the stores of one server."""

    log: EventLog
    principals: PrincipalStore

    async def aclose(self) -> None:
        """Close both, whatever becomes of the first."""
        try:
            await self.log.aclose()
        finally:
            await self.principals.aclose()


def open_stores(durability: str, folder: Path, now_ms: Callable[[], int]) -> Stores:
    """Open the stores in that folder, which is made (0700) if missing.

    `memory` needs no folder. Blocks for some milliseconds. Raises `StoreUnavailable`,
    and `ValueError` for an unknown durability.
    """
    if durability == MEMORY:
        return Stores(MemoryLog(), MemoryPrincipals(now_ms))
    log = SqliteLog(folder / LOG_FILE, Durability(durability))
    try:
        principals = SqlitePrincipals(folder / PRINCIPALS_FILE, now_ms)
    except BaseException:
        log.close()
        raise
    return Stores(log, principals)
