"""Tables that look after themselves, played on at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.swarm import random_options, random_preset
from paizhuo.engine import Ruleset, Table

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator


def random_table(rng: random.Random, **fixed: str | bool | int) -> Table:
    """Deal a table with random seats, preset and options, those that are `fixed` apart."""
    seats = rng.choice((3, 4))
    options = {**random_options(rng, seats), **fixed}
    rules = Ruleset("dou_dizhu", seats, random_preset(rng, seats), options)
    return Table(rules, seed=rng.getrandbits(64))


def choose(table: Table, rng: random.Random) -> tuple[int, str]:
    """Draw a seat that is asked and one of its listed actions; long plays are likelier."""
    decision = rng.choice(table.decisions)
    actions = table.legal(decision.seat).actions
    few = rng.sample(actions, min(3, len(actions)))
    return decision.seat, max(few, key=len) if decision.kind == "play" else few[0]


def play_on(table: Table, rng: random.Random, steps_max: int) -> Iterator[tuple[int, str]]:
    """Play a table on, and give each action after it was taken."""
    for _ in range(steps_max):
        if table.match_over:
            return
        seat, action = choose(table, rng)
        table.act(seat, action)
        yield seat, action


def play_out(table: Table, rng: random.Random, steps_max: int = 3_000) -> Table:
    """Play a match to its end."""
    for _ in play_on(table, rng, steps_max):
        pass
    assert table.match_over
    return table
