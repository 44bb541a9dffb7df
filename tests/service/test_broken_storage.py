"""A disk that is full, read-only or damaged: clear refusals, and other tables go on."""

from __future__ import annotations

import os
import resource
import shutil
from contextlib import closing
from typing import TYPE_CHECKING

import apsw
import grpc
import pytest

from paizhuo.clock import SystemClock, SystemRandomness
from paizhuo.config import Config, Durability
from paizhuo.rpc.server import Server
from paizhuo.stores.opening import LOG_FILE, PRINCIPALS_FILE, Stores
from paizhuo.stores.sqlite import SqliteLog, Tuning
from paizhuo.stores.sqlite_principals import SqlitePrincipals
from paizhuo.tables.entries import parse
from service.folders import Filled, fill_folder, flip_bit, paizhuo
from service.playing import (
    Client,
    Game,
    Refused,
    ServerProcess,
    connected,
    log_of,
    refused,
    start_game,
)
from stores.faults import FaultyDisk

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
async def filled(tmp_path: Path) -> Filled:
    """Fill a data folder where a server process looks for it."""
    return await fill_folder(tmp_path / "data")


@pytest.fixture
async def process(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    """Have a server process, which the test starts."""
    process = ServerProcess(tmp_path)
    yield process
    await process.kill()


def is_lost(found: Refused, reason: str) -> bool:
    """Say whether a table was refused for good, for that reason."""
    return (found.status, found.reason, found.retry_ms) == (
        grpc.StatusCode.DATA_LOSS,
        reason,
        None,
    )


async def assert_only_one_is_lost(client: Client, filled: Filled, reason: str) -> None:
    """Assert that the table going on is refused in every way, and all else works."""
    ann = filled.players[0]
    for _ in range(2):
        assert is_lost(await refused(client.get(filled.going_on, ann)), reason)
        assert is_lost(await refused(client.join(filled.going_on, ann)), reason)
        assert is_lost(await refused(client.ready(filled.going_on, ann)), reason)
    assert (await client.get(filled.ended, ann)).table.revision
    other = await start_game(client)
    assert (await other.act()).revision


@pytest.mark.parametrize("knows_checksum", [True, False])
async def test_a_flipped_bit_closes_one_table(
    process: ServerProcess, filled: Filled, *, knows_checksum: bool
) -> None:
    """A bit that flips in an entry makes its table DATA_LOSS, and no other; the doctor says it.

    An entry of an old file has no checksum: then replaying it must find that.
    """
    revision, seed = find_seed(filled)
    flip_bit(filled.folder, filled.going_on, revision, seed, mends_checksum=not knows_checksum)
    async with connected(await process.start()) as client:
        reason = "LOG_DAMAGED" if knows_checksum else "TABLE_QUARANTINED"
        await assert_only_one_is_lost(client, filled, reason)
        said = paizhuo("doctor", "--data", filled.folder)
        assert said.code == 1
        assert f"table {filled.going_on}, entry {revision}: " in said.text
        assert "1 problem." in said.text


def find_seed(filled: Filled) -> tuple[int, bytes]:
    """Find the entry that commits to the first deal, and its seed."""
    with closing(apsw.Connection(str(filled.folder / LOG_FILE))) as connection:
        for revision, data in connection.execute(
            "SELECT revision, data FROM entries WHERE table_id = ?", (filled.going_on,)
        ):
            entry = parse(data)
            if entry.HasField("deal_committed"):
                return revision, entry.deal_committed.seed
    raise AssertionError("no deal was committed to")


async def test_a_damaged_page_closes_the_tables_on_it(
    process: ServerProcess, filled: Filled
) -> None:
    """A page of the file that is no page any more takes the tables whose entries it held."""
    damage_a_page_of(filled)
    async with connected(await process.start()) as client:
        await assert_only_one_is_lost(client, filled, "LOG_DAMAGED")
        said = paizhuo("doctor", "--data", filled.folder)
        assert said.code == 1
        assert "SQLite finds it damaged" in said.text
        assert f"table {filled.going_on}: it cannot be read" in said.text


def damage_a_page_of(filled: Filled) -> None:
    """Damage a page that holds entries of one table only."""
    path = str(filled.folder / LOG_FILE)
    with closing(apsw.Connection(path)) as connection:
        size: int = connection.execute("PRAGMA page_size").get
        # Entries lie in the order of their writing: around this one there are no others'.
        chosen = "SELECT data FROM entries WHERE table_id = ? AND revision = 25"
        data: bytes = connection.execute(chosen, (filled.going_on,)).get
    with (filled.folder / LOG_FILE).open("r+b") as file:
        content = file.read()
        page = content.index(data) // size
        file.seek(page * size)
        file.write(b"\xa5" * size)


def limit_files(process: ServerProcess, size: int) -> None:
    """Let a server write to no file beyond a size, as if the disk were full."""
    assert process._process is not None
    resource.prlimit(process._process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="the system cannot limit another")
async def test_a_full_disk_refuses_and_goes_on_when_there_is_room(
    process: ServerProcess, filled: Filled
) -> None:
    """Where nothing can be written, writing is UNAVAILABLE and reading works; then it goes on."""
    async with connected(await process.start()) as client:
        game = Game(client, filled.going_on, filled.players)
        await game.act()
        request, player = await game.next_act()
        before = await client.get(filled.going_on, player)
        limit_files(process, 8192)
        for call in (
            client.tables.Act(request, metadata=player.metadata),
            client.create(player),
            client.guest(),
        ):
            found = await refused(call)
            assert found.status is grpc.StatusCode.UNAVAILABLE
            assert found.reason in {"STORE_UNAVAILABLE", "OUTCOME_UNKNOWN"}
            assert found.retry_ms
        assert await client.get(filled.going_on, player) == before
        limit_files(process, resource.RLIM_INFINITY)
        done = await client.tables.Act(request, metadata=player.metadata)
        assert done.revision == before.table.revision + 1
        assert (await game.act()).revision > done.revision
        other = await start_game(client)
        assert (await other.act()).revision
    await process.kill()
    assert paizhuo("doctor", "--data", filled.folder).code == 0


@pytest.fixture
async def disk() -> AsyncIterator[FaultyDisk]:
    """Have a disk that breaks as told."""
    disk = FaultyDisk()
    yield disk
    disk.unregister()


@pytest.mark.parametrize("fault", ["full", "read_only", "broken"])
async def test_a_disk_that_fails_changes_nothing_without_a_word(
    tmp_path: Path, disk: FaultyDisk, fault: str
) -> None:
    """No room, no right to write, a failing sync: UNAVAILABLE, no effect twice, then it goes on."""
    stores = Stores(
        SqliteLog(tmp_path / LOG_FILE, tuning=Tuning(vfs=disk.vfs_name)),
        SqlitePrincipals(tmp_path / PRINCIPALS_FILE, lambda: 0),
    )
    config = Config(listen="127.0.0.1:0", data=tmp_path, durability=Durability.FULL)
    server = Server(config, stores, clock=SystemClock(), randomness=SystemRandomness())
    port = await server.start()
    try:
        async with connected(f"127.0.0.1:{port}") as client:
            game = await start_game(client)
            other = await start_game(client)
            for each in (game, other):
                await each.act()
            request, player = await game.next_act()
            before = await log_of(server, game.table_id)
            with getattr(disk, fault)():
                found = await refused(client.tables.Act(request, metadata=player.metadata))
                assert found.status is grpc.StatusCode.UNAVAILABLE
                assert found.reason in {"STORE_UNAVAILABLE", "OUTCOME_UNKNOWN"}
                assert found.retry_ms
            again = await client.tables.Act(request, metadata=player.metadata)
            log = await log_of(server, game.table_id)
            assert again.revision == len(log) == len(before) + 1
            assert log[:-1] == before
            assert (await other.act()).revision
    finally:
        await server.stop(grace_s=1.0)


@pytest.mark.parametrize("name", [LOG_FILE, PRINCIPALS_FILE, ""])
async def test_what_cannot_be_written_is_not_served(filled: Filled, name: str) -> None:
    """A server that may not write its files, or make some beside them, says so and ends."""
    # Root may write everything, unless it lets go of that right.
    before: list[str] = []
    if os.geteuid() == 0:
        if shutil.which("setpriv") is None:
            pytest.skip("root may write everything")
        before = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
    path = filled.folder / name
    path.chmod(0o500 if path.is_dir() else 0o400)
    listen = ("--listen", "127.0.0.1:0", "--http-listen", "off")
    said = paizhuo("serve", *listen, "--data", filled.folder, before=before)
    path.chmod(0o700)
    assert said.code == 1
    assert said.text.startswith("paizhuo: ")
    assert len(said.text.splitlines()) == 1
