"""What a hand may play (D5.1, D5.2): every set that leads, or that beats the table."""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from oracle.dou_dizhu.enumeration import Builder
from oracle.dou_dizhu.order import applied
from oracle.dou_dizhu.ranks import Cards, spell

if TYPE_CHECKING:
    from collections.abc import Mapping

    from oracle.dou_dizhu.combinations import Reading
    from oracle.dou_dizhu.options import Options


@lru_cache(maxsize=4096)
def plays(
    hand: Cards, options: Options, players: int, standing: Reading | None = None
) -> Mapping[Cards, Reading]:
    """Every set out of `hand` that may be played, with the reading it takes (D4.21).

    `standing` is what lies on the table, None for a lead; the pass is not listed. Fewer
    cards first, then lower ranks: an order to look at, no rule.
    """
    found: dict[Cards, Reading] = {}
    every = Builder(hand, options, players).plays()
    for cards in sorted(every, key=lambda cards: (sum(cards), spell(cards))):
        reading = applied(sorted(every[cards]), standing)
        if reading is not None:
            found[cards] = reading
    return MappingProxyType(found)
