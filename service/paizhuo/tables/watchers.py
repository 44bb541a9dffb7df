"""Tell those who watch a table what happens, each as he may know it.

A revision is encoded once for every distinct viewer, a seat or the public, and the
bytes are shared. Nobody is waited for: who falls too far behind is told to resync.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Final, NamedTuple

from paizhuo import limits
from paizhuo.errors import ServiceError, Why
from paizhuo.tables.admission import check_finds
from paizhuo.tables.presence import present_seats
from paizhuo.tables.render import shown_table
from paizhuo.tables.spectators import check_may_watch, is_apart, last_shown
from paizhuo.tables.wire import bytes_field, number_field, text_field
from paizhuo.v1 import table_service_pb2

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from paizhuo.tables.names import Names
    from paizhuo.tables.seating import Seating
    from paizhuo.tables.spectators import Shown
    from paizhuo.tables.state import TableState
    from paizhuo.tables.step import Step

_Response = table_service_pb2.WatchTableResponse
_REVISION: Final = _Response.REVISION_FIELD_NUMBER
_CAUSE: Final = _Response.CAUSE_REQUEST_ID_FIELD_NUMBER
_TIME: Final = _Response.TIME_MS_FIELD_NUMBER
VIEW: Final = _Response.VIEW_FIELD_NUMBER
TABLE: Final = _Response.TABLE_FIELD_NUMBER
_NOW: Final = _Response.NOW_MS_FIELD_NUMBER
_PRESENCE: Final = _Response.PRESENCE_FIELD_NUMBER
_EARLY: Final = 0.2
"""Part of the time between heartbeats after which one comes if it has something to tell."""
_HEARTBEAT_MARK: Final = number_field(_Response.HEARTBEAT_FIELD_NUMBER, 1)

_Shared = dict[tuple[int, int | None, bool], bytes]


def step_bytes(
    step: Step,
    viewer: int | None,
    *,
    table: bytes = b"",
    view: bytes = b"",
    forgotten: bool = False,
) -> bytes:
    """Encode a revision for a viewer, without the request that caused it.

    `forgotten` leaves out the cards of plays that are shown no more.
    """
    entry = step.entry
    return b"".join(
        (
            number_field(_REVISION, entry.revision),
            number_field(_TIME, entry.time_ms),
            step.forgotten_events(viewer) if forgotten else step.events(viewer),
            view,
            table,
        )
    )


def past_bytes(
    step: Step, principal: str, last: Step, *, wants_views: bool, table: bytes = b""
) -> bytes:
    """Encode a revision of the past for who may know as much as `last` shows.

    The cards of tricks that are shown no more are left out, and views in which they lay.
    From such events nobody can follow the view, so the first one in which they lie no more
    is told, whatever the stream asks for; and so it is where the seat became another.
    """
    revision = step.entry.revision
    viewer = step.seating.by_principal.get(principal)
    forgotten = last.hides(revision)
    if forgotten:
        shows_view = revision == last.standing.hidden_last
    else:
        shows_view = wants_views or step.has_moved(principal)
    view = bytes_field(VIEW, step.view(viewer)) if shows_view else b""
    message = step_bytes(step, viewer, table=table, view=view, forgotten=forgotten)
    return message + cause_bytes(step, principal)


def cause_bytes(step: Step, principal: str) -> bytes:
    """Encode the request that caused a revision, for nobody but who sent it."""
    cause_principal, request_id = step.cause
    return text_field(_CAUSE, request_id) if cause_principal == principal else b""


def table_bytes(step: Step, viewer: int | None, names: Names, present: Container[str]) -> bytes:
    """Encode the table after a revision."""
    return bytes_field(TABLE, shown_table(step, viewer, names, present).SerializeToString())


def snapshot_bytes(shown: Shown, names: Names, now_ms: int) -> bytes:
    """Encode table and view, as a stream begins with them, and what time it is."""
    step, viewer, present = shown
    return b"".join(
        (
            number_field(_REVISION, step.entry.revision),
            number_field(_TIME, step.entry.time_ms),
            bytes_field(VIEW, step.view(viewer)),
            table_bytes(step, viewer, names, present),
            number_field(_NOW, now_ms),
        )
    )


class Viewing(NamedTuple):
    """Say who watches and how; `has_code` opens a private table to who has no part in it."""

    principal: str
    has_code: bool = False
    wants_views: bool = False


class Watcher:
    """Hold what one stream has still to send; `needs_table` until it sent a table.

    `told` is the last revision that it was given, 0 for none; `presence` is what the last
    heartbeat told of who is present.
    """

    __slots__ = (
        "_backlog",
        "_waiter",
        "end",
        "has_code",
        "last_told",
        "needs_table",
        "presence",
        "principal",
        "told",
        "wants_views",
    )

    def __init__(self, viewing: Viewing, after: int | None = None) -> None:
        """Begin with nothing to send, behind revision `after` if that is named."""
        self.principal, self.has_code, self.wants_views = viewing
        self.needs_table = after is not None
        self.told = after or 0
        self.last_told = 0.0
        self.presence = b""
        self.end: ServiceError | None = None
        self._backlog: deque[bytes | None] = deque()
        self._waiter: asyncio.Future[None] | None = None

    def push(self, message: bytes, revision: int) -> bool:
        """Add a message of a revision; False if there are too many, which ends the stream."""
        if len(self._backlog) >= limits.WATCHER_BACKLOG_MAX:
            self.finish(ServiceError(Why.RESYNC))
            return False
        self.told = revision
        self._backlog.append(message)
        self._wake()
        return True

    def finish(self, end: ServiceError | None = None) -> None:
        """End the stream: for a reason at once, without one after what is waiting."""
        if end is not None:
            self._backlog.clear()
        self.end = end
        self._backlog.append(None)
        self._wake()

    async def next(self) -> bytes | None:
        """Wait for the next message; None at the end; raises `ServiceError` if refused."""
        while not self._backlog:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        message = self._backlog.popleft()
        if message is None and self.end is not None:
            raise self.end
        return message

    @property
    def is_idle(self) -> bool:
        """Say whether nothing is waiting to be sent."""
        return not self._backlog

    def _wake(self) -> None:
        """Wake the stream, if it sleeps."""
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class Audience:
    """Hold the watchers of one table, `here` by principal; `elsewhere` are those of others.

    `looked_elsewhere` is when that was found out.
    """

    def __init__(self, names: Names) -> None:
        """Begin with nobody."""
        self._names = names
        self.watchers: dict[Watcher, None] = {}
        self.here: dict[str, int] = {}
        self.elsewhere: frozenset[str] = frozenset()
        self.looked_elsewhere = 0.0

    @property
    def present(self) -> Container[str]:
        """Return who watches here, or did elsewhere when that was last looked at."""
        return self.here.keys() | self.elsewhere if self.elsewhere else self.here

    def add(self, watcher: Watcher, now: float) -> None:
        """Let a watcher hear everything from now on."""
        watcher.last_told = now
        self.watchers[watcher] = None
        self.here[watcher.principal] = self.here.get(watcher.principal, 0) + 1

    def remove(self, watcher: Watcher) -> None:
        """Forget a watcher; one that is not known is fine."""
        if watcher not in self.watchers:
            return
        del self.watchers[watcher]
        left = self.here[watcher.principal] - 1
        if left:
            self.here[watcher.principal] = left
        else:
            del self.here[watcher.principal]

    def dismiss(self, seating: Seating) -> None:
        """End the streams of those who do not find the table any more, before they are told it."""
        if not seating.origin.is_private:
            return
        for watcher in list(self.watchers):
            try:
                check_finds(seating, watcher.principal, has_code=watcher.has_code)
            except ServiceError as refused:
                watcher.finish(refused)
                self.remove(watcher)

    def publish(self, step: Step, now: float) -> None:
        """Tell everybody a revision."""
        shared: _Shared = {}
        present = self.present
        slow = [
            watcher
            for watcher in self.watchers
            if not self._tell(watcher, step, shared, present, now)
        ]
        for watcher in slow:
            self.remove(watcher)

    def publish_apart(
        self, state: TableState, step_at: Callable[[int], Step | None], now: float
    ) -> None:
        """Tell everybody as far as he may know, where not all may know the same.

        `step_at` gives the revisions that are in memory.
        """
        behind: _Shared = {}
        level: _Shared = {}
        all_present = self.present
        for watcher in list(self.watchers):
            try:
                check_may_watch(state, watcher.principal)
            except ServiceError as refused:
                watcher.finish(refused)
                self.remove(watcher)
                continue
            last = last_shown(state, watcher.principal)
            is_behind = last < state.revision
            shared, present = (behind, ()) if is_behind else (level, all_present)
            for revision in range(watcher.told + 1, last + 1):
                step = step_at(revision)
                if step is None:
                    watcher.finish(ServiceError(Why.RESYNC))
                if step is None or not self._tell(watcher, step, shared, present, now):
                    self.remove(watcher)
                    break

    def _tell(
        self,
        watcher: Watcher,
        step: Step,
        shared: _Shared,
        present: Container[str],
        now: float,
    ) -> bool:
        """Tell somebody a revision; False if he is too slow. `shared` holds what was encoded."""
        viewer = step.seating.by_principal.get(watcher.principal)
        revision = step.entry.revision
        # Whose seat became another needs the view: events tell only what is new.
        shows_view = watcher.wants_views or step.has_moved(watcher.principal)
        key = (revision, viewer, shows_view)
        message = shared.get(key)
        if message is None:
            message = shared[key] = self._encode(step, viewer, shows_view, present)
        if watcher.principal == step.cause[0]:
            message += cause_bytes(step, watcher.principal)
        if watcher.needs_table:
            watcher.needs_table = False
            if not step.changes_table(viewer):
                message += table_bytes(step, viewer, self._names, present)
        watcher.last_told = now
        return watcher.push(message, revision)

    def catch_up(self, watcher: Watcher, steps: list[Step], shown: Shown) -> None:
        """Give a watcher the revisions that he has missed; `shown` is the last one."""
        for step in steps:
            viewer = step.seating.by_principal.get(watcher.principal)
            table = b""
            revision = step.entry.revision
            if step.changes_table(viewer) or watcher.needs_table:
                watcher.needs_table = False
                table = table_bytes(step, viewer, self._names, shown.present)
            message = past_bytes(
                step, watcher.principal, shown.step, wants_views=watcher.wants_views, table=table
            )
            watcher.push(message, revision)

    def keep_alive(self, state: TableState, now: float, heartbeat_s: float, now_ms: int) -> None:
        """Send a heartbeat to whom nothing was sent for a while, with the revision he is at.

        Who may know that somebody came or went is told earlier. `now` is the time by which
        `last_told` is kept, `now_ms` the one that the table shows.
        """
        mark = _HEARTBEAT_MARK + number_field(_NOW, now_ms)
        present = bytes_field(_PRESENCE, present_seats(state.seating, self.present))
        for watcher in self.watchers:
            presence = b"" if is_apart(state, watcher.principal) else present
            has_changed = presence and presence != watcher.presence
            wait_s = heartbeat_s * _EARLY if has_changed else heartbeat_s
            if now - watcher.last_told >= wait_s and watcher.is_idle:
                watcher.last_told = now
                watcher.presence = presence
                message = number_field(_REVISION, watcher.told) + mark + presence
                watcher.push(message, watcher.told)

    def finish(self, end: ServiceError | None = None) -> None:
        """End every stream; None ends them well."""
        for watcher in list(self.watchers):
            watcher.finish(end)
            self.remove(watcher)

    def _encode(
        self,
        step: Step,
        viewer: int | None,
        shows_view: bool,  # noqa: FBT001
        present: Container[str],
    ) -> bytes:
        """Encode a revision for all watchers of one kind."""
        table = b""
        if step.changes_table(viewer):
            table = table_bytes(step, viewer, self._names, present)
        view = bytes_field(VIEW, step.view(viewer)) if shows_view else b""
        return step_bytes(step, viewer, table=table, view=view)
