"""From a server's address to a seat at a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from paizhuo_client.errors import CallError, GuestsOff, TableFull, Unauthenticated
from paizhuo_table.failure import CannotSit
from paizhuo_table.readiness import be_ready

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paizhuo_client import Client, Table
    from paizhuo_client.model import Game


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants to play."""

    game: str
    seats: int | None = None
    """None: as few as the game can be played with."""
    preset: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    table_options: Mapping[str, str] = field(default_factory=dict)
    bot: str = ""
    """Bot that takes the other seats; empty: the server's choice."""
    people: int = 1
    """Seats that are left to people, the own one among them; bots take the others."""
    table_id: str = ""
    """Table to join instead of making one."""
    join_code: str = ""
    """Code of that table where it is private."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat at a table, and what is known of its game."""

    client: Client
    table: Table
    game: Game
    address: str


async def become_somebody(client: Client, name: str, file: Path | None) -> None:
    """Be the guest who is kept in the file, or a new one who is kept there.

    A guest whom the server does not know (any more) is replaced. Raises `CannotSit`.
    """
    try:
        await client.become_guest(name, file=file)
        await client.principal()
    except Unauthenticated:
        if file is None or not _set_aside(file):
            raise
        await client.become_guest(name, file=file)
    except GuestsOff as error:
        raise CannotSit("this server takes no guests: give --token") from error


def _set_aside(file: Path) -> bool:
    """Rename a guest's file, if there is one, so that nobody is lost for good."""
    if not file.exists():
        return False
    file.replace(file.with_suffix(".old"))
    return True


async def sit_down(client: Client, address: str, wish: Wish) -> Seated:
    """Join the table that is named, or make one and seat bots; be ready for the first deal.

    Raises `CallError` for what the server refuses, `CannotSit` for what it does not have.
    """
    if wish.table_id:
        table = client.table(wish.table_id, join_code=wish.join_code)
        shown = (await table.get()).table
        game = await client.game(shown.game)
        await _take_seat(table)
    else:
        game = await client.game(wish.game)
        table = await _make_table(client, game, wish)
    snapshot = await table.get()
    if snapshot.wants_ready and snapshot.view.deal == 0:
        await be_ready(table)
    return Seated(client, table, game, address)


async def _take_seat(table: Table) -> None:
    """Take a seat, or watch where none is free."""
    try:
        await table.join()
    except TableFull:
        return
    except CallError as error:
        # While a match goes on nobody sits down, but its players are told their seat.
        if error.reason != "MATCH_RUNNING":
            raise


async def _make_table(client: Client, game: Game, wish: Wish) -> Table:
    """Make a table, sit down, and seat bots where no people are expected."""
    counts = sorted(count.seats for count in game.seat_counts)
    seats = counts[0] if wish.seats is None else wish.seats
    if not 1 <= wish.people <= seats:
        raise CannotSit(f"there are {seats} seats, so 1 to {seats} people")
    table = await client.create_table(
        game.game,
        seats,
        preset=wish.preset,
        options=dict(wish.options),
        table_options=dict(wish.table_options),
    )
    await table.join()
    for _ in range(seats - wish.people):
        await table.add_bot(wish.bot)
    return table


def guest_file(address: str, environment: Mapping[str, str]) -> Path:
    """Return where the guest of a server is kept: in the person's state folder."""
    state = environment.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    name = "".join(sign if sign.isalnum() or sign in ".-" else "_" for sign in address)
    return Path(state) / "paizhuo" / f"guest-{name}.json"
