"""Whatever is done to a log in whatever order, it answers like a list in a dictionary."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from paizhuo.stores.base import (
    Appended,
    Conflict,
    DueTable,
    MatchFilter,
    Page,
    StoredEntry,
    Summary,
    TableFilter,
)
from paizhuo.stores.memory import MemoryLog
from paizhuo.stores.rebuild import rebuild_index
from paizhuo.stores.sqlite import Durability, SqliteLog
from stores.writing import Write, fold, summary_of, write_of

if TYPE_CHECKING:
    from collections.abc import Coroutine

TABLE_IDS = st.sampled_from(["a", "b", "c"])
PEOPLE = st.sampled_from(["ann", "bob", "cleo"])
STATES = st.sampled_from(["waiting", "playing"])


class LogMachine(RuleBasedStateMachine):
    """Do the same to a log and to a model, and compare."""

    def __init__(self) -> None:
        """Begin with an empty model; the log is opened by the subclass."""
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.model: dict[str, list[Write]] = {}
        self.summaries: dict[str, Summary] = {}
        self.order: list[Write] = []

    async def open(self) -> Any:
        """Open the log under test."""
        raise NotImplementedError

    def run(self, call: Coroutine[Any, Any, Any]) -> Any:
        """Run a call in the machine's own loop."""
        return self.loop.run_until_complete(call)

    @initialize()
    def begin(self) -> None:
        """Open the log."""
        self.log = self.run(self.open())

    def expect(self, write: Write) -> Appended | Conflict:
        """Let the model append and return the verdict."""
        writes = self.model.setdefault(write.table_id, [])
        if write.expected < len(writes) and writes[write.expected].entry == write.entry:
            return Appended(write.head.revision)
        if write.expected != len(writes):
            return Conflict(len(writes))
        writes.append(write)
        self.order.append(write)
        return Appended(write.head.revision)

    def next_write(self, table_id: str, behind: int, tag: str, **options: Any) -> Write:
        """Return an append at the model's head, or off it."""
        head = max(0, len(self.model.get(table_id, [])) + behind)
        summary = self.summaries.setdefault(table_id, summary_of(table_id))
        return write_of(summary, head, tag, **options)

    @rule(
        table_id=TABLE_IDS,
        behind=st.sampled_from([0, 0, 0, 0, -1, -2, 1]),
        tag=st.sampled_from("xy"),
        wake_at_ms=st.integers(0, 5),
        ends=st.sampled_from([None, None, 1, 2]),
    )
    def append(
        self, table_id: str, behind: int, tag: str, wake_at_ms: int, ends: int | None
    ) -> None:
        """Append one entry; the summary object is the one used before."""
        write = self.next_write(table_id, behind, tag, wake_at_ms=wake_at_ms, ends=ends)
        assert self.run(write.to(self.log)) == self.expect(write)

    @rule(behind=st.lists(st.sampled_from([0, 0, 0, -1, 1]), min_size=2, max_size=3))
    def append_together(self, behind: list[int]) -> None:
        """Append to several tables at once."""
        writes = [
            self.next_write(table_id, off, "together")
            for table_id, off in zip("abc", behind, strict=False)
        ]

        async def send() -> list[Any]:
            return await asyncio.gather(*(write.to(self.log) for write in writes))

        assert self.run(send()) == [self.expect(write) for write in writes]

    @rule(table_id=TABLE_IDS, people=st.lists(PEOPLE, max_size=3), state=STATES)
    def change(self, table_id: str, people: list[str], state: str) -> None:
        """Let the next entries carry another summary."""
        summary = self.summaries.setdefault(table_id, summary_of(table_id))
        self.summaries[table_id] = replace(summary, principals=tuple(people), state=state)

    @rule(table_id=TABLE_IDS, after=st.integers(0, 9), limit=st.integers(1, 4))
    def read(self, table_id: str, after: int, limit: int) -> None:
        """Read somewhere."""
        writes = self.model.get(table_id, [])[after : after + limit]
        expected = [StoredEntry(write.head.revision, write.entry) for write in writes]
        assert self.run(self.log.read(table_id, after, limit)) == expected

    @precondition(lambda self: self.order)
    @rule()
    def rebuild(self) -> None:
        """Derive the index again."""
        written = sum(1 for writes in self.model.values() if writes)
        assert self.run(rebuild_index(self.log, fold)) == written

    @invariant()
    def the_index_is_right(self) -> None:
        """Lists, wake-ups and finished matches are those of the model."""
        if not hasattr(self, "log"):
            return
        heads = [writes[-1] for writes in self.model.values() if writes]
        newest = sorted(heads, key=lambda write: -self.order.index(self.model[write.table_id][0]))
        for chosen, keep in (
            (TableFilter(), lambda _: True),
            (TableFilter(state="playing"), lambda summary: summary.state == "playing"),
            (TableFilter(principal="ann"), lambda summary: "ann" in summary.principals),
        ):
            page = self.run(self.log.list_tables(chosen, Page()))
            expected = [write.summary for write in newest if keep(write.summary)]
            assert [row.summary for row in page.rows] == expected
        due = [
            DueTable(write.table_id, write.head.wake_at_ms, write.head.revision)
            for write in heads
            if 0 < write.head.wake_at_ms <= 3
        ]
        due.sort(key=lambda one: (one.wake_at_ms, one.table_id))
        assert self.run(self.log.due(3)) == due
        ends = [(write.table_id, write.end) for write in self.order if write.end is not None]
        ended = self.run(self.log.ended())
        assert [(match.table_id, match.end) for match in ended] == ends
        listed = self.run(self.log.list_matches(MatchFilter(principal="bob"), Page()))
        theirs = [end for _, end in reversed(ends) if "bob" in end.principals]
        assert [match.end for match in listed.rows] == theirs

    def teardown(self) -> None:
        """Close everything."""
        if hasattr(self, "log"):
            self.run(self.log.aclose())
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()


class MemoryMachine(LogMachine):
    """Compare the log in memory."""

    async def open(self) -> MemoryLog:
        """Open it."""
        return MemoryLog()


class SqliteMachine(LogMachine):
    """Compare the log in SQLite, and close and open it in between."""

    def __init__(self) -> None:
        """Begin in a fresh folder."""
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()

    async def open(self) -> SqliteLog:
        """Open it."""
        return SqliteLog(Path(self.folder.name) / "log.db", Durability.NORMAL)

    @rule()
    def reopen(self) -> None:
        """Close the file and open it again."""
        self.run(self.log.aclose())
        self.log = self.run(self.open())

    def teardown(self) -> None:
        """Close everything and clean up."""
        super().teardown()
        self.folder.cleanup()


TestMemory = MemoryMachine.TestCase
TestMemory.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
TestSqlite = SqliteMachine.TestCase
TestSqlite.settings = settings(max_examples=15, stateful_step_count=25, deadline=None)
