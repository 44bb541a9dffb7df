"""What the rules documents give as examples of tricks and scores is what the engine counts.

Each is read out of the document and asked of the engine as a rule vector.
"""

from __future__ import annotations

import json
import re
import sys
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import pytest

from docs.blocks import ROOT
from paizhuo.engine import run_vectors

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Vector = dict[str, Any]
PACK_POINTS: Final = 100
LAID: Final = re.compile(r"\d+|pass")
DASH: Final = "\N{EM DASH}"
MINUS: Final = "\N{MINUS SIGN}"
TO: Final = "\N{EN DASH}"
"""Stands between the ends of a band, and alone where there is nothing."""


def document(game: str) -> str:
    """Return the rules of a game."""
    return (ROOT / "docs/games" / game / "rules.md").read_text(encoding="utf-8")


def rows(text: str, head: str) -> list[list[str]]:
    """Return the cells of the table whose head begins so, without head and ruler."""
    _, found, rest = text.partition(f"\n{head}")
    assert found, head
    lines = rest.partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]


def ask(game: str, vectors: list[Vector], folder: Path) -> None:
    """Let the engine answer all of these; fails if any answer is another than was expected."""
    for number, vector in enumerate(vectors):
        vector["id"] = f"X{number}"
    file = folder / "examples.json"
    file.write_text(json.dumps({"game": game, "vectors": vectors}), encoding="utf-8")
    report, failed = run_vectors([str(file)])
    assert failed == 0, report
    assert f"{len(vectors)} passed" in report


def score(players: int, team: int, points: int, *, packs: int) -> Vector:
    """Make a deal of Zhao Pengyou in which the opponents take so many points in tricks."""
    captured = {str(seat): 0 for seat in range(players)}
    captured["0"] = max(0, PACK_POINTS * packs - points)
    captured[str(players - 1)] = points
    return {
        "kind": "deal_score",
        "players": players,
        "makerTeam": list(range(team)),
        "captured": captured,
        "lastTrickWinner": 0,
        "kitty": [],
        "withdrawn": {},
    }


def packs_of(text: str) -> dict[int, int]:
    """Return how many packs are played with, by the number of players."""
    found: dict[int, int] = {}
    for told, *_ in rows(text, "| Players, packs |")[:-1]:
        players, packs = told.split(f" {DASH} ")
        found |= dict.fromkeys(map(int, players.split(", ")), int(packs.split()[0]))
    assert sorted(found) == list(range(5, 13))
    return found


def bands(text: str) -> list[Vector]:
    """Make vectors of both ends of every band, with full teams (ZP-5.6)."""
    team = {5: 2, 6: 3, 7: 3, 8: 4, 9: 4, 10: 5, 11: 5, 12: 6}
    made = []
    *table, opponents = rows(text, "| Players, packs |")
    sides = [("maker", 2), ("maker", 1)]
    sides += [("opponents", int(cell.removeprefix("O+"))) for cell in opponents[3:]]
    packs = packs_of(text)
    for told, *cells in table:
        for players in map(int, re.findall(r"\d+", told.partition(DASH)[0])):
            for cell, (side, points) in zip(cells, sides, strict=True):
                for end in re.findall(r"\d+", cell):
                    made.append(score(players, team[players], int(end), packs=packs[players]))
                    made[-1]["expect"] = {"D": int(end), "side": side, "points": points}
            ends = [list(map(int, re.findall(r"\d+", cell))) for cell in cells]
            # Between two bands nothing is left out: points come in fives.
            assert all(low[-1] + 5 == high[0] for low, high in pairwise(ends)), told
    return made


def makers_points(text: str) -> list[Vector]:
    """Make vectors of every cell of what the maker's side may win (ZP-5.7)."""
    made, packs = [], packs_of(text)
    for told, *cells in rows(text, "| Maker's points (D=0 / low) |"):
        for players in map(int, re.findall(r"\d+", told)):
            for partners, cell in zip((5, 4, 3, 2, 1, 0), cells, strict=True):
                for points, won in zip((0, 5), re.findall(r"\d+", cell), strict=False):
                    made.append(score(players, partners + 1, points, packs=packs[players]))
                    made[-1]["expect"] = {"D": points, "side": "maker", "points": int(won)}
    return made


def worked(text: str) -> list[Vector]:
    """Make vectors of the worked examples of Zhao Pengyou (ZP-5.12)."""
    _, _, rest = text.partition("**ZP-5.12** Worked examples.\n")
    made, packs = [], packs_of(text)
    for line in rest.partition("\n\n")[0].splitlines():
        players = re.search(r"(\d+) players", line)
        assert players is not None, line
        counted = re.search(r"(\d+)(?:, short=\d+)? →", line)
        assert counted is not None, line
        team = 1
        for pattern, more in ((r"maker \+ (\d+)", 1), (r"full team of (\d+)", 0)):
            if (named := re.search(pattern, line)) is not None:
                team = int(named[1]) + more
        team += "friend C" in line
        taken = re.search(r"opponents (?:take |captured )?(\d+)", line)
        vector = score(
            int(players[1]), team, int(taken[1]) if taken else 0, packs=packs[int(players[1])]
        )
        if (buried := re.search(r"buried ([^.]*)\.", line)) is not None:
            # Where no suit is named, any will do.
            named_cards = buried[1].split()
            vector["kitty"] = [card if len(card) > 1 else f"{card}s" for card in named_cards]
        if "captured" in line and "win the last trick" in line:
            vector["lastTrickWinner"] = int(players[1]) - 1
        if (withdrew := re.search(r"withdrew (\d+) cards", line)) is not None:
            vector["withdrawn"] = {"0": int(withdrew[1])}
        won = re.search(r"→ (.*?)\+(\d+)", line)
        assert won is not None, line
        side = "opponents" if "opponent" in won[1] else "maker"
        vector["expect"] = {"D": int(counted[1]), "side": side, "points": int(won[2])}
        made.append(vector)
    return made


def tricks(text: str) -> list[Vector]:
    """Make vectors of the tricks that section 5 of Zheng Fen gives as examples."""
    made = []
    for hands, leader, turns, result in rows(text, "| hands | leader | turns | result |"):
        left = [int(size) for size in hands.split(", ")]
        actions = [word if word == "pass" else int(word) for word in LAID.findall(turns)]
        vector: Vector = {
            "kind": "trick",
            "players": len(left),
            "left": left,
            "leader": int(leader),
            "actions": actions,
        }
        asked = re.match(r"seat (\d) is asked again .*`pass_locks` seat (\d)", result)
        if asked is not None:
            made.append(vector | {"expect": {"ask": int(asked[1])}})
            locked = {"winner": int(asked[2]), "leader": int(asked[2])}
            made.append(vector | {"options": {"pass_locks": True}, "expect": locked})
            continue
        winner = re.search(r"seat (\d) (?:is out and )?wins", result)
        assert winner is not None, result
        expect = {"winner": int(winner[1])}
        if (leads := re.search(r"seat (\d) leads", result)) is not None:
            expect["leader"] = int(leads[1])
        elif (last := re.search(r"last hand of seat (\d)", result)) is not None:
            expect["last"] = int(last[1])
        else:
            expect["last"] = int(winner[1])
            assert "its last hand" in result, result
        made.append(vector | {"expect": expect})
    return made


def totals(text: str) -> list[Vector]:
    """Make vectors of the deals that section 5 of Hachinin Meri gives as examples."""
    words = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    (line,) = (line for line in text.splitlines() if line.startswith("Examples. (a)"))
    made = []
    for team, won, told in re.findall(r"\([ab]\) ([AB]) takes (\w+) tricks, (.*?)\. ", line):
        sums = dict(re.findall(rf"([AB]) \d[+{MINUS}]\d = ({MINUS}?\d+)", told))
        moved = re.search(rf"{team} \d\+(\d)", told)
        assert moved is not None, told
        other, count = "AB".replace(team, ""), words.index(won)
        played = [[team, 0] for _ in range(count)] + [[other, 0] for _ in range(9 - count)]
        played[0][1] = int(moved[1])
        if "ninth" in told:
            played.append(played.pop(0))
        expect = {name: int(value.replace(MINUS, "-")) for name, value in sums.items()}
        made.append({"kind": "deal_total", "tricks": played, "expect": expect})
    return made


def matches(text: str) -> list[Vector]:
    """Make vectors of the ends of matches that section 6 of Zheng Fen gives as examples."""
    lines = [line for line in text.splitlines() if re.match(r"\d\. .*otals \d+/", line)]
    made = []
    for line in lines:
        before, after = (
            [int(total) for total in shown.split("/")]
            for shown in re.findall(r"\d+/\d+/\d+/\d+", line.replace("+", ""))[:2]
        )
        vector: Vector = {"kind": "match", "before": before, "deal": after, "target": 500}
        alone = re.search(r"seat (\d) wins with (\d+)", line)
        if alone is None:
            assert "another deal is played" in line
            shared = re.search(r"`tie_rule=shared`: seats (\d) and (\d) win", line)
            assert shared is not None
            made.append(vector | {"expect": "extra_deal"})
            together = {"expect": f"winners:{shared[1]},{shared[2]}"}
            made.append(vector | {"options": {"tie_rule": "shared"}} | together)
            continue
        seat = int(alone[1])
        assert before[seat] + after[seat] == int(alone[2]), line
        made.append(vector | {"expect": f"winner:{seat}"})
    return made


ALL: Final[dict[str, tuple[str, Callable[[str], list[Vector]], int]]] = {
    "bands": ("zhao_pengyou", bands, 64),
    "maker": ("zhao_pengyou", makers_points, 64),
    "worked": ("zhao_pengyou", worked, 5),
    "tricks": ("zheng_fen", tricks, 6),
    "matches": ("zheng_fen", matches, 3),
    "totals": ("hachinin_meri", totals, 2),
}
"""What is read of which game, and how many vectors come of it at least."""


@pytest.mark.parametrize("name", ALL)
def test_examples_of_scores(name: str, tmp_path: Path) -> None:
    """Tables and worked examples of tricks and scores hold, every one of them."""
    game, read, least = ALL[name]
    vectors = read(document(game))
    assert len(vectors) >= least
    ask(game, vectors, tmp_path)


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("bands", f"| 0 | 5{TO}75 | 80{TO}155 |", f"| 0 | 5{TO}80 | 85{TO}155 |"),
        ("bands", "| O+1 | O+2 |", "| O+1 | O+1 |"),
        ("maker", f"| 8, 9 players | {TO} | {TO} | 2 / 1", f"| 8, 9 players | {TO} | {TO} | 2 / 2"),
        ("worked", "each opponent +1", "each opponent +2"),
        ("worked", "= 400 → opponents +3", "= 395 → opponents +3"),
        ("tricks", "seat 1 is out and wins; seat 2 leads", "seat 1 is out and wins; seat 3 leads"),
        ("tricks", "with `pass_locks` seat 2 has won", "with `pass_locks` seat 0 has won"),
        ("matches", "seat 1 wins with 505", "seat 0 wins with 500"),
        ("matches", "deal +45/+50/+5/0", "deal +45/+51/+4/0"),
        ("totals", "A 5+2 = 7", "A 5+2 = 8"),
    ],
)
def test_a_falsified_score_is_found(
    name: str, right: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of these passes over an example that is not true."""
    text = document(ALL[name][0])
    assert text.count(right) == 1
    monkeypatch.setattr(sys.modules[__name__], "document", lambda _: text.replace(right, wrong))
    with pytest.raises(AssertionError):
        test_examples_of_scores(name, tmp_path)
