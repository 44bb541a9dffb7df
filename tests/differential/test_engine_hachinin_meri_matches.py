"""Whole matches of Hachinin Meri of the engine and the oracle in lockstep, from the same keys."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from engine.hachinin_meri import Lockstep, random_options, set_up_both
from engine.replaying import seeds, told_how_to_replay
from oracle.hachinin_meri import perft as oracle_perft

if TYPE_CHECKING:
    from oracle.setting import Value

THIS_FILE = "tests/differential/test_engine_hachinin_meri_matches.py"

SEEDS = seeds(16)

STEPS_MAX = 170
"""Two deals: a match that has not ended by then has been compared at every step."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_lockstep(seed: int) -> None:
    """Engine and oracle agree at every step of a match of random options (HM-2 to HM-7).

    The same dealers, hands, trumps, legal actions, refusals, faces, winners, points, totals and
    end; some matches are played with all trumps early.
    """
    with told_how_to_replay(seed, THIS_FILE):
        rng = random.Random(seed)
        rules, options = set_up_both(random_options(rng))
        both = Lockstep(rules, options, f"lockstep {seed}", rng)
        both.run(STEPS_MAX, trumps=(0.0, 0.3, 0.9)[seed % 3])
        assert both.steps > 0


@pytest.mark.slow
@pytest.mark.parametrize(("deals", "direction"), [(8, "clockwise"), (16, "counterclockwise")])
def test_many_deals_of_one_match(deals: int, direction: str) -> None:
    """Dealer and totals carry over deal after deal to the end (HM-2.2, HM-5.7, HM-7.2)."""
    chosen: dict[str, Value] = {"deals": deals, "direction": direction, "tie": "extra_deal"}
    rules, options = set_up_both(chosen)
    both = Lockstep(rules, options, f"long {deals}", random.Random(deals), probes=0)
    both.run(50_000, trumps=0.4)
    assert both.oracle.over
    assert len(both.oracle.finished) in {deals, deals + 1}


@pytest.mark.slow
@pytest.mark.parametrize("first_dealer", ["lot", 5])
def test_nobody_ever_acts(first_dealer: str | int) -> None:
    """What a seat does by default is legal for both, and leads to the same end (HM-6.4)."""
    rules, options = set_up_both({"deals": 2, "first_dealer": first_dealer})
    both = Lockstep(rules, options, f"timeouts {first_dealer}", random.Random(0), probes=0)
    both.run(50_000, timeouts=1)
    assert both.oracle.over


# --- numbers of action sequences ------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_perft_within_matches(seed: int) -> None:
    """Somewhere in a match of random options both count the same sequences (HM-2, HM-4)."""
    rng = random.Random(f"perft {seed}")
    rules, options = set_up_both(random_options(rng))
    both = Lockstep(rules, options, f"perft {seed}", rng, probes=0)
    both.run(rng.randint(0, 75), trumps=0.3)
    depth = 1
    while depth <= 3 and oracle_perft.perft(both.oracle, depth) < 700:
        assert both.engine.perft(depth) == oracle_perft.perft(both.oracle, depth)
        depth += 1
    if depth == 1:
        assert both.engine.perft(1) == oracle_perft.perft(both.oracle, 1)
