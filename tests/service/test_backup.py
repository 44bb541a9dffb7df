"""A data folder is copied while a server plays on, and goes on somewhere else."""

from __future__ import annotations

import asyncio
import stat
from contextlib import closing
from typing import TYPE_CHECKING

import apsw
import pytest

from paizhuo.cli import backup as program
from paizhuo.cli.backup import run_backup, run_restore
from paizhuo.config import Durability
from paizhuo.stores.base import StoreUnavailable, entries_from
from paizhuo.stores.opening import (
    FILES,
    HELD_FILE,
    LOG_FILE,
    PRINCIPALS_FILE,
    UNFINISHED_FILE,
    open_stores,
)
from service.folders import fill_folder, paizhuo
from service.playing import Game, ServerProcess, connected, start_game

if TYPE_CHECKING:
    from pathlib import Path

    from paizhuo.v1 import table_service_pb2 as api


async def logs_in(folder: Path) -> dict[str, list[bytes]]:
    """Read every log of a data folder."""
    stores = open_stores("normal", folder, lambda: 0)
    try:
        return {
            table_id: [entry.data async for entry in entries_from(stores.log, table_id)]
            for table_id in await stores.log.table_ids()
        }
    finally:
        await stores.aclose()


def names_in(folder: Path) -> list[str]:
    """Return what is in a folder."""
    return sorted(path.name for path in folder.iterdir())


def modes_in(folder: Path) -> set[int]:
    """Return the permissions of the stores' files."""
    return {stat.S_IMODE((folder / name).stat().st_mode) for name in FILES}


@pytest.mark.slow
async def test_a_live_server_is_copied_and_goes_on_elsewhere(tmp_path: Path) -> None:
    """Backups of a server under load are whole, hold all answered before, and can be served."""
    process = ServerProcess(tmp_path)
    async with connected(await process.start()) as client:
        games = [await start_game(client) for _ in range(3)]
        requests = [await games[0].act() for _ in range(5)]
        first = games[0].acts[0]
        answered = {game.table_id: 0 for game in games} | {games[0].table_id: requests[-1].revision}
        for number in range(3):
            copying = asyncio.create_task(
                asyncio.to_thread(
                    paizhuo, "backup", tmp_path / f"copy-{number}", "--data", tmp_path / "data"
                )
            )
            while not copying.done():
                await asyncio.gather(*(game.act() for game in games))
            said = await copying
            assert said.code == 0, said.text
        await process.kill()
    for number in range(3):
        copy = tmp_path / f"copy-{number}"
        assert names_in(copy) == sorted(FILES)
        assert modes_in(copy) == {0o600}
        assert stat.S_IMODE(copy.stat().st_mode) == 0o700
        assert paizhuo("doctor", "--data", copy).code == 0
    live = await logs_in(tmp_path / "data")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert run_restore(tmp_path / "copy-1", elsewhere / "data", force=False) == 0
    restored = await logs_in(elsewhere / "data")
    assert restored.keys() == live.keys()
    for table_id, log in restored.items():
        assert log == live[table_id][: len(log)]
        assert len(log) >= answered[table_id]
    assert modes_in(elsewhere / "data") == {0o600}
    await go_on(elsewhere, games, first)


async def go_on(
    folder: Path, games: list[Game], first: tuple[api.ActRequest, object, api.ActResponse]
) -> None:
    """Play on in a restored folder, with the old tokens, and with an old request."""
    process = ServerProcess(folder)
    async with connected(await process.start()) as client:
        request, _, response = first
        player = games[0].acts[0][1]
        again = await client.tables.Act(request, metadata=player.metadata)
        assert again == response
        for game in games:
            there = Game(client, game.table_id, game.players)
            revisions = [(await there.act()).revision for _ in range(20)]
            assert revisions == sorted(set(revisions))
    assert await process.stop() == 0
    assert paizhuo("doctor", "--data", folder / "data").code == 0


async def test_a_backup_overwrites_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A target that is there, or the draft of another backup, is left alone."""
    await fill_folder(tmp_path / "data")
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "file").write_text("mine")
    assert run_backup(tmp_path / "data", tmp_path / "there") == 1
    assert "is there already" in capsys.readouterr().err
    (tmp_path / "copy.part").mkdir()
    assert run_backup(tmp_path / "data", tmp_path / "copy") == 1
    assert "copy.part" in capsys.readouterr().err
    assert names_in(tmp_path / "there") == ["file"]
    assert not (tmp_path / "copy").exists()
    (tmp_path / "copy.part").rmdir()
    assert run_backup(tmp_path / "data", tmp_path / "copy") == 0
    # The source is as well as before, and the next one goes elsewhere.
    assert run_backup(tmp_path / "data", tmp_path / "copy") == 1


@pytest.mark.parametrize("missing", [LOG_FILE, PRINCIPALS_FILE])
async def test_what_is_no_data_folder_is_not_copied(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], missing: str
) -> None:
    """A folder without both files is neither backed up nor restored."""
    await open_and_close(tmp_path / "data")
    (tmp_path / "data" / missing).unlink()
    assert run_backup(tmp_path / "data", tmp_path / "copy") == 1
    assert missing in capsys.readouterr().err
    assert run_restore(tmp_path / "data", tmp_path / "other", force=True) == 1
    assert missing in capsys.readouterr().err
    assert not (tmp_path / "copy").exists()
    assert not (tmp_path / "other").exists()


async def open_and_close(folder: Path) -> None:
    """Make a data folder with nothing in it."""
    await open_stores("full", folder, lambda: 0).aclose()


async def test_a_damaged_source_is_not_copied(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A backup of a damaged file would only look like one: it fails, and leaves nothing."""
    await fill_folder(tmp_path / "data")
    with (tmp_path / "data" / LOG_FILE).open("r+b") as file:
        file.seek(4096 * 3)
        file.write(b"\xa5" * 4096)
    assert run_backup(tmp_path / "data", tmp_path / "copy") == 1
    assert "damaged" in capsys.readouterr().err
    assert names_in(tmp_path) == ["data"]
    assert run_restore(tmp_path / "data", tmp_path / "other", force=False) == 1
    assert names_in(tmp_path / "other") == [HELD_FILE]


async def test_a_newer_backup_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A backup of a newer release is not put where this one would serve it."""
    await open_and_close(tmp_path / "copy")
    with closing(apsw.Connection(str(tmp_path / "copy" / LOG_FILE))) as connection:
        connection.pragma("user_version", 99)
    assert run_restore(tmp_path / "copy", tmp_path / "data", force=False) == 1
    assert "newer release" in capsys.readouterr().err


async def test_a_restore_needs_force_for_a_folder_in_use_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tables are set aside only where that is said, and are whole then."""
    await open_and_close(tmp_path / "copy")
    filled = await fill_folder(tmp_path / "data")
    before = await logs_in(filled.folder)
    assert run_restore(tmp_path / "copy", filled.folder, force=False) == 1
    assert "--force" in capsys.readouterr().err
    assert await logs_in(filled.folder) == before
    assert run_restore(tmp_path / "copy", filled.folder, force=True) == 0
    assert "before-restore-1" in capsys.readouterr().out
    assert await logs_in(filled.folder) == {}
    assert await logs_in(filled.folder / "before-restore-1") == before
    assert run_restore(tmp_path / "copy", filled.folder, force=True) == 0
    assert "before-restore-2" in capsys.readouterr().out


async def test_a_restore_is_refused_while_a_server_runs(tmp_path: Path) -> None:
    """A folder that a server holds is left alone, forced or not; once it has stopped, not."""
    await open_and_close(tmp_path / "copy")
    process = ServerProcess(tmp_path)
    async with connected(await process.start()) as client:
        game = await start_game(client)
        restoring = ("restore", tmp_path / "copy", "--data", tmp_path / "data", "--force")
        said = await asyncio.to_thread(paizhuo, *restoring)
        assert said.code == 1
        assert "a server uses it" in said.text
        assert (await game.act()).revision
    await process.kill()
    # A killed server holds nothing any more.
    assert (await asyncio.to_thread(paizhuo, *restoring)).code == 0


async def test_a_restore_that_ends_half_way_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No server starts on half a restore; the same restore again makes it whole."""
    filled = await fill_folder(tmp_path / "data")
    assert run_backup(filled.folder, tmp_path / "copy") == 0

    def fails(_: Path) -> None:
        raise OSError("the disk went away")

    with monkeypatch.context() as patched:
        patched.setattr(program, "_set_aside", fails)
        assert run_restore(tmp_path / "copy", filled.folder, force=True) == 1
    assert (filled.folder / UNFINISHED_FILE).exists()
    with pytest.raises(StoreUnavailable, match="not finished"):
        open_stores(Durability.FULL.value, filled.folder, lambda: 0)
    assert run_restore(tmp_path / "copy", filled.folder, force=True) == 0
    assert set(await logs_in(filled.folder)) == {filled.ended, filled.going_on}
