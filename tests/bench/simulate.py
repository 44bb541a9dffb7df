"""Measure simulated deals against OpenSpiel's own C++ rollouts of the same game.

Both play uniformly random Dou Dizhu for three, on one thread, dealing included, in
turns. OpenSpiel's game has other side rules (its auction, its attached cards); a deal is
a deal of about as many decisions.
"""

from __future__ import annotations

import statistics
import time
from typing import Final

import pyspiel

from paizhuo.engine import simulate

RUNS: Final = 7
OUR_DEALS: Final = 30_000
THEIR_DEALS: Final = 2_000
FLOOR: Final = 5.0


def measure(
    runs: int = RUNS, our_deals: int = OUR_DEALS, their_deals: int = THEIR_DEALS
) -> dict[str, float]:
    """Return deals per second of both, and the median of the ratios of neighbouring runs."""
    game = pyspiel.load_game("dou_dizhu")
    ours: list[float] = []
    theirs: list[float] = []
    for run in range(runs):
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=their_deals, seed=run)
        state = game.new_initial_state()
        begin = time.perf_counter()
        evaluator.evaluate(state)
        theirs.append(their_deals / (time.perf_counter() - begin))
        begin = time.perf_counter()
        simulate("dou_dizhu", seats=3, deals=our_deals, seed=run)
        ours.append(our_deals / (time.perf_counter() - begin))
    ratios = [our / their for our, their in zip(ours, theirs, strict=True)]
    return {
        "deals_per_s": round(statistics.median(ours)),
        "openspiel_deals_per_s": round(statistics.median(theirs)),
        "ratio": round(statistics.median(ratios), 2),
        "floor": FLOOR,
    }
