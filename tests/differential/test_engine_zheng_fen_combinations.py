"""The engine's readings and comparisons of Zheng Fen against the oracle's (Z4)."""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import pytest

from engine.zheng_fen import expected, random_set, set_up_both, shown
from oracle.zheng_fen.cards import PACK, Cards, show
from oracle.zheng_fen.meanings import LABELS
from oracle.zheng_fen.options import ALLOWED
from oracle.zheng_fen.order import SEQUENCES, applied
from paizhuo.engine import Ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.setting import Value
    from oracle.zheng_fen.options import Options
    from oracle.zheng_fen.order import Laid

SETS = int(os.environ.get("PAIZHUO_SETS", "5000"))
"""Random sets; `make test-sets` tries 100 000."""

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

OTHERS = tuple(name for name in (*READING_OPTIONS, *ORDER_OPTIONS) if name != "jokers_wild")


def every(names: tuple[str, ...]) -> list[dict[str, Value]]:
    """Give every choice of these options."""
    return [
        dict(zip(names, values, strict=True)) for values in product(*(ALLOWED[n] for n in names))
    ]


READING_RULES = [(set_up_both(3, chosen)) for chosen in every(READING_OPTIONS)]


@cache
def both(chosen: tuple[tuple[str, Value], ...]) -> tuple[Ruleset, Options]:
    """Set the engine and the oracle up, once for each choice of options."""
    return set_up_both(3, dict(chosen))


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


def mixes(rng: random.Random, *, wild: bool) -> list[dict[str, Value]]:
    """Give as few choices of all options as have every value of each comparison option."""
    values = {name: list(ALLOWED[name]) for name in OTHERS}
    number = max(map(len, values.values()))
    columns = {
        name: rng.sample([*known, *rng.choices(known, k=number - len(known))], number)
        for name, known in values.items()
    }
    return [
        {"jokers_wild": wild, **{name: column[at] for name, column in columns.items()}}
        for at in range(number)
    ]


class Standing:
    """Combinations of a chunk of sets that may be held against another one."""

    def __init__(self, sets: list[Cards], rng: random.Random, *, wild: bool) -> None:
        """Sort them by what they count as, and by size."""
        self._rng = rng
        _, self._options = set_up_both(3, {"jokers_wild": wild, "quartet_seq_min": 2})
        self.every = [cards for cards in sets if self.kinds(cards)]
        self._near: dict[str | int, list[Cards]] = {}
        for cards in self.every:
            places: list[str | int] = [len(cards), *self.kinds(cards)]
            for place in places:
                self._near.setdefault(place, []).append(cards)

    def kinds(self, cards: Cards) -> list[str]:
        """Give the kinds that a set can be of, of specials also the forms."""
        readings = [reading for reading, _ in expected(cards, self._options)]
        kinds = [reading.kind for reading in readings]
        kinds += [reading.key for reading in readings if reading.kind == "special"]
        return list(dict.fromkeys(kinds))

    def against(self, play: Cards, options: Options) -> Laid:
        """Draw what lies on the table: mostly of a kind or of the size of the play."""
        while True:
            places: list[str | int] = [len(play), *self.kinds(play)]
            drawn = self._rng.random()
            near = places[-1] if drawn < 0.5 else self._rng.choice(places) if drawn < 0.8 else ""
            table = applied(self._rng.choice(self._near.get(near, self.every)), options)
            if table is None:
                continue
            if table.labels and self._rng.random() < 0.5:
                return table._replace(label=self._rng.choice(table.labels))
            return table


DECIDING = {
    **dict.fromkeys(SEQUENCES, ("sequence_compare",)),
    "poker": ("poker_match",),
    "special": ("special_order", "suited_special_suit_rank"),
}
"""Options that may decide whether what lies on the table, of such a kind, is beaten."""


def other_values(options: Options, kind: str) -> Iterator[tuple[str, Options]]:
    """Give the same options but for one of those that may decide, which has another value."""
    for option in DECIDING.get(kind, ()):
        for value in ALLOWED[option]:
            if value != getattr(options, option):
                changed: dict[str, Any] = {option: value}
                yield option, replace(options, **changed)


@pytest.mark.slow
def test_random_sets_are_compared_alike() -> None:
    """Every random set beats another combination or not, as the oracle says, whatever the options.

    Each set is tried under every value of each comparison option, with and without wild jokers;
    each option decides some of the pairs (Z4.11, Z4.12, Z4.20, Z4.25, Z4.26).
    """
    compared: Counter[tuple[bool, str, Value]] = Counter()
    beaten: Counter[tuple[bool, str, Value]] = Counter()
    decided: Counter[tuple[bool, str]] = Counter()
    for number, sets in enumerate(random_sets("order", SETS)):
        rng = random.Random(number)
        on_table = {wild: Standing(sets, rng, wild=wild) for wild in (False, True)}
        for play in sets:
            for chosen in (*mixes(rng, wild=False), *mixes(rng, wild=True)):
                wild = chosen["jokers_wild"] is True
                rules, options = both(tuple(chosen.items()))
                table = on_table[wild].against(play, options)
                found = rules.beats(show(play), show(table.cards), led_label=table.label or None)
                wins = applied(play, options, table) is not None
                assert found is wins, (show(play), table, options)
                values = [(wild, option, chosen[option]) for option in ORDER_OPTIONS]
                compared.update(values)
                beaten.update(values if found else ())
                for option, others in other_values(options, table.reading.kind):
                    decided[wild, option] += (applied(play, others, table) is not None) is not wins
    every_value = [
        (wild, option, value)
        for wild in (False, True)
        for option in ORDER_OPTIONS
        for value in ALLOWED[option]
    ]
    for one in every_value:
        assert compared[one] >= SETS, one
        assert SETS // 20 < beaten[one] < compared[one], one
    for wild, option in product((False, True), ORDER_OPTIONS):
        assert decided[wild, option] > SETS // 5_000, (wild, option)


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
