"""Zheng Fen of the engine and of the oracle side by side: set-ups, readings, whole matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.logged import LoggedMatch
from oracle.zheng_fen.cards import BLACK, JOKERS, NATURAL, RED, Cards, name, parse, rank, show
from oracle.zheng_fen.deal import from_keys
from oracle.zheng_fen.match import Match
from oracle.zheng_fen.meanings import LABELS, PRIORITY, Reading, readings
from oracle.zheng_fen.options import ALLOWED, PRESETS, Options, set_up
from oracle.zheng_fen.order import ANY, Laid, Wanted
from oracle.zheng_fen.plays import plays
from oracle.zheng_fen.round import IllegalActionError, Round
from paizhuo.engine import Ruleset

if TYPE_CHECKING:
    import random

    from oracle.setting import Value
    from paizhuo.engine import Combination
    from paizhuo.v1 import view_pb2

Shown = tuple[Reading, tuple[str, ...]]
"""A reading with its labels."""

LOW_TARGET = 300
"""Up to where targets are drawn most of the time, so that matches end."""


def set_up_both(
    seats: int, chosen: dict[str, Value] | None = None, preset: str = "seed"
) -> tuple[Ruleset, Options]:
    """Set the same match up for the engine and for the oracle."""
    rules = Ruleset("zheng_fen", seats=seats, preset=preset, options=chosen)
    return rules, set_up(seats, chosen, preset)


def random_options(rng: random.Random) -> dict[str, Value]:
    """Draw options, in every match other ones, most of them off (swarm testing)."""
    share = rng.choice((0.1, 0.4, 0.8))
    chosen = {
        option: rng.choice(allowed)
        for option, allowed in ALLOWED.items()
        if option != "target" and rng.random() < share
    }
    most = LOW_TARGET if rng.random() < 0.8 else 100_000
    chosen["target"] = rng.randint(5, most)
    return chosen


def random_preset(rng: random.Random) -> str:
    """Draw a preset."""
    return rng.choice(list(PRESETS))


def shown(combination: Combination) -> Shown:
    """Give the reading and the labels of a combination of the engine."""
    reading = Reading(combination.category, combination.key, combination.run)
    return reading, tuple(combination.labels)


def expected(cards: Cards, options: Options) -> list[Shown]:
    """Give the readings and labels of a set by the oracle."""
    return [(one, tuple(labels)) for one, labels in readings(cards, options).items()]


def told(action: str, wanted: Wanted) -> str:
    """Write an action of the oracle with the reading that it names, in the engine's notation."""
    if wanted == ANY:
        return action
    labels = "" if wanted.label is None else f" label={wanted.label}"
    named = "".join(f" {name(joker)}={name(card)}" for joker, card in wanted.represent)
    parts = [part if part is not None else "*" for part in (wanted.kind, wanted.key, wanted.n)]
    shape = "" if parts == ["*", "*", "*"] else f" as {':'.join(map(str, parts))}"
    return f"{action}{labels}{named}{shape}"


def listed(action: str) -> tuple[Cards, Reading, str]:
    """Take a listed play of the engine apart: its cards, its reading and the label it names."""
    words = action.removeprefix("play ").split(" ")
    kind, key, n = words[words.index("as") + 1].split(":")
    label = next((word.removeprefix("label=") for word in words if word.startswith("label=")), "")
    return parse(words[0]), Reading(kind, key, int(n)), label


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
        self.compare()

    def key(self, deal: int, attempt: int) -> bytes:
        """Give the key of a deal."""
        return self.engine.keys.key(deal, attempt)

    @property
    def round(self) -> Round:
        """The oracle's deal in play."""
        return self.oracle.round

    def run(self, steps_max: int, *, timeouts: float = 0.05, blunt: bool = False) -> None:
        """Play on until the match is over or long enough.

        `timeouts` is the share of actions taken as the oracle prescribes for an absent seat;
        `blunt` plays many cards at once.
        """
        while not self.oracle.over and self.steps < steps_max:
            (seat,) = self.oracle.asked()
            for _ in range(self.probes):
                self.probe(seat)
            if self.rng.random() < timeouts:
                self.act(seat, self.oracle.timeout(seat), ANY)
            else:
                self.act(seat, *self.pick(seat, blunt=blunt))

    # What is done.

    def possible(self, seat: int) -> dict[Cards, tuple[Laid, ...]]:
        """Give what the asked seat may play."""
        return dict(plays(self.round.hands[seat], self.options, self.round.standing))

    def pick(self, seat: int, *, blunt: bool) -> tuple[str, Wanted]:
        """Draw a legal action, with more or less of a reading named."""
        possible = self.possible(seat)
        passes = bool(self.round.trick) and self.rng.random() < (0.2 if blunt else 0.4)
        if passes or not possible:
            return "pass", ANY
        sets = sorted(possible, key=lambda cards: (len(cards), cards))
        cards = sets[-1] if blunt else self.rng.choice(sets[-20:])
        laid = self.rng.choice(possible[cards])
        wanted = self.rng.choice(
            (
                ANY,
                Wanted(laid.reading.kind),
                Wanted(*laid.reading),
                Wanted(label=laid.label or None),
            )
        )
        return f"play {show(cards)}", wanted

    def act(self, seat: int, action: str, wanted: Wanted) -> None:
        """Let a seat act in both, and compare what came of it."""
        deals = len(self.oracle.finished)
        self.oracle.act(seat, action, wanted)
        self.engine.act(seat, told(action, wanted))
        self.steps += 1
        self.compare()
        if len(self.oracle.finished) > deals:
            self.compare_end()

    # What is refused.

    def probe(self, seat: int) -> None:
        """An action that the oracle refuses is refused by the engine and changes nothing."""
        whom = seat if self.rng.random() < 0.8 else self.rng.randrange(self.seats)
        action, wanted = self._probing(whom)
        try:
            self.oracle.clone().act(whom, action, wanted)
            expected = True
        except IllegalActionError:
            expected = False
        assert self._takes(whom, told(action, wanted)) is expected, (whom, action, wanted)

    def _probing(self, seat: int) -> tuple[str, Wanted]:
        """Draw a pass, or cards that are nearly a legal play, with a reading that may be wrong."""
        hand = list(self.round.hands[seat])
        if not hand or self.rng.random() < 0.1:
            return "pass", ANY
        possible = self.possible(seat) if seat in self.oracle.asked() else {}
        if possible and self.rng.random() < 0.7:
            cards = list(self.rng.choice(sorted(possible)))
            if self.rng.random() < 0.7:
                cards[self.rng.randrange(len(cards))] = self.rng.choice(hand)
        else:
            cards = self.rng.sample(hand, self.rng.randint(1, min(6, len(hand))))
        return f"play {show(set(cards))}", self._wanting(cards)

    def _wanting(self, cards: list[int]) -> Wanted:
        """Draw a reading to name, right or wrong."""
        if self.rng.random() < 0.5:
            return ANY
        represent = tuple(
            (joker, self.rng.choice(NATURAL))
            for joker in JOKERS
            if joker in cards and self.rng.random() < 0.5
        )
        return Wanted(
            kind=self.rng.choice((None, None, *PRIORITY)),
            key=self.rng.choice((None, None, name(cards[0])[0], "mixed")),
            label=self.rng.choice((None, None, *LABELS)),
            represent=represent,
        )

    def _takes(self, seat: int, action: str) -> bool:
        """Tell whether the engine takes an action; if not, see that nothing changed."""
        refused = self.engine.refusal(lambda other: other.act(seat, action))
        if refused is not None and refused.alternative is not None:
            self.engine.clone().act(seat, refused.alternative)
        return refused is None

    # What is compared.

    def compare(self) -> None:
        """Everything that both sides know of the present state is equal."""
        table = self.engine.table
        assert [(one.seat, one.kind) for one in table.decisions] == [
            (seat, "play") for seat in self.oracle.asked()
        ]
        assert table.match_over is self.oracle.over
        public = self.engine.view(None)
        assert [seat.total for seat in public.seats] == self.oracle.totals
        if not self.oracle.over:
            self.compare_deal(public)
            self.compare_legal()

    def compare_deal(self, public: view_pb2.View) -> None:
        """Hands, piles, the trick and passes are equal, and seen by whom they may be (Z5.14)."""
        round_ = self.round
        assert public.dealer == round_.dealt.shuffler
        assert [seat.points for seat in public.seats] == round_.pile_points()
        assert [seat.passed for seat in public.seats] == [
            seat in round_.passed_since() for seat in range(self.seats)
        ]
        for seat in range(self.seats):
            own = self.engine.view(seat)
            assert parse(own.seats[seat].hand) == round_.hands[seat]
            for other in own.seats:
                assert other.hand_size == len(round_.hands[other.seat])
                assert other.seat == seat or other.hand == ""
        piles = [zone for zone in public.zones if zone.name == "pile"]
        assert [(zone.seat, zone.size, zone.cards) for zone in piles] == [
            (seat, len(pile), "") for seat, pile in enumerate(round_.piles)
        ]
        self.compare_roles(public)
        self.compare_trick(public)

    def compare_roles(self, public: view_pb2.View) -> None:
        """Who is out, and who is last, is told (Z5.9)."""
        out = self.round.out
        roles = {seat: "first_out" if place == 0 else "out" for place, seat in enumerate(out)}
        if len(out) == self.seats - 1:
            (last,) = set(range(self.seats)) - set(out)
            roles[last] = "last"
        assert {seat.seat: seat.role for seat in public.seats if seat.role} == roles

    def compare_trick(self, public: view_pb2.View) -> None:
        """The plays on the table and how they count are equal (Z4.20, Z4.21)."""
        assert public.trick.leader == self.round.leader
        assert len(public.trick.plays) == len(self.round.trick)
        for play, laid in zip(public.trick.plays, self.round.trick, strict=True):
            assert play.HasField("combination") is (laid is not None)
            if laid is not None:
                one = play.combination
                labels = tuple(label for label in (laid.label,) if label)
                assert (parse(one.cards), Reading(one.category, one.key, one.run)) == laid[:2]
                assert tuple(one.labels) == labels

    def compare_legal(self) -> None:
        """The listed actions are the oracle's; of each set the reading that applies is first."""
        (seat,) = self.oracle.asked()
        actions = list(self.engine.legal(seat))
        assert ("pass" in actions) is bool(self.round.trick)
        found: dict[Cards, list[tuple[Reading, str]]] = {}
        for action in actions:
            if action != "pass":
                cards, reading, label = listed(action)
                found.setdefault(cards, []).append((reading, label))
        assert found == {cards: self.ways(every) for cards, every in self.possible(seat).items()}

    def ways(self, every: tuple[Laid, ...]) -> list[tuple[Reading, str]]:
        """Give the readings and labels that may be named for a set."""
        if self.options.poker_match == "label" and self.round.standing is None:
            return [(laid.reading, label) for laid in every for label in laid.labels or ("",)]
        return [(laid.reading, laid.label) for laid in every]

    def compare_end(self) -> None:
        """What the last deal scored, whose the cards are, and who won, are equal (Z5.13, Z6)."""
        done = self.oracle.finished[-1]
        public = self.engine.view(None)
        last = public.last_deal
        assert list(last.results) == done.results()
        assert sum(last.results) == 100
        assert list(last.totals) == self.oracle.totals
        assert [parse(hand) for hand in last.hands] == [
            done.last_hand if seat == done.out[-1] else () for seat in range(self.seats)
        ]
        assert sum(zone.size for zone in last.zones) == 54
        for zone in last.zones:
            assert len(parse(zone.cards)) == zone.size
        if self.oracle.over:
            assert list(public.match_end.winners) == self.oracle.winners
            assert list(public.match_end.totals) == self.oracle.totals


def random_set(rng: random.Random, size: int) -> Cards:
    """Draw a set that is near a combination: of few ranks, or of one suit, often with jokers."""
    jokers = rng.choice(((), (), (BLACK,), (RED,), (BLACK, RED)))[:size]
    low = rng.randrange(13)
    width = rng.choice((1, 2, 3, 4, 5, 13))
    match rng.randrange(5):
        case 0:
            pool = [card for card in NATURAL if low <= rank(card) < low + width]
        case 1:
            suit = rng.randrange(4)
            pool = [card for card in NATURAL if card % 4 == suit and rank(card) >= low - 5]
        case 2:
            pool = [card for card in NATURAL if rank(card) in {2, 7, 10, 12}]
        case 3 if size == 3:
            suits = [rng.randrange(4)] * 3 if rng.random() < 0.5 else rng.choices(range(4), k=3)
            pool = [4 * scoring + suit for scoring, suit in zip((2, 7, 10), suits, strict=True)]
        case _:
            pool = list(NATURAL)
    pool = pool if len(pool) >= size else list(NATURAL)
    return tuple(sorted([*jokers, *rng.sample(pool, size - len(jokers))]))
