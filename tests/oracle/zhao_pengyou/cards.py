"""Faces, their notation, their order in a pack and their points."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

RANKS = "23456789TJQKA"
"""Low to high (ZP-1.8)."""
SUITS = "shdc"
"""The suit order (ZP-1.13), also that of a pack (ZP-2.4)."""
RED, BLACK = "r", "b"
JOKERS = (RED, BLACK)

FACES = (*(f"{rank}{suit}" for suit in SUITS for rank in RANKS), RED, BLACK)
"""Every face in the order of the canonical pack (ZP-2.4)."""
PLACE = {face: place for place, face in enumerate(FACES)}

Cards: TypeAlias = tuple[str, ...]
"""Faces in the order of a pack, each as often as there are copies (ZP-1.4)."""

WORTH = {"K": 10, "T": 10, "5": 5}


class NotationError(ValueError):
    """The text names no cards."""


def ordered(cards: Iterable[str]) -> Cards:
    """These cards in the order of a pack."""
    return tuple(sorted(cards, key=PLACE.__getitem__))


def points(cards: Iterable[str]) -> int:
    """The card points (ZP-1.5)."""
    return sum(WORTH.get(card[0], 0) for card in cards)


def suit_place(card: str) -> int:
    """The place of a card in the suit order (ZP-1.13); jokers have no suit."""
    return SUITS.index(card[1]) if card not in JOKERS else len(SUITS)


def parse(text: str) -> Cards:
    """The cards of a text."""
    words = text.replace("-", " ").split()
    if any(word not in PLACE for word in words):
        raise NotationError(text)
    return ordered(words)


def show(cards: Iterable[str]) -> str:
    """Cards in notation, in the order of a pack."""
    return "-".join(ordered(cards))


def without(cards: Iterable[str], taken: Iterable[str]) -> Cards:
    """What is left of `cards` when `taken` are taken from them, which must be there."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)


def includes(cards: Iterable[str], wanted: Iterable[str]) -> bool:
    """Whether all of `wanted` are among `cards`, copies counted."""
    left = list(cards)
    for card in wanted:
        if card not in left:
            return False
        left.remove(card)
    return True
