"""One caller who asks for too much holds nobody else up, and makes nothing grow without end."""

from __future__ import annotations

import asyncio
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import grpc
import pytest

from paizhuo import engine, limits
from paizhuo.v1 import auth_service_pb2, record_pb2, replay_service_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.playing import (
    Game,
    connected,
    log_of,
    new_id,
    read_refusal,
    refused,
    served,
    settings,
    start_game,
)
from service.staged import Listener

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from paizhuo.rpc.server import Server
    from service.playing import Client, Guest

RECORD: Final = replay_service_pb2.VerifyRecordRequest(record=record_pb2.Record(format=1))


@contextmanager
def slow(monkeypatch: pytest.MonkeyPatch, name: str) -> Iterator[threading.Event]:
    """Let a function of the engine take until the event is set, as a huge record would."""
    may_go_on = threading.Event()
    function = getattr(engine, name)

    def dawdle(*arguments: Any) -> Any:
        may_go_on.wait(60)
        return function(*arguments)

    monkeypatch.setattr(engine, name, dawdle)
    try:
        yield may_go_on
    finally:
        may_go_on.set()


@pytest.mark.one_process(reason="it slows the engine of the process down")
async def test_readers_hold_no_table_up(
    server: Server, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While records are verified without end, bots play, hints come and tables are opened."""
    with slow(monkeypatch, "verify_record") as may_go_on:
        hogs = [await client.guest() for _ in range(3)]
        calls = [
            asyncio.ensure_future(client.replay.VerifyRecord(RECORD, metadata=hog.metadata))
            for hog in hogs
            for _ in range(limits.READS_PER_PRINCIPAL_MAX)
        ]
        owner = await client.guest()
        table_id = await client.create(owner)
        await client.join(table_id, owner)
        for _ in range(2):
            await client.add_bot(table_id, owner)
        await client.ready(table_id, owner)
        game = Game(client, table_id, [owner] * 3)
        for _ in range(3):
            await client.until(
                table_id,
                owner,
                lambda seen: any(decision.seat == 0 for decision in seen.view.decisions),
            )
            await game.act()
        # Each has as many as he may, and those wait for their turns.
        for hog in hogs:
            found = await refused(client.replay.VerifyRecord(RECORD, metadata=hog.metadata))
            assert (found.status, found.reason) == (
                grpc.StatusCode.RESOURCE_EXHAUSTED,
                "TOO_MANY_READS",
            )
            assert found.retry_ms
        assert not any(call.done() for call in calls)
        may_go_on.set()
        for call in calls:
            assert (await refused(call)).reason == "UNKNOWN_GAME"
    again = await refused(client.replay.VerifyRecord(RECORD, metadata=hogs[0].metadata))
    assert again.reason == "UNKNOWN_GAME"
    assert not server._services.readers._waiting


@pytest.mark.one_process(reason="it looks into the memory of the process")
async def test_old_answers_hold_no_table_up(server: Server, client: Client) -> None:
    """Who repeats what he did long ago gets his answer, and meanwhile others play on."""
    game = await start_game(client)
    table_id = game.table_id
    request, player = await game.next_act()
    first = await client.tables.Act(request, metadata=player.metadata)
    for _ in range(3):
        await game.act()
    live = server.hall.loaded(table_id)
    assert live is not None
    while live.recent[0].entry.revision <= first.revision:
        live.recent.popleft()
    with slow_reading(server) as may_go_on:
        calls = [
            asyncio.ensure_future(client.tables.Act(request, metadata=player.metadata))
            for _ in range(limits.READS_PER_PRINCIPAL_MAX)
        ]
        for _ in range(3):
            await game.act()
        assert not any(call.done() for call in calls)
        may_go_on.set()
        assert await asyncio.gather(*calls) == [first] * len(calls)


@pytest.mark.one_process(reason="it looks into the memory of the process")
async def test_records_of_what_nobody_may_watch_hold_no_table_up(
    server: Server, client: Client
) -> None:
    """Strangers who ask for the record of a match that only seats may see keep nobody waiting."""
    game = await start_game(client, table_options=settings(spectators="nobody"))
    stranger = await client.guest("Eve")
    live = server.hall.loaded(game.table_id)
    assert live is not None
    while len(live.recent) > 1:
        live.recent.popleft()
    asked = replay_service_pb2.GetRecordRequest(table_id=game.table_id)
    with slow_reading(server) as may_go_on:
        call = asyncio.ensure_future(client.replay.GetRecord(asked, metadata=stranger.metadata))
        for _ in range(3):
            await game.act()
        assert not call.done()
        may_go_on.set()
        assert (await refused(call)).reason == "RECORD_NOT_FOUND"


@contextmanager
def slow_reading(server: Server) -> Iterator[threading.Event]:
    """Keep every thread that reads for callers busy until the event is set."""
    may_go_on = threading.Event()
    executor = server._services.readers.executor
    for _ in range(limits.READERS):
        executor.submit(may_go_on.wait, 60)
    try:
        yield may_go_on
    finally:
        may_go_on.set()


async def test_unknown_methods_are_not_counted(tmp_path: Path) -> None:
    """What anybody may name without a token takes no memory."""
    async with served(tmp_path) as server, connected(f"127.0.0.1:{server.port}") as client:
        for place in range(20):
            with pytest.raises(grpc.aio.AioRpcError) as found:
                await client.unary(f"/no.such.Service{place}/Method", b"")
            assert found.value.code() is grpc.StatusCode.UNIMPLEMENTED
        assert not server.counters.calls
        await client.guest()
        assert sum(server.counters.calls.values()) == 1


async def test_one_token_written_in_many_ways_takes_little_memory(tmp_path: Path) -> None:
    """However much surrounds a token, little of it is remembered, and it is the same caller."""
    async with served(tmp_path) as server, connected(f"127.0.0.1:{server.port}") as client:
        guest = await client.guest()
        for count in range(1, 40):
            blanks = " " * (100 * count)
            metadata = (("authorization", f"BEARER{blanks}{guest.token}"),)
            request = auth_service_pb2.GetPrincipalRequest()
            found = await client.auth.GetPrincipal(request, metadata=metadata)
            assert found.principal == guest.principal
        assert sum(map(len, server.callers._known)) < 40 * 81


async def test_erasing_again_writes_nothing(tmp_path: Path) -> None:
    """Who erases a name that is erased makes no other process look at it again."""
    async with served(tmp_path) as server, connected(f"127.0.0.1:{server.port}") as client:
        guest = await client.guest()
        erase = auth_service_pb2.EraseNameRequest()
        await client.auth.EraseName(erase, metadata=guest.metadata)
        position = (await server.stores.principals.renamed(None))[0]
        for _ in range(3):
            await client.auth.EraseName(erase, metadata=guest.metadata)
        assert (await server.stores.principals.renamed(None))[0] == position


@pytest.mark.one_process(reason="it holds the table's task up")
async def test_strangers_leave_room_for_players(server: Server, client: Client) -> None:
    """However many strangers call a table at once, those who sit there are heard."""
    game = await start_game(client)
    live = server.hall.loaded(game.table_id)
    assert live is not None
    request, player = await game.next_act()
    stranger = await client.guest("Eve")
    gate = asyncio.Event()
    held = live.submit(gate.wait)

    def calls_of(guest: Guest, count: int) -> list[asyncio.Future[Any]]:
        looking = api.GetTableRequest(table_id=game.table_id)
        joining = api.JoinTableRequest(table_id=game.table_id)
        made: list[asyncio.Future[Any]] = []
        for place in range(count):
            joining.request_id = new_id()
            call = (
                client.tables.GetTable(looking, metadata=guest.metadata)
                if place % 2
                else client.tables.JoinTable(joining, metadata=guest.metadata)
            )
            made.append(asyncio.ensure_future(call))
        return made

    strangers = calls_of(stranger, limits.MAILBOX_MAX + 20)
    async with asyncio.timeout(60):
        while sum(call.done() for call in strangers) < limits.MAILBOX_MAX // 2:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    acting = asyncio.ensure_future(client.tables.Act(request, metadata=player.metadata))
    await asyncio.sleep(0)
    gate.set()
    await held
    assert (await acting).revision == len(await log_of(server, game.table_id))
    ended = await asyncio.gather(*strangers, return_exceptions=True)
    reasons = {getattr(end, "details", lambda: "")() for end in ended}
    assert any("Too many calls wait" in reason for reason in reasons)


@pytest.mark.one_process(reason="it lowers limits of the process")
async def test_tables_are_created_so_often_only(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has few tables open may still not create them without end; the same request is free."""
    monkeypatch.setattr(limits, "CREATIONS_BURST", 3)
    owner = await client.guest()
    requests = [
        api.CreateTableRequest(request_id=new_id(), game="dou_dizhu", seats=3) for _ in range(3)
    ]
    for request in (*requests, *requests):
        await client.tables.CreateTable(request, metadata=owner.metadata)
    found = await refused(client.create(owner))
    assert (found.status, found.reason) == (
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        "TOO_MANY_NEW_TABLES",
    )
    assert found.facts == {"at_once": "3", "then_every_ms": str(limits.CREATION_EVERY_MS)}
    assert found.retry_ms is not None
    assert 0 < found.retry_ms <= limits.CREATION_EVERY_MS
    await client.create(await client.guest())


async def closed_tables(client: Client, monkeypatch: pytest.MonkeyPatch, count: int) -> list[str]:
    """Play at tables that are closed at once for having as many entries as they may."""
    owner = await client.guest()
    made = [await client.create(owner) for _ in range(count)]
    with monkeypatch.context() as lowered:
        lowered.setattr(limits, "ENTRIES_MAX", 3)
        for table_id in made:
            await client.until(table_id, owner, lambda seen: len(seen.view.commitment) > 0)
            await client.join(table_id, owner)
            await client.until(table_id, owner, lambda seen: bool(seen.table.close_reason))
    return made


async def test_closed_tables_are_not_kept_for_who_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many tables of the past somebody looks at, few stay in memory, and each is shown."""
    monkeypatch.setattr(limits, "CLOSED_TABLES_MAX", 2)
    async with served(tmp_path) as server, connected(f"127.0.0.1:{server.port}") as client:
        made = await closed_tables(client, monkeypatch, 5)
        await server.hall.let_go_of_idle()
        assert not server.hall.tables
        stranger = await client.guest("Eve")
        for _ in range(2):
            for table_id in made:
                assert (await client.get(table_id, stranger)).table.close_reason == "log_full"
                assert len(server.hall.tables) <= 2
        assert all(len(table.recent) == 1 for table in server.hall.tables)


async def test_tables_are_opened_a_few_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who makes many tables be read waits, and others are turned away beyond a limit."""
    monkeypatch.setattr(limits, "OPENINGS", 1)
    monkeypatch.setattr(limits, "OPENINGS_WAITING_MAX", 3)
    async with served(tmp_path) as server, connected(f"127.0.0.1:{server.port}") as client:
        made = await closed_tables(client, monkeypatch, 6)
        await server.hall.let_go_of_idle()
        read, gate = server.stores.log.read, asyncio.Event()

        async def wait(*arguments: Any, **more: Any) -> Any:
            await gate.wait()
            return await read(*arguments, **more)

        setattr(server.stores.log, "read", wait)  # noqa: B010 - a method, for mypy
        guest = await client.guest()
        looks = [asyncio.ensure_future(client.get(table_id, guest)) for table_id in made[:3]]
        async with asyncio.timeout(60):
            while len(server.hall._opening) < 3:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.01)
        found = await refused(client.get(made[3], guest))
        assert (found.status, found.reason) == (
            grpc.StatusCode.RESOURCE_EXHAUSTED,
            "TOO_MANY_READS",
        )
        # What the server itself has to do waits for nobody.
        due = asyncio.ensure_future(server.hall.find(made[4], is_due=True))
        gate.set()
        await due
        assert {(await look).table.close_reason for look in looks} == {"log_full"}


@pytest.mark.one_process(reason="it looks into the memory of the process")
async def test_streams_of_the_past_are_counted(
    server: Server, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each holds a table in memory while it goes back, so that of one caller there are few."""
    # Fewer than a caller may have streams, which is refused by another name.
    monkeypatch.setattr(limits, "READS_PER_PRINCIPAL_MAX", 4)
    game = await start_game(client)
    live = server.hall.loaded(game.table_id)
    assert live is not None
    while len(live.recent) > 1:
        live.recent.popleft()
    guest = await client.guest("Eve")
    request = api.WatchTableRequest(table_id=game.table_id, after_revision=0)
    with slow_reading(server) as may_go_on:
        going = [Listener(client, guest, request) for _ in range(limits.READS_PER_PRINCIPAL_MAX)]
        async with asyncio.timeout(60):
            while server._services.readers._past != {guest.principal: len(going)}:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        end = await Listener(client, guest, request).until_end()
        assert end is not None
        assert read_refusal(end).reason == "TOO_MANY_READS"
        # One that needs nothing of the past is not meant.
        present = Listener(client, guest, api.WatchTableRequest(table_id=game.table_id))
        await present.until(1)
        may_go_on.set()
        for listener in going:
            await listener.until(live.state.revision)
    async with asyncio.timeout(60):
        while server._services.readers._past:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)
    for listener in (*going, present):
        told = [message.revision for message in listener.messages if not message.heartbeat]
        assert told == list(range(told[0], live.state.revision + 1))
        await listener.stop()
