"""Open the stores of a server by the name of their durability."""

from __future__ import annotations

import contextlib
import fcntl
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from paizhuo.stores.base import StoreUnavailable, Trouble
from paizhuo.stores.memory import MemoryLog
from paizhuo.stores.memory_principals import MemoryPrincipals
from paizhuo.stores.sqlite import Durability, SqliteLog
from paizhuo.stores.sqlite_file import make_folder
from paizhuo.stores.sqlite_principals import PRINCIPALS_SCHEMA, SqlitePrincipals
from paizhuo.stores.sqlite_schema import LOG_SCHEMA

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
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

FILES: Final = {LOG_FILE: LOG_SCHEMA, PRINCIPALS_FILE: PRINCIPALS_SCHEMA}
"""Both files with what is in them, in the order in which copies are taken.

A guest who is named in a log was there before, so he is in the later copy too.
"""

HELD_FILE: Final = "held"
"""Name of the file that whoever uses the folder holds a lock on."""

UNFINISHED_FILE: Final = "restore-unfinished"
"""Name of the file that is there while a restore is under way."""


@dataclass(frozen=True, slots=True)
class Stores:
    """Hold the stores of one server."""

    log: EventLog
    principals: PrincipalStore
    hold: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    async def aclose(self) -> None:
        """Close both, whatever becomes of the first, and let go of the folder."""
        with self.hold:
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
    level = Durability(durability)
    opened = contextlib.ExitStack()
    try:
        opened.enter_context(hold_folder(folder))
        log = SqliteLog(folder / LOG_FILE, level)
        opened.callback(log.close)
        return Stores(log, SqlitePrincipals(folder / PRINCIPALS_FILE, now_ms), opened)
    except BaseException:
        opened.close()
        raise


@contextlib.contextmanager
def hold_folder(folder: Path, *, alone: bool = False) -> Iterator[None]:
    """Hold a data folder, which is made (0700) if missing, beside others or `alone`.

    The system lets go of it when the process ends, however that comes. Raises
    `StoreUnavailable` if somebody else holds it in a way that forbids this.
    """
    try:
        make_folder(folder)
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
        descriptor = os.open(folder / HELD_FILE, flags, 0o600)
    except OSError as error:
        raise StoreUnavailable(Trouble.CANNOT_OPEN, f"{folder}: {error}") from error
    try:
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except OSError as error:
            who = "a server uses it" if alone else "it is being restored"
            raise StoreUnavailable(Trouble.BUSY, f"{folder}: {who}") from error
        if not alone and (folder / UNFINISHED_FILE).exists():
            message = f"{folder}: a restore was not finished; run it again with --force"
            raise StoreUnavailable(Trouble.CANNOT_OPEN, message)
        yield
    finally:
        os.close(descriptor)
