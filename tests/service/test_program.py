"""The program: what it prints, and how it ends."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from paizhuo.engine import Ruleset, Table, catalogue_game, catalogue_list
from paizhuo.v1 import catalogue_service_pb2 as game_pb2
from paizhuo.v1 import record_pb2

ROOT = Path(__file__).resolve().parents[2]
GAMES = [shown.game for shown in game_pb2.ListGamesResponse.FromString(catalogue_list()).games]
VECTORS = ROOT / "tests" / "vectors" / "dou_dizhu" / "shared.json"


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run `python -m paizhuo`."""
    return subprocess.run(
        [sys.executable, "-m", "paizhuo", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        timeout=240,
    )


@pytest.mark.parametrize("program", ["paizhuo", "paizhuo_table"])
def test_programs_say_their_version(program: str) -> None:
    """The version is that of the package which is installed."""
    done = subprocess.run(
        [sys.executable, "-m", program, "--version"],
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    distribution = {"paizhuo": "paizhuo", "paizhuo_table": "paizhuo-client"}[program]
    name = program.replace("_", "-")
    assert (done.returncode, done.stdout) == (0, f"{name} {version(distribution)}\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["dou_dizhu"], ["斗地主", "landlord", "won the match"]),
        (["--preset", "online", "--seats", "4"], ["call the landlord", "won the match"]),
        (["zheng_fen", "--seats", "4"], ["挣分", "points", "pile", "the demonstration leaves"]),
        (
            ["zheng_fen", "--preset", "pagat", "--option", "target=5"],
            ["out first", "won the match"],
        ),
        (
            ["hachinin_meri", "--option", "deals=1"],
            ["for 8", "trumps: ", "turned up: ", "team A 0 (0)", "won the match", "won the deal"],
        ),
    ],
)
def test_the_demonstration_plays_a_match(flags: list[str], words: list[str]) -> None:
    """Deals are played over gRPC, told in the game's own words, recorded and verified."""
    done = run("demo", *flags, "--deals", "2")
    assert done.returncode == 0, done.stdout + done.stderr
    told = " ".join(done.stdout.split())
    for word in ("Deal 1", "wins the trick", "everything fits", *words):
        assert word in told, told


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_demonstration_tells_of_any_game(game: str) -> None:
    """No word of the API shows where the catalogue has a name for it."""
    done = run("demo", game, "--deals", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    shown = game_pb2.Game.FromString(catalogue_game(game))
    raw = {
        term.name
        for terms in (shown.categories, shown.forms, shown.roles, shown.zones, shown.verbs)
        for term in terms
        if "_" in term.name and term.label.en != term.name
    }
    assert [word for word in sorted(raw) if word in done.stdout] == []
    assert "everything fits" in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["whist"], "No game has this name"),
        (["zheng_fen", "--option", "target"], "name=value"),
        (["zheng_fen", "--option", "target=4"], "target"),
        (["zheng_fen", "--seats", "7"], "seats"),
    ],
)
def test_a_demonstration_that_cannot_be_had_says_why(flags: list[str], words: str) -> None:
    """What the server refuses is told in a line, and the exit code is not 0."""
    done = run("demo", *flags)
    assert done.returncode != 0
    assert words in done.stdout + done.stderr
    assert "paizhuo ──" not in done.stdout, "a title stands before what is not played"
    assert "Traceback" not in done.stderr


def test_a_reader_may_leave_the_demonstration() -> None:
    """Piped into what reads a line only, the program ends without a word."""
    command = [sys.executable, "-m", "paizhuo", "demo", "zheng_fen", "--deals", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=240) == 1


def test_all_vectors_pass() -> None:
    """The last line counts what passed, and the exit code is 0 if all did."""
    done = run("vectors", VECTORS)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].endswith(" passed, 0 failed")


def test_a_vector_that_fails_is_named(tmp_path: Path) -> None:
    """A wrong expectation and an unknown kind are failures, each by its id; exit code 1."""
    document = json.loads(VECTORS.read_text())
    document["vectors"] = [{"id": "odd-1", "kind": "prophecy"}]
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(document))
    done = run("vectors", bad)
    assert done.returncode == 1
    assert "odd-1" in done.stdout
    assert done.stdout.splitlines()[-1] == "0 passed, 1 failed"


def test_a_file_that_is_no_text_is_counted(tmp_path: Path) -> None:
    """A file that is not UTF-8 is named and counted as failed beside those that hold."""
    bad = tmp_path / "bad.json"
    bad.write_bytes(b"\xff\xfe{}")
    done = run("vectors", VECTORS, bad)
    assert done.returncode == 1
    assert str(bad) in done.stdout
    assert done.stdout.splitlines()[-1].endswith(" passed, 1 failed")
    assert not done.stdout.splitlines()[-1].startswith("0 ")


def test_a_record_is_verified(tmp_path: Path) -> None:
    """A record holds as it was written, and no more when something in it was changed."""
    table = Table(Ruleset("dou_dizhu", 3), seed=1, bots={1: "random", 2: "random"})
    good, bad = tmp_path / "good", tmp_path / "bad"
    while table.deal < 2:
        legal = table.legal(0).actions
        action = "continue" if "continue" in legal else legal[0]
        table.act(0, action)
    record = record_pb2.Record.FromString(table.record())
    good.write_bytes(record.SerializeToString())
    record.deals[0].seed = bytes(32)
    bad.write_bytes(record.SerializeToString())
    assert (run("verify", good).returncode, run("verify", bad).returncode) == (0, 1)
    (tmp_path / "ugly").write_bytes(b"\xff")
    assert run("verify", tmp_path / "ugly").returncode == 1


def test_a_simulation_is_told() -> None:
    """Deals are played out among the bots that were named; nonsense is refused."""
    done = run("simulate", "dou_dizhu", "--deals", "50", "--bot", "random")
    assert done.returncode == 0
    assert "50 deals" in done.stdout
    assert run("simulate", "poker").returncode == 1
    fewest = run("simulate", "zhao_pengyou", "--deals", "2")
    assert fewest.returncode == 0
    assert "seat 4 (random)" in fewest.stdout, "as few seats as the game can be played with"
    refused = run("simulate", "zhao_pengyou", "--seats", "3")
    assert refused.returncode == 1
    assert "allowed=5, 6, 7, 8, 9, 10, 11, 12" in " ".join(refused.stdout.split())
    assert run("simulate", "--option", "kickers=wild").returncode == 1


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    """An address that cannot be had is one line on standard error, and exit code 1."""
    done = run("serve", "--listen", "256.0.0.1:1", "--data", tmp_path, "--quiet")
    assert done.returncode == 1
    assert "256.0.0.1:1" in done.stderr
    assert "Traceback" not in done.stderr
