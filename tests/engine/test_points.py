"""Zheng Fen at an embedded table: what a client can fold, records, and simulation."""

from __future__ import annotations

import random

import pytest

from engine.logged import ALL, view_of
from paizhuo.engine import Ruleset, Table, catalogue_game, simulate, verify_record
from paizhuo.v1 import table_service_pb2
from paizhuo.v1.catalogue_service_pb2 import Game
from service.folded_view import FoldedView

FACES = [face.notation for face in Game.FromString(catalogue_game("zheng_fen")).faces]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("preset", ["seed", "pagat"])
def test_events_are_enough_to_follow_a_view(seats: int, preset: str) -> None:
    """Folded from events alone, the public view is the table's after every action (Z5.14)."""
    rng = random.Random(f"{seats} {preset}")
    rules = Ruleset("zheng_fen", seats=seats, preset=preset, options={"target": 150})
    table = Table(rules, seed=seats)
    folded = FoldedView(view_of(table, None), FACES)
    while not table.match_over:
        (decision,) = table.decisions
        action = rng.choice(table.legal(decision.seat, ALL).actions[-12:])
        told = table.act(decision.seat, action)
        folded.follow(table_service_pb2.WatchTableResponse.FromString(told.events(None)))
        assert folded.view == view_of(table, None)
    assert table.deal > 1


@pytest.mark.parametrize("preset", ["seed", "pagat"])
def test_records_are_played_again(preset: str) -> None:
    """A match of bots is over, brings 100 points a deal, and its record holds (Z6.1, Z6.2)."""
    rules = Ruleset("zheng_fen", seats=5, preset=preset, options={"target": 200})
    match = Table(rules, seed=7, bots=dict.fromkeys(range(5), "random"))
    assert match.match_over
    end = view_of(match, None).match_end
    assert sum(end.totals) == 100 * match.deal
    assert verify_record(match.record()) == []
    assert view_of(Table.replay(match.record()), None).match_end == end


def test_simulation_counts_deals() -> None:
    """Deals of a simulation are the same for any number of threads."""
    one = simulate("zheng_fen", seats=4, deals=60, seed=3, bots=["greedy"] * 4)
    two = simulate("zheng_fen", seats=4, deals=60, seed=3, bots=["greedy"] * 4, threads=2)
    assert (one.deals, one.decisions, one.wins) == (two.deals, two.decisions, two.wins)
    assert one.deals == 60
    assert sum(one.wins) >= 60
