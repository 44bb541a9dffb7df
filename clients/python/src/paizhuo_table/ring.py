"""Where seats are drawn: round the table, the own one at the bottom, the others as they sit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from paizhuo_client.model import Direction

CELL_COLUMNS_MIN: Final = 20
CELL_COLUMNS_MAX: Final = 30
_SHARE: Final = 4


@dataclass(frozen=True, slots=True)
class Place:
    """A rectangle in which a seat is drawn."""

    seat: int
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Ring:
    """The places of all other seats, and the room in the middle."""

    places: tuple[Place, ...]
    x: int
    """Left edge of the middle."""
    y: int
    """Upper edge of the middle."""
    width: int
    height: int


def others(own: int, seats: int, direction: Direction) -> tuple[int, ...]:
    """Return the other seats as one sees them, from the left round to the right."""
    onwards = tuple((own + step) % seats for step in range(1, seats))
    # Seats that rise clockwise go on to the left, the others to the right.
    return onwards if direction is Direction.CLOCKWISE else onwards[::-1]


def sides(others_count: int, top_max: int) -> int:
    """Return how many seats there are at each side; the rest, at most `top_max`, is at the top.

    The top is as full as it can be, since lines are scarcer than columns; but where there are
    only two or three, somebody sits on either side.
    """
    if others_count < 2:
        return 0
    least = max(1, -(-(others_count - top_max) // 2))
    return min(least, others_count // 2)


def rows_needed(others_count: int, width: int) -> int:
    """Return how many seats stand below each other at most."""
    top_max = max(1, width // CELL_COLUMNS_MIN)
    beside = sides(others_count, top_max)
    return beside + (1 if others_count > 2 * beside else 0)


def place(seats: tuple[int, ...], width: int, height: int, cell_height: int) -> Ring:
    """Place seats, in the order of `others`, round a middle."""
    top_max = max(1, width // CELL_COLUMNS_MIN)
    beside = sides(len(seats), top_max)
    above = len(seats) - 2 * beside
    side_width = min(CELL_COLUMNS_MAX, max(CELL_COLUMNS_MIN, width // _SHARE))
    top = cell_height if above else 0
    gap = max(cell_height, (height - top) // beside) if beside else 0
    places = []
    for at in range(beside):
        y = top + (beside - 1 - at) * gap + (gap - cell_height) // 2
        left, right = seats[at], seats[-1 - at]
        places.append(Place(left, 0, y, side_width, cell_height))
        places.append(Place(right, width - side_width, y, side_width, cell_height))
    for at, seat in enumerate(seats[beside : beside + above]):
        x, end = width * at // above, width * (at + 1) // above
        places.append(Place(seat, x, 0, end - x, cell_height))
    x = side_width + 1 if beside else 0
    return Ring(tuple(places), x, top, width - 2 * x, height - top)
