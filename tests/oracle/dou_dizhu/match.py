"""A match (D2.1, D3.6, D5.9, D5.13): deals in a row, and who has won in the end."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from oracle.dou_dizhu.deal import Dealing, Request
from oracle.dou_dizhu.round import IllegalActionError, Round

if TYPE_CHECKING:
    from oracle.dou_dizhu.options import Options
    from oracle.dou_dizhu.order import Wanted


class Match:
    """Drive it with `asked`, `legal` and `act`; deals and redeals follow by themselves.

    Actions are `pass`, `bid 2`, `call`, `rob`, `reveal`, `double`, `play 3-3-3-4`,
    `continue`, `stop`. The same actions on the same `dealing` give the same match.
    """

    def __init__(self, players: int, options: Options, dealing: Dealing) -> None:
        """Deal the first deal; `options` from `set_up`, `dealing` from module `deal`."""
        self.players = players
        self.options = options
        self.dealing = dealing
        self.totals = [0] * players
        self.finished: list[Round] = []
        """The deals that were played out."""
        self.answers: dict[int, str] = {}
        """Who has said `continue` since the last deal (D5.13)."""
        self.over = False
        self.round = self._deal(None, attempt=1)

    def clone(self) -> Match:
        """A match that goes on by itself."""
        other = copy.copy(self)
        other.totals = list(self.totals)
        other.finished = list(self.finished)
        other.answers = dict(self.answers)
        other.round = self.round.clone()
        return other

    def _deal(self, dealer: int | None, attempt: int) -> Round:
        went_out = self.finished[-1].went_out() if self.finished else None
        request = Request(len(self.finished) + 1, attempt, dealer, went_out)
        return Round(self.dealing(request), self.options, self.players, redeals=attempt - 1)

    @property
    def phase(self) -> str:
        """`auction`, `reveal`, `double`, `play`, `between` two deals, or `over`."""
        if self.over:
            return "over"
        return "between" if self.round.phase == "done" else self.round.phase

    def asked(self) -> list[int]:
        """The seats with an open decision, in seat order; several only between deals."""
        if self.over:
            return []
        if self.phase == "between":
            return [seat for seat in range(self.players) if seat not in self.answers]
        seat = self.round.asked()
        return [] if seat is None else [seat]

    def legal(self, seat: int) -> list[str]:
        """Everything that this seat may do now; empty if it is not asked."""
        if seat not in self.asked():
            return []
        return ["continue", "stop"] if self.phase == "between" else self.round.legal()

    def timeout(self, seat: int) -> str:
        """The action in place of a seat that does not act in time (D5.14)."""
        if seat not in self.asked():
            raise IllegalActionError("nothing is asked")
        return "stop" if self.phase == "between" else self.round.timeout()

    def act(self, seat: int, action: str, wanted: Wanted | None = None) -> None:
        """Take an action, or raise IllegalActionError and change nothing."""
        if seat not in self.asked():
            raise IllegalActionError(f"seat {seat} is not asked")
        if self.phase == "between":
            self._answer(seat, action)
            return
        self.round.act(action, wanted)
        if self.round.phase == "redeal":
            self._redeal()
        elif self.round.phase == "done":
            self._finish()

    def _redeal(self) -> None:
        """Everybody passed (D3.6, `redeal_dealer`)."""
        step = 1 if self.options.redeal_dealer == "next" else 0
        dealer = (self.round.dealt.dealer + step) % self.players
        self.round = self._deal(dealer, attempt=self.round.redeals + 2)

    def _finish(self) -> None:
        """A deal was played out: pay, then see whether the match is over (D5.13)."""
        results = self.round.results()
        assert results is not None
        self.totals = [total + won for total, won in zip(self.totals, results, strict=True)]
        self.finished.append(self.round)
        if self.options.match_end == "agreement":
            return
        if self.options.match_end == "deals":
            self.over = len(self.finished) == self.options.match_deals
        else:
            assert self.options.match_target is not None
            self.over = max(self.totals) >= self.options.match_target
        if not self.over:
            self._next_deal()

    def _next_deal(self) -> None:
        """The deal passes to the next seat (D2.1)."""
        self.answers = {}
        self.round = self._deal((self.round.dealt.dealer + 1) % self.players, attempt=1)

    def _answer(self, seat: int, action: str) -> None:
        """Whether to go on: all must, one can stop it (D5.13)."""
        if action not in {"continue", "stop"}:
            raise IllegalActionError(action)
        if action == "stop":
            self.over = True
            return
        self.answers[seat] = action
        if len(self.answers) == self.players:
            self._next_deal()

    def winners(self) -> list[int] | None:
        """Who has the highest total (equal ones share, D5.9), None before the end."""
        if not self.over:
            return None
        return [seat for seat, total in enumerate(self.totals) if total == max(self.totals)]
