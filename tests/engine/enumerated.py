"""The oracle's enumeration of every play, made once for each set of options."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from oracle.dou_dizhu.combinations import Reading, priority
from oracle.dou_dizhu.enumeration import enumerate_all

if TYPE_CHECKING:
    from oracle.dou_dizhu.options import Options
    from oracle.dou_dizhu.ranks import Cards


@cache
def every_play(options: Options, seats: int) -> dict[Cards, list[Reading]]:
    """Give every play of the game with its readings in the order of D4.21.2."""
    every = enumerate_all(options, seats)
    return {cards: sorted(ways, key=priority) for cards, ways in every.items()}
