"""A server in a process of its own, that may die."""

from __future__ import annotations

import subprocess
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from terminal.screen import LIMIT_S, paizhuo

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Serving:
    """`paizhuo serve` in a process of its own, on a folder and a port that stay the same."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._listen = "127.0.0.1:0"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> str:
        """Start it, and return its address once it listens."""
        announce = self._folder / "address"
        announce.unlink(missing_ok=True)
        data = ["--data", str(self._folder / "data"), "--announce", str(announce)]
        command = paizhuo("serve", "--quiet", "--listen", self._listen, *data)
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        end = time.monotonic() + LIMIT_S
        while not announce.exists():
            assert time.monotonic() < end, "the server did not start"
            assert self.process.poll() is None, "the server ended"
            time.sleep(0.05)
        self._listen = announce.read_text()
        return self._listen

    def kill(self) -> None:
        """Let it die at once."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()


@contextmanager
def serving(folder: Path) -> Iterator[Serving]:
    """Run a server."""
    server = Serving(folder)
    try:
        yield server
    finally:
        server.kill()
