"""Be the other process: open a SQLite log, answer calls from standard input until it ends."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from paizhuo.stores.sqlite import Durability, SqliteLog
from stores.far import Host
from stores.frames import receive, send


async def main(path: Path, durability: Durability) -> None:
    """Answer calls, each as soon as it is done."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    transport, protocol = await loop.connect_write_pipe(
        asyncio.streams.FlowControlMixin, sys.stdout
    )
    writer = asyncio.StreamWriter(transport, protocol, None, loop)
    log = SqliteLog(path, durability)
    host = Host(log)
    tasks: set[asyncio.Task[None]] = set()

    async def answer(number: int, name: str, args: tuple[Any, ...], options: Any) -> None:
        try:
            send(writer, (number, None, await host.call(name, args, options)))
        except Exception as error:  # noqa: BLE001 - the caller raises it on his side
            send(writer, (number, error, None))

    try:
        while True:
            task = asyncio.create_task(answer(*await receive(reader)))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
    except asyncio.IncompleteReadError:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        await log.aclose()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), Durability(sys.argv[2])))
