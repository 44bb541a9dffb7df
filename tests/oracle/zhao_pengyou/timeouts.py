"""What stands in for a maker or leader who does not act in time (ZP-6.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.zhao_pengyou.calls import Call
from oracle.zhao_pengyou.cards import FACES, RANKS, Cards, ordered, points, suit_place
from oracle.zhao_pengyou.equipment import CALLED
from oracle.zhao_pengyou.trump import height, is_trump

if TYPE_CHECKING:
    from oracle.zhao_pengyou.components import Rules
    from oracle.zhao_pengyou.trump import Trump


def _lowest_first(trump: Trump, card: str) -> tuple[int, int]:
    """Plain cards by rank, trumps by strength; equal ones by suit."""
    low = height(card, trump) if is_trump(card, trump) else RANKS.index(card[0])
    return (low, suit_place(card))


def bury(hand: Cards, number: int, trump: Trump) -> Cards:
    """What is buried out of hand and kitty."""

    def first(card: str) -> tuple[int, int, int]:
        kind = 2 if is_trump(card, trump) else int(points([card]) > 0)
        return (kind, *_lowest_first(trump, card))

    return ordered(sorted(hand, key=first)[:number])


def calls(hand: Cards, buried: Cards, rules: Rules) -> list[Call]:
    """What is called."""
    known = {*hand, *buried}
    free = [face for face in FACES if not is_trump(face, rules.trump) and face not in known]
    free.sort(key=lambda face: (-RANKS.index(face[0]), suit_place(face)))
    return [Call(face, 1) for face in free[: CALLED[rules.players]]]


def lead(hand: Cards, trump: Trump) -> Cards:
    """What is led."""
    return (min(hand, key=lambda card: (is_trump(card, trump), *_lowest_first(trump, card))),)
