"""The Zheng Fen oracle against its rules document and the vectors."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from oracle.setting import SetupError, Value
from oracle.zheng_fen.cards import KEYS, PACK, Cards, parse, points, rank, show
from oracle.zheng_fen.deal import Dealt, Request, first_drawer, from_hands, hand_out
from oracle.zheng_fen.match import Match
from oracle.zheng_fen.meanings import LABELS, readings
from oracle.zheng_fen.options import ALLOWED, Options, set_up
from oracle.zheng_fen.order import ANY, Wanted, applied
from oracle.zheng_fen.piles import final, match_winners
from oracle.zheng_fen.plays import plays
from oracle.zheng_fen.round import Round
from oracle.zheng_fen.turns import Ask, turn

VECTORS_FOLDER = Path(__file__).parents[1] / "vectors" / "zheng_fen"
VECTORS: list[dict[str, Any]] = [
    vector
    for file in sorted(VECTORS_FOLDER.glob("*.json"))
    for vector in json.loads(file.read_text())["vectors"]
]


def read(text: str, **chosen: Any) -> list[str]:
    """Give the readings of a set as texts, canonical first."""
    return [str(reading) for reading in readings(parse(text), set_up(3, chosen))]


# --- the vectors ----------------------------------------------------------------------------------


def fits(found: str, expected: str) -> bool:
    """Compare the fields of a reading that are expected."""
    fields = expected.split(":")
    return found.split(":")[: len(fields)] == fields


def check_detect(vector: dict[str, Any], options: Options) -> None:
    """The readings are those expected, and no others; so are the labels of the canonical one."""
    every = readings(parse(vector["cards"]), options)
    found = [str(reading) for reading in every]
    if vector["expect"] == "illegal":
        assert found == []
        return
    wanted = vector["expect"] if isinstance(vector["expect"], list) else [vector["expect"]]
    assert len(found) == len(wanted)
    assert all(any(fits(one, want) for one in found) for want in wanted)
    if "labels" in vector:
        assert sorted(next(iter(every.values()))) == sorted(vector["labels"])


def check_beats(vector: dict[str, Any], options: Options) -> None:
    """One set may be played on another, or not."""
    led = Wanted(label=vector.get("led_label"))
    standing = applied(parse(vector["b"]), options, None, led)
    assert standing is not None
    assert (applied(parse(vector["a"]), options, standing) is not None) is vector["expect"]


def check_plays(vector: dict[str, Any], options: Options) -> None:
    """The hand may play these sets and no others."""
    standing = None
    if vector["standing"] is not None:
        standing = applied(parse(vector["standing"]), options)
        assert standing is not None
    found = {show(cards) for cards in plays(parse(vector["hand"]), options, standing)}
    assert found == {show(parse(cards)) for cards in vector["expect"]}


def check_trick(vector: dict[str, Any], options: Options) -> None:
    """The trick goes on, is won, or ends the play."""
    actions = [None if action == "pass" else action for action in vector["actions"]]
    state = turn(vector["left"], vector["leader"], actions, options)
    if isinstance(state, Ask):
        assert vector["expect"] == {"ask": state.seat}
        return
    if state.leader is not None:
        assert vector["expect"] == {"winner": state.winner, "leader": state.leader}
        return
    expect = vector["expect"]
    assert expect["winner"] == state.winner
    out = [seat for seat, cards in enumerate(vector["left"]) if cards == 0]
    hands = list(vector["left"])
    replayed: list[int | None] = []
    for action in actions:
        asked = turn(vector["left"], vector["leader"], replayed, options)
        assert isinstance(asked, Ask)
        hands[asked.seat] -= action or 0
        if hands[asked.seat] == 0 and asked.seat not in out:
            out.append(asked.seat)
        replayed.append(action)
    out += [seat for seat, cards in enumerate(hands) if cards]
    assert out[-1] == expect["last"]


def check_match(vector: dict[str, Any], options: Options) -> None:
    """The match goes on, goes into an extra deal, or is won."""
    totals = [a + b for a, b in zip(vector["before"], vector["deal"], strict=True)]
    won = match_winners(totals, options)
    word = "winners" if options.tie_rule == "shared" and len(won) > 1 else "winner"
    found = f"{word}:{','.join(map(str, won))}"
    if not won:
        found = "extra_deal" if max(totals) >= options.target else "continue"
    assert found == vector["expect"]


def check_next_leader(vector: dict[str, Any], _: Options) -> None:
    """Who leads after a trick that `winner` won: played as a trick in which all others pass."""
    players, winner, holding = vector["players"], vector["winner"], vector["holding"]
    left = [5 if seat in holding else 0 for seat in range(players)]
    left[winner] += 1
    passing = [None for seat in range(players) if seat != winner and left[seat]]
    state = turn(left, winner, [1, *passing], Options())
    assert not isinstance(state, Ask)
    assert state.leader == vector["expect"]


def check_first_leader(vector: dict[str, Any], options: Options) -> None:
    """Who leads to the first trick of a deal, after the one before."""
    players, before = vector["players"], vector["before"]
    hands = ["3h" if seat == vector["holder"] else "4c" for seat in range(players)]
    match = Match(players, options, from_hands(hands))
    if before is not None:
        ended = match.round.clone()
        ended.out = [before["first_out"], before["last"]]
        ended.decided = before["last_trick"]
        match.finished.append(ended)
    assert match._leader(match.dealing(Request(2, 0))) == vector["expect"]


def check_timeout(vector: dict[str, Any], options: Options) -> None:
    """What is done for a seat that leads, or follows."""
    played = Round(Dealt(0, (parse(vector["hand"]), (0,), (4,))), 0, options)
    if not vector["leads"]:
        played = Round(Dealt(0, (parse(vector["hand"]), (0,), (4, 8))), 2, options)
        played.act("play 4c", ANY)
    assert played.asked() == 0
    assert played.timeout() == vector["expect"]


def check_points(vector: dict[str, Any], _: Options) -> None:
    """Cards are worth so many points."""
    assert points(parse(vector["cards"])) == vector["expect"]


def check_hand_sizes(vector: dict[str, Any], options: Options) -> None:
    """Every seat gets so many cards."""
    start = vector.get("start")
    if start is None:
        start = first_drawer(vector["shuffler"], vector["players"], options)
    hands = hand_out(PACK, start, vector["players"])
    assert {str(seat): len(hand) for seat, hand in enumerate(hands)} == vector["expect"]


def check_final(vector: dict[str, Any], options: Options) -> None:
    """The deal scores so much."""
    last, last_hand = vector["last"], vector["last_hand"]
    found = final(vector["piles"], last, last_hand, vector["first_out"], options)
    assert found == vector["expect"]


CHECKS = {
    "detect": check_detect,
    "beats": check_beats,
    "plays": check_plays,
    "points": check_points,
    "hand_sizes": check_hand_sizes,
    "next_leader": check_next_leader,
    "first_leader": check_first_leader,
    "timeout": check_timeout,
    "final": check_final,
    "match": check_match,
    "trick": check_trick,
}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_vector(vector: dict[str, Any]) -> None:
    """Every vector holds for the oracle."""
    chosen = dict(vector.get("options", {}))
    if "target" in vector:
        chosen["target"] = vector["target"]
    options = set_up(vector.get("players", 3), chosen, vector.get("preset", "seed"))
    CHECKS[vector["kind"]](vector, options)


def test_vectors_name_every_value_twice() -> None:
    """Every value of every option, and every preset, has at least two vectors of its own (Z7)."""
    own = json.loads((VECTORS_FOLDER / "options.json").read_text())["vectors"]
    named = Counter(item for vector in own for item in vector.get("options", {}).items())
    values = {name: list(allowed) for name, allowed in ALLOWED.items() if name != "target"}
    values["target"] = [5, 500, 1000, 100_000]
    assert [(n, v) for n, every in values.items() for v in every if named[n, v] < 2] == []
    presets = Counter(vector.get("preset") for vector in own)
    assert min(presets["seed"], presets["pagat"]) >= 2


# --- counts of section 4.1 ------------------------------------------------------------------------


def every_poker() -> set[Cards]:
    """Give every triplet with two further cards."""
    return {
        tuple(sorted([*triplet, *two]))
        for key in range(13)
        for triplet in combinations(range(4 * key, 4 * key + 4), 3)
        for two in combinations([card for card in PACK if card not in triplet], 2)
    }


def test_counts_of_small_kinds() -> None:
    """Sets of one to four cards are as many of each kind as counted (Z4.1 to Z4.4, Z4.10)."""
    found = Counter(
        (reading.kind, reading.key if reading.kind == "special" else "")
        for size in (1, 2, 3, 4)
        for cards in combinations(PACK, size)
        for reading in readings(cards, Options())
    )
    assert found == {
        ("single", ""): 54,
        ("pair", ""): 78,
        ("triplet", ""): 52,
        ("quartet", ""): 12,
        ("special", "mixed"): 24,
        ("special", "suited"): 4,
        ("special", "twos"): 1,
    }


def test_counts_of_poker() -> None:
    """There are 64 350 poker sets, and so many of each label (Z4.8a, Z4.8b, Z4.8c, Z4.8d)."""
    found: Counter[str] = Counter()
    every = every_poker()
    for cards in every:
        ((reading, labels),) = readings(cards, Options()).items()
        assert reading.kind == "poker"
        found.update(labels)
    assert len(every) == 64_350
    assert [found[label] for label in LABELS] == [3_744, 2_208, 3_000, 64_350]


def rank_patterns(width: int) -> dict[str, int]:
    """Count runs of groups by their readings, one choice of suits each."""
    found: Counter[str] = Counter()
    for low in range(13):
        for high in range(low, 13):
            cards = tuple(4 * key + suit for key in range(low, high + 1) for suit in range(width))
            found.update(reading.kind for reading in readings(cards, Options()))
    return found


def test_counts_of_sequences() -> None:
    """Sequences are as many as counted, none above a hand (Z4.0d, Z4.5, Z4.6, Z4.7, Z4.9)."""
    runs = [
        tuple(range(4 * low + suit, 4 * high + suit + 1, 4))
        for suit in range(4)
        for low in range(13)
        for high in range(low, 13)
    ]
    found = Counter(reading.kind for run in runs for reading in readings(run, Options()))
    assert found["suit_sequence"] == 180
    assert rank_patterns(2)["pair_sequence"] == 56
    assert rank_patterns(3)["triplet_sequence"] == 38
    assert rank_patterns(4)["quartet_sequence"] == 21


# --- the parts against each other -----------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_plays_are_all_subsets_that_may_be_played(seed: int) -> None:
    """Built up from what they become or tried one by one, the plays of a hand are the same."""
    rng = random.Random(seed)
    wild = seed % 2 == 1
    chosen: dict[str, Value] = {
        "jokers_wild": wild,
        "quartet_seq_min": 2,
        "mixed_rule": "not_all_same",
    }
    options = set_up(3, chosen)
    low = rng.randrange(9)
    near = [card for card in PACK if low <= rank(card) < low + 5]
    hand = rng.sample(near, 7 if wild else 10) + ([52, 53][: rng.randint(1, 2)] if wild else [])
    cards = tuple(sorted(hand))
    tried = {
        subset
        for size in range(1, len(cards) + 1)
        for subset in combinations(cards, size)
        if readings(subset, options)
    }
    assert set(plays(cards, options)) == tried


def test_readings_of_the_document() -> None:
    """The table of section 4.5, canonical reading first (Z4.24)."""
    twos_down = [f"pair:{key}:1" for key in reversed(KEYS[:13])]
    assert read("b-r", jokers_wild=True) == twos_down
    expected = ["special:suited:1", "special:mixed:1", "triplet:5:1"]
    assert read("5h-b-r", jokers_wild=True) == expected
    assert read("7c-7d-8h-b-r", jokers_wild=True) == ["poker:8:1", "poker:7:1"]
    sequences = ["suit_sequence:J:5", "suit_sequence:T:5", "suit_sequence:9:5"]
    pokers = ["poker:9:1", "poker:8:1", "poker:7:1"]
    assert read("7h-8h-9h-b-r", jokers_wild=True) == sequences + pokers
    assert read("2c-2d-2h-b", jokers_wild=True) == ["special:twos:1"]
    assert read("b-r") == read("2c-2d-2h-b") == []


@pytest.mark.parametrize("name", sorted(ALLOWED))
def test_values_that_are_not_listed_are_refused(name: str) -> None:
    """An unknown option, and a value that is not listed, is refused (Z7)."""
    for value in ("nonsense", -1, 100_001, None):
        with pytest.raises(SetupError):
            set_up(3, {name: value})  # type: ignore[dict-item]
    with pytest.raises(SetupError):
        set_up(3, {f"{name}_": next(iter(ALLOWED[name]))})
