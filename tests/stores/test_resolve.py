"""An append whose end is unknown is brought to one, whichever way it went."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from paizhuo.stores.base import (
    RESOLVE_TRIES,
    Appended,
    Conflict,
    OutcomeUnknown,
    StoreUnavailable,
    Trouble,
    resolve_append,
)
from stores.writing import fill, summary_of, write_of

if TYPE_CHECKING:
    from paizhuo.stores.base import EventLog, StoredEntry
    from stores.conftest import Logs
    from stores.writing import Write

TABLE = summary_of("table")


class Unsure:
    """Be a log whose appends, or reads, fail as often as told."""

    def __init__(self, log: EventLog, appends: list[Exception], read: Exception | None) -> None:
        """Fail with these errors first; `read` fails for good."""
        self._log = log
        self._appends = appends
        self._read = read
        self.sent = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._log, name)

    async def append(self, *args: Any, **options: Any) -> Appended | Conflict:
        """Append, or fail."""
        self.sent += 1
        if self._appends:
            raise self._appends.pop()
        return await self._log.append(*args, **options)

    async def read(self, table_id: str, after: int = 0, limit: int = 9) -> list[StoredEntry]:
        """Read, or fail."""
        if self._read is not None:
            raise self._read
        return await self._log.read(table_id, after, limit)


async def resolve(log: Any, write: Write) -> Appended | Conflict:
    """Resolve an append whose end is unknown."""
    return await resolve_append(
        log,
        write.table_id,
        write.expected,
        write.entry,
        head=write.head,
        summary=write.summary,
        end=write.end,
    )


async def test_our_entry_was_accepted(logs: Logs) -> None:
    """If our entry stands there, it was accepted, also when others have followed."""
    writes = await fill(logs.here, TABLE, 3)
    unsure = Unsure(logs.there, [], None)
    assert await resolve(unsure, writes[2]) == Appended(3)
    assert await resolve(unsure, writes[0]) == Appended(1)
    assert unsure.sent == 0


async def test_another_entry_is_a_conflict(logs: Logs) -> None:
    """If another's entry stands there, ours has lost."""
    await fill(logs.here, TABLE, 3)
    assert await resolve(logs.there, write_of(TABLE, 1, "ours")) == Conflict(2)


async def test_a_missing_entry_is_sent_again(logs: Logs) -> None:
    """If nothing stands there, the same append is sent again, until it has an end."""
    write = write_of(TABLE, 0)
    unsure = Unsure(logs.there, [OutcomeUnknown("x")] * (RESOLVE_TRIES - 1), None)
    assert await resolve(unsure, write) == Appended(1)
    assert unsure.sent == RESOLVE_TRIES
    assert [entry.data for entry in await logs.here.read("table")] == [write.entry]


async def test_a_resend_may_still_lose(logs: Logs) -> None:
    """A resend behind a gap is a Conflict like any other append."""
    assert await resolve(logs.there, write_of(TABLE, 1)) == Conflict(0)


async def test_what_stays_unsure_is_said(logs: Logs) -> None:
    """If no answer can be trusted, or the store is gone, the end stays unknown."""
    write = write_of(TABLE, 0)
    gone = StoreUnavailable(Trouble.UNREACHABLE, "gone")
    for appends, read in (
        ([OutcomeUnknown("x")] * RESOLVE_TRIES, None),
        ([], gone),
        ([gone], None),
    ):
        with pytest.raises(OutcomeUnknown):
            await resolve(Unsure(logs.here, list(appends), read), write)
    assert await logs.here.read("table") == []
