"""Measure simulated deals against OpenSpiel's own C++ rollouts of the same game.

Both play uniformly random Dou Dizhu for three, on one thread, in turns. OpenSpiel's
`RandomRolloutEvaluator` can be reached from Python through one step of its tree search
alone, which begins after the deal: so its deals are played, ours are dealt and played.
OpenSpiel's auction and attached cards differ a little; a deal is a deal.
"""

from __future__ import annotations

import random
import statistics
import time
from typing import Any, Final

import pyspiel

from paizhuo.engine import simulate

RUNS: Final = 9
OUR_DEALS: Final = 40_000
THEIR_DEALS: Final = 3_000
FLOOR: Final = 5.0


def measure(
    runs: int = RUNS, our_deals: int = OUR_DEALS, their_deals: int = THEIR_DEALS
) -> dict[str, float]:
    """Return deals per second of CPU of both, and the median ratio of neighbouring runs."""
    ours: list[float] = []
    theirs: list[float] = []
    for run in range(runs):
        theirs.append(their_deals / _rollouts_s(their_deals, run))
        begin = time.process_time()
        simulate("dou_dizhu", seats=3, deals=our_deals, seed=run)
        ours.append(our_deals / (time.process_time() - begin))
    ratios = [our / their for our, their in zip(ours, theirs, strict=True)]
    return {
        "deals_per_s": round(statistics.median(ours)),
        "openspiel_deals_per_s": round(statistics.median(theirs)),
        "ratio": round(statistics.median(ratios), 2),
        "floor": FLOOR,
    }


def _rollouts_s(deals: int, seed: int) -> float:
    """Return the seconds of CPU of so many rollouts of one dealt position."""
    game = pyspiel.load_game("dou_dizhu")
    evaluator = pyspiel.RandomRolloutEvaluator(deals, seed)
    simulations, memory_mb, solves, verbose = 1, 100, False, False
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, memory_mb, solves, seed, verbose)
    state = _dealt(game, seed)
    begin = time.process_time()
    bot.mcts_search(state)
    return time.process_time() - begin


def _dealt(game: Any, seed: int) -> Any:
    """Return the game with its cards dealt."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state
