"""A match: deals in a row, each drawn, bid for, buried, called and played out (ZP-6.1)."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from oracle.zhao_pengyou import timeouts
from oracle.zhao_pengyou.calls import Call, may_call_all
from oracle.zhao_pengyou.cards import Cards, includes, ordered, without
from oracle.zhao_pengyou.components import Rules
from oracle.zhao_pengyou.contest import Contest, IllegalActionError, level_rank
from oracle.zhao_pengyou.deal import Dealing, Dealt, Request, drawer, hands
from oracle.zhao_pengyou.equipment import Equipment, equipment, play_order
from oracle.zhao_pengyou.play import Play
from oracle.zhao_pengyou.scoring import (
    Played,
    Result,
    Standing,
    match_winners,
    result,
    settled,
    void,
    winners,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oracle.zhao_pengyou.options import Options


class Action(NamedTuple):
    """What a seat does: bid, pass, defend, yield, bury, call or play."""

    verb: str
    cards: Cards = ()
    """Of a defence the further cards that it exposes."""
    calls: tuple[Call, ...] = ()


class Finished(NamedTuple):
    """A deal that was played out."""

    maker: int
    starter: int
    played: Played
    result: Result
    winners: list[int]


@dataclass
class Deal:
    """The deal at hand."""

    dealt: Dealt
    contest: Contest
    attempt: int
    phase: str = "draw"
    """draw, final_bid, bury, call or play (ZP-6.1)."""
    drawn: int = 0
    hands: list[Cards] | None = None
    """The hands after the draw, burying included; the play keeps its own."""
    rules: Rules | None = None
    """Known once there are trumps."""
    maker: int | None = None
    buried: Cards = ()
    play: Play | None = None

    def clone(self) -> Deal:
        """A deal that goes on by itself."""
        other = copy.copy(self)
        other.contest = self.contest.clone()
        other.hands = None if self.hands is None else list(self.hands)
        other.play = None if self.play is None else self.play.clone()
        return other


def starter_after(maker: int, starter: int, active: Sequence[bool], options: Options) -> int | None:
    """Who draws first after a deal that was played out; None: by lot (ZP-2.3, ZP-7.3)."""
    match options.starter_later_deals:
        case "lot":
            return None
        case "next_counterclockwise":
            return play_order(len(active), starter)[1]
        case _:
            return next(seat for seat in play_order(len(active), maker) if active[seat])


class Match:
    """Drive it with `draw`, `asked` and `act`; deals follow by themselves."""

    def __init__(self, players: int, options: Options, dealing: Dealing) -> None:
        """Deal the first deal; `options` from `set_up`, `dealing` from module `deal`."""
        self.players = players
        self.options = options
        self.dealing = dealing
        self.standings = [Standing(active=True, points=0) for _ in range(players)]
        self.finished: list[Finished] = []
        """The deals that were played out."""
        self.winners: list[int] = []
        """Who has won the match; nobody before its end."""
        self.deal = self._deal(None, 1)

    def clone(self) -> Match:
        """A match that goes on by itself."""
        other = copy.copy(self)
        other.standings = list(self.standings)
        other.finished = list(self.finished)
        other.deal = self.deal.clone()
        return other

    # Where the match stands.

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.winners)

    @property
    def equipment(self) -> Equipment:
        """The cards of the table."""
        return equipment(self.players, self.options)

    @property
    def phase(self) -> str:
        """The phase of the deal, or `over`."""
        return "over" if self.over else self.deal.phase

    @property
    def to_draw(self) -> int:
        """How many cards are still to be drawn."""
        return self.players * self.equipment.hand - self.deal.drawn

    @property
    def can_draw(self) -> bool:
        """Whether the server may draw now (ZP-2.16)."""
        deal = self.deal
        return not self.over and deal.phase == "draw" and deal.contest.challenge is None

    def hand(self, seat: int) -> Cards:
        """What a seat holds, the kitty too from taking it until burying (ZP-2.20)."""
        deal = self.deal
        if deal.play is not None:
            return deal.play.hands[seat]
        if deal.hands is not None:
            return deal.hands[seat]
        return hands(deal.dealt, deal.drawn, self.players, self.options)[seat]

    def asked(self) -> list[int]:
        """The seats that may act now."""
        deal = self.deal
        if self.over:
            return []
        if deal.phase in {"bury", "call"}:
            assert deal.maker is not None
            return [deal.maker]
        if deal.phase == "play":
            assert deal.play is not None
            return [deal.play.asked]
        one = deal.contest.asked()
        if one is not None:
            return [one]
        return [seat for seat in range(self.players) if deal.contest.may_bid(seat)]

    # What happens.

    def _deal(self, starter: int | None, attempt: int) -> Deal:
        dealt = self.dealing(Request(len(self.finished) + 1, attempt, starter))
        levels = [level_rank(one.points) for one in self.standings]
        active = [one.active for one in self.standings]
        return Deal(dealt, Contest(dealt.starter, levels, active, self.options), attempt)

    def draw(self) -> int:
        """The server draws a card; whose it is (ZP-2.5, ZP-2.16, ZP-2.18)."""
        deal = self.deal
        if not self.can_draw:
            raise IllegalActionError("draw")
        seat = drawer(deal.drawn, deal.dealt, self.players, self.options)
        deal.drawn += 1
        if self.to_draw == 0:
            deal.phase = "final_bid"
            deal.contest.final = True
            self._close()
        return seat

    def act(self, seat: int, action: Action) -> None:
        """Take an action, or raise IllegalActionError and change nothing."""
        if seat not in self.asked():
            raise IllegalActionError(f"seat {seat} is not asked")
        if self.deal.phase in {"draw", "final_bid"}:
            self._contest(seat, action)
        elif action.verb != self.deal.phase:
            raise IllegalActionError(action)
        elif action.verb == "bury":
            self._bury(seat, action.cards)
        elif action.verb == "call":
            self._call(seat, action.calls)
        else:
            assert self.deal.play is not None
            self.deal.play.play(seat, action.cards)
            if self.deal.play.done:
                self._finish(self.deal.play)

    def _contest(self, seat: int, action: Action) -> None:
        contest, hand = self.deal.contest, self.hand(seat)
        if action.verb == "bid" and action.cards:
            contest.bid(seat, action.cards, hand)
        elif action.verb == "pass":
            contest.pass_by(seat)
        elif action.verb == "yield":
            contest.give_way()
        elif action.verb == "defend" and contest.challenge is not None:
            if action.cards != contest.defence():
                raise IllegalActionError(action)
            contest.defend(hand)
        else:
            raise IllegalActionError(action)
        self._close()

    def _close(self) -> None:
        """See whether the bidding has closed: a maker, or a void deal (ZP-2.11 to ZP-2.13)."""
        deal = self.deal
        if not deal.contest.closed:
            return
        deal.maker = deal.contest.maker()
        if deal.maker is None:
            self.standings = void(self.standings)
            self.deal = self._deal(deal.dealt.starter, deal.attempt + 1)
            return
        deal.phase = "bury"
        deal.rules = Rules(self.players, self.options, deal.contest.trump())
        deal.hands = hands(deal.dealt, deal.drawn, self.players, self.options)
        kitty = deal.dealt.order[deal.drawn :]
        deal.hands[deal.maker] = ordered([*deal.hands[deal.maker], *kitty])

    def _bury(self, seat: int, cards: Cards) -> None:
        deal = self.deal
        assert deal.hands is not None
        if len(cards) != self.equipment.kitty or not includes(deal.hands[seat], cards):
            raise IllegalActionError(cards)  # ZP-2.14
        deal.buried = ordered(cards)
        deal.hands[seat] = without(deal.hands[seat], cards)
        deal.phase = "call"

    def _call(self, seat: int, calls: tuple[Call, ...]) -> None:
        deal = self.deal
        assert deal.hands is not None
        assert deal.rules is not None
        if not may_call_all(calls, deal.hands[seat], deal.rules):
            raise IllegalActionError(calls)
        deal.play = Play(deal.hands, seat, deal.buried, calls, deal.rules)
        deal.phase = "play"

    def _finish(self, play: Play) -> None:
        """A deal was played out: count, and see whether the match is over (ZP-5.13)."""
        played = play.played()
        scored = result(played, self.options)
        won_by = sorted(winners(played, scored.side))
        starter = self.deal.dealt.starter
        self.finished.append(Finished(play.maker, starter, played, scored, won_by))
        self.standings = settled(self.standings, won_by, scored.points, self.options)
        self.winners = match_winners(self.standings, won_by, self.options)
        if not self.winners:
            active = [one.active for one in self.standings]
            after = starter_after(play.maker, starter, active, self.options)
            self.deal = self._deal(after, 1)

    def timeout(self, seat: int) -> Action | None:
        """What stands in for a seat that does not act in time; None: any legal play (ZP-6.4)."""
        deal = self.deal
        if deal.phase in {"draw", "final_bid"}:
            return Action("yield" if deal.contest.challenge is not None else "pass")
        assert deal.rules is not None
        hand = self.hand(seat)
        if deal.phase == "bury":
            return Action("bury", timeouts.bury(hand, self.equipment.kitty, deal.rules.trump))
        if deal.phase == "call":
            return Action("call", calls=tuple(timeouts.calls(hand, deal.buried, deal.rules)))
        assert deal.play is not None
        if deal.play.led is None:
            return Action("play", timeouts.lead(hand, deal.rules.trump))
        return None
