"""The feed of finished matches: each once, in one order, however often it is cut off."""

from __future__ import annotations

import asyncio
import os
import random
from typing import TYPE_CHECKING, Any, Final

import grpc
import grpc.aio
import pytest

from paizhuo.engine import verify_record
from paizhuo.rpc.server import Server
from paizhuo.stores.base import StoreUnavailable, Trouble
from paizhuo.stores.opening import open_stores
from paizhuo.tables.feed import decode_position, encode_position
from paizhuo.v1 import replay_service_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.games import DEFAULT, lasting, seats_of
from service.pair import TWO, Pair, paired
from service.platform_tokens import Signer, called, secret_signer, start_pair
from service.playing import (
    Client,
    Guest,
    ServerProcess,
    connected,
    new_id,
    read_refusal,
    refused,
    settings,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping
    from pathlib import Path

MATCHES = 200
TABLES = 24
SEED = int(os.environ.get("PAIZHUO_SEED") or random.randrange(1 << 32))

ONE_DEAL_COUNTS: Final[Mapping[str, Callable[[list[int]], bool]]] = {
    "dou_dizhu": lambda totals: sum(totals) == 0 < max(totals),
    "zheng_fen": lambda totals: sum(totals) == 100,
    # Who wins gets the same as everybody else on that side, and nobody else anything (ZP-5.8).
    "zhao_pengyou": lambda totals: len(set(totals)) == 2 and min(totals) == 0,
    "hachinin_meri": lambda totals: sum(totals[:2]) == 9 and totals[:2] * 4 == totals,
}
"""What holds of the totals of all seats after a match of one deal."""

Feed = replay_service_pb2.WatchRecordsResponse
ONE_DEAL = settings(**lasting(DEFAULT, 1))


def _watch(client: Client, admin: Guest, after: str = "", **fields: Any) -> AsyncIterator[Feed]:
    request = replay_service_pb2.WatchRecordsRequest(after=after, **fields)
    return aiter(client.replay.WatchRecords(request, metadata=admin.metadata))


async def _bots_alone(client: Client, owner: Guest, game: str = DEFAULT) -> str:
    """Create a table where bots play match after match of one deal."""
    table_id = await client.create(owner, game=game, options=settings(**lasting(game, 1)))
    for _ in range(seats_of(game)):
        await client.add_bot(table_id, owner, "random")
    return table_id


async def _consume(
    addresses: list[str], admin: Guest, chance: random.Random
) -> list[tuple[str, int]]:
    """Take matches from whichever server, cut off at random, until there are enough."""
    taken: list[tuple[str, int]] = []
    position = ""
    while len(taken) < MATCHES:
        async with connected(chance.choice(addresses)) as client:
            stream = _watch(client, admin, position)
            left = chance.randrange(1, 20)
            async with asyncio.timeout(60):
                async for message in stream:
                    position = message.position
                    if not message.heartbeat:
                        taken.append((message.table_id, message.match))
                        assert message.HasField("end")
                        left -= 1
                    if not left or len(taken) == MATCHES:
                        break
    return taken


@pytest.mark.slow
async def test_every_match_is_told_once_and_in_order(tmp_path: Path) -> None:
    """Of 200 matches of two processes a consumer that is cut off sees each once, as they ended."""
    signer, path = secret_signer(tmp_path)
    processes = [ServerProcess(tmp_path, "--jwt-key", str(path)) for _ in range(2)]
    addresses = [await process.start() for process in processes]
    for place in range(TABLES):
        async with connected(addresses[place % 2]) as client:
            await _bots_alone(client, signer.user(f"owner-{place % 4}"))
    taken = await _consume(addresses, signer.user("ledger"), random.Random(SEED))
    assert [await process.stop() for process in processes] == [0, 0]
    stores = open_stores("normal", tmp_path / "data", lambda: 0)
    ended = await stores.log.ended(0, MATCHES)
    await stores.aclose()
    assert len(set(taken)) == MATCHES, f"PAIZHUO_SEED={SEED}"
    assert taken == [(each.table_id, each.end.match) for each in ended], f"PAIZHUO_SEED={SEED}"


@pytest.fixture
async def feeding(
    tmp_path: Path, processes: str
) -> AsyncIterator[tuple[Server | Pair, Client, Signer]]:
    """Run a server with quick heartbeats that believes a platform, or two."""
    signer, path = secret_signer(tmp_path)
    chosen: dict[str, Any] = {"jwt_key": path, "heartbeat_ms": 100}
    if processes == TWO:
        pair = start_pair(tmp_path, **chosen)
        async with paired(pair.addresses) as client:
            yield pair, client, signer
        assert pair.stop() == [0, 0]
        return
    async with called(tmp_path, **chosen) as (server, client):
        yield server, client, signer


@pytest.mark.every_game
async def test_a_match_is_told_with_all_that_a_ledger_needs(
    feeding: tuple[Server | Pair, Client, Signer], game_name: str
) -> None:
    """A message has players, totals and, if asked for, a record that holds by itself."""
    _, client, signer = feeding
    admin = signer.user("ledger")
    table_id = await _bots_alone(client, signer.user("1"), game_name)
    messages = [
        message
        async for message in _first(_watch(client, admin, with_records=True), 2)
        if not message.heartbeat
    ]
    first = messages[0]
    assert (first.table_id, first.match, first.game) == (table_id, 1, game_name)
    seats = seats_of(game_name)
    assert [player.bot for player in first.players] == ["random"] * seats
    assert len(first.end.totals) == seats
    assert ONE_DEAL_COUNTS[game_name](list(first.end.totals))
    assert first.record.end == first.end
    assert verify_record(first.record.SerializeToString()) == []
    brief = await _only_match(client, admin)
    assert (brief.position, brief.end) == (first.position, first.end)
    assert not brief.HasField("record")


async def _first(stream: AsyncIterator[Feed], count: int) -> AsyncIterator[Feed]:
    """Give the first matches of a stream, and what comes between."""
    async with asyncio.timeout(60):
        async for message in stream:
            yield message
            count -= not message.heartbeat
            if not count:
                return


async def test_a_person_is_told_by_principal(feeding: tuple[Server | Pair, Client, Signer]) -> None:
    """The ledger finds its users by the subject of their tokens, seat by seat."""
    _, client, signer = feeding
    ann, admin = signer.user("ann", name="Ann"), signer.user("ledger")
    table_id = await client.create(ann, options=ONE_DEAL, private=True)
    await client.join(table_id, ann)
    for _ in range(2):
        await client.add_bot(table_id, ann)
    await client.ready(table_id, ann)
    told = asyncio.create_task(_only_match(client, admin))
    while not told.done():
        hint = await client.hint(table_id, ann)
        if hint.decision_id:
            request = api.ActRequest(
                request_id=new_id(),
                table_id=table_id,
                decision_id=hint.decision_id,
                action=hint.action,
            )
            await client.tables.Act(request, metadata=ann.metadata)
        await asyncio.sleep(0.01)
    players = (await told).players
    assert [(player.principal, player.bot) for player in players] == [
        ("p-ann", ""),
        ("", "greedy"),
        ("", "greedy"),
    ]


async def _only_match(client: Client, admin: Guest) -> Feed:
    messages = [message async for message in _first(_watch(client, admin), 1)]
    return messages[-1]


async def test_silence_is_told_as_silence(feeding: tuple[Server | Pair, Client, Signer]) -> None:
    """Where no match ends there are heartbeats, whose position is as good as any."""
    _, client, signer = feeding
    admin = signer.user("ledger")
    message = await asyncio.wait_for(anext(aiter(_watch(client, admin))), 10)
    assert message.heartbeat
    assert message.position
    again = await asyncio.wait_for(anext(aiter(_watch(client, admin, message.position))), 10)
    assert again == message


@pytest.mark.one_process(reason="it stops the streams of the process")
async def test_a_stopping_server_ends_the_feed(
    feeding: tuple[Server | Pair, Client, Signer],
) -> None:
    """The feed ends with DRAINING and when to try again, and none begins."""
    server, client, signer = feeding
    assert isinstance(server, Server)
    stream = aiter(_watch(client, signer.user("ledger")))
    await anext(stream)
    server.hall.end_streams()
    with pytest.raises(grpc.aio.AioRpcError) as ended:
        await _read_on(stream)
    found = read_refusal(ended.value)
    assert (found.reason, found.status) == ("DRAINING", grpc.StatusCode.UNAVAILABLE)
    assert found.retry_ms
    begun = anext(aiter(_watch(client, signer.user("ledger"))))
    assert (await refused(begun)).reason == "DRAINING"


async def _read_on(stream: AsyncIterator[Feed]) -> None:
    """Read a stream to its end."""
    async for _ in stream:
        pass


@pytest.mark.parametrize(
    "after", ["1", "next", "é", "AAAAAAAAAAAAAAAA", encode_position((1 << 64) - 1), "A" * 999]
)
async def test_what_is_no_position_is_refused(
    feeding: tuple[Server | Pair, Client, Signer], after: str
) -> None:
    """A position is one that the feed gave, or none."""
    _, client, signer = feeding
    found = await refused(anext(aiter(_watch(client, signer.user("ledger"), after))))
    assert (found.status, found.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "FIELD_INVALID")
    assert found.facts["field"] == "after"


async def test_a_position_that_nothing_has_come_to_is_refused(
    feeding: tuple[Server | Pair, Client, Signer],
) -> None:
    """After a restored backup a ledger is told that it knows more, instead of nothing."""
    _, client, signer = feeding
    admin = signer.user("ledger")
    found = await refused(anext(aiter(_watch(client, admin, encode_position(1)))))
    assert (found.status, found.reason) == (grpc.StatusCode.OUT_OF_RANGE, "POSITION_AHEAD")
    await _bots_alone(client, signer.user("1"))
    last = await _only_match(client, admin)
    async with asyncio.timeout(10):
        after = await anext(aiter(_watch(client, admin, last.position)))
    assert after.heartbeat or decode_position(after.position) > decode_position(last.position)


def test_positions_are_read_as_they_were_written() -> None:
    """Every position is what it was, and none is the beginning."""
    for position in (0, 1, 77, (1 << 63) - 1):
        assert decode_position(encode_position(position)) == position
    assert decode_position("") == 0


@pytest.mark.one_process(reason="it breaks the store of the process")
async def test_a_damaged_table_does_not_hold_up_the_others(
    feeding: tuple[Server | Pair, Client, Signer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match whose log cannot be read is told without its end, and the next one follows."""
    server, client, signer = feeding
    assert isinstance(server, Server)
    owner, admin = signer.user("1"), signer.user("ledger")
    for _ in range(2):
        await _bots_alone(client, owner)
    messages = [
        message async for message in _first(_watch(client, admin), 6) if not message.heartbeat
    ]
    broken = messages[0].table_id
    read = server.stores.log.read

    async def read_some(table_id: str, after: int = 0, limit: int = 1000) -> Any:
        if table_id == broken:
            raise StoreUnavailable(Trouble.CORRUPTED, "as if")
        return await read(table_id, after, limit)

    monkeypatch.setattr(server.stores.log, "read", read_some)
    again = [message async for message in _first(_watch(client, admin), 6) if not message.heartbeat]
    assert [message.position for message in again] == [m.position for m in messages]
    assert [message.HasField("end") for message in again] == [
        message.table_id != broken for message in messages
    ]
