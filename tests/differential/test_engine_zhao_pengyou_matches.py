"""Whole matches of Zhao Pengyou of the engine and the oracle in lockstep, from the same keys."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from engine.replaying import seeds, told_how_to_replay
from engine.zhao_pengyou import PHASES, Lockstep, random_options, random_preset, set_up_both
from engine.zhao_pengyou_moves import bids, every_play
from oracle.zhao_pengyou.match import Action, Match
from oracle.zhao_pengyou.options import ALLOWED
from paizhuo.engine import Table

if TYPE_CHECKING:
    from engine.logged import LoggedMatch

THIS_FILE = "tests/differential/test_engine_zhao_pengyou_matches.py"

SEEDS = seeds(16)

CONTESTS = 10
"""Drawings of the same number of seats."""

STEPS_MAX = 250
"""A match that has not ended by then is left: it has been compared at every step."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_lockstep(seed: int) -> None:
    """Engine and oracle agree at every step of a match of random options (ZP-2 to ZP-7).

    The same starters, hands, questions, bids, trumps, calls, tricks with their winners, legal
    plays, refusals, withdrawals, friends, captured points, penalties, results, levels, statuses
    and end.
    """
    with told_how_to_replay(seed, THIS_FILE):
        rng = random.Random(seed)
        chosen = random_options(rng)
        rules, options = set_up_both(5 + seed % 8, chosen, random_preset(rng))
        both = Lockstep(rules, options, f"lockstep {seed}", rng)
        both.run(STEPS_MAX)
        assert both.steps > 0


@pytest.mark.slow
@pytest.mark.parametrize("seats", [5, 8, 9, 11, 12])
def test_contests(seats: int) -> None:
    """Bids, challenges and their answers are equal in many drawings (ZP-2.6 to ZP-2.17)."""
    done: Counter[str] = Counter()
    rng = random.Random(f"contests {seats}")
    for number in range(CONTESTS):
        chosen = {name: rng.choice(ALLOWED[name]) for name in ("draw_direction", "bid_timing")}
        rules, options = set_up_both(seats, chosen)
        both = Lockstep(rules, options, f"contest {seats} {number}", rng, probes=1)
        both.run(STEPS_MAX, until="bury")
        done += both.done
    assert done["bid"] >= CONTESTS
    assert min(done["yield"], done["pass"]) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "scoring"), [(5, "classic"), (8, "pagat2018"), (12, "classic")])
def test_many_deals_of_one_match(seats: int, scoring: str) -> None:
    """Levels, statuses and starters carry over to the target (ZP-2.1, ZP-2.3, ZP-5.9, ZP-5.11)."""
    rules, options = set_up_both(seats, {"scoring": scoring, "target_points": 4})
    both = Lockstep(rules, options, f"long {seats}", random.Random(seats), probes=0)
    both.run(20_000, timeouts=0)
    assert both.oracle.over
    assert len(both.oracle.finished) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("seats", [6, 11])
def test_nobody_acts_but_to_bid(seats: int) -> None:
    """What a seat does by default is legal for both, and leads to the same end (ZP-6.4, ZP-6.6)."""
    rules, options = set_up_both(seats, {"target_points": 1})
    both = Lockstep(rules, options, f"timeouts {seats}", random.Random(0), probes=0)
    both.run(20_000, timeouts=1)
    assert both.oracle.over


@pytest.mark.slow
@pytest.mark.parametrize("seats", [5, 10])
def test_void_deals_follow_one_another(seats: int) -> None:
    """Where nobody ever bids, the same starter begins attempt after attempt (ZP-2.12, ZP-2.19)."""
    rules, options = set_up_both(seats, {"bid_timing": "after_draw"})
    both = Lockstep(rules, options, f"void {seats}", random.Random(seats), probes=0)
    starter = both.oracle.deal.dealt.starter
    while both.oracle.deal.attempt < 6:
        both.run(both.steps + 1, timeouts=1)
        assert (both.engine.table.deal, both.oracle.deal.dealt.starter) == (1, starter)


def test_a_match_replays_exactly() -> None:
    """The same entries on a new table, draws among them, lead to the same state (ZP-6.1)."""
    rules, options = set_up_both(6, {"target_points": 1})
    both = Lockstep(rules, options, "replay", random.Random(6), probes=0)
    both.run(20_000)
    assert both.oracle.over
    table = Table.logged(rules, both.engine.keys.table_id)
    for entry in both.engine.entries:
        table.commit(table.prepare(entry))
    assert table.hash == both.engine.table.hash


# --- numbers of action sequences ------------------------------------------------------------------


LISTED = {"final_bid", "play"}
"""Phases in which all that a seat may do can be listed; a sequence ends where another begins."""


def choices(match: Match) -> list[tuple[int, Action]]:
    """Give everything that may come next."""
    if match.phase not in LISTED:
        return []
    (seat,) = match.asked()
    contest, play, rules = match.deal.contest, match.deal.play, match.deal.rules
    hand = match.hand(seat)
    if play is not None and rules is not None:
        every = every_play(play.led, hand, rules)
        assert every is not None
        return [(seat, Action("play", cards)) for cards in sorted(every)]
    if contest.challenge is None:
        return [(seat, Action("pass")), *((seat, bid) for bid in bids(match, seat))]
    able = contest.may_defend(hand)
    defence = [(seat, Action("defend", contest.defence()))] if able else []
    return [(seat, Action("yield")), *defence]


def oracle_perft(match: Match, depth: int) -> int:
    """Count the legal action sequences of this length from here."""
    every = choices(match) if depth else []
    if depth <= 1 or not every:
        return len(every) or 1
    count = 0
    for seat, action in every:
        other = match.clone()
        other.act(seat, action)
        count += oracle_perft(other, depth - 1)
    return count


def engine_perft(match: LoggedMatch, depth: int) -> int:
    """Count the same of the engine."""
    is_listed = match.view(None).phase in {PHASES.get(phase, phase) for phase in LISTED}
    every = [(seat, action) for seat in match.asked() for action in match.legal(seat)]
    if depth <= 1 or not is_listed:
        return len(every) if depth and is_listed else 1
    count = 0
    for seat, action in every:
        other = match.clone()
        other.act(seat, action)
        count += engine_perft(other, depth - 1)
    return count


@pytest.mark.parametrize("seed", range(12))
def test_perft_within_deals(seed: int) -> None:
    """In the final round and with few cards in hand both count the same sequences (ZP-2, ZP-4)."""
    rng = random.Random(f"perft {seed}")
    rules, options = set_up_both(5 + seed % 8, random_options(rng), random_preset(rng))
    both = Lockstep(rules, options, f"perft {seed}", rng, probes=0)
    both.run(STEPS_MAX, until="final_bid")
    assert_same_counts(both)
    both.run(STEPS_MAX, until="play", timeouts=0)
    while both.oracle.phase == "play" and len(both.oracle.hand(both.oracle.asked()[0])) > 4:
        both.run(both.steps + 1, groups=0)
    assert_same_counts(both)


def assert_same_counts(both: Lockstep) -> None:
    """Compare the counts of the depths at which they are not too many."""
    depth = 1
    while depth <= 4 and (count := oracle_perft(both.oracle, depth)) < 1500:
        assert engine_perft(both.engine, depth) == count, depth
        depth += 1
    assert depth > 1
