"""Cut the power under SQLite: take down all that it does to its files, and forget at will.

Everything is written through to the operating system, so that SQLite itself notices
nothing. What a disk would hold had the power been cut, or the process been killed, at any
moment of the run is worked out from the trace afterwards.
"""

from __future__ import annotations

import contextlib
import itertools
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

import apsw

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator

_numbers = itertools.count()
_SECTOR: Final = 512


@dataclass(frozen=True, slots=True)
class Created:
    """Say that a file was made."""

    name: str


@dataclass(frozen=True, slots=True)
class Wrote:
    """Say that bytes were written; `data` None means that the file was cut at `offset`."""

    name: str
    offset: int
    data: bytes | None


@dataclass(frozen=True, slots=True)
class Synced:
    """Say that all that was written to a file until now has to be on the disk."""

    name: str


@dataclass(frozen=True, slots=True)
class Deleted:
    """Say that a file was deleted, and whether its folder was synced."""

    name: str
    is_synced: bool


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """Say that somebody was told that this is written."""

    what: str
    number: int


Event = Created | Wrote | Synced | Deleted | Acknowledged


class TracedDisk(apsw.VFS):
    """Take down what is done to files that were opened through it."""

    def __init__(self) -> None:
        """Register under a name of its own."""
        self.vfs_name = f"traced-{next(_numbers)}"
        self.trace: list[Event] = []
        super().__init__(self.vfs_name, "")

    def acknowledge(self, what: str, number: int) -> None:
        """Take down that somebody was told, in between."""
        self.trace.append(Acknowledged(what, number))

    def xOpen(  # noqa: N802 - SQLite's name
        self, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> apsw.VFSFile:
        """Open a file that is traced."""
        return _TracedFile(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: FBT001, N802 - SQLite's names
        """Delete a file."""
        super().xDelete(filename, syncdir)
        self.trace.append(Deleted(Path(filename).name, syncdir))


class _TracedFile(apsw.VFSFile):
    """Be a file whose writes are taken down once they are done, and syncs when they begin."""

    def __init__(
        self, disk: TracedDisk, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> None:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        assert path is not None
        self._trace = disk.trace
        self._name = Path(path).name
        is_new = not Path(path).exists()
        super().__init__("", name, flags)
        if is_new:
            self._trace.append(Created(self._name))

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - SQLite's name
        """Write."""
        super().xWrite(data, offset)
        self._trace.append(Wrote(self._name, offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802 - SQLite's name
        """Cut off."""
        super().xTruncate(newsize)
        self._trace.append(Wrote(self._name, newsize, None))

    def xSync(self, flags: int) -> None:  # noqa: ARG002, N802 - SQLite's name
        """Sync; the true disk need not, since what it holds is not looked at."""
        self._trace.append(Synced(self._name))


@dataclass(slots=True)
class _Inode:
    """Hold one file: what is certainly on the disk, and what was written since."""

    durable: bytes = b""
    pending: list[Wrote] = field(default_factory=list)


class Platter:
    """Hold what a disk holds, event by event."""

    def __init__(self, durable: Iterable[str]) -> None:
        """Begin with those files, empty: who made them has synced their folder."""
        self._on_disk = {name: _Inode() for name in durable}
        self._seen = dict(self._on_disk)

    def apply(self, event: Event) -> None:
        """Take one event over."""
        match event:
            case Created(name):
                self._seen[name] = _Inode()
            case Wrote(name):
                self._seen[name].pending.append(event)
            case Synced(name):
                inode = self._seen[name]
                inode.durable = _written(inode.durable, inode.pending)
                inode.pending = []
                if self._on_disk.get(name) is not inode:
                    # The first sync of a journal syncs its folder too, deletions included.
                    self._on_disk = dict(self._seen)
            case Deleted(name, is_synced):
                self._seen.pop(name, None)
                if is_synced:
                    self._on_disk = dict(self._seen)
            case Acknowledged():
                pass

    def after_kill(self) -> dict[str, bytes]:
        """Return the files as a killed process leaves them: the system keeps all writes."""
        return {name: _written(inode.durable, inode.pending) for name, inode in self._seen.items()}

    def after_power_cut(self, chance: random.Random | None = None) -> dict[str, bytes]:
        """Return the files as a power cut leaves them: all writes since the last sync are gone.

        With `chance`, some of them came through, whole or in part, in whatever order.
        """
        return {
            name: _written(inode.durable, [] if chance is None else _some(inode.pending, chance))
            for name, inode in self._on_disk.items()
        }


@contextlib.contextmanager
def laid_out(files: dict[str, bytes], folder: Path) -> Iterator[Path]:
    """Write files into a folder, which stays if something is wrong with them."""
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    yield folder
    shutil.rmtree(folder)


def _written(before: bytes, changes: Iterable[Wrote]) -> bytes:
    """Return the content of a file after some changes."""
    content = bytearray(before)
    for change in changes:
        if change.data is None:
            del content[change.offset :]
            continue
        end = change.offset + len(change.data)
        if len(content) < end:
            content.extend(bytes(end - len(content)))
        content[change.offset : end] = change.data
    return bytes(content)


def _some(changes: list[Wrote], chance: random.Random) -> list[Wrote]:
    """Choose what came through: each change whole, in part, or not at all."""
    kept = []
    likely = chance.random()
    for change in changes:
        if chance.random() > likely:
            continue
        if change.data is None or chance.random() < 0.7:
            kept.append(change)
            continue
        for start in range(0, len(change.data), _SECTOR):
            if chance.random() < 0.5:
                part = change.data[start : start + _SECTOR]
                kept.append(Wrote(change.name, change.offset + start, part))
    return kept
