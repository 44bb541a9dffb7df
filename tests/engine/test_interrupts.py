"""A simulation in a process of its own ends when somebody presses Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

OUTER_LIMIT_S = 120
"""Long after a signal has come; the whole simulation would take days."""

AT_WORK = """
import sys, threading, time

def announce(since):
    while time.process_time() < since + 1:
        time.sleep(0.01)
    print("at work", flush=True)

def announced():
    threading.Thread(target=announce, args=(time.process_time(),), daemon=True).start()
"""
"""Says so once the process has used a second of the processor."""

IN_PYTHON = """
from paizhuo.engine import simulate
announced()
try:
    simulate(sys.argv[1], 5, 10**8, 1, [sys.argv[2]] * 5, threads=int(sys.argv[3]))
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""

FROM_A_SHELL = """
import paizhuo.cli.simulating
from paizhuo.cli.app import app
announced()
game, bot, threads = sys.argv[1:]
app(["simulate", game, "--seats", "5", "--deals", str(10**8), "--bot", bot, "--threads", threads])
"""


def interrupted(script: str, *arguments: str) -> tuple[int, str, str]:
    """Run a script, press Ctrl-C once it is at work; its exit code and all that it said."""
    with subprocess.Popen(
        [sys.executable, "-c", AT_WORK + script, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "at work\n"
            process.send_signal(signal.SIGINT)
            said, complaints = process.communicate(timeout=OUTER_LIMIT_S)
        finally:
            process.kill()
    return process.returncode, said, complaints


@pytest.mark.parametrize("threads", ["1", "2"])
@pytest.mark.parametrize(("game", "bot"), [("zhao_pengyou", "greedy"), ("zheng_fen", "random")])
def test_ctrl_c_ends_a_simulation(game: str, bot: str, threads: str) -> None:
    """KeyboardInterrupt comes out of `simulate`, on one thread and on several."""
    assert interrupted(IN_PYTHON, game, bot, threads) == (0, "interrupted\n", "")


@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_ends_the_command(threads: str) -> None:
    """`paizhuo simulate` ends, says so, and fails without a traceback."""
    code, said, complaints = interrupted(FROM_A_SHELL, "zhao_pengyou", "greedy", threads)
    assert (code, complaints) == (130, "")
    assert "stopped" in said
