"""Whoever is cancelled, at whatever moment, loses nothing and leaves nothing behind."""

from __future__ import annotations

import asyncio
import gc
import uuid
from typing import TYPE_CHECKING, TypeVar

import pytest

from paizhuo_client import Client, Guest, Pass
from paizhuo_client.model import Verb
from service.playing import ServerProcess

if TYPE_CHECKING:
    from collections.abc import Awaitable
    from pathlib import Path

    from paizhuo_client import Table
    from paizhuo_client.testing import FakeServer

T = TypeVar("T")
OUTER_S = 120
MOMENTS = [*((steps, 0.0) for steps in range(12)), *((0, wait / 2000) for wait in range(1, 16))]
"""When to cancel: after so many rounds of the event loop, or after so many seconds."""
STREAMS = 300


async def cancelled(work: Awaitable[T], steps: int, wait_s: float) -> T | None:
    """Begin something and cancel it at a moment; returns its result if it was quicker."""
    task = asyncio.ensure_future(work)
    await asyncio.sleep(wait_s)
    for _ in range(steps):
        await asyncio.sleep(0)
    task.cancel()
    try:
        return await task
    except asyncio.CancelledError:
        return None


async def settled(tasks: int) -> None:
    """Wait until no more tasks are there than before."""
    async with asyncio.timeout(OUTER_S):
        while len(asyncio.all_tasks()) > tasks:  # noqa: ASYNC110 - grpc's own have no event
            await asyncio.sleep(0.005)


async def test_a_cancelled_action_has_its_effect_once(
    fake_server: FakeServer, fake_client: Client
) -> None:
    """The same request id finds out how a cancelled call ended, and finishes it."""
    played = fake_server.add_table(own_seat=0)
    table = fake_client.table(played.table_id)
    await table.get()
    ended = []
    for number, moment in enumerate(MOMENTS, 1):
        decision_id, request_id = played.ask(0, "play", Verb.PASS), str(uuid.uuid4())
        ended.append(
            await cancelled(table.act(Pass(), decision_id, request_id=request_id), *moment)
        )
        accepted = await table.act(Pass(), decision_id, request_id=request_id)
        assert ended[-1] in {None, accepted}
        assert len(played.acts) == number
    # Some were cancelled before they were over, or nothing was tried out.
    assert None in ended


@pytest.mark.parametrize("breaks", [False, True])
async def test_a_cancelled_reader_misses_nothing(
    breaks: bool,  # noqa: FBT001 - a parameter of the test
    fake_server: FakeServer,
    fake_client: Client,
) -> None:
    """Whatever a reader gives up, each revision comes once, also where the stream breaks."""
    played = fake_server.add_table(own_seat=0)
    async with fake_client.table(played.table_id).watch() as live:
        seen = [(await anext(live)).revision]
        for moment in MOMENTS * 2:
            played.tell()
            if breaks:
                played.drop_streams()
            change = await cancelled(anext(live), *moment)
            seen += [] if change is None else [change.revision]
        async with asyncio.timeout(OUTER_S):
            while seen[-1] < played.revision:
                seen.append((await anext(live)).revision)
    assert seen == list(range(1, played.revision + 1))


async def test_a_cancelled_turn_comes_again(fake_server: FakeServer, fake_client: Client) -> None:
    """Giving up on a turn ends no loop: each decision is given once, in order."""
    played = fake_server.add_table(own_seat=0)
    async with fake_client.table(played.table_id).watch() as live:
        turns = live.turns(ready=True)
        asked: list[str] = []
        given: list[str] = []
        for moment in MOMENTS:
            asked.append(played.ask(0, "play", Verb.PASS))
            turn = await cancelled(anext(turns), *moment)
            given += [] if turn is None else [turn.decision.id]
        async with asyncio.timeout(OUTER_S):
            while len(given) < len(asked):
                given.append((await anext(turns)).decision.id)
    assert given == asked


async def test_who_gives_up_before_watching_leaves_no_stream(
    fake_server: FakeServer, fake_client: Client
) -> None:
    """Neither a task of the client nor a stream of the server is left."""
    played = fake_server.add_table(own_seat=0)
    table = fake_client.table(played.table_id)
    await table.get()
    tasks = len(asyncio.all_tasks())
    for moment in MOMENTS:
        live = await cancelled(table.watch().__aenter__(), *moment)
        if live is not None:
            await live.aclose()
    await settled(tasks)
    assert played.drop_streams() == 0


async def test_who_gives_up_becoming_a_guest_keeps_a_whole_one(
    fake_server: FakeServer, tmp_path: Path
) -> None:
    """The guest's file is whole or not there, and whoever is in it is who calls."""
    for number, moment in enumerate(MOMENTS):
        path = tmp_path / f"{number}.json"
        async with Client(fake_server.address) as client:
            await cancelled(client.become_guest("Ann", file=path), *moment)
            kept = Guest.find(path)
            assert client.guest in {None, kept}
            guest = await client.become_guest("Ann", file=path)
            assert guest == Guest.load(path)
            assert kept in {None, guest}


@pytest.mark.slow
async def test_many_streams_leave_nothing_behind(tmp_path: Path) -> None:
    """Streams that were opened and closed leave no task, no memory, and no place taken."""
    process = ServerProcess(tmp_path)
    try:
        async with Client(await process.start()) as client:
            await client.become_guest("Ann")
            table = await client.create_table("dou_dizhu", 3)
            before = await watch(table, STREAMS)
            tasks = len(asyncio.all_tasks())
            after = await watch(table, STREAMS)
            await settled(tasks)
            assert after - before < STREAMS
    finally:
        await process.kill()


async def watch(table: Table, times: int) -> int:
    """Watch a table so many times; returns how many objects are there afterwards."""
    for _ in range(times):
        async with table.watch() as live:
            assert live.snapshot.table.table_id == table.table_id
    gc.collect()
    return len(gc.get_objects())
