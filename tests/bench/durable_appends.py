"""Measure what group commit gains: durable appends of many tables against one by one.

Run it alone with `python -m bench durable_appends` in tests/; `make bench` calls `measure`.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from typing import Final

from bench.folder import lent_folder
from paizhuo.stores.base import Appended, EntryHead, Summary
from paizhuo.stores.sqlite import Durability, SqliteLog, Tuning

TABLES: Final = 64
ENTRY_BYTES: Final = 160
RUNS: Final = 7
RUN_SECONDS: Final = 0.7


def measure(
    tables: int = TABLES, runs: int = RUNS, run_seconds: float = RUN_SECONDS
) -> dict[str, float]:
    """Return appends per second of both ways, and how many times faster the group is.

    Both use SQLite with synchronous=FULL, in the same folder, in turns; the medians
    of the runs are compared. `single_per_s` sends one append at a time and commits
    each by itself; `group_per_s` has that many tables that each wait for their own
    append before the next.
    """
    return asyncio.run(_measure(tables, runs, run_seconds))


async def _measure(tables: int, runs: int, run_seconds: float) -> dict[str, float]:
    """Run both ways in turns."""
    group_rates: list[float] = []
    single_rates: list[float] = []
    with lent_folder() as folder:
        grouped = SqliteLog(folder / "grouped.db", Durability.FULL)
        single = SqliteLog(folder / "single.db", Durability.FULL, Tuning(group_appends_max=1))
        try:
            group_players = [_Player(grouped, f"table-{number}") for number in range(tables)]
            single_player = _Player(single, "table-0")
            for _ in range(runs):
                single_rates.append(await _rate([single_player], run_seconds))
                group_rates.append(await _rate(group_players, run_seconds))
        finally:
            await grouped.aclose()
            await single.aclose()
    group_per_s = statistics.median(group_rates)
    single_per_s = statistics.median(single_rates)
    return {
        "tables": tables,
        "runs": runs,
        "group_per_s": round(group_per_s, 1),
        "single_per_s": round(single_per_s, 1),
        "gain": round(group_per_s / single_per_s, 2),
    }


class _Player:
    """Append to one table, one entry after the other."""

    def __init__(self, log: SqliteLog, table_id: str) -> None:
        """Begin with an empty table."""
        self._log = log
        self._summary = Summary(table_id, "dou_dizhu", "playing", 3, 3, "bench", 0)
        self._revision = 0

    async def play(self, until: float) -> int:
        """Append until then; return how many."""
        before = self._revision
        table_id = self._summary.table_id
        while time.perf_counter() < until:
            revision = self._revision + 1
            entry = revision.to_bytes(ENTRY_BYTES, "big")
            head = EntryHead(revision, f"bench/{revision}", revision, wake_at_ms=revision + 1)
            verdict = await self._log.append(table_id, self._revision, entry, head, self._summary)
            assert isinstance(verdict, Appended)
            self._revision = revision
        return self._revision - before


async def _rate(players: list[_Player], run_seconds: float) -> float:
    """Return how many appends per second the players made together."""
    start = time.perf_counter()
    counts = await asyncio.gather(*(player.play(start + run_seconds) for player in players))
    return sum(counts) / (time.perf_counter() - start)
