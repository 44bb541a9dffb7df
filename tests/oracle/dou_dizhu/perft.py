"""Counting action sequences: two programs that agree on them agree on the rules.

An action is one answer of one seat: a call, a pass, `continue`, a play. A play counts once
for each multiset of ranks, whatever readings it has; it takes the default one (D4.21).
Between deals (D5.13) several seats have an open decision: each of them may be the next to
act, so every order of their answers counts. A match that is over has no sequences left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from oracle.dou_dizhu.match import Match


def actions(match: Match) -> list[tuple[int, str]]:
    """Every (seat, action) that may come next: seat by seat, in seat order."""
    return [(seat, action) for seat in match.asked() for action in match.legal(seat)]


def perft(match: Match, depth: int) -> int:
    """The number of legal action sequences of this length from here."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(actions(match))
    return sum(perft(after(match, seat, action), depth - 1) for seat, action in actions(match))


def divide(match: Match, depth: int) -> dict[tuple[int, str], int]:
    """The same, split by the first action: what to compare when the sums differ."""
    return {
        (seat, action): perft(after(match, seat, action), depth - 1)
        for seat, action in actions(match)
    }


def after(match: Match, seat: int, action: str) -> Match:
    """The match with this action taken; the given one stays as it is."""
    other = match.clone()
    other.act(seat, action)
    return other
