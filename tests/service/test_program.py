"""The program: what it prints, and how it ends."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from paizhuo.engine import Ruleset, Table
from paizhuo.v1 import record_pb2

ROOT = Path(__file__).resolve().parents[2]
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


@pytest.mark.slow
@pytest.mark.parametrize("seats", ["3", "4"])
def test_the_demonstration_plays_a_match(seats: str) -> None:
    """A whole match is played over gRPC, told, recorded and verified."""
    done = run("demo", "--seats", seats, "--deals", "2")
    assert done.returncode == 0, done.stdout + done.stderr
    for words in ("Deal 1", "Deal 2", "is the landlord", "won the match", "everything fits"):
        assert words in " ".join(done.stdout.split())


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
    assert run("simulate", "--option", "kickers=wild").returncode == 1


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    """An address that cannot be had is one line on standard error, and exit code 1."""
    done = run("serve", "--listen", "256.0.0.1:1", "--data", tmp_path, "--quiet")
    assert done.returncode == 1
    assert "256.0.0.1:1" in done.stderr
    assert "Traceback" not in done.stderr
