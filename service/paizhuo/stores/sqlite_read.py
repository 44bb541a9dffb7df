"""Read entries and index of the logs' file; every function runs in a reader's thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from paizhuo.stores.base import (
    DueTable,
    EndedMatch,
    MatchEnd,
    MatchPage,
    Sighting,
    StoredEntry,
    StoreUnavailable,
    Summary,
    TablePage,
    TableRow,
    Trouble,
)
from paizhuo.stores.codec import checksum, encode_page_token
from paizhuo.stores.sqlite_index import as_principals

if TYPE_CHECKING:
    import apsw

    from paizhuo.stores.base import MatchFilter, TableFilter

_TABLE_COLUMNS: Final = (
    "position, table_id, revision, time_ms, wake_at_ms, game, state, seats, seats_taken, "
    "owner, created_ms, principals, listed, title, deals, matches, detail"
)
_MATCH_COLUMNS: Final = (
    "position, table_id, game, match, first_revision, revision, time_ms, principals, detail"
)


def read_entries(
    connection: apsw.Connection, table_id: str, after: int, limit: int
) -> list[StoredEntry]:
    """Return the entries of a table that follow a revision, if all of them are whole."""
    rows: list[Any] = connection.execute(
        "SELECT revision, data, checksum FROM entries WHERE table_id = ? AND revision > ? "
        "ORDER BY revision LIMIT ?",
        (table_id, after, limit),
    ).fetchall()
    # Only now: what is raised amid a statement would leave it, and its moment, open.
    return [checked_entry(table_id, *row) for row in rows]


def checked_entry(table_id: str, revision: int, data: bytes, written: int | None) -> StoredEntry:
    """Return an entry. Raises `StoreUnavailable` if it is not as it was written."""
    if written is not None and written != checksum(table_id, revision, data):
        message = f"entry {revision} of table {table_id} is damaged"
        raise StoreUnavailable(Trouble.CORRUPTED, message)
    return StoredEntry(revision, data)


def read_alive(connection: apsw.Connection, since_ms: int) -> list[str]:
    """Return the processes whose mark is at or after that."""
    rows = connection.execute(
        "SELECT process FROM processes WHERE seen_ms >= ? ORDER BY process", (since_ms,)
    )
    return [process for (process,) in rows]


def find_table(connection: apsw.Connection, table_id: str) -> TableRow | None:
    """Return the index row of a table."""
    sql = f"SELECT {_TABLE_COLUMNS} FROM tables WHERE table_id = ?"  # noqa: S608 - own columns
    for row in connection.execute(sql, (table_id,)):
        return _table_row(row)
    return None


def list_tables(
    connection: apsw.Connection, chosen: TableFilter, behind: int | None, size: int
) -> TablePage:
    """Return a page of tables, the newest first."""
    where, values = _conditions(
        ("game = ?", chosen.game),
        ("state = ?", chosen.state),
        ("listed = ?", chosen.listed),
        (_HAS_PRINCIPAL.format("table_principals"), chosen.principal),
        ("position < ?", behind),
    )
    sql = f"SELECT {_TABLE_COLUMNS} FROM tables {where} ORDER BY position DESC LIMIT ?"  # noqa: S608 - own conditions
    rows: list[tuple[Any, ...]] = connection.execute(sql, [*values, size + 1]).fetchall()
    token = encode_page_token(chosen, rows[size - 1][0]) if len(rows) > size else ""
    return TablePage(tuple(_table_row(row) for row in rows[:size]), token)


def list_matches(
    connection: apsw.Connection, chosen: MatchFilter, behind: int | None, size: int
) -> MatchPage:
    """Return a page of finished matches, those that ended last first."""
    where, values = _conditions(
        ("game = ?", chosen.game),
        ("table_id = ?", chosen.table_id),
        (_HAS_PRINCIPAL.format("match_principals"), chosen.principal),
        ("position < ?", behind),
    )
    sql = f"SELECT {_MATCH_COLUMNS} FROM matches {where} ORDER BY position DESC LIMIT ?"  # noqa: S608 - own conditions
    rows: list[tuple[Any, ...]] = connection.execute(sql, [*values, size + 1]).fetchall()
    token = encode_page_token(chosen, rows[size - 1][0]) if len(rows) > size else ""
    return MatchPage(tuple(_ended_match(row) for row in rows[:size]), token)


def read_ended(connection: apsw.Connection, after: int, limit: int) -> list[EndedMatch]:
    """Return the finished matches behind a position, in order."""
    sql = f"SELECT {_MATCH_COLUMNS} FROM matches WHERE position > ? ORDER BY position LIMIT ?"  # noqa: S608 - own columns
    return [_ended_match(row) for row in connection.execute(sql, (after, limit))]


def read_matches_of(connection: apsw.Connection, table_id: str) -> list[EndedMatch]:
    """Return the finished matches of a table, in order."""
    sql = f"SELECT {_MATCH_COLUMNS} FROM matches WHERE table_id = ? ORDER BY position"  # noqa: S608 - own columns
    return [_ended_match(row) for row in connection.execute(sql, (table_id,))]


def read_due(
    connection: apsw.Connection, before_ms: int, limit: int, after: DueTable | None
) -> list[DueTable]:
    """Return the tables that want to be woken, the oldest wish first."""
    behind = (0, "") if after is None else (after.wake_at_ms, after.table_id)
    rows = connection.execute(
        "SELECT table_id, wake_at_ms, revision FROM tables "
        "WHERE wake_at_ms > 0 AND wake_at_ms <= ? AND (wake_at_ms, table_id) > (?, ?) "
        "ORDER BY wake_at_ms, table_id LIMIT ?",
        (before_ms, *behind, limit),
    )
    return [DueTable(*row) for row in rows]


def read_ahead(
    connection: apsw.Connection, now_ms: int, wait_ms: int, limit: int
) -> list[DueTable]:
    """Return the tables whose last entry is later than now, and who do not wait for long."""
    # No table wants to be woken before its last entry, which lets the index serve.
    rows = connection.execute(
        "SELECT table_id, wake_at_ms, revision FROM tables "
        "WHERE wake_at_ms > 0 AND wake_at_ms >= ?1 AND time_ms > ?1 "
        "AND wake_at_ms - time_ms <= ?2 ORDER BY wake_at_ms, table_id LIMIT ?3",
        (now_ms, wait_ms, limit),
    )
    return [DueTable(*row) for row in rows]


def read_sightings(connection: apsw.Connection, table_id: str) -> list[Sighting]:
    """Return who is or was at a table."""
    rows = connection.execute(
        "SELECT principal, process, iif(gone_ms > 0, gone_ms, coalesce(seen_ms, 0)), gone_ms = 0 "
        "FROM sightings LEFT JOIN processes USING (process) WHERE table_id = ? "
        "ORDER BY principal, process",
        (table_id,),
    )
    return [Sighting(who, process, seen_ms, bool(open_)) for who, process, seen_ms, open_ in rows]


def read_table_ids(connection: apsw.Connection, after: str, limit: int) -> list[str]:
    """Return the ids of all tables in log or index behind one, sorted.

    Leaps through the index of the entries from table to table, instead of reading
    every entry's key.
    """
    rows = connection.execute(
        """
        WITH RECURSIVE logged (table_id) AS (
            SELECT min(table_id) FROM entries WHERE table_id > ?1
            UNION ALL
            SELECT (SELECT min(table_id) FROM entries WHERE table_id > logged.table_id)
            FROM logged WHERE logged.table_id IS NOT NULL LIMIT ?2
        )
        SELECT table_id FROM logged WHERE table_id IS NOT NULL
        UNION SELECT * FROM (SELECT table_id FROM tables WHERE table_id > ?1
                             ORDER BY table_id LIMIT ?2)
        UNION SELECT * FROM (SELECT DISTINCT table_id FROM matches WHERE table_id > ?1
                             ORDER BY table_id LIMIT ?2)
        ORDER BY table_id LIMIT ?2
        """,
        (after, limit),
    )
    return [table_id for (table_id,) in rows]


_HAS_PRINCIPAL: Final = "position IN (SELECT position FROM {} WHERE principal = ?)"


def _conditions(*pairs: tuple[str, Any]) -> tuple[str, list[Any]]:
    """Join the conditions whose value is given, and the values."""
    given = [(sql, value) for sql, value in pairs if value is not None]
    where = "WHERE " + " AND ".join(sql for sql, _ in given) if given else ""
    return where, [value for _, value in given]


def _table_row(row: tuple[Any, ...]) -> TableRow:
    """Build the index row from `_TABLE_COLUMNS`."""
    (
        _,
        table_id,
        revision,
        time_ms,
        wake_at_ms,
        game,
        state,
        seats,
        seats_taken,
        owner,
        created_ms,
        principals,
        listed,
        title,
        deals,
        matches,
        detail,
    ) = row
    summary = Summary(
        table_id=table_id,
        game=game,
        state=state,
        seats=seats,
        seats_taken=seats_taken,
        owner=owner,
        created_ms=created_ms,
        principals=as_principals(principals),
        listed=bool(listed),
        title=title,
        deals=deals,
        matches=matches,
        detail=detail,
    )
    return TableRow(summary, revision, time_ms, wake_at_ms)


def _ended_match(row: tuple[Any, ...]) -> EndedMatch:
    """Build the finished match from `_MATCH_COLUMNS`."""
    position, table_id, game, match, first, revision, time_ms, principals, detail = row
    end = MatchEnd(match, first, revision, time_ms, as_principals(principals), detail)
    return EndedMatch(position, table_id, game, end)
