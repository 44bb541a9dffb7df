"""Every play of a stock of cards (D4), built up from its groups instead of taken apart.

Nothing here asks `combinations.readings` or `attachments`: the two are written apart from
each other, and a test compares them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, TypeAlias

from oracle.dou_dizhu.combinations import Reading
from oracle.dou_dizhu.ranks import (
    BLACK,
    RANKS,
    RED,
    Cards,
    contains,
    from_ranks,
    full_pack,
    largest_hand,
)

if TYPE_CHECKING:
    from oracle.dou_dizhu.options import Options

Built: TypeAlias = Iterator[tuple[list[int], Reading]]
"""Ranks of the cards, and what they were built as."""


class Builder:
    """Builds plays out of one stock of cards."""

    def __init__(self, stock: Cards, options: Options, players: int) -> None:
        """`stock` is a hand, or the full pack for every play of the game."""
        self.stock = stock
        self.options = options
        self.players = players

    def plays(self) -> dict[Cards, set[Reading]]:
        """Every play with all that it may be read as."""
        every: dict[Cards, set[Reading]] = {}
        for built in self._kinds():
            for ranks, reading in built:
                cards = from_ranks(ranks)
                if len(ranks) <= largest_hand(self.players) and contains(self.stock, cards):
                    every.setdefault(cards, set()).add(reading)
        return every

    def _kinds(self) -> Iterable[Built]:
        """What is played with these options (D4 table, D4.23, D4.25)."""
        yield from (self._bare(), self._sequences(), self._triplets_and_pairs())
        if self.players == 3 or self.options.triplet_single_4p:
            yield self._triplets_and_singles()
        if self.options.quadplex_3p if self.players == 3 else self.options.quadplex_4p:
            yield self._quadplexes()

    def _having(self, count: int, among: Iterable[int]) -> list[int]:
        """The ranks among these of which the stock has at least `count` cards."""
        return [rank for rank in among if self.stock[rank] >= count]

    def _bare(self) -> Built:
        """D4.1, D4.2, D4.3, D4.11, D4.12."""
        for rank in self._having(1, range(15)):
            yield [rank], Reading("single", RANKS[rank], 1)
        for pair in self._pairs(set()):
            yield pair, Reading("pair", RANKS[pair[0]], 1)
        for rank in self._having(3, range(13)):
            yield [rank] * 3, Reading("triplet", RANKS[rank], 1)
        for size in range(4, 5 if self.players == 3 else 9):
            for rank in self._having(size, range(13)):
                yield [rank] * size, Reading("bomb", RANKS[rank], size)
        yield [BLACK, RED] * (self.players - 2), Reading("rocket", "r", 1)

    def _runs(self, width: int, shortest: int) -> Iterator[list[int]]:
        """Ranks of every run of groups in the stock, 3..A, no gap (D1.4)."""
        for n in range(shortest, 13):
            for low in range(12 - n + 1):
                ranks = list(range(low, low + n))
                if self._having(width, ranks) == ranks:
                    yield ranks

    def _sequences(self) -> Built:
        """D4.6, D4.7, D4.8."""
        forms = [("straight", 1, 5), ("pair_sequence", 2, 3), ("triplet_sequence", 3, 2)]
        for name, width, shortest in forms:
            for ranks in self._runs(width, shortest):
                yield ranks * width, Reading(name, RANKS[ranks[-1]], len(ranks))

    def _pairs(self, mains: set[int]) -> list[list[int]]:
        """All pairs of other ranks than the main groups (D4.0a, D4.0c, D4.24)."""
        pairs = [[rank, rank] for rank in self._having(2, range(15)) if rank not in mains]
        if self.players == 4 and self.options.joker_pair_4p == "any_two":
            pairs.append([BLACK, RED])
        return pairs

    def _several_pairs(self, mains: set[int], n: int) -> Iterator[list[int]]:
        """The cards of `n` attached pairs (D4.0d, D4.22, D4.24)."""
        equal_allowed = self.players == 3 and self.options.kickers == "loose"
        choose = combinations_with_replacement if equal_allowed else combinations
        for pairs in choose(self._pairs(mains), n):
            b_and_b, b_and_r = [BLACK, BLACK] in pairs, [BLACK, RED] in pairs
            all_jokers = b_and_b and [RED, RED] in pairs
            if b_and_b and b_and_r:
                continue  # equal pairs (D4.24)
            if not (all_jokers and not self.options.fourp_both_joker_pairs):
                yield [rank for pair in pairs for rank in pair]

    def _singles(self, mains: list[int], n: int) -> Iterator[tuple[int, ...]]:
        """The cards of `n` attached singles (D4.0c-e, D4.22)."""
        others = [rank for rank in self._having(1, range(15)) if rank not in mains]
        if self.players == 4 or self.options.kickers == "distinct":
            for chosen in combinations(others, n):
                if not {BLACK, RED} <= set(chosen):
                    yield chosen
            return
        for chosen in combinations_with_replacement(others, n):
            if self.options.kickers == "loose" or self._rlcard_allows(mains, chosen):
                yield chosen

    @staticmethod
    def _rlcard_allows(mains: list[int], singles: tuple[int, ...]) -> bool:
        """The three rows of D4.22 where `rlcard` says no and `loose` says yes."""
        four_of_a_rank = any(singles.count(rank) == 4 for rank in range(15))
        below, above = mains[0] - 1, mains[-1] + 1
        longer_run = singles.count(below) == 3 or (above <= 11 and singles.count(above) == 3)
        both_jokers = BLACK in singles and RED in singles
        return not (four_of_a_rank or longer_run or both_jokers)

    def _triplets_and_pairs(self) -> Built:
        """D4.5, D4.10."""
        for rank in self._having(3, range(13)):
            for pair in self._pairs({rank}):
                yield [rank] * 3 + pair, Reading("triplet_pair", RANKS[rank], 1)
        for ranks in self._runs(3, 2):
            for cards in self._several_pairs(set(ranks), len(ranks)):
                reading = Reading("triplet_sequence_pairs", RANKS[ranks[-1]], len(ranks))
                yield ranks * 3 + cards, reading

    def _triplets_and_singles(self) -> Built:
        """D4.4, D4.9."""
        for rank in self._having(3, range(13)):
            for other in self._having(1, range(15)):
                if other != rank:
                    yield [rank] * 3 + [other], Reading("triplet_single", RANKS[rank], 1)
        for ranks in self._runs(3, 2):
            if 4 * len(ranks) > largest_hand(self.players):
                continue
            for singles in self._singles(ranks, len(ranks)):
                reading = Reading("triplet_sequence_singles", RANKS[ranks[-1]], len(ranks))
                yield ranks * 3 + list(singles), reading

    def _quadplexes(self) -> Built:
        """D4.13, D4.14."""
        for rank in self._having(4, range(13)):
            for singles in self._singles([rank], 2):
                yield [rank] * 4 + list(singles), Reading("quad_singles", RANKS[rank], 1)
            for cards in self._several_pairs({rank}, 2):
                yield [rank] * 4 + cards, Reading("quad_pairs", RANKS[rank], 1)


def enumerate_all(options: Options, players: int) -> dict[Cards, set[Reading]]:
    """Every distinct play of the game, from the full pack and the largest hand (D4.19)."""
    return Builder(full_pack(players), options, players).plays()
