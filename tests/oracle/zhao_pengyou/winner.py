"""Who wins a trick (ZP-4.13 to ZP-4.17, ZP-7.12 to ZP-7.14)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from oracle.zhao_pengyou.cards import without
from oracle.zhao_pengyou.check import FOUR, TWO_PAIRS
from oracle.zhao_pengyou.components import Rules, Shape, whole, within
from oracle.zhao_pengyou.trump import TRUMPS, effective_suit, height

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oracle.zhao_pengyou.cards import Cards
    from oracle.zhao_pengyou.leads import Lead

Worth = tuple[int, ...]
"""How good a play is; a better one compares higher."""

SINGLE = Shape(1, 1)


def _only_suit(cards: Cards, rules: Rules) -> str | None:
    """The effective suit of all these cards; None if they have several."""
    suits = {effective_suit(card, rules.trump) for card in cards}
    return suits.pop() if len(suits) == 1 else None


@lru_cache(maxsize=100_000)
def tops(cards: Cards, shapes: tuple[Shape, ...], rules: Rules) -> frozenset[int]:
    """The highest top that the first shape gets, in every division of cards into the shapes.

    The shapes are in canonical order; those that are the first one's equal come first.
    """
    shape, rest = shapes[0], shapes[1:]
    if shape == SINGLE:
        return frozenset([max(height(card, rules.trump) for card in cards)])
    found = set()
    for one in within(cards, rules):
        if one.shape == shape:
            top = one.top(rules.trump)
            left = without(cards, one.cards)
            if not rest:
                found.add(top)
            elif rest[0] == shape:
                found |= {max(top, other) for other in tops(left, rest, rules)}
            elif tops(left, rest, rules):
                found.add(top)
    return frozenset(found)


def _component_worth(led: Lead, cards: Cards, rules: Rules) -> Worth | None:
    """The worth of a play against a single, a set or a sequence; None: it does not compete."""
    suit = _only_suit(cards, rules)
    if suit not in {led.suit, TRUMPS}:
        return None
    (shape,) = led.shapes
    one = whole(cards, rules)
    if one is None:
        return None
    if one.shape == shape:
        return (int(suit == TRUMPS), 0, one.top(rules.trump))
    quads = rules.options.quad_beats_sequence == "on"
    if quads and shape == TWO_PAIRS and one.shape == FOUR:
        return (int(suit == TRUMPS), 1, one.top(rules.trump))
    return None


def _trio_worth(led: Lead, cards: Cards, rules: Rules) -> Worth | None:
    """The worth of a play against a trio (ZP-7.12)."""
    suit = _only_suit(cards, rules)
    if suit not in {led.suit, TRUMPS}:
        return None
    return (int(suit == TRUMPS), max(height(card, rules.trump) for card in cards))


def _group_worth(led: Lead, cards: Cards, rules: Rules) -> Worth | None:
    """The worth of a follower's play against a group that stands (ZP-4.16)."""
    if led.suit == TRUMPS or _only_suit(cards, rules) != TRUMPS:
        return None
    found = tops(cards, tuple(led.shapes), rules)
    return (1, max(found)) if found else None


def winner(led: Lead, plays: Sequence[Cards], rules: Rules) -> int:
    """The place among `plays`, which are in order and begin with the lead, of the one that wins.

    All-trump plays against a group in a plain suit come from hands void in it (ZP-4.9).
    """
    worths: list[Worth | None]
    if led.kind == "group":
        worths = [(0, 0), *(_group_worth(led, cards, rules) for cards in plays[1:])]
    elif led.kind == "trio":
        worths = [_trio_worth(led, cards, rules) for cards in plays]
    else:
        worths = [_component_worth(led, cards, rules) for cards in plays]
    best = max(worth for worth in worths if worth is not None)
    return worths.index(best)  # of equal plays the earliest (ZP-4.17)
