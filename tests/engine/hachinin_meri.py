"""Hachinin Meri of the engine and of the oracle side by side: set-ups and whole matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.logged import LoggedMatch
from oracle.hachinin_meri.cards import PACK, SEATS, TEAMS, parse, team
from oracle.hachinin_meri.deal import from_keys
from oracle.hachinin_meri.match import Match
from oracle.hachinin_meri.options import ALLOWED, Options, set_up
from oracle.hachinin_meri.order import is_trump
from oracle.hachinin_meri.play import has_lone_sun
from oracle.hachinin_meri.round import IllegalActionError, Round
from paizhuo.engine import Ruleset

if TYPE_CHECKING:
    import random

    from oracle.setting import Value
    from paizhuo.v1 import view_pb2

WORDS = ("pass", "declare")


def set_up_both(chosen: dict[str, Value] | None = None) -> tuple[Ruleset, Options]:
    """Set the same match up for the engine and for the oracle."""
    rules = Ruleset("hachinin_meri", seats=SEATS, options=chosen)
    return rules, set_up(SEATS, chosen)


def random_options(rng: random.Random) -> dict[str, Value]:
    """Draw options, in every match other ones, and not too many deals."""
    share = rng.choice((0.1, 0.4, 0.8))
    chosen = {
        option: rng.choice(list(allowed))
        for option, allowed in ALLOWED.items()
        if rng.random() < share
    }
    return {**chosen, "deals": rng.choice((1, 2, 4))}


def trick_name(round_: Round) -> str:
    """Return what the trick on the table is called, if it has a name (HM-3.2, HM-3.3)."""
    if not round_.plays:
        return ""
    if is_trump(round_.plays[0][1], round_.trump):
        return "meri"
    return "monchi" if round_.closed else ""


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
        self.oracle = Match(options, from_keys(options, self.engine.keys.key))
        self.steps = 0
        self.compare()

    @property
    def round(self) -> Round:
        """The oracle's deal in play."""
        return self.oracle.round

    def run(self, steps_max: int, *, timeouts: float = 0.05, trumps: float = 0.0) -> None:
        """Play on until the match is over or long enough.

        `timeouts` is the share of actions taken as the oracle prescribes for an absent seat,
        `trumps` the share of plays that are a trump where one may be played.
        """
        while not self.oracle.over and self.steps < steps_max:
            seat = self.rng.choice(self.oracle.asked())
            for _ in range(self.probes):
                self.probe(seat)
            self.act(seat, self.pick(seat, timeouts, trumps))

    # What is done.

    def pick(self, seat: int, timeouts: float, trumps: float) -> str:
        """Draw a legal action."""
        if self.rng.random() < timeouts:
            return self.oracle.timeout(seat)
        legal = self.oracle.legal(seat)
        trump = self.round.trump
        high = [one for one in legal if is_trump(one.removeprefix("play "), trump)]
        return self.rng.choice(high if high and self.rng.random() < trumps else legal)

    def act(self, seat: int, action: str) -> None:
        """Let a seat act in both, and compare what came of it."""
        deals = len(self.oracle.finished)
        self.oracle.act(seat, action)
        self.engine.act(seat, action)
        self.steps += 1
        self.compare()
        if len(self.oracle.finished) > deals:
            self.compare_end()

    # What is refused.

    def probe(self, seat: int) -> None:
        """An action that the oracle refuses is refused by the engine and changes nothing."""
        whom = seat if self.rng.random() < 0.8 else self.rng.randrange(SEATS)
        action = self._probing(whom)
        try:
            self.oracle.clone().act(whom, action)
            expected = True
        except IllegalActionError:
            expected = False
        assert self._takes(whom, action) is expected, (whom, action)

    def _probing(self, seat: int) -> str:
        """Draw a word, or a card that is held most of the time."""
        if self.rng.random() < 0.2:
            return self.rng.choice(WORDS)
        hand = self.round.hands[seat]
        held = hand and self.rng.random() < 0.8
        card = self.rng.choice(hand if held else PACK)
        verb = "discard" if self.round.phase == "discard" else "play"
        return f"{verb if self.rng.random() < 0.9 else 'discard'} {card}"

    def _takes(self, seat: int, action: str) -> bool:
        """Tell whether the engine takes an action; if not, see that nothing changed."""
        refused = self.engine.refusal(lambda other: other.act(seat, action))
        if refused is not None and refused.alternative is not None:
            self.oracle.clone().act(seat, refused.alternative)
        return refused is None

    # What is compared.

    def compare(self) -> None:
        """Everything that both sides know of the present state is equal."""
        table = self.engine.table
        assert table.match_over is self.oracle.over
        assert [one.seat for one in table.decisions] == self.oracle.asked()
        public = self.engine.view(None)
        assert [one.total for one in public.teams] == self.oracle.totals
        assert [seat.total for seat in public.seats] == [
            self.oracle.totals[TEAMS.index(team(seat))] for seat in range(SEATS)
        ]
        if self.oracle.over:
            return
        self.compare_kinds()
        self.compare_deal(public)
        self.compare_trick()
        for seat in self.oracle.asked():
            listed = list(self.engine.legal(seat))
            assert sorted(listed) == sorted(self.oracle.legal(seat))

    def compare_kinds(self) -> None:
        """The phase is the oracle's; cards are played in an open and in a closed one (HM-3.1)."""
        phase = self.round.phase
        if phase == "play":
            phase = "closed" if self.round.closed else "open"
        assert {one.kind for one in self.engine.table.decisions} == {phase}
        assert {one.sealed for one in self.engine.table.decisions} == {phase == "declare"}

    def compare_deal(self, public: view_pb2.View) -> None:
        """Hands, what lies apart, calls and points are equal, and seen by whom they may be."""
        round_ = self.round
        assert public.dealer == round_.dealt.dealer
        assert public.trump.suit == round_.trump
        assert [one.points for one in public.teams] == list(round_.points().values())
        calls = [] if round_.declared is None else round_.declared.answers
        told = [(call.seat, call.action.WhichOneof("verb") == "declare") for call in public.calls]
        assert told == list(calls)
        for seat in range(SEATS):
            own = self.engine.view(seat)
            assert parse(own.seats[seat].hand) == round_.hands[seat]
            for other in own.seats:
                assert other.hand_size == len(round_.hands[other.seat])
                assert other.seat == seat or other.hand == ""
            self.compare_zones(own, seat)
        self.compare_zones(public, None)

    def compare_zones(self, view: view_pb2.View, viewer: int | None) -> None:
        """Oki, discard, cards left over and a lone Sun are shown to whom they may be."""
        round_ = self.round
        receiver = None if round_.declared is None else round_.declared.receiver
        expected: dict[str, tuple[str, ...]] = {"oki": (round_.dealt.oki,)}
        expected["side"] = round_.dealt.side if round_.opened else ()
        if round_.discard is not None:
            knows = round_.opened or viewer == receiver
            expected["discard"] = (round_.discard,) if knows else ()
        if viewer is not None and round_.opened:
            hand, initial = round_.hands[viewer], round_.initial_trumps[viewer]
            if has_lone_sun(initial, hand, round_.trump, self.options):
                expected["lone_sun"] = (f"{round_.trump}sun",)
        assert {zone.name: parse(zone.cards) for zone in view.zones} == expected

    def compare_trick(self) -> None:
        """Cards on the table are seen by whom they may be, face down or not (HM-4.10)."""
        round_ = self.round
        if round_.phase != "play":
            return
        for viewer in (None, *range(SEATS)):
            trick = self.engine.view(viewer).trick
            assert trick.leader == round_.leader
            assert trick.label == trick_name(round_)
            found = [
                (play.seat, play.combination.cards, list(play.combination.labels))
                for play in trick.plays
            ]
            expected = [
                (
                    seat,
                    card if face == "up" or seat == viewer else "",
                    ["face_down"] if face == "down" else [],
                )
                for (seat, card), face in zip(round_.plays, round_.faces(), strict=True)
            ]
            assert found == expected
            kinds = [
                "trump" if is_trump(card, round_.trump) else "plain" for _, card in round_.plays
            ]
            assert [play.combination.category for play in trick.plays] == kinds

    def compare_end(self) -> None:
        """What the last deal scored, and who won the match, are equal (HM-5.6 to HM-5.8)."""
        done = self.oracle.finished[-1]
        public = self.engine.view(None)
        last = public.last_deal
        by_team = done.results()
        assert list(last.results) == [by_team[seat % 2] for seat in range(SEATS)]
        assert list(last.totals) == [self.oracle.totals[seat % 2] for seat in range(SEATS)]
        if self.oracle.over:
            won = [seat for seat in range(SEATS) if team(seat) == self.oracle.result]
            assert list(public.match_end.winners) == won
