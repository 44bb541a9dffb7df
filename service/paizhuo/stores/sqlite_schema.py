"""Lay out the file of the logs.

`entries` is the truth, everything else is derived from it. Its rows lie in the order
of their writing, so a commit touches few pages, and `position` orders all tables'
entries: tables are listed by the position of their first one, finished matches by
that of the ending one, and another process's entries are found behind the last
position seen. Nothing is ever deleted from it, so positions never return. `checksum` tells a
damaged entry (SQLite itself would not notice); entries of the first schema have none.
`processes` holds who was alive when, `sightings` who is at which table in which of them, and who
was until when.
"""

from __future__ import annotations

from typing import Final

from paizhuo.stores.sqlite_file import Schema

LOG_SCHEMA: Final = Schema(
    application_id=0x705A4C67,
    scripts=(
        """
        CREATE TABLE entries (
            position INTEGER PRIMARY KEY,
            table_id TEXT NOT NULL,
            revision INTEGER NOT NULL CHECK (revision > 0),
            data BLOB NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX entries_by_table ON entries (table_id, revision);

        CREATE TABLE tables (
            position INTEGER PRIMARY KEY,
            table_id TEXT NOT NULL UNIQUE,
            revision INTEGER NOT NULL,
            time_ms INTEGER NOT NULL,
            wake_at_ms INTEGER NOT NULL,
            game TEXT NOT NULL,
            state TEXT NOT NULL,
            seats INTEGER NOT NULL,
            seats_taken INTEGER NOT NULL,
            owner TEXT NOT NULL,
            created_ms INTEGER NOT NULL,
            principals TEXT NOT NULL,
            listed INTEGER NOT NULL,
            title TEXT NOT NULL,
            deals INTEGER NOT NULL,
            matches INTEGER NOT NULL,
            detail BLOB NOT NULL
        ) STRICT;
        CREATE INDEX tables_by_state ON tables (state, position);
        CREATE INDEX tables_by_game ON tables (game, position);
        CREATE INDEX tables_due ON tables (wake_at_ms, table_id) WHERE wake_at_ms > 0;
        CREATE TABLE table_principals (
            principal TEXT NOT NULL,
            position INTEGER NOT NULL,
            PRIMARY KEY (principal, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX table_principals_by_table ON table_principals (position);

        CREATE TABLE matches (
            position INTEGER PRIMARY KEY,
            table_id TEXT NOT NULL,
            game TEXT NOT NULL,
            match INTEGER NOT NULL,
            first_revision INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            time_ms INTEGER NOT NULL,
            principals TEXT NOT NULL,
            detail BLOB NOT NULL
        ) STRICT;
        CREATE INDEX matches_by_table ON matches (table_id, position);
        CREATE INDEX matches_by_game ON matches (game, position);
        CREATE TABLE match_principals (
            principal TEXT NOT NULL,
            position INTEGER NOT NULL,
            PRIMARY KEY (principal, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX match_principals_by_match ON match_principals (position);
        """,
        """
        ALTER TABLE entries ADD COLUMN checksum INTEGER;
        CREATE TABLE processes (
            process TEXT PRIMARY KEY,
            seen_ms INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """,
        """
        CREATE TABLE sightings (
            table_id TEXT NOT NULL,
            principal TEXT NOT NULL,
            process TEXT NOT NULL,
            gone_ms INTEGER NOT NULL,
            PRIMARY KEY (table_id, principal, process)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sightings_open ON sightings (process) WHERE gone_ms = 0;
        CREATE INDEX sightings_gone ON sightings (gone_ms) WHERE gone_ms > 0;
        """,
    ),
)
