"""Whole matches of the engine and the oracle in lockstep, dealt from the same keys."""

from __future__ import annotations

import random

import pytest

from engine.lockstep import Lockstep
from engine.replaying import seeds, told_how_to_replay
from engine.swarm import random_options, random_preset, set_up_both

THIS_FILE = "tests/differential/test_engine_matches.py"

SEEDS = seeds(60)

STEPS_MAX = 250
"""A match that has not ended by then is left: it has been compared at every step."""


@pytest.mark.parametrize("seed", SEEDS)
def test_lockstep(seed: int) -> None:
    """Engine and oracle agree at every step of a match of random options (D2 to D7).

    The same hands, bottom and face-up card, first bidder, legal actions with their readings,
    refusals, roles, stake, payments, totals and end.
    """
    with told_how_to_replay(seed, THIS_FILE):
        rng = random.Random(seed)
        seats = 3 + seed % 2
        preset = random_preset(rng, seats)
        rules, options = set_up_both(seats, random_options(rng, seats), preset)
        both = Lockstep(rules, options, f"lockstep {seed}", rng)
        both.run(STEPS_MAX)
        assert both.steps > 0


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("how", ["bid123", "bid_once", "call_rob"])
def test_nobody_ever_acts(seats: int, how: str) -> None:
    """What a seat does by default is legal for both, and leads to the same end (D5.14)."""
    rules, options = set_up_both(
        seats,
        {"auction": how, "max_redeals": 1, "landlord_reveal": "on", "personal_double": "on"},
    )
    both = Lockstep(rules, options, f"timeouts {seats} {how}", random.Random(0))
    both.run(STEPS_MAX, timeouts=1)
    assert both.oracle.over
    assert both.oracle.finished[0].redeals == 1


@pytest.mark.parametrize("seats", [3, 4])
def test_many_deals_of_one_match(seats: int) -> None:
    """Dealer, first bidder and totals carry over deal after deal (D2.1, D2.8, D5.9)."""
    rules, options = set_up_both(
        seats,
        {"match_end": "deals", "match_deals": 15, "first_bidder": "previous_winner", "unit": 7},
    )
    both = Lockstep(rules, options, f"long {seats}", random.Random(1), probes=0)
    both.run(50_000, blunt=True)
    assert both.oracle.over
    assert len(both.oracle.finished) == 15
