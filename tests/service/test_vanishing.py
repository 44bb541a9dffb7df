"""Watchers that vanish without a word, stand still or do not read leave nothing behind."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

import grpc
import grpc.aio
import pytest

from paizhuo import limits
from paizhuo.config import Config
from paizhuo.v1 import table_service_pb2 as api
from service.counted_server import COUNT_SERVICE, Held
from service.crowd import TESTS, crowds
from service.playing import NARROW, Client, Guest, connected, read_refusal, refused, settings
from service.test_watching import read_on

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

ROUNDS: Final = 3
WATCHERS: Final = 1_000
CROWDS: Final = 4
GONE_WITHIN_S: Final = 60
GROWTH_MAX: Final = 0.05
STREAMS_EACH: Final = limits.STREAMS_PER_PRINCIPAL_MAX
IDLE_TASKS: Final = 4
"""Tasks by which a server at rest and one that plays may differ."""


@asynccontextmanager
async def counted_server(
    folder: Path, heartbeat_ms: int, ping_timeout_ms: int, stalled_write_s: float = 30
) -> AsyncIterator[str]:
    """Run a server that tells what it holds."""
    announce = folder / "address"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "service.counted_server", str(announce)),
        *(str(heartbeat_ms), str(ping_timeout_ms), str(stalled_write_s)),
        cwd=TESTS,
    )
    try:
        async with asyncio.timeout(60):
            while not announce.exists() or not announce.read_text().endswith("\n"):
                assert process.returncode is None
                await asyncio.sleep(0.02)
        yield announce.read_text().strip()
    finally:
        process.kill()
        await process.wait()


async def held_by(client: Client) -> Held:
    """Ask a server what it holds."""
    return Held(*json.loads(await client.unary(f"/{COUNT_SERVICE}/Count", b"")))


async def until_held(client: Client, holds: Callable[[Held], bool], within_s: float) -> Held:
    """Wait until something holds of what a server holds."""
    async with asyncio.timeout(within_s):
        # Only asking again and again shows it.
        while not holds(held := await held_by(client)):  # noqa: ASYNC110
            await asyncio.sleep(0.2)
    return held


def is_empty(held: Held) -> bool:
    """Say whether nobody watches."""
    return held.streams == held.watchers == held.tasks == 0


async def bots_table(client: Client, owner: Guest, delay_ms: int = 500) -> str:
    """Let bots play alone, so that there is always something to tell."""
    table_id = await client.create(owner, table_options=settings(bot_delay_ms=str(delay_ms)))
    for _ in range(3):
        await client.add_bot(table_id, owner)
    return table_id


def test_limits_of_streams_fit_together() -> None:
    """Who vanished is noticed within a minute, and who resumes is not slow at once."""
    assert limits.RECENT_STEPS_MAX < limits.WATCHER_BACKLOG_MAX
    assert Config().heartbeat_ms + limits.PING_TIMEOUT_MS < GONE_WITHIN_S * 1000
    assert limits.STALLED_WRITE_S < GONE_WITHIN_S


async def test_a_thousand_watchers_vanish_and_leave_nothing(tmp_path: Path) -> None:
    """Killed or stopped without closing: no stream, no task, no memory stays, round after round."""
    async with (
        counted_server(tmp_path, heartbeat_ms=2_000, ping_timeout_ms=4_000) as address,
        connected(address) as client,
    ):
        owner = await client.guest()
        table_id = await bots_table(client, owner)
        tokens = [(await client.guest()).token for _ in range(WATCHERS // STREAMS_EACH)]
        lots = [tokens[place::CROWDS] for place in range(CROWDS)]
        before = await held_by(client)
        assert is_empty(before)
        memory = []
        for _ in range(ROUNDS):
            async with crowds(address, table_id, STREAMS_EACH, lots) as processes:
                full = await held_by(client)
                assert full.streams == full.watchers == WATCHERS
                assert full.tasks >= WATCHERS
                for place, process in enumerate(processes):
                    process.send_signal(signal.SIGSTOP if place % 2 else signal.SIGKILL)
                empty = await until_held(client, is_empty, GONE_WITHIN_S)
                assert empty.all_tasks <= before.all_tasks + IDLE_TASKS
            memory.append(empty.memory_bytes)
        assert memory[-1] <= memory[0] * (1 + GROWTH_MAX), memory


async def test_a_reader_who_takes_nothing_is_ended(tmp_path: Path) -> None:
    """A write that does not get out ends the stream, which then counts until its call is over."""
    async with (
        counted_server(tmp_path, 10_000, 20_000, stalled_write_s=3) as address,
        connected(address) as client,
        grpc.aio.insecure_channel(address, options=NARROW) as channel,
    ):
        owner, reader = await client.guest(), await client.guest()
        table_id = await bots_table(client, owner, delay_ms=0)
        await client.until(table_id, owner, lambda found: found.table.revision >= 150)
        request = api.WatchTableRequest(table_id=table_id, after_revision=0, views=api.VIEWS_EVERY)
        streams = [
            Client(channel).tables.WatchTable(request, metadata=reader.metadata)
            for _ in range(STREAMS_EACH)
        ]
        for stream in streams:
            assert (await anext(aiter(stream))).revision == 1
        stalled = await until_held(client, lambda held: held.resyncs == STREAMS_EACH, GONE_WITHIN_S)
        assert (stalled.streams, stalled.watchers) == (STREAMS_EACH, 0)
        again = client.tables.WatchTable(request, metadata=reader.metadata)
        assert (await refused(anext(aiter(again)))).reason == "TOO_MANY_STREAMS"
        heard: list[int] = []
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await read_on(aiter(streams[0]), heard)
        found = read_refusal(error.value)
        assert (found.status, found.reason) == (grpc.StatusCode.ABORTED, "RESYNC")
        assert heard == list(range(2, len(heard) + 2))
        assert heard
        for stream in streams:
            stream.cancel()
        await until_held(client, is_empty, GONE_WITHIN_S)
