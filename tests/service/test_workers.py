"""Several worker processes on one port, and how they end."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import grpc
import grpc.aio
import pytest

from paizhuo.cli.workers import _Worker
from paizhuo.stores.base import entries_from
from paizhuo.stores.opening import open_stores
from paizhuo.v1 import catalogue_service_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.log_checks import check
from service.playing import Client, Game, ServerProcess, start_game

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from service.playing import Metadata

CHANNELS = 16
AWAY = {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED}
GAMES, ACTS_BEFORE, ACTS_AFTER = 4, 10, 20

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="it looks workers up in /proc"),
]


def workers_of(parent: int) -> list[int]:
    """Return the ids of the workers of a server."""
    try:
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text()
    except FileNotFoundError:
        return []
    return [int(child) for child in children.split() if "spawn_main" in _command(int(child))]


def _command(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


async def until(holds: Callable[[], bool], seconds: float = 30) -> None:
    """Wait until something holds; fail if it does not."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came to hold"
        await asyncio.sleep(0.05)


def own_channel(address: str) -> grpc.aio.Channel:
    """Open a connection that no other channel shares."""
    return grpc.aio.insecure_channel(address, options=(("grpc.use_local_subchannel_pool", 1),))


def _serve(workers: str, *flags: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "paizhuo", "serve", "--workers", workers, *map(str, flags)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_cannot_be_served_is_refused(tmp_path: Path, workers: str) -> None:
    """Weak keys, flags that do not fit and bad addresses are one line each, and exit code 1."""
    weak = tmp_path / "weak"
    weak.write_bytes(b"short")
    data = ("--data", tmp_path / "data", "--listen", "127.0.0.1:0", "--http-listen", "127.0.0.1:0")
    for flags, words in (
        (("--jwt-key", weak), "32 bytes"),
        (("--jwt-jwks", weak), "no JWKS"),
        (("--no-guests",), "nobody could call"),
        (("--listen", "256.0.0.1:1"), "256.0.0.1:1"),
        (("--http-listen", "256.0.0.1:1"), "256.0.0.1:1"),
        (("--cors-origin", "https://cards.example/"), "no origin"),
        (("--data", weak), str(weak)),
    ):
        done = _serve(workers, *data, *flags)
        assert done.returncode == 1
        ours = [line for line in done.stderr.splitlines() if line.startswith("paizhuo: ")]
        assert [words in line for line in ours] == [True]
        assert "Traceback" not in done.stderr


def test_memory_is_not_shared() -> None:
    """Several workers need a store that processes share, and memory is none."""
    done = _serve("2", "--durability", "memory", "--listen", "127.0.0.1:0")
    assert done.returncode == 1
    assert "--durability normal or full" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_worker_that_dies_young_waits_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each early death doubles the wait, up to a bound; a steady life begins anew."""
    now = [1000.0]
    monkeypatch.setattr("paizhuo.cli.workers.time.monotonic", lambda: now[0])
    place = _Worker()
    waits = []
    for lived in (0, 1, 0, 0, 0, 0, 0, 60, 0):
        place.process, place._started = SimpleNamespace(join=lambda: None), now[0]  # type: ignore[assignment]
        now[0] += lived
        place.bury()
        waits.append(place.start_at - now[0])
    assert waits == [0.5, 1, 2, 4, 8, 15, 15, 0.5, 1]


async def test_connections_are_spread_among_workers(tmp_path: Path) -> None:
    """While one worker stands still some connections wait, and others are answered."""
    process = ServerProcess(tmp_path, "--workers", "2")
    address = await process.start()
    channels = [own_channel(address) for _ in range(CHANNELS)]
    clients = [Client(channel) for channel in channels]
    request = catalogue_service_pb2.ListGamesRequest()

    async def answers(client: Client, seconds: float) -> bool:
        try:
            await client.catalogue.ListGames(request, timeout=seconds)
        except grpc.aio.AioRpcError:
            return False
        return True

    assert all(await asyncio.gather(*(answers(client, 30) for client in clients)))
    still = workers_of(process.pid)
    assert len(still) == 2
    os.kill(still[0], signal.SIGSTOP)
    try:
        answered = await asyncio.gather(*(answers(client, 4) for client in clients))
    finally:
        os.kill(still[0], signal.SIGCONT)
    assert 0 < sum(answered) < CHANNELS
    for channel in channels:
        await channel.close()
    began = time.monotonic()
    assert await process.stop() == 0
    assert time.monotonic() - began < 20
    assert [worker for worker in still if _command(worker)] == []


async def _sent(address: str, request: api.ActRequest, metadata: Metadata) -> int:
    """Send an action until it is answered, over a fresh connection each time."""
    async with asyncio.timeout(30):
        while True:
            async with own_channel(address) as channel:
                try:
                    answer: Awaitable[api.ActResponse] = Client(channel).tables.Act(
                        request, metadata=metadata, timeout=5
                    )
                    return (await answer).revision
                except grpc.aio.AioRpcError as error:
                    if error.code() not in AWAY:
                        raise
            await asyncio.sleep(0.05)


async def test_a_killed_worker_loses_no_accepted_action(tmp_path: Path) -> None:
    """After kill -9 of a worker the others go on, every answer stands, and another is started."""
    process = ServerProcess(tmp_path, "--workers", "2")
    address = await process.start()
    answered: dict[str, int] = {}
    async with own_channel(address) as channel:
        games = [await start_game(Client(channel)) for _ in range(GAMES)]
    before = workers_of(process.pid)

    async def play(game: Game, count: int) -> None:
        for _ in range(count):
            async with own_channel(address) as channel:
                playing = Game(Client(channel), game.table_id, game.players)
                try:
                    request, player = await playing.next_act()
                except grpc.aio.AioRpcError:
                    continue
            revision = await _sent(address, request, player.metadata)
            answered[request.request_id] = revision

    await asyncio.gather(*(play(game, ACTS_BEFORE) for game in games))
    going_on = asyncio.gather(*(play(game, ACTS_AFTER) for game in games))
    await asyncio.sleep(0.1)
    os.kill(before[0], signal.SIGKILL)
    await going_on
    await until(lambda: len(set(workers_of(process.pid)) - set(before)) == 1)
    after = workers_of(process.pid)
    assert before[1] in after
    assert await process.stop() == 0
    assert [worker for worker in after if _command(worker)] == []
    stores = open_stores("normal", tmp_path / "data", lambda: 0)
    entries: dict[str, int] = {}
    for game in games:
        log = [entry.data async for entry in entries_from(stores.log, game.table_id)]
        for entry in check(game.table_id, log):
            entries[entry.entry_id.partition("/")[2]] = entry.revision
    await stores.aclose()
    assert len(answered) > ACTS_BEFORE * GAMES
    assert {name: entries.get(name) for name in answered} == answered


async def test_workers_do_not_outlive_their_parent(tmp_path: Path) -> None:
    """When the parent is killed its workers stop by themselves."""
    process = ServerProcess(tmp_path, "--workers", "2")
    await process.start()
    workers = workers_of(process.pid)
    assert len(workers) == 2
    await process.kill()
    await until(lambda: not any(map(_command, workers)))
    assert workers_of(process.pid) == []
