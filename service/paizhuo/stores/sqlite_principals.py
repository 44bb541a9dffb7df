"""Keep guests and secrets in a SQLite file of their own, beside that of the logs.

Apart from the logs, so that these may be copied and read without a name or a key in
them; what is deleted here is overwritten on disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

import apsw

from paizhuo.stores.base import PrincipalExists
from paizhuo.stores.principals import (
    RENAMED_MAX,
    TOKEN_LIFETIME_MS,
    TOKEN_TOUCH_MS,
    TOKENS_MAX,
    Principal,
)
from paizhuo.stores.sqlite_file import Durability, FileSpec, Schema, check_version, prepare_file
from paizhuo.stores.sqlite_threads import AnyJob, Workers, roll_back, run_job, settle

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path


T = TypeVar("T")

PRINCIPALS_SCHEMA: Final = Schema(
    application_id=0x705A5072,
    scripts=(
        """
        CREATE TABLE principals (
            principal_id TEXT PRIMARY KEY,
            display_name TEXT NOT NULL,
            created_ms INTEGER NOT NULL,
            recovery_hash BLOB NOT NULL UNIQUE
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE tokens (
            token_hash BLOB PRIMARY KEY,
            principal_id TEXT NOT NULL REFERENCES principals,
            used_ms INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX tokens_by_principal ON tokens (principal_id, used_ms);
        CREATE TABLE secrets (
            name TEXT PRIMARY KEY,
            value BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        """,
        """
        CREATE TABLE renames (
            position INTEGER PRIMARY KEY AUTOINCREMENT,
            principal_id TEXT NOT NULL UNIQUE
        ) STRICT;
        """,
    ),
)


class SqlitePrincipals:
    """Keep guests in a SQLite file; see `stores.principals.PrincipalStore`.

    Opening blocks for some milliseconds and raises `StoreUnavailable`. One thread
    does everything: guests are few beside moves, and tokens are cached above.
    """

    def __init__(
        self,
        path: Path,
        now_ms: Callable[[], int],
        token_lifetime_ms: int = TOKEN_LIFETIME_MS,
        *,
        vfs: str | None = None,
    ) -> None:
        """Open the file, which is made if missing; `now_ms` is the clock."""
        self._now_ms = now_ms
        self._lifetime_ms = token_lifetime_ms
        # What is answered here (a token, a key) must not be gone after a power cut.
        self._spec = FileSpec(path, PRINCIPALS_SCHEMA, Durability.FULL, vfs=vfs)
        prepare_file(self._spec)
        self._worker = Workers(self._spec, _PrincipalServer(self._spec))

    async def create(
        self, principal_id: str, display_name: str, token_hash: bytes, recovery_hash: bytes
    ) -> Principal:
        """Create a principal with one token and one recovery code."""
        principal = Principal(principal_id, display_name, self._now_ms())
        return await self._write(
            partial(
                _create, principal=principal, token_hash=token_hash, recovery_hash=recovery_hash
            )
        )

    async def authenticate(self, token_hash: bytes) -> Principal | None:
        """Return whose token that is and renew it; None if unknown or expired."""
        now_ms = self._now_ms()
        found = await self._worker.run(partial(_find_token, token_hash=token_hash))
        if found is None:
            return None
        principal, used_ms = found
        if now_ms >= used_ms + self._lifetime_ms:
            await self.revoke(token_hash)
            return None
        if now_ms >= used_ms + TOKEN_TOUCH_MS:
            await self._write(partial(_touch_token, token_hash=token_hash, now_ms=now_ms))
        return principal

    async def recover(self, recovery_hash: bytes, token_hash: bytes) -> Principal | None:
        """Give the owner of the recovery code a new token; None if the code is unknown."""
        return await self._write(
            partial(
                _recover,
                recovery_hash=recovery_hash,
                token_hash=token_hash,
                now_ms=self._now_ms(),
            )
        )

    async def revoke(self, token_hash: bytes) -> bool:
        """Make the token invalid; False if it was unknown."""
        return await self._write(partial(_revoke, token_hash=token_hash))

    async def find(self, principal_ids: Sequence[str]) -> Mapping[str, Principal]:
        """Return those of the principals that exist, by id."""
        return await self._worker.run(partial(_find, principal_ids=principal_ids))

    async def rename(self, principal_id: str, display_name: str) -> Principal | None:
        """Set the display name; None if there is no such principal."""
        return await self._write(
            partial(_rename, principal_id=principal_id, display_name=display_name)
        )

    async def erase_name(self, principal_id: str) -> bool:
        """Erase the display name, overwriting it on disk; False if there is none such."""
        if await self.rename(principal_id, "") is None:
            return False
        # The name still stands in the write-ahead log until that is cut off.
        await self._worker.run(_cut_wal)
        return True

    async def renamed(self, after: int | None) -> tuple[int, Sequence[str]]:
        """Return whose names were set or erased behind a position, and the next position."""
        return await self._worker.run(partial(_find_renamed, after=after))

    async def secret(self, name: str) -> bytes:
        """Return the 32 random bytes of that name, drawn once for all processes."""
        found = await self._worker.run(partial(_find_secret, name=name))
        if found is not None:
            return found
        fresh = secrets.token_bytes(32)
        return await self._write(partial(_draw_secret, name=name, fresh=fresh))

    async def aclose(self) -> None:
        """Finish what was accepted and let go; later calls raise `StoreUnavailable`."""
        await asyncio.to_thread(self.close)

    def close(self) -> None:
        """Do what `aclose` does, and block meanwhile."""
        self._worker.close()

    async def _write(self, call: Callable[[apsw.Connection], T]) -> T:
        """Run a call inside a transaction."""

        def in_transaction(connection: apsw.Connection) -> T:
            connection.execute("BEGIN IMMEDIATE")
            check_version(connection, self._spec)
            answer = call(connection)
            connection.execute("COMMIT")
            return answer

        return await self._worker.run(in_transaction)


class _PrincipalServer:
    """Run each job by itself, on a connection that overwrites what it deletes."""

    def __init__(self, spec: FileSpec) -> None:
        """Name the file in errors."""
        self.group_jobs_max = 1
        self._spec = spec

    def prepare(self, connection: apsw.Connection) -> None:
        """Overwrite what is deleted, and check who owns a token."""
        connection.pragma("secure_delete", "ON")
        connection.pragma("foreign_keys", "ON")
        connection.wal_autocheckpoint(1000)

    def serve(self, connection: apsw.Connection, group: list[AnyJob]) -> None:
        """Run the jobs one after another."""
        for job in group:
            run_job(connection, job, self._spec)
        settle(group)


def _create(
    connection: apsw.Connection, *, principal: Principal, token_hash: bytes, recovery_hash: bytes
) -> Principal:
    """Insert all three, or find that the same three are there."""
    taken = connection.execute(
        "SELECT (SELECT principal_id FROM tokens WHERE token_hash = ?), "
        "(SELECT principal_id FROM principals WHERE recovery_hash = ?)",
        (token_hash, recovery_hash),
    ).fetchall()[0]
    principal_id = principal.principal_id
    known = _find(connection, principal_ids=[principal_id]).get(principal_id)
    if known is not None and taken == (principal_id, principal_id):
        return known
    if known is not None or taken != (None, None):
        roll_back(connection)
        message = f"principal {principal_id}, its token or its recovery code is taken"
        raise PrincipalExists(message)
    connection.execute(
        "INSERT INTO principals VALUES (?, ?, ?, ?)",
        (principal_id, principal.display_name, principal.created_ms, recovery_hash),
    )
    connection.execute(
        "INSERT INTO tokens VALUES (?, ?, ?)", (token_hash, principal_id, principal.created_ms)
    )
    return principal


def _find_token(connection: apsw.Connection, *, token_hash: bytes) -> tuple[Principal, int] | None:
    """Return whose token that is and when it was used."""
    rows = connection.execute(
        "SELECT principal_id, display_name, created_ms, used_ms "
        "FROM tokens JOIN principals USING (principal_id) WHERE token_hash = ?",
        (token_hash,),
    )
    for principal_id, display_name, created_ms, used_ms in rows:
        return Principal(principal_id, display_name, created_ms), used_ms
    return None


def _touch_token(connection: apsw.Connection, *, token_hash: bytes, now_ms: int) -> None:
    """Record the last use."""
    connection.execute(
        "UPDATE tokens SET used_ms = max(used_ms, ?) WHERE token_hash = ?", (now_ms, token_hash)
    )


def _recover(
    connection: apsw.Connection, *, recovery_hash: bytes, token_hash: bytes, now_ms: int
) -> Principal | None:
    """Add a token and drop the least used beyond the limit."""
    principal_id = connection.execute(
        "SELECT principal_id FROM principals WHERE recovery_hash = ?", (recovery_hash,)
    ).get
    if principal_id is None:
        return None
    owner = connection.execute(
        "SELECT principal_id FROM tokens WHERE token_hash = ?", (token_hash,)
    ).get
    if owner not in {None, principal_id}:
        message = "the new token is taken"
        raise PrincipalExists(message)
    connection.execute(
        "INSERT OR REPLACE INTO tokens VALUES (?, ?, ?)", (token_hash, principal_id, now_ms)
    )
    connection.execute(
        "DELETE FROM tokens WHERE token_hash IN (SELECT token_hash FROM tokens "
        "WHERE principal_id = ?1 AND token_hash <> ?2 ORDER BY used_ms DESC, token_hash DESC "
        "LIMIT -1 OFFSET ?3)",
        (principal_id, token_hash, TOKENS_MAX - 1),
    )
    return _find(connection, principal_ids=[principal_id])[principal_id]


def _revoke(connection: apsw.Connection, *, token_hash: bytes) -> bool:
    """Delete the token."""
    connection.execute("DELETE FROM tokens WHERE token_hash = ?", (token_hash,))
    return connection.changes() > 0


def _find(connection: apsw.Connection, *, principal_ids: Sequence[str]) -> dict[str, Principal]:
    """Return the principals of these ids that exist."""
    rows = connection.execute(
        "SELECT principal_id, display_name, created_ms FROM principals "
        "WHERE principal_id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(principal_ids)),),
    )
    return {row[0]: Principal(*row) for row in rows}


def _rename(
    connection: apsw.Connection, *, principal_id: str, display_name: str
) -> Principal | None:
    """Set the display name, and let other processes find out that it is another."""
    known = _find(connection, principal_ids=[principal_id]).get(principal_id)
    if known is None or known.display_name == display_name:
        return known
    connection.execute(
        "UPDATE principals SET display_name = ? WHERE principal_id = ?",
        (display_name, principal_id),
    )
    # The same person again gets a new position: what was told before is told anew.
    connection.execute("REPLACE INTO renames (principal_id) VALUES (?)", (principal_id,))
    return _find(connection, principal_ids=[principal_id]).get(principal_id)


def _find_renamed(connection: apsw.Connection, *, after: int | None) -> tuple[int, Sequence[str]]:
    """Return whose names changed behind a position, and the position of the last of them."""
    if after is None:
        last = connection.execute("SELECT coalesce(max(position), 0) FROM renames").get
        return int(last), ()
    rows: list[Any] = connection.execute(
        "SELECT position, principal_id FROM renames WHERE position > ? ORDER BY position LIMIT ?",
        (after, RENAMED_MAX),
    ).fetchall()
    return rows[-1][0] if rows else after, [principal_id for _, principal_id in rows]


def _find_secret(connection: apsw.Connection, *, name: str) -> bytes | None:
    """Return the secret if it was drawn."""
    found: bytes | None = connection.execute(
        "SELECT value FROM secrets WHERE name = ?", (name,)
    ).get
    return found


def _draw_secret(connection: apsw.Connection, *, name: str, fresh: bytes) -> bytes:
    """Keep the fresh bytes, unless another process was first."""
    connection.execute("INSERT OR IGNORE INTO secrets VALUES (?, ?)", (name, fresh))
    found: bytes = connection.execute("SELECT value FROM secrets WHERE name = ?", (name,)).get
    return found


def _cut_wal(connection: apsw.Connection) -> None:
    """Copy the write-ahead log into the file and cut it off, waiting for readers."""
    # A reader that does not let go delays this until the next checkpoint.
    with contextlib.suppress(apsw.BusyError):
        connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
