"""The contest for trumps (ZP-2.6 to ZP-2.12, ZP-2.16 to ZP-2.20, ZP-7.2, ZP-7.4 to ZP-7.6)."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, NamedTuple

from oracle.zhao_pengyou.cards import JOKERS, RANKS, Cards
from oracle.zhao_pengyou.equipment import draw_order, play_order
from oracle.zhao_pengyou.trump import Trump

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oracle.zhao_pengyou.options import Options


class IllegalActionError(ValueError):
    """The action is not allowed now; nothing has changed."""


class Bid(NamedTuple):
    """Cards that lie exposed: a seat's, of one face, so many."""

    seat: int
    face: str
    number: int


def level_rank(points: int) -> str:
    """The level rank at so many points (ZP-2.1, ZP-7.17)."""
    return RANKS[points % len(RANKS)]


def is_bid(cards: Sequence[str], ranks: set[str]) -> bool:
    """Whether cards are a bid by themselves: identical, of one of these ranks, no jokers."""
    return len(set(cards)) == 1 and cards[0] not in JOKERS and cards[0][0] in ranks


class Contest:
    """Who bids what; the seats' `hands` are what they have drawn so far."""

    def __init__(
        self, starter: int, levels: Sequence[str], active: Sequence[bool], options: Options
    ) -> None:
        """`levels` are the level ranks of the seats, `active` says who is (ZP-2.2)."""
        self.players = len(levels)
        self.starter = starter
        self.levels = list(levels)
        self.active = list(active)
        self.options = options
        self.standing: Bid | None = None
        self.challenge: Bid | None = None
        """A bid that waits for the holder's answer (ZP-2.16)."""
        self.final = False
        """Whether the final round has begun."""
        self.passed: set[int] = set()
        """Who has passed in the final round since the last admitted bid."""

    def clone(self) -> Contest:
        """A contest that goes on by itself."""
        other = copy.copy(self)
        other.passed = set(self.passed)
        return other

    @property
    def holder(self) -> int | None:
        """Whose bid stands."""
        return None if self.standing is None else self.standing.seat

    def takes_part(self, seat: int) -> bool:
        """Whether a seat may bid at all (ZP-2.2, ZP-7.5)."""
        return self.active[seat] or self.options.bid_levels == "any_active"

    def ranks(self, seat: int) -> set[str]:
        """The ranks with which a seat may bid (ZP-2.7, ZP-7.5)."""
        if self.options.bid_levels == "own":
            return {self.levels[seat]}
        return {rank for rank, one in zip(self.levels, self.active, strict=True) if one}

    def asked(self) -> int | None:
        """Who alone is asked: a holder who is challenged, or the next of the final round."""
        if self.challenge is not None:
            return self.holder
        if not self.final:
            return None
        for seat in draw_order(self.players, self.starter, self.options):
            if self.takes_part(seat) and seat != self.holder and seat not in self.passed:
                return seat
        return None

    @property
    def closed(self) -> bool:
        """Whether the bidding has closed (ZP-2.6)."""
        return self.final and self.asked() is None

    def may_bid(self, seat: int) -> bool:
        """Whether it is a seat's time to bid, whatever it holds."""
        if self.challenge is not None or self.closed:
            return False
        if self.final:
            return seat == self.asked()
        during = self.options.bid_timing == "during_and_after"
        return during and self.takes_part(seat) and seat != self.holder

    def bid(self, seat: int, cards: Cards, hand: Cards) -> None:
        """Admit a bid, or refuse it (ZP-2.7, ZP-2.8)."""
        if not self.may_bid(seat) or not is_bid(cards, self.ranks(seat)):
            raise IllegalActionError(cards)
        if hand.count(cards[0]) < len(cards):
            raise IllegalActionError(cards)
        if self.standing is not None and len(cards) <= self.standing.number:
            raise IllegalActionError(cards)
        bid = Bid(seat, cards[0], len(cards))
        self.passed = set()
        if self.standing is not None and self.options.bid_defence == "on":
            self.challenge = bid
        else:
            self.standing = bid

    def may_defend(self, hand: Cards) -> bool:
        """Whether the challenged holder, who holds this hand, can (ZP-2.10)."""
        assert self.standing is not None
        assert self.challenge is not None
        return hand.count(self.standing.face) >= self.challenge.number

    def defence(self) -> Cards:
        """The further cards that a defence exposes (ZP-2.10)."""
        assert self.standing is not None
        assert self.challenge is not None
        return (self.standing.face,) * (self.challenge.number - self.standing.number)

    def defend(self, hand: Cards) -> None:
        """The holder holds the challenger off (ZP-2.10, ZP-2.17)."""
        if self.challenge is None or not self.may_defend(hand):
            raise IllegalActionError("defend")
        assert self.standing is not None
        self.standing = self.standing._replace(number=self.challenge.number)
        self.challenge = None

    def give_way(self) -> None:
        """The holder yields (ZP-2.17)."""
        if self.challenge is None:
            raise IllegalActionError("yield")
        self.standing = self.challenge
        self.challenge = None

    def pass_by(self, seat: int) -> None:
        """A player passes in the final round."""
        if self.challenge is not None or not self.final or seat != self.asked():
            raise IllegalActionError("pass")
        self.passed.add(seat)

    def maker(self) -> int | None:
        """Who has become the maker, None if nobody has bid (ZP-2.11, ZP-2.12, ZP-7.5)."""
        if self.standing is None:
            return None
        rank = self.standing.face[0]
        return next(
            seat
            for seat in play_order(self.players, self.standing.seat)
            if self.active[seat] and self.levels[seat] == rank
        )

    def trump(self) -> Trump:
        """What is trumps (ZP-2.11, ZP-7.5)."""
        assert self.standing is not None
        return Trump(self.standing.face[0], self.standing.face[1])
