"""What the seats of a table are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from paizhuo_client.model import Bot, Person
from paizhuo_table.canvas import styled
from paizhuo_table.look import seat_style

if TYPE_CHECKING:
    from collections.abc import Iterable

    from paizhuo_client.model import Table, Team
    from paizhuo_table.lexicon import Lexicon
    from paizhuo_table.words import Words


class People:
    """Names of seats: a person's own, or the bot's with its seat number."""

    def __init__(
        self, table: Table, lexicon: Lexicon, words: Words, teams: Iterable[Team] = ()
    ) -> None:
        self._own = table.own_seat
        self._teams = {frozenset(team.seats): lexicon.team(team.name) for team in teams}
        self._words = words
        self._names: dict[int, str] = {}
        for seat in table.seats:
            match seat.occupant:
                case Person(name=name):
                    self._names[seat.seat] = _one_line(name) or f"#{seat.seat}"
                case Bot(bot):
                    self._names[seat.seat] = f"{lexicon.bot(bot)} {seat.seat}"
                case None:
                    self._names[seat.seat] = f"#{seat.seat} {words['free']}"

    def plain(self, seat: int) -> str:
        """Return the name of a seat; the own one is "You"."""
        return self._words["you"] if seat == self._own else self._names.get(seat, f"#{seat}")

    def name(self, seat: int) -> Text:
        """Return the name in the colour of the seat."""
        return styled(self.plain(seat), f"bold {seat_style(seat)}")

    def names(self, seats: Iterable[int]) -> Text:
        """Return several names."""
        return Text(", ").join(self.name(seat) for seat in seats)

    def side(self, seats: Iterable[int]) -> Text:
        """Return the names of those who are on a side: their team's, if they are one."""
        found = tuple(seats)
        team = self._teams.get(frozenset(found))
        return styled(team, "bold") if team is not None else self.names(found)


def _one_line(name: str) -> str:
    """Return a name without what would move the cursor of a terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in name)
