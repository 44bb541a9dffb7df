"""Log lines are coloured for people at a terminal only."""

from __future__ import annotations

import os
import pty
import socket
import subprocess
import sys

import pytest

LINE = (
    "from paizhuo.config import LogForm, LogLevel\n"
    "from paizhuo.telemetry.logs import configure, make_report\n"
    "configure(LogLevel.INFO, LogForm.CONSOLE)\n"
    "make_report()('wake_up_failed', table_id='t')\n"
)


@pytest.mark.parametrize(
    ("is_terminal", "no_color", "is_coloured"),
    [(False, "", False), (True, "", True), (True, "1", False)],
)
def test_only_a_terminal_gets_colours(
    *, is_terminal: bool, no_color: str, is_coloured: bool
) -> None:
    """In a file or a pipe there are no escape sequences, nor where NO_COLOR is set."""
    ours, theirs = pty.openpty() if is_terminal else os.pipe()
    environment = {**os.environ, "NO_COLOR": no_color, "TERM": "xterm"}
    subprocess.run([sys.executable, "-c", LINE], stderr=theirs, env=environment, check=True)
    os.close(theirs)
    written = os.read(ours, 65536)
    os.close(ours)
    assert b"wake_up_failed" in written
    assert (b"\x1b[" in written) == is_coloured


def test_a_port_that_is_taken_is_told_in_one_line() -> None:
    """Who starts a second server reads one line of ours, with what the system says."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "paizhuo", "serve", "--durability", "memory"]
        command += ["--http-listen", "off", "--listen", f"127.0.0.1:{port}"]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    line = f"paizhuo: cannot listen on 127.0.0.1:{port}: Address already in use"
    assert ended.stderr.splitlines() == [line]
