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

Report = Callable[..., object]
"""Log an event with fields: `report("table_quarantined", table_id=…)`."""


@dataclass(frozen=True, slots=True)
class Services:
    """Bundle the store, the clock, randomness, names and worker threads."""

    log: EventLog
    names: Names
    clock: Clock
    randomness: Randomness
    config: Config
    executor: Executor
    report: Report
    peers: Peers
