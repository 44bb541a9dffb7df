"""The games that the tests of the service play: a game joins them by its line in `GAMES`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

DEFAULT: Final = "dou_dizhu"
"""What is played where a test is about no game."""

Options = dict[str, str]


def _dou_dizhu(deals: int) -> Options:
    return {"match_end": "deals", "match_deals": str(deals)}


def _zheng_fen(deals: int) -> Options:
    # No deal brings anybody more than 100 points.
    return {"target": str(max(5, 100 * (deals - 1) + 1)), "tie_rule": "shared"}


GAMES: Final[Mapping[str, Callable[[int], Options]]] = {
    "dou_dizhu": _dou_dizhu,
    "zheng_fen": _zheng_fen,
}
"""Options by which a match lasts so many deals: one exactly, or at least so many and few more."""


def _hachinin_meri(deals: int) -> Options:
    return {"deals": str(next(number for number in (1, 2, 4, 8, 16) if number >= deals))}


OF_MORE: Final[Mapping[str, Callable[[int], Options]]] = {"hachinin_meri": _hachinin_meri}
"""The same for games that need more than three players, which tests play that say how many."""


def lasting(game: str, deals: int) -> Options:
    """Return the options of a match that is over after one deal, or lasts at least so many."""
    return {**GAMES, **OF_MORE}[game](deals)
