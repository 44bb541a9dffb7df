"""A match (HM-2.1, HM-2.2, HM-5.7 to HM-5.9, HM-7.11): deals in a row, and who has won."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from oracle.hachinin_meri.deal import Dealing, Request
from oracle.hachinin_meri.round import IllegalActionError, Round
from oracle.hachinin_meri.scoring import result

if TYPE_CHECKING:
    from oracle.hachinin_meri.options import Options


class Match:
    """Drive it with `asked`, `legal` and `act`; deals follow by themselves.

    The same actions on the same `dealing` give the same match.
    """

    def __init__(self, options: Options, dealing: Dealing) -> None:
        """Deal the first deal; `options` from `set_up`, `dealing` from module `deal`."""
        self.options = options
        self.dealing = dealing
        self.totals = [0, 0]
        """Of the teams A and B."""
        self.finished: list[Round] = []
        """The deals that were played out."""
        self.result: str | None = None
        """`A`, `B` or `draw`; None before the end."""
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
        return self.result is not None

    def _deal(self, dealer: int | None) -> Round:
        return Round(self.dealing(Request(len(self.finished) + 1, dealer)), self.options)

    def asked(self) -> list[int]:
        """The seats with an open decision; none after the match."""
        return [] if self.over else self.round.asked()

    def legal(self, seat: int) -> list[str]:
        """Everything that this seat may do now; empty if it is not asked."""
        return self.round.legal(seat) if seat in self.asked() else []

    def timeout(self, seat: int) -> str:
        """The action in place of a seat that does not act in time (HM-6.4)."""
        if seat not in self.asked():
            raise IllegalActionError("nothing is asked")
        return self.round.timeout(seat)

    def act(self, seat: int, action: str) -> None:
        """Take an action, or raise IllegalActionError and change nothing."""
        if seat not in self.asked():
            raise IllegalActionError(f"seat {seat} is not asked")
        self.round.act(seat, action)
        if self.round.over:
            self._finish()

    def _finish(self) -> None:
        """A deal was played out: count, then see whether the match is over."""
        results = self.round.results()
        self.totals = [total + won for total, won in zip(self.totals, results, strict=True)]
        self.finished.append(self.round)
        self.result = result(self.totals, len(self.finished), self.options)
        if not self.over:
            self.round = self._deal(self.options.next_seat(self.round.dealt.dealer))  # HM-2.2
