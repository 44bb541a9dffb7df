"""Options of a match (HM-7): what may be set up, and what is refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from oracle.hachinin_meri.cards import SEATS
from oracle.setting import Allowed, SetupError, Value, chosen_values

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Options:
    """Every option with its default (HM-7.1)."""

    deals: int = 8
    first_dealer: str | int = "lot"
    direction: str = "clockwise"
    final_led_suit: str = "dealer"
    monchi_trumps: str = "face_down"
    combo_scope: str = "outside_meri_tricks"
    turned_robai_counts_as_undeclared: str = "off"
    lone_sun: str = "on"
    combo_points: int = 2
    combo_points_raised: int = 5
    hidden_robai_scope: str = "robai_combos"
    tie: str = "draw"

    def next_seat(self, seat: int) -> int:
        """The seat whose turn comes after (HM-1.3, HM-7.4)."""
        step = 1 if self.direction == "clockwise" else -1
        return (seat + step) % SEATS

    def round_from(self, seat: int) -> list[int]:
        """All seats in turn, this one first."""
        seats = [seat]
        while len(seats) < SEATS:
            seats.append(self.next_seat(seats[-1]))
        return seats


ALLOWED: dict[str, Allowed] = {
    "deals": (1, 2, 4, 8, 16),
    "first_dealer": ("lot", *range(SEATS)),
    "direction": ("clockwise", "counterclockwise"),
    "final_led_suit": ("dealer", "trick8_winner"),
    "monchi_trumps": ("face_down", "face_up"),
    "combo_scope": ("outside_meri_tricks", "before_first_meri"),
    "turned_robai_counts_as_undeclared": ("off", "on"),
    "lone_sun": ("on", "off"),
    "combo_points": range(10),
    "combo_points_raised": range(10),
    "hidden_robai_scope": ("robai_combos", "all_combos"),
    "tie": ("draw", "extra_deal"),
}

PRESETS: dict[str, dict[str, Value]] = {"seed": {}}


def set_up(
    players: int = SEATS, chosen: Mapping[str, Value] | None = None, preset: str = "seed"
) -> Options:
    """The options of a match, or SetupError (HM-7.1, HM-1.1)."""
    if players != SEATS:
        message = f"{players} players"
        raise SetupError(message)
    values = chosen_values(PRESETS, ALLOWED, preset, chosen)
    return Options(**cast("dict[str, Any]", values))
