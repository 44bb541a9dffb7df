"""Whose points they are in the end (Z5.13, Z6), and when a match is over (Z6.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oracle.zheng_fen.options import Options


def final(
    piles: Sequence[int], last: int, last_hand: int, first_out: int, options: Options
) -> list[int]:
    """The points of a deal: of piles without the last hand, and of the last hand (Z5.13)."""
    result = list(piles)
    pile_goes_to = last if options.last_player == "keeps" else first_out
    hand_goes_to = first_out if options.last_player == "tricks_and_hand_to_first" else last
    result[last] -= piles[last]
    result[pile_goes_to] += piles[last]
    result[hand_goes_to] += last_hand
    return result


def match_winners(totals: Sequence[int], options: Options) -> list[int]:
    """Who has won the match with these totals after a deal; nobody: it goes on (Z6.2)."""
    if max(totals) < options.target:
        return []
    highest = [seat for seat, total in enumerate(totals) if total == max(totals)]
    return highest if len(highest) == 1 or options.tie_rule == "shared" else []
