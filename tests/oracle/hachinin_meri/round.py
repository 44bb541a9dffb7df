"""One deal from the declarations to the points (HM-6.1)."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, NamedTuple

from oracle.hachinin_meri.cards import SEATS, TEAMS, Card, Cards, ordered, team
from oracle.hachinin_meri.declaring import declare, discards, may_declare
from oracle.hachinin_meri.order import Play, lowest, trumps, winner
from oracle.hachinin_meri.play import Setting, face, legal
from oracle.hachinin_meri.scoring import Trick, deal_points, kind_of, transfer

if TYPE_CHECKING:
    from oracle.hachinin_meri.deal import Dealt
    from oracle.hachinin_meri.declaring import Declared
    from oracle.hachinin_meri.options import Options

TRICKS = 9


class IllegalActionError(ValueError):
    """The action is not allowed now; nothing has changed."""


class Done(NamedTuple):
    """A trick that was played, who won it, and what it transferred."""

    trick: Trick
    winner: int
    transfer: int


class Round:
    """The state of one deal.

    Actions are `pass`, `declare`, `discard K3` and `play K3`.
    """

    def __init__(self, dealt: Dealt, options: Options) -> None:
        """Ask for declarations, unless the Oki is the native Robai (HM-2.12)."""
        self.dealt = dealt
        self.options = options
        self.trump = dealt.oki[0]
        self.hands = list(dealt.hands)
        self.answers: dict[int, bool] = {}
        """Who has answered, and whether by declaring; published together (HM-6.5)."""
        self.declared: Declared | None = None
        self.discard: Card | None = None
        self.initial_trumps: list[list[Card]] = []
        """Of each hand when the opening lead is made (HM-4.8)."""
        self.leader = -1
        self.plays: list[Play] = []
        self.done: list[Done] = []
        if dealt.oki == f"{self.trump}robai":
            self._receive()

    def clone(self) -> Round:
        """A round that goes on by itself."""
        other = copy.copy(self)
        other.hands = list(self.hands)
        other.answers = dict(self.answers)
        other.plays = list(self.plays)
        other.done = list(self.done)
        return other

    @property
    def over(self) -> bool:
        """Whether all tricks were played."""
        return len(self.done) == TRICKS

    @property
    def phase(self) -> str:
        """What is asked: `declare`, `discard` or `play`; `over` at the end."""
        if self.declared is None:
            return "declare"
        if self.discard is None:
            return "discard"
        return "over" if self.over else "play"

    @property
    def closed(self) -> bool:
        """Whether a Meri trick came before the present one (HM-3.1)."""
        return any(one.trick.kind == "meri" for one in self.done)

    @property
    def opened(self) -> bool:
        """Whether the opening lead was made, and so the discard is shown (HM-2.11)."""
        return bool(self.plays or self.done)

    @property
    def led(self) -> Card | None:
        """The card led to the present trick."""
        return self.plays[0][1] if self.plays else None

    def asked(self) -> list[int]:
        """The seats that are to act: all that have not answered, or one."""
        if self.phase == "declare":
            return [seat for seat in range(SEATS) if seat not in self.answers]
        if self.phase == "discard":
            assert self.declared is not None
            return [self.declared.receiver]
        if self.phase == "play":
            return [self.options.round_from(self.leader)[len(self.plays)]]
        return []

    def playable(self, seat: int) -> list[Card]:
        """The cards that this seat may play now."""
        setting = Setting(self.trump, self.led, self.closed, opening=not self.opened)
        return legal(self.hands[seat], self.initial_trumps[seat], setting, self.options)

    def legal(self, seat: int) -> list[str]:
        """Everything that an asked seat may do, in no order that matters."""
        if seat not in self.asked():
            return []
        if self.phase == "declare":
            able = may_declare(self.hands[seat], self.trump)
            return ["pass", "declare"] if able else ["pass"]
        if self.phase == "discard":
            return [f"discard {card}" for card in discards(self.hands[seat], self.trump)]
        return [f"play {card}" for card in self.playable(seat)]

    def timeout(self, seat: int) -> str:
        """The action in place of a seat that does not act in time (HM-6.4)."""
        if self.phase == "declare":
            return "pass"
        if self.phase == "discard":
            return f"discard {lowest(discards(self.hands[seat], self.trump), self.trump)}"
        return f"play {lowest(self.playable(seat), self.trump)}"

    def act(self, seat: int, action: str) -> None:
        """Take an action, or raise IllegalActionError and change nothing."""
        if action not in self.legal(seat):
            raise IllegalActionError(action)
        phase, _, card = self.phase, *action.partition(" ")[1:]
        if phase == "declare":
            self.answers[seat] = action == "declare"
            if len(self.answers) == SEATS:
                self._receive()
        elif phase == "discard":
            self.discard = card
            self._take_from(seat, card)
            self.initial_trumps = [trumps(hand, self.trump) for hand in self.hands]
            self.leader = seat  # HM-2.9
        else:
            self._take_from(seat, card)
            self.plays.append((seat, card))
            if len(self.plays) == SEATS:
                self._end_trick(final=False)

    def _take_from(self, seat: int, card: Card) -> None:
        self.hands[seat] = tuple(other for other in self.hands[seat] if other != card)

    def _receive(self) -> None:
        """The declarations are over: the receiver takes the Oki (HM-2.7, HM-2.8)."""
        dealt = self.dealt
        self.declared = declare(dealt.hands, dealt.oki, dealt.dealer, self.answers, self.options)
        receiver = self.declared.receiver
        self.hands[receiver] = ordered([*self.hands[receiver], dealt.oki])

    def _end_trick(self, *, final: bool) -> None:
        assert self.declared is not None
        supplier = self.leader
        if final and self.options.final_led_suit == "dealer":
            supplier = self.dealt.dealer  # HM-4.12; else the winner of trick 8 (HM-7.5)
        led = next(card for seat, card in self.plays if seat == supplier)
        kind = kind_of(led, self.trump, final=final)
        trick = Trick(kind, tuple(self.plays), supplier, self.closed)
        won_by = winner(trick.plays, supplier, self.trump)
        moved = transfer(trick, self.trump, self.declared.status, self.options)
        self.done.append(Done(trick, won_by, moved))
        self.leader = won_by
        self.plays = []
        if len(self.done) == TRICKS - 1:
            self._play_final()

    def _play_final(self) -> None:
        """All ninth cards are shown at once (HM-4.12, HM-4.13)."""
        for seat in self.options.round_from(self.leader):
            (card,) = self.hands[seat]
            self.plays.append((seat, card))
        self.hands = [()] * SEATS
        self._end_trick(final=True)

    def faces(self) -> list[str]:
        """How the cards of the present trick lie (HM-4.10)."""
        return [
            face(
                card,
                self.plays[0][1],
                self.trump,
                closed=self.closed,
                final=False,
                options=self.options,
            )
            for _, card in self.plays
        ]

    def shown_apart(self) -> Cards:
        """What everybody sees of the discard and of the two left over (HM-2.11)."""
        if not self.opened:
            return ()
        assert self.discard is not None
        return (self.discard, *self.dealt.side)

    def points(self) -> dict[str, int]:
        """The points of the tricks so far (HM-5.1, HM-5.3)."""
        return deal_points([(team(one.winner), one.transfer) for one in self.done])

    def results(self) -> list[int]:
        """What each team scores, once the deal was played out; 9 in all (HM-5.6)."""
        assert self.over
        points = self.points()
        assert sum(points.values()) == TRICKS
        return [points[one] for one in TEAMS]
