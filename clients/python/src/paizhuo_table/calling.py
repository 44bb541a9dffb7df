"""Calls that are being chosen: which copies of which cards, on a board of suits and ranks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from paizhuo_client.model import CallFriends, FriendCall
from paizhuo_client.snapshots import cards as split

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from paizhuo_client.model import CallsShape
    from paizhuo_table.deck import Deck

OTHER: int = 0
"""The copy that the caller does not hold."""


@dataclass(frozen=True, slots=True)
class CallBoard:
    """The cards that may be called, a line a suit, with a cursor and what is chosen.

    It never changes: every method returns the next one.
    """

    shape: CallsShape
    """What the calls must look like."""
    suits: tuple[str, ...]
    """Lines, from the top."""
    ranks: tuple[str, ...]
    """Columns, from the left."""
    cards: Mapping[tuple[str, str], str]
    """The card of a suit and a rank, where it may be called."""
    chosen: tuple[FriendCall, ...] = ()
    """What is chosen, in that order."""
    line: int = 0
    column: int = 0

    @classmethod
    def lay_out(cls, shape: CallsShape, deck: Deck) -> Self:
        """Lay out the cards that may be called."""
        cards = {(deck.suit(card), deck.rank(card)): card for card in split(shape.cards)}
        suits = deck.suits_down({suit for suit, _ in cards})
        ranks = deck.ranks_down(next(iter(suits), ""), {rank for _, rank in cards})
        return cls(shape, suits, ranks, cards)

    @property
    def card(self) -> str:
        """The card at the cursor; empty where none may be called."""
        if not (self.suits and self.ranks):
            return ""
        return self.cards.get((self.suits[self.line], self.ranks[self.column]), "")

    @property
    def action(self) -> CallFriends | None:
        """The calls, once there are as many as there must be."""
        return CallFriends(self.chosen) if len(self.chosen) == self.shape.count else None

    def copies(self, card: str) -> tuple[int, ...]:
        """Return the copies of a card that are chosen."""
        return tuple(sorted(call.copy for call in self.chosen if call.card == card))

    def move(self, lines: int, columns: int) -> Self:
        """Move the cursor; behind the last line or column comes the first."""
        if not (self.suits and self.ranks):
            return self
        line = (self.line + lines) % len(self.suits)
        return replace(self, line=line, column=(self.column + columns) % len(self.ranks))

    def go_to(self, ranks: Iterable[str]) -> Self:
        """Move the cursor to a rank, if it is on the board."""
        found = next((rank for rank in ranks if rank in self.ranks), None)
        return self if found is None else replace(self, column=self.ranks.index(found))

    def toggle(self, copy: int) -> Self:
        """Call a copy of the card at the cursor, or not any more.

        Where there are as many calls as there may be, the first one makes room.
        """
        card = self.card
        is_other = copy == OTHER and card in split(self.shape.others)
        if not card or not (is_other or 1 <= copy <= self.shape.copies):
            return self
        call = FriendCall(card, copy)
        if call in self.chosen:
            return replace(self, chosen=tuple(c for c in self.chosen if c != call))
        return replace(self, chosen=(*self.chosen, call)[-self.shape.count :])

    def choose(self, calls: Iterable[FriendCall]) -> Self:
        """Choose just these calls."""
        return replace(self, chosen=tuple(calls))
