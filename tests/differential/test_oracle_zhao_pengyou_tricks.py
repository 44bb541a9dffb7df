"""The tricks of the Zhao Pengyou oracle against definitions tried out on every subset."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, permutations
from typing import TYPE_CHECKING

import pytest

from oracle.zhao_pengyou.cards import JOKERS, RANKS, SUITS, Cards, ordered, parse, show, without
from oracle.zhao_pengyou.check import check
from oracle.zhao_pengyou.components import Rules, Shape, whole, within
from oracle.zhao_pengyou.follow import broken, possible
from oracle.zhao_pengyou.leads import Lead, grouping, lead
from oracle.zhao_pengyou.options import Options, set_up
from oracle.zhao_pengyou.trump import TRUMPS, Trump, effective_suit, height, of_suit
from oracle.zhao_pengyou.winner import tops, winner

if TYPE_CHECKING:
    from oracle.setting import Value


Given = tuple[int, ...]
"""How many sets of each size a play gives, the largest first."""


def rules(trump: str, **chosen: Value) -> Rules:
    """Give the rules of a deal with six players."""
    return Rules(6, set_up(6, chosen), Trump(*trump))


def led_with(text: str, given: Rules) -> Lead:
    """Give a lead that may be led."""
    found = lead(parse(text), given)
    assert found is not None
    return found


def random_rules(rng: random.Random, **chosen: Value) -> Rules:
    """Draw trumps."""
    return rules(rng.choice(RANKS) + rng.choice(SUITS), **chosen)


def narrow_hand(rng: random.Random, given: Rules, size: int) -> Cards:
    """Draw cards of one effective suit, of few ranks, up to four copies each."""
    suit = rng.choice([TRUMPS, *(s for s in SUITS if s != given.trump.suit)])
    faces = [face for rank in RANKS for face in (rank + s for s in SUITS)]
    pool = [face for face in (*faces, *JOKERS) if effective_suit(face, given.trump) == suit]
    low = rng.randrange(len(pool))
    few = (pool + pool)[low : low + rng.randint(2, 6)]
    return ordered(rng.sample(few * 4, min(size, len(few) * 4)))


# --- what cards are -------------------------------------------------------------------------------


def shape_by_definition(cards: Cards, trump: Trump) -> Shape | None:
    """Tell what these cards are by ZP-4.4 to ZP-4.6, looking at nothing but the cards."""
    counts = Counter(cards)
    k = min(counts.values())
    if max(counts.values()) != k:
        return None
    if len(counts) == 1:
        return Shape(k, 1)
    if k < 2 or any(face in JOKERS or face[0] == trump.rank for face in counts):
        return None
    ranks = [rank for rank in RANKS if rank != trump.rank]
    places = sorted(ranks.index(face[0]) for face in counts)
    row = places == list(range(places[0], places[0] + len(places)))
    return Shape(k, len(counts)) if row and len({face[1] for face in counts}) == 1 else None


@pytest.mark.parametrize("seed", range(40))
def test_components_are_those_of_the_definition(seed: int) -> None:
    """Every subset that is a single, a set or a sequence is found, and no other (ZP-4.3)."""
    rng = random.Random(seed)
    given = random_rules(rng)
    hand = narrow_hand(rng, given, 9)
    subsets = {subset for size in range(1, len(hand) + 1) for subset in combinations(hand, size)}
    expected = {
        (subset, shape)
        for subset in subsets
        if (shape := shape_by_definition(subset, given.trump)) is not None
    }
    found = within(hand, given)
    assert {(ordered(one.cards), one.shape) for one in found} == expected
    assert len(found) == len(expected)
    for subset in subsets:
        one = whole(subset, given)
        assert (None if one is None else one.shape) == shape_by_definition(subset, given.trump)


@pytest.mark.parametrize("seed", range(20))
def test_the_grouping_uses_every_card_once_the_largest_first(seed: int) -> None:
    """No component of what is left is larger than the one that is taken (ZP-4.7)."""
    rng = random.Random(seed)
    given = random_rules(rng)
    cards = narrow_hand(rng, given, rng.randint(2, 12))
    left = cards
    for one in grouping(cards, given):
        largest = max(
            (size, k)
            for size in range(1, len(left) + 1)
            for subset in combinations(left, size)
            if (shape := shape_by_definition(subset, given.trump)) is not None
            for k in [shape.k]
        )
        assert (one.shape.size, one.shape.k) == largest
        left = without(left, one.cards)
    assert left == ()


@pytest.mark.parametrize(
    ("cards", "groups"),
    [
        ("Ac-Ac-Ac-Kc-Kc-Kc", ["Kc-Kc-Kc-Ac-Ac-Ac"]),
        ("Ac-Ac-Ac-Kc-Kc", ["Kc-Kc-Ac-Ac", "Ac"]),
        ("Ac-Ac-Ac-Ac-Kc-Kc", ["Ac-Ac-Ac-Ac", "Kc-Kc"]),
        ("5d-5s", ["5s", "5d"]),
    ],
)
def test_groupings_of_the_document(cards: str, groups: list[str]) -> None:
    """The examples of ZP-4.7 and ZP-4.23."""
    found = grouping(parse(cards), rules("5h"))
    assert [show(one.cards) for one in found] == [show(parse(group)) for group in groups]


# --- what is owed ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_sets_are_owed_by_their_formula(seed: int) -> None:
    """Against a set or a sequence min(m, Q) sets of k are owed, and nothing else (ZP-4.10)."""
    rng = random.Random(seed)
    given = random_rules(rng)
    hand = narrow_hand(rng, given, 8)
    sequences = [
        one
        for one in within(narrow_hand(rng, given, 12), given)
        if one.shape.k >= 2 and one.shape.size <= len(hand)
    ]
    for one in rng.sample(sequences, min(3, len(sequences))):
        led = led_with(show(one.cards), given)
        held = of_suit(hand, led.suit, given.trump)
        if len(held) < len(hand):
            continue
        (k, m) = one.shape
        q = sum(number // k for number in Counter(hand).values())
        for cards in set(combinations(hand, led.size)):
            sets = sum(number // k for number in Counter(cards).values())
            assert (broken(led, hand, cards, given) is None) is (sets >= min(m, q))


@pytest.mark.parametrize("duty", ["match_sets", "suit_only", "forced_subpatterns"])
@pytest.mark.parametrize("seed", range(8))
def test_a_follower_can_always_play(duty: str, seed: int) -> None:
    """Whatever is led, some play of every hand is legal, and of one suit alone any (ZP-4.9)."""
    rng = random.Random(f"{duty} {seed}")
    given = random_rules(rng, follow_sets=duty)
    led = lead(narrow_hand(rng, given, rng.randint(1, 6)), given)
    assert led is not None
    hand = ordered([*narrow_hand(rng, given, 5), *narrow_hand(rng, given, 5)])
    plays = set(possible(led, hand, given))
    assert plays
    held = of_suit(hand, led.suit, given.trump)
    for cards in set(combinations(hand, led.size)):
        suited = len(of_suit(cards, led.suit, given.trump))
        if suited < min(led.size, len(held)):
            assert cards not in plays
        elif duty == "suit_only" or len(held) < led.size:
            assert cards in plays


def taken_out(cards: Cards, sizes: list[int], needs: dict[int, int], *, smaller: bool) -> Given:
    """Give the best that taking sets out of cards one by one gives (ZP-4.11, ZP-7.11).

    The sets of each size are taken before those of a smaller one, in every possible way.
    """

    def rest(left: Cards, place: int, failed: int) -> Given:
        if place == len(sizes):
            return ()
        owed = needs.get(sizes[place], 0) + failed
        return max(
            (given, *rest(other, place + 1, owed - given if smaller else 0))
            for given, other in takings(left, sizes[place], owed)
        )

    return rest(cards, 0, 0)


def takings(cards: Cards, size: int, most: int) -> set[tuple[int, Cards]]:
    """Give every way to take up to so many sets of a size, as number and what is left."""
    found = {(0, cards)}
    if most:
        for face in set(cards):
            if cards.count(face) >= size:
                left = without(cards, (face,) * size)
                found |= {(given + 1, other) for given, other in takings(left, size, most - 1)}
    return found


def owing_hand(rng: random.Random, given: Rules) -> tuple[Lead, Cards]:
    """Draw a lead of several cards and as many cards of its suit at least, no run like it."""
    while True:
        led = lead(narrow_hand(rng, given, rng.randint(3, 6)), given)
        assert led is not None
        held = of_suit(narrow_hand(rng, given, 30), led.suit, given.trump)
        hand = ordered(rng.sample(held, min(8, len(held))))
        runs = any(one.shape == led.shapes[0] for one in within(hand, given))
        if len(hand) >= led.size > 1 and not (led.kind == "sequence" and runs):
            return led, hand


@pytest.mark.parametrize("duty", ["match_sets", "forced_subpatterns"])
@pytest.mark.parametrize("seed", range(60))
def test_sets_are_given_as_far_as_possible(duty: str, seed: int) -> None:
    """A play is legal if none of all others gives more, set by set (ZP-4.11, ZP-7.11)."""
    rng = random.Random(f"sets {seed}")
    given = random_rules(rng, follow_sets=duty)
    led, hand = owing_hand(rng, given)
    needs = Counter(shape.k for shape in led.shapes for _ in range(shape.m) if shape.k > 1)
    smaller = duty == "forced_subpatterns"
    sizes = [k for k in (4, 3, 2) if k in needs or (smaller and k < max(needs, default=0))]
    every = {
        cards: taken_out(cards, sizes, needs, smaller=smaller)
        for cards in set(combinations(hand, led.size))
    }
    for cards, made in every.items():
        legal = broken(led, hand, cards, given) is None
        assert legal is (made == max(every.values())), (led, hand, cards)


def test_a_pair_may_not_be_held_back() -> None:
    """Against AAKK a hand of 333 TT 7 plays two pairs, not 3337 (ZP-4.10, ZP-4.22)."""
    given = rules("2d")
    led = led_with("Ah-Ah-Kh-Kh", given)
    hand = parse("3h-3h-3h-Th-Th-7h")
    assert broken(led, hand, parse("3h-3h-3h-7h"), given) == "ZP-4.10"
    assert list(possible(led, hand, given)) == [parse("3h-3h-Th-Th")]


@pytest.mark.parametrize(
    ("lead_", "hand", "cards", "rule"),
    [
        ("Kc-Kc-Kc-Qc-Qc-Qc", "Ac-Ac-Ac-Jc-Jc-9c-8c", "Ac-Ac-Ac-Jc-Jc-8c", None),
        ("Kc-Kc-Kc-Qc-Qc-Qc", "Ac-Ac-Ac-Jc-Jc-9c-8c", "Ac-Ac-Jc-Jc-9c-8c", "ZP-7.11"),
        ("8c-8c-8c", "Kc-Kc-Jc-Tc", "Kc-Kc-Jc", None),
        ("8c-8c-8c", "Kc-Kc-Jc-Tc", "Kc-Jc-Tc", "ZP-7.11"),
    ],
)
def test_sets_one_size_smaller_are_owed(
    lead_: str, hand: str, cards: str, rule: str | None
) -> None:
    """The examples of ZP-7.11: what cannot be given is owed smaller."""
    given = rules("5h", follow_sets="forced_subpatterns")
    assert broken(led_with(lead_, given), parse(hand), parse(cards), given) == rule


def test_cards_that_are_not_held_are_no_play() -> None:
    """As many cards as were led, and of the own hand (ZP-4.2)."""
    given = rules("2d")
    led = led_with("Ah-Ah", given)
    for cards in ("3h", "3h-3h-3h", "3h-4h", "3h-3h"):
        assert broken(led, parse("3h-5h-6h"), parse(cards), given) == "ZP-4.2"


# --- who wins -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_divisions_are_found_whatever_their_order(seed: int) -> None:
    """Cards in any order, cut into the shapes, give the same tops (ZP-4.16)."""
    rng = random.Random(seed)
    given = random_rules(rng)
    cards = narrow_hand(rng, given, rng.randint(2, 6))
    model = narrow_hand(rng, given, len(cards))
    shapes = tuple(
        one.shape for one in grouping(model if len(model) == len(cards) else cards, given)
    )
    expected: set[int] = set()
    for row in set(permutations(cards)):
        place, parts = 0, []
        for shape in shapes:
            parts.append(ordered(row[place : place + shape.size]))
            place += shape.size
        if all(
            shape_by_definition(part, given.trump) == shape
            for part, shape in zip(parts, shapes, strict=True)
        ):
            expected.add(
                max(
                    height(card, given.trump)
                    for part, shape in zip(parts, shapes, strict=True)
                    if shape == shapes[0]
                    for card in part
                )
            )
    found = tops(cards, shapes, given)
    assert bool(found) is bool(expected)
    if expected:
        assert max(found) == max(expected)


def test_off_suit_trump_rank_cards_are_equal_everywhere() -> None:
    """They tie, two suits of them are no set, neither beats the other (ZP-1.12, ZP-4.23)."""
    given = rules("5h")
    assert led_with("5d-5s", given).kind == "group"
    assert winner(led_with("5d", given), [("5d",), ("5s",), ("5c",)], given) == 0
    assert check(led_with("5h-5d", given), {1: parse("5s-5c"), 2: parse("Ah")}, given) is None


def test_a_sequence_stands_against_a_pair() -> None:
    """A + KKQQ stands against AA (ZP-4.8)."""
    given = rules("2d")
    led = led_with("Ah-Kh-Kh-Qh-Qh", given)
    assert check(led, {1: parse("Ah-Ah-3h-3h")}, given) is None


# --- a group that fails ---------------------------------------------------------------------------


def test_the_next_player_who_beats_what_is_left_shows_his_weakest() -> None:
    """Of those who beat the kept card the first in order of play shows his lowest (ZP-6.5)."""
    given = rules("4d")
    led = led_with("As-Ks-Js-Js", given)
    others = {2: parse("2s-3s"), 1: parse("As-Qs-Qs"), 0: parse("As-As-Qs-Qs")}
    failed = check(led, others, given)
    assert failed is not None
    assert (failed.kept.cards, failed.seat, failed.shown.cards) == (("Ks",), 1, ("As",))
    assert ordered(failed.withdrawn) == parse("As-Js-Js")


def test_equal_holdings_are_shown_in_suit_order() -> None:
    """Of equal trump-rank cards the spade is shown (ZP-6.5, ZP-1.13)."""
    given = rules("5h")
    failed = check(led_with("Ah-Kh", given), {3: parse("5c-5d-5s-r")}, given)
    assert failed is not None
    assert (failed.kept.cards, failed.shown.cards) == (("Kh",), ("5s",))


def test_sequences_are_shown_before_fours() -> None:
    """With `quad_beats_sequence` the weakest sequence is shown first (ZP-6.5, ZP-7.14)."""
    given = Rules(12, Options(quad_beats_sequence="on"), Trump("2", "d"))
    led = led_with("Ah-Jh-Jh-Th-Th", given)
    four = parse("3h-3h-3h-3h")
    failed = check(led, {1: four}, given)
    assert failed is not None
    assert failed.shown.cards == four
    failed = check(led, {1: ordered([*four, *parse("Kh-Kh-Qh-Qh-Ah-Ah")])}, given)
    assert failed is not None
    assert failed.shown.cards == ("Kh", "Kh", "Qh", "Qh")
