"""Calling friends (ZP-3.1 to ZP-3.3, ZP-3.10, ZP-7.9), and finding them (ZP-3.4 to ZP-3.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from oracle.zhao_pengyou.cards import PLACE
from oracle.zhao_pengyou.equipment import CALLED
from oracle.zhao_pengyou.trump import is_trump

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from oracle.zhao_pengyou.cards import Cards
    from oracle.zhao_pengyou.components import Rules


class Call(NamedTuple):
    """The n-th copy of a card to be played; n = 0 is the other copy (ZP-7.9)."""

    card: str
    n: int


OTHER = 0


def may_call(call: Call, earlier: Iterable[Call], hand: Cards, rules: Rules) -> bool:
    """Whether a call may stand in a list beside `earlier` ones; the hand is after burying."""
    if call.card not in PLACE or is_trump(call.card, rules.trump):
        return False
    same = [other for other in earlier if other.card == call.card]
    if call.n == OTHER:
        admitted = rules.options.call_style == "ordinal_or_other" and rules.equipment.packs == 2
        return admitted and hand.count(call.card) == 1 and not same
    if any(other.n in {call.n, OTHER} for other in same):
        return False
    return 1 <= call.n <= rules.equipment.packs


def may_call_all(calls: Sequence[Call], hand: Cards, rules: Rules) -> bool:
    """Whether a list of calls is legal: so many as there must be, each beside all others."""
    return len(calls) == CALLED[rules.players] and all(
        may_call(call, calls[:place], hand, rules) for place, call in enumerate(calls)
    )


def met_by(call: Call, maker: int, plays: Iterable[tuple[int, Cards]]) -> int | None:
    """Who has met a call, the maker too, in the plays of a deal so far (ZP-3.5, ZP-7.9)."""
    copies = [seat for seat, cards in plays for card in cards if card == call.card]
    if call.n == OTHER:
        return next((seat for seat in copies if seat != maker), None)
    return copies[call.n - 1] if len(copies) >= call.n else None


def team(calls: Iterable[Call], maker: int, plays: Sequence[tuple[int, Cards]]) -> set[int]:
    """The maker and all who have joined him (ZP-3.4, ZP-3.6)."""
    met = {met_by(call, maker, plays) for call in calls}
    return {maker} | {seat for seat in met if seat is not None}
