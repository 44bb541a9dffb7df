"""What a follower owes (ZP-4.9 to ZP-4.12, ZP-4.22, ZP-7.11, ZP-7.12).

Only how many copies there are of each card decides about sets, so cards are looked at as their
numbers of copies. A division says how many sets of each size are made of them; all are tried.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from oracle.zhao_pengyou.cards import includes
from oracle.zhao_pengyou.components import within
from oracle.zhao_pengyou.trump import of_suit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from oracle.zhao_pengyou.cards import Cards
    from oracle.zhao_pengyou.components import Rules
    from oracle.zhao_pengyou.leads import Lead

Copies = tuple[int, ...]
"""How many copies there are of each card, the most first."""
Made = tuple[int, ...]
"""How many sets of each size there are, in the order of the sizes asked for."""


def copies(cards: Iterable[str]) -> Copies:
    """How many copies there are of each card."""
    return tuple(sorted(Counter(cards).values(), reverse=True))


def _parts(number: int, sizes: tuple[int, ...]) -> Iterator[Made]:
    """Every way to make disjoint sets of these sizes out of so many copies; some may be left."""
    if not sizes:
        yield ()
        return
    for count in range(number // sizes[0] + 1):
        for rest in _parts(number - count * sizes[0], sizes[1:]):
            yield (count, *rest)


@lru_cache(maxsize=100_000)
def divisions(held: Copies, sizes: tuple[int, ...]) -> frozenset[Made]:
    """Every number of disjoint sets of these sizes that cards can be divided into (ZP-4.22)."""
    if not held:
        return frozenset([(0,) * len(sizes)])
    return frozenset(
        tuple(map(sum, zip(one, rest, strict=True)))
        for one in _parts(held[0], sizes)
        for rest in divisions(held[1:], sizes)
    )


@lru_cache(maxsize=100_000)
def choices(held: Copies, size: int) -> frozenset[Copies]:
    """The copies of every choice of so many cards."""
    if not held:
        return frozenset([()] if size == 0 else [])
    return frozenset(
        tuple(sorted((taken, *rest), reverse=True)) if taken else rest
        for taken in range(min(held[0], size) + 1)
        for rest in choices(held[1:], size - taken)
    )


def _admitted(made: Made, needs: Made, *, smaller_owed: bool) -> bool:
    """Whether no size is given more often than it is owed (ZP-4.11, ZP-7.11)."""
    failed = 0
    for given, need in zip(made, needs, strict=True):
        owed = need + failed
        if given > owed:
            return False
        failed = owed - given if smaller_owed else 0
    return True


@lru_cache(maxsize=200_000)
def best(play: Copies, sizes: tuple[int, ...], needs: Made, *, smaller_owed: bool) -> Made:
    """The lexicographic maximum of what a play gives, by its best division (ZP-4.11, ZP-4.22)."""
    return max(
        made for made in divisions(play, sizes) if _admitted(made, needs, smaller_owed=smaller_owed)
    )


def needed(led: Lead) -> dict[int, int]:
    """How many sets of each size the grouping has, a sequence (k,m) counting m (ZP-4.11)."""
    needs: Counter[int] = Counter()
    for k, m in led.shapes:
        if k >= 2:
            needs[k] += m
    return dict(needs)


def _sizes(led: Lead, *, smaller_owed: bool) -> tuple[int, ...]:
    """The sizes of sets that count, the largest first."""
    needs = needed(led)
    return tuple(range(max(needs), 1, -1)) if smaller_owed else tuple(sorted(needs, reverse=True))


def _owes_sets(led: Lead, held: Cards, cards: Cards, *, smaller_owed: bool) -> bool:
    """Whether other cards would give more of the sets that are owed (ZP-4.11, ZP-7.11)."""
    needs = needed(led)
    sizes = _sizes(led, smaller_owed=smaller_owed)
    wanted = tuple(needs.get(size, 0) for size in sizes)
    most = max(
        best(choice, sizes, wanted, smaller_owed=smaller_owed)
        for choice in choices(copies(held), led.size)
    )
    return best(copies(cards), sizes, wanted, smaller_owed=smaller_owed) < most


def _broken_about_sets(led: Lead, held: Cards, cards: Cards, rules: Rules) -> str | None:
    """The rule about sets that a play breaks, all of it in the led suit."""
    duty = rules.options.follow_sets
    if duty == "suit_only" or led.kind in {"single", "trio"} or not needed(led):
        return None
    if duty == "match_sets":
        owes = _owes_sets(led, held, cards, smaller_owed=False)
        return ("ZP-4.11" if led.kind == "group" else "ZP-4.10") if owes else None
    if led.kind == "sequence" and _holds(held, led, rules):
        return None if _holds(cards, led, rules) else "ZP-7.11"
    return "ZP-7.11" if _owes_sets(led, held, cards, smaller_owed=True) else None


def _holds(cards: Cards, led: Lead, rules: Rules) -> bool:
    """Whether cards contain a sequence like the one led."""
    return any(one.shape == led.shapes[0] for one in within(cards, rules))


def broken(led: Lead, hand: Cards, cards: Cards, rules: Rules) -> str | None:
    """The rule that a follower would break with these cards; None if he may play them."""
    if len(cards) != led.size or not includes(hand, cards):
        return "ZP-4.2"
    held = of_suit(hand, led.suit, rules.trump)
    given = of_suit(cards, led.suit, rules.trump)
    if len(given) < min(led.size, len(held)):
        return "ZP-4.9" if len(held) >= led.size else "ZP-4.12"
    if len(held) < led.size:
        return None  # ZP-4.12
    return _broken_about_sets(led, held, cards, rules)


def possible(led: Lead, hand: Cards, rules: Rules) -> Iterator[Cards]:
    """Every play of a follower's hand that breaks no rule, one by one; there may be very many."""
    for cards in _every_choice(hand, led.size):
        if broken(led, hand, cards, rules) is None:
            yield cards


def _every_choice(hand: Cards, size: int) -> Iterator[Cards]:
    """Every choice of so many cards, copies being the same (ZP-1.4)."""
    if size == 0:
        yield ()
        return
    if len(hand) < size:
        return
    face = hand[0]
    number = hand.count(face)
    for taken in range(min(number, size), -1, -1):
        for rest in _every_choice(hand[number:], size - taken):
            yield (face,) * taken + rest
