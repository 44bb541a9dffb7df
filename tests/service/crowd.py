"""Watch a table with many streams, a connection for each guest, until somebody ends the process.

`python -m service.crowd ADDRESS TABLE STREAMS_EACH TOKEN…` prints a line once every stream has
told something. `crowds` starts several such processes.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import grpc.aio

from paizhuo.v1 import table_service_pb2 as api
from paizhuo.v1 import table_service_pb2_grpc

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

TESTS: Final = Path(__file__).parents[1]
_ALONE: Final = (("grpc.use_local_subchannel_pool", 1),)


@asynccontextmanager
async def crowds(
    address: str, table_id: str, streams_each: int, tokens: Sequence[Sequence[str]]
) -> AsyncIterator[list[asyncio.subprocess.Process]]:
    """Start a process for each lot of tokens, wait until all watch, and kill who is left."""
    processes = [
        await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "service.crowd", address, table_id, str(streams_each)),
            *lot,
            cwd=TESTS,
            stdout=asyncio.subprocess.PIPE,
        )
        for lot in tokens
    ]
    try:
        async with asyncio.timeout(120):
            for process in processes:
                assert process.stdout is not None
                assert await process.stdout.readline() == b"watching\n"
        yield processes
    finally:
        for process in processes:
            if process.returncode is None:
                process.kill()
            await process.wait()


async def _watch(address: str, table_id: str, streams_each: int, tokens: Sequence[str]) -> None:
    """Read every stream for good."""
    waiting = len(tokens) * streams_each

    async def read(stub: table_service_pb2_grpc.TableServiceAsyncStub, token: str) -> None:
        nonlocal waiting
        request = api.WatchTableRequest(table_id=table_id)
        stream = stub.WatchTable(request, metadata=(("authorization", f"Bearer {token}"),))
        is_first = True
        async for _ in stream:
            waiting -= is_first
            is_first = False
            if not waiting:
                waiting = -1
                sys.stdout.write("watching\n")
                sys.stdout.flush()

    async with asyncio.TaskGroup() as group:
        for token in tokens:
            channel = grpc.aio.insecure_channel(address, options=_ALONE)
            stub = table_service_pb2_grpc.TableServiceStub(channel)
            for _ in range(streams_each):
                group.create_task(read(stub, token))


if __name__ == "__main__":
    asyncio.run(_watch(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]))
