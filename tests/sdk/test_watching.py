"""A watched table: live, typed, without gap or repeat, whatever becomes of the connection."""

from __future__ import annotations

import asyncio
import dataclasses
from dataclasses import replace
from typing import TYPE_CHECKING

import grpc
import pytest

from paizhuo_client import (
    CallError,
    Change,
    ChangeKind,
    Client,
    ClientClosed,
    LiveTable,
    Retrying,
    errors,
)
from paizhuo_client.model import MatchEnded, Person, Seat, SeatReadied, TableState, View

if TYPE_CHECKING:
    from collections.abc import Callable

    from paizhuo_client.model import Table
    from paizhuo_client.testing import FakeServer, FakeTable

OUTER_S = 60
QUICK = Retrying(first_s=0.001, most_s=0.01, call_s=5)


async def read(live: LiveTable, number: int) -> list[Change]:
    """Read so many changes."""
    async with asyncio.timeout(OUTER_S):
        return [await anext(live) for _ in range(number)]


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds of the fake server."""
    async with asyncio.timeout(OUTER_S):
        while not holds():  # noqa: ASYNC110 - a stream opens and ends without an event
            await asyncio.sleep(0.005)


async def test_the_first_change_is_the_table_as_it_is(
    fake_server: FakeServer, fake_client: Client
) -> None:
    """A watch begins with the present table and view, and each revision follows once."""
    table = fake_server.add_table(own_seat=1)
    async with fake_client.table(table.table_id).watch() as live:
        assert live.snapshot.revision == 1
        first = await anext(live)
        assert (first.kind, first.revision, first.events) == (ChangeKind.BEGUN, 1, ())
        assert live.snapshot.own_seat == 1
        table.tell(SeatReadied(2, ready=True))
        table.tell()
        second, third = await read(live, 2)
        assert second.events == (SeatReadied(2, ready=True),)
        assert [second.revision, third.revision] == [2, 3]
        assert {second.kind, third.kind} == {ChangeKind.NEXT}
        assert live.snapshot is third.snapshot


async def test_a_snapshot_never_changes(fake_server: FakeServer, fake_client: Client) -> None:
    """What was given stays as it is when the table goes on, and refuses to be changed."""
    table = fake_server.add_table(own_seat=0)
    async with fake_client.table(table.table_id).watch() as live:
        before = live.snapshot
        copy = dataclasses.replace(before)
        table.ask(0, "play")
        await read(live, 2)
        assert before == copy
        assert before != live.snapshot
        with pytest.raises(dataclasses.FrozenInstanceError):
            before.view.phase = "play"  # type: ignore[misc]


@pytest.mark.parametrize(
    "interrupt",
    [
        lambda table: table.drop_streams(),
        lambda table: table.drop_streams(grpc.StatusCode.INTERNAL),
        lambda table: table.drop_streams(grpc.StatusCode.UNKNOWN),
        lambda table: table.drain_streams(),
        lambda table: table.skip() or 1,
    ],
    ids=["lost", "reset", "removed", "draining", "gap"],
)
async def test_a_lost_stream_goes_on_where_it_was(
    interrupt: Callable[[FakeTable], int], fake_server: FakeServer, fake_client: Client
) -> None:
    """After a break the stream is asked for what follows: no revision is missing or told twice."""
    table = fake_server.add_table(own_seat=0)
    told = []
    async with fake_client.table(table.table_id).watch() as live:
        told += await read(live, 1)
        for _ in range(3):
            table.tell()
            told += await read(live, table.revision - told[-1].revision)
            await until(lambda: bool(table._streams))
            assert interrupt(table)
            table.tell()
        told += await read(live, table.revision - told[-1].revision)
    assert [change.revision for change in told] == list(range(1, table.revision + 1))
    assert {change.kind for change in told[1:]} == {ChangeKind.NEXT}
    requests = fake_server.calls_of("WatchTable")
    assert not requests[0].HasField("after_revision")
    assert len(requests) >= 4
    assert all(request.HasField("after_revision") for request in requests[1:])


@pytest.mark.parametrize("reason", ["RESYNC", "HISTORY_GONE", "REVISION_AHEAD"])
async def test_a_new_beginning_is_told(
    reason: str, fake_server: FakeServer, fake_client: Client
) -> None:
    """Where the stream cannot go on, the present table follows, and the change says so."""
    table = fake_server.add_table(own_seat=0)
    async with fake_client.table(table.table_id).watch() as live:
        await read(live, 1)
        table.tell()
        await read(live, 1)
        if reason == "RESYNC":
            table.resync_streams()
        else:
            table.drop_streams()
            fake_server.refuse("WatchTable", reason)
        table.tell()
        table.tell()
        (change,) = await read(live, 1)
        assert (change.kind, change.revision) == (ChangeKind.RESYNCED, 4)
        assert change.events == ()
        table.tell()
        (after,) = await read(live, 1)
        assert (after.kind, after.revision) == (ChangeKind.NEXT, 5)


async def test_silence_is_a_loss(fake_server: FakeServer) -> None:
    """A stream without message and heartbeat for too long is opened again."""
    table = fake_server.add_table()
    retrying = Retrying(first_s=0.001, most_s=0.01, silence_s=0.2)
    async with (
        Client(fake_server.address, retrying=retrying) as client,
        client.table(table.table_id).watch() as live,
    ):
        await read(live, 1)
        reading = asyncio.create_task(read(live, 1))
        await fake_server.received("WatchTable", 3)
        table.tell()
        assert [change.revision for change in await reading] == [2]


async def test_a_heartbeat_shows_a_loss(fake_server: FakeServer, fake_client: Client) -> None:
    """Heartbeats are not told, and one of a later revision shows that a message was lost."""
    table = fake_server.add_table()
    async with fake_client.table(table.table_id).watch() as live:
        await read(live, 1)
        table.heartbeat()
        table.skip()
        table.heartbeat()
        (change,) = await read(live, 1)
    assert change.revision == 2
    assert len(fake_server.calls_of("WatchTable")) == 2


async def test_a_cancelled_reader_loses_nothing(
    fake_server: FakeServer, fake_client: Client
) -> None:
    """Whoever gives up waiting for a change gets it the next time, from the same stream."""
    table = fake_server.add_table()
    async with fake_client.table(table.table_id).watch() as live:
        await read(live, 1)
        for _ in range(5):
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.01):
                    await anext(live)
        table.tell()
        table.tell()
        assert [change.revision for change in await read(live, 2)] == [2, 3]
    assert len(fake_server.calls_of("WatchTable")) == 1


async def test_breaks_are_told_to_who_asks(fake_server: FakeServer, fake_client: Client) -> None:
    """`on_break` hears why the stream broke, and that it is back."""
    table = fake_server.add_table()
    heard: list[str] = []

    def note(error: CallError | None) -> None:
        heard.append("back" if error is None else error.reason or error.status.name)

    async with fake_client.table(table.table_id).watch(on_break=note) as live:
        await read(live, 1)
        table.drop_streams()
        fake_server.refuse("WatchTable", "DRAINING", retry_after_s=0.01)
        table.tell()
        await read(live, 1)
        table.resync_streams()
        await read(live, 1)
    assert heard == ["UNAVAILABLE", "DRAINING", "back", "RESYNC", "back"]


async def test_what_cannot_be_mended_is_raised(
    fake_server: FakeServer, fake_client: Client
) -> None:
    """A refused watch is an error at once, as is one that is refused later."""
    with pytest.raises(errors.TableNotFound):
        async with fake_client.table("nowhere").watch():
            pass
    assert len(fake_server.calls_of("WatchTable")) == 1
    table = fake_server.add_table()
    async with fake_client.table(table.table_id).watch() as live:
        await read(live, 1)
        table.drop_streams()
        fake_server.refuse("WatchTable", "SCOPE_MISSING", facts={"scope": "watch"})
        with pytest.raises(errors.ScopeMissing) as caught:
            await read(live, 1)
        assert caught.value.facts == {"scope": "watch"}


async def test_patience_has_an_end(fake_server: FakeServer) -> None:
    """A stream that does not come back within `stream_s` is an error."""
    table = fake_server.add_table()
    retrying = Retrying(first_s=0.001, most_s=0.01, stream_s=0.3)
    async with (
        Client(fake_server.address, retrying=retrying) as client,
        client.table(table.table_id).watch() as live,
    ):
        await read(live, 1)
        await fake_server.stop()
        with pytest.raises(errors.Unavailable):
            await read(live, 1)


async def test_a_restarted_server_is_found_again(fake_server: FakeServer) -> None:
    """A server that stops and comes back later on the same address goes on with the stream."""
    table = fake_server.add_table()
    async with (
        Client(fake_server.address, retrying=QUICK) as client,
        client.table(table.table_id).watch() as live,
    ):
        await read(live, 1)
        await fake_server.stop()
        reading = asyncio.create_task(read(live, 2))
        table.tell()
        await asyncio.sleep(0.1)
        assert not reading.done()
        await fake_server.start()
        table.tell()
        assert [change.revision for change in await reading] == [2, 3]


async def test_a_closed_table_ends_the_stream(fake_server: FakeServer, fake_client: Client) -> None:
    """Iterating ends with the table, after the last change was given."""
    table = fake_server.add_table()
    async with fake_client.table(table.table_id).watch() as live:
        table.close("forgotten")
        told = [change async for change in live]
        assert told[-1].snapshot.table.state is TableState.CLOSED
        assert told[-1].snapshot.table.close_reason == "forgotten"
        with pytest.raises(ClientClosed):
            await live.until(lambda snapshot: snapshot.revision > 99)
    async with fake_client.table(table.table_id).watch() as again:
        assert [change.revision async for change in again] == [2]


async def test_watching_ends_when_it_is_left(fake_server: FakeServer, fake_client: Client) -> None:
    """Leaving the block ends the stream, and iterating afterwards is an error."""
    table = fake_server.add_table()
    live = fake_client.table(table.table_id).watch()
    with pytest.raises(ClientClosed):
        _ = live.snapshot
    async with live:
        await until(lambda: bool(table._streams))
    with pytest.raises(ClientClosed):
        await read(live, 2)
    await until(lambda: not table._streams)


async def test_a_view_that_is_not_told_is_not_taken_for_current(
    fake_server: FakeServer, fake_client: Client
) -> None:
    """Where a message has no view, nothing is asked by the old one that is kept."""
    table = fake_server.add_table(own_seat=0)
    async with fake_client.table(table.table_id).watch() as live:
        await read(live, 1)
        table.ask(0, "play")
        await read(live, 1)
        assert live.snapshot.decision is not None
        table.tell()
        table._told[-1].ClearField("view")
        (change,) = await read(live, 1)
        assert not change.snapshot.is_view_current
        assert change.snapshot.decision is None
        assert change.snapshot.view.phase == "play"
        table.tell(view=View(phase="over", match_end=MatchEnded(1)))
        assert (await live.until(lambda snapshot: snapshot.is_match_over)).is_view_current


async def test_a_watch_may_begin_in_the_past(fake_server: FakeServer, fake_client: Client) -> None:
    """`after_revision` begins behind a revision, 0 with the table's creation."""
    table = fake_server.add_table()
    table.tell()
    table.tell()
    async with fake_client.table(table.table_id).watch(after_revision=0) as live:
        assert [change.revision for change in await read(live, 3)] == [1, 2, 3]
    async with fake_client.table(table.table_id).watch(after_revision=2) as live:
        assert live.snapshot.revision == 3


async def test_heartbeats_tell_who_is_present(fake_server: FakeServer, fake_client: Client) -> None:
    """Who is present stands in the snapshot without a change; all else stays as it was."""
    table = fake_server.add_table()

    def with_bao(*, present: bool) -> Table:
        seated = Seat(1, Person("guest:1", "Bao", present=present))
        return replace(table.table, seats=(table.table.seats[0], seated))

    table.tell(table=with_bao(present=False))
    async with fake_client.table(table.table_id).watch() as live:
        (began,) = await read(live, 1)
        reading = asyncio.create_task(read(live, 1))
        for present in (True, False, True):
            table.table = with_bao(present=present)
            table.heartbeat()
            await until(lambda: live.snapshot.table == table.table)
        assert live.snapshot.view is began.snapshot.view
        assert not reading.done()
        table.tell()
        (change,) = await reading
        assert change.snapshot.table == table.table
    assert Person("guest:1", "Bao", present=False) == began.snapshot.table.seats[1].occupant
