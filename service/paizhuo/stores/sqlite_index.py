"""Write what stands beside the logs: rows of tables, finished matches, marks of life.

Everything here runs in the writer's thread, the functions that `put` inside its transaction.
"""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Final

from paizhuo.stores.base import MARKS_KEPT_MS, SIGHTINGS_KEPT_MS, StoreUnavailable, Trouble
from paizhuo.stores.sqlite_file import Durability, FileSpec, check_version
from paizhuo.stores.sqlite_threads import roll_back

if TYPE_CHECKING:
    from collections.abc import Collection

    import apsw

    from paizhuo.stores.base import Attendee, EntryHead, Folded, MatchEnd, Summary

_POSITION: Final = "SELECT position FROM entries WHERE table_id = ? AND revision = ?"

_PUT_TABLE: Final = """
    INSERT INTO tables (
        position, table_id, revision, time_ms, wake_at_ms, game, state, seats, seats_taken,
        owner, created_ms, principals, listed, title, deals, matches, detail
    ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (position) DO UPDATE SET
        revision = excluded.revision, time_ms = excluded.time_ms,
        wake_at_ms = excluded.wake_at_ms, game = excluded.game, state = excluded.state,
        seats = excluded.seats, seats_taken = excluded.seats_taken, owner = excluded.owner,
        created_ms = excluded.created_ms, principals = excluded.principals,
        listed = excluded.listed, title = excluded.title, deals = excluded.deals,
        matches = excluded.matches, detail = excluded.detail
"""

_PUT_MATCH: Final = """
    INSERT OR REPLACE INTO matches (
        position, table_id, game, match, first_revision, revision, time_ms, principals, detail
    ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""


def touch_tables_sql(count: int) -> str:
    """Return the statement that moves the heads of that many tables."""
    values = ", ".join(["(?, ?, ?, ?)"] * count)
    return (
        "UPDATE tables SET revision = moved.column2, time_ms = moved.column3, "  # noqa: S608 - only placeholders
        f"wake_at_ms = moved.column4 FROM (VALUES {values}) AS moved "
        "WHERE tables.table_id = moved.column1"
    )


def put_table(
    connection: apsw.Connection, head: EntryHead, summary: Summary, *, principals_too: bool
) -> None:
    """Write the index row of a table whose entries are there already."""
    position = connection.execute(_POSITION, (summary.table_id, 1)).get
    connection.execute(
        _PUT_TABLE,
        (
            position,
            summary.table_id,
            head.revision,
            head.time_ms,
            head.wake_at_ms,
            summary.game,
            summary.state,
            summary.seats,
            summary.seats_taken,
            summary.owner,
            summary.created_ms,
            json.dumps(summary.principals),
            summary.listed,
            summary.title,
            summary.deals,
            summary.matches,
            summary.detail,
        ),
    )
    if principals_too:
        connection.execute("DELETE FROM table_principals WHERE position = ?", (position,))
        connection.executemany(
            "INSERT OR IGNORE INTO table_principals VALUES (?, ?)",
            ((principal, position) for principal in (summary.owner, *summary.principals)),
        )


def put_match(connection: apsw.Connection, table_id: str, game: str, end: MatchEnd) -> None:
    """Write a finished match whose ending entry is there already."""
    position = connection.execute(_POSITION, (table_id, end.revision)).get
    connection.execute(
        _PUT_MATCH,
        (
            position,
            table_id,
            game,
            end.match,
            end.first_revision,
            end.revision,
            end.time_ms,
            json.dumps(end.principals),
            end.detail,
        ),
    )
    connection.executemany(
        "INSERT OR IGNORE INTO match_principals VALUES (?, ?)",
        ((principal, position) for principal in end.principals),
    )


def reindex(connection: apsw.Connection, table_id: str, folded: Folded | None) -> bool:
    """Replace what the index says of a table, in a transaction of its own."""
    connection.execute("BEGIN IMMEDIATE")
    known = connection.execute(
        "SELECT coalesce(max(revision), 0) FROM entries WHERE table_id = ?", (table_id,)
    ).get
    if known != (0 if folded is None else folded.head.revision):
        connection.execute("ROLLBACK")
        return False
    _drop(connection, "table_principals", "tables", table_id)
    _drop(connection, "match_principals", "matches", table_id)
    if folded is not None:
        put_table(connection, folded.head, folded.summary, principals_too=True)
        for end in folded.ends:
            put_match(connection, table_id, folded.summary.game, end)
    connection.execute("COMMIT")
    return True


def mark_alive(  # noqa: PLR0913, PLR0917 - what is written together is given together
    connection: apsw.Connection,
    spec: FileSpec,
    process: str,
    now_ms: int,
    came: Collection[Attendee],
    went: Collection[Attendee],
) -> None:
    """Note that a process was alive, and who is there, in a transaction of its own."""
    # Nothing rests on a mark, so none waits for the disk: the next append's sync is its too.
    connection.pragma("synchronous", Durability.NORMAL.name)
    try:
        connection.execute("BEGIN IMMEDIATE")
        check_version(connection, spec)
        connection.execute(
            "INSERT INTO processes VALUES (?, ?) "
            "ON CONFLICT (process) DO UPDATE SET seen_ms = excluded.seen_ms",
            (process, now_ms),
        )
        connection.executemany(
            "INSERT INTO sightings VALUES (?, ?, ?, ?) "
            "ON CONFLICT (table_id, principal, process) DO UPDATE SET gone_ms = excluded.gone_ms",
            itertools.chain(
                ((*attendee, process, 0) for attendee in came),
                ((*attendee, process, max(now_ms, 1)) for attendee in went),
            ),
        )
        _forget(connection, now_ms)
        connection.execute("COMMIT")
    finally:
        roll_back(connection)
        connection.pragma("synchronous", spec.durability.name)


def _forget(connection: apsw.Connection, now_ms: int) -> None:
    """Forget old marks, and who was seen long ago."""
    oldest_ms = now_ms - MARKS_KEPT_MS
    connection.execute(
        "UPDATE sightings SET gone_ms = (SELECT max(seen_ms, 1) FROM processes"
        " WHERE process = sightings.process) "
        "WHERE gone_ms = 0 AND process IN (SELECT process FROM processes WHERE seen_ms < ?)",
        (oldest_ms,),
    )
    connection.execute("DELETE FROM processes WHERE seen_ms < ?", (oldest_ms,))
    connection.execute(
        "DELETE FROM sightings WHERE gone_ms > 0 AND gone_ms < ?", (now_ms - SIGHTINGS_KEPT_MS,)
    )


def _drop(connection: apsw.Connection, principals: str, rows: str, table_id: str) -> None:
    """Delete the rows of a table, and who is named in them."""
    connection.execute(
        f"DELETE FROM {principals} WHERE position IN "  # noqa: S608 - both are names of this module
        f"(SELECT position FROM {rows} WHERE table_id = ?)",
        (table_id,),
    )
    connection.execute(f"DELETE FROM {rows} WHERE table_id = ?", (table_id,))  # noqa: S608 - the same


def as_principals(text: str) -> tuple[str, ...]:
    """Read the principals of a row back. Raises `StoreUnavailable` if they are damaged."""
    try:
        return tuple(json.loads(text))
    except (ValueError, TypeError) as error:
        message = f"principals {text!r} in the index are damaged"
        raise StoreUnavailable(Trouble.CORRUPTED, message) from error
