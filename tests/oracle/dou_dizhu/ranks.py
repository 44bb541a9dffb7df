"""Ranks and sets of cards (D1): suits matter to no rule, so a set is a count for each rank.

A set is written `3-3-3-4` or `3h 3c 3d 4s`; the empty text is the empty set.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

RANKS = "3456789TJQKA2br"
"""Low to high (D1.3); `b` is the black joker, `r` the red one."""

SEQUENCE_RANKS = range(12)
"""3..A, the only ranks of a sequence (D1.4)."""

SUITED_RANKS = range(13)
"""3..2, the ranks of triplets, quads and bombs (D4.0b)."""

BLACK, RED = 13, 14

Cards: TypeAlias = tuple[int, ...]
"""15 counts, in the order of RANKS."""

EMPTY: Cards = (0,) * len(RANKS)


class NotationError(ValueError):
    """The text is no set of cards."""


def from_ranks(ranks: Iterable[int]) -> Cards:
    """The set with these ranks, each as often as it is named."""
    counts = [0] * len(RANKS)
    for rank in ranks:
        counts[rank] += 1
    return tuple(counts)


def parse(text: str) -> Cards:
    """The set that the text names; suits are read and forgotten (D1.2)."""
    names = text.replace("-", " ").split()
    for name in names:
        if not re.fullmatch("[3-9TJQKA2][cdhs]?|[br]", name):
            message = f"no card: {name!r}"
            raise NotationError(message)
    return from_ranks(RANKS.index(name[0]) for name in names)


def spell(cards: Cards) -> list[int]:
    """Every card of the set by its rank, low to high."""
    return [rank for rank, count in enumerate(cards) for _ in range(count)]


def show(cards: Cards) -> str:
    """The set in notation, low to high."""
    return "-".join(RANKS[rank] for rank in spell(cards))


def contains(cards: Cards, part: Cards) -> bool:
    """Whether `part` can be taken out of `cards`."""
    return all(few <= many for many, few in zip(cards, part, strict=True))


def plus(one: Cards, other: Cards) -> Cards:
    """Both sets together."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def minus(cards: Cards, part: Cards) -> Cards:
    """What is left of `cards` without `part`."""
    if not contains(cards, part):
        message = f"{show(part)} is not in {show(cards)}"
        raise ValueError(message)
    return tuple(a - b for a, b in zip(cards, part, strict=True))


def packs(players: int) -> int:
    """How many 54-card packs are in play (D1.1)."""
    return {3: 1, 4: 2}[players]


def full_pack(players: int) -> Cards:
    """All cards of the game (D1.1)."""
    return tuple(packs(players) * (4 if rank in SUITED_RANKS else 1) for rank in range(15))


def drawn_each(players: int) -> int:
    """H, the cards that each player draws (D2.4)."""
    return {3: 17, 4: 25}[players]


def bottom_size(players: int) -> int:
    """The cards left over for the landlord (D2.5)."""
    return {3: 3, 4: 8}[players]


def largest_hand(players: int) -> int:
    """The landlord's hand (D3.7), and so the largest combination (D4.0h)."""
    return drawn_each(players) + bottom_size(players)


def rank_of(card: int) -> int:
    """The rank of a card of the canonical pack, by its id (D2.6.1)."""
    within = card % 54
    return within // 4 if within < 52 else {52: BLACK, 53: RED}[within]
