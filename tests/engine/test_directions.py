"""A view says which way things go round at its table, and they do."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from engine.logged import ALL, view_of
from paizhuo.engine import Ruleset, Table
from paizhuo.v1.catalogue_service_pb2 import DIRECTION_ANTICLOCKWISE, DIRECTION_CLOCKWISE

if TYPE_CHECKING:
    from paizhuo.v1.catalogue_service_pb2 import Direction
    from paizhuo.v1.view_pb2 import View

STEPS = {DIRECTION_CLOCKWISE: 1, DIRECTION_ANTICLOCKWISE: -1}
"""Seats of every game are numbered so that these are the steps, or their opposite."""


def first_tricks(table: Table, tricks: int) -> list[View]:
    """Play on, and return the public view after each play."""
    views = []
    while (view := view_of(table, None)).tricks < tricks:
        if view.HasField("trick") and view.trick.plays:
            views.append(view)
        decision = next(one for one in table.decisions if not one.voluntary)
        table.act(decision.seat, table.legal(decision.seat, ALL).actions[0])
    return views


@pytest.mark.parametrize(
    ("option", "direction"),
    [("clockwise", DIRECTION_CLOCKWISE), ("counterclockwise", DIRECTION_ANTICLOCKWISE)],
)
def test_everything_in_hachinin_meri_goes_as_its_option_says(
    option: str, direction: Direction.ValueType
) -> None:
    """Play and dealing go clockwise, or both the other way (HM-1.3, HM-7.4)."""
    table = Table(Ruleset("hachinin_meri", seats=8, options={"direction": option}), seed=7)
    before = view_of(table, None)
    assert (before.deal_direction, before.play_direction) == (direction, direction)
    orders = [[play.seat for play in view.trick.plays] for view in first_tricks(table, 2)]
    assert {(b - a) % 8 for seats in orders for a, b in pairwise(seats)} == {STEPS[direction] % 8}


@pytest.mark.parametrize(
    ("option", "direction"),
    [("clockwise", DIRECTION_CLOCKWISE), ("anticlockwise", DIRECTION_ANTICLOCKWISE)],
)
def test_only_drawing_in_zhao_pengyou_is_turned(
    option: str, direction: Direction.ValueType
) -> None:
    """Cards are drawn the way that the option says; play goes anticlockwise (ZP-1.7, ZP-7.2)."""
    rules = Ruleset("zhao_pengyou", seats=5, options={"draw_direction": option})
    table = Table(rules, seed=7, draws=False)
    table.draw(2)
    view = view_of(table, None)
    assert (view.deal_direction, view.play_direction) == (direction, DIRECTION_ANTICLOCKWISE)
    holding = {seat.seat for seat in view.seats if seat.hand_size}
    assert holding == {view.dealer, (view.dealer + STEPS[view.deal_direction]) % 5}


@pytest.mark.parametrize(("game", "seats"), [("dou_dizhu", 3), ("zheng_fen", 4)])
def test_other_games_go_anticlockwise(game: str, seats: int) -> None:
    """A game without such an option shows what the catalogue says of it."""
    view = view_of(Table(Ruleset(game, seats=seats), seed=7), None)
    assert view.deal_direction == view.play_direction == DIRECTION_ANTICLOCKWISE
