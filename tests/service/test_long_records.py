"""The server takes every record that it gives: the longest fit into a request to verify them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import grpc
import pytest

from paizhuo import limits
from paizhuo.engine import Ruleset, Table
from paizhuo.v1 import record_pb2, replay_service_pb2
from paizhuo.v1.table_service_pb2 import WatchTableResponse
from service.games import GAMES, lasting
from service.playing import refused

if TYPE_CHECKING:
    from service.playing import Client, Guest

DEALS_MAX: Final = 1000
"""Most deals of a match that has a number of deals (D5.13)."""


def played(game: str, seats: int, bot: str, **options: str) -> record_pb2.Record:
    """Return the record of a match of bots."""
    rules = Ruleset(game, seats=seats, options=options)
    table = Table(rules, seed=1, bots=dict.fromkeys(range(seats), bot))
    assert table.match_over
    return record_pb2.Record.FromString(table.record())


@lru_cache(maxsize=1)
def longest() -> record_pb2.Record:
    """Return the record of a match of as many deals as can be, whose text fits as well."""
    options = {"match_end": "deals", "match_deals": str(DEALS_MAX)}
    return played("dou_dizhu", 4, "greedy", **options)


def bytes_an_entry(record: record_pb2.Record) -> float:
    """Return how many bytes of a record an entry of its log takes, with all that seats may mix in.

    Each deal is committed to, each attempt dealt, each step taken by an entry of its own.
    """
    attempts = [attempt for deal in record.deals for attempt in deal.attempts]
    entries = len(record.deals) + sum(1 + len(attempt.steps) for attempt in attempts)
    mixed_in = len(attempts) * record.seats * (limits.ENTROPY_BYTES_MAX + 2)
    return (record.ByteSize() + mixed_in) / entries


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_log_fits_into_a_record(game: str, bot: str) -> None:
    """However long a match is, its log is bounded, and so is its record: below what is taken."""
    record = played(game, GAMES[game].seats, bot, **lasting(game, 4))
    assert bytes_an_entry(record) * limits.ENTRIES_MAX < limits.RECORD_BYTES_MAX


@pytest.mark.parametrize("seats", [3, 4])
def test_redeals_without_end_fit_into_a_record(seats: int) -> None:
    """Where all pass again and again, what seats mixed in is written down each time."""
    table = Table(Ruleset("dou_dizhu", seats=seats, options={"max_redeals": "100"}), seed=1)
    for _ in range(50 * seats):
        table.act(table.decisions[0].seat, "pass")
    deal = 1
    while deal == 1:
        # It is played out: only such a deal is written down whole.
        (decision,) = table.decisions
        action = table.seat_view(decision.seat).choose("greedy", 1)
        told = WatchTableResponse.FromString(table.act(decision.seat, action).events(None))
        deal += any(event.HasField("deal_ended") for event in told.events)
    record = record_pb2.Record.FromString(table.record())
    assert sum(len(deal.attempts) for deal in record.deals) > 20
    assert bytes_an_entry(record) * limits.ENTRIES_MAX < limits.RECORD_BYTES_MAX


async def verify(client: Client, guest: Guest, record: record_pb2.Record) -> Any:
    """Ask whether a record holds."""
    request = replay_service_pb2.VerifyRecordRequest(record=record)
    return await client.replay.VerifyRecord(request, metadata=guest.metadata)


@pytest.mark.over_http
async def test_the_longest_match_is_verified(client: Client) -> None:
    """A record of a thousand deals, more than 1 MiB, holds, over every transport."""
    record = longest()
    assert record.ByteSize() > 1024 * 1024
    assert len(record.deals) == DEALS_MAX
    verified = await verify(client, await client.guest(), record)
    assert (verified.valid, verified.problems) == (True, [])


@pytest.mark.over_http
async def test_what_is_too_long_is_told_the_bound(client: Client) -> None:
    """What no record can be is refused with the number of bytes that are taken."""
    record = record_pb2.Record(table_id="x" * limits.RECORD_BYTES_MAX)
    found = await refused(verify(client, await client.guest(), record))
    assert (found.status, found.reason) == (
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        "REQUEST_TOO_LARGE",
    )
    assert found.facts == {"bytes_max": str(limits.RECORD_BYTES_MAX)}
    assert found.retry_ms is None
