"""The turns of a trick (Z5), judged from the number of cards that everybody laid."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oracle.zheng_fen.options import Options


class IllegalTurnError(ValueError):
    """An action of the history was not possible in its place."""


class Ask(NamedTuple):
    """The trick goes on, and it is this seat's turn (Z5.2)."""

    seat: int


class Won(NamedTuple):
    """The trick is over."""

    winner: int
    leader: int | None
    """Who leads next (Z5.5, Z5.7); None where the play is over (Z5.8, Z5.13)."""
    decided: bool
    """By passes (Z5.4), not because the play was over."""


Turn = Ask | Won


def _next_with_cards(hands: Sequence[int], seat: int) -> int:
    """The next player anticlockwise who holds cards (Z1.5, Z5.7)."""
    count = len(hands)
    return next(s for s in ((seat + k) % count for k in range(1, count + 1)) if hands[s])


def turn(left: Sequence[int], leader: int, actions: Sequence[int | None], options: Options) -> Turn:
    """What follows on these actions: numbers of cards laid in turn, None for a pass.

    `left` are the cards in hand of each seat before the trick.
    """
    hands = list(left)
    state: Turn = Ask(leader)
    last_player: int | None = None
    passed: set[int] = set()
    for cards in actions:
        if not isinstance(state, Ask):
            message = "the trick was over"
            raise IllegalTurnError(message)
        seat = state.seat
        if cards is None:
            if last_player is None:
                message = "Z5.1: the leader may not pass"
                raise IllegalTurnError(message)
            passed.add(seat)
        else:
            if not 1 <= cards <= hands[seat]:
                message = f"seat {seat} cannot lay {cards} cards"
                raise IllegalTurnError(message)
            hands[seat] -= cards
            last_player = seat
            if not options.pass_locks:
                passed = set()
        assert last_player is not None
        state = _after(hands, seat, last_player, passed, options)
    return state


def _after(
    hands: list[int], seat: int, last_player: int, passed: set[int], options: Options
) -> Turn:
    """Who is asked after `seat` has acted, or who has won."""
    holding = [other for other, cards in enumerate(hands) if cards]
    asked = [other for other in holding if other != last_player and other not in passed]
    over = len(holding) <= 1
    if not asked:
        leader = None if over else last_player
        if leader is not None and not hands[leader]:
            leader = _next_with_cards(hands, last_player)
        return Won(last_player, leader, decided=True)
    if over and options.end_of_play == "one_left":
        return Won(last_player, None, decided=False)
    count = len(hands)
    return Ask(next(s for s in ((seat + k) % count for k in range(1, count)) if s in asked))
