"""The engine's leads, follows, winners and group checks of Zhao Pengyou against the oracle's."""

from __future__ import annotations

import os
import random
from collections import Counter
from itertools import count, islice
from typing import TYPE_CHECKING

import pytest

from engine.trick_cases import (
    Case,
    Deck,
    FollowCase,
    random_case,
    random_follow,
    random_group,
    random_lead,
    random_trick,
)
from engine.zhao_pengyou_moves import every_play
from oracle.zhao_pengyou.cards import Cards, ordered, parse, show
from oracle.zhao_pengyou.check import check
from oracle.zhao_pengyou.follow import broken
from oracle.zhao_pengyou.leads import lead
from oracle.zhao_pengyou.options import ALLOWED
from oracle.zhao_pengyou.trump import TRUMPS
from oracle.zhao_pengyou.winner import winner
from paizhuo.engine import RuleError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.zhao_pengyou.leads import Lead as OracleLead
    from paizhuo.engine import Lead

SETS = int(os.environ.get("PAIZHUO_SETS", "2500"))
"""Random cases of each kind; `make test-sets` tries 50 000 of each."""


def endless(kind: str, **fixed: str) -> Iterator[tuple[str, random.Random, Case]]:
    """Draw cases, each by its name alone."""
    for number in count():
        name = f"{kind} {number}"
        rng = random.Random(name)
        yield name, rng, random_case(rng, **fixed)


def cases(kind: str, part: int = 1, **fixed: str) -> Iterator[tuple[str, random.Random, Case]]:
    """Draw as many cases as are to be tried; with `part` only so few of them."""
    return islice(endless(kind, **fixed), SETS // part)


def follow_cases(duty: str) -> Iterator[tuple[str, random.Random, Case, FollowCase]]:
    """Draw as many questions whether a hand may follow as are to be tried."""
    drawn = (
        (name, rng, case, random_follow(rng, case.rules))
        for name, rng, case in endless(f"follow {duty}", follow_sets=duty)
    )
    asked = ((name, rng, case, asked) for name, rng, case, asked in drawn if asked is not None)
    return islice(asked, SETS)


def trick_cases() -> Iterator[tuple[str, random.Random, Case, list[Cards]]]:
    """Draw as many tricks as are to be tried."""
    drawn = (
        (name, rng, case, random_trick(rng, case.rules)) for name, rng, case in endless("trick")
    )
    asked = ((name, rng, case, plays) for name, rng, case, plays in drawn if plays is not None)
    return islice(asked, SETS)


def group_cases() -> Iterator[tuple[str, random.Random, Case, OracleLead, Cards, list[Cards]]]:
    """Draw leads and other hands until as many groups as are to be tried were among them."""
    groups = 0
    for name, rng, case in endless("group", group_lead="on"):
        cards, hands = random_group(rng, case.rules)
        led = lead(cards, case.rules)
        assert led is not None
        yield name, rng, case, led, cards, hands
        groups += led.kind == "group"
        if groups == SETS:
            return


def told(rng: random.Random, cards: Cards) -> str:
    """Give cards in any order: none matters, and copies are the same (ZP-1.4)."""
    return "-".join(rng.sample(cards, len(cards)))


def shown(found: Lead) -> tuple[str, str, list[tuple[str, int, str]]]:
    """Give kind and suit of a lead of the engine, and its components."""
    parts = [(one.category, one.run, show(parse(one.cards))) for one in found.components]
    return found.kind, found.suit, parts


def expected(led: OracleLead) -> tuple[str, str, list[tuple[str, int, str]]]:
    """Give the same of the oracle."""
    parts = [(one.kind, one.shape.m, show(one.cards)) for one in led.components]
    return led.kind, led.suit, parts


@pytest.mark.slow
def test_leads_are_classified_alike() -> None:
    """Cards are the oracle's lead, with its canonical grouping, or none (ZP-4.3 to ZP-4.7)."""
    kinds: Counter[str] = Counter()
    for name, rng, case in cases("lead"):
        deck = Deck(rng, case.rules)
        cards = random_lead(deck)
        if rng.random() < 0.05:
            cards = ordered([*cards, *deck.take(tuple(deck.left[:1]))])
        led = lead(cards, case.rules)
        kinds[led.kind if led is not None else "illegal"] += 1
        if led is None:
            with pytest.raises(RuleError):
                case.engine.lead_shape(show(cards), trump=case.trump)
            continue
        found = case.engine.lead_shape(told(rng, cards), trump=case.trump)
        assert shown(found) == expected(led), (name, show(cards), case.rules)
    for kind in ("single", "set", "sequence", "group", "illegal"):
        assert kinds[kind] > SETS // 50
    assert kinds["trio"] > SETS // 1_000


@pytest.mark.slow
@pytest.mark.parametrize("duty", ALLOWED["follow_sets"])
def test_follows_are_judged_alike(duty: str) -> None:
    """A play is legal or not as the oracle says, whatever is owed (ZP-4.9 to ZP-4.12, ZP-7.11)."""
    verdicts: Counter[bool] = Counter()
    for name, rng, case, asked in follow_cases(duty):
        led, cards, hand, play = asked
        legal = broken(led, hand, play, case.rules) is None
        verdicts[legal] += 1
        try:
            case.engine.check_follow(
                lead=told(rng, cards),
                hand=told(rng, hand),
                cards=told(rng, play),
                trump=case.trump,
            )
        except RuleError:
            taken = False
        else:
            taken = True
        assert taken is legal, (name, show(cards), show(hand), show(play), case.rules)
    assert verdicts.total() == SETS
    assert min(verdicts[True], verdicts[False]) > SETS // 50


@pytest.mark.slow
def test_tricks_are_won_alike() -> None:
    """A trick goes to the play that the oracle names (ZP-4.13 to ZP-4.17, ZP-7.12 to ZP-7.14)."""
    won: Counter[bool] = Counter()
    for name, rng, case, plays in trick_cases():
        led = lead(plays[0], case.rules)
        assert led is not None
        place = winner(led, plays, case.rules)
        won[place == 0] += 1
        texts = [told(rng, cards) for cards in plays]
        found = case.engine.trick_winner(plays=texts, trump=case.trump)
        assert found == place, (name, texts, case.rules)
    assert won.total() == SETS
    assert min(won.values()) > SETS // 10


@pytest.mark.slow
def test_groups_are_checked_alike() -> None:
    """A group stands, or the same is left of it and shown against it (ZP-4.8, ZP-6.5, ZP-7.14)."""
    stood: Counter[bool] = Counter()
    for name, rng, case, led, cards, hands in group_cases():
        failed = check(led, dict(enumerate(hands)), case.rules) if led.kind == "group" else None
        texts = [told(rng, hand) for hand in hands]
        found = case.engine.check_lead(show(cards), hands=texts, trump=case.trump)
        asked = (name, show(cards), texts, case.rules)
        if led.kind == "group":
            stood[failed is None] += 1
        if failed is None:
            assert found is None, asked
            continue
        assert found is not None, asked
        kept, shown_ = show(parse(found.kept.cards)), show(parse(found.beating))
        wanted = (show(failed.kept.cards), failed.seat, show(failed.shown.cards))
        assert (kept, found.beaten_by, shown_) == wanted, asked
    assert stood.total() == SETS
    assert min(stood.values()) > SETS // 20


@pytest.mark.slow
@pytest.mark.parametrize("groups", ["on", "off"])
def test_leads_of_a_hand_are_listed_alike(groups: str) -> None:
    """A whole list has all that the oracle may lead, any other nothing else (ZP-4.3)."""
    for name, rng, case in cases(f"leads {groups}", part=4, group_lead=groups):
        hand = small_hand(rng, case)
        check_listed(case, hand, None, (name, show(hand), case.rules))


@pytest.mark.slow
@pytest.mark.parametrize("duty", ALLOWED["follow_sets"])
def test_follows_of_a_hand_are_listed_alike(duty: str) -> None:
    """A whole list has all that the oracle may follow with, any other nothing else (ZP-4.9)."""
    for name, rng, case in cases(f"follows {duty}", part=4, follow_sets=duty):
        asked = random_follow(rng, case.rules)
        if asked is not None and len(asked.hand) <= 12:
            question = (name, show(asked.lead), show(asked.hand), case.rules)
            check_listed(case, asked.hand, asked, question)


def small_hand(rng: random.Random, case: Case) -> Cards:
    """Draw a hand with a few trumps, sets among them, and fewer plain cards."""
    deck = Deck(rng, case.rules)
    cards = list(deck.some(deck.plain, rng.randint(1, 4)))
    for _ in range(5):
        one = deck.component(TRUMPS)
        if one is not None and len(cards) + one.shape.size <= 10:
            cards.extend(deck.take(one.cards))
    return ordered(cards)


def check_listed(case: Case, hand: Cards, asked: FollowCase | None, question: object) -> None:
    """What the engine lists for a hand is all, or part of it where it says so."""
    text = None if asked is None else show(asked.lead)
    found, whole = case.engine.trick_plays(show(hand), trump=case.trump, lead=text)
    listed = {parse(one.cards) for one in found}
    assert len(listed) == len(found), question
    every = every_play(None if asked is None else asked.led, hand, case.rules)
    if every is not None:
        assert listed == every if whole else listed < every, question
