"""Cards as words of the notation (`P9`, `Irobai`), teams and seats (HM-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

SUITS = "PIKOG"
LONG = "PI"
"""Long suits; the others are round (HM-1.5)."""
RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "sun", "un", "sota", "robai", "rei", "kaba")

PACK = [suit + rank for suit in SUITS for rank in RANKS]
"""The canonical pack (HM-1.4, HM-2.3)."""

TENKA = "Probai"
"""HM-1.8."""

SEATS = 8
TEAMS = ("A", "B")

Card: TypeAlias = str
Cards: TypeAlias = tuple[Card, ...]
"""Cards, in the order of the pack."""


class NotationError(ValueError):
    """The text names no cards."""


def suit(card: Card) -> str:
    """The printed suit."""
    return card[0]


def rank(card: Card) -> str:
    """The printed rank."""
    return card[1:]


def ordered(cards: Iterable[Card]) -> Cards:
    """Cards in the order of the pack."""
    return tuple(sorted(cards, key=PACK.index))


def parse(text: str) -> Cards:
    """The cards of a text, each at most once: there is one pack (HM-1.4)."""
    words = [word for word in text.replace("-", " ").split(" ") if word]
    if any(word not in PACK for word in words) or len(set(words)) < len(words):
        raise NotationError(text)
    return ordered(words)


def team(seat: int) -> str:
    """A: even seats, B: odd seats (HM-1.2)."""
    return TEAMS[seat % 2]
