"""Seats are drawn round the table as they sit."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from paizhuo_client.model import Direction
from paizhuo_table.ring import Place, others, place, rows_needed

SEATS = range(2, 13)
SIZES = [(80, 11), (100, 17), (132, 30), (200, 40)]


def overlap(one: Place, two: Place) -> bool:
    """Say whether two places share a cell."""
    beside = one.x + one.width <= two.x or two.x + two.width <= one.x
    above = one.y + one.height <= two.y or two.y + two.height <= one.y
    return not (beside or above)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_places_do_not_overlap(seats: int, width: int, height: int) -> None:
    """Every other seat has a place of its own within the room, apart from the middle."""
    around = others(0, seats, Direction.ANTICLOCKWISE)
    ring = place(around, width, height, 2)
    assert sorted(spot.seat for spot in ring.places) == list(range(1, seats))
    middle = Place(0, ring.x, ring.y, ring.width, ring.height)
    assert not [pair for pair in combinations([*ring.places, middle], 2) if overlap(*pair)]
    for spot in ring.places:
        assert 0 <= spot.x <= spot.x + spot.width <= width
        assert 0 <= spot.y <= spot.y + spot.height <= height
        assert spot.width >= 20
    assert ring.width >= 36
    assert ring.height >= 7


@pytest.mark.parametrize("seats", SEATS)
def test_twelve_seats_fit_eighty_columns(seats: int) -> None:
    """At 80 columns no more than five seats stand below each other."""
    assert rows_needed(seats - 1, 80) <= 5


@pytest.mark.parametrize(
    ("direction", "left", "right"),
    [(Direction.CLOCKWISE, 6, 4), (Direction.ANTICLOCKWISE, 4, 6), (Direction.UNSPECIFIED, 4, 6)],
)
def test_the_next_seat_sits_where_the_game_says(
    direction: Direction, left: int, right: int
) -> None:
    """Clockwise the next seat is to the left, anticlockwise to the right, lowest on its side."""
    ring = place(others(5, 8, direction), 80, 12, 2)
    at_left = max((spot for spot in ring.places if spot.x == 0), key=lambda spot: spot.y)
    at_right = max(
        (spot for spot in ring.places if spot.x + spot.width == 80), key=lambda spot: spot.y
    )
    assert (at_left.seat, at_right.seat) == (left, right)


@pytest.mark.parametrize("direction", [Direction.CLOCKWISE, Direction.ANTICLOCKWISE])
def test_neighbours_are_neighbours(direction: Direction) -> None:
    """From the left round to the right, each seat sits beside the one before."""
    around = others(3, 12, direction)
    steps = {(two - one) % 12 for one, two in pairwise(around)}
    assert steps == ({1} if direction is Direction.CLOCKWISE else {11})
