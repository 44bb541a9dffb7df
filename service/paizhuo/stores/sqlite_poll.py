"""Notice what other processes append to the file of the logs.

One thread per open log asks SQLite every few milliseconds whether the file has
changed, which costs no read of it, and only while somebody watches a table.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final

import apsw

from paizhuo.stores.sqlite_file import FileSpec, open_connection

if TYPE_CHECKING:
    from paizhuo.stores.watching import WatchHub

POLL_INTERVAL_S: Final = 0.025
"""How often the poller asks."""

FAILED_INTERVAL_S: Final = 0.5
"""How long it waits after it could not ask."""

POLLS_PER_SWEEP: Final = 400
"""After how many polls watches are looked for that nobody holds any more."""

_FEED: Final = """
    SELECT table_id, max(revision), max(position) FROM entries WHERE position > ?
    GROUP BY table_id
"""


class Poller:
    """Tell the hub of every table to which somebody has appended."""

    def __init__(self, spec: FileSpec, hub: WatchHub, interval_s: float = POLL_INTERVAL_S) -> None:
        """Open the connection, which raises `StoreUnavailable`, and start the thread."""
        self._hub = hub
        self._interval_s = interval_s
        self._needed = threading.Event()
        self._ending = threading.Event()
        self._connection = open_connection(spec, reads_only=True)
        self._version = 0
        self._position = 0
        self._polls = 0
        self._thread = threading.Thread(target=self._work, name="paizhuo-poll", daemon=True)
        self._thread.start()

    def need(self) -> None:
        """Make the poller ask, from now on until nobody watches any more."""
        self._needed.set()

    def close(self) -> None:
        """End the thread and close the connection. Blocks."""
        self._ending.set()
        self._needed.set()
        self._thread.join()
        self._connection.close(force=True)

    def _work(self) -> None:
        """Ask until told to end."""
        resting = True
        while not self._ending.is_set():
            if resting:
                self._needed.wait()
            # Cleared before looking who watches: a watch that comes then sets it again.
            self._needed.clear()
            resting_before, resting = resting, self._is_unneeded()
            if resting:
                continue
            wait_s = self._interval_s
            try:
                self._ask(begins=resting_before)
            except apsw.Error:
                # Whoever watches finds out what is wrong when it reads.
                self._hub.tell_all()
                wait_s, self._version = FAILED_INTERVAL_S, 0
            self._ending.wait(wait_s)

    def _is_unneeded(self) -> bool:
        """Say that nobody watches; now and then, forget who has gone without a word."""
        self._polls += 1
        if self._polls % POLLS_PER_SWEEP == 0:
            self._hub.watched()
        return self._hub.is_idle()

    def _ask(self, *, begins: bool) -> None:
        """Tell of everything behind the last position, if the file has changed."""
        version = self._connection.execute("PRAGMA data_version").get
        if begins:
            self._position = self._connection.execute(
                "SELECT coalesce(max(position), 0) FROM entries"
            ).get
            # What was appended between a watch's first read and now is told to nobody.
            self._hub.tell_all()
        elif version != self._version:
            rows: list[Any] = self._connection.execute(_FEED, (self._position,)).fetchall()
            if rows:
                self._position = max(position for _, _, position in rows)
                self._hub.tell((table_id, revision, None) for table_id, revision, _ in rows)
        self._version = version
