"""Random questions about the tricks of Zhao Pengyou: leads, follows, tricks and group checks.

They are drawn from narrow decks, a few neighbouring ranks of one plain suit and of the trumps, so
that sets and sequences are common. All cards of a case fit into the packs of its table.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple

from engine.zhao_pengyou import set_up_both
from oracle.zhao_pengyou.cards import RANKS, SUITS, WORTH, Cards, ordered, without
from oracle.zhao_pengyou.components import Component, Rules, within
from oracle.zhao_pengyou.leads import Lead, lead
from oracle.zhao_pengyou.options import ALLOWED
from oracle.zhao_pengyou.trump import TRUMPS, Trump, effective_suit, of_suit, order

if TYPE_CHECKING:
    import random

    from paizhuo.engine import Ruleset

TRICK_OPTIONS = (
    "kitty_mode",
    "group_lead",
    "scoring_trio_lead",
    "trump_sequences_high",
    "quad_beats_sequence",
)
"""What decides how cards count, but for what followers owe."""


class Case(NamedTuple):
    """The rules of a question, of the engine and of the oracle."""

    engine: Ruleset
    rules: Rules

    @property
    def trump(self) -> str:
        """The trumps in notation."""
        return str(self.rules.trump)


@functools.cache
def both(players: int, chosen: tuple[tuple[str, str], ...]) -> tuple[Ruleset, Rules]:
    """Set up both once, with any trumps."""
    engine, options = set_up_both(players, dict(chosen))
    return engine, Rules(players, options, Trump("2", "s"))


def random_case(rng: random.Random, **fixed: str) -> Case:
    """Draw players, options and trumps; each option is at its default more often than not."""
    chosen = {name: str(rng.choice(ALLOWED[name])) for name in TRICK_OPTIONS if rng.random() < 0.35}
    engine, rules = both(rng.randint(5, 12), tuple(sorted({**chosen, **fixed}.items())))
    return Case(engine, rules._replace(trump=Trump(rng.choice(RANKS), rng.choice(SUITS))))


class Deck:
    """The cards of a narrow deck that are still there."""

    def __init__(self, rng: random.Random, rules: Rules) -> None:
        """Every copy of a few neighbouring faces of a plain suit and of the trumps."""
        self.rng = rng
        self.rules = rules
        self.plain = rng.choice([suit for suit in SUITS if suit != rules.trump.suit])
        pack = rules.equipment.pack
        self.left: list[str] = []
        for suit in (self.plain, TRUMPS):
            steps = order(suit, rules.trump)
            low = rng.randrange(len(steps) - 2)
            faces = [face for step in steps[low : low + rng.randint(3, 8)] for face in step]
            self.left.extend(card for card in pack if card in faces)

    def there(self, suit: str) -> list[str]:
        """The cards of an effective suit that are there."""
        return [card for card in self.left if effective_suit(card, self.rules.trump) == suit]

    def take(self, cards: Cards) -> Cards:
        """Take cards that are there."""
        self.left = list(without(self.left, cards))
        return ordered(cards)

    def some(self, suit: str, count: int) -> Cards:
        """Take at most so many cards of a suit at random."""
        there = self.there(suit)
        return self.take(tuple(self.rng.sample(there, min(count, len(there)))))

    def component(self, suit: str) -> Component | None:
        """Draw a component of a suit without taking it, the larger ones as often as others."""
        most = self.rng.choice((2, 4, 6, 9))
        held = within(ordered(self.there(suit)), self.rules)
        every = [one for one in held if one.shape.size <= most]
        if not every:
            return None
        shape = self.rng.choice(sorted({one.shape for one in every}))
        return self.rng.choice([one for one in every if one.shape == shape])

    def shaped(self, suit: str, led: Lead) -> Cards | None:
        """Take components of the shapes that were led; None where they are not there."""
        taken: list[str] = []
        for shape in led.shapes:
            left = ordered(without(self.there(suit), taken))
            fitting = [one for one in within(left, self.rules) if one.shape == shape]
            if not fitting:
                return None
            taken.extend(self.rng.choice(fitting).cards)
        return self.take(tuple(taken))


def random_lead(deck: Deck, *, parts: int | None = None) -> Cards:
    """Take the cards of something that may be led, or nearly."""
    rng = deck.rng
    suit = rng.choice([suit for suit in (deck.plain, TRUMPS) if deck.there(suit)])
    if parts is None:
        parts = rng.choice((0, 1, 1, 1, 2, 2, 3))
    cards: list[str] = []
    scoring = [card for card in deck.there(suit) if card[0] in WORTH]
    if deck.rules.options.scoring_trio_lead == "on" and len(scoring) >= 3 and rng.random() < 0.3:
        return deck.take(tuple(rng.sample(scoring, 3)))
    for _ in range(parts):
        one = deck.component(suit)
        if one is not None and len(cards) + one.shape.size <= 10:
            cards.extend(deck.take(one.cards))
    if not cards:
        cards.extend(deck.some(suit, rng.randint(1, 8)))
    return ordered(cards)


def random_hand(deck: Deck, suit: str, size: int) -> Cards:
    """Take a hand of at least so many cards, some of them of the suit."""
    rng = deck.rng
    other = deck.plain if suit == TRUMPS else TRUMPS
    held = deck.some(suit, rng.choice((0, max(size - 1, 0), size, size + 2, size + 4, 12, 12)))
    needed = size - len(held)
    return ordered([*held, *deck.some(other, max(needed, 0) + rng.randint(0, 3))])


class FollowCase(NamedTuple):
    """A question whether cards may be played on a lead."""

    led: Lead
    lead: Cards
    hand: Cards
    cards: Cards


def random_follow(rng: random.Random, rules: Rules) -> FollowCase | None:
    """Draw a lead, a hand and cards of it; None where the deck has too few cards."""
    deck = Deck(rng, rules)
    cards = random_lead(deck)
    led = lead(cards, rules)
    if led is None:
        return None
    hand = random_hand(deck, led.suit, led.size)
    if len(hand) < led.size:
        return None
    held = of_suit(hand, led.suit, rules.trump)
    how = rng.random()
    if how < 0.1:
        play = rng.sample(hand, led.size)
    elif len(held) <= led.size:
        rest = without(hand, held)
        play = [*held, *rng.sample(rest, led.size - len(held))]
    elif how < 0.4:
        play = rng.sample(held, led.size)
    else:
        play = _mostly_sets(rng, held, led, rules)
    return FollowCase(led, cards, hand, ordered(play))


def _mostly_sets(rng: random.Random, held: Cards, led: Lead, rules: Rules) -> list[str]:
    """Draw cards of the suit: components first, then whatever fills up."""
    play: list[str] = []
    for shape in led.shapes:
        wanted = shape.k if rng.random() < 0.7 else rng.randint(1, shape.k)
        left = without(held, play)
        fitting = [one for one in within(left, rules) if one.shape.k == wanted]
        runs = [one for one in fitting if one.shape.m == shape.m]
        for one in [*rng.sample(runs, min(1, len(runs))), *rng.sample(fitting, len(fitting))]:
            if len(play) + one.shape.size <= led.size and _still(held, [*play, *one.cards]):
                play.extend(one.cards)
                break
    fill = without(held, play)
    return [*play, *rng.sample(fill, led.size - len(play))]


def _still(held: Cards, cards: list[str]) -> bool:
    """Whether so many copies are held."""
    return all(cards.count(face) <= held.count(face) for face in set(cards))


def random_trick(rng: random.Random, rules: Rules) -> list[Cards] | None:
    """Draw the plays of a trick, many of them fit to win it; None where there is no lead."""
    deck = Deck(rng, rules)
    cards = random_lead(deck)
    led = lead(cards, rules)
    if led is None:
        return None
    plays = [cards]
    for _ in range(rng.randint(1, rules.players - 1)):
        how = rng.random()
        play: Cards | None = None
        if how < 0.65:
            play = deck.shaped(rng.choice((led.suit, TRUMPS)), led)
        if play is None:
            suit = rng.choice((led.suit, TRUMPS))
            there = deck.there(suit) if how < 0.9 else deck.left
            play = deck.take(tuple(rng.sample(there, min(led.size, len(there)))))
        if len(play) == led.size:
            plays.append(play)
    return plays


def random_group(rng: random.Random, rules: Rules) -> tuple[Cards, list[Cards]]:
    """Draw several components of one suit, mostly a group, and the other hands."""
    deck = Deck(rng, rules)
    cards = random_lead(deck, parts=rng.choice((2, 2, 3, 4)))
    suit = effective_suit(cards[0], rules.trump)
    hands = [
        random_hand(deck, suit, rng.randint(0, 5)) for _ in range(rng.randint(1, rules.players - 1))
    ]
    return cards, hands
