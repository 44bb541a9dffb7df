"""Break the disk under SQLite, as told, for files that were opened through it."""

from __future__ import annotations

import contextlib
import itertools
from typing import TYPE_CHECKING

import apsw

if TYPE_CHECKING:
    from collections.abc import Iterator

_numbers = itertools.count()


class FaultyDisk(apsw.VFS):
    """Pass everything on to the operating system, but what was switched to fail.

    Only the write-ahead log fails, since that is what commits are written to.
    """

    def __init__(self) -> None:
        """Register under a name of its own."""
        self.vfs_name = f"faulty-{next(_numbers)}"
        self.is_full = False
        self.is_read_only = False
        self.sync_fails = False
        super().__init__(self.vfs_name, "")

    def xOpen(  # noqa: N802 - SQLite's name
        self, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> apsw.VFSFile:
        """Open a file that may fail."""
        return _File(self, name, flags)

    def excepthook(self, *_: object) -> bool:
        """Keep the faults that were ordered out of the output."""
        return True

    @contextlib.contextmanager
    def full(self) -> Iterator[None]:
        """Let there be no room on the disk for a while."""
        self.is_full = True
        yield
        self.is_full = False

    @contextlib.contextmanager
    def read_only(self) -> Iterator[None]:
        """Let the system have made the disk read-only, for a while."""
        self.is_read_only = True
        yield
        self.is_read_only = False

    @contextlib.contextmanager
    def broken(self) -> Iterator[None]:
        """Let the disk fail to keep what was written, for a while."""
        self.sync_fails = True
        yield
        self.sync_fails = False


class _File(apsw.VFSFile):
    """Be a file that fails when its disk does."""

    def __init__(
        self, disk: FaultyDisk, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> None:
        super().__init__("", name, flags)
        self._disk = disk
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self._is_wal = path is not None and path.endswith("-wal")

    def excepthook(self, *_: object) -> bool:
        """Keep the faults that were ordered out of the output."""
        return True

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - SQLite's name
        """Write, if there is room."""
        if self._is_wal and self._disk.is_full:
            message = "no room on the faulty disk"
            raise apsw.FullError(message)
        if self._is_wal and self._disk.is_read_only:
            message = "the faulty disk is read-only"
            raise apsw.ReadOnlyError(message)
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:  # noqa: N802 - SQLite's name
        """Flush, if the disk works."""
        if self._is_wal and self._disk.sync_fails:
            message = "the faulty disk does not flush"
            raise apsw.IOError(message)
        super().xSync(flags)
