"""Singles, sets and sequences (ZP-4.4 to ZP-4.6), and all of them that some cards hold."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from oracle.zhao_pengyou.cards import Cards, suit_place
from oracle.zhao_pengyou.equipment import Equipment, equipment
from oracle.zhao_pengyou.trump import Trump, effective_suit, height, run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.zhao_pengyou.options import Options


class Rules(NamedTuple):
    """What decides how cards count in a deal."""

    players: int
    options: Options
    trump: Trump

    @property
    def equipment(self) -> Equipment:
        """The cards of the table."""
        return equipment(self.players, self.options)


class Shape(NamedTuple):
    """`m` sets of `k` identical cards: (1,1) a single, (k,1) a set, (k,m) a sequence."""

    k: int
    m: int

    @property
    def size(self) -> int:
        """The number of cards."""
        return self.k * self.m


class Component(NamedTuple):
    """A shape and its faces, one a step, from high to low."""

    shape: Shape
    faces: Cards

    @property
    def cards(self) -> Cards:
        """All cards, from high to low."""
        return tuple(face for face in self.faces for _ in range(self.shape.k))

    @property
    def kind(self) -> str:
        """Single, set or sequence (ZP-4.3)."""
        if self.shape.m > 1:
            return "sequence"
        return "set" if self.shape.k > 1 else "single"

    def top(self, trump: Trump) -> int:
        """The strength of its highest step."""
        return height(self.faces[0], trump)

    def suits(self) -> tuple[int, ...]:
        """What settles choices that strength leaves open: the suit order, from high to low."""
        return tuple(suit_place(face) for face in self.faces)


def _sequences(counts: Counter[str], suit: str, rules: Rules) -> Iterator[Component]:
    """Every sequence in cards of one effective suit (ZP-4.6, ZP-7.13)."""
    steps = run(suit, rules.trump, rules.equipment, rules.options)
    for low in range(len(steps)):
        for high in range(low + 1, len(steps)):
            held = [[face for face in step if counts[face] >= 2] for step in steps[low : high + 1]]
            if not all(held):
                break
            for faces in product(*held):
                for k in range(2, min(counts[face] for face in faces) + 1):
                    yield Component(Shape(k, len(faces)), tuple(reversed(faces)))


@lru_cache(maxsize=100_000)
def within(cards: Cards, rules: Rules) -> tuple[Component, ...]:
    """Every component that can be taken from cards of one effective suit."""
    if not cards:
        return ()
    counts = Counter(cards)
    found = [Component(Shape(k, 1), (face,)) for face in counts for k in range(1, counts[face] + 1)]
    found.extend(_sequences(counts, effective_suit(cards[0], rules.trump), rules))
    return tuple(found)


def whole(cards: Cards, rules: Rules) -> Component | None:
    """The component that these cards are, none left over; None if they are not just one."""
    exact = [one for one in within(cards, rules) if one.shape.size == len(cards)]
    return exact[0] if exact else None
