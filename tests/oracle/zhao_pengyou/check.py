"""Whether a group stands (ZP-4.8, ZP-7.14), and what is shown if it does not (ZP-6.3, ZP-6.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from oracle.zhao_pengyou.cards import Cards, without
from oracle.zhao_pengyou.components import Component, Rules, Shape, within
from oracle.zhao_pengyou.trump import effective_suit, of_suit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from oracle.zhao_pengyou.leads import Lead

FOUR, TWO_PAIRS = Shape(4, 1), Shape(2, 2)


class Failed(NamedTuple):
    """A group that does not stand: what is left of it, and a holding that beats that."""

    kept: Component
    withdrawn: Cards
    seat: int
    """Who holds what is shown."""
    shown: Component


def holdings(one: Component, hand: Cards, rules: Rules) -> list[Component]:
    """Everything in a hand that beats a component."""
    suit = effective_suit(one.faces[0], rules.trump)
    held = within(of_suit(hand, suit, rules.trump), rules)
    higher = [
        other
        for other in held
        if other.shape == one.shape and other.top(rules.trump) > one.top(rules.trump)
    ]
    if rules.options.quad_beats_sequence == "on" and one.shape == TWO_PAIRS:
        higher += [other for other in held if other.shape == FOUR]
    return higher


def check(led: Lead, others: Mapping[int, Cards], rules: Rules) -> Failed | None:
    """Test a group against all other hands, which come in order of play; None: it stands."""
    beaten = [
        one for one in led.components if any(holdings(one, hand, rules) for hand in others.values())
    ]
    if not beaten:
        return None
    kept = min(beaten, key=lambda one: (one.shape.size, one.top(rules.trump), one.suits()))
    cards = tuple(card for one in led.components for card in one.cards)
    seat = next(seat for seat, hand in others.items() if holdings(kept, hand, rules))
    shown = min(
        holdings(kept, others[seat], rules),
        key=lambda one: (one.shape != kept.shape, one.top(rules.trump), one.suits()),
    )
    return Failed(kept, without(cards, kept.cards), seat, shown)
