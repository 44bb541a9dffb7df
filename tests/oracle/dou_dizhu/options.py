"""Options and presets of a match (D7): what may be set up, and what is refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from oracle.setting import BOTH, Allowed, SetupError, Value, chosen_values

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Options:
    """Every option with its default (D7.1)."""

    unit: int = 1
    auction: str = "bid123"
    first_bidder: str = "faceup"
    redeal_dealer: str = "same"
    max_redeals: int = 0
    reveal_bottom: bool = False
    kickers: str = "distinct"
    quadplex_3p: bool = True
    quadplex_as_bomb: bool = False
    triplet_single_4p: bool = False
    quadplex_4p: bool = False
    joker_pair_4p: str = "same_colour"
    fourp_both_joker_pairs: bool = True
    bomb_double_min_4p: int = 6
    max_doublings: int | str = "none"
    spring: str = "off"
    landlord_reveal: str = "off"
    personal_double: str = "off"
    card_memory: bool = True
    match_end: str = "agreement"
    match_deals: int | None = None
    match_target: int | None = None
    timeout_policy: str = "pass_or_lowest"
    laizi: str = "off"


ALLOWED: dict[str, Allowed] = {
    "unit": range(1, 1_000_001),
    "auction": ("bid123", "bid_once", "call_rob"),
    "first_bidder": ("faceup", "random", "previous_winner"),
    "redeal_dealer": ("same", "next"),
    "max_redeals": range(101),
    "reveal_bottom": BOTH,
    "kickers": ("distinct", "rlcard", "loose"),
    "quadplex_3p": BOTH,
    "quadplex_as_bomb": (False,),
    "triplet_single_4p": BOTH,
    "quadplex_4p": BOTH,
    "joker_pair_4p": ("same_colour", "any_two"),
    "fourp_both_joker_pairs": BOTH,
    "bomb_double_min_4p": (6, 4, 5),
    "max_doublings": ("none", *range(31)),
    "spring": ("off", "x2", "x3"),
    "landlord_reveal": ("off", "on"),
    "personal_double": ("off", "on"),
    "card_memory": BOTH,
    "match_end": ("agreement", "deals", "target"),
    "match_deals": range(1, 1_001),
    "match_target": range(1, 1_000_000_001),
    "timeout_policy": ("pass_or_lowest",),
    "laizi": ("off",),
}

PRESETS: dict[str, dict[str, Value]] = {
    "seed": {},
    "pagat": {},
    "rlcard": {"kickers": "rlcard", "reveal_bottom": True},
    "douzero": {"kickers": "loose", "reveal_bottom": True},
    "online": {
        "auction": "call_rob",
        "first_bidder": "random",
        "reveal_bottom": True,
        "spring": "x2",
        "personal_double": "on",
    },
}


def set_up(
    players: int, chosen: Mapping[str, Value] | None = None, preset: str = "seed"
) -> Options:
    """The options of a match, or SetupError (D7, D4.22, D5.13)."""
    if players not in {3, 4}:
        message = f"{players} players"
        raise SetupError(message)
    values = chosen_values(PRESETS, ALLOWED, preset, chosen)
    if players == 4 and values.get("kickers", "distinct") != "distinct":
        message = "D4.22: with 4 players kickers are distinct"
        raise SetupError(message)
    match_end = values.get("match_end", "agreement")
    if match_end != "agreement" and f"match_{match_end}" not in values:
        message = f"D5.13: match_end = {match_end} needs match_{match_end}"
        raise SetupError(message)
    return Options(**cast("dict[str, Any]", values))
