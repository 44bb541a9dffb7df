"""Combinations and what they transfer, points of a deal, the end of a match (HM-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from oracle.hachinin_meri.cards import LONG, TEAMS, team
from oracle.hachinin_meri.order import Play, is_trump, trump_order, winner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oracle.hachinin_meri.options import Options

ROBAI_COMBINATIONS = (("sota", "robai"), ("robai", "rei"))


class Trick(NamedTuple):
    """A trick that is complete."""

    kind: str
    """`plain`, `meri` or `final` (HM-3.2)."""
    plays: tuple[Play, ...]
    supplier: int
    """Whose card gives the led suit: the leader, in the final trick by HM-4.12."""
    meri_before: bool
    """A Meri trick came earlier in the deal."""


def combinations(trump: str) -> list[tuple[str, str]]:
    """The ranks of winning and beaten trump that are one, both of the trump suit (HM-5.2)."""
    numbers = ("2", "1") if trump in LONG else ("8", "9")
    return [("sun", "un"), ("un", "sota"), *ROBAI_COMBINATIONS, numbers]


def combination(trick: Trick, trump: str) -> tuple[str, str] | None:
    """The combination of a trick, whether it counts or not (HM-5.2, HM-5.6)."""
    won_by = team(winner(trick.plays, trick.supplier, trump))
    own = {card for seat, card in trick.plays if team(seat) == won_by}
    other = {card for seat, card in trick.plays if team(seat) != won_by}
    order = trump_order(trump)
    strongest_own = next((card for card in order if card in own), None)
    strongest_other = next((card for card in order if card in other), None)
    if strongest_own is None or strongest_other is None:
        return None
    for high, low in combinations(trump):
        if (strongest_own, strongest_other) == (f"{trump}{high}", f"{trump}{low}"):
            return high, low
    return None


def transfer(trick: Trick, trump: str, status: str, options: Options) -> int:
    """How many points go from the losers' team to the winners' (HM-5.3 to HM-5.5)."""
    if trick.kind == "meri":
        return 0  # HM-3.4
    if options.combo_scope == "before_first_meri" and trick.meri_before:
        return 0  # HM-7.7
    found = combination(trick, trump)
    if found is None:
        return 0
    hidden = status == "undeclared" or (
        status == "public" and options.turned_robai_counts_as_undeclared == "on"
    )
    concerned = found in ROBAI_COMBINATIONS or options.hidden_robai_scope == "all_combos"
    raised = trick.kind == "final" or (hidden and concerned)
    return options.combo_points_raised if raised else options.combo_points


def deal_points(tricks: Sequence[tuple[str, int]]) -> dict[str, int]:
    """The points of a deal, of winning teams and transfers (HM-5.1, HM-5.3)."""
    points = dict.fromkeys(TEAMS, 0)
    for won_by, moved in tricks:
        for one in TEAMS:
            points[one] += 1 + moved if one == won_by else -moved
    return points


def kind_of(led: str, trump: str, *, final: bool) -> str:
    """HM-3.2, HM-3.5."""
    if final:
        return "final"
    return "meri" if is_trump(led, trump) else "plain"


def result(totals: Sequence[int], deals: int, options: Options) -> str | None:
    """`A`, `B` or `draw`, None while the match goes on (HM-5.7, HM-5.8, HM-7.11)."""
    if deals < options.deals:
        return None
    if totals[0] == totals[1]:
        return None if options.tie == "extra_deal" else "draw"
    return TEAMS[0] if totals[0] > totals[1] else TEAMS[1]
