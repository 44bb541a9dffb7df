"""A server for the examples."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

import pytest

from docs.blocks import DOCUMENTED, DOCUMENTED_HTTP

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

START_S = 60.0


class Addresses(NamedTuple):
    """Hold where a server listens."""

    grpc: str
    http: str

    def put_into(self, text: str) -> str:
        """Replace the documented addresses by these."""
        return text.replace(DOCUMENTED, self.grpc).replace(DOCUMENTED_HTTP, self.http)


@pytest.fixture(scope="session")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Addresses]:
    """Start a server that keeps its tables in memory, and give its addresses."""
    announced: Path = tmp_path_factory.mktemp("server") / "address"
    http = announced.with_name("http")
    command = [sys.executable, "-m", "paizhuo", "serve", "--quiet", "--listen", "127.0.0.1:0"]
    command += ["--http-listen", "127.0.0.1:0", "--announce-http", str(http)]
    command += ["--durability", "memory", "--bot-delay-ms", "0", "--announce", str(announced)]
    with subprocess.Popen(command, cwd=announced.parent) as server:
        try:
            end = time.monotonic() + START_S
            while not announced.exists():
                assert server.poll() is None, "the server did not start"
                assert time.monotonic() < end, "the server does not say where it listens"
                time.sleep(0.02)
            yield Addresses(announced.read_text("utf-8"), http.read_text("utf-8"))
        finally:
            server.terminate()
            server.wait()
