"""Measure what an `Act` costs the server, beside an empty method of the same server.

The server runs in its own process, which tells its own CPU time. Runs of both are
interleaved; the medians are compared. Actions come from hints that are asked for
outside the measured time.
"""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import grpc
import grpc.aio

from paizhuo.v1 import auth_service_pb2, auth_service_pb2_grpc, table_service_pb2_grpc
from paizhuo.v1 import table_service_pb2 as table_api

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

BENCH_SERVICE: Final = "paizhuo.bench.v1.BenchService"
RUNS: Final = 5
SEATS: Final = 4
TABLES: Final = 80
TABLES_EACH: Final = 16
ROUNDS: Final = 8
AT_ONCE: Final = 8
WATCHERS: Final = 8
STREAMS_EACH: Final = 8
_Metadata = tuple[tuple[str, str], ...]


# --- the server, in its own process ---------------------------------------------------------------


async def serve(announce: Path) -> None:
    """Serve in memory, with an empty method and one that tells the CPU time."""
    from paizhuo.clock import SystemClock, SystemRandomness  # noqa: PLC0415
    from paizhuo.config import Config  # noqa: PLC0415
    from paizhuo.rpc.server import Server  # noqa: PLC0415
    from paizhuo.stores.opening import open_stores  # noqa: PLC0415

    async def empty(raw: bytes, context: object) -> bytes:
        del raw, context
        return b""

    async def cpu_time(raw: bytes, context: object) -> bytes:
        del raw, context
        return str(time.process_time_ns()).encode()

    handlers: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
        "Empty": grpc.unary_unary_rpc_method_handler(empty),
        "CpuTime": grpc.unary_unary_rpc_method_handler(cpu_time),
    }
    clock = SystemClock()
    server = Server(
        Config(listen="127.0.0.1:0", heartbeat_ms=3_600_000),
        open_stores("memory", Path(), clock.now_ms),
        clock=clock,
        randomness=SystemRandomness(),
    )
    port = await server.start((grpc.method_handlers_generic_handler(BENCH_SERVICE, handlers),))
    announce.write_text(f"127.0.0.1:{port}\n")  # noqa: ASYNC240 - once, before anything runs
    await asyncio.Event().wait()


@asynccontextmanager
async def server_process() -> AsyncIterator[str]:
    """Start a server, give its address, and end it."""
    with tempfile.TemporaryDirectory() as folder:
        announce = Path(folder) / "address"
        command = [sys.executable, "-m", "bench.act_cost", str(announce)]
        with subprocess.Popen(command) as process:  # noqa: ASYNC220 - nothing else runs yet
            try:
                while not announce.exists() or not announce.read_text().endswith("\n"):
                    if process.poll() is not None:
                        raise RuntimeError("the server did not start")
                    await asyncio.sleep(0.05)
                yield announce.read_text().strip()
            finally:
                process.kill()


# --- the client -----------------------------------------------------------------------------------


@dataclass(slots=True)
class Table:
    """Hold a table with who sits there, and the action that is next."""

    table_id: str
    players: Sequence[_Metadata]
    next_call: tuple[table_api.ActRequest, _Metadata] | None = None


class Bench:
    """Play at many tables at once, and ask the server for its CPU time."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        """Use one channel for everything."""
        self.stub = table_service_pb2_grpc.TableServiceStub(channel)
        self._auth = auth_service_pb2_grpc.AuthServiceStub(channel)
        self._empty: Any = channel.unary_unary(f"/{BENCH_SERVICE}/Empty")
        self._cpu_time: Any = channel.unary_unary(f"/{BENCH_SERVICE}/CpuTime")
        self.heard = 0

    async def guest(self) -> _Metadata:
        """Make a guest, and return what its calls carry."""
        made = await self._auth.CreateGuest(auth_service_pb2.CreateGuestRequest(name="Bench"))
        return (("authorization", f"Bearer {made.token}"),)

    async def table(self, players: Sequence[_Metadata]) -> Table:
        """Make a table for these players, and let them all be ready."""
        created = await self.stub.CreateTable(
            table_api.CreateTableRequest(request_id=_new(), game="dou_dizhu", seats=SEATS),
            metadata=players[0],
        )
        table_id = created.table.table_id
        for player in players:
            await self.stub.JoinTable(
                table_api.JoinTableRequest(request_id=_new(), table_id=table_id), metadata=player
            )
        for player in players:
            await self.stub.SetReady(
                table_api.SetReadyRequest(request_id=_new(), table_id=table_id, ready=True),
                metadata=player,
            )
        return Table(table_id, players)

    async def look_ahead(self, table: Table) -> None:
        """Find out what is played next; between deals everybody is for going on."""
        request = table_api.GetTableRequest(table_id=table.table_id)
        while True:
            shown = await self.stub.GetTable(request, metadata=table.players[0])
            if shown.view.decisions:
                break
            await asyncio.sleep(0.01)
        player = table.players[shown.view.decisions[0].seat]
        hint = await self.stub.GetHint(
            table_api.GetHintRequest(table_id=table.table_id), metadata=player
        )
        act = table_api.ActRequest(
            request_id=_new(),
            table_id=table.table_id,
            decision_id=hint.decision_id,
            action=hint.action,
        )
        if hint.action.WhichOneof("verb") == "stop":
            getattr(act.action, "continue").SetInParent()
        table.next_call = (act, player)

    async def act(self, table: Table) -> None:
        """Send the action that was found."""
        assert table.next_call is not None
        request, metadata = table.next_call
        await self.stub.Act(request, metadata=metadata)

    async def empty(self, table: Table) -> None:
        """Call the empty method with the bytes and the token of an `Act`."""
        assert table.next_call is not None
        request, metadata = table.next_call
        await self._empty(request.SerializeToString(), metadata=metadata)

    async def cpu_ns(
        self, tables: Sequence[Table], call: Callable[[Table], Awaitable[None]], heard: int = 0
    ) -> int:
        """Return the server's CPU time of one call at each table, until so much was heard."""
        waiting = list(tables)

        async def work() -> None:
            while waiting:
                await call(waiting.pop())

        before = int(await self._cpu_time(b""))
        await asyncio.gather(*(work() for _ in range(AT_ONCE)))
        while self.heard < heard:  # noqa: ASYNC110 - looking on costs the server nothing
            await asyncio.sleep(0.002)
        return int(await self._cpu_time(b"")) - before

    async def watch(self, table: Table, watcher: _Metadata) -> None:
        """Listen to a table for good."""
        request = table_api.WatchTableRequest(table_id=table.table_id)
        async for _ in self.stub.WatchTable(request, metadata=watcher):
            self.heard += 1


async def _one_run(bench: Bench, tables: Sequence[Table], watchers: int) -> tuple[float, float]:
    """Return the CPU time of an `Act` and of an empty call, in microseconds."""
    acting = empty = 0
    for _ in range(ROUNDS):
        await asyncio.gather(*(bench.look_ahead(table) for table in tables))
        empty += await bench.cpu_ns(tables, bench.empty)
        await asyncio.sleep(0.02)
        wanted = bench.heard + len(tables) * watchers
        acting += await bench.cpu_ns(tables, bench.act, wanted)
    calls = ROUNDS * len(tables)
    return acting / calls / 1000, empty / calls / 1000


async def _measure() -> dict[str, float]:
    """Measure without watchers, then with them."""
    async with server_process() as address, grpc.aio.insecure_channel(address) as channel:
        bench = Bench(channel)
        tables: list[Table] = []
        while len(tables) < TABLES:
            players = [await bench.guest() for _ in range(SEATS)]
            tables += [await bench.table(players) for _ in range(TABLES_EACH)]
        await _one_run(bench, tables, 0)
        alone = [await _one_run(bench, tables, 0) for _ in range(RUNS)]
        count = TABLES * WATCHERS // STREAMS_EACH
        guests = [await bench.guest() for _ in range(count)]
        streams = [
            asyncio.create_task(bench.watch(table, guests[place * WATCHERS // STREAMS_EACH]))
            for place, table in enumerate(tables)
            for _ in range(WATCHERS)
        ]
        while bench.heard < len(streams):  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.01)
        watched = [await _one_run(bench, tables, WATCHERS) for _ in range(RUNS)]
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)
    act, empty = (statistics.median(run[place] for run in alone) for place in (0, 1))
    act_watched = statistics.median(run[0] for run in watched)
    return {
        "empty_us": round(empty, 1),
        "act_us": round(act, 1),
        "act_ratio": round(statistics.median(run[0] / run[1] for run in alone), 3),
        "watcher_ratio": round((act_watched - act) / WATCHERS / empty, 3),
    }


def measure() -> dict[str, float]:
    """Return CPU times in microseconds, and their ratios (`make bench`)."""
    return asyncio.run(_measure())


def _new() -> str:
    """Return a new request id."""
    return str(uuid.uuid4())


def _main(arguments: Sequence[str]) -> None:
    """Serve, when started with a file to announce the address in; else measure."""
    if arguments:
        from paizhuo.cli.serving import loop_factory  # noqa: PLC0415

        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(serve(Path(arguments[0])))
    else:
        print(measure())


if __name__ == "__main__":
    _main(sys.argv[1:])
