"""Open every kind of log, from one and from two processes."""

from __future__ import annotations

import os
import random
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, NamedTuple

import pytest

from paizhuo.stores.memory import MemoryLog
from paizhuo.stores.sqlite import Durability, SqliteLog
from stores.far import OtherProcess, in_other_loop

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from paizhuo.stores.base import EventLog

SEED = int(os.environ.get("PAIZHUO_SEED") or random.randrange(1 << 32))


class Logs(NamedTuple):
    """Hold two views of the same logs: the same object, or one in another process."""

    here: EventLog
    there: EventLog


@pytest.fixture(params=["memory", "normal", "full"])
def durability(request: pytest.FixtureRequest) -> str:
    """Name how durable the log is."""
    return str(request.param)


@pytest.fixture(scope="session")
def other_process() -> Iterator[OtherProcess]:
    """Start another operating system process, once for all tests."""
    process = OtherProcess()
    yield process
    process.end()


@pytest.fixture(params=["one_process", "two_processes"])
async def logs(
    request: pytest.FixtureRequest, durability: str, other_process: OtherProcess, tmp_path: Path
) -> AsyncIterator[Logs]:
    """Open the log twice; in memory, the second process is another event loop."""
    is_alone = request.param == "one_process"
    async with AsyncExitStack() as stack:
        here: MemoryLog | SqliteLog
        if durability == "memory":
            here = MemoryLog()
        else:
            here = SqliteLog(tmp_path / "log.db", Durability(durability))
        stack.push_async_callback(here.aclose)
        if is_alone:
            yield Logs(here, here)
        elif durability == "memory":
            yield Logs(here, await stack.enter_async_context(in_other_loop(here)))
        else:
            there = other_process.log(tmp_path / "log.db", durability)
            yield Logs(here, await stack.enter_async_context(there))


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> random.Random:
    """Draw the random moments of a test; `PAIZHUO_SEED` draws those of a failure again."""
    request.node.add_report_section("call", "seed", f"PAIZHUO_SEED={SEED}")
    return random.Random(SEED)


@pytest.fixture
async def sqlite_log(tmp_path: Path) -> AsyncIterator[SqliteLog]:
    """Open a durable log in a fresh file."""
    log = SqliteLog(tmp_path / "log.db")
    yield log
    await log.aclose()
