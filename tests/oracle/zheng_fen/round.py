"""One deal from the first lead to the points (Z5, Z6.1)."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from oracle.zheng_fen.cards import Cards, NotationError, parse, points, rank, show
from oracle.zheng_fen.order import ANY, Laid, Wanted, applied
from oracle.zheng_fen.piles import final
from oracle.zheng_fen.plays import plays
from oracle.zheng_fen.turns import Ask, Turn, Won, turn

if TYPE_CHECKING:
    from oracle.zheng_fen.deal import Dealt
    from oracle.zheng_fen.options import Options


class IllegalActionError(ValueError):
    """The action is not allowed now; nothing has changed."""


class Round:
    """The state of one deal."""

    def __init__(self, dealt: Dealt, leader: int, options: Options) -> None:
        """`leader` leads to the first trick (Z2.6, Z2.9)."""
        self.dealt = dealt
        self.options = options
        self.players = len(dealt.hands)
        self.hands = list(dealt.hands)
        self.piles: list[list[int]] = [[] for _ in dealt.hands]
        self.out: list[int] = []
        """The going-out order so far (Z5.9)."""
        self.leader = leader
        self.left = [len(hand) for hand in self.hands]
        """Cards in hand before the present trick."""
        self.trick: list[Laid | None] = []
        self.decided: int | None = None
        """Who won the last trick that was decided in play (Z2.9)."""
        self.last_hand: Cards = ()
        self.done = False

    def clone(self) -> Round:
        """A round that goes on by itself."""
        other = copy.copy(self)
        other.hands = list(self.hands)
        other.piles = [list(pile) for pile in self.piles]
        other.out = list(self.out)
        other.left = list(self.left)
        other.trick = list(self.trick)
        return other

    @property
    def turn(self) -> Turn:
        """Where the present trick stands."""
        laid = [None if one is None else len(one.cards) for one in self.trick]
        return turn(self.left, self.leader, laid, self.options)

    @property
    def standing(self) -> Laid | None:
        """What is to be beaten; None for a leader."""
        return next((laid for laid in reversed(self.trick) if laid is not None), None)

    def asked(self) -> int | None:
        """The seat that is to act, None if the deal is over."""
        state = self.turn
        return state.seat if isinstance(state, Ask) and not self.done else None

    def passed_since(self) -> set[int]:
        """Who has passed since the last play of the trick."""
        seats: set[int] = set()
        for count, laid in enumerate(self.trick):
            state = turn(self.left, self.leader, self._lengths()[:count], self.options)
            assert isinstance(state, Ask)
            seats = seats | {state.seat} if laid is None else set()
        return seats

    def _lengths(self) -> list[int | None]:
        return [None if one is None else len(one.cards) for one in self.trick]

    def legal(self) -> list[str]:
        """Everything that the asked seat may do, in no order that matters."""
        seat = self.asked()
        if seat is None:
            return []
        possible = plays(self.hands[seat], self.options, self.standing)
        may_pass = ["pass"] if self.trick else []  # Z5.1
        return [*may_pass, *(f"play {show(cards)}" for cards in possible)]

    def timeout(self) -> str:
        """The action in place of a player who does not act (Z5.15)."""
        seat = self.asked()
        assert seat is not None
        if self.trick:
            return "pass"
        return f"play {show([min(self.hands[seat], key=lambda card: (rank(card), card))])}"

    def act(self, action: str, wanted: Wanted = ANY) -> None:
        """Take an action of the asked seat, or raise IllegalActionError."""
        seat = self.asked()
        if seat is None:
            raise IllegalActionError(action)
        if action == "pass":
            if not self.trick or wanted != ANY:
                raise IllegalActionError(action)
            self.trick.append(None)
        elif action.startswith("play "):
            self._play(seat, action.removeprefix("play "), wanted)
        else:
            raise IllegalActionError(action)
        state = self.turn
        if isinstance(state, Won):
            self._take(state)

    def _play(self, seat: int, text: str, wanted: Wanted) -> None:
        try:
            cards = parse(text)
        except NotationError as error:
            raise IllegalActionError(text) from error
        if not cards or not set(cards) <= set(self.hands[seat]):
            raise IllegalActionError(text)
        laid = applied(cards, self.options, self.standing, wanted)
        if laid is None:
            raise IllegalActionError(text)
        self.hands[seat] = tuple(card for card in self.hands[seat] if card not in cards)
        if not self.hands[seat]:
            self.out.append(seat)
        self.trick.append(laid)

    def _take(self, won: Won) -> None:
        """The winner takes all cards of the trick (Z5.5), and the next one leads (Z5.7)."""
        for laid in self.trick:
            if laid is not None:
                self.piles[won.winner] += laid.cards
        if won.decided:
            self.decided = won.winner
        self.trick = []
        self.left = [len(hand) for hand in self.hands]
        if won.leader is not None:
            self.leader = won.leader
            return
        self.done = True
        for seat, hand in enumerate(self.hands):
            if hand:
                self.out.append(seat)
                self.last_hand = hand
        self.hands = [() for _ in self.hands]

    def pile_points(self) -> list[int]:
        """The points in every pile, the last hand not yet booked (Z5.14)."""
        return [points(pile) for pile in self.piles]

    def results(self) -> list[int]:
        """What every seat scores, once the deal was played out (Z6.1)."""
        assert self.done
        last, first = self.out[-1], self.out[0]
        return final(self.pile_points(), last, points(self.last_hand), first, self.options)
