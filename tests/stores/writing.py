"""Write entries of which everything that the index says can be derived again."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from paizhuo.stores.base import (
    Appended,
    Conflict,
    EntryHead,
    EventLog,
    Folded,
    MatchEnd,
    StoredEntry,
    Summary,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Write:
    """Hold the arguments of one append."""

    table_id: str
    expected: int
    entry: bytes
    head: EntryHead
    summary: Summary
    end: MatchEnd | None = None

    async def to(self, log: EventLog) -> Appended | Conflict:
        """Append it."""
        return await log.append(
            self.table_id, self.expected, self.entry, self.head, self.summary, end=self.end
        )


def summary_of(table_id: str, **changes: Any) -> Summary:
    """Return a plain summary, changed as said."""
    plain = Summary(
        table_id=table_id,
        game="dou_dizhu",
        state="waiting",
        seats=3,
        seats_taken=0,
        owner="owner",
        created_ms=1000,
    )
    return replace(plain, **changes)


def write_of(
    summary: Summary,
    expected: int,
    tag: str = "",
    *,
    wake_at_ms: int = 0,
    ends: int | None = None,
) -> Write:
    """Return the append of an entry that says all of this in its bytes."""
    revision = expected + 1
    head = EntryHead(revision, f"{tag}:{revision}", 1000 + revision, wake_at_ms)
    end = None
    if ends is not None:
        end = MatchEnd(ends, 1, revision, head.time_ms, summary.principals, b"detail")
    content = {
        "tag": tag,
        "head": asdict(head),
        "summary": asdict(summary) | {"detail": summary.detail.hex()},
        "ends": ends,
    }
    entry = json.dumps(content).encode()
    return Write(summary.table_id, expected, entry, head, summary, end)


async def fill(log: EventLog, summary: Summary, count: int) -> list[Write]:
    """Append that many entries to a new table."""
    writes = [write_of(summary, expected) for expected in range(count)]
    for write in writes:
        assert await write.to(log) == Appended(write.head.revision)
    return writes


def fold(_table_id: str, entries: Sequence[StoredEntry]) -> Folded:
    """Derive the index of a table from the entries that `write_of` made."""
    contents = [json.loads(entry.data) for entry in entries]
    ends = []
    for content in contents:
        if content["ends"] is not None:
            head = content["head"]
            ends.append(
                MatchEnd(
                    content["ends"],
                    1,
                    head["revision"],
                    head["time_ms"],
                    tuple(content["summary"]["principals"]),
                    b"detail",
                )
            )
    last = contents[-1]
    said = last["summary"]
    summary = Summary(
        **{
            **said,
            "principals": tuple(said["principals"]),
            "detail": bytes.fromhex(said["detail"]),
        }
    )
    return Folded(summary, EntryHead(**last["head"]), tuple(ends))
