"""A benchmark runs without what only others are compared with, and says what it lacks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]


def bench(name: str) -> subprocess.CompletedProcess[str]:
    """Run a benchmark where OpenSpiel is not installed."""
    script = "import sys; sys.modules['pyspiel'] = None; from bench.__main__ import main; "
    command = [sys.executable, "-c", f"{script}main({[name]!r})"]
    return subprocess.run(
        command, cwd=TESTS, capture_output=True, text=True, check=False, timeout=240
    )


def test_a_benchmark_says_what_it_lacks() -> None:
    """Without OpenSpiel `simulate` names the target that installs it, and fails."""
    ran = bench("simulate")
    assert ran.returncode == 1
    assert ran.stderr == "simulate needs pyspiel: run `make setup-bench`\n"
    makefile = (TESTS.parent / "Makefile").read_text(encoding="utf-8")
    assert "\nsetup-bench:" in makefile


def test_an_unknown_benchmark_is_answered_with_those_there_are() -> None:
    """A wrong name gives the names, without OpenSpiel too."""
    ran = bench("speed")
    assert ran.returncode == 1
    assert "wake_lateness, load" in ran.stderr
