"""Cards as ids (Z2.7), their ranks, suits, points and notation."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

RANKS = "3456789TJQKA2"
"""Low to high; A and 2 are neighbours, 2 and 3 are not (Z1.2, Z1.4)."""
SUITS = "cdhs"
BLACK, RED = 52, 53
JOKERS = (BLACK, RED)
NATURAL = range(52)
PACK = range(54)
H3 = 2

KEYS = [*RANKS, "b", "r"]
"""The names of all ranks, low to high."""

Cards: TypeAlias = tuple[int, ...]
"""A set of cards, ascending."""


class NotationError(ValueError):
    """The text names no cards."""


def rank(card: int) -> int:
    """The place in the rank order (Z1.2)."""
    return card // 4 if card < BLACK else 13 + (card - BLACK)


def suit(card: int) -> str:
    """The suit; nothing for a joker (Z1.4)."""
    return SUITS[card % 4] if card < BLACK else ""


def points(cards: Iterable[int]) -> int:
    """K and T count 10, 5 counts 5, all others nothing (Z1.6)."""
    worth = {"K": 10, "T": 10, "5": 5}
    return sum(worth.get(KEYS[rank(card)], 0) for card in cards)


def name(card: int) -> str:
    """A card in notation."""
    return f"{KEYS[rank(card)]}{suit(card)}"


NAMES = {name(card): card for card in PACK}


def parse(text: str) -> Cards:
    """The cards of a text, each at most once: there is one pack (Z1.1)."""
    words = [word for word in text.replace("-", " ").split(" ") if word]
    if any(word not in NAMES for word in words) or len(set(words)) < len(words):
        raise NotationError(text)
    return tuple(sorted(NAMES[word] for word in words))


def show(cards: Iterable[int]) -> str:
    """Cards in notation, ascending."""
    return "-".join(name(card) for card in sorted(cards))
