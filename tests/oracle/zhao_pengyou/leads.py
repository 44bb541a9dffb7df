"""What a lead is (ZP-4.3 to ZP-4.7), and the canonical grouping of its cards."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from oracle.zhao_pengyou.cards import WORTH, Cards, suit_place, without
from oracle.zhao_pengyou.components import Component, Rules, Shape, whole, within
from oracle.zhao_pengyou.trump import effective_suit, height

if TYPE_CHECKING:
    from oracle.zhao_pengyou.trump import Trump


class Lead(NamedTuple):
    """A lead of a kind, its effective suit, and its components in canonical order."""

    kind: str
    suit: str
    components: tuple[Component, ...]

    @property
    def size(self) -> int:
        """The number of cards led."""
        return sum(one.shape.size for one in self.components)

    @property
    def shapes(self) -> list[Shape]:
        """The shapes of its components, in canonical order."""
        return [one.shape for one in self.components]


def grouping(cards: Cards, rules: Rules) -> tuple[Component, ...]:
    """The canonical grouping of cards of one effective suit (ZP-4.7)."""

    def first(one: Component) -> tuple[int, int, int, tuple[int, ...]]:
        return (-one.shape.size, -one.shape.k, -one.top(rules.trump), one.suits())

    found = []
    left = cards
    while left:
        taken = min(within(left, rules), key=first)
        found.append(taken)
        left = without(left, taken.cards)
    return tuple(found)


def _singles(cards: Cards, trump: Trump) -> tuple[Component, ...]:
    """The cards of a trio one by one, the highest first."""
    high_first = sorted(cards, key=lambda card: (-height(card, trump), suit_place(card)))
    return tuple(Component(Shape(1, 1), (card,)) for card in high_first)


@lru_cache(maxsize=100_000)
def lead(cards: Cards, rules: Rules) -> Lead | None:
    """What these cards are as a lead; None if they may not be led together."""
    suits = {effective_suit(card, rules.trump) for card in cards}
    if len(suits) != 1:
        return None
    (suit,) = suits
    one = whole(cards, rules)
    if one is not None:
        return Lead(one.kind, suit, (one,))
    scoring = len(cards) == 3 and all(card[0] in WORTH for card in cards)
    if scoring and rules.options.scoring_trio_lead == "on":
        return Lead("trio", suit, _singles(cards, rules.trump))
    if rules.options.group_lead == "off":
        return None
    return Lead("group", suit, grouping(cards, rules))
