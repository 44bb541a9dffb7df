"""A server for the examples."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

START_S = 60.0


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a server that keeps its tables in memory, and give its address."""
    announced: Path = tmp_path_factory.mktemp("server") / "address"
    command = [sys.executable, "-m", "paizhuo", "serve", "--quiet", "--listen", "127.0.0.1:0"]
    command += ["--durability", "memory", "--bot-delay-ms", "0", "--announce", str(announced)]
    with subprocess.Popen(command, cwd=announced.parent) as server:
        try:
            end = time.monotonic() + START_S
            while not announced.exists():
                assert server.poll() is None, "the server did not start"
                assert time.monotonic() < end, "the server does not say where it listens"
                time.sleep(0.02)
            yield announced.read_text(encoding="utf-8")
        finally:
            server.terminate()
            server.wait()
