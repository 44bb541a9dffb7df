"""Random options: in every match other ones, most of them off (swarm testing)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.dou_dizhu.options import ALLOWED, PRESETS, Options, set_up
from paizhuo.engine import Ruleset

if TYPE_CHECKING:
    import random

    from oracle.setting import Value

COMBINATION_OPTIONS = (
    "kickers",
    "quadplex_3p",
    "triplet_single_4p",
    "quadplex_4p",
    "joker_pair_4p",
    "fourp_both_joker_pairs",
)
"""The options that change combinations (D4.22 to D4.25)."""

LOW = {"unit": 1_000, "max_redeals": 2, "match_deals": 2, "match_target": 12}
"""Up to where numbers are drawn most of the time, so that they matter in short matches."""

NUMBER_MAX = 1_000_000
"""The highest number that is drawn: the oracle looks a number up among all that are allowed."""


def random_value(rng: random.Random, name: str) -> Value:
    """Draw a value that the option takes."""
    allowed = ALLOWED[name]
    if not isinstance(allowed, range):
        return rng.choice(allowed)
    most = LOW[name] if rng.random() < 0.8 else min(allowed[-1], NUMBER_MAX)
    return rng.randint(allowed[0], most)


def random_options(rng: random.Random, seats: int) -> dict[str, Value]:
    """Draw options that may be set up together (D4.22, D5.13)."""
    share = rng.choice((0.1, 0.4, 0.8))
    chosen = {name: random_value(rng, name) for name in ALLOWED if rng.random() < share}
    if seats == 4:
        chosen.pop("kickers", None)
    match_end = chosen.get("match_end", "agreement")
    if match_end != "agreement":
        chosen.setdefault(f"match_{match_end}", random_value(rng, f"match_{match_end}"))
    return chosen


def random_preset(rng: random.Random, seats: int) -> str:
    """Draw a preset that the number of seats may have."""
    usable = [name for name, values in PRESETS.items() if seats == 3 or "kickers" not in values]
    return rng.choice(usable)


def set_up_both(
    seats: int, chosen: dict[str, Value] | None = None, preset: str = "seed"
) -> tuple[Ruleset, Options]:
    """Set the same match up for the engine and for the oracle."""
    rules = Ruleset("dou_dizhu", seats=seats, preset=preset, options=chosen)
    return rules, set_up(seats, chosen, preset)


def every_combination_setting(seats: int) -> list[dict[str, Value]]:
    """Give every choice of the options that change combinations with so many seats."""
    names = COMBINATION_OPTIONS[:2] if seats == 3 else COMBINATION_OPTIONS[2:]
    settings: list[dict[str, Value]] = [{}]
    for name in names:
        settings = [{**setting, name: value} for setting in settings for value in ALLOWED[name]]
    return settings
