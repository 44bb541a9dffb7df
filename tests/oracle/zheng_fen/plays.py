"""What a hand may play (Z5.1, Z5.2): sets built up from what they shall become.

For every natural combination that lacks no more cards than the hand has wild jokers, cards that
are there and jokers in place of the others are a set to look at. What such a set counts as
is asked of `meanings`, which knows nothing of how it was found.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from types import MappingProxyType
from typing import TYPE_CHECKING

from oracle.zheng_fen.cards import BLACK, Cards, rank
from oracle.zheng_fen.order import Laid, usable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from oracle.zheng_fen.options import Options

RANKS = range(13)
FOUR = range(4)


def _of_rank(one: int, width: int) -> list[Cards]:
    """Every choice of so many natural cards of a rank."""
    return list(combinations([4 * one + suit for suit in FOUR], width))


def _lacking(wanted: Iterable[int], hand: Cards) -> int:
    """How many of these cards the hand has not."""
    return sum(card not in hand for card in wanted)


def _wanted_groups(hand: Cards, jokers: int) -> Iterator[Cards]:
    """Pairs, triplets, quartets and their sequences (Z4.2 to Z4.7)."""
    for width in (2, 3, 4):
        usable_groups = [
            [group for group in _of_rank(one, width) if _lacking(group, hand) <= jokers]
            for one in RANKS
        ]
        for low in RANKS:
            for high in range(low, 13):
                chosen = usable_groups[low : high + 1]
                cheapest = [min((_lacking(g, hand) for g in one), default=99) for one in chosen]
                if sum(cheapest) > jokers:
                    break
                for groups in product(*chosen):
                    yield tuple(card for group in groups for card in group)


def _wanted_suit_sequences() -> Iterator[Cards]:
    """Z4.9."""
    for suit in FOUR:
        for low in RANKS:
            for high in range(low + 4, 13):
                yield tuple(4 * one + suit for one in range(low, high + 1))


def _wanted_specials() -> Iterator[Cards]:
    """Z4.10a, Z4.10b; four twos are a quartet above."""
    for suits in product(FOUR, repeat=3):
        yield tuple(4 * one + suit for one, suit in zip((2, 7, 10), suits, strict=True))


def _fives(hand: Cards, jokers: int) -> Iterator[Cards]:
    """Z4.8: any five cards, three of them of a rank, or so many jokers short of that."""
    for five in combinations(hand, 5):
        ranks = [rank(card) for card in five if card < BLACK]
        wild = min(jokers, 5 - len(ranks))
        if any(ranks.count(one) + wild >= 3 for one in ranks):
            yield five


def candidates(hand: Cards, options: Options) -> set[Cards]:
    """Every set that may be a combination, and some that are none."""
    found: set[Cards] = {(card,) for card in hand}
    jokers = [card for card in hand if card >= BLACK] if options.jokers_wild else []
    wanted = [
        *_wanted_groups(hand, len(jokers)),
        *_wanted_suit_sequences(),
        *_wanted_specials(),
    ]
    for natural in wanted:
        for count in range(len(jokers) + 1):
            for kept in combinations(natural, len(natural) - count):
                if set(kept) <= set(hand):
                    replaced = combinations(jokers, count)
                    found |= {tuple(sorted([*kept, *taken])) for taken in replaced}
    found |= set(_fives(hand, len(jokers)))
    return found


@lru_cache(maxsize=512)
def plays(
    hand: Cards, options: Options, standing: Laid | None = None
) -> Mapping[Cards, tuple[Laid, ...]]:
    """Every set out of `hand` that may be played, with all ways to read it, the applied one first.

    `standing` is what lies on the table, None for a lead; the pass is not listed.
    """
    found = {}
    for cards in sorted(candidates(hand, options)):
        ways = usable(cards, options, standing)
        if ways:
            found[cards] = tuple(ways)
    return MappingProxyType(found)
