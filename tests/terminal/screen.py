"""A terminal for programs: a real pseudo-terminal, and the screen that it would show."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from typing import TYPE_CHECKING, Self

import pyte
from wcwidth import wcswidth

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import TracebackType

LIMIT_S = 90.0
"""Longest wait for anything; machines are slow and noisy."""

PRESS_AGAIN_S = 2.0
"""After how long a key that did nothing is pressed again."""

WIDE = 2
"""Columns of a wide glyph."""

KEYS = {
    "enter": "\r",
    "tab": "\t",
    "escape": "\x1b",
    "space": " ",
    "left": "\x1b[D",
    "right": "\x1b[C",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "pagedown": "\x1b[6~",
    "ctrl+q": "\x11",
    "ctrl+c": "\x03",
}


class Terminal:
    """Run a program in a pseudo-terminal of its own, read its screen, press keys."""

    def __init__(
        self,
        command: Sequence[str],
        columns: int = 80,
        lines: int = 24,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = bytearray()
        self._master, slave = pty.openpty()
        self._set_size(slave, columns, lines)
        base = {k: v for k, v in os.environ.items() if k not in {"NO_COLOR", "LC_ALL", "LANG"}}
        chosen = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONWARNINGS": "error"}
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**base, **chosen, **(environment or {})},
            start_new_session=True,
        )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._master)

    @property
    def text(self) -> str:
        """What the screen shows, line by line."""
        self.read(0)
        return "\n".join(self._line(at) for at in range(self.screen.lines))

    def _line(self, at: int) -> str:
        """Return a line of the screen; a glyph of two columns leaves its second cell empty."""
        cells = [self.screen.buffer[at][column].data for column in range(self.screen.columns)]
        # The half of a glyph that was written over is blank on a terminal.
        shown = (
            cell or (" " if not column or wcswidth(cells[column - 1]) != WIDE else "")
            for column, cell in enumerate(cells)
        )
        return "".join(shown).rstrip()

    def read(self, wait_s: float) -> bool:
        """Take over what the program has written; says whether that was anything."""
        found = False
        while select.select([self._master], [], [], 0 if found else wait_s)[0]:
            try:
                data = os.read(self._master, 65_536)
            except OSError:
                return found
            if not data:
                return found
            found = True
            self.raw += data
            self._stream.feed(data)
        return found

    def press(self, *names: str) -> None:
        """Press keys: named ones, or signs."""
        for name in names:
            assert name in KEYS or len(name) == 1, f"there is no key {name}"
            os.write(self._master, KEYS.get(name, name).encode())

    def until(self, holds: Callable[[str], bool], what: str = "") -> str:
        """Wait until the screen shows something, and return it; fails with the screen."""
        end = time.monotonic() + LIMIT_S
        while time.monotonic() < end:
            text = self.text
            if holds(text):
                return text
            if not self.read(0.1) and self.process.poll() is not None:
                break
        raise AssertionError(f"{what or 'this'} never showed; the screen is\n{self.text}")

    def expect(self, *parts: str) -> str:
        """Wait until the screen shows all of these."""
        return self.until(lambda text: all(part in text for part in parts), repr(parts))

    def press_until(self, key: str, *parts: str) -> str:
        """Press a key until all of these show: it may come between two questions, or not do yet."""
        pressed_at = -PRESS_AGAIN_S

        def is_there(text: str) -> bool:
            nonlocal pressed_at
            if all(part in text for part in parts):
                return True
            if time.monotonic() > pressed_at + PRESS_AGAIN_S:
                pressed_at = time.monotonic()
                self.press(key)
            return False

        return self.until(is_there, repr(parts))

    def resize(self, columns: int, lines: int) -> None:
        """Change the size of the window, as dragging its edge does."""
        self._set_size(self._master, columns, lines)
        self.screen.resize(lines, columns)
        self.process.send_signal(signal.SIGWINCH)

    def wait(self) -> int:
        """Wait for the end of the program, and return its exit code."""
        end = time.monotonic() + LIMIT_S
        while self.process.poll() is None and time.monotonic() < end:
            self.read(0.1)
        self.read(0)
        return self.process.wait(timeout=1)

    @staticmethod
    def _set_size(descriptor: int, columns: int, lines: int) -> None:
        packed = struct.pack("HHHH", lines, columns, 0, 0)
        fcntl.ioctl(descriptor, termios.TIOCSWINSZ, packed)


def paizhuo(*arguments: str) -> list[str]:
    """Return the command that runs `paizhuo`."""
    return [sys.executable, "-m", "paizhuo", *arguments]


def paizhuo_table(*arguments: str) -> list[str]:
    """Return the command that runs `paizhuo-table`."""
    return [sys.executable, "-m", "paizhuo_table", *arguments]
