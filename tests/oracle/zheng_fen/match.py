"""A match (Z2.1, Z2.2, Z2.9, Z6.2): deals in a row, and who has won in the end."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from oracle.zheng_fen.cards import H3
from oracle.zheng_fen.deal import Dealing, Dealt, Request
from oracle.zheng_fen.order import ANY, Wanted
from oracle.zheng_fen.piles import match_winners
from oracle.zheng_fen.round import IllegalActionError, Round

if TYPE_CHECKING:
    from oracle.zheng_fen.options import Options


class Match:
    """Drive it with `asked`, `legal` and `act`; deals follow by themselves.

    Actions are `pass` and `play 5s-Th-Kd`. The same actions on the same `dealing` give the same
    match.
    """

    def __init__(self, players: int, options: Options, dealing: Dealing) -> None:
        """Deal the first deal; `options` from `set_up`, `dealing` from module `deal`."""
        self.players = players
        self.options = options
        self.dealing = dealing
        self.totals = [0] * players
        self.finished: list[Round] = []
        """The deals that were played out."""
        self.winners: list[int] = []
        """Who has won the match; nobody before its end."""
        self.round = self._deal(None)

    def clone(self) -> Match:
        """A match that goes on by itself."""
        other = copy.copy(self)
        other.totals = list(self.totals)
        other.finished = list(self.finished)
        other.round = self.round.clone()
        return other

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.winners)

    def _deal(self, shuffler: int | None) -> Round:
        dealt = self.dealing(Request(len(self.finished) + 1, shuffler))
        return Round(dealt, self._leader(dealt), self.options)

    def _leader(self, dealt: Dealt) -> int:
        """Who leads to the first trick (Z2.6, Z2.9)."""
        if self.finished and self.options.later_lead == "first_out":
            return self.finished[-1].out[0]
        if self.finished and self.options.later_lead == "last_trick_winner":
            winner = self.finished[-1].decided
            if winner is not None:
                return winner
        return next(seat for seat, hand in enumerate(dealt.hands) if H3 in hand)

    def asked(self) -> list[int]:
        """The seats with an open decision: one, or none after the match."""
        seat = None if self.over else self.round.asked()
        return [] if seat is None else [seat]

    def legal(self, seat: int) -> list[str]:
        """Everything that this seat may do now; empty if it is not asked."""
        return self.round.legal() if seat in self.asked() else []

    def timeout(self, seat: int) -> str:
        """The action in place of a seat that does not act in time (Z5.15)."""
        if seat not in self.asked():
            raise IllegalActionError("nothing is asked")
        return self.round.timeout()

    def act(self, seat: int, action: str, wanted: Wanted = ANY) -> None:
        """Take an action, or raise IllegalActionError and change nothing."""
        if seat not in self.asked():
            raise IllegalActionError(f"seat {seat} is not asked")
        self.round.act(action, wanted)
        if self.round.done:
            self._finish()

    def _finish(self) -> None:
        """A deal was played out: count, then see whether the match is over (Z6.2)."""
        results = self.round.results()
        self.totals = [total + won for total, won in zip(self.totals, results, strict=True)]
        self.finished.append(self.round)
        self.winners = match_winners(self.totals, self.options)
        if not self.winners:
            self.round = self._deal(self.round.out[-1])  # Z2.2
