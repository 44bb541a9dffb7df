"""Whole matches of Zheng Fen of the engine and the oracle in lockstep, from the same keys."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from engine.replaying import seeds, told_how_to_replay
from engine.zheng_fen import Lockstep, random_options, random_preset, set_up_both
from oracle.zheng_fen import perft as oracle_perft

if TYPE_CHECKING:
    from oracle.setting import Value

THIS_FILE = "tests/differential/test_engine_zheng_fen_matches.py"

SEEDS = seeds(32)

STEPS_MAX = 120
"""A match that has not ended by then is left: it has been compared at every step."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_lockstep(seed: int) -> None:
    """Engine and oracle agree at every step of a match of random options (Z2 to Z7).

    The same hands, leaders, legal actions with their readings, refusals, piles, passes, roles,
    results, totals and end. Wild jokers are left to the largest tables: the oracle tries
    whatever two jokers may stand for.
    """
    with told_how_to_replay(seed, THIS_FILE):
        rng = random.Random(seed)
        seats = 3 + seed % 4
        chosen = random_options(rng)
        preset = random_preset(rng)
        chosen["jokers_wild"] = seats >= 5 and seed % 3 > 0
        rules, options = set_up_both(seats, chosen, preset)
        both = Lockstep(rules, options, f"lockstep {seed}", rng)
        both.run(STEPS_MAX, blunt=seed % 2 == 1)
        assert both.steps > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "end"), [(3, "one_left"), (4, "all_out"), (5, "one_left"), (6, "all_out")]
)
def test_many_deals_of_one_match(seats: int, end: str) -> None:
    """Shuffler, leader and totals carry over deal after deal to the target (Z2.2, Z2.9, Z6.2)."""
    lead = "last_trick_winner" if seats % 2 else "first_out"
    chosen: dict[str, Value] = {"target": 500, "later_lead": lead, "end_of_play": end}
    chosen["pass_locks"] = seats in {3, 6}
    rules, options = set_up_both(seats, chosen)
    both = Lockstep(rules, options, f"long {seats} {end}", random.Random(seats), probes=0)
    both.run(50_000, blunt=True)
    assert both.oracle.over
    assert 5 <= len(both.oracle.finished) <= 5 * seats


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 6])
def test_nobody_ever_acts(seats: int) -> None:
    """What a seat does by default is legal for both, and leads to the same end (Z5.15)."""
    rules, options = set_up_both(seats, {"target": 50})
    both = Lockstep(rules, options, f"timeouts {seats}", random.Random(0), probes=0)
    both.run(50_000, timeouts=1)
    assert both.oracle.over


# --- numbers of action sequences ------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(16))
def test_perft_within_matches(seed: int) -> None:
    """Somewhere in a match of random options both count the same sequences (Z4, Z5)."""
    rng = random.Random(f"perft {seed}")
    seats = 3 + seed % 4
    chosen = random_options(rng)
    chosen["jokers_wild"] = seats == 6
    rules, options = set_up_both(seats, chosen)
    both = Lockstep(rules, options, f"perft {seed}", rng, probes=0)
    both.run(rng.randint(5, 60), blunt=True)
    depth = 1
    while depth <= 3 and oracle_perft.perft(both.oracle, depth) < 400:
        assert both.engine.perft(depth) == oracle_perft.perft(both.oracle, depth)
        depth += 1
    if depth == 1:
        assert both.engine.perft(1) == oracle_perft.perft(both.oracle, 1)
