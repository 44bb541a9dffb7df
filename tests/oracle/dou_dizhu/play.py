"""The turns of a trick (D5), judged from the number of cards that everybody laid."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class IllegalTurnError(ValueError):
    """An action of the history was not possible in its place."""


class Ask(NamedTuple):
    """The trick goes on, and it is this seat's turn (D5.2)."""

    seat: int


class TrickWon(NamedTuple):
    """N-1 passes in a row: this seat won the trick and leads the next (D5.5)."""

    seat: int


class WentOut(NamedTuple):
    """This seat's hand is empty: the deal is over (D5.6)."""

    seat: int


Turn = Ask | TrickWon | WentOut


def turn(players: int, left: Sequence[int], leader: int, actions: Sequence[int | None]) -> Turn:
    """What follows on these actions: numbers of cards laid in turn, None for a pass.

    `left` are the cards in hand of each seat before the trick.
    """
    hands = list(left)
    last_player = leader
    passes = 0
    for count, cards in enumerate(actions):
        seat = (leader + count) % players
        if passes == players - 1 or 0 in hands:
            message = "the trick was over"
            raise IllegalTurnError(message)
        if cards is None:
            if count == 0:
                message = "D5.3: the leader may not pass"
                raise IllegalTurnError(message)
            passes += 1
        else:
            if not 1 <= cards <= hands[seat]:
                message = f"seat {seat} cannot lay {cards} cards"
                raise IllegalTurnError(message)
            hands[seat] -= cards
            last_player, passes = seat, 0
    if 0 in hands:
        return WentOut(hands.index(0))
    if passes == players - 1:
        return TrickWon(last_player)
    return Ask((leader + len(actions)) % players)
