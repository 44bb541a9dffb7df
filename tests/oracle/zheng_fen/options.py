"""Options and presets of a match (Z7): what may be set up, and what is refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from oracle.setting import BOTH, Allowed, SetupError, Value, chosen_values

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Options:
    """Every option with its default (Z7.1)."""

    target: int = 500
    tie_rule: str = "extra_deal"
    jokers_wild: bool = False
    wild_in_specials: bool = True
    sequence_compare: str = "longer_first"
    quartet_seq_min: int = 3
    poker_match: str = "kind"
    mixed_rule: str = "all_different"
    special_order: str = "ranked"
    suited_special_suit_rank: str = "off"
    draw_start: str = "shuffler"
    later_lead: str = "h3"
    last_player: str = "keeps"
    end_of_play: str = "all_out"
    pass_locks: bool = False
    timeout_policy: str = "pass_or_lowest"


ALLOWED: dict[str, Allowed] = {
    "target": range(5, 100_001),
    "tie_rule": ("extra_deal", "shared"),
    "jokers_wild": BOTH,
    "wild_in_specials": BOTH,
    "sequence_compare": ("longer_first", "same_length", "top_card"),
    "quartet_seq_min": (2, 3),
    "poker_match": ("kind", "label"),
    "mixed_rule": ("all_different", "not_all_same"),
    "special_order": ("ranked", "equal"),
    "suited_special_suit_rank": ("off", "s_h_c_d"),
    "draw_start": ("shuffler", "cutter"),
    "later_lead": ("h3", "first_out", "last_trick_winner"),
    "last_player": ("keeps", "tricks_to_first", "tricks_and_hand_to_first"),
    "end_of_play": ("all_out", "one_left"),
    "pass_locks": BOTH,
    "timeout_policy": ("pass_or_lowest",),
}

PRESETS: dict[str, dict[str, Value]] = {
    "seed": {},
    "pagat": {
        "jokers_wild": True,
        "draw_start": "cutter",
        "end_of_play": "one_left",
        "last_player": "tricks_and_hand_to_first",
        "later_lead": "first_out",
    },
}


def set_up(
    players: int, chosen: Mapping[str, Value] | None = None, preset: str = "seed"
) -> Options:
    """The options of a match, or SetupError (Z7, Z1.1)."""
    if players not in {3, 4, 5, 6}:
        message = f"{players} players"
        raise SetupError(message)
    values = chosen_values(PRESETS, ALLOWED, preset, chosen)
    return Options(**cast("dict[str, Any]", values))
