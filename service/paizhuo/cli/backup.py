"""Copy a data folder, also while servers use it, and put such a copy back."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Final

import typer

from paizhuo.stores.base import StoreUnavailable
from paizhuo.stores.opening import FILES, HELD_FILE, LOG_FILE, UNFINISHED_FILE, hold_folder
from paizhuo.stores.sqlite_copy import copy_file
from paizhuo.stores.sqlite_file import make_folder, sync_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_BESIDE: Final = ("", "-wal", "-shm", "-journal")
"""What SQLite may have beside a file."""


class RefusedError(Exception):
    """Say why nothing was copied."""


def run_backup(data: Path, target: Path) -> int:
    """Copy the data folder into a new folder; returns the exit code."""
    return _told(lambda: _back_up(data, target))


def run_restore(source: Path, data: Path, *, force: bool) -> int:
    """Put a backup into a data folder that nobody uses; returns the exit code."""
    return _told(lambda: _restore(source, data, force=force))


def _back_up(data: Path, target: Path) -> str:
    """Copy to a draft first: a folder of the target's name is always a whole backup."""
    _check_source(data)
    if target.exists() and not _is_empty(target):
        raise RefusedError(f"{target} is there already; name a folder that is not")
    draft = target.with_name(f"{target.name}.part")
    if draft.exists():
        raise RefusedError(
            f"{draft} is there already, of a backup that was not finished or still runs; "
            "remove it if none runs"
        )
    make_folder(target.parent)
    draft.mkdir(mode=0o700)
    try:
        for name, schema in FILES.items():
            copy_file(data / name, draft / name, schema)
        sync_folder(draft)
        draft.rename(target)
        sync_folder(target.parent)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    size = sum((target / name).stat().st_size for name in FILES)
    return f"{data} was copied to {target} ({size / 1e6:.1f} MB). It holds secrets: keep it so."


def _restore(source: Path, data: Path, *, force: bool) -> str:
    """Copy beside what is there, then change places, so that no file is ever half there."""
    _check_source(source)
    if data.exists() and not _is_empty(data) and not force:
        raise RefusedError(
            f"{data} is not empty; name another folder, or say --force to set its tables aside"
        )
    with hold_folder(data, alone=True):
        drafts = {data / name: data / f"{name}.part" for name in FILES}
        try:
            for place, draft in drafts.items():
                draft.unlink(missing_ok=True)
                copy_file(source / place.name, draft, FILES[place.name])
        except BaseException:
            for draft in drafts.values():
                draft.unlink(missing_ok=True)
            raise
        # From here on no server starts until everything is in its place.
        (data / UNFINISHED_FILE).touch(mode=0o600)
        sync_folder(data)
        kept = _set_aside(data)
        for place, draft in drafts.items():
            draft.rename(place)
        sync_folder(data)
        (data / UNFINISHED_FILE).unlink()
        sync_folder(data)
    text = f"{source} was restored into {data}."
    return text if kept is None else f"{text} What was there before is in {kept}."


def _set_aside(data: Path) -> Path | None:
    """Move the files of a data folder into a folder within it; return which, if there were any."""
    present = [data / f"{name}{beside}" for name in FILES for beside in _BESIDE]
    present = [path for path in present if path.exists()]
    if not present:
        return None
    aside = next(path for path in _names(data) if not path.exists())
    aside.mkdir(mode=0o700)
    for path in present:
        path.rename(aside / path.name)
    sync_folder(aside)
    return aside


def _names(data: Path) -> Iterator[Path]:
    """Give names for what is set aside."""
    number = 0
    while True:
        number += 1
        yield data / f"before-restore-{number}"


def _check_source(folder: Path) -> None:
    """Raise `RefusedError` unless both files are there to be copied."""
    if not (folder / LOG_FILE).exists():
        raise RefusedError(f"{folder} holds no tables (no {LOG_FILE})")
    for name in FILES:
        if not (folder / name).exists():
            raise RefusedError(f"{folder} is not whole: it has no {name}")
        if not os.access(folder / name, os.R_OK):
            raise RefusedError(f"{folder / name} may not be read by this user")


def _is_empty(folder: Path) -> bool:
    """Say whether nothing is in a folder that matters."""
    return folder.is_dir() and all(path.name == HELD_FILE for path in folder.iterdir())


def _told(work: Callable[[], str]) -> int:
    """Do something, and say what came of it."""
    try:
        typer.echo(work())
    except (RefusedError, StoreUnavailable, OSError) as error:
        typer.echo(f"paizhuo: {error}", err=True)
        return 1
    return 0
