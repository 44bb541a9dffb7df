"""Fill data folders with real tables, and break them."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

import apsw

from paizhuo.config import Durability
from paizhuo.stores.opening import LOG_FILE
from service.playing import Game, Guest, connected, served, settings, start_game

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class Filled(NamedTuple):
    """Hold a folder in which a match has ended at one table and goes on at another."""

    folder: Path
    ended: str
    going_on: str
    players: tuple[Guest, ...]


class Said(NamedTuple):
    """Hold what the program said, and its exit code."""

    code: int
    text: str


def paizhuo(*arguments: str | Path, before: Sequence[str] = ()) -> Said:
    """Run the program, by way of another one if that is named."""
    done = subprocess.run(
        [*before, sys.executable, "-m", "paizhuo", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=120,
    )
    return Said(done.returncode, done.stdout)


async def fill_folder(folder: Path) -> Filled:
    """Play on a server that keeps its tables there, and stop it."""
    async with (
        served(folder, Durability.NORMAL) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        other = await start_game(client)
        for _ in range(40):
            await other.act()
        game = await start_game(client, options=settings(match_end="deals", match_deals="1"))
        await play_out(game)
        return Filled(folder, game.table_id, other.table_id, tuple(other.players))


async def play_out(game: Game) -> None:
    """Act until the match has ended."""
    while not any(event.WhichOneof("kind") == "match_ended" for event in (await game.act()).events):
        pass


def change(folder: Path, sql: str, *values: object) -> None:
    """Change the file of the logs behind everybody's back."""
    with closing(apsw.Connection(str(folder / LOG_FILE))) as connection:
        connection.execute(sql, values)
        assert connection.changes()


def flip_bit(
    folder: Path, table_id: str, revision: int, part: bytes = b"", *, mends_checksum: bool = False
) -> None:
    """Flip one bit in the middle of an entry, or at the beginning of a part of it."""
    sets = "checksum = NULL" if mends_checksum else "checksum = checksum"
    with closing(apsw.Connection(str(folder / LOG_FILE))) as connection:
        where = (table_id, revision)
        data = bytearray(
            connection.execute(
                "SELECT data FROM entries WHERE table_id = ? AND revision = ?", where
            ).get
        )
        data[data.index(part) if part else len(data) // 2] ^= 4
        connection.execute(
            f"UPDATE entries SET data = ?, {sets} WHERE table_id = ? AND revision = ?",  # noqa: S608 - ours
            (bytes(data), *where),
        )
