"""What beats what (D4.15), and which reading of a set applies (D4.21)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from oracle.dou_dizhu.combinations import Reading, priority

if TYPE_CHECKING:
    from collections.abc import Sequence


class Wanted(NamedTuple):
    """The `as` of a play (D4.21.3): what is left out may be anything."""

    type: str
    n: int | None = None
    key: str | None = None

    def fits(self, reading: Reading) -> bool:
        """Whether the player may have meant this reading."""
        return (
            self.type == reading.type
            and self.n in {None, reading.n}
            and self.key in {None, reading.key}
        )


def beats(a: Reading, b: Reading) -> bool:
    """Whether `a` may be played on `b` (D4.15); equal never beats equal (D4.0g)."""
    if a.type == "rocket":
        return b.type != "rocket"
    if b.type == "rocket":
        return False
    if a.type == "bomb" and b.type == "bomb":
        return (a.n, a.rank) > (b.n, b.rank)  # with 3 players n is always 4
    if a.type == "bomb":
        return True
    return a.type == b.type and a.n == b.n and a.rank > b.rank


def applied(
    every: Sequence[Reading], standing: Reading | None = None, wanted: Wanted | None = None
) -> Reading | None:
    """The reading that a set with these readings takes, None if it may not be played.

    Leading (`standing` is None): the first by D4.21.2. Following: only readings that beat
    the table; one of the led type before a bomb or the rocket, then the highest key
    (D4.21.1). A `wanted` reading narrows the choice first (D4.21.3).
    """
    possible = [reading for reading in every if wanted is None or wanted.fits(reading)]
    if standing is None:
        return min(possible, key=priority, default=None)
    usable = [reading for reading in possible if beats(reading, standing)]
    of_led_type = [reading for reading in usable if reading.type == standing.type]
    if of_led_type:
        return max(of_led_type, key=lambda reading: (reading.n, reading.rank))
    return min(usable, key=priority, default=None)
