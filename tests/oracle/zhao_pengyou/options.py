"""Options and presets of a match (ZP-7): what may be set up, and what is refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from oracle.setting import Allowed, SetupError, Value, chosen_values

if TYPE_CHECKING:
    from collections.abc import Mapping

SEATS = range(5, 13)
"""How many may play (ZP-1.1)."""

ON_OFF: tuple[Value, ...] = ("on", "off")


@dataclass(frozen=True, slots=True)
class Options:
    """Every option with its default (ZP-7.1)."""

    draw_direction: str = "clockwise"
    starter_later_deals: str = "previous_maker"
    bid_timing: str = "during_and_after"
    bid_levels: str = "own"
    bid_defence: str = "on"
    active_passive: str = "on"
    passive_first_point: str = "reactivates"
    kitty_mode: str = "table"
    call_style: str = "ordinal"
    group_lead: str = "on"
    group_penalty: int = 10
    follow_sets: str = "match_sets"
    scoring_trio_lead: str = "off"
    trump_sequences_high: str = "off"
    quad_beats_sequence: str = "off"
    kitty_multiplier: int = 2
    last_trick_points_doubled: str = "off"
    scoring: str = "classic"
    target_points: int = 13
    win_scope: str = "players"


ALLOWED: dict[str, Allowed] = {
    "draw_direction": ("clockwise", "anticlockwise"),
    "starter_later_deals": ("previous_maker", "lot", "next_counterclockwise"),
    "bid_timing": ("during_and_after", "after_draw"),
    "bid_levels": ("own", "any_active"),
    "bid_defence": ON_OFF,
    "active_passive": ON_OFF,
    "passive_first_point": ("reactivates", "counts"),
    "kitty_mode": ("table", "full_jokers"),
    "call_style": ("ordinal", "ordinal_or_other"),
    "group_lead": ON_OFF,
    "group_penalty": (0, 10),
    "follow_sets": ("match_sets", "suit_only", "forced_subpatterns"),
    "scoring_trio_lead": ON_OFF,
    "trump_sequences_high": ON_OFF,
    "quad_beats_sequence": ON_OFF,
    "kitty_multiplier": (1, 2, 4),
    "last_trick_points_doubled": ON_OFF,
    "scoring": ("classic", "pagat2018"),
    "target_points": range(1, 27),
    "win_scope": ("players", "winning_team"),
}

PRESETS: dict[str, dict[str, Value]] = {
    "seed": {},
    "pagat2018": {
        "draw_direction": "anticlockwise",
        "active_passive": "off",
        "scoring": "pagat2018",
    },
}


def set_up(
    players: int, chosen: Mapping[str, Value] | None = None, preset: str = "seed"
) -> Options:
    """The options of a match, or SetupError (ZP-1.1, ZP-7.1, ZP-7.18)."""
    if players not in SEATS:
        message = f"{players} players"
        raise SetupError(message)
    values = chosen_values(PRESETS, ALLOWED, preset, chosen)
    return Options(**cast("dict[str, Any]", values))
