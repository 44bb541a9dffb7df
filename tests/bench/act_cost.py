"""Measure what an `Act` costs the server, beside an empty method of the same server.

The server runs in its own process, which tells its own CPU time. Whole deals are played
at several tables, call after call as from clients that follow the stream: one table after
the other, so that each call is alone, and for `busy` all at once, so that calls share what
it costs to wake the server, and an `Act` weighs more beside an empty call. Each deal is cut
into stretches; before each, the empty method is called with the same bytes and tokens. A
run compares the medians of its stretches, so that a stall of the machine, which is charged
to whoever runs, spoils one stretch and not the run.
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

from paizhuo.v1 import (
    action_pb2,
    auth_service_pb2,
    auth_service_pb2_grpc,
    rules_pb2,
    table_service_pb2_grpc,
)
from paizhuo.v1 import table_service_pb2 as table_api

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

BENCH_SERVICE: Final = "paizhuo.bench.v1.BenchService"
RUNS: Final = 5
SEATS: Final = 4
TABLES: Final = 8
WATCHERS: Final = 8
STREAMS_EACH: Final = 8
STRETCH: Final = 13
"""Calls a table in one stretch."""
_ONE_DEAL: Final = (
    rules_pb2.Setting(name="match_end", value="deals"),
    rules_pb2.Setting(name="match_deals", value="1"),
)
_Metadata = tuple[tuple[str, str], ...]
_Call = tuple[table_api.ActRequest, _Metadata]


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
    """Hold a table whose cards are dealt, and everything that will be done there."""

    table_id: str
    calls: list[_Call]


class Bench:
    """Play at several tables at once, and ask the server for its CPU time."""

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
        """Make a table for these players, have it dealt, and plan the deal."""
        created = await self.stub.CreateTable(
            table_api.CreateTableRequest(
                request_id=_new(), game="dou_dizhu", seats=SEATS, options=_ONE_DEAL
            ),
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
        return Table(table_id, await self._plan(table_id, players))

    async def _plan(self, table_id: str, players: Sequence[_Metadata]) -> list[_Call]:
        """Plan a deal in which the first to bid is the landlord, and all others pass.

        What the bottom held is not known: the landlord plays the cards of the first hand.
        """
        request = table_api.GetTableRequest(table_id=table_id)
        while True:
            shown = await self.stub.GetTable(request, metadata=players[0])
            if shown.view.decisions:
                break
            await asyncio.sleep(0.01)
        landlord = shown.view.decisions[0].seat
        own = await self.stub.GetTable(request, metadata=players[landlord])
        # The questions of a deal are counted: the next one is named by the next number.
        deal, count, _ = (int(part) for part in shown.view.decisions[0].id.split("-"))
        actions = [(landlord, action_pb2.Action(bid=action_pb2.Bid(value=3)))]
        for card in own.view.seats[landlord].hand.split("-"):
            actions.append((landlord, action_pb2.Action(play=action_pb2.Play(cards=card))))
            for step in range(1, SEATS):
                passing = action_pb2.Action()
                getattr(passing, "pass").SetInParent()
                actions.append(((landlord + step) % SEATS, passing))
        return [
            (
                table_api.ActRequest(
                    request_id=_new(),
                    table_id=table_id,
                    decision_id=f"{deal}-{count + place}-{seat}",
                    action=action,
                ),
                players[seat],
            )
            for place, (seat, action) in enumerate(actions)
        ]

    async def play(self, calls: Sequence[_Call]) -> None:
        """Play a part of a deal."""
        for request, metadata in calls:
            await self.stub.Act(request, metadata=metadata)

    async def call_empty(self, calls: Sequence[_Call]) -> None:
        """Call the empty method with the bytes and the tokens of a part of a deal."""
        for request, metadata in calls:
            await self._empty(request.SerializeToString(), metadata=metadata)

    async def cpu_us(
        self,
        stretches: Sequence[Sequence[_Call]],
        work: Callable[[Sequence[_Call]], Awaitable[None]],
        *,
        at_once: bool,
        heard: int = 0,
    ) -> float:
        """Return the server's CPU time of a call, in microseconds, until so much was heard."""
        before = int(await self._cpu_time(b""))
        if at_once:
            await asyncio.gather(*(work(calls) for calls in stretches))
        else:
            for calls in stretches:
                await work(calls)
        while self.heard < heard:  # noqa: ASYNC110 - looking on costs the server nothing
            await asyncio.sleep(0.002)
        spent = int(await self._cpu_time(b"")) - before
        return spent / 1000 / sum(len(calls) for calls in stretches)

    async def watch(self, table: Table, watcher: _Metadata) -> None:
        """Listen to a table for good."""
        request = table_api.WatchTableRequest(table_id=table.table_id)
        async for _ in self.stub.WatchTable(request, metadata=watcher):
            self.heard += 1


async def _one_run(
    bench: Bench, watchers: int = 0, *, at_once: bool = False
) -> tuple[float, float]:
    """Return the CPU time of an `Act` and of an empty call, in microseconds."""
    players = [await bench.guest() for _ in range(SEATS)]
    tables = [await bench.table(players) for _ in range(TABLES)]
    guests = [await bench.guest() for _ in range(TABLES * watchers // STREAMS_EACH)]
    before = bench.heard
    streams = [
        asyncio.create_task(bench.watch(table, guests[place * watchers // STREAMS_EACH]))
        for place, table in enumerate(tables)
        for _ in range(watchers)
    ]
    while bench.heard < before + len(streams):  # noqa: ASYNC110 - as above
        await asyncio.sleep(0.01)
    acting: list[float] = []
    empty: list[float] = []
    for start in range(0, max(len(table.calls) for table in tables), STRETCH):
        stretches = [table.calls[start : start + STRETCH] for table in tables]
        empty.append(await bench.cpu_us(stretches, bench.call_empty, at_once=at_once))
        wanted = bench.heard + watchers * sum(len(calls) for calls in stretches)
        acting.append(await bench.cpu_us(stretches, bench.play, at_once=at_once, heard=wanted))
    for stream in streams:
        stream.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    return statistics.median(acting), statistics.median(empty)


async def _measure() -> dict[str, float]:
    """Measure calls alone, with watchers, and many at once, in turns."""
    async with server_process() as address, grpc.aio.insecure_channel(address) as channel:
        bench = Bench(channel)
        await _one_run(bench)
        alone: list[tuple[float, float]] = []
        watched: list[tuple[float, float]] = []
        busy: list[tuple[float, float]] = []
        for _ in range(RUNS):
            alone.append(await _one_run(bench))
            watched.append(await _one_run(bench, WATCHERS))
            busy.append(await _one_run(bench, at_once=True))
    act, empty = (statistics.median(run[place] for run in alone) for place in (0, 1))
    per_watcher = [
        (more[0] / more[1] - less[0] / less[1]) / WATCHERS
        for more, less in zip(watched, alone, strict=True)
    ]
    return {
        "empty_us": round(empty, 1),
        "act_us": round(act, 1),
        "act_ratio": round(statistics.median(run[0] / run[1] for run in alone), 3),
        "act_ratio_limit": 1.25,
        "busy_act_ratio": round(statistics.median(run[0] / run[1] for run in busy), 3),
        "watcher_ratio": round(statistics.median(per_watcher), 3),
        "watcher_ratio_limit": 0.2,
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
