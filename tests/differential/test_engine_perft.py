"""Numbers of action sequences: the engine's tables against the oracle's matches."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from engine.lockstep import Lockstep, by_ranks
from engine.logged import LoggedMatch
from engine.swarm import random_options, set_up_both
from oracle.dou_dizhu import perft as oracle_perft
from oracle.dou_dizhu.deal import from_keys
from oracle.dou_dizhu.match import Match

if TYPE_CHECKING:
    from oracle.setting import Value

DEALS: list[tuple[int, dict[str, Value], list[int]]] = [
    (3, {}, [4, 68, 710, 4911]),
    (3, {"auction": "call_rob", "landlord_reveal": "on", "personal_double": "on"}, [2, 4, 8, 16]),
    (3, {"auction": "bid_once", "kickers": "rlcard", "first_bidder": "random"}, [4, 77, 550, 2147]),
    (3, {"kickers": "loose", "personal_double": "on"}, [4, 11, 26, 56]),
    (4, {}, [4, 203, 1874, 25_942]),
    (
        4,
        {"triplet_single_4p": True, "quadplex_4p": True, "joker_pair_4p": "any_two"},
        [4, 1162, 12_382],
    ),
    (4, {"auction": "call_rob", "max_redeals": 1}, [2, 4, 8, 16]),
]
"""Seats, options, and the counts at depths 1 to 4, as both gave them when they were written."""


def actions(match: LoggedMatch) -> list[tuple[int, str]]:
    """Give every (seat, action); a play once for each multiset of ranks."""
    return [
        (seat, action)
        for seat in match.asked()
        for action in sorted({by_ranks(listed) for listed in match.legal(seat)})
    ]


def perft(match: LoggedMatch, depth: int) -> int:
    """Count the legal action sequences of this length from here."""
    if depth <= 1:
        return len(actions(match)) if depth else 1
    count = 0
    for seat, action in actions(match):
        other = match.clone()
        other.act(seat, action)
        count += perft(other, depth - 1)
    return count


@pytest.mark.parametrize(("seats", "chosen", "counts"), DEALS, ids=str)
def test_perft_from_a_deal(seats: int, chosen: dict[str, Value], counts: list[int]) -> None:
    """From a fresh deal both count the same sequences, and the same as ever (D3, D5)."""
    rules, options = set_up_both(seats, chosen)
    match = LoggedMatch(rules, "perft")
    other = Match(seats, options, from_keys(options, seats, match.keys.key))
    depths = range(1, len(counts) + 1)
    assert [perft(match, depth) for depth in depths] == counts
    assert [oracle_perft.perft(other, depth) for depth in depths] == counts


@pytest.mark.parametrize("seed", range(24))
def test_perft_within_matches(seed: int) -> None:
    """Somewhere in a match of random options both count the same sequences (D3, D5).

    Where the counts differ, `divide` says under which action.
    """
    rng = random.Random(f"perft {seed}")
    seats = 3 + seed % 2
    rules, options = set_up_both(seats, random_options(rng, seats))
    both = Lockstep(rules, options, f"perft {seed}", rng, probes=0)
    both.run(rng.randint(1, 60))
    counted = {
        (seat, action): perft_after(both.engine, seat, action, 1)
        for seat, action in actions(both.engine)
    }
    assert counted == oracle_perft.divide(both.oracle, 2)
    if sum(counted.values()) < 300:
        assert perft(both.engine, 3) == oracle_perft.perft(both.oracle, 3)


def perft_after(match: LoggedMatch, seat: int, action: str, depth: int) -> int:
    """Count the sequences that follow on an action."""
    other = match.clone()
    other.act(seat, action)
    return perft(other, depth)
