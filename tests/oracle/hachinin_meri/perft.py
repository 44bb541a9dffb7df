"""The number of legal action sequences of a length."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from oracle.hachinin_meri.match import Match


def perft(match: Match, depth: int) -> int:
    """The number of legal action sequences of this length from here."""
    if depth == 0:
        return 1
    choices = [(seat, action) for seat in match.asked() for action in match.legal(seat)]
    if depth == 1:
        return len(choices)
    return sum(perft(after(match, seat, action), depth - 1) for seat, action in choices)


def after(match: Match, seat: int, action: str) -> Match:
    """The match with this action taken; the given one stays as it is."""
    other = match.clone()
    other.act(seat, action)
    return other
