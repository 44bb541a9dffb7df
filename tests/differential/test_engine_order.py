"""What beats what, and what a hand may play: the engine against the oracle (D4.15, D4.21, D5.2)."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING

import pytest

from engine.enumerated import every_play
from engine.notation import SUITS, reading
from engine.swarm import every_combination_setting, set_up_both
from oracle.dou_dizhu.combinations import TYPES, Reading, priority, readings
from oracle.dou_dizhu.enumeration import Builder
from oracle.dou_dizhu.order import applied, beats
from oracle.dou_dizhu.ranks import (
    RANKS,
    Cards,
    contains,
    from_ranks,
    full_pack,
    largest_hand,
    parse,
    plus,
    show,
    spell,
)
from paizhuo.v1 import rules_pb2, rules_service_pb2

if TYPE_CHECKING:
    from oracle.dou_dizhu.options import Options
    from oracle.setting import Value
    from paizhuo.engine import Ruleset

SETTINGS = [(seats, chosen) for seats in (3, 4) for chosen in every_combination_setting(seats)]


def of_every_kind(every: dict[Cards, list[Reading]], rng: random.Random, most: int) -> list[Cards]:
    """Give a few plays of every type and length."""
    kinds: dict[tuple[str, int], list[Cards]] = {}
    for cards, ways in every.items():
        for way in ways:
            kinds.setdefault((way.type, way.n), []).append(cards)
    every_kind = [kinds[kind] for kind in sorted(kinds)]
    return [cards for kind in every_kind for cards in rng.sample(kind, min(most, len(kind)))]


@pytest.mark.parametrize(("seats", "chosen"), SETTINGS, ids=str)
def test_beats_agrees(seats: int, chosen: dict[str, Value]) -> None:
    """Plays of every type and length on each other, and random pairs, agree (D4.15 to D4.18)."""
    rules, options = set_up_both(seats, chosen)
    every = every_play(options, seats)
    rng = random.Random(f"{seats} {chosen}")
    few = of_every_kind(every, rng, 2)
    pairs = list(product(few, few))
    ordered = sorted(every)
    pairs += [(rng.choice(ordered), rng.choice(ordered)) for _ in range(1_000)]
    for one, other in pairs:
        expected = applied(every[one], every[other][0]) is not None
        assert rules.beats(show(one), show(other)) is expected, (show(one), show(other))
    types = {way.type for ways in every.values() for way in ways}
    assert {every[cards][0].type for cards in few} == types <= set(TYPES)


@pytest.mark.parametrize("seats", [3, 4])
def test_all_plays_without_attachments_agree(seats: int) -> None:
    """Every pair of singles, pairs, triplets, sequences, bombs and the rocket agrees (D4.15)."""
    rules, options = set_up_both(seats)
    every = every_play(options, seats)
    attaching = {"triplet_single", "triplet_pair", "quad_singles", "quad_pairs"}
    attaching |= {"triplet_sequence_singles", "triplet_sequence_pairs"}
    bare = [cards for cards, ways in every.items() if ways[0].type not in attaching]
    for one, other in product(bare, bare):
        assert rules.beats(show(one), show(other)) is beats(every[one][0], every[other][0])


def compared(
    rules: Ruleset, standing: Cards, as_reading: Reading, sets: list[Cards]
) -> list[Reading | None]:
    """Give the reading that each set takes on what stands, None where it may not be laid."""
    situation = rules_pb2.Situation(standing=show(standing))
    situation.standing_reading.category = as_reading.type
    situation.standing_reading.key = as_reading.key
    situation.standing_reading.run = as_reading.n
    encoded = rules.compare_response(situation.SerializeToString(), [show(c) for c in sets])
    answers = rules_service_pb2.CompareResponse.FromString(encoded).comparisons
    return [
        Reading(one.reading.category, one.reading.key, one.reading.run) if one.beats else None
        for one in answers
    ]


def test_the_reading_that_follows() -> None:
    """Each of the 468 ambiguous sets takes the reading of D4.21.1 on plays of every kind."""
    rules, options = set_up_both(3, {"kickers": "loose"})
    every = every_play(options, 3)
    ambiguous = [cards for cards, ways in every.items() if len(ways) > 1]
    assert len(ambiguous) == 468
    pack = full_pack(3)
    for standing in of_every_kind(every, random.Random(4), 4):
        sets = [cards for cards in ambiguous if contains(pack, plus(cards, standing))]
        for as_reading in every[standing]:
            expected = [applied(every[cards], as_reading) for cards in sets]
            assert compared(rules, standing, as_reading, sets) == expected


def test_two_quads_follow_with_the_higher() -> None:
    """Two quads beat as the higher one, alone they are quad_pairs of the higher (D4.21)."""
    rules, _ = set_up_both(3, {"kickers": "loose"})
    assert rules.beats("4-4-4-4-9-9-9-9", "6-6-6-6-3-3-7-7")
    assert not rules.beats("6-6-6-6-3-3-7-7", "4-4-4-4-9-9-9-9")
    assert [reading(one) for one in rules.classify("A-A-A-A-K-K-K-K")] == [
        Reading("quad_pairs", "A", 1),
        Reading("quad_pairs", "K", 1),
    ]


def random_hand(rng: random.Random, seats: int) -> Cards:
    """Draw a hand of any size: even, or out of few ranks, so that there is much to play."""
    deck = spell(full_pack(seats))
    if rng.random() < 0.5:
        low = rng.randrange(9)
        ranks = set(range(low, low + rng.randint(3, 6))) | {12, 13, 14}
        deck = [rank for rank in deck if rank in ranks]
    return from_ranks(rng.sample(deck, rng.randint(1, min(len(deck), largest_hand(seats)))))


def written(rng: random.Random, cards: Cards, packs: int) -> str:
    """Write a hand by ranks alone, or in any order with suits."""
    if rng.random() < 0.5:
        return show(cards)
    texts = []
    for rank, count in enumerate(cards):
        suits = rng.sample([*SUITS] * packs, count) if rank < 13 else [""] * count
        texts += [RANKS[rank] + suit for suit in suits]
    rng.shuffle(texts)
    return " ".join(texts)


def check_plays(rules: Ruleset, options: Options, hand: Cards, text: str, table: Cards) -> None:
    """A hand leads and follows with exactly the oracle's plays and readings."""
    seats = rules.seats
    standing = min(readings(table, options, seats), key=priority, default=None)
    every = Builder(hand, options, seats).plays()
    for to_beat in (None, standing) if standing else (None,):
        found: dict[Cards, list[Reading]] = {}
        for play in rules.plays(text, None if to_beat is None else show(table)):
            found.setdefault(parse(play.cards), []).append(reading(play))
        expected = {}
        for cards, ways in every.items():
            usable = [way for way in ways if to_beat is None or beats(way, to_beat)]
            if usable:
                expected[cards] = (applied(sorted(ways), to_beat), set(usable))
        assert {c: (ways[0], set(ways)) for c, ways in found.items()} == expected
        assert all(len(ways) == len(set(ways)) for ways in found.values())


@pytest.mark.parametrize(("seats", "chosen"), SETTINGS, ids=str)
def test_plays_of_random_hands(seats: int, chosen: dict[str, Value]) -> None:
    """Random hands lead and follow exactly what the oracle says, with its readings (D5.1, D5.2).

    Where a set may be read in several ways, the first one listed is the default (D4.21).
    """
    rules, options = set_up_both(seats, chosen)
    tables = sorted(every_play(options, seats))
    rng = random.Random(f"plays {seats} {chosen}")
    for _ in range(100):
        hand = random_hand(rng, seats)
        text = written(rng, hand, packs=1 if seats == 3 else 2)
        check_plays(rules, options, hand, text, rng.choice(tables))
