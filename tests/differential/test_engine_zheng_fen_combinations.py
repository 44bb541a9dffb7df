"""The engine's readings and comparisons of Zheng Fen against the oracle's (Z4)."""

from __future__ import annotations

import os
import random
from collections import Counter
from itertools import combinations, product
from typing import TYPE_CHECKING

import pytest

from engine.zheng_fen import expected, random_set, set_up_both, shown
from oracle.zheng_fen.cards import PACK, Cards, show
from oracle.zheng_fen.meanings import LABELS
from oracle.zheng_fen.options import ALLOWED
from oracle.zheng_fen.order import applied
from paizhuo.engine import Ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.setting import Value

SETS = int(os.environ.get("PAIZHUO_SETS", "5000"))
"""Random sets of each kind of rules; `make test-sets` tries 100 000 of each."""

CHUNK = 2_000

READING_OPTIONS = ("jokers_wild", "wild_in_specials", "quartet_seq_min", "mixed_rule")
"""What decides what a set is."""

ORDER_OPTIONS = (
    "sequence_compare",
    "poker_match",
    "special_order",
    "suited_special_suit_rank",
)
"""What decides what beats what."""


def every(names: tuple[str, ...]) -> list[dict[str, Value]]:
    """Give every choice of these options."""
    return [
        dict(zip(names, values, strict=True)) for values in product(*(ALLOWED[n] for n in names))
    ]


READING_RULES = [(set_up_both(3, chosen)) for chosen in every(READING_OPTIONS)]
ORDER_RULES = [
    set_up_both(3, {**reading, **order})
    for reading in every(READING_OPTIONS)
    for order in every(ORDER_OPTIONS)
]


def random_sets(seed: str, number: int) -> Iterator[list[Cards]]:
    """Draw sets of one to nine cards, some thousand at a time."""
    rng = random.Random(seed)
    for start in range(0, number, CHUNK):
        count = min(CHUNK, number - start)
        yield [random_set(rng, rng.randint(1, 9)) for _ in range(count)]


@pytest.mark.slow
def test_random_sets_are_read_alike() -> None:
    """Random sets have the oracle's readings and labels under every option (Z4.22 to Z4.24)."""
    for sets in random_sets("readings", SETS):
        for rules, options in READING_RULES:
            found = rules.classify_many([show(cards) for cards in sets])
            for cards, read in zip(sets, found, strict=True):
                assert list(map(shown, read)) == expected(cards, options), (show(cards), options)


@pytest.mark.slow
def test_random_sets_are_compared_alike() -> None:
    """Of two random sets one beats the other or not, as the oracle says, under every option.

    The pairs are of one size, or a special is among them (Z4.11, Z4.12, Z4.20, Z4.25, Z4.26).
    """
    beaten: Counter[bool] = Counter()
    for number, sets in enumerate(random_sets("order", SETS)):
        rng = random.Random(number)
        legal = [
            cards for cards in sets if any(expected(cards, options) for _, options in READING_RULES)
        ]
        by_size: dict[int, list[Cards]] = {}
        for cards in legal:
            by_size.setdefault(len(cards), []).append(cards)
        for play in legal:
            near = by_size[len(play)] if rng.random() < 0.7 else legal
            standing, (rules, options) = rng.choice(near), rng.choice(ORDER_RULES)
            table = applied(standing, options)
            if table is None:
                continue
            label = rng.choice(table.labels) if table.labels and rng.random() < 0.5 else None
            if label is not None:
                table = table._replace(label=label)
            found = rules.beats(show(play), show(standing), led_label=label)
            beaten[found] += 1
            wins = applied(play, options, table) is not None
            assert found is wins, (show(play), show(standing), label, options)
    assert min(beaten[True], beaten[False]) > SETS // 20


def counted(rules: Ruleset, sets: list[Cards]) -> Counter[str]:
    """Count what the engine makes of sets: categories, forms and labels."""
    found: Counter[str] = Counter()
    for start in range(0, len(sets), 50_000):
        part = sets[start : start + 50_000]
        for readings in rules.classify_many([show(cards) for cards in part]):
            for one in readings:
                found[one.category if one.category != "special" else one.key] += 1
                found.update(f"label {label}" for label in one.labels)
    return found


def test_counts_of_small_kinds() -> None:
    """Sets of up to four cards are as many of each kind as section 4.1 counts (Z4.1 to Z4.4)."""
    sets = [cards for size in (1, 2, 3, 4) for cards in combinations(PACK, size)]
    assert counted(Ruleset("zheng_fen", seats=3), sets) == {
        "single": 54,
        "pair": 78,
        "triplet": 52,
        "quartet": 12,
        "mixed": 24,
        "suited": 4,
        "twos": 1,
    }


def test_counts_of_poker() -> None:
    """A triplet with two more is one of 64 350 sets, with so many labels (Z4.8, Z4.19)."""
    sets = {
        tuple(sorted([*triplet, *two]))
        for key in range(13)
        for triplet in combinations(range(4 * key, 4 * key + 4), 3)
        for two in combinations([card for card in PACK if card not in triplet], 2)
    }
    found = counted(Ruleset("zheng_fen", seats=3), sorted(sets))
    assert [found[f"label {label}"] for label in LABELS] == [3_744, 2_208, 3_000, 64_350]
    assert found["poker"] == len(sets) == 64_350


def test_counts_of_sequences() -> None:
    """Suited runs are 180; runs of pairs, triplets and quartets 56, 38 and 21 (Z4.5 to Z4.9)."""
    rules = Ruleset("zheng_fen", seats=3)
    runs = [range(low, high + 1) for low in range(13) for high in range(low, 13)]
    suited = [tuple(4 * key + suit for key in run) for suit in range(4) for run in runs]
    assert counted(rules, suited)["suit_sequence"] == 180
    for width, kind, number in (
        (2, "pair_sequence", 56),
        (3, "triplet_sequence", 38),
        (4, "quartet_sequence", 21),
    ):
        groups = [tuple(4 * key + suit for key in run for suit in range(width)) for run in runs]
        assert counted(rules, groups)[kind] == number


@pytest.mark.parametrize("wild", [False, True])
def test_packed_sets_are_read_alike(*, wild: bool) -> None:
    """A count for each face gives the canonical reading by its places in the catalogue (Z4.24)."""
    rules, options = set_up_both(3, {"jokers_wild": wild})
    game_keys = ["3456789TJQKA2br", ("mixed", "suited", "twos")]
    categories = [
        *("single", "pair", "triplet", "quartet", "pair_sequence", "triplet_sequence"),
        *("quartet_sequence", "poker", "suit_sequence", "special"),
    ]
    for cards in next(random_sets(f"packed {wild}", 2_000)):
        every_reading = expected(cards, options)
        packed = bytes(card in cards for card in PACK)
        category, key, run, size, count = rules.classify_packed(packed)
        assert (size, count) == (len(cards), len(every_reading))
        if not every_reading:
            assert (category, key, run) == (-1, -1, 0)
            continue
        reading = every_reading[0][0]
        assert categories[category] == reading.kind
        keys = game_keys[reading.kind == "special"]
        assert (keys[key], run) == (reading.key, reading.n)
