"""Look into the stores' files without changing them, also while others write to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import apsw

from paizhuo.stores.base import EndedMatch, StoredEntry, StoreUnavailable, TableRow
from paizhuo.stores.sqlite_file import BUSY_TIMEOUT_MS, FileSpec, check_kind, unavailable
from paizhuo.stores.sqlite_read import checked_entry, find_table, read_matches_of

if TYPE_CHECKING:
    from pathlib import Path

    from paizhuo.stores.sqlite_file import Schema

PROBLEMS_MAX: Final = 20
"""Most lines that are asked of SQLite's own check."""


def open_to_look(path: Path, schema: Schema) -> apsw.Connection:
    """Open a file that exists, to read it only; also while others write to it.

    Raises `StoreUnavailable` if it is missing, of another kind or of a newer release.
    """
    spec = FileSpec(path, schema)
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    except apsw.Error as error:
        raise unavailable(spec, error) from error
    try:
        connection.set_busy_timeout(BUSY_TIMEOUT_MS)
        connection.pragma("trusted_schema", "OFF")
        check_kind(connection, spec)
    except apsw.Error as error:
        connection.close()
        raise unavailable(spec, error) from error
    except StoreUnavailable:
        connection.close()
        raise
    return connection


def find_damage(connection: apsw.Connection) -> list[str]:
    """Return what SQLite's own check finds wrong with a file, nothing if it is whole."""
    try:
        rows = connection.execute(f"PRAGMA integrity_check({PROBLEMS_MAX})").fetchall()
        broken = connection.execute("PRAGMA foreign_key_check").fetchall()
    except apsw.Error as error:
        return [str(error)]
    found = [str(line) for (text,) in rows for line in str(text).splitlines() if text != "ok"]
    return found + [f"a row of {row[0]} names one of {row[2]} that is not there" for row in broken]


@dataclass(frozen=True, slots=True)
class Looked:
    """Hold all that a file says of one table, as of one moment.

    `damaged` are the revisions whose entries are not as they were written. `persons` are
    those by whom the table is found, `players` those of each finished match, by position.
    """

    entries: tuple[StoredEntry, ...]
    damaged: tuple[int, ...]
    row: TableRow | None
    persons: frozenset[str]
    matches: tuple[EndedMatch, ...]
    positions: dict[int, int]
    players: dict[int, frozenset[str]]


def look_at_table(connection: apsw.Connection, table_id: str) -> Looked:
    """Read everything of one table.

    Raises `apsw.Error`, for a damaged file above all, and `StoreUnavailable` for a row of
    the index that cannot be read.
    """
    connection.execute("BEGIN")
    try:
        entries, damaged, positions = _look_at_log(connection, table_id)
        matches = read_matches_of(connection, table_id)
        return Looked(
            entries=tuple(entries),
            damaged=tuple(damaged),
            row=find_table(connection, table_id),
            persons=frozenset(
                person
                for (person,) in connection.execute(
                    "SELECT principal FROM table_principals WHERE position ="
                    " (SELECT position FROM tables WHERE table_id = ?)",
                    (table_id,),
                )
            ),
            matches=tuple(matches),
            positions=positions,
            players={match.position: _players(connection, match) for match in matches},
        )
    finally:
        connection.execute("ROLLBACK")


def _look_at_log(
    connection: apsw.Connection, table_id: str
) -> tuple[list[StoredEntry], list[int], dict[int, int]]:
    """Return the entries, the revisions of the damaged ones, and where each stands."""
    # The checksums came with the second schema.
    has_checksums = connection.execute("PRAGMA user_version").get > 1
    written = "checksum" if has_checksums else "NULL"
    entries, damaged, positions = [], [], {}
    for position, revision, data, whole in connection.execute(
        f"SELECT position, revision, data, {written} FROM entries "  # noqa: S608 - a column or NULL
        "WHERE table_id = ? ORDER BY revision",
        (table_id,),
    ):
        positions[revision] = position
        entries.append(StoredEntry(revision, data))
        try:
            checked_entry(table_id, revision, data, whole)
        except StoreUnavailable:
            damaged.append(revision)
    return entries, damaged, positions


def _players(connection: apsw.Connection, match: EndedMatch) -> frozenset[str]:
    """Return by whom a finished match is found."""
    rows = connection.execute(
        "SELECT principal FROM match_principals WHERE position = ?", (match.position,)
    )
    return frozenset(person for (person,) in rows)
