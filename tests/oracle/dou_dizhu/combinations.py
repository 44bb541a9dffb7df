"""What a set of cards is (D4): its readings, by taking it apart in every possible way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from oracle.dou_dizhu.attachments import (
    are_pair,
    divisions_into_pairs,
    pairs_may_be_attached,
    singles_may_be_attached,
)
from oracle.dou_dizhu.ranks import (
    BLACK,
    RANKS,
    RED,
    SEQUENCE_RANKS,
    SUITED_RANKS,
    Cards,
    contains,
    from_ranks,
    full_pack,
    largest_hand,
    minus,
    packs,
    spell,
)

if TYPE_CHECKING:
    from oracle.dou_dizhu.options import Options

TYPES = (
    "rocket",
    "bomb",
    "single",
    "pair",
    "triplet",
    "straight",
    "pair_sequence",
    "triplet_sequence",
    "triplet_pair",
    "triplet_single",
    "triplet_sequence_pairs",
    "triplet_sequence_singles",
    "quad_pairs",
    "quad_singles",
)
"""In the order of D4.21.2."""


class Reading(NamedTuple):
    """One way to read a set; `n` and `key` as in the notation of the rules."""

    type: str
    key: str
    n: int

    @property
    def rank(self) -> int:
        """The key as a number."""
        return RANKS.index(self.key)

    def __str__(self) -> str:
        """`type:key:n`, as in the test vectors."""
        return f"{self.type}:{self.key}:{self.n}"


Found: TypeAlias = Iterator[tuple[int, int]]
"""(key as a number, n) of every way to read a set as one type."""


@cache
def runs(width: int, shortest: int) -> list[tuple[range, Cards]]:
    """Every run of at least `shortest` groups of `width` cards within 3..A (D1.4)."""
    spans = [range(low, high + 1) for low in SEQUENCE_RANKS for high in SEQUENCE_RANKS]
    return [(ranks, from_ranks(list(ranks) * width)) for ranks in spans if len(ranks) >= shortest]


@cache
def groups(width: int) -> list[tuple[int, Cards]]:
    """Every group of `width` cards of one rank 3..2 (D4.0b)."""
    return [(rank, from_ranks([rank] * width)) for rank in SUITED_RANKS]


def attached_to(main: Cards, cards: Cards, size: int) -> Cards | None:
    """What is left of `cards` without `main`, if these are exactly `size` cards."""
    if sum(cards) != sum(main) + size or not contains(cards, main):
        return None
    return minus(cards, main)


def _single(cards: Cards) -> Found:
    """D4.1: one card."""
    if sum(cards) == 1:
        yield spell(cards)[0], 1


def _pair(cards: Cards, options: Options, players: int) -> Found:
    """D4.2: two of a rank; a pair b-r is of rank b (D4.24)."""
    if sum(cards) == 2:
        one, other = spell(cards)
        if are_pair(one, other, options, players):
            yield min(one, other), 1


def _triplet(cards: Cards) -> Found:
    """D4.3: three of a rank 3..2."""
    for rank, triplet in groups(3):
        if cards == triplet:
            yield rank, 1


def _sequence(cards: Cards, width: int, shortest: int) -> Found:
    """D4.6, D4.7, D4.8: the set is a run and nothing else."""
    for ranks, run in runs(width, shortest):
        if cards == run:
            yield max(ranks), len(ranks)


def _triplet_single(cards: Cards) -> Found:
    """D4.4: a triplet and one card of another rank."""
    for rank, triplet in groups(3):
        rest = attached_to(triplet, cards, 1)
        if rest is not None and rest[rank] == 0:
            yield rank, 1


def _triplet_pair(cards: Cards, options: Options, players: int) -> Found:
    """D4.5: a triplet and a pair of another rank."""
    for rank, triplet in groups(3):
        rest = attached_to(triplet, cards, 2)
        if rest is not None and rest[rank] == 0:
            for _ in divisions_into_pairs(rest, options, players):
                yield rank, 1


def _triplet_sequence_singles(cards: Cards, options: Options) -> Found:
    """D4.9: a run of triplets, and as many singles as triplets."""
    for ranks, run in runs(3, 2):
        rest = attached_to(run, cards, len(ranks))
        if rest is not None and singles_may_be_attached(rest, ranks, options):
            yield max(ranks), len(ranks)


def _triplet_sequence_pairs(cards: Cards, options: Options, players: int) -> Found:
    """D4.10: a run of triplets, and a division of the rest into as many pairs."""
    for ranks, run in runs(3, 2):
        rest = attached_to(run, cards, 2 * len(ranks))
        if rest is not None:
            for pairs in divisions_into_pairs(rest, options, players):
                if pairs_may_be_attached(pairs, ranks, options, players):
                    yield max(ranks), len(ranks)


def _bomb(cards: Cards, players: int) -> Found:
    """D4.11: 4 of a rank 3..2, with 4 players 4 to 8; n is the number of cards."""
    for size in {3: [4], 4: [4, 5, 6, 7, 8]}[players]:
        for rank, bomb in groups(size):
            if cards == bomb:
                yield rank, size


def _rocket(cards: Cards, players: int) -> Found:
    """D4.12: all jokers of the game."""
    if cards == from_ranks([BLACK, RED] * packs(players)):
        yield RED, 1


def _quad_singles(cards: Cards, options: Options) -> Found:
    """D4.13: a quad and two singles."""
    for rank, quad in groups(4):
        rest = attached_to(quad, cards, 2)
        if rest is not None and singles_may_be_attached(rest, [rank], options):
            yield rank, 1


def _quad_pairs(cards: Cards, options: Options, players: int) -> Found:
    """D4.14: a quad, and a division of the rest into two pairs."""
    for rank, quad in groups(4):
        rest = attached_to(quad, cards, 4)
        if rest is not None:
            for pairs in divisions_into_pairs(rest, options, players):
                if pairs_may_be_attached(pairs, [rank], options, players):
                    yield rank, 1


def exists(type_: str, options: Options, players: int) -> bool:
    """Whether this type is played at all (D4 table, D4.23, D4.25)."""
    if type_ in {"triplet_single", "triplet_sequence_singles"}:
        return players == 3 or options.triplet_single_4p
    if type_ in {"quad_singles", "quad_pairs"}:
        return options.quadplex_3p if players == 3 else options.quadplex_4p
    return True


def priority(reading: Reading) -> tuple[int, int, int]:
    """Sorts readings by D4.21.2: type, then the larger n, then the higher key."""
    return TYPES.index(reading.type), -reading.n, -reading.rank


def readings(cards: Cards, options: Options, players: int) -> list[Reading]:
    """Every reading of the set, the default one of D4.21.2 first; none: no combination."""
    if sum(cards) > largest_hand(players) or not contains(full_pack(players), cards):
        return []  # D4.0h; a set that cannot be
    found: dict[str, Found] = {
        "single": _single(cards),
        "pair": _pair(cards, options, players),
        "triplet": _triplet(cards),
        "triplet_single": _triplet_single(cards),
        "triplet_pair": _triplet_pair(cards, options, players),
        "straight": _sequence(cards, 1, 5),
        "pair_sequence": _sequence(cards, 2, 3),
        "triplet_sequence": _sequence(cards, 3, 2),
        "triplet_sequence_singles": _triplet_sequence_singles(cards, options),
        "triplet_sequence_pairs": _triplet_sequence_pairs(cards, options, players),
        "bomb": _bomb(cards, players),
        "rocket": _rocket(cards, players),
        "quad_singles": _quad_singles(cards, options),
        "quad_pairs": _quad_pairs(cards, options, players),
    }
    every = {
        Reading(type_, RANKS[key], n)
        for type_, ways in found.items()
        if exists(type_, options, players)
        for key, n in ways
    }
    return sorted(every, key=priority)
