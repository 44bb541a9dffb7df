"""Say what is wrong with a data folder, in plain words, and what to do about it."""

from __future__ import annotations

import asyncio
import stat
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import apsw
import typer

from paizhuo.cli.doctor_tables import (
    DAMAGED_LOG,
    NEWER_RELEASE,
    STALE_INDEX,
    Checkup,
    Problem,
    check_table,
)
from paizhuo.stores.base import StoreUnavailable, Trouble
from paizhuo.stores.opening import (
    FILES,
    HELD_FILE,
    LOG_FILE,
    PRINCIPALS_FILE,
    UNFINISHED_FILE,
    hold_folder,
)
from paizhuo.stores.rebuild import rebuild_table
from paizhuo.stores.sqlite import SqliteLog
from paizhuo.stores.sqlite_look import find_damage, look_at_table, open_to_look
from paizhuo.stores.sqlite_read import read_table_ids
from paizhuo.tables.index import fold

if TYPE_CHECKING:
    from pathlib import Path

_TABLES_AT_ONCE: Final = 1000
_SECRET_BYTES: Final = 32
_DAMAGED_FILE: Final = (
    "Stop the server, keep a copy of the folder, and restore the last backup (`paizhuo restore`)."
)
_LOST_FILE: Final = "Restore the last backup (`paizhuo restore`)."
_ADVICE: Final = {
    Trouble.NEWER_SCHEMA: NEWER_RELEASE,
    Trouble.CORRUPTED: _DAMAGED_FILE,
    Trouble.CANNOT_OPEN: "Look whether this is the right folder, and may be read by this user.",
}


@dataclass(slots=True)
class _Findings:
    """Gather what is found in a folder."""

    problems: list[Problem] = field(default_factory=list)
    tables: int = 0
    entries: int = 0
    matches: int = 0
    guests: int = 0
    stale: list[str] = field(default_factory=list)

    def add(self, where: str, what: str, advice: str) -> None:
        """Note a problem."""
        self.problems.append(Problem(where, what, advice))

    def take(self, table_id: str, checkup: Checkup) -> None:
        """Note what came of checking a table."""
        self.problems += (*checkup.log, *checkup.index)
        if checkup.index:
            self.stale.append(table_id)


def run_doctor(data: Path, *, repairs_index: bool) -> int:
    """Check the folder, print what was found; returns the exit code."""
    found = _examine(data)
    if repairs_index and found.stale:
        try:
            count = asyncio.run(_repair(data, found.stale))
        except StoreUnavailable as error:
            typer.echo(f"The index was not repaired: {error}")
        else:
            typer.echo(f"The index of {_count(count, 'table')} was derived from the logs again.")
            found = _examine(data)
    for problem in found.problems:
        typer.echo(f"{problem.where}: {problem.what}.\n    {problem.advice}")
    typer.echo(
        f"{data}: {_count(found.tables, 'table')}, {_count(found.entries, 'entry', 'entries')}, "
        f"{_count(found.matches, 'finished match', 'finished matches')}, "
        f"{_count(found.guests, 'guest')}: "
        + (_count(len(found.problems), "problem") if found.problems else "all is well")
        + "."
    )
    return 1 if found.problems else 0


def _examine(data: Path) -> _Findings:
    """Look at everything in the folder, and change nothing."""
    found = _Findings()
    if not data.is_dir():
        found.add(str(data), "there is no such folder", "Name the data folder with --data.")
        return found
    _check_modes(data, found)
    if (data / UNFINISHED_FILE).exists():
        advice = "Run `paizhuo restore` again, with --force; until then no server starts here."
        found.add(str(data), "a restore was not finished", advice)
    for name, schema in FILES.items():
        if not (data / name).exists():
            found.add(name, "the file is missing", _LOST_FILE)
            continue
        try:
            with closing(open_to_look(data / name, schema)) as connection:
                for line in find_damage(connection):
                    found.add(name, f"SQLite finds it damaged: {line}", _DAMAGED_FILE)
                _LOOKS[name](connection, found)
        except StoreUnavailable as error:
            what = error.message.removeprefix(f"{name}: ")
            found.add(name, what, _ADVICE.get(error.trouble, _DAMAGED_FILE))
        except apsw.Error as error:
            found.add(name, f"SQLite cannot read it: {error}", _DAMAGED_FILE)
    return found


def _check_modes(data: Path, found: _Findings) -> None:
    """Check that nobody else may read what holds seeds and secrets."""
    beside = [f"{name}{end}" for name in FILES for end in ("", "-wal", "-shm")]
    for path in (data, *(data / name for name in (*beside, HELD_FILE))):
        try:
            mode = stat.S_IMODE(path.stat().st_mode)
        except FileNotFoundError:
            continue
        if mode & 0o077:
            right = "700" if path == data else "600"
            what = f"other users may use it (mode {mode:o}), and it holds seeds and secrets"
            found.add(str(path), what, f"Run `chmod {right} {path}`.")


def _look_at_tables(connection: apsw.Connection, found: _Findings) -> None:
    """Check every table that stands in the logs or in the index."""
    after = ""
    while table_ids := read_table_ids(connection, after, _TABLES_AT_ONCE):
        for table_id in table_ids:
            found.tables += 1
            try:
                looked = look_at_table(connection, table_id)
            except StoreUnavailable as error:
                found.add(f"{LOG_FILE}, table {table_id}", error.message, STALE_INDEX)
                found.stale.append(table_id)
                continue
            except apsw.Error as error:
                where = f"{LOG_FILE}, table {table_id}"
                found.add(where, f"it cannot be read: {error}", DAMAGED_LOG)
                continue
            found.entries += len(looked.entries)
            found.matches += len(looked.matches)
            found.take(table_id, check_table(table_id, looked))
        after = table_ids[-1]


def _look_at_principals(connection: apsw.Connection, found: _Findings) -> None:
    """Check guests and secrets, as far as they can be checked."""
    found.guests = connection.execute("SELECT count(*) FROM principals").get
    for name, size in connection.execute("SELECT name, length(value) FROM secrets"):
        if size != _SECRET_BYTES:
            what = f"secret {name} has {size} bytes instead of {_SECRET_BYTES}"
            found.add(PRINCIPALS_FILE, what, _DAMAGED_FILE)


_LOOKS: Final = {LOG_FILE: _look_at_tables, PRINCIPALS_FILE: _look_at_principals}


async def _repair(data: Path, table_ids: list[str]) -> int:
    """Derive the index of tables whose logs hold; servers may go on meanwhile."""
    with hold_folder(data):
        log = SqliteLog(data / LOG_FILE)
        try:
            for table_id in table_ids:
                await rebuild_table(log, table_id, fold)
        finally:
            await log.aclose()
    return len(table_ids)


def _count(number: int, one: str, many: str = "") -> str:
    """Say how many of something there are."""
    return f"{number} {one if number == 1 else many or one + 's'}"
