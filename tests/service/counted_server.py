"""Serve in a process of its own that also tells what it holds: streams, watchers, tasks, memory.

`python -m service.counted_server ANNOUNCE HEARTBEAT_MS PING_TIMEOUT_MS STALLED_WRITE_S`
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import json
import resource
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import grpc

from paizhuo import limits
from paizhuo.cli.serving import loop_factory
from paizhuo.clock import SystemClock, SystemRandomness
from paizhuo.config import Config
from paizhuo.errors import Why
from paizhuo.rpc.server import Server
from paizhuo.stores.opening import open_stores

if TYPE_CHECKING:
    from collections.abc import Sequence

COUNT_SERVICE: Final = "paizhuo.test.v1.CountService"


class Held(NamedTuple):
    """Hold what a server holds, and how many streams it told to watch again.

    `tasks` are those of streams and of calls, but for the one that asks.
    """

    streams: int
    watchers: int
    tasks: int
    all_tasks: int
    memory_bytes: int
    resyncs: int


async def serve(announce: Path, heartbeat_ms: int) -> None:
    """Serve in memory until it is killed."""
    clock = SystemClock()
    server = Server(
        Config(listen="127.0.0.1:0", heartbeat_ms=heartbeat_ms),
        open_stores("memory", Path(), clock.now_ms),
        clock=clock,
        randomness=SystemRandomness(),
    )

    libc = ctypes.CDLL(None)

    async def count(raw: bytes, context: object) -> bytes:
        del raw, context
        gc.collect()
        # How much of what was freed the allocator keeps is a matter of the machine's pace.
        libc.malloc_trim(0)
        tasks = asyncio.all_tasks()
        calls = sum("WatchTable" in task.get_name() for task in tasks)
        calls += sum(task.get_name() == "rpc_task" for task in tasks) - 1
        held = Held(
            streams=server.hall.stream_count,
            watchers=sum(len(table.audience.watchers) for table in server.hall.tables),
            tasks=calls,
            all_tasks=len(tasks),
            memory_bytes=_resident_bytes(),
            resyncs=server.counters.refusals[Why.RESYNC.name],
        )
        return json.dumps(held).encode()

    handlers: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
        "Count": grpc.unary_unary_rpc_method_handler(count)
    }
    port = await server.start((grpc.method_handlers_generic_handler(COUNT_SERVICE, handlers),))
    announce.write_text(f"127.0.0.1:{port}\n")  # noqa: ASYNC240 - once, before anything runs
    await asyncio.Event().wait()


def _resident_bytes() -> int:
    """Return the memory that this process has resident."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def _main(arguments: Sequence[str]) -> None:
    """Serve as the arguments say."""
    announce, heartbeat_ms, ping_timeout_ms, stalled_write_s = arguments
    vars(limits)["PING_TIMEOUT_MS"] = int(ping_timeout_ms)
    vars(limits)["STALLED_WRITE_S"] = float(stalled_write_s)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(serve(Path(announce), int(heartbeat_ms)))


if __name__ == "__main__":
    _main(sys.argv[1:])
