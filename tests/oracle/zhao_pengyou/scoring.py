"""What a deal counts (ZP-5.1 to ZP-5.14), statuses and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from oracle.zhao_pengyou.cards import points
from oracle.zhao_pengyou.equipment import PACKS, TEAM

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from oracle.zhao_pengyou.cards import Cards
    from oracle.zhao_pengyou.options import Options


class Played(NamedTuple):
    """What counts of a deal that was played out."""

    team: frozenset[int]
    """The maker's side (ZP-3.8)."""
    captured: tuple[int, ...]
    """The card points of each seat (ZP-5.1)."""
    last_winner: int
    last_points: int
    """The card points in the last trick."""
    buried: Cards
    withdrawn: tuple[tuple[int, int], ...]
    """Leader and number of cards, for each group that failed (ZP-5.4)."""


class Result(NamedTuple):
    """The opponents' points, who has won, and what each of them gets."""

    opponents: int
    """D."""
    side: str
    """`maker`, `opponents` or `none`."""
    points: int


def opponents_points(played: Played, options: Options) -> int:
    """D (ZP-5.2 to ZP-5.5, ZP-7.10, ZP-7.15)."""
    total = sum(won for seat, won in enumerate(played.captured) if seat not in played.team)
    if played.last_winner not in played.team:
        total += options.kitty_multiplier * points(played.buried)
        if options.last_trick_points_doubled == "on":
            total += played.last_points
    for leader, cards in played.withdrawn:
        penalty = options.group_penalty * cards
        total += penalty if leader in played.team else -penalty
    return max(total, 0)


def _classic(d: int, packs: int) -> tuple[str, int]:
    """Side and points of a full team (ZP-5.6, ZP-5.7)."""
    if d == 0:
        return "maker", 2
    if d < 40 * packs:
        return "maker", 1
    if d < 80 * packs:
        return "opponents", 1
    return "opponents", 2 if d < 100 * packs else 3


def _pagat2018(d: int, packs: int) -> tuple[str, int]:
    """Side and points of a full team (ZP-7.16)."""
    bands = (
        (5, "maker", 3),
        (20 * packs, "maker", 2),
        (40 * packs, "maker", 1),
        (60 * packs, "none", 0),
        (80 * packs, "opponents", 1),
        (100 * packs, "opponents", 2),
    )
    for end, side, won in bands:
        if d < end:
            return side, won
    return "opponents", 3


def result(played: Played, options: Options) -> Result:
    """Who wins a deal, and how much (ZP-5.6, ZP-5.7, ZP-7.16)."""
    players = len(played.captured)
    d = opponents_points(played, options)
    judge = _classic if options.scoring == "classic" else _pagat2018
    side, won = judge(d, PACKS[players])
    short = TEAM[players] - len(played.team)
    return Result(d, side, won * (1 + short) if side == "maker" else won)


def winners(played: Played, side: str) -> set[int]:
    """The seats of the side that has won."""
    everybody = set(range(len(played.captured)))
    return {"maker": set(played.team), "opponents": everybody - played.team, "none": set()}[side]


class Standing(NamedTuple):
    """Status and points of a seat."""

    active: bool
    points: int


def settled(
    before: Sequence[Standing], won_by: Iterable[int], won: int, options: Options
) -> list[Standing]:
    """Points and statuses after a deal (ZP-5.8, ZP-5.9, ZP-5.14, ZP-7.7)."""
    won_by = set(won_by)
    if not won_by:
        return list(before)
    after = []
    for seat, (active, total) in enumerate(before):
        if seat not in won_by:
            after.append(Standing(options.active_passive == "off", total))
        elif active or options.passive_first_point == "counts":
            after.append(Standing(active=True, points=total + won))
        else:
            after.append(Standing(active=True, points=total + won - 1))
    return after


def void(before: Sequence[Standing]) -> list[Standing]:
    """What a deal without a bid leaves behind (ZP-2.12)."""
    return [Standing(active=True, points=total) for _, total in before]


def match_winners(after: Sequence[Standing], won_by: Iterable[int], options: Options) -> list[int]:
    """Who has won the game after a deal; nobody: it goes on (ZP-5.10, ZP-7.17)."""
    there = [seat for seat, one in enumerate(after) if one.points >= options.target_points]
    if there and options.win_scope == "winning_team":
        return sorted({*there, *won_by})
    return there


def places(after: Sequence[Standing], won: Sequence[int]) -> list[int]:
    """The place of each seat in the final ranking, from 1 (ZP-5.15)."""
    strengths = [(seat in won, 0 if seat in won else one.points) for seat, one in enumerate(after)]
    return [1 + sum(other > own for other in strengths) for own in strengths]
