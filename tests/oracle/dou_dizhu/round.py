"""One deal from the first call to the payment (D3, D5, D6)."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from oracle.dou_dizhu.auction import AllPassed, Open, State, Won, auction
from oracle.dou_dizhu.combinations import Reading, readings
from oracle.dou_dizhu.order import Wanted, applied
from oracle.dou_dizhu.payment import Story, settle
from oracle.dou_dizhu.play import TrickWon, Turn, WentOut, turn
from oracle.dou_dizhu.plays import plays
from oracle.dou_dizhu.ranks import (
    EMPTY,
    Cards,
    NotationError,
    contains,
    from_ranks,
    minus,
    parse,
    plus,
    show,
    spell,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.dou_dizhu.deal import Dealt
    from oracle.dou_dizhu.options import Options


class IllegalActionError(ValueError):
    """The action is not allowed now; nothing has changed."""


class Round:
    """The state of one deal; `phase` says where it stands."""

    def __init__(self, dealt: Dealt, options: Options, players: int, redeals: int) -> None:
        """`redeals` = all-pass deals in a row just before this one (D3.11)."""
        self.dealt = dealt
        self.options = options
        self.players = players
        self.redeals = redeals
        self.hands = list(dealt.hands)
        self.calls: list[str] = []
        self.reveal_answers: list[str] = []
        self.double_answers: list[str] = []
        self.leader = 0
        self.left = [sum(hand) for hand in dealt.hands]
        """Cards in hand before the present trick."""
        self.trick: list[Cards | None] = []
        self.standing: Reading | None = None
        self.played: list[list[Reading]] = [[] for _ in range(players)]
        """The plays of each seat in this deal."""

    def clone(self) -> Round:
        """A round that goes on by itself."""
        other = copy.copy(self)
        other.hands = list(self.hands)
        other.calls = list(self.calls)
        other.reveal_answers = list(self.reveal_answers)
        other.double_answers = list(self.double_answers)
        other.left = list(self.left)
        other.trick = list(self.trick)
        other.played = [list(made) for made in self.played]
        return other

    # What can be seen of it.

    @property
    def auction(self) -> State:
        """Where the auction stands, in positions from the first bidder."""
        return auction(self.calls, self.options, self.players, self.redeals)

    @property
    def landlord(self) -> int | None:
        """The landlord's seat, None before the auction is won."""
        state = self.auction
        return self._seat(state.landlord) if isinstance(state, Won) else None

    @property
    def turn(self) -> Turn:
        """Where the present trick stands."""
        laid = [None if cards is None else sum(cards) for cards in self.trick]
        return turn(self.players, self.left, self.leader, laid)

    @property
    def phase(self) -> str:
        """`auction`, then `redeal`, or (D3.12) `reveal`, `double`, `play`, `done`."""
        state = self.auction
        if isinstance(state, Open):
            return "auction"
        if isinstance(state, AllPassed):
            return "redeal"
        if self.options.landlord_reveal == "on" and not self.reveal_answers:
            return "reveal"
        if self.options.personal_double == "on" and len(self.double_answers) < self.players:
            return "double"
        return "done" if isinstance(self.turn, WentOut) else "play"

    @property
    def bottom_is_public(self) -> bool:
        """D3.12.1, D5.11; an all-pass deal shows nothing (D3.6)."""
        if self.phase in {"auction", "redeal"}:
            return False
        return self.options.reveal_bottom or self.phase == "done"

    @property
    def hand_is_open(self) -> bool:
        """Whether the landlord's hand lies open (D3.12.3)."""
        return self.reveal_answers == ["reveal"]

    # Who is asked, and for what.

    def _seat(self, position: int) -> int:
        return (self.dealt.first_bidder + position) % self.players

    def _doubling_order(self) -> list[int]:
        """The peasants, anticlockwise from the landlord, then the landlord (D3.12.4)."""
        return [((self.landlord or 0) + step) % self.players for step in range(1, self.players + 1)]

    def asked(self) -> int | None:
        """The seat that is to act, None if the deal is over."""
        state = self.auction
        if isinstance(state, Open):
            return self._seat(state.asked)
        if self.phase == "reveal":
            return self.landlord
        if self.phase == "double":
            return self._doubling_order()[len(self.double_answers)]
        return self.turn.seat if self.phase == "play" else None

    def legal(self) -> list[str]:
        """Everything that the asked seat may say or play, in no order that matters."""
        state = self.auction
        if isinstance(state, Open):
            return state.legal
        if self.phase in {"reveal", "double"}:
            return ["pass", self.phase]
        if self.phase != "play":
            return []
        hand = self.hands[self.turn.seat]
        possible = plays(hand, self.options, self.players, self.standing)
        may_pass = [] if self.standing is None else ["pass"]  # D5.3
        return [*may_pass, *(f"play {show(cards)}" for cards in possible)]

    def timeout(self) -> str:
        """The action in place of a player who does not act (D5.14)."""
        if self.phase == "play" and self.standing is None:
            return f"play {show(from_ranks(spell(self.hands[self.turn.seat])[:1]))}"
        return next(action for action in ("pass", "bid 1", "call") if action in self.legal())

    # What the asked seat does.

    def act(self, action: str, wanted: Wanted | None = None) -> None:
        """Take an action of the asked seat, or raise IllegalActionError."""
        if self.phase == "play" and action.startswith("play "):
            self._play(action.removeprefix("play "), wanted)
        elif wanted is not None or action not in self.legal():
            raise IllegalActionError(action)
        elif self.phase == "auction":
            self._call(action)
        elif self.phase == "reveal":
            self.reveal_answers.append(action)
        elif self.phase == "double":
            self.double_answers.append(action)
        else:
            self._lay(None)

    def _call(self, call: str) -> None:
        self.calls.append(call)
        if self.landlord is not None:  # D3.7
            self.hands[self.landlord] = plus(self.hands[self.landlord], self.dealt.bottom)
            self._new_trick(self.landlord)  # D5.1

    def _play(self, text: str, wanted: Wanted | None) -> None:
        seat = self.turn.seat
        try:
            cards = parse(text)
        except NotationError as error:
            raise IllegalActionError(text) from error
        every = readings(cards, self.options, self.players)
        reading = applied(every, self.standing, wanted)
        if reading is None or not contains(self.hands[seat], cards):
            raise IllegalActionError(text)
        self.hands[seat] = minus(self.hands[seat], cards)
        self.played[seat].append(reading)
        self.standing = reading
        self._lay(cards)

    def _lay(self, cards: Cards | None) -> None:
        self.trick.append(cards)
        state = self.turn
        if isinstance(state, TrickWon):
            self._new_trick(state.seat)

    def _new_trick(self, leader: int) -> None:
        self.leader = leader
        self.left = [sum(hand) for hand in self.hands]
        self.trick = []
        self.standing = None

    # What it came to.

    def went_out(self) -> int | None:
        """Who ran out of cards (D5.6)."""
        return self.hands.index(EMPTY) if self.phase == "done" else None

    def _all_played(self) -> Iterator[Reading]:
        for made in self.played:
            yield from made

    def story(self) -> Story | None:
        """What the payment needs to know, once the deal was played out."""
        won, out = self.auction, self.went_out()
        if not isinstance(won, Won) or out is None:
            return None
        landlord = self._seat(won.landlord)
        doublers = zip(self._doubling_order(), self.double_answers, strict=False)
        return Story(
            landlord=landlord,
            landlord_won=out == landlord,  # D5.7
            bid=won.bid,
            robs=won.robs,
            bombs=tuple(sorted(play.n for play in self._all_played() if play.type == "bomb")),
            rocket=any(play.type == "rocket" for play in self._all_played()),
            revealed=self.hand_is_open,
            doubled=frozenset(seat for seat, answer in doublers if answer == "double"),
            played=tuple(len(made) for made in self.played),
        )

    def results(self) -> list[int] | None:
        """What every seat gets, once the deal was played out (D6)."""
        story = self.story()
        return None if story is None else settle(story, self.options)
