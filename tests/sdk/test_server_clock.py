"""Deadlines are meant by the server's clock, however wrong the own one is."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from paizhuo_client.server_clock import KEPT_S, ServerClock

if TYPE_CHECKING:
    from paizhuo_client import Client
    from paizhuo_client.testing import FakeServer

OUTER_S = 60
HOUR_MS = 3_600_000
LEFT_MS = 600_000


@dataclass
class Machine:
    """A machine whose clocks a test sets, in seconds."""

    monotonic_s: float = 100.0
    wall_s: float = 7.0

    def clock(self) -> ServerClock:
        """Make a clock on it."""
        return ServerClock(monotonic=lambda: self.monotonic_s, wall=lambda: self.wall_s)


def test_without_a_message_the_clocks_are_equal() -> None:
    """What nobody has told yet is taken from this machine."""
    assert Machine(wall_s=12.5).clock().now_ms == 12_500


def test_the_quickest_message_tells_most() -> None:
    """A message that was long under way, or tells of the past, does not set the clock back."""
    machine = Machine()
    clock = machine.clock()
    clock.hear_past(400_000)
    clock.hear(900_000)
    machine.monotonic_s += 10
    clock.hear(905_000)
    clock.hear_past(909_999)
    assert clock.now_ms == 910_000
    machine.monotonic_s += 1
    clock.hear_past(912_000)
    assert clock.now_ms == 912_000


def test_this_machine_may_be_set_anew() -> None:
    """The time goes on by a clock that nobody sets."""
    machine = Machine()
    clock = machine.clock()
    clock.hear(900_000)
    machine.wall_s -= 1_000_000
    machine.monotonic_s += 2
    assert clock.now_ms == 902_000


def test_the_server_may_be_set_back() -> None:
    """After a while what it says counts again, and what it said of the past does not."""
    machine = Machine()
    clock = machine.clock()
    clock.hear(900_000)
    machine.monotonic_s += KEPT_S
    clock.hear(500_000)
    assert clock.now_ms == 900_000 + KEPT_S * 1000
    machine.monotonic_s += 1
    clock.hear_past(501_000)
    assert clock.now_ms == 901_000 + KEPT_S * 1000
    clock.hear(502_000)
    assert clock.now_ms == 502_000


@pytest.mark.parametrize("skew_ms", [-HOUR_MS, HOUR_MS])
async def test_what_is_left_is_counted_by_the_server(
    skew_ms: int, fake_server: FakeServer, fake_client: Client
) -> None:
    """An hour between the clocks changes nothing, from the first message on."""
    table = fake_server.add_table(own_seat=0)
    table.clock = lambda: time.time() + skew_ms / 1000
    deadline_ms = table.now_ms + LEFT_MS
    seats = list(table.table.seats)
    seats[0] = replace(seats[0], deadline_ms=deadline_ms)
    seats[1] = replace(seats[1], deadline_ms=table.now_ms - 1)
    table.tell(table=replace(table.table, seats=tuple(seats)))
    async with asyncio.timeout(OUTER_S), fake_client.table(table.table_id).watch() as live:
        assert abs(live.now_ms - table.now_ms) < OUTER_S * 1000
        left = live.left_ms()
        assert left is not None
        assert LEFT_MS - OUTER_S * 1000 < left <= LEFT_MS
        assert live.left_ms(0) is not None
        assert live.left_ms(1) == 0
        assert live.left_ms(2) is None
        polled = await fake_client.table(table.table_id).get()
        for told_ms in (polled.now_ms, live.snapshot.now_ms):
            assert deadline_ms - LEFT_MS <= told_ms <= table.now_ms
        assert polled == replace(polled, now_ms=0)
        # A heartbeat corrects what a slow first message said.
        table.clock = lambda: time.time() + skew_ms / 1000 + 60
        table.heartbeat()
        revision = table.tell()
        await live.until(lambda snapshot: snapshot.revision == revision)
        assert live.now_ms - time.time() * 1000 - skew_ms > 60_000 - OUTER_S * 1000 / 2
