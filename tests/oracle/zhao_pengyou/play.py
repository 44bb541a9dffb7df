"""The tricks of a deal (ZP-4.1, ZP-4.2, ZP-4.18 to ZP-4.21)."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from oracle.zhao_pengyou.calls import team
from oracle.zhao_pengyou.cards import includes, ordered, points, without
from oracle.zhao_pengyou.check import Failed, check
from oracle.zhao_pengyou.contest import IllegalActionError
from oracle.zhao_pengyou.equipment import play_order
from oracle.zhao_pengyou.follow import broken
from oracle.zhao_pengyou.leads import Lead, lead
from oracle.zhao_pengyou.scoring import Played
from oracle.zhao_pengyou.winner import winner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oracle.zhao_pengyou.calls import Call
    from oracle.zhao_pengyou.cards import Cards
    from oracle.zhao_pengyou.components import Rules


class Play:
    """From the first lead to the last trick; the maker has buried and called."""

    def __init__(
        self, hands: Sequence[Cards], maker: int, buried: Cards, calls: Sequence[Call], rules: Rules
    ) -> None:
        """The maker leads to the first trick (ZP-4.1)."""
        self.rules = rules
        self.hands = list(hands)
        self.maker = maker
        self.buried = buried
        self.calls = list(calls)
        self.leader = maker
        self.led: Lead | None = None
        self.trick: list[tuple[int, Cards]] = []
        self.history: list[tuple[int, Cards]] = []
        """Every play of the deal, withdrawn cards left out (ZP-3.5)."""
        self.captured = [0] * rules.players
        self.withdrawn: list[tuple[int, int]] = []
        self.failed: Failed | None = None
        """What became of the present trick's lead, if it was a group that failed."""
        self.last: tuple[int, int] | None = None
        """Winner and card points of the trick before."""

    def clone(self) -> Play:
        """A play that goes on by itself."""
        other = copy.copy(self)
        for name in ("hands", "trick", "history", "captured", "withdrawn"):
            setattr(other, name, list(getattr(self, name)))
        return other

    @property
    def done(self) -> bool:
        """Whether all hands are empty (ZP-4.19)."""
        return not any(self.hands)

    @property
    def asked(self) -> int:
        """Whose turn it is (ZP-4.2)."""
        return play_order(self.rules.players, self.leader)[len(self.trick)]

    @property
    def team(self) -> set[int]:
        """The maker's side as far as play has shown it (ZP-3.4, ZP-3.7)."""
        return team(self.calls, self.maker, self.history)

    def play(self, seat: int, cards: Cards) -> None:
        """Lead or follow, or raise IllegalActionError."""
        if self.done or seat != self.asked or not cards or not includes(self.hands[seat], cards):
            raise IllegalActionError(cards)
        cards = ordered(cards)
        if self.led is None:
            cards = self._lead(seat, cards)
        elif broken(self.led, self.hands[seat], cards, self.rules) is not None:
            raise IllegalActionError(cards)
        self.hands[seat] = without(self.hands[seat], cards)
        self.trick.append((seat, cards))
        self.history.append((seat, cards))
        if len(self.trick) == self.rules.players:
            self._take()

    def _lead(self, seat: int, cards: Cards) -> Cards:
        """The cards that are led, after the check of a group (ZP-4.8, ZP-4.20)."""
        led = lead(cards, self.rules)
        if led is None:
            raise IllegalActionError(cards)
        self.failed = None
        if led.kind == "group":
            others = play_order(self.rules.players, seat)[1:]
            hands = {other: self.hands[other] for other in others}
            self.failed = check(led, hands, self.rules)
        if self.failed is not None:
            cards = ordered(self.failed.kept.cards)
            led = lead(cards, self.rules)
            self.withdrawn.append((seat, len(self.failed.withdrawn)))
        self.led = led
        return cards

    def _take(self) -> None:
        """The winner takes the trick and leads to the next (ZP-4.1, ZP-4.18)."""
        assert self.led is not None
        place = winner(self.led, [cards for _, cards in self.trick], self.rules)
        self.leader = self.trick[place][0]
        worth = sum(points(cards) for _, cards in self.trick)
        self.captured[self.leader] += worth
        self.last = (self.leader, worth)
        self.trick, self.led, self.failed = [], None, None

    def played(self) -> Played:
        """What counts of a deal that was played out."""
        assert self.done
        assert self.last is not None
        return Played(
            team=frozenset(self.team),
            captured=tuple(self.captured),
            last_winner=self.last[0],
            last_points=self.last[1],
            buried=self.buried,
            withdrawn=tuple(self.withdrawn),
        )
