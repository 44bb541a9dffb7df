"""The Dou Dizhu oracle against its rules document, the shared vectors, and RLCard's table."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import random
import zipfile
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from oracle.dou_dizhu.auction import AllPassed, IllegalCallError, Open, auction
from oracle.dou_dizhu.combinations import TYPES, readings
from oracle.dou_dizhu.deal import Request, deal, first_bidder_by_card
from oracle.dou_dizhu.enumeration import Builder, enumerate_all
from oracle.dou_dizhu.options import Options, set_up
from oracle.dou_dizhu.order import Wanted, applied
from oracle.dou_dizhu.payment import Story, settle
from oracle.dou_dizhu.play import Ask, TrickWon, WentOut, turn
from oracle.dou_dizhu.plays import plays
from oracle.dou_dizhu.ranks import NotationError, from_ranks, full_pack, parse, show, spell
from oracle.words import key_stream

VECTORS_FILE = Path(__file__).parents[1] / "vectors" / "dou_dizhu" / "shared.json"
VECTORS: list[dict[str, Any]] = json.loads(VECTORS_FILE.read_text())["vectors"]

RLCARD_PLAYS_SHA256 = "b3c9cddeec8a7ebf92283cf929b50e16e7f660f88d0e168f0e2693f5a3851f7a"
"""Of RLCard 1.2.0's moves without the pass, in our notation, sorted, one a line."""

BOTH_4P = {"triplet_single_4p": True, "quadplex_4p": True}

COUNTS: list[tuple[int, dict[str, Any], int]] = [
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

SETTINGS = [
    *[(players, chosen) for players, chosen, _ in COUNTS],
    (3, {"kickers": "loose", "quadplex_3p": False}),
    (4, {**BOTH_4P, "joker_pair_4p": "any_two"}),
    (4, {**BOTH_4P, "joker_pair_4p": "any_two", "fourp_both_joker_pairs": False}),
]
"""Every option that changes combinations, alone and where they meet."""

every_play = cache(enumerate_all)


def read(text: str, players: int, **chosen: Any) -> list[str]:
    """The readings of a set as texts, canonical first."""
    return [str(reading) for reading in readings(parse(text), set_up(players, chosen), players)]


# --- the shared vectors ---------------------------------------------------------------------------


def check_detect(vector: dict[str, Any], options: Options) -> None:
    """The readings are those expected, and no others."""
    every = readings(parse(vector["cards"]), options, vector["players"])
    found = [str(reading) for reading in every]
    expect = vector["expect"]
    if expect == "illegal":
        assert found == []
        return
    wanted = expect if isinstance(expect, list) else [expect]
    assert len(found) == len(wanted)
    for want in wanted:
        assert any(f"{reading}:".startswith(f"{want}:") for reading in found), (want, found)


def check_beats(vector: dict[str, Any], options: Options) -> None:
    """`a` may be played on `b`, or not."""
    players = vector["players"]
    standing = applied(readings(parse(vector["b"]), options, players))
    assert standing is not None
    played = applied(readings(parse(vector["a"]), options, players), standing)
    assert (played is not None) is vector["expect"]


def check_plays(vector: dict[str, Any], options: Options) -> None:
    """The hand may play exactly these sets."""
    players = vector["players"]
    standing = None
    if vector["standing"] is not None:
        standing = applied(readings(parse(vector["standing"]), options, players))
        assert standing is not None
    found = plays(parse(vector["hand"]), options, players, standing)
    assert set(found) == {parse(cards) for cards in vector["expect"]}


def check_auction(vector: dict[str, Any], options: Options) -> None:
    """The calls end, or do not end, as expected."""
    calls = [f"bid {call}" if call.isdigit() else call for call in vector["calls"]]
    arguments = (options, vector["players"], vector.get("redeals", 0))
    expect = vector["expect"]
    if expect == "illegal_call":
        assert isinstance(auction(calls[:-1], *arguments), Open)
        with pytest.raises(IllegalCallError):
            auction(calls, *arguments)
        return
    state = auction(calls, *arguments)
    if isinstance(state, Open | AllPassed):
        assert expect == ("open" if isinstance(state, Open) else "redeal")
    else:
        assert {"robs": 0, **expect} == state._asdict()


def check_first_bidder(vector: dict[str, Any], options: Options) -> None:
    """The expected seat opens the auction."""
    players, dealer = vector["players"], vector["dealer"]
    if "faceup_index" in vector:
        assert first_bidder_by_card(dealer, vector["faceup_index"], players) == vector["expect"]
    else:
        request = Request(deal=2, attempt=1, dealer=dealer, went_out=vector["winner"])
        dealt = deal(request, options, players, key_stream(bytes(32)))
        assert dealt.first_bidder == vector["expect"]


def check_pay(vector: dict[str, Any], options: Options) -> None:
    """Every seat gets what is expected."""
    players = vector["players"]
    story = Story(
        landlord=0,
        landlord_won=vector["winner"] == "landlord",
        bid=vector["bid"],
        played=tuple(vector.get("played", [2] * players)),
        bombs=tuple(vector["bombs"]),
        rocket=vector["rocket"],
        robs=vector.get("robs", 0),
        revealed=vector.get("reveal", False),
        doubled=frozenset(vector.get("doubled", [])),
    )
    expect = vector["expect"]
    if isinstance(expect, dict):
        expect = [expect["landlord"], *[expect["peasant"]] * (players - 1)]
    assert settle(story, options) == expect


def check_trick(vector: dict[str, Any], _options: Options) -> None:
    """The expected seat is asked, wins the trick or goes out."""
    laid = [None if action == "pass" else action for action in vector["actions"]]
    state = turn(vector["players"], vector["left"], vector["leader"], laid)
    expect = {
        Ask: {"ask": state.seat},
        TrickWon: {"winner": state.seat, "leader": state.seat},
        WentOut: {"out": state.seat},
    }
    assert vector["expect"] == expect[type(state)]


CHECKS = {
    "detect": check_detect,
    "beats": check_beats,
    "plays": check_plays,
    "auction": check_auction,
    "first_bidder": check_first_bidder,
    "pay": check_pay,
    "trick": check_trick,
}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_shared_vector(vector: dict[str, Any]) -> None:
    """The oracle says what every shared vector expects (rules document, section 9)."""
    options = set_up(vector["players"], vector.get("options"))
    CHECKS[vector["kind"]](vector, options)


# --- combinations ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "chosen", "count"), COUNTS, ids=str)
def test_number_of_plays(players: int, chosen: dict[str, Any], count: int) -> None:
    """There are as many distinct plays as D4.19 and D4.26 say; only `loose` is ambiguous."""
    every = every_play(set_up(players, chosen), players)
    ambiguous = sum(len(ways) > 1 for ways in every.values())
    loose = chosen.get("kickers") == "loose"
    assert len(every) == count
    assert sum(len(ways) for ways in every.values()) == (34_152 if loose else count)
    assert ambiguous == (468 if loose else 0)


def test_number_of_plays_per_type() -> None:
    """Each type has as many plays as D4.19 says."""
    names = "single pair triplet triplet_single triplet_pair straight pair_sequence"
    names += " triplet_sequence triplet_sequence_singles triplet_sequence_pairs bomb rocket"
    names += " quad_singles quad_pairs"
    expected = {
        3: [15, 13, 13, 182, 156, 36, 52, 45, 7161, 2939, 13, 1, 1170, 858],
        4: [15, 15, 13, 0, 182, 36, 55, 65, 0, 8632, 65, 1, 0, 0],
    }
    assert set(names.split()) == set(TYPES)
    for players, numbers in expected.items():
        every = every_play(set_up(players), players)
        found = Counter(reading.type for ways in every.values() for reading in ways)
        assert [found[name] for name in names.split()] == numbers


def test_lengths_are_those_of_the_table() -> None:
    """Shortest and longest of each sequence are as in the table of D4.1 and in D4.23."""
    expected = {
        (3, "straight"): (5, 12),
        (3, "pair_sequence"): (3, 10),
        (3, "triplet_sequence"): (2, 6),
        (3, "triplet_sequence_singles"): (2, 5),
        (3, "triplet_sequence_pairs"): (2, 4),
        (4, "straight"): (5, 12),
        (4, "pair_sequence"): (3, 12),
        (4, "triplet_sequence"): (2, 11),
        (4, "triplet_sequence_singles"): (2, 7),
        (4, "triplet_sequence_pairs"): (2, 6),
    }
    for (players, type_), bounds in expected.items():
        every = every_play(set_up(players, {"triplet_single_4p": True}), players)
        everything = [reading for ways in every.values() for reading in ways]
        lengths = [reading.n for reading in everything if reading.type == type_]
        assert (min(lengths), max(lengths)) == bounds


@pytest.mark.parametrize(("players", "chosen"), SETTINGS, ids=str)
def test_taking_apart_agrees_with_building_up(players: int, chosen: dict[str, Any]) -> None:
    """`readings` finds a reading exactly where `enumerate_all` builds one (D4).

    Tried on plays, on plays with one card changed, added or taken away, and on random sets.
    """
    options = set_up(players, chosen)
    every = every_play(options, players)
    rng = random.Random(419)
    pack = spell(full_pack(players))
    tried = rng.sample(sorted(every), 1_000)
    for cards in list(tried):
        ranks = spell(cards)
        ranks[rng.randrange(len(ranks))] = rng.choice(pack)
        tried.append(from_ranks(ranks))
        tried.append(from_ranks([*ranks, rng.choice(pack)]))
        tried.append(from_ranks(ranks[1:]))
    tried += [from_ranks(rng.sample(pack, rng.randint(1, 9))) for _ in range(500)]
    for cards in tried:
        assert set(readings(cards, options, players)) == every.get(cards, set()), show(cards)


@pytest.mark.parametrize(
    ("players", "stock", "chosen"),
    [
        (3, "3-3-3-3-4-4-4-4-5-5-5-6-2-b-r", {}),
        (3, "3-3-3-3-4-4-4-4-5-5-5-6-2-b-r", {"kickers": "rlcard"}),
        (3, "3-3-3-3-4-4-4-4-5-5-5-6-2-b-r", {"kickers": "loose"}),
        (3, "K-K-K-A-A-A-2-2-2-2-3-4-5-6-7-b", {"kickers": "rlcard"}),
        (4, "3-3-3-3-3-4-4-4-4-2-2-b-b-r-r", {}),
        (4, "3-3-3-3-3-4-4-4-4-2-2-b-b-r-r", {**BOTH_4P, "joker_pair_4p": "any_two"}),
        (4, "7-7-7-8-8-8-9-9-9-b-b-r-r-2-2", {"fourp_both_joker_pairs": False}),
    ],
)
def test_plays_are_all_readable_subsets(players: int, stock: str, chosen: dict[str, Any]) -> None:
    """A hand may lead exactly those of its subsets that have a reading (D5.1)."""
    options = set_up(players, chosen)
    hand = parse(stock)
    subsets = product(*(range(count + 1) for count in hand))
    readable = {cards for cards in subsets if readings(cards, options, players)}
    assert set(plays(hand, options, players)) == readable
    assert set(Builder(hand, options, players).plays()) == readable


def rlcard_plays() -> set[str] | None:
    """The plays that the installed RLCard ships, None if it is not installed."""
    spec = importlib.util.find_spec("rlcard")
    if spec is None or spec.origin is None:
        return None
    archive = Path(spec.origin).parent / "games" / "doudizhu" / "jsondata.zip"
    with zipfile.ZipFile(archive) as file:
        names = file.read("jsondata/action_space.txt").decode().split()
    small_jokers = [name.replace("B", "b").replace("R", "r") for name in names if name != "pass"]
    return {show(parse("-".join(name))) for name in small_jokers}


def test_rlcard_ships_the_same_plays() -> None:
    """`kickers = rlcard` allows exactly the 27 471 plays of RLCard 1.2.0 (D4.22, D4.26)."""
    ours = {show(cards) for cards in every_play(set_up(3, preset="rlcard"), 3)}
    assert hashlib.sha256("\n".join(sorted(ours)).encode()).hexdigest() == RLCARD_PLAYS_SHA256
    theirs = rlcard_plays()
    if theirs is None:
        pytest.skip("RLCard is not installed; its digest was compared")
    assert ours == theirs


@pytest.mark.parametrize(
    ("cards", "in_3p", "in_4p"),
    [
        ("3-3-3-4-4-4-5-5-5-6-6-6", ["triplet_sequence:6:4"], ["triplet_sequence:6:4"]),
        ("3-3-3-4-4-4-5-5-5-7-7-7", [], []),
        ("3-3-3-3-4-4-4", [], []),
        ("3-3-3-3-4-4-4-4", [], []),
        ("3-3-3-3-4-4-4-5", [], []),
        ("3-3-3-3-4-4", [], []),
        ("3-3-3-3", ["bomb:3:4"], ["bomb:3:4"]),
        ("3-3-3-3-3", [], ["bomb:3:5"]),
        ("3-3-3-3-3-4-4-4-4-4", [], []),
        ("3-3-3-3-3-3", [], ["bomb:3:6"]),
        ("3-3-3-3-4-4-4-4-5-5-5-5", [], []),
    ],
)
def test_notorious_sets(cards: str, in_3p: list[str], in_4p: list[str]) -> None:
    """The notorious sets are read as D4.20 says."""
    assert read(cards, 3) == in_3p
    assert read(cards, 4) == in_4p


EXAMPLES = """
single              | 3/4 3, 3/4 r | 3/4 3-4, 3/4 -
pair                | 3/4 6-6, 3/4 2-2, 4 b-b | 3/4 6-7, 3/4 b-r
triplet             | 3/4 9-9-9, 3/4 2-2-2 | 3/4 9-9-T, 4 b-b-r
triplet_single      | 3 6-6-6-8, 3 6-6-6-r | 3/4 6-6-6-6, 4 6-6-6-8
triplet_pair        | 3/4 Q-Q-Q-6-6, 4 3-3-3-b-b | 3 3-3-3-b-r, 4 3-3-3-3-3
straight            | 3/4 8-9-T-J-Q, 3/4 T-J-Q-K-A | 3/4 J-Q-K-A-2, 3/4 3-4-5-6
pair_sequence       | 3/4 T-T-J-J-Q-Q-K-K, 3/4 Q-Q-K-K-A-A | 3/4 K-K-A-A-2-2, 3/4 5-5-6-6
triplet_sequence    | 3/4 4-4-4-5-5-5, 3/4 Q-Q-Q-K-K-K-A-A-A | 3/4 A-A-A-2-2-2, 3/4 4-4-4-6-6-6
triplet_sequence_singles | 3 7-7-7-8-8-8-3-6, 3 3-3-3-4-4-4-2-r | 3 3-3-3-4-4-4-5-5
triplet_sequence_singles | | 3 3-3-3-4-4-4-b-r
triplet_sequence_pairs | 3/4 8-8-8-9-9-9-4-4-J-J, 4 3-3-3-4-4-4-2-2-r-r | 3/4 3-3-3-4-4-4-6-7-7
triplet_sequence_pairs | | 3/4 3-3-3-4-4-4-5-5-5-5
bomb                | 3/4 7-7-7-7, 4 3-3-3-3-3 | 3/4 7-7-7, 4 b-b-r-r
rocket              | 3 b-r, 4 b-b-r-r | 4 b-r, 4 b-r-r
quad_singles        | 3 6-6-6-6-8-9, 3 6-6-6-6-2-r | 3 6-6-6-6-8-8, 3 6-6-6-6-b-r
quad_pairs          | 3 J-J-J-J-9-9-Q-Q, 3 3-3-3-3-2-2-4-4 | 3 4-4-4-4-5-5-5-5, 3 3-3-3-3-4-4-5-6
"""


@pytest.mark.parametrize("line", EXAMPLES.strip().splitlines())
def test_examples_and_near_misses(line: str) -> None:
    """The examples of section 4.2 have the type of their row, the near misses do not."""
    type_, legal, near_misses = (part.strip() for part in line.split("|"))
    for examples, is_legal in ((legal, True), (near_misses, False)):
        for example in filter(None, examples.split(", ")):
            numbers, cards = example.split(" ")
            for players in map(int, numbers.split("/")):
                types = [reading.split(":")[0] for reading in read(cards, players)]
                assert (type_ in types) is is_legal, (cards, players)


# --- ambiguity ------------------------------------------------------------------------------------


def applied_text(cards: str, standing: str | None, wanted: Wanted | None = None) -> str:
    """The reading that a set takes with `kickers = loose`, `illegal` if none."""
    options = set_up(3, {"kickers": "loose"})
    table = None if standing is None else applied(readings(parse(standing), options, 3))
    return str(applied(readings(parse(cards), options, 3), table, wanted) or "illegal")


def test_reading_that_applies_with_loose_kickers() -> None:
    """Leading and following choose the reading as the examples of D4.21 say."""
    planes = "3-3-3-4-4-4-5-5-5-6-6-6"
    assert applied_text(planes, None) == "triplet_sequence:6:4"
    assert applied_text(planes, "3-3-3-4-4-4-5-5-5-8-9-T") == "triplet_sequence_singles:6:3"
    assert applied_text("4-4-4-4-9-9-9-9", "6-6-6-6-3-3-7-7") == "quad_pairs:9:1"
    assert applied_text("4-4-4-4-9-9-9-9", None) == "quad_pairs:9:1"
    higher = "4-4-4-5-5-5-6-6-6-7-7-7"  # keys 6 and 7 beat the table
    assert applied_text(higher, "3-3-3-4-4-4-5-5-5-8-9-T") == "triplet_sequence_singles:7:3"
    assert applied_text("4-4-4-4-9-9-9-9", "3-3-3-3-5-5-6-6") == "quad_pairs:9:1"


def test_wanted_reading() -> None:
    """`as` must be one of the readings and must beat the table (D4.21.3)."""
    planes, lower = "3-3-3-4-4-4-5-5-5-6-6-6", "3-3-3-4-4-4-5-5-5-8-9-T"
    singles = "triplet_sequence_singles"
    assert applied_text(planes, None, Wanted(singles)) == f"{singles}:6:3"
    assert applied_text(planes, None, Wanted(singles, key="5")) == f"{singles}:5:3"
    assert applied_text(planes, None, Wanted(singles, n=3)) == f"{singles}:6:3"
    assert applied_text(planes, None, Wanted(singles, n=4)) == "illegal"
    assert applied_text(planes, lower, Wanted(singles, key="5")) == "illegal"
    assert applied_text(planes, lower, Wanted("triplet_sequence")) == "illegal"


def test_notation() -> None:
    """Suits and the way of joining cards do not matter; anything else is no card (D1.2)."""
    assert parse("3h-3c Td b") == parse("b-T-3-3")
    assert show(parse("r-3-T-3")) == "3-3-T-r"
    for text in ("1", "33", "3x", "bh", "B", "10"):
        with pytest.raises(NotationError):
            parse(text)
