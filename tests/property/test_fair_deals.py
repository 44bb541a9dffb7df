"""Cards fall everywhere alike, and no deal comes twice."""

from __future__ import annotations

from collections import Counter

from paizhuo.engine import Ruleset, Table
from paizhuo.v1.view_pb2 import View

DEALS = 10_000
CARDS = 54
PLACES: dict[int | str, int] = {0: 17, 1: 17, 2: 17, "bottom": 3}
# The sum over all cards of what each would give in a table of its own, three degrees of
# freedom a card; with so many the sum is close to normal, and six deviations are no accident.
DEGREES = 3 * CARDS
SIX_DEVIATIONS = 6 * (2 * DEGREES) ** 0.5


def test_ten_thousand_deals_are_even_and_all_different() -> None:
    """Every card falls to every seat and into the bottom as often as chance has it (D2.6)."""
    rules = Ruleset("dou_dizhu", seats=3)
    falls: Counter[tuple[str, int | str]] = Counter()
    seen: set[tuple[str, ...]] = set()
    dealers: Counter[int] = Counter()
    for seed in range(DEALS):
        table = Table(rules, seed=seed)
        views = [View.FromString(table.view(seat)) for seat in range(3)]
        hands = tuple(view.seats[seat].hand for seat, view in enumerate(views))
        seen.add(hands)
        dealers[views[0].dealer] += 1
        for seat, hand in enumerate(hands):
            for card in hand.split("-"):
                falls[card, seat] += 1
    cards = {card for card, _ in falls}
    assert len(cards) == CARDS
    assert len(seen) == DEALS
    for card in cards:
        falls[card, "bottom"] = DEALS - sum(falls[card, seat] for seat in range(3))
    statistic = sum(
        (falls[card, place] - DEALS * size / CARDS) ** 2 / (DEALS * size / CARDS)
        for card in cards
        for place, size in PLACES.items()
    )
    assert abs(statistic - DEGREES) < SIX_DEVIATIONS
    # The first dealer is drawn too (D2.1): 3 seats, two degrees of freedom.
    even = DEALS / 3
    assert sum((count - even) ** 2 / even for count in dealers.values()) < 30
