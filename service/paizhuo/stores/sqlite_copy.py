"""Copy the stores' files while others use them, with SQLite's online backup."""

from __future__ import annotations

import os
from contextlib import closing
from typing import TYPE_CHECKING

import apsw

from paizhuo.stores.base import StoreUnavailable, Trouble
from paizhuo.stores.sqlite_file import FileSpec, unavailable
from paizhuo.stores.sqlite_look import find_damage, open_to_look

if TYPE_CHECKING:
    from pathlib import Path

    from paizhuo.stores.sqlite_file import Schema


def copy_file(source: Path, target: Path, schema: Schema) -> None:
    """Copy a file as it is at one moment to a new one, which is private and synced.

    Whoever uses the source goes on meanwhile. Raises `StoreUnavailable`, CORRUPTED also
    for a copy that is not whole.
    """
    spec = FileSpec(target, schema)
    os.close(os.open(target, os.O_RDONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    with closing(open_to_look(source, schema)) as from_, closing(_open_new(spec)) as to:
        try:
            with to.backup("main", from_, "main") as backup:
                # In one step: it reads as of one moment, and no writer makes it begin again.
                backup.step()
            # One file, with nothing beside it.
            to.pragma("journal_mode", "delete")
            damage = find_damage(to)
        except apsw.Error as error:
            raise unavailable(spec, error) from error
    if damage:
        message = f"{source.name} is damaged: {damage[0]}"
        raise StoreUnavailable(Trouble.CORRUPTED, message)


def _open_new(spec: FileSpec) -> apsw.Connection:
    """Open the copy. Raises `StoreUnavailable`."""
    try:
        connection = apsw.Connection(str(spec.path))
        connection.pragma("synchronous", "FULL")
    except apsw.Error as error:
        raise unavailable(spec, error) from error
    return connection
