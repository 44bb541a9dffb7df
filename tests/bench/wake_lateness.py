"""Measure how late a server does what is due: entry `time` minus the `wake_at` before it.

Run it alone with `python -m bench wake_lateness` in tests/; `make bench` calls `measure`.
"""

from __future__ import annotations

import asyncio
import itertools
import uuid
from typing import TYPE_CHECKING, Final

from bench.folder import lent_folder
from paizhuo.clock import SystemClock, SystemRandomness
from paizhuo.config import Config, Durability
from paizhuo.rpc.server import Server
from paizhuo.stores.base import entries_from
from paizhuo.stores.opening import open_stores
from paizhuo.tables.commands import Join, SetReady
from paizhuo.tables.entries import parse
from paizhuo.v1 import rules_pb2
from paizhuo.v1 import table_service_pb2 as api

if TYPE_CHECKING:
    from pathlib import Path

    from paizhuo.tables.hall import Hall

TABLES: Final = 500
SECONDS: Final = 6.0
DECISION_MS: Final = 2_000
TABLES_PER_OWNER: Final = 20


def measure(tables: int = TABLES, seconds: float = SECONDS) -> dict[str, float]:
    """Return quantiles of the lateness of all time-outs at tables where nobody answers.

    One server keeps the tables in SQLite with synchronous=FULL; three persons sit at
    each, and let every decision run out.
    """
    with lent_folder() as folder:
        late_ms = sorted(asyncio.run(_measure(folder, tables, seconds)))
    return {
        "tables": tables,
        "time_outs": len(late_ms),
        "median_ms": late_ms[len(late_ms) // 2],
        "p99_ms": late_ms[len(late_ms) * 99 // 100],
        "worst_ms": late_ms[-1],
    }


async def _measure(folder: Path, tables: int, seconds: float) -> list[int]:
    """Let time run out, and read the logs."""
    clock = SystemClock()
    config = Config(listen="127.0.0.1:0", data=folder, durability=Durability.FULL)
    stores = open_stores("full", folder, clock.now_ms)
    server = Server(config, stores, clock=clock, randomness=SystemRandomness())
    await server.start()
    try:
        names = await asyncio.gather(*(_set_up(server.hall, number) for number in range(tables)))
        await asyncio.sleep(seconds)
        late_ms: list[int] = []
        for table_id in names:
            log = [parse(entry.data) async for entry in entries_from(stores.log, table_id)]
            late_ms += [
                entry.time_ms - before.wake_at_ms
                for before, entry in itertools.pairwise(log)
                if entry.entry_id.startswith("system:timeout:")
            ]
        return late_ms
    finally:
        await server.stop(grace_s=1.0)


async def _set_up(hall: Hall, number: int) -> str:
    """Seat three persons who are ready and never answer."""
    options = {"decision_ms": str(DECISION_MS), "delegate_after_misses": "0"}
    request = api.CreateTableRequest(
        request_id=str(uuid.uuid4()),
        game="dou_dizhu",
        seats=3,
        table_options=[
            rules_pb2.Setting(name=name, value=value) for name, value in options.items()
        ],
    )
    table_id, _ = await hall.create(f"owner-{number // TABLES_PER_OWNER}", request)
    persons = [f"person-{seat}" for seat in range(3)]
    for person in persons:
        joined = api.JoinTableRequest(request_id=str(uuid.uuid4()), table_id=table_id)
        await hall.change(table_id, Join(person, joined))
    for person in persons:
        ready = api.SetReadyRequest(request_id=str(uuid.uuid4()), table_id=table_id, ready=True)
        await hall.change(table_id, SetReady(person, ready))
    return table_id
