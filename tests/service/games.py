"""The games that the tests of the service play: a game joins them by its line in `GAMES`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

DEFAULT: Final = "dou_dizhu"
"""What is played where a test is about no game."""

Options = dict[str, str]


class Line(NamedTuple):
    """Say how the tests play a game.

    `lasting` returns options by which a match lasts so many deals: one exactly, or at least so
    many and few more. `table_options` are those of a table at which nobody waits.
    """

    seats: int
    lasting: Callable[[int], Options]
    table_options: Mapping[str, str] = {}


def _dou_dizhu(deals: int) -> Options:
    return {"match_end": "deals", "match_deals": str(deals)}


def _zheng_fen(deals: int) -> Options:
    # No deal brings anybody more than 100 points.
    return {"target": str(max(5, 100 * (deals - 1) + 1)), "tie_rule": "shared"}


def _zhao_pengyou(deals: int) -> Options:
    # Among five a deal brings nobody more than 4 points, and the first one somebody (ZP-5.7).
    return {"target_points": str(min(26, 4 * (deals - 1) + 1))}


def _hachinin_meri(deals: int) -> Options:
    return {"deals": str(next(number for number in (1, 2, 4, 8, 16) if number >= deals))}


GAMES: Final[Mapping[str, Line]] = {
    "dou_dizhu": Line(3, _dou_dizhu),
    "zheng_fen": Line(3, _zheng_fen),
    "zhao_pengyou": Line(5, _zhao_pengyou, {"draw_ms": "0"}),
    "hachinin_meri": Line(8, _hachinin_meri),
}


def seats_of(game: str) -> int:
    """Return how many the tests play a game with, where they are not about a number."""
    return GAMES[game].seats


def lasting(game: str, deals: int) -> Options:
    """Return the options of a match that is over after one deal, or lasts at least so many."""
    return GAMES[game].lasting(deals)
