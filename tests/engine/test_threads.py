"""Simulation and threads: the lock of the interpreter is let go, and nothing depends on it."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from engine.playing import play_out
from engine.swarm import random_options
from paizhuo.engine import Ruleset, SetupError, Table, simulate
from paizhuo.limits import SIMULATED_DEALS_MAX, SIMULATION_THREADS_MAX


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_threads_change_nothing(seats: int, bot: str) -> None:
    """What comes of simulated deals depends on everything but the number of threads."""
    deals = 400 if bot == "random" else 40
    reports = [
        simulate("dou_dizhu", seats, deals, seed=3, bots=[bot] * seats, threads=threads)
        for threads in (1, 2, 5, 1)
    ]
    first = reports[0]
    for report in reports:
        assert (report.deals, report.decisions) == (deals, first.decisions)
        assert report.wins == first.wins
        assert report.seconds >= 0
    other = simulate("dou_dizhu", seats, deals, seed=4, bots=[bot] * seats)
    assert other.wins != first.wins or other.decisions != first.decisions


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("seed", range(5))
def test_simulation_under_any_options(seats: int, seed: int) -> None:
    """Every deal has one winning side: the landlord, or all peasants (D1.6, D5.7)."""
    chosen = random_options(random.Random(seed), seats)
    report = simulate("dou_dizhu", seats, 60, seed=seed, options=chosen)
    landlord_wins = (seats - 1) * report.deals - sum(report.wins)
    assert landlord_wins % (seats - 2) == 0
    assert 0 <= landlord_wins // (seats - 2) <= report.deals
    assert report.decisions >= report.deals * seats


def test_simulation_mixes_bots() -> None:
    """Each seat has its own bot, and the named presets and options hold."""
    report = simulate("dou_dizhu", 3, 50, seed=1, bots=["greedy", "random", "random"])
    assert report.deals == 50
    assert simulate("dou_dizhu", 3, 5, seed=1, preset="douzero").deals == 5
    assert simulate("dou_dizhu", 3, 0, seed=1).deals == 0


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"bots": ["random"] * 2}, "3 seats, and 2 bots"),
        ({"bots": []}, "3 seats, and 0 bots"),
        ({"threads": 0}, f"1 to {SIMULATION_THREADS_MAX}, not 0"),
        ({"threads": SIMULATION_THREADS_MAX + 1}, f"1 to {SIMULATION_THREADS_MAX}, not"),
        ({"deals": SIMULATED_DEALS_MAX + 1}, f"at most {SIMULATED_DEALS_MAX} "),
    ],
    ids=str,
)
def test_impossible_simulations_are_refused(wrong: dict[str, Any], told: str) -> None:
    """Not one bot a seat, no threads, or more than anybody waits for: a ValueError.

    It says how many there may be.
    """
    arguments: dict[str, Any] = {"game": "dou_dizhu", "seats": 3, "deals": 1, "seed": 1, **wrong}
    with pytest.raises(ValueError, match=told):
        simulate(**arguments)


def test_unknown_bots_are_refused() -> None:
    """A simulation with a bot that is not listed is a SetupError."""
    with pytest.raises(SetupError):
        simulate("dou_dizhu", 3, 1, seed=1, bots=["genius"] * 3)


def test_simulation_lets_other_threads_run() -> None:
    """While deals are simulated, another Python thread makes progress."""
    counted, stopped = [0], threading.Event()

    def count() -> None:
        while not stopped.is_set():
            counted[0] += 1

    counter = threading.Thread(target=count)
    counter.start()
    try:
        stopped.wait(0.01)
        before = counted[0]
        simulate("dou_dizhu", 3, 20_000, seed=1)
        after = counted[0]
    finally:
        stopped.set()
        counter.join()
    assert after > before


def test_rules_are_shared_among_threads() -> None:
    """Threads that ask the same rules and play their own tables get what one thread gets."""
    rules = Ruleset("dou_dizhu", 3, options={"match_end": "deals", "match_deals": 1})

    def work(seed: int) -> tuple[bytes, int]:
        table = play_out(Table(rules, seed=seed), random.Random(seed))
        return table.hash, len(rules.plays("3-3-3-4-4-4-5-6-7-8-9-b-r"))

    alone = [work(seed) for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, range(8))) == alone


def test_a_table_is_read_by_many_threads() -> None:
    """A table may be looked at and copied by many threads at once."""
    table = Table(Ruleset("dou_dizhu", 3), seed=1)
    view, digest = table.view(0), table.hash

    def look(_: int) -> bool:
        return table.view(0) == view and table.clone().hash == table.hash == digest

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(look, range(200)))
