"""Random moves in Zhao Pengyou: legal ones of the oracle, and some that are nearly legal."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice
from typing import TYPE_CHECKING

from oracle.zhao_pengyou.calls import OTHER, Call, may_call_all
from oracle.zhao_pengyou.cards import FACES, Cards, ordered, without
from oracle.zhao_pengyou.components import Component, Rules, Shape, within
from oracle.zhao_pengyou.contest import IllegalActionError
from oracle.zhao_pengyou.equipment import CALLED
from oracle.zhao_pengyou.follow import broken, possible
from oracle.zhao_pengyou.leads import Lead, lead
from oracle.zhao_pengyou.match import Action
from oracle.zhao_pengyou.trump import of_suit

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from oracle.zhao_pengyou.match import Match

TRIES = 30
"""Random plays of a follower that are looked at before all are gone through."""
LOOKED_AT = 300
"""Legal plays that are looked at then."""
TRIED = 5_000
"""Most plays to a lead that are all tried."""
SUITED = 8
"""Most cards of a suit of which all subsets are tried as leads."""


def bids(match: Match, seat: int) -> list[Action]:
    """Every bid that a seat may make now."""
    contest = match.deal.contest
    lowest = 1 if contest.standing is None else contest.standing.number + 1
    counts = Counter(match.hand(seat))
    return [
        Action("bid", (face,) * number)
        for face, held in counts.items()
        if face[0] in contest.ranks(seat) and len(face) == 2
        for number in range(lowest, held + 1)
    ]


def random_calls(rng: random.Random, match: Match, hand: Cards) -> Action:
    """Draw legal calls: high cards as often as others, own ones too."""
    rules = match.deal.rules
    assert rules is not None
    numbers = [OTHER, *range(1, rules.equipment.packs + 1)]
    every = [Call(face, n) for face in FACES for n in numbers]
    own = [call for call in every if call.card in hand]
    while True:
        pool = own if own and rng.random() < 0.3 else every
        calls = tuple(rng.sample(pool, min(CALLED[rules.players], len(pool))))
        if may_call_all(calls, hand, rules):
            return Action("call", calls=calls)


def random_leads(rng: random.Random, hand: Cards, rules: Rules, share: float) -> Cards:
    """Draw a component of a hand, or with this share several of one suit as a group."""
    suited = of_suit(hand, rng.choice(_suits(hand, rules)), rules.trump)
    one = _component(rng, suited, rules)
    cards = list(one.cards)
    while rules.options.group_lead == "on" and rng.random() < share:
        left = without(suited, cards)
        if not left:
            break
        best = max(within(left, rules), key=lambda other: other.top(rules.trump))
        cards.extend((best if rng.random() < 0.5 else _component(rng, left, rules)).cards)
    return ordered(cards)


def _suits(hand: Cards, rules: Rules) -> list[str]:
    """The effective suits in a hand."""
    return [suit for suit in "shdcT" if of_suit(hand, suit, rules.trump)]


def _component(rng: random.Random, cards: Cards, rules: Rules) -> Component:
    """Draw a component, of every shape as often as of others."""
    every = within(cards, rules)
    shape = rng.choice(sorted({one.shape for one in every}))
    return rng.choice([one for one in every if one.shape == shape])


def random_choice(rng: random.Random, led: Lead, hand: Cards, rules: Rules) -> Cards:
    """Draw cards of the right number: of the suit first, sets together, legal or not."""
    held = of_suit(hand, led.suit, rules.trump)
    if len(held) <= led.size:
        rest = without(hand, held)
        return ordered([*held, *rng.sample(rest, led.size - len(held))])
    play: list[str] = []
    for shape in led.shapes:
        left = ordered(without(held, play))
        fitting = [one for one in within(left, rules) if one.shape == Shape(shape.k, 1)]
        for one in rng.sample(fitting, min(shape.m, len(fitting))):
            if Counter(play + list(one.cards)) <= Counter(held):
                play.extend(one.cards)
    return ordered([*play, *rng.sample(without(held, play), led.size - len(play))])


def random_follow(rng: random.Random, led: Lead, hand: Cards, rules: Rules) -> Cards:
    """Draw a legal play of a follower."""
    for _ in range(TRIES):
        cards = random_choice(rng, led, hand, rules)
        if broken(led, hand, cards, rules) is None:
            return cards
    return rng.choice(list(islice(possible(led, hand, rules), LOOKED_AT)))


def random_move(rng: random.Random, match: Match, seat: int, groups: float) -> Action:
    """Draw something that a seat that is asked may do; `groups` is how often leads have parts."""
    deal, hand = match.deal, match.hand(seat)
    if deal.contest.challenge is not None:
        able = deal.contest.may_defend(hand) and rng.random() < 0.8
        return Action("defend", deal.contest.defence()) if able else Action("yield")
    if deal.rules is None:
        every = bids(match, seat)
        return rng.choice(every) if every and rng.random() < 0.4 else Action("pass")
    if deal.phase == "bury":
        return Action("bury", tuple(rng.sample(hand, match.equipment.kitty)))
    if deal.play is None:
        return random_calls(rng, match, hand)
    if deal.play.led is None:
        return Action("play", random_leads(rng, hand, deal.rules, groups))
    return Action("play", random_follow(rng, deal.play.led, hand, deal.rules))


def nearly(rng: random.Random, match: Match, seat: int) -> Action:
    """Draw an action that is often illegal: other cards, one more, one less, another verb."""
    hand = match.hand(seat)
    how = rng.randrange(6)
    if how == 0 or not hand:
        return rng.choice((Action("pass"), Action("yield"), Action("defend", ("2s",))))
    if how == 1:
        return Action("bid", _few_alike(rng, hand))
    if how == 2:
        cards = rng.sample(hand, min(len(hand), match.equipment.kitty + rng.choice((0, 0, 1, -1))))
        return Action("bury", ordered(cards))
    if how == 3:
        return Action("call", calls=_wild_calls(rng, match))
    return Action("play", _wild_play(rng, match, seat, hand))


def _few_alike(rng: random.Random, hand: Sequence[str]) -> Cards:
    face = rng.choice(hand)
    return (face,) * rng.randint(1, 4)


def _wild_calls(rng: random.Random, match: Match) -> tuple[Call, ...]:
    number = CALLED[match.players] + rng.choice((0, 0, 0, 1, -1))
    return tuple(Call(rng.choice(FACES), rng.randint(1, 4)) for _ in range(number))


def _wild_play(rng: random.Random, match: Match, seat: int, hand: Cards) -> Cards:
    play = match.deal.play
    if play is None or play.led is None or len(hand) < play.led.size or rng.random() < 0.2:
        return ordered(rng.sample(hand, rng.randint(1, min(4, len(hand)))))
    if rng.random() < 0.6 and seat in match.asked():
        return random_choice(rng, play.led, hand, play.rules)
    return ordered(rng.sample(hand, play.led.size))


def is_legal(match: Match, seat: int, action: Action) -> bool:
    """Whether the oracle takes an action."""
    try:
        match.clone().act(seat, action)
    except IllegalActionError:
        return False
    return True


def every_play(led: Lead | None, hand: Cards, rules: Rules) -> set[Cards] | None:
    """Everything that a hand may lead, or follow with; None where that is too much to try."""
    if led is not None:
        every = set(islice(possible(led, hand, rules), TRIED))
        return every if len(every) < TRIED else None
    suits = [of_suit(hand, suit, rules.trump) for suit in "shdcT"]
    if max(len(cards) for cards in suits) > SUITED:
        return None
    return {
        cards
        for suited in suits
        for size in range(1, len(suited) + 1)
        for cards in combinations(suited, size)
        if lead(cards, rules) is not None
    }
