"""Open SQLite files as the stores need them: private, in WAL mode, of a known schema."""

from __future__ import annotations

import contextlib
import enum
import os
import stat
import time
import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import apsw

from paizhuo.stores.base import StoreUnavailable, Trouble

if TYPE_CHECKING:
    from pathlib import Path

BUSY_TIMEOUT_MS: Final = 5000
"""How long a call waits for another process before it gives up."""

CACHE_KIB: Final = 16 * 1024
"""Page cache of each connection."""

WAL_KEPT_BYTES: Final = 32 * 1024 * 1024
"""To what the write-ahead log is cut back once it has been checkpointed."""

_FILE_MODE: Final = 0o600
_FOLDER_MODE: Final = 0o700


class Durability(enum.Enum):
    """Name what an acknowledged write outlives."""

    NORMAL = "normal"
    """A killed process; a power cut may take the last moments."""
    FULL = "full"
    """A power cut."""


@dataclass(frozen=True, slots=True)
class Schema:
    """Describe a kind of file: its mark, and the script that leads to each version.

    A file of version n has seen the first n scripts. Scripts are only ever added.
    """

    application_id: int
    scripts: tuple[str, ...]

    @property
    def version(self) -> int:
        """Return the newest version that this code knows."""
        return len(self.scripts)


@dataclass(frozen=True, slots=True)
class FileSpec:
    """Say which file to open and how; `vfs` replaces the operating system in tests."""

    path: Path
    schema: Schema
    durability: Durability = Durability.FULL
    busy_timeout_ms: int = BUSY_TIMEOUT_MS
    vfs: str | None = None


_TROUBLES: Final[tuple[tuple[type[apsw.Error], Trouble], ...]] = (
    (apsw.BusyError, Trouble.BUSY),
    (apsw.LockedError, Trouble.BUSY),
    (apsw.FullError, Trouble.FULL),
    (apsw.ReadOnlyError, Trouble.READ_ONLY),
    (apsw.CorruptError, Trouble.CORRUPTED),
    (apsw.NotADBError, Trouble.CORRUPTED),
    (apsw.SQLError, Trouble.CORRUPTED),
    (apsw.CantOpenError, Trouble.CANNOT_OPEN),
    (apsw.PermissionsError, Trouble.CANNOT_OPEN),
    (apsw.ConnectionClosedError, Trouble.CLOSED),
)

_open_connections: weakref.WeakSet[apsw.Connection] = weakref.WeakSet()
_inherited: list[apsw.Connection] = []


def unavailable(spec: FileSpec, error: Exception) -> StoreUnavailable:
    """Translate what SQLite says into why the store cannot serve."""
    for kind, trouble in _TROUBLES:
        if isinstance(error, kind):
            return StoreUnavailable(trouble, f"{spec.path.name}: {error}")
    return StoreUnavailable(Trouble.INPUT_OUTPUT, f"{spec.path.name}: {error}")


def open_connection(spec: FileSpec, *, reads_only: bool = False) -> apsw.Connection:
    """Open a connection to the file, which `prepare_file` has made.

    Raises `StoreUnavailable`.
    """
    try:
        connection = apsw.Connection(str(spec.path), vfs=spec.vfs)
        _open_connections.add(connection)
        connection.set_busy_timeout(spec.busy_timeout_ms)
        connection.pragma("synchronous", spec.durability.name)
        connection.pragma("cache_size", -CACHE_KIB)
        connection.pragma("journal_size_limit", WAL_KEPT_BYTES)
        connection.pragma("trusted_schema", "OFF")
        if reads_only:
            connection.pragma("query_only", "ON")
        # The writer checkpoints after it has answered, not within a commit.
        connection.wal_autocheckpoint(0)
    except apsw.Error as error:
        raise unavailable(spec, error) from error
    return connection


def prepare_file(spec: FileSpec) -> None:
    """Create the file if it is missing, and bring it to the newest schema.

    The folder is made with mode 0700, the files have 0600. Raises `StoreUnavailable`:
    NEWER_SCHEMA for a file that a newer release wrote, CANNOT_OPEN for one of
    another kind.
    """
    try:
        _make_private(spec.path)
    except OSError as error:
        raise StoreUnavailable(Trouble.CANNOT_OPEN, f"{spec.path.name}: {error}") from error
    connection = open_connection(spec)
    try:
        if connection.readonly("main"):
            raise StoreUnavailable(Trouble.READ_ONLY, f"{spec.path.name} cannot be written")
        _use_wal(connection, spec)
        _migrate(connection, spec)
    except apsw.Error as error:
        raise unavailable(spec, error) from error
    finally:
        connection.close()


def check_version(connection: apsw.Connection, spec: FileSpec) -> None:
    """Raise `StoreUnavailable` if a newer release has changed the file's schema."""
    version = connection.execute("PRAGMA user_version").get
    if version > spec.schema.version:
        message = (
            f"{spec.path.name} has schema {version}, this release knows {spec.schema.version}; "
            "run the newer release"
        )
        raise StoreUnavailable(Trouble.NEWER_SCHEMA, message)


def _make_private(path: Path) -> None:
    """Create folder and file; SQLite gives -wal and -shm the mode of the file."""
    make_folder(path.parent)
    is_new = not path.exists()
    descriptor = os.open(path, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, _FILE_MODE)
    os.close(descriptor)
    if is_new:
        # SQLite syncs what is in a file; that a power cut leaves it there is left to us.
        sync_folder(path.parent)
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        other = path.with_name(name)
        # Another process may be closing the file, which deletes the latter two.
        with contextlib.suppress(FileNotFoundError):
            if stat.S_IMODE(other.stat().st_mode) & ~_FILE_MODE:
                other.chmod(_FILE_MODE)


def make_folder(folder: Path) -> None:
    """Make a folder (0700) and those above it where they are missing, for good."""
    missing = [above for above in (folder, *folder.parents) if not above.exists()]
    folder.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
    for made in missing:
        sync_folder(made.parent)


def sync_folder(folder: Path) -> None:
    """Bring to the disk which files are in a folder."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _use_wal(connection: apsw.Connection, spec: FileSpec) -> None:
    """Switch to WAL; two processes that do so at once do not wait for each other."""
    deadline = time.monotonic() + spec.busy_timeout_ms / 1000
    while True:
        try:
            mode = connection.pragma("journal_mode", "wal")
        except apsw.BusyError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)
            continue
        if mode != "wal":
            message = f"{spec.path.name} stays in journal mode {mode}"
            raise StoreUnavailable(Trouble.CANNOT_OPEN, message)
        return


def _migrate(connection: apsw.Connection, spec: FileSpec) -> None:
    """Run the scripts that the file has not seen, all in one transaction."""
    schema = spec.schema
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = connection.execute("PRAGMA user_version").get
        check_kind(connection, spec, may_be_empty=True)
        for script in schema.scripts[version:]:
            connection.execute(script)
        if version < schema.version:
            connection.execute(f"PRAGMA application_id = {schema.application_id}")
            connection.execute(f"PRAGMA user_version = {schema.version}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def check_kind(connection: apsw.Connection, spec: FileSpec, *, may_be_empty: bool = False) -> None:
    """Raise `StoreUnavailable` unless the file is of this kind, and of no newer release."""
    mark = connection.execute("PRAGMA application_id").get
    version = connection.execute("PRAGMA user_version").get
    is_empty = connection.execute("SELECT count(*) FROM sqlite_schema").get == 0
    is_fresh = may_be_empty and is_empty and (version, mark) == (0, 0)
    if not is_fresh and (is_empty or mark != spec.schema.application_id):
        message = f"{spec.path.name} is a database of another kind"
        raise StoreUnavailable(Trouble.CANNOT_OPEN, message)
    check_version(connection, spec)


def _keep_inherited() -> None:
    """Keep what the parent opened: closing it here could wait for its locks forever."""
    _inherited.extend(_open_connections)


os.register_at_fork(after_in_child=_keep_inherited)
