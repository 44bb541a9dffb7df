"""The own hand as it is laid out, with a cursor and the cards that are chosen."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


@dataclass(frozen=True, slots=True)
class Selection:
    """Cards by their places in the hand, so that copies of one face are told apart.

    It never changes: every method returns the next one.
    """

    hand: tuple[str, ...] = ()
    """The hand as it is laid out."""
    chosen: frozenset[int] = frozenset()
    """Places of the chosen cards."""
    cursor: int = 0
    """Place of the cursor."""

    @property
    def cards(self) -> tuple[str, ...]:
        """The chosen cards, as they lie."""
        return tuple(card for at, card in enumerate(self.hand) if at in self.chosen)

    def hold(self, hand: tuple[str, ...]) -> Self:
        """Hold another hand, or the same one laid out anew; what is still there stays chosen."""
        if hand == self.hand:
            return self
        wanted = Counter(self.cards)
        here = self.hand[self.cursor] if self.cursor < len(self.hand) else None
        cursor = hand.index(here) if here in hand else max(0, min(self.cursor, len(hand) - 1))
        return replace(self, hand=hand, chosen=_places(hand, wanted), cursor=cursor)

    def move(self, step: int) -> Self:
        """Move the cursor; behind the last card comes the first."""
        if not self.hand:
            return self
        return replace(self, cursor=(self.cursor + step) % len(self.hand))

    def move_to(self, place: int) -> Self:
        """Move the cursor to a place; -1 is the last one."""
        if not self.hand:
            return self
        return replace(self, cursor=len(self.hand) - 1 if place < 0 else place)

    def toggle(self) -> Self:
        """Choose the card at the cursor, or let go of it."""
        if not self.hand:
            return self
        return replace(self, chosen=self.chosen ^ {self.cursor})

    def move_group(self, step: int, group_of: Callable[[str], str]) -> Self:
        """Move the cursor to the first card of the next group, or of the one before."""
        groups = [group_of(card) for card in self.hand]
        starts = [at for at, group in enumerate(groups) if not at or groups[at - 1] != group]
        if not starts:
            return self
        here = max(at for at, start in enumerate(starts) if start <= self.cursor)
        return replace(self, cursor=starts[(here + step) % len(starts)])

    def press(
        self,
        ranks: Iterable[str],
        rank_of: Callable[[str], str],
        group_of: Callable[[str], str] | None = None,
    ) -> Self:
        """Choose one card more of these ranks; if all are chosen, let go of them all.

        With groups the cards that lie in one with the cursor come first.
        """
        wanted = frozenset(ranks)
        places = [at for at, card in enumerate(self.hand) if rank_of(card) in wanted]
        if not places:
            return self
        free = [at for at in places if at not in self.chosen]
        if not free:
            return replace(self, chosen=self.chosen - set(places), cursor=places[0])
        if group_of is not None and self.cursor < len(self.hand):
            here = group_of(self.hand[self.cursor])
            free.sort(key=lambda at: group_of(self.hand[at]) != here)
        return replace(self, chosen=self.chosen | {free[0]}, cursor=free[0])

    def choose(self, cards: Iterable[str], rank_of: Callable[[str], str]) -> Self:
        """Choose just these cards; one that is named without its suit is the first of its rank."""
        left = Counter(cards)
        chosen = set(_places(self.hand, left))
        left.subtract(self.hand[at] for at in chosen)
        for card in (+left).elements():
            free = (
                at
                for at, held in enumerate(self.hand)
                if at not in chosen and rank_of(held) == card
            )
            chosen |= {at for at in [next(free, None)] if at is not None}
        cursor = min(chosen, default=self.cursor)
        return replace(self, chosen=frozenset(chosen), cursor=cursor)

    def clear(self) -> Self:
        """Choose nothing."""
        return replace(self, chosen=frozenset())


def _places(hand: tuple[str, ...], wanted: Counter[str]) -> frozenset[int]:
    """Return the first places at which these cards lie."""
    left = Counter(wanted)
    places = []
    for at, card in enumerate(hand):
        if left[card] > 0:
            left[card] -= 1
            places.append(at)
    return frozenset(places)
