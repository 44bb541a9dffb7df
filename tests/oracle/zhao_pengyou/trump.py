"""Trumps and effective suits (ZP-1.9, ZP-1.11), their order (ZP-1.8, ZP-1.10) and their runs."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from oracle.zhao_pengyou.cards import BLACK, JOKERS, RANKS, RED, SUITS

if TYPE_CHECKING:
    from oracle.zhao_pengyou.equipment import Equipment
    from oracle.zhao_pengyou.options import Options

TRUMPS = "T"
"""Trumps as an effective suit."""

Steps = tuple[tuple[str, ...], ...]
"""Faces by strength, those of equal strength in the suit order."""


class Trump(NamedTuple):
    """The trump rank and suit of a deal, `8d`."""

    rank: str
    suit: str

    def __str__(self) -> str:
        """`8d`, as in notation."""
        return self.rank + self.suit


def is_trump(card: str, trump: Trump) -> bool:
    """ZP-1.9."""
    return card in JOKERS or card[0] == trump.rank or card[1] == trump.suit


def effective_suit(card: str, trump: Trump) -> str:
    """ZP-1.11."""
    return TRUMPS if is_trump(card, trump) else card[1]


def of_suit(cards: tuple[str, ...], suit: str, trump: Trump) -> tuple[str, ...]:
    """The cards of this effective suit."""
    return tuple(card for card in cards if effective_suit(card, trump) == suit)


@lru_cache
def order(suit: str, trump: Trump) -> Steps:
    """All faces of an effective suit, low to high (ZP-1.8, ZP-1.10)."""
    printed = trump.suit if suit == TRUMPS else suit
    ranks = tuple((rank + printed,) for rank in RANKS if rank != trump.rank)
    if suit != TRUMPS:
        return ranks
    others = tuple(trump.rank + other for other in SUITS if other != trump.suit)
    return (*ranks, others, (trump.rank + trump.suit,), (BLACK,), (RED,))


@lru_cache
def _heights(trump: Trump) -> dict[str, int]:
    """The place of every face in the order of its effective suit."""
    return {
        face: place
        for suit in (*(s for s in SUITS if s != trump.suit), TRUMPS)
        for place, step in enumerate(order(suit, trump))
        for face in step
    }


def height(card: str, trump: Trump) -> int:
    """How high a card stands in its effective suit; equal for equal strength (ZP-1.12)."""
    return _heights(trump)[card]


def run(suit: str, trump: Trump, table: Equipment, options: Options) -> Steps:
    """The steps along which sequences of an effective suit go, low to high (ZP-4.6, ZP-7.13)."""
    steps = order(suit, trump)
    if suit != TRUMPS:
        return steps
    if options.trump_sequences_high == "off":
        return steps[: len(RANKS) - 1]
    missing = {face for face, number in ((BLACK, table.black), (RED, table.red)) if not number}
    return tuple(step for step in steps if not missing & set(step))
