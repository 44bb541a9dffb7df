"""`paizhuo doctor` finds what is wrong with a data folder, and says what to do."""

from __future__ import annotations

import asyncio
import shutil
from contextlib import closing
from typing import TYPE_CHECKING, Protocol

import apsw
import pytest

from paizhuo.cli.doctor import run_doctor
from paizhuo.storage.v1.entry_pb2 import Entry
from paizhuo.stores.codec import checksum
from paizhuo.stores.opening import LOG_FILE, PRINCIPALS_FILE, UNFINISHED_FILE, hold_folder
from service.folders import Filled, change, fill_folder, flip_bit, paizhuo
from service.playing import ServerProcess, connected, start_game

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

OF_TABLE = "SELECT position FROM {} WHERE table_id = ?"


class Doctor(Protocol):
    """Examine the folder; give the exit code and what was said."""

    def __call__(self, *, repairs_index: bool = False) -> tuple[int, str]:
        """Do so."""
        ...


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Filled:
    """Fill a folder once."""
    return asyncio.run(fill_folder(tmp_path_factory.mktemp("original") / "data"))


@pytest.fixture
def filled(original: Filled, tmp_path: Path) -> Filled:
    """Copy the folder, for the test to break."""
    shutil.copytree(original.folder, tmp_path / "data")
    return original._replace(folder=tmp_path / "data")


@pytest.fixture
def doctor(filled: Filled, capsys: pytest.CaptureFixture[str]) -> Doctor:
    """Examine the folder; gives the exit code and what was said."""

    def examine(*, repairs_index: bool = False) -> tuple[int, str]:
        code = run_doctor(filled.folder, repairs_index=repairs_index)
        return code, capsys.readouterr().out

    return examine


def read_entry(folder: Path, table_id: str, revision: int) -> Entry:
    """Read an entry from the file."""
    with closing(apsw.Connection(str(folder / LOG_FILE))) as connection:
        data = connection.execute(
            "SELECT data FROM entries WHERE table_id = ? AND revision = ?", (table_id, revision)
        ).get
    return Entry.FromString(data)


def write_entry(folder: Path, table_id: str, revision: int, entry: Entry) -> None:
    """Write an entry back, as a whole one."""
    data = entry.SerializeToString()
    change(
        folder,
        "UPDATE entries SET data = ?, checksum = ? WHERE table_id = ? AND revision = ?",
        data,
        checksum(table_id, revision, data),
        table_id,
        revision,
    )


def find_kind(folder: Path, table_id: str, kind: str) -> tuple[int, Entry]:
    """Find the first entry of a kind, with its revision."""
    revision = 1
    while not (entry := read_entry(folder, table_id, revision)).HasField(kind):  # type: ignore[arg-type]
        revision += 1
    return revision, entry


def test_a_healthy_folder_is_well(filled: Filled, doctor: Doctor) -> None:
    """Nothing is found where nothing is wrong, and nothing is changed."""
    before = (filled.folder / LOG_FILE).read_bytes()
    code, said = doctor()
    assert "2 tables" in said
    assert "1 finished match, 6 guests: all is well." in said
    assert code == 0
    assert (filled.folder / LOG_FILE).read_bytes() == before


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    """A wrong path is said to be one, and nothing is made there."""
    assert run_doctor(tmp_path / "nowhere", repairs_index=True) == 1
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("name", ["", LOG_FILE, PRINCIPALS_FILE])
def test_open_files_are_found(filled: Filled, doctor: Doctor, name: str) -> None:
    """What other users may read is named, with the command that ends it."""
    path = filled.folder / name
    path.chmod(path.stat().st_mode | 0o040)
    code, said = doctor()
    assert code == 1
    assert f"Run `chmod {600 if name else 700} {path}`" in said


@pytest.mark.parametrize("name", [LOG_FILE, PRINCIPALS_FILE])
def test_a_missing_file_is_found(filled: Filled, doctor: Doctor, name: str) -> None:
    """A file that is gone is named."""
    (filled.folder / name).unlink()
    code, said = doctor()
    assert code == 1
    assert f"{name}: the file is missing" in said


@pytest.mark.parametrize("name", [LOG_FILE, PRINCIPALS_FILE])
def test_a_newer_schema_is_found(filled: Filled, doctor: Doctor, name: str) -> None:
    """A file of a newer release is for that release to look at."""
    with closing(apsw.Connection(str(filled.folder / name))) as connection:
        connection.pragma("user_version", 99)
    code, said = doctor()
    assert code == 1
    assert "schema 99" in said
    assert "newer release" in said


def test_a_damaged_page_is_found(filled: Filled, doctor: Doctor) -> None:
    """SQLite's own check is told of, and the doctor does not fail with it."""
    with (filled.folder / LOG_FILE).open("r+b") as file:
        file.seek(4096 * 3)
        file.write(b"\xa5" * 4096)
    code, said = doctor()
    assert code == 1
    assert "SQLite finds it damaged" in said
    assert "paizhuo restore" in said


def test_a_file_that_is_no_database_is_found(filled: Filled, doctor: Doctor) -> None:
    """Bytes that are no database are called so."""
    (filled.folder / PRINCIPALS_FILE).write_bytes(b"nothing of the kind" * 1000)
    code, said = doctor()
    assert code == 1
    assert f"{PRINCIPALS_FILE}: file is not a database" in said


def test_a_flipped_bit_is_found(filled: Filled, doctor: Doctor) -> None:
    """A bit that flipped in an entry is found by its checksum."""
    flip_bit(filled.folder, filled.going_on, 5)
    code, said = doctor()
    assert code == 1
    assert f"table {filled.going_on}, entry 5: it is not as it was written" in said
    assert "1 problem." in said


def test_a_missing_entry_is_found(filled: Filled, doctor: Doctor) -> None:
    """A gap in a log is found."""
    sql = "DELETE FROM entries WHERE table_id = ? AND revision = 4"
    change(filled.folder, sql, filled.going_on)
    code, said = doctor()
    assert code == 1
    assert "entry 4: it is missing: 5 comes next" in said


def test_an_entry_of_a_newer_format_is_found(filled: Filled, doctor: Doctor) -> None:
    """An entry of another format needs the newer release."""
    entry = read_entry(filled.folder, filled.going_on, 5)
    entry.format = 77
    write_entry(filled.folder, filled.going_on, 5, entry)
    code, said = doctor()
    assert code == 1
    assert "entry 5: this release does not know it (format 77)" in said
    assert "newer release" in said


def test_unknown_rules_are_found(filled: Filled, doctor: Doctor) -> None:
    """A match by a revision of the rules that this engine does not list is found."""
    entry = read_entry(filled.folder, filled.going_on, 1)
    entry.rules_revision = 77
    write_entry(filled.folder, filled.going_on, 1, entry)
    code, said = doctor()
    assert code == 1
    assert "rules_revision 77" in said


def test_another_hash_is_found(filled: Filled, doctor: Doctor) -> None:
    """An entry that leads elsewhere than it says is found by replaying."""
    revision, entry = find_kind(filled.folder, filled.ended, "acted")
    entry.state_hash = b"elsewhen"
    write_entry(filled.folder, filled.ended, revision, entry)
    code, said = doctor()
    assert code == 1
    assert f"entry {revision} leads to another state" in said


def test_an_illegal_entry_is_found(filled: Filled, doctor: Doctor) -> None:
    """An action that the rules refuse is found by replaying."""
    revision, entry = find_kind(filled.folder, filled.ended, "acted")
    entry.acted.seat = (entry.acted.seat + 1) % 3
    write_entry(filled.folder, filled.ended, revision, entry)
    code, said = doctor()
    assert code == 1
    assert f"entry {revision} is refused on replay" in said


def test_another_seed_is_found(filled: Filled, doctor: Doctor) -> None:
    """A seed that does not fit its commitment is found."""
    revision, entry = find_kind(filled.folder, filled.going_on, "deal_committed")
    entry.deal_committed.seed = bytes(32)
    write_entry(filled.folder, filled.going_on, revision, entry)
    code, said = doctor()
    assert code == 1
    assert f"entry {revision}: seed and commitment of deal 1 do not fit" in said


def test_time_that_runs_back_and_repeated_ids_are_found(filled: Filled, doctor: Doctor) -> None:
    """What replaying does not notice is found too."""
    entry = read_entry(filled.folder, filled.going_on, 6)
    entry.time_ms = 1
    write_entry(filled.folder, filled.going_on, 6, entry)
    entry = read_entry(filled.folder, filled.ended, 6)
    entry.entry_id = read_entry(filled.folder, filled.ended, 5).entry_id
    write_entry(filled.folder, filled.ended, 6, entry)
    code, said = doctor()
    assert code == 1
    assert "entry 6: its time is before" in said
    assert "entry 6: it repeats the id of entry 5" in said


@pytest.mark.parametrize(
    ("sql", "what"),
    [
        ("DELETE FROM tables WHERE table_id = ?", "does not know the table"),
        ("UPDATE tables SET state = 'open', deals = 7 WHERE table_id = ?", "another deals"),
        ("UPDATE tables SET wake_at_ms = 7 WHERE table_id = ?", "wakes the table"),
        ("UPDATE tables SET principals = '[' WHERE table_id = ?", "principals '[' in the index"),
        ("UPDATE tables SET revision = 2 WHERE table_id = ?", "is at entry 2"),
        ("DELETE FROM matches WHERE table_id = ?", "match 1 has ended and is not in the list"),
        ("UPDATE matches SET match = 2 WHERE table_id = ?", "match 2 is in the list"),
        ("UPDATE matches SET first_revision = 2 WHERE table_id = ?", "not listed as it ended"),
        (
            f"DELETE FROM table_principals WHERE position IN ({OF_TABLE.format('tables')})",  # noqa: S608 - ours
            "by other persons",
        ),
        (
            f"DELETE FROM match_principals WHERE position IN ({OF_TABLE.format('matches')})",  # noqa: S608 - ours
            "not listed as it ended",
        ),
    ],
)
def test_a_wrong_index_is_found_and_repaired(
    filled: Filled, doctor: Doctor, sql: str, what: str
) -> None:
    """Whatever is wrong with the index is found, and derived from the logs again."""
    change(filled.folder, sql, filled.ended)
    code, said = doctor()
    assert code == 1
    assert f"table {filled.ended}: " in said
    assert what in said
    assert "--repair-index" in said
    code, said = doctor(repairs_index=True)
    assert code == 0
    assert "The index of 1 table was derived from the logs again." in said
    assert doctor()[0] == 0


def test_an_index_without_a_log_is_found_and_repaired(filled: Filled, doctor: Doctor) -> None:
    """A table that only the index knows is forgotten by the repair."""
    change(filled.folder, "DELETE FROM entries WHERE table_id = ?", filled.going_on)
    code, said = doctor()
    assert code == 1
    assert "but it has no log" in said
    code, said = doctor(repairs_index=True)
    assert code == 0
    assert "1 table, " in said


def test_a_repair_never_touches_a_log(filled: Filled, doctor: Doctor) -> None:
    """A damaged log stays as it is, with its index, while another table's index is repaired."""
    flip_bit(filled.folder, filled.going_on, 5)
    change(filled.folder, "DELETE FROM matches WHERE table_id = ?", filled.ended)
    before = read_logs(filled.folder)
    code, said = doctor(repairs_index=True)
    assert code == 1
    assert "entry 5" in said
    assert filled.ended not in said
    assert read_logs(filled.folder) == before


def read_logs(folder: Path) -> Sequence[object]:
    """Read every entry as it stands in the file."""
    with closing(apsw.Connection(str(folder / LOG_FILE))) as connection:
        return connection.execute("SELECT * FROM entries ORDER BY position").fetchall()


def test_an_unfinished_restore_is_found(filled: Filled, doctor: Doctor) -> None:
    """A folder in which a restore ended half-way says so."""
    (filled.folder / UNFINISHED_FILE).touch()
    code, said = doctor()
    assert code == 1
    assert "a restore was not finished" in said


def test_a_repair_waits_for_a_restore(filled: Filled, doctor: Doctor) -> None:
    """While a folder is being restored nothing is repaired in it."""
    change(filled.folder, "DELETE FROM matches WHERE table_id = ?", filled.ended)
    with hold_folder(filled.folder, alone=True):
        code, said = doctor(repairs_index=True)
    assert code == 1
    assert "was not repaired" in said


async def test_a_folder_is_examined_while_a_server_uses_it(tmp_path: Path) -> None:
    """The program runs beside a server that plays on, and finds nothing wrong with it."""
    process = ServerProcess(tmp_path)
    async with connected(await process.start()) as client:
        game = await start_game(client)
        examining = asyncio.create_task(
            asyncio.to_thread(paizhuo, "doctor", "--data", tmp_path / "data", "--repair-index")
        )
        while not examining.done():
            await game.act()
        said = await examining
        assert said.code == 0, said.text
        assert "all is well" in said.text
        assert (await game.act()).revision
    await process.kill()
    # What a killed server leaves is well too.
    assert paizhuo("doctor", "--data", tmp_path / "data").code == 0
