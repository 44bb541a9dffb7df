"""People at a table who pass, and play what is listed first: others need no bots then."""

from __future__ import annotations

import asyncio
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from paizhuo_client import Client
from paizhuo_client.model import Pass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paizhuo_client import Turn


async def _sit(address: str, table_id: str, seated: asyncio.Semaphore) -> None:
    """Take a seat, and answer until the table is left."""
    async with Client(address) as client:
        await client.become_guest("Passer")
        table = client.table(table_id)
        async with seated:
            await table.join()
            await table.ready()
        async with table.watch() as live:
            async for turn in live.turns():
                if not turn.decision.voluntary:
                    await _answer(turn)


async def _answer(turn: Turn) -> None:
    actions = await turn.actions()
    passing = next((action for action in actions if isinstance(action, Pass)), None)
    await turn.act(passing if passing is not None else actions[0])


@contextmanager
def passing(address: str, table_id: str, people: int) -> Iterator[None]:
    """Seat so many people at a table, who answer at once; they leave with the context."""
    loop = asyncio.new_event_loop()

    async def play() -> None:
        # One after another, so that none is told that the table has changed meanwhile.
        seated = asyncio.Semaphore(1)
        await asyncio.gather(*(_sit(address, table_id, seated) for _ in range(people)))

    def run() -> None:
        asyncio.set_event_loop(loop)
        try:
            loop.run_until_complete(task)
        except asyncio.CancelledError:
            pass
        finally:
            loop.close()

    task = loop.create_task(play())
    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join()
