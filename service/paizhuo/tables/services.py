"""Hold what every table needs of its process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from paizhuo.clock import Clock, Randomness
    from paizhuo.config import Config
    from paizhuo.stores.base import EventLog
    from paizhuo.tables.names import Names
    from paizhuo.tables.peers import Peers
    from paizhuo.tables.readers import Readers

Report = Callable[..., object]
"""Log an event with fields: `report("table_quarantined", table_id=…)`."""


@dataclass(frozen=True, slots=True)
class Services:
    """Bundle the store, the clock, randomness, names and worker threads.

    Tables use `executor`, and wait for it; what callers read of whole logs goes to `readers`.
    """

    log: EventLog
    names: Names
    clock: Clock
    randomness: Randomness
    config: Config
    executor: Executor
    readers: Readers
    report: Report
    peers: Peers
