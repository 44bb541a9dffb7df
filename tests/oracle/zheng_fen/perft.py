"""Counting action sequences: two programs that agree on them agree on the rules.

A play counts once for each set of cards and each reading in which it may be played; with
`poker_match = label` a lead also counts once for each label that it may name (Z4.20).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.zheng_fen.cards import show
from oracle.zheng_fen.order import ANY, Wanted
from oracle.zheng_fen.plays import plays

if TYPE_CHECKING:
    from oracle.zheng_fen.match import Match

Choice = tuple[str, Wanted]


def choices(match: Match) -> list[Choice]:
    """Every action that may come next, with the reading that it names."""
    round_ = match.round
    if match.over:
        return []
    (seat,) = match.asked()
    found: list[Choice] = [("pass", ANY)] if round_.trick else []
    for ways in plays(round_.hands[seat], round_.options, round_.standing).values():
        for laid in ways:
            text = f"play {show(laid.cards)}"
            wanted = Wanted(*laid.reading)
            labels = laid.labels if round_.options.poker_match == "label" else ()
            if labels and round_.standing is None:
                found += [(text, wanted._replace(label=label)) for label in labels]
            else:
                found.append((text, wanted))
    return found


def perft(match: Match, depth: int) -> int:
    """The number of legal action sequences of this length from here."""
    if depth == 0:
        return 1
    every = choices(match)
    if depth == 1:
        return len(every)
    return sum(perft(after(match, choice), depth - 1) for choice in every)


def after(match: Match, choice: Choice) -> Match:
    """The match with this action taken; the given one stays as it is."""
    other = match.clone()
    (seat,) = other.asked()
    other.act(seat, *choice)
    return other
