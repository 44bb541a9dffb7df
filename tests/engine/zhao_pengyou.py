"""Zhao Pengyou of the engine and of the oracle side by side: set-ups and whole matches."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.logged import LoggedMatch
from engine.zhao_pengyou_moves import bids, every_play, is_legal, nearly, random_move
from oracle.zhao_pengyou.cards import ordered, parse, show
from oracle.zhao_pengyou.deal import from_keys
from oracle.zhao_pengyou.match import Action, Match
from oracle.zhao_pengyou.options import ALLOWED, PRESETS, Options, set_up
from oracle.zhao_pengyou.winner import winner
from paizhuo.engine import Ruleset
from paizhuo.storage.v1 import entry_pb2
from paizhuo.v1 import action_pb2, table_service_pb2

PHASES = {"final_bid": "auction"}
"""The phases that the engine calls otherwise."""
LISTED = 512
"""So many actions are asked for."""

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

    from oracle.setting import Value
    from oracle.zhao_pengyou.check import Failed
    from oracle.zhao_pengyou.play import Play
    from paizhuo.engine import Prepared
    from paizhuo.v1 import view_pb2


def set_up_both(
    seats: int, chosen: Mapping[str, Value] | None = None, preset: str = "seed"
) -> tuple[Ruleset, Options]:
    """Set the same match up for the engine and for the oracle."""
    rules = Ruleset("zhao_pengyou", seats=seats, preset=preset, options=dict(chosen or {}))
    return rules, set_up(seats, chosen, preset)


def random_options(rng: random.Random) -> dict[str, Value]:
    """Draw options, in every match other ones, most of them off (swarm testing)."""
    share = rng.choice((0.1, 0.4, 0.8))
    chosen = {
        name: rng.choice(allowed) for name, allowed in ALLOWED.items() if rng.random() < share
    }
    chosen["target_points"] = rng.choice((1, 2, 3, 6, 13, 26))
    return chosen


def random_preset(rng: random.Random) -> str:
    """Draw a preset."""
    return rng.choice(list(PRESETS))


def drawn(count: int) -> entry_pb2.Entry:
    """Write that the server drew so many cards."""
    entry = entry_pb2.Entry(format=1)
    entry.cards_drawn.count = count
    return entry


def sparing(rng: random.Random, every: list[tuple[int, Action]]) -> tuple[int, Action]:
    """Draw a bid, mostly one of few cards, so that there is something to defend with."""
    few = min(len(action.cards) for _, action in every)
    least = [one for one in every if len(one[1].cards) == few]
    return rng.choice(least if rng.random() < 0.8 else every)


class Lockstep:
    """Drive it with `run`; any difference fails an assertion."""

    def __init__(
        self, rules: Ruleset, options: Options, name: str, rng: random.Random, probes: int = 2
    ) -> None:
        """Deal both; `probes` wrong actions are tried at every step."""
        self.rng = rng
        self.options = options
        self.probes = probes
        self.engine = LoggedMatch(rules, name)
        self.seats = rules.seats
        self.oracle = Match(rules.seats, options, from_keys(options, rules.seats, self.key))
        self.steps = 0
        self.done: Counter[str] = Counter()
        """How often seats did what."""
        self.compare()

    def key(self, deal: int, attempt: int) -> bytes:
        """Give the key of a deal."""
        return self.engine.keys.key(deal, attempt)

    def run(
        self,
        steps_max: int,
        *,
        timeouts: float = 0.05,
        groups: float = 0.3,
        until: str = "over",
    ) -> None:
        """Play on until the match is over, or a phase begins, or it is long enough.

        `timeouts` is the share of actions taken as the oracle prescribes for an absent seat;
        `groups` is how often a lead has several parts.
        """
        while self.oracle.phase not in {until, "over"} and self.steps < steps_max:
            self.steps += 1
            asked = self.oracle.asked()
            for _ in range(self.probes):
                self.probe(self.rng.choice(asked) if asked else self.rng.randrange(self.seats))
            if self.oracle.can_draw:
                self.draw_or_bid(asked)
            else:
                (seat,) = asked
                default = self.oracle.timeout(seat) if self.rng.random() < timeouts else None
                self.act(seat, default or random_move(self.rng, self.oracle, seat, groups))
            self.compare()

    # What is done.

    def draw_or_bid(self, asked: list[int]) -> None:
        """Draw some cards, or let somebody bid who can."""
        every = [(seat, action) for seat in asked for action in bids(self.oracle, seat)]
        if every and self.rng.random() < 0.3:
            self.act(*sparing(self.rng, every))
            return
        count = min(self.rng.choice((1, 5, 20, 40)), self.oracle.to_draw)
        for _ in range(count):
            self.oracle.draw()
        self.engine.put(drawn(count))
        self.engine.follow()

    def act(self, seat: int, action: Action) -> None:
        """Let a seat act in both."""
        self.done[action.verb] += 1
        deals = len(self.oracle.finished)
        prepared = self.engine.put(self.acted(self.engine, seat, action))
        self.oracle.act(seat, action)
        play = self.oracle.deal.play
        failed = play.failed if play is not None and len(play.trick) == 1 else None
        self.compare_withdrawal(prepared, failed)
        self.engine.follow()
        if len(self.oracle.finished) > deals:
            self.compare_end()

    def acted(self, engine: LoggedMatch, seat: int, action: Action) -> entry_pb2.Entry:
        """Write an action of the oracle down as an entry of the engine."""
        entry = entry_pb2.Entry(format=1)
        entry.acted.seat = seat
        entry.acted.decision_id = engine.decision_id(seat)
        entry.acted.action = self.told(action).SerializeToString()
        return entry

    def told(self, action: Action) -> action_pb2.Action:
        """Give an action as a message; a defence there shows all cards of the bid."""
        told = action_pb2.Action()
        match action.verb:
            case "bid":
                told.bid_cards.cards = show(action.cards)
            case "defend":
                standing = self.oracle.deal.contest.standing
                shown = () if standing is None else (standing.face,) * standing.number
                told.defend.cards = show([*shown, *action.cards])
            case "bury":
                told.bury.cards = show(action.cards)
            case "call":
                told.call_friends.SetInParent()
                for call in action.calls:
                    told.call_friends.calls.add(card=call.card, copy=call.n)
            case "play":
                told.play.cards = show(action.cards)
            case verb:
                getattr(told, verb).SetInParent()
        return told

    # What is refused.

    def probe(self, seat: int) -> None:
        """An action that the oracle refuses is refused by the engine and changes nothing."""
        whom = seat if self.rng.random() < 0.8 else self.rng.randrange(self.seats)
        action = nearly(self.rng, self.oracle, whom)
        assert self._takes(whom, action) is is_legal(self.oracle, whom, action), (whom, action)

    def _takes(self, seat: int, action: Action) -> bool:
        """Tell whether the engine takes an action; if not, see that nothing changed."""
        refused = self.engine.refusal(lambda other: other.put(self.acted(other, seat, action)))
        if refused is not None and refused.alternative is not None:
            self.engine.clone().act(seat, refused.alternative)
        return refused is None

    # What is compared.

    def compare(self) -> None:
        """Everything that both sides know of the present state is equal."""
        table, oracle = self.engine.table, self.oracle
        assert table.match_over is oracle.over
        public = self.engine.view(None)
        assert [seat.total for seat in public.seats] == [one.points for one in oracle.standings]
        if oracle.over:
            return
        assert [(one.seat, one.kind) for one in table.decisions] == self.questions()
        assert public.phase == PHASES.get(oracle.phase, oracle.phase)
        assert table.to_draw == (oracle.to_draw if oracle.can_draw else 0)
        assert (public.dealer, public.attempt) == (oracle.deal.dealt.starter, oracle.deal.attempt)
        self.compare_standings(public)
        self.compare_hands(public)
        self.compare_contest(public)
        if oracle.deal.play is not None:
            self.compare_play(public, oracle.deal.play)
        for seat in oracle.asked():
            self.compare_legal(seat)
            if not oracle.can_draw:
                self.compare_timeout(seat)

    def questions(self) -> list[tuple[int, str]]:
        """Give who is asked what: while cards are drawn, all who may ever bid."""
        contest, phase = self.oracle.deal.contest, self.oracle.phase
        holder = contest.holder if contest.challenge is not None else None
        if phase == "final_bid" and holder is not None:
            return [(holder, "defence")]
        if phase != "draw":
            return [(seat, PHASES.get(phase, phase)) for seat in self.oracle.asked()]
        if self.options.bid_timing == "after_draw":
            return []
        return [
            (seat, "defence" if seat == holder else "draw")
            for seat in range(self.seats)
            if contest.takes_part(seat)
        ]

    def compare_standings(self, public: view_pb2.View) -> None:
        """Levels and statuses are equal (ZP-2.1, ZP-5.9)."""
        assert [seat.level for seat in public.seats] == self.oracle.deal.contest.levels
        assert [seat.status for seat in public.seats] == [
            "active" if one.active else "passive" for one in self.oracle.standings
        ]

    def compare_hands(self, public: view_pb2.View) -> None:
        """Everybody sees the own hand and how many cards others hold (ZP-2.5, ZP-6.2)."""
        for seat in range(self.seats):
            own = self.engine.view(seat)
            assert parse(own.seats[seat].hand) == self.oracle.hand(seat)
            assert all(not other.hand for other in own.seats if other.seat != seat)
            assert public.seats[seat].hand_size == len(self.oracle.hand(seat))

    def compare_contest(self, public: view_pb2.View) -> None:
        """The standing bid, the trumps and the maker are equal (ZP-2.7 to ZP-2.11)."""
        deal = self.oracle.deal
        zones = {zone.name: zone for zone in public.zones if zone.name in {"bid", "challenge"}}
        shown = {name: (zone.seat, parse(zone.cards)) for name, zone in zones.items()}
        bids = {"bid": deal.contest.standing, "challenge": deal.contest.challenge}
        assert shown == {
            name: (bid.seat, (bid.face,) * bid.number)
            for name, bid in bids.items()
            if bid is not None and deal.rules is None
        }
        assert public.HasField("trump") is (deal.rules is not None)
        if deal.rules is not None:
            assert (public.trump.rank, public.trump.suit) == deal.rules.trump

    def compare_play(self, public: view_pb2.View, play: Play) -> None:
        """Trick, captured points, penalties and friends are equal (ZP-3.4, ZP-4.18, ZP-6.2)."""
        assert public.trick.leader == play.leader
        laid = [(one.seat, parse(one.combination.cards)) for one in public.trick.plays]
        assert laid == play.trick
        assert [seat.points for seat in public.seats] == play.captured
        assert [seat.penalty for seat in public.seats] == [
            sum(
                self.options.group_penalty * cards
                for leader, cards in play.withdrawn
                if leader == seat
            )
            for seat in range(self.seats)
        ]
        if play.led is not None:
            kinds = [one.combination.category for one in public.trick.plays]
            assert kinds == [play.led.kind] + ["follow"] * (len(play.trick) - 1)
            place = winner(play.led, [cards for _, cards in play.trick], play.rules)
            assert public.trick.standing == place
        self.compare_friends(public, play)

    def compare_friends(self, public: view_pb2.View, play: Play) -> None:
        """The calls, and who is known to be a friend, are equal (ZP-3.4, ZP-3.7)."""
        calls = [(one.call.card, one.call.copy) for one in public.friend_calls]
        assert sorted(calls) == sorted((call.card, call.n) for call in play.calls)
        roles = dict.fromkeys(play.team, "friend") | {play.maker: "maker"}
        assert {seat.seat: seat.role for seat in public.seats if seat.role} == roles

    def compare_withdrawal(self, prepared: Prepared, failed: Failed | None) -> None:
        """A group that failed is told with what is left of it and one holding (ZP-6.3, ZP-6.5)."""
        answer = table_service_pb2.ActResponse.FromString(prepared.events(None))
        told = [one.lead_withdrawn for one in answer.events if one.HasField("lead_withdrawn")]
        assert [
            (
                parse(one.kept.cards),
                parse(one.withdrawn),
                one.beaten_by,
                parse(one.beating),
                one.penalty,
            )
            for one in told
        ] == [
            (
                ordered(one.kept.cards),
                ordered(one.withdrawn),
                one.seat,
                ordered(one.shown.cards),
                self.options.group_penalty * len(one.withdrawn),
            )
            for one in ([failed] if failed is not None else [])
        ]

    def compare_legal(self, seat: int) -> None:
        """What is listed for a seat is legal, and where the list is whole it is all (ZP-4)."""
        legal = self.engine.table.legal(seat, LISTED)
        listed = [action for action in legal.actions if action.startswith("play ")]
        found = {parse(action.removeprefix("play ").partition(" as ")[0]) for action in listed}
        assert len(found) == len(listed)
        play, rules = self.oracle.deal.play, self.oracle.deal.rules
        if play is None or rules is None:
            assert found == set()
            return
        hand = self.oracle.hand(seat)
        for cards in self.rng.sample(sorted(found), min(3, len(found))):
            assert is_legal(self.oracle, seat, Action("play", cards))
        every = every_play(play.led, hand, rules)
        if every is not None:
            assert found <= every if legal.truncated else found == every

    def compare_timeout(self, seat: int) -> None:
        """What stands in for an absent seat is prescribed, or some legal play (ZP-6.4, ZP-6.6)."""
        encoded = self.engine.table.on_timeout(seat)
        assert encoded is not None
        found = action_pb2.Action.FromString(encoded)
        expected = self.oracle.timeout(seat)
        if expected is None:
            assert is_legal(self.oracle, seat, Action("play", parse(found.play.cards)))
            return
        told = self.told(expected)
        for one in (found, told):
            if one.HasField("bury"):
                one.bury.cards = show(parse(one.bury.cards))
        assert found == told

    def compare_end(self) -> None:
        """What the last deal scored, and who won the match, are equal (ZP-3.8, ZP-5)."""
        done = self.oracle.finished[-1]
        public = self.engine.view(None)
        last = public.last_deal
        assert list(last.winners) == done.winners
        assert last.points == done.result.opponents
        zones = [(zone.name, zone.seat, parse(zone.cards)) for zone in last.zones]
        assert zones == [("buried", done.maker, done.played.buried)]
        assert list(last.totals) == [one.points for one in self.oracle.standings]
        if self.oracle.over:
            assert list(public.match_end.winners) == self.oracle.winners
            assert list(public.match_end.totals) == [one.points for one in self.oracle.standings]
