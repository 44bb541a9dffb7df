"""Be the other process: open SQLite logs and answer calls from standard input until it ends."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from paizhuo.stores.sqlite import Durability, SqliteLog
from stores.far import Host
from stores.frames import frame, read_frame


async def main() -> None:
    """Answer calls, each as soon as it is done."""
    hosts: list[Host] = []
    tasks: set[asyncio.Task[None]] = set()

    async def call(log: int | None, name: str, args: tuple[Any, ...], options: Any) -> Any:
        if log is not None:
            return await hosts[log].call(name, args, options)
        hosts.append(Host(SqliteLog(Path(args[0]), Durability(args[1]))))
        return len(hosts) - 1

    async def answer(number: int, *asked: Any) -> None:
        answered: tuple[int, Exception | None, Any]
        try:
            answered = (number, None, await call(*asked))
        except Exception as error:  # noqa: BLE001 - the caller raises it on his side
            answered = (number, error, None)
        sys.stdout.buffer.write(frame(answered))
        sys.stdout.buffer.flush()

    while (asked := await asyncio.to_thread(read_frame, sys.stdin.buffer)) is not None:
        task = asyncio.create_task(answer(*asked))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    for task in tasks:
        task.cancel()
    for host in hosts:
        await host.log.aclose()


if __name__ == "__main__":
    asyncio.run(main())
