"""Define what the core asks of a store: an event log and a store of principals.

The log of each table is the truth; compare-and-append is the only concurrency
control. A store takes entries as opaque bytes. What it must know of an entry
stands in its `EntryHead`, what lists show of a table in its `Summary`; both are
derived from the log, may be rebuilt from it (`stores.rebuild`) and decide nothing.

Every call may raise `StoreUnavailable`, which is certain: this call changed
nothing. `append` may end in `OutcomeUnknown` instead (a cancelled wait counts as
that too): `resolve_append` finds out.
"""

from __future__ import annotations

import enum
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, Self, runtime_checkable

from paizhuo.stores.principals import Principal as Principal  # noqa: PLC0414 - one door for all
from paizhuo.stores.principals import PrincipalStore as PrincipalStore  # noqa: PLC0414 - the same

READ_ENTRIES_MAX: Final = 1000
"""Most entries that one `read` returns."""

PAGE_SIZE_MAX: Final = 100
"""Most rows of one page of a list."""

BATCH_ROWS_MAX: Final = 1000
"""Most rows that `due`, `ended` and `table_ids` return at once."""

MARKS_KEPT_MS: Final = 3600 * 1000
"""How long it is remembered that a process was alive."""

SIGHTINGS_KEPT_MS: Final = 48 * 3600 * 1000
"""How long it is remembered that a person was at a table."""

RESOLVE_TRIES: Final = 3
"""How often `resolve_append` sends an entry again before it gives up."""


class StoreError(Exception):
    """Be the root of everything that a store raises."""


class Trouble(enum.Enum):
    """Name why a store cannot serve; a closed set, so that operators can act on it."""

    BUSY = "busy"
    CANNOT_OPEN = "cannot_open"
    CLOSED = "closed"
    CORRUPTED = "corrupted"
    FORKED = "forked"
    FULL = "full"
    INPUT_OUTPUT = "input_output"
    NEWER_SCHEMA = "newer_schema"
    READ_ONLY = "read_only"
    UNREACHABLE = "unreachable"


class StoreUnavailable(StoreError):
    """Say that the store cannot serve now; this call has changed nothing."""

    def __init__(self, trouble: Trouble, message: str) -> None:
        """Keep the kind of trouble beside the message for people."""
        super().__init__(trouble, message)
        self.trouble = trouble
        self.message = message

    def __str__(self) -> str:
        return f"{self.trouble.value}: {self.message}"


class OutcomeUnknown(StoreError):
    """Say that an append may or may not have been written; see `resolve_append`."""


class EntryRefused(StoreError):
    """Say that the store can never hold this entry or its index row; nothing was written."""


class BadPageToken(StoreError, ValueError):
    """Say that a page token is not one that this list gave out."""


class PrincipalExists(StoreError):
    """Say that the principal's id, token or recovery code is taken; nothing was written."""


# Every append makes a head, an entry and a verdict. Freezing an object makes it four times as
# dear, so that these are values by agreement: nobody changes one.
@dataclass(slots=True, unsafe_hash=True)
class EntryHead:
    """Hold what the store must know of one entry.

    `entry_id` names the write, for stores that drop duplicates by it. `wake_at_ms`
    is when the table wants to be woken next, 0 if it waits for a call.
    """

    revision: int
    entry_id: str
    time_ms: int
    wake_at_ms: int = 0


@dataclass(frozen=True, slots=True)
class Summary:
    """Hold what lists show and filter of a table, as of one entry.

    Pass the same object again while nothing in it changes: a store may then skip
    rewriting it. `game`, `state`, `title` and `detail` mean nothing to the store;
    `principals` are the persons at the table, whose own tables lists can find
    (the owner's too). `created_ms`, `game` and `owner` never change.
    """

    table_id: str
    game: str
    state: str
    seats: int
    seats_taken: int
    owner: str
    created_ms: int
    principals: tuple[str, ...] = ()
    listed: bool = False
    title: str = ""
    deals: int = 0
    matches: int = 0
    detail: bytes = b""


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """Say that an entry ends a match.

    `match` counts the matches of its table from 1, `first_revision` is the first
    entry that belongs to it, `revision` the ending one and `time_ms` its time.
    `detail` is the core's.
    """

    match: int
    first_revision: int
    revision: int
    time_ms: int
    principals: tuple[str, ...] = ()
    detail: bytes = b""


@dataclass(frozen=True, slots=True)
class EndedMatch:
    """Hold one finished match; `position` orders those of all tables, for good.

    Positions rise in the order in which the ending entries were written, with gaps.
    """

    position: int
    table_id: str
    game: str
    end: MatchEnd


@dataclass(slots=True, unsafe_hash=True)
class StoredEntry:
    """Hold one entry as the log gives it back."""

    revision: int
    data: bytes


@dataclass(frozen=True, slots=True)
class TableRow:
    """Hold the index row of a table: its summary as of the entry `revision`."""

    summary: Summary
    revision: int
    time_ms: int
    wake_at_ms: int


@dataclass(frozen=True, slots=True)
class DueTable:
    """Name a table whose `wake_at` has come, as of the entry `revision`."""

    table_id: str
    wake_at_ms: int
    revision: int


@dataclass(frozen=True, slots=True)
class Sighting:
    """Say that a person's stream of a table is open in a process, or was until `seen_ms`.

    Of one that is open `seen_ms` is the last mark of its process, which may have died.
    """

    principal: str
    process: str
    seen_ms: int
    is_open: bool


@dataclass(frozen=True, slots=True)
class TableFilter:
    """Choose tables; None does not filter. `principal` sits there or owns the table."""

    game: str | None = None
    state: str | None = None
    listed: bool | None = None
    principal: str | None = None


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Choose finished matches; None does not filter. `principal` sat there at the end."""

    game: str | None = None
    table_id: str | None = None
    principal: str | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Ask for a page: at most `size` rows (1 to `PAGE_SIZE_MAX`), from `token` on."""

    size: int = PAGE_SIZE_MAX
    token: str = ""


@dataclass(frozen=True, slots=True)
class TablePage:
    """Hold a page of tables; `next_token` is empty on the last one."""

    rows: tuple[TableRow, ...]
    next_token: str


@dataclass(frozen=True, slots=True)
class MatchPage:
    """Hold a page of finished matches; `next_token` is empty on the last one."""

    rows: tuple[EndedMatch, ...]
    next_token: str


@dataclass(frozen=True, slots=True)
class Folded:
    """Hold what a whole log comes to: its index row, and every match that ended in it."""

    summary: Summary
    head: EntryHead
    ends: tuple[MatchEnd, ...] = ()


Attendee = tuple[str, str]
"""The id of a table, and a principal who is there."""

Fold = Callable[[str, Sequence[StoredEntry]], Folded]
"""Derive the index of a table from its id and all its entries, in order."""


@dataclass(slots=True, unsafe_hash=True)
class Appended:
    """Say that the entry stands in the log at `revision`, as durable as the store is."""

    revision: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """Say that another entry stands there; `head` is the table's last known revision."""

    head: int


class Watch(Protocol):
    """Give the entries of one table in order, each once, without gaps, without end.

    Iterating raises `StoreUnavailable` when the store closes or cannot be read; the
    next iteration then tries on from the same place. One reader at a time.
    """

    def __aiter__(self) -> Self:
        """Return itself."""
        ...

    async def __anext__(self) -> StoredEntry:
        """Wait for the next entry; cancelling the wait loses nothing."""
        ...

    async def aclose(self) -> None:
        """Stop watching; iteration then ends. Closing twice is fine."""
        ...


@runtime_checkable
class PromptLog(Protocol):
    """Be a log that never waits: all its calls but those of a watch end at once."""

    def append_at_once(  # noqa: PLR0913 - what is written together is given together
        self,
        table_id: str,
        expected_revision: int,
        entry: bytes,
        head: EntryHead,
        summary: Summary,
        *,
        end: MatchEnd | None = None,
    ) -> Appended | Conflict:
        """Do as `EventLog.append`; whatever it raises, nothing was written."""
        ...


class EventLog(Protocol):
    """Keep the log of each table, and the index derived from the logs."""

    async def append(  # noqa: PLR0913 - what is written together is given together
        self,
        table_id: str,
        expected_revision: int,
        entry: bytes,
        head: EntryHead,
        summary: Summary,
        *,
        end: MatchEnd | None = None,
    ) -> Appended | Conflict:
        """Write the entry after `expected_revision`, if nothing follows that yet.

        The entry, its index row and `end` are written together or not at all. The
        same bytes at the same place are accepted again, so resending is safe. A gap
        is a Conflict too. Raises `ValueError` where head, summary or end do not
        belong to this append, `EntryRefused`, `StoreUnavailable` (all three: nothing
        was written) or `OutcomeUnknown`. A caller that stops waiting does not stop
        the append.
        """
        ...

    async def read(
        self, table_id: str, after: int = 0, limit: int = READ_ENTRIES_MAX
    ) -> list[StoredEntry]:
        """Return the entries that follow revision `after`, at most `limit`.

        Every `limit` is at least 1, else `ValueError`, and capped by the constants above.
        An unknown table has none. What an `append` that was answered before this
        call wrote, in whatever process, is seen.
        """
        ...

    def watch(self, table_id: str, after: int = 0) -> Watch:
        """Watch the entries that follow revision `after`, other processes' included."""
        ...

    async def find_table(self, table_id: str) -> TableRow | None:
        """Return the index row of the table, None if there is no such table."""
        ...

    async def list_tables(self, chosen: TableFilter, page: Page) -> TablePage:
        """List tables, the newest first.

        Paging is by creation: tables that come or change in between neither repeat
        nor hide others. Raises `BadPageToken` if the token is of another list.
        """
        ...

    async def list_matches(self, chosen: MatchFilter, page: Page) -> MatchPage:
        """List finished matches, those that ended last first; pages as `list_tables`."""
        ...

    async def ended(self, after: int = 0, limit: int = BATCH_ROWS_MAX) -> list[EndedMatch]:
        """Return the finished matches behind position `after`, in their one order.

        One that is not there yet when a later one is seen will never come, unless a
        rebuild repairs the index.
        """
        ...

    async def due(
        self, before_ms: int, limit: int = BATCH_ROWS_MAX, after: DueTable | None = None
    ) -> list[DueTable]:
        """Return the tables whose `wake_at_ms` is at or before that, the oldest first.

        `after` is the last row of the batch before; its `revision` does not matter.
        """
        ...

    async def ahead(self, now_ms: int, wait_ms: int, limit: int = BATCH_ROWS_MAX) -> list[DueTable]:
        """Return the tables whose last entry is later than `now_ms`, the oldest wish first.

        Of them those that want to be woken at most `wait_ms` after that entry. A clock that
        was set back leaves such tables behind, which `due` does not find.
        """
        ...

    async def table_ids(self, after: str = "", limit: int = BATCH_ROWS_MAX) -> list[str]:
        """Return the ids behind `after`, sorted, of all that stands in log or index."""
        ...

    async def reindex(self, table_id: str, folded: Folded | None) -> bool:
        """Replace what the index says of a table; None says that its log is empty.

        Returns False, and changes nothing, if the log has another head by now.
        """
        ...

    async def mark_alive(
        self,
        process: str,
        now_ms: int,
        came: Collection[Attendee] = (),
        went: Collection[Attendee] = (),
    ) -> None:
        """Note that the process of that id was alive then; the last mark counts.

        `came` are those whose streams are open there from now on, `went` those who have
        none there any more. A mark may be lost in a power cut at any durability. Those
        older than `MARKS_KEPT_MS` are forgotten, and who was seen goes with
        `SIGHTINGS_KEPT_MS`; what is open in a forgotten process has ended with its last mark.
        """
        ...

    async def sightings(self, table_id: str) -> list[Sighting]:
        """Return who is or was at a table, by principal and process."""
        ...

    async def alive(self, since_ms: int) -> list[str]:
        """Return the ids, sorted, of the processes whose last mark is at or after that."""
        ...

    async def aclose(self) -> None:
        """Finish what was accepted and let go; later calls raise `StoreUnavailable`."""
        ...


async def resolve_append(  # noqa: PLR0913 - the arguments of `append`, once more
    log: EventLog,
    table_id: str,
    expected_revision: int,
    entry: bytes,
    *,
    head: EntryHead,
    summary: Summary,
    end: MatchEnd | None = None,
) -> Appended | Conflict:
    """Find out what became of an append whose end is unknown, and bring it to one.

    Reads on from the expected revision: our entry there was accepted, another's is a
    Conflict, and none there sends the same append again. Raises `OutcomeUnknown` if
    the store cannot be read or stays unsure; then the request may be repeated later.
    """
    for _ in range(RESOLVE_TRIES):
        try:
            found = await log.read(table_id, expected_revision, 1)
            if found:
                ours = found[0].data == entry
                return Appended(found[0].revision) if ours else Conflict(found[0].revision)
            return await log.append(table_id, expected_revision, entry, head, summary, end=end)
        except OutcomeUnknown:
            continue
        except StoreUnavailable as error:
            # That the resend wrote nothing says nothing about the first attempt.
            raise OutcomeUnknown(str(error)) from error
    message = f"append to {table_id} after {expected_revision}: no answer that could be trusted"
    raise OutcomeUnknown(message)


async def entries_from(
    log: EventLog, table_id: str, after: int = 0, batch: int = READ_ENTRIES_MAX
) -> AsyncIterator[StoredEntry]:
    """Give all entries that follow revision `after`, up to the head, read in batches."""
    while entries := await log.read(table_id, after, batch):
        for entry in entries:
            yield entry
        after = entries[-1].revision
        if len(entries) < batch:
            return
