"""Which cards may be attached to which main groups (D4.0a-f, D4.22, D4.24)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.dou_dizhu.ranks import (
    BLACK,
    EMPTY,
    RED,
    SEQUENCE_RANKS,
    Cards,
    from_ranks,
    minus,
    spell,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from oracle.dou_dizhu.options import Options


def are_pair(one: int, other: int, options: Options, players: int) -> bool:
    """Two cards of one rank (D4.0a); with `any_two` and 4 players also b-r (D4.24)."""
    if {one, other} == {BLACK, RED}:
        return players == 4 and options.joker_pair_4p == "any_two"
    return one == other


def singles_may_be_attached(attached: Cards, mains: Sequence[int], options: Options) -> bool:
    """Whether these singles may go with main groups of these ranks (D4.0c-e, D4.22)."""
    if any(attached[main] > 0 for main in mains):
        return False  # D4.0c, "a card of a main rank": never
    if options.kickers == "loose":
        return True
    if attached[BLACK] + attached[RED] > 1:
        return False  # D4.0e
    if options.kickers == "distinct":
        return max(attached) == 1  # D4.0d
    neighbours = [rank for rank in (min(mains) - 1, max(mains) + 1) if rank in SEQUENCE_RANKS]
    return max(attached) <= 3 and all(attached[rank] < 3 for rank in neighbours)


def divisions_into_pairs(
    cards: Cards, options: Options, players: int
) -> Iterator[list[tuple[int, int]]]:
    """Every way to lay out all these cards in pairs (D4.0a)."""
    if cards == EMPTY:
        yield []
        return
    first = spell(cards)[0]
    others = minus(cards, from_ranks([first]))
    for second in sorted(set(spell(others))):
        if are_pair(first, second, options, players):
            rest = minus(others, from_ranks([second]))
            for pairs in divisions_into_pairs(rest, options, players):
                yield [(first, second), *pairs]


def pairs_may_be_attached(
    pairs: Sequence[tuple[int, int]], mains: Sequence[int], options: Options, players: int
) -> bool:
    """Whether these pairs may go with main groups of these ranks (D4.0c-d, D4.22, D4.24)."""
    if any(card in mains for pair in pairs for card in pair):
        return False  # D4.0c
    ranks_of_pairs = [min(pair) for pair in pairs]  # b-r is of rank b (D4.24)
    if options.kickers != "loose" and len(set(ranks_of_pairs)) < len(pairs):
        return False  # D4.0d
    jokers = [card for pair in pairs for card in pair if card in {BLACK, RED}]
    return not (players == 4 and not options.fourp_both_joker_pairs and len(jokers) > 2)
