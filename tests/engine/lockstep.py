"""A match played by the engine and by the oracle side by side, compared at every step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.logged import LoggedMatch
from engine.notation import face, faces, played
from oracle.dou_dizhu.combinations import readings
from oracle.dou_dizhu.deal import from_keys
from oracle.dou_dizhu.match import Match
from oracle.dou_dizhu.order import Wanted, applied, beats
from oracle.dou_dizhu.plays import plays
from oracle.dou_dizhu.ranks import EMPTY, Cards, from_ranks, parse, show, spell
from oracle.dou_dizhu.round import IllegalActionError

if TYPE_CHECKING:
    import random

    from oracle.dou_dizhu.combinations import Reading
    from oracle.dou_dizhu.options import Options
    from paizhuo.engine import Ruleset
    from paizhuo.v1 import view_pb2

KINDS = {"between": "between_deals"}
"""The phases that the engine calls otherwise."""

WORDS = ["pass", "bid 1", "bid 2", "bid 3", "bid 4", "call", "rob", "reveal", "double"]
WORDS += ["continue", "stop"]


class Lockstep:
    """Drive it with `run`; any difference fails an assertion."""

    def __init__(
        self, rules: Ruleset, options: Options, name: str, rng: random.Random, probes: int = 3
    ) -> None:
        """Deal both; `probes` wrong actions are tried at every step."""
        self.rng = rng
        self.options = options
        self.probes = probes
        self.engine = LoggedMatch(rules, name)
        self.oracle = Match(
            rules.seats, options, from_keys(options, rules.seats, self.engine.keys.key)
        )
        self.seats = rules.seats
        self.steps = 0
        self.compare()

    def run(self, steps_max: int, *, timeouts: float = 0.05, blunt: bool = False) -> None:
        """Play on until the match is over or long enough.

        `timeouts` is the share of actions taken as the oracle prescribes for an absent seat;
        `blunt` plays many cards at once and always wants to go on.
        """
        while not self.oracle.over and self.steps < steps_max:
            seat = self.rng.choice(self.oracle.asked())
            self.probe(seat)
            if self.rng.random() < timeouts:
                self.act(seat, self.oracle.timeout(seat), None)
            else:
                self.act(seat, *self.pick(seat, blunt=blunt))

    # What is done.

    def pick(self, seat: int, *, blunt: bool) -> tuple[str, str | None]:
        """Draw one of the engine's listed actions, as action and reading."""
        listed = self.engine.legal(seat)
        action = self.rng.choice(listed)
        if self.oracle.phase == "between" and (blunt or self.rng.random() < 0.8):
            action = "continue"
        if blunt or (self.rng.random() < 0.4 and self.oracle.phase == "play"):
            action = max(listed, key=len) if self.oracle.phase == "play" else action
        cards, _, shape = action.partition(" as ")
        if self.rng.random() < 0.5:
            return cards, None
        if shape and self.rng.random() < 0.5:
            return cards, ":".join(self.rng.choice((part, "*")) for part in shape.split(":"))
        return cards, shape or None

    def act(self, seat: int, action: str, shape: str | None) -> None:
        """Let a seat act in both, and compare what came of it."""
        if shape is not None and shape.startswith("*"):
            shape = None  # the oracle's `as` always names a type
        deal = self.engine.table.deal
        self.oracle.act(seat, by_ranks(action), wanted(shape))
        self.engine.act(seat, action if shape is None else f"{action} as {shape}")
        self.steps += 1
        self.compare()
        if self.engine.table.deal != deal or self.oracle.phase in {"between", "over"}:
            self.compare_end()

    # What is refused.

    def probe(self, seat: int) -> None:
        """Actions that the oracle refuses are refused by the engine and change nothing."""
        for _ in range(self.probes):
            whom = self.rng.choice([seat, seat, self.rng.randrange(self.seats)])
            action = self._probing(whom)
            cards, _, shape = action.partition(" as ")
            try:
                self.oracle.clone().act(whom, cards, wanted(shape or None))
                expected = True
            except IllegalActionError:
                expected = False
            assert self._takes(whom, action) is expected, (whom, action)

    def _probing(self, seat: int) -> str:
        """Draw a word, or cards that are nearly a legal play."""
        if self.rng.random() < 0.3:
            return self.rng.choice(WORDS)
        hand = self.oracle.round.hands[seat]
        ranks = spell(hand) or [0]
        listed = [action for action in self.oracle.legal(seat) if action.startswith("play ")]
        if listed and self.rng.random() < 0.7:
            ranks = spell(parse(self.rng.choice(listed).removeprefix("play ")))
            ranks[self.rng.randrange(len(ranks))] = self.rng.randrange(15)
        else:
            ranks = self.rng.sample(ranks, self.rng.randint(1, min(6, len(ranks))))
        action = f"play {show(from_ranks(ranks))}"
        if self.rng.random() < 0.3:
            every = readings(from_ranks(ranks), self.options, self.seats)
            meant = self.rng.choice(every) if every else None
            shape = f"{meant}" if meant else "single:3:1"
            action += f" as {shape}"
        return action

    def _takes(self, seat: int, action: str) -> bool:
        """Tell whether the engine takes an action; if not, see that nothing changed."""
        refused = self.engine.refusal(lambda other: other.act(seat, action))
        if refused is not None and refused.alternative is not None:
            instead = refused.alternative.partition(" as ")[0]
            self.oracle.clone().act(seat, by_ranks(instead))
        return refused is None

    # What is compared.

    def compare(self) -> None:
        """Everything that both sides know of the present state is equal."""
        self.compare_decisions()
        public = self.engine.view(None)
        self.compare_deal(public)
        assert [seat.total for seat in public.seats] == self.oracle.totals
        for seat in range(self.seats):
            self.compare_legal(seat)

    def compare_decisions(self) -> None:
        """The same seats are asked the same kind of question."""
        asked = self.oracle.asked()
        kind = KINDS.get(self.oracle.phase, self.oracle.phase)
        table = self.engine.table
        assert [(one.seat, one.kind) for one in table.decisions] == [(s, kind) for s in asked]
        assert table.match_over is self.oracle.over

    def compare_deal(self, public: view_pb2.View) -> None:
        """Hands with their suits, bottom, face-up card, roles and the trick are equal."""
        deal, round_ = self.oracle.round.dealt, self.oracle.round
        assert (public.dealer, public.attempt) == (deal.dealer, round_.redeals + 1)
        for seat in range(self.seats):
            own = self.engine.view(seat)
            assert from_faces(own.seats[seat].hand) == round_.hands[seat]
            assert public.seats[seat].hand_size == sum(round_.hands[seat])
            if round_.landlord is not None:
                role = "landlord" if seat == round_.landlord else "peasant"
                assert public.seats[seat].role == role
            if not round_.calls:
                assert faces(own.seats[seat].hand) == dealt_faces(
                    deal.deck, deal.dealer, seat, self.seats
                )
        self.compare_zones(public)
        self.compare_trick(public)

    def compare_zones(self, public: view_pb2.View) -> None:
        """Who sees the bottom cards and the face-up card sees what the oracle dealt."""
        deal, round_ = self.oracle.round.dealt, self.oracle.round
        bottom = sorted(face(card) for card in deal.deck[self.seats * {3: 17, 4: 25}[self.seats] :])
        for viewer in (None, *range(self.seats)):
            zones = {zone.name: zone for zone in self.engine.view(viewer).zones}
            knows = round_.bottom_is_public or (viewer is not None and viewer == round_.landlord)
            assert faces(zones["bottom"].cards) == (bottom if knows else [])
            if not round_.calls:
                shown = [] if deal.faceup is None else [face(deal.faceup)]
                assert faces(zones["faceup"].cards if "faceup" in zones else "") == shown
        if deal.faceup is not None and not round_.calls:
            (zone,) = [zone for zone in public.zones if zone.name == "faceup"]
            assert zone.seat == deal.first_bidder

    def compare_trick(self, public: view_pb2.View) -> None:
        """The plays on the table, their readings and the one to beat are equal (D4.21.3)."""
        round_ = self.oracle.round
        if round_.phase != "play":
            return
        laid = [
            parse(one.combination.cards) if one.HasField("combination") else None
            for one in public.trick.plays
        ]
        assert (public.trick.leader, laid) == (round_.leader, round_.trick)
        if round_.standing is not None:
            standing = public.trick.plays[public.trick.standing].combination
            shape = (standing.category, standing.key, standing.run)
            assert shape == tuple(round_.standing)
        else:
            assert not public.trick.HasField("standing")

    def compare_legal(self, seat: int) -> None:
        """The listed actions are the oracle's; the first reading of a set is its default."""
        listed = self.engine.legal(seat)
        words = {action for action in listed if not action.startswith("play ")}
        expected = {one for one in self.oracle.legal(seat) if not one.startswith("play ")}
        assert words == expected
        found: dict[Cards, list[Reading | None]] = {}
        for action in listed:
            if action.startswith("play "):
                cards, reading = played(action)
                found.setdefault(cards, []).append(reading)
        if self.oracle.phase != "play" or seat not in self.oracle.asked():
            assert found == {}
            return
        round_ = self.oracle.round
        every = plays(round_.hands[seat], self.options, self.seats, round_.standing)
        assert {cards: ways[0] for cards, ways in found.items()} == dict(every)
        for cards, ways in found.items():
            if len(ways) > 1:
                usable = readings(cards, self.options, self.seats)
                if round_.standing is not None:
                    usable = [one for one in usable if beats(one, round_.standing)]
                assert sorted(map(str, ways)) == sorted(map(str, usable))
                assert ways[0] == applied(usable, round_.standing)

    def compare_end(self) -> None:
        """What the last deal paid, and who won the match, are equal (D5.7, D5.9, D6)."""
        public = self.engine.view(None)
        done = self.oracle.finished[-1]
        last = public.last_deal
        assert list(last.results) == done.results()
        assert list(last.totals) == self.oracle.totals
        story = done.story()
        assert story is not None
        winners = [s for s in range(self.seats) if (s == story.landlord) is story.landlord_won]
        assert list(last.winners) == winners
        assert [from_faces(hand) for hand in last.hands] == done.hands
        assert list(last.stake.doubled) == sorted(story.doubled)
        assert (last.stake.unit, last.stake.bid) == (self.options.unit, story.bid)
        if self.oracle.over:
            assert list(public.match_end.winners) == self.oracle.winners()
            assert list(public.match_end.totals) == self.oracle.totals


def from_faces(text: str) -> Cards:
    """Give the ranks of faces; nothing for a hand that is not shown."""
    return parse(text) if text else EMPTY


def by_ranks(action: str) -> str:
    """Give an action with its cards by rank, as the oracle writes it."""
    if not action.startswith("play "):
        return action
    return f"play {show(played(action).cards)}"


def wanted(shape: str | None) -> Wanted | None:
    """Give the oracle's `as` of a `type[:key[:n]]` with `*` for what is left open."""
    if shape is None:
        return None
    category, key, run = ([*shape.split(":"), "*", "*"])[:3]
    return Wanted(category, n=None if run == "*" else int(run), key=None if key == "*" else key)


def dealt_faces(deck: tuple[int, ...], dealer: int, seat: int, seats: int) -> list[str]:
    """Give the faces that a seat drew (D2.6.6)."""
    drawn = seats * {3: 17, 4: 25}[seats]
    return sorted(face(deck[k]) for k in range(drawn) if (dealer + k) % seats == seat)
