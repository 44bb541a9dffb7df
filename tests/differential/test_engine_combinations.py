"""The engine's combinations against the oracle's: what a set is, under every option (D4)."""

from __future__ import annotations

import importlib.util
import random
import zipfile
from collections import Counter
from itertools import combinations_with_replacement
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.enumerated import every_play
from engine.notation import SUITS, reading
from engine.swarm import every_combination_setting, set_up_both
from oracle.dou_dizhu.combinations import TYPES, Reading
from oracle.dou_dizhu.options import Options, set_up
from oracle.dou_dizhu.ranks import (
    RANKS,
    Cards,
    contains,
    from_ranks,
    full_pack,
    largest_hand,
    parse,
    show,
    spell,
)
from paizhuo.engine import NotationError, Ruleset

if TYPE_CHECKING:
    from collections.abc import Iterable

    from oracle.setting import Value

SETTINGS = [(seats, chosen) for seats in (3, 4) for chosen in every_combination_setting(seats)]
"""Every choice of the options that change combinations."""

BOTH_4P: dict[str, Value] = {"triplet_single_4p": True, "quadplex_4p": True}

COUNTS: list[tuple[int, dict[str, Value], int]] = [
    (3, {}, 12_654),
    (4, {}, 9_079),
    (3, {"kickers": "rlcard"}, 27_471),
    (3, {"kickers": "loose"}, 33_675),
    (3, {"quadplex_3p": False}, 10_626),
    (4, {"triplet_single_4p": True}, 16_777),
    (4, {"quadplex_4p": True}, 11_432),
    (4, BOTH_4P, 19_130),
    (4, {"joker_pair_4p": "any_two"}, 11_127),
    (4, {"fourp_both_joker_pairs": False}, 7_951),
]


def classified(rules: Ruleset, sets: Iterable[Cards]) -> list[list[Reading]]:
    """Give the engine's readings of sets, in its order."""
    found = rules.classify_many([show(cards) for cards in sets])
    return [[reading(combination) for combination in readings] for readings in found]


def check(rules: Ruleset, options: Options, sets: Iterable[Cards]) -> None:
    """Each set has exactly the oracle's readings, in the order of D4.21.2."""
    tried = list(sets)
    every = every_play(options, rules.seats)
    for cards, found in zip(tried, classified(rules, tried), strict=True):
        assert found == every.get(cards, []), show(cards)


@pytest.mark.parametrize(("seats", "chosen"), SETTINGS, ids=str)
def test_the_whole_enumeration_is_equal(seats: int, chosen: dict[str, Value]) -> None:
    """Every play of the oracle has the same readings in the same order (D4.19, D4.21.2)."""
    rules, options = set_up_both(seats, chosen)
    check(rules, options, every_play(options, seats))


@pytest.mark.parametrize(("seats", "chosen"), SETTINGS, ids=str)
def test_nothing_else_is_a_combination(seats: int, chosen: dict[str, Value]) -> None:
    """All small sets, plays with a card changed, added or taken away, and random sets agree (D4).

    The random ones have up to 33 cards, beyond the largest hand with 3 players (D4.0h).
    """
    rules, options = set_up_both(seats, chosen)
    pack = full_pack(seats)
    small = [
        from_ranks(ranks)
        for size in range(6)
        for ranks in combinations_with_replacement(range(15), size)
    ]
    check(rules, options, [cards for cards in small if contains(pack, cards)])
    rng = random.Random(f"{seats} {chosen}")
    deck = spell(pack)
    tried = []
    for cards in rng.sample(sorted(every_play(options, seats)), 1_000):
        ranks = spell(cards)
        ranks[rng.randrange(len(ranks))] = rng.choice(deck)
        tried += [from_ranks(ranks), from_ranks([*ranks, rng.choice(deck)]), from_ranks(ranks[1:])]
    tried += [from_ranks(rng.sample(deck, rng.randint(1, 33))) for _ in range(1_000)]
    check(rules, options, [cards for cards in tried if contains(pack, cards)])


@pytest.mark.parametrize("seats", [3, 4])
def test_what_no_pack_has_is_refused(seats: int) -> None:
    """More cards of a rank than the packs have are no cards of the game, however many (D1.1)."""
    rules = Ruleset("dou_dizhu", seats=seats)
    most = full_pack(seats)
    for rank, name in enumerate(RANKS):
        for count in range(most[rank] + 1, 40):
            with pytest.raises(NotationError):
                rules.classify("-".join([name] * count))


@pytest.mark.parametrize(("seats", "chosen", "count"), COUNTS, ids=str)
def test_the_engine_enumerates_the_same(seats: int, chosen: dict[str, Value], count: int) -> None:
    """A hand of all cards leads as many distinct plays as D4.19 and D4.26 say, and only these.

    Only `loose` makes ambiguous sets: 34 152 readings, 468 sets with several.
    """
    rules, options = set_up_both(seats, chosen)
    found: dict[Cards, list[Reading]] = {}
    listed = rules.plays(show(full_pack(seats)))
    for play in listed:
        found.setdefault(parse(play.cards), []).append(reading(play))
    assert all(play.size == sum(parse(play.cards)) for play in listed)
    assert max(sum(cards) for cards in found) <= largest_hand(seats)
    assert found == every_play(options, seats)
    loose = chosen.get("kickers") == "loose"
    assert len(found) == count
    assert len(listed) == (34_152 if loose else count)
    assert sum(len(readings) > 1 for readings in found.values()) == (468 if loose else 0)


def test_numbers_per_type() -> None:
    """Each type has as many plays as D4.19 says, by the engine's own enumeration."""
    names = "single pair triplet triplet_single triplet_pair straight pair_sequence"
    names += " triplet_sequence triplet_sequence_singles triplet_sequence_pairs bomb rocket"
    names += " quad_singles quad_pairs"
    expected = {
        3: [15, 13, 13, 182, 156, 36, 52, 45, 7161, 2939, 13, 1, 1170, 858],
        4: [15, 15, 13, 0, 182, 36, 55, 65, 0, 8632, 65, 1, 0, 0],
    }
    assert set(names.split()) == set(TYPES)
    for seats, numbers in expected.items():
        plays = Ruleset("dou_dizhu", seats=seats).plays(show(full_pack(seats)))
        found = Counter(play.category for play in plays)
        assert [found[name] for name in names.split()] == numbers


def test_rlcard_ships_the_same_plays() -> None:
    """`kickers = rlcard` allows exactly the 27 471 strings of RLCard 1.2.0 (D4.22, D4.26)."""
    spec = importlib.util.find_spec("rlcard")
    if spec is None or spec.origin is None:
        pytest.skip("RLCard is not installed; the oracle holds its digest")
    archive = Path(spec.origin).parent / "games" / "doudizhu" / "jsondata.zip"
    with zipfile.ZipFile(archive) as file:
        names = file.read("jsondata/action_space.txt").decode().split()
    theirs = [name.replace("B", "b").replace("R", "r") for name in names if name != "pass"]
    assert len(theirs) == len(set(theirs)) == 27_471
    rules = Ruleset("dou_dizhu", seats=3, preset="rlcard")
    assert all(
        len(readings) == 1 for readings in rules.classify_many(["-".join(n) for n in theirs])
    )
    ours = {show(parse(play.cards)) for play in rules.plays(show(full_pack(3)))}
    assert ours == {show(parse("-".join(name))) for name in theirs}


@pytest.mark.parametrize(("seats", "chosen"), SETTINGS, ids=str)
def test_suits_and_order_matter_to_no_reading(seats: int, chosen: dict[str, Value]) -> None:
    """A set with any suits, in any order, is read as its ranks are (D1.2, D4.20)."""
    rules, options = set_up_both(seats, chosen)
    rng = random.Random(12)
    packs = 1 if seats == 3 else 2
    for cards in rng.sample(sorted(every_play(options, seats)), 200):
        ranks = spell(cards)
        rng.shuffle(ranks)
        suits = {rank: rng.sample(SUITS * packs, 4 * packs) for rank in range(13)}
        texts = [RANKS[rank] + (suits[rank].pop() if rank < 13 else "") for rank in ranks]
        dealt = rules.classify(rng.choice(("-", " ")).join(texts))
        plain = rules.classify(show(cards))
        assert [reading(one) for one in dealt] == [reading(one) for one in plain]
        for one in dealt:
            assert sorted(one.cards.split("-")) == sorted(texts)


def test_the_main_groups_come_first() -> None:
    """A combination shows its main groups before what is attached (D4.4 to D4.14)."""
    loose = Ruleset("dou_dizhu", seats=3, options={"kickers": "loose"})
    readings = loose.classify("4-4-4-4-9-9-9-9")
    assert [(one.key, one.cards) for one in readings] == [
        ("9", "9-9-9-9-4-4-4-4"),
        ("4", "4-4-4-4-9-9-9-9"),
    ]
    assert loose.classify("3-6-6-6")[0].cards == "6-6-6-3"


def test_classify_agrees_with_set_up_of_presets() -> None:
    """The presets read sets as the options that they name (D4.22, 7.2)."""
    for preset in ("seed", "pagat", "rlcard", "douzero", "online"):
        rules = Ruleset("dou_dizhu", seats=3, preset=preset)
        check(
            rules,
            set_up(3, preset=preset),
            random.Random(7).sample(sorted(every_play(set_up(3, {"kickers": "loose"}), 3)), 2_000),
        )
