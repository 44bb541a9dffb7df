"""The payment of a deal (D6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from oracle.dou_dizhu.options import Options


@dataclass(frozen=True, slots=True)
class Story:
    """What the payment needs to know of a deal; tuples are by seat."""

    landlord: int
    landlord_won: bool
    bid: int
    played: tuple[int, ...]
    """Plays made by each seat; a pass is no play (D6.8)."""
    bombs: tuple[int, ...] = ()
    """The sizes of all bombs played by anybody (D6.1)."""
    rocket: bool = False
    robs: int = 0
    revealed: bool = False
    doubled: frozenset[int] = frozenset()
    """The seats that said `double` (D3.12.4)."""


def doublings(story: Story, options: Options) -> int:
    """M of D6.7, before the cut: doubling plays (D6.2), robs, and the open hand."""
    smallest = 4 if len(story.played) == 3 else options.bomb_double_min_4p
    doubling_bombs = [size for size in story.bombs if size >= smallest]
    return len(doubling_bombs) + story.rocket + story.robs + story.revealed


def spring_factor(story: Story, options: Options) -> int:
    """S of D6.7 (D6.8)."""
    plays_of_peasants = sum(story.played) - story.played[story.landlord]
    spring = story.landlord_won and plays_of_peasants == 0
    anti_spring = not story.landlord_won and story.played[story.landlord] == 1
    if spring or anti_spring:
        return {"off": 1, "x2": 2, "x3": 3}[options.spring]
    return 1


def settle(story: Story, options: Options) -> list[int]:
    """What every seat gets (D6.4, D6.7); the sum is 0 (D6.5)."""
    m = doublings(story, options)
    if isinstance(options.max_doublings, int):
        m = min(m, options.max_doublings)
    common = options.unit * story.bid * 2**m * spring_factor(story, options)
    results = [0] * len(story.played)
    for seat in range(len(story.played)):
        if seat == story.landlord:
            continue
        flow = common
        for side in (seat, story.landlord):
            if side in story.doubled:
                flow *= 2
        to_landlord = flow if story.landlord_won else -flow
        results[story.landlord] += to_landlord
        results[seat] -= to_landlord
    return results
