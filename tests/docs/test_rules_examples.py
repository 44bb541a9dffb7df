"""The examples of the rules documents are what the engine does.

Each is read out of the document as it stands there: whoever falsifies one, or writes a new one that
is wrong, hears of it.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

import pytest

from docs.blocks import ROOT
from paizhuo.engine import Combination, Ruleset, Table, catalogue_game
from paizhuo.v1.catalogue_service_pb2 import Game
from paizhuo.v1.view_pb2 import View

if TYPE_CHECKING:
    from collections.abc import Callable

CARDS: Final = r"(?:[2-9TJQKA][cdhs]?|[br])(?:-(?:[2-9TJQKA][cdhs]?|[br]))*"
SET: Final = re.compile(rf"(?:([34])p )?({CARDS})\b")
"""A set of cards in a cell, and with how many players it is meant."""
BEATS: Final = re.compile(rf"({CARDS}) beats ({CARDS})(?: \(key (\w+)\))?")
READINGS: Final = re.compile(rf"({CARDS}) has readings ((?:\w+\(n\d+,key\w\)(?:, )?)+)")
READING: Final = re.compile(r"(\w+)\(n(\d+),key(\w)\)")
NOTHING: Final = "\N{EN DASH}"
"""What a cell without an example holds."""
SUITS: Final = "cdhs"
SEATS: Final = (3, 4)


class Cell(NamedTuple):
    """Hold a set of cards of a table of examples."""

    rule: str
    cards: str
    seats: tuple[int, ...]
    is_legal: bool
    note: str


def document(game: str) -> str:
    """Return the rules of a game."""
    return (ROOT / "docs/games" / game / "rules.md").read_text(encoding="utf-8")


def rows(game: str, head: str) -> list[list[str]]:
    """Return the cells of the table with this head."""
    _, found, rest = document(game).partition(f"{head}\n")
    assert found, head
    lines = rest.partition("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines[1:]]


def cells(game: str, seats: tuple[int, ...]) -> list[Cell]:
    """Return every set of the table of examples and near misses; none is passed over."""
    head = "| id | legal | legal | not this combination | not this combination |"
    found = []
    for rule, *texts in rows(game, head):
        assert len(texts) == 4, rule
        for at, text in enumerate(texts):
            # One cell may say another thing of the same kind with other players.
            for part in text.split("; "):
                shown = SET.match(part)
                assert shown or part in {"(empty)", NOTHING} or "(" in text, f"{rule}: {part}"
                if shown is not None:
                    meant = (int(shown[1]),) if shown[1] else seats
                    note = part[shown.end() :].strip()
                    found.append(Cell(rule, shown[2], meant, at < 2, note))
    return found


def filled(cards: str) -> str:
    """Give cards that are named by their rank alone the suits that are left."""
    named = cards.split("-")
    taken = set(named)
    for at, card in enumerate(named):
        if card not in {"b", "r"} and len(card) == 1:
            named[at] = next(card + suit for suit in SUITS if card + suit not in taken)
            taken.add(named[at])
    return "-".join(named)


def counted_as(reading: Combination, rule: str, game: Game) -> bool:
    """Say whether a reading is the combination of a rule: its category, form or label."""
    of_rule = {
        term.name
        for terms in (game.categories, game.forms, game.labels)
        for term in terms
        if term.rule == rule
    }
    assert of_rule, rule
    return bool(of_rule & {reading.category, reading.key, *reading.labels})


def agrees(note: str, readings: list[Combination], game: Game) -> bool:
    """Say whether what stands behind a set, "(bomb)" or "is 8c only", is so."""
    if "illegal" in note:
        return not readings
    if note.startswith("is 8c"):
        (any_label,) = (label.name for label in game.labels if label.rule == "Z4.8c")
        return [reading.labels for reading in readings] == [(any_label,)]
    word = note.lstrip("(").split(" ")[0].rstrip(",)")
    if word in {category.name for category in game.categories}:
        return word in {reading.category for reading in readings}
    return True


def rules_of(text: str, cards: str) -> Ruleset:
    """Return the rules that a sentence speaks of."""
    most = max(Counter(cards.split("-")).values())
    options = {"kickers": "loose"} if "kickers=loose" in text else {}
    return Ruleset("dou_dizhu", seats=4 if most > 4 else 3, options=options)


@pytest.mark.parametrize(("game", "seats"), [("dou_dizhu", SEATS), ("zheng_fen", (3,))])
def test_examples_and_near_misses(game: str, seats: tuple[int, ...]) -> None:
    """What a row of table 4.2 calls the combination of its rule is it, and what not, is not."""
    shown = Game.FromString(catalogue_game(game))
    found = cells(game, seats)
    assert len(found) > 45
    for cell in found:
        for count in cell.seats:
            cards = filled(cell.cards) if shown.suits_matter else cell.cards
            readings = Ruleset(game, seats=count).classify(cards)
            is_it = any(counted_as(reading, cell.rule, shown) for reading in readings)
            assert is_it == cell.is_legal, f"{cell.rule}: {cell.cards} with {count} players"
            assert agrees(cell.note, readings, shown), f"{cell.rule}: {cell.cards} {cell.note}"


def test_the_notorious_sets() -> None:
    """Each set of D4.20 has the reading that is written there, and no other."""
    found = rows("dou_dizhu", "| cards | reading | why |")
    assert len(found) > 10
    for cards, told, _ in found:
        cards_shown = re.match(CARDS, cards)
        assert cards_shown is not None, cards
        for seats in (4,) if "(4p)" in cards else SEATS:
            readings = Ruleset("dou_dizhu", seats=seats).classify(cards_shown[0])
            if told.startswith("illegal"):
                assert readings == [], f"{cards} with {seats} players"
                continue
            (reading,) = readings
            assert reading.category == re.split(r"\W", told)[0], f"{cards} with {seats} players"
            for number in re.findall(r"n=(\d+)|(\d+) cards", told):
                assert str(reading.run) in number, cards
            for key in re.findall(r"key (\w)", told):
                assert reading.key == key, cards


def test_sets_with_several_readings() -> None:
    """The readings that D4.21 lists are all that there are, the first one being that of a lead."""
    (line,) = (line for line in document("dou_dizhu").splitlines() if READINGS.search(line))
    for cards, told in READINGS.findall(line):
        said = [(name, key, int(run)) for name, run, key in READING.findall(told)]
        readings = rules_of(line, cards).classify(cards)
        assert readings[0].category == said[0][0]
        assert sorted((r.category, r.key, r.run) for r in readings) == sorted(said)
    bare = re.search(rf"({CARDS}) beats .*; led bare it is (\w+) key (\w)", line)
    assert bare is not None
    first = rules_of(line, bare[1]).classify(bare[1])[0]
    assert (first.category, first.key) == (bare[2], bare[3])


def test_what_beats_what() -> None:
    """Wherever the rules of Dou Dizhu say that one set beats another, it does, and not reversed."""
    count = 0
    for line in document("dou_dizhu").splitlines():
        for high, low, _ in BEATS.findall(line):
            rules = rules_of(line, high)
            assert rules.beats(high, low), f"{high} beats {low}"
            assert not rules.beats(low, high), f"{high} beats {low}"
            count += 1
    assert count >= 4


def test_auctions() -> None:
    """The calls of the examples of section 3 lead to the landlord, the bid and the robs there."""
    found = rows("dou_dizhu", "| players | calls | result |")
    assert len(found) > 6
    for players, calls, result in found:
        seats = int(players[0])
        named = re.search(r"`(\w+)`", players)
        options = {"auction": named[1]} if named is not None else {}
        table = Table(Ruleset("dou_dizhu", seats=seats, options=options), seed=7)
        first = table.decisions[0].seat
        attempt = table.attempt
        for call in calls.split(", "):
            (decision,) = table.decisions
            assert decision.kind == "auction", f"{players}: {calls}"
            table.act(decision.seat, f"bid {call}" if call.isdecimal() else call)
        view = View.FromString(table.view(None))
        if result == "redeal":
            assert table.attempt == attempt + 1
            continue
        assert view.phase == "play", f"{players}: {calls}"
        (landlord,) = (seat.seat for seat in view.seats if seat.role == "landlord")
        told = f"seat {(landlord - first) % seats}, bid {view.stake.bid}"
        if view.stake.doublings:
            told += f", {view.stake.doublings} rob" + "s" * (view.stake.doublings > 1)
        assert result.partition(" (")[0] == told, f"{players}: {calls}"


@pytest.mark.parametrize(
    ("game", "right", "wrong", "check"),
    [
        ("dou_dizhu", "| Q-Q-Q-6-6 |", "| Q-Q-Q-6-7 |", "examples"),
        ("dou_dizhu", "3p 6-6-6-6 (bomb)", "3p 6-6-6-6 (rocket)", "examples"),
        ("dou_dizhu", "| 3-4-5-6 (four cards) |", "| 3-4-5-6-7 (four cards) |", "examples"),
        ("dou_dizhu", "| 3-3-3-3-4-4-4 | illegal |", "| 3-3-3-3-4-4-4 | bomb |", "notorious"),
        ("dou_dizhu", "triplet_sequence, n=4, key 6", "triplet_sequence, n=4, key 5", "notorious"),
        (
            "dou_dizhu",
            "triplet_sequence_singles(n3,key5)",
            "triplet_sequence_singles(n3,key4)",
            "several",
        ),
        (
            "dou_dizhu",
            "led bare it is quad_pairs key 9",
            "led bare it is quad_pairs key 4",
            "several",
        ),
        ("dou_dizhu", "9-9-9-3 beats 8-8-8-A", "8-8-8-A beats 9-9-9-3", "beats"),
        ("dou_dizhu", "| seat 0, bid 2 (re-entry", "| seat 1, bid 2 (re-entry", "auctions"),
        ("zheng_fen", "| K-K-A-A-2-2 |", "| K-K-A-A-2-2-3-3 |", "examples"),
        ("zheng_fen", "7-7-7-Ac-2d is 8c only", "7-7-7-Ac-2c is 8c only", "examples"),
        ("zheng_fen", "2-2-2 (triplet)", "2-2-2 (quartet)", "examples"),
    ],
)
def test_a_falsified_example_is_found(
    game: str, right: str, wrong: str, check: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of the tests above passes over an example that is not true."""
    text = document(game)
    assert text.count(right) == 1
    monkeypatch.setattr(sys.modules[__name__], "document", lambda _: text.replace(right, wrong))
    checks: dict[str, Callable[[], None]] = {
        "examples": lambda: test_examples_and_near_misses(game, (3,)),
        "notorious": test_the_notorious_sets,
        "several": test_sets_with_several_readings,
        "beats": test_what_beats_what,
        "auctions": test_auctions,
    }
    with pytest.raises((AssertionError, ValueError)):
        checks[check]()
