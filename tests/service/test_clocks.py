"""Time runs out by the log's times alone: over real gRPC, across restarts, in two processes."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from paizhuo import limits
from paizhuo.config import Durability
from paizhuo.storage.v1 import entry_pb2
from paizhuo.v1 import action_pb2, view_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.games import lasting
from service.log_checks import check, opened_ms
from service.playing import (
    Client,
    connected,
    log_of,
    new_id,
    refused,
    served,
    settings,
    start_game,
)

if TYPE_CHECKING:
    from pathlib import Path

    from service.playing import Running


DECISION_MS = 300
LONG_MS = 3_600_000


def clocked(**more: str) -> dict[str, Any]:
    """Return the fields of a table whose decisions run out soon."""
    chosen = {"decision_ms": str(DECISION_MS), "delegate_after_misses": "0", **more}
    return {"table_options": settings(**chosen)}


async def entries(server: Running, table_id: str) -> list[entry_pb2.Entry]:
    """Return the entries of a log in which everything fits when it is played again."""
    return check(table_id, await log_of(server, table_id))


async def until_entries(
    server: Running, table_id: str, count: int, actor: entry_pb2.Actor.ValueType
) -> list[entry_pb2.Entry]:
    """Wait until so many actions of an actor stand in the log."""
    async with asyncio.timeout(30):
        while True:
            log = await entries(server, table_id)
            if sum(entry.acted.actor == actor for entry in log) >= count:
                return log
            await asyncio.sleep(0.02)


async def assert_on_time(
    server: Running, table_id: str, decision_ms: int = DECISION_MS
) -> Counter[str]:
    """Check that each time-out is as the entry before wanted it, and count their verbs."""
    raw = await log_of(server, table_id)
    opened = opened_ms(table_id, raw)
    counted: Counter[str] = Counter()
    for before, entry in itertools.pairwise(check(table_id, raw)):
        if entry.acted.actor == entry_pb2.ACTOR_TIMEOUT:
            action = action_pb2.Action.FromString(entry.acted.action)
            counted[action.WhichOneof("verb") or ""] += 1
            assert entry.entry_id == f"system:timeout:{entry.acted.decision_id}"
            assert entry.time_ms >= before.wake_at_ms
            assert entry.time_ms - opened[entry.acted.decision_id] >= decision_ms
    return counted


@pytest.mark.every_game
async def test_nobody_answers_and_the_rules_do(
    server: Running, client: Client, game_name: str
) -> None:
    """With nobody there a deal is played by D5.14 or its like, each action when its time is up."""
    game = await start_game(client, game=game_name, **clocked())
    shown = await client.get(game.table_id, game.players[0])
    asked = {decision.seat for decision in shown.view.decisions}
    dealt = {"deal_started", "cards_drawn"}
    opened = [e for e in await entries(server, game.table_id) if e.WhichOneof("body") in dealt][-1]
    assert shown.table.deadline_ms == opened.time_ms + DECISION_MS
    for row in shown.table.seats:
        assert row.HasField("deadline_ms") == (row.seat in asked)
        assert row.deadline_ms in {0, shown.table.deadline_ms}
    count = len(asked) + 2
    await until_entries(server, game.table_id, count, entry_pb2.ACTOR_TIMEOUT)
    assert (await assert_on_time(server, game.table_id)).total() >= count


@pytest.mark.every_game
async def test_everybody_is_told_that_time_ran_out(client: Client, game_name: str) -> None:
    """A stream shows the action, that it was a time-out, and the next deadline."""
    game = await start_game(client, game=game_name, **clocked())
    request = api.WatchTableRequest(table_id=game.table_id)
    stream = client.tables.WatchTable(request, metadata=game.players[0].metadata)
    deadline_ms = 0
    async for message in stream:
        kinds = [event.WhichOneof("kind") for event in message.events]
        if "seat_timed_out" in kinds:
            assert kinds[0] == "acted"
            assert message.time_ms >= deadline_ms
            assert message.table.deadline_ms == message.time_ms + DECISION_MS
            break
        deadline_ms = message.table.deadline_ms
    stream.cancel()


async def test_time_outs_of_zheng_fen_are_those_of_the_rules(client: Client) -> None:
    """A follower passes, and a leader lays the lowest card, of equal ranks the lowest suit."""
    game = await start_game(
        client,
        game="zheng_fen",
        table_options=settings(decision_ms="30", delegate_after_misses="0"),
    )
    order = [rank + suit for rank in "3456789TJQKA2" for suit in "cdhs"] + ["b", "r"]
    seen: Counter[str] = Counter()

    async def watch(seat: int) -> None:
        request = api.WatchTableRequest(
            table_id=game.table_id, after_revision=0, views=api.VIEWS_EVERY
        )
        metadata = game.players[seat].metadata
        before = view_pb2.View()
        async for message in client.tables.WatchTable(request, metadata=metadata):
            timed_out = any(event.HasField("seat_timed_out") for event in message.events)
            if timed_out and message.events[0].acted.seat == seat:
                action = message.events[0].acted.action
                lowest = min(before.seats[seat].hand.split("-"), key=order.index)
                leads = not before.trick.plays
                assert action.WhichOneof("verb") == ("play" if leads else "pass")
                assert action.play.cards == (lowest if leads else "")
                seen["lead" if leads else "follow"] += 1
            before = message.view
            if len(seen) == 2 and seen.total() >= 12:
                return

    async with asyncio.timeout(60), asyncio.TaskGroup() as group:
        for seat in range(3):
            group.create_task(watch(seat))


async def test_a_bank_is_used_after_the_decision(server: Running, client: Client) -> None:
    """The bank of a seat goes on where the decision's time ends, and then is used up."""
    game = await start_game(client, **clocked(bank_ms="400"))
    shown = await client.get(game.table_id, game.players[0])
    asked = shown.view.decisions[0].seat
    assert [row.bank_ms for row in shown.table.seats] == [400] * 3
    await asyncio.sleep((DECISION_MS + 100) / 1000)
    request, player = await game.next_act()
    acted = await client.tables.Act(request, metadata=player.metadata)
    log = await entries(server, game.table_id)
    opened, answered = (
        log[acted.revision - 2].time_ms,
        log[acted.revision - 1].time_ms,
    )
    left = 400 - (answered - opened - DECISION_MS)
    shown = await client.get(game.table_id, player)
    assert shown.table.seats[asked].bank_ms == left < 400
    await until_entries(server, game.table_id, 2, entry_pb2.ACTOR_TIMEOUT)
    shown = await client.get(game.table_id, player)
    assert shown.table.seats[(asked + 1) % 3].bank_ms == 0


async def test_nothing_but_answers_moves_a_clock(server: Running, client: Client) -> None:
    """Looking, watching and saying ready or not leave every deadline and bank as they were."""
    game = await start_game(client, **clocked(decision_ms="60000", bank_ms="1000"))
    player = game.players[0]
    before = (await client.get(game.table_id, player)).table
    request = api.WatchTableRequest(table_id=game.table_id)
    for guest in game.players:
        stream = client.tables.WatchTable(request, metadata=guest.metadata)
        first = await anext(aiter(stream))
        assert first.table.deadline_ms == before.deadline_ms
        stream.cancel()
        for ready in (True, False):
            toggle = api.SetReadyRequest(request_id=new_id(), table_id=game.table_id, ready=ready)
            await client.tables.SetReady(toggle, metadata=guest.metadata)
    await asyncio.sleep(0.05)
    after = (await client.get(game.table_id, player)).table
    assert after.deadline_ms == before.deadline_ms > 0
    assert [(row.bank_ms, row.deadline_ms) for row in after.seats] == [
        (row.bank_ms, row.deadline_ms) for row in before.seats
    ]
    assert after.revision == before.revision + 6
    assert len(await entries(server, game.table_id)) == after.revision


async def test_two_servers_let_time_run_out_once(tmp_path: Path) -> None:
    """Two servers on one file write every time-out once, and none before its time."""
    async with (
        served(tmp_path, Durability.NORMAL) as one,
        served(tmp_path, Durability.NORMAL) as two,
        connected(f"127.0.0.1:{one.port}") as client,
        connected(f"127.0.0.1:{two.port}") as other,
    ):
        games = [await start_game(client, **clocked()) for _ in range(4)]
        for game in games:
            await other.get(game.table_id, game.players[0])
        for game in games:
            await until_entries(two, game.table_id, 4, entry_pb2.ACTOR_TIMEOUT)
            assert (await assert_on_time(two, game.table_id)).total() >= 4


async def test_a_restart_does_not_hurry_a_clock(tmp_path: Path) -> None:
    """After a short restart a decision runs out at the deadline that was shown before."""
    async with (
        served(tmp_path, Durability.NORMAL) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        game = await start_game(client, **clocked(decision_ms="1500"))
        shown = await client.get(game.table_id, game.players[0])
    async with (
        served(tmp_path, Durability.NORMAL) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        again = await client.get(game.table_id, game.players[0])
        assert again.table.deadline_ms == shown.table.deadline_ms
        await until_entries(server, game.table_id, 1, entry_pb2.ACTOR_TIMEOUT)
        assert (await assert_on_time(server, game.table_id, 1500)).total() == 1


async def test_time_without_a_server_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pause from the last mark to the next start is logged, and the rest is left whole."""
    monkeypatch.setattr("paizhuo.limits.MARK_STALE_MS", 500)
    async with (
        served(tmp_path, Durability.NORMAL) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        game = await start_game(client, **clocked(decision_ms="2000"))
        shown = await client.get(game.table_id, game.players[0])
        free = await start_game(client)
    await asyncio.sleep(1.0)
    async with (
        served(tmp_path, Durability.NORMAL) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        again = await client.until(
            game.table_id, game.players[0], lambda seen: not seen.table.paused
        )
        log = await entries(server, game.table_id)
        paused, resumed = log[-2:]
        assert paused.paused.by_server
        assert resumed.HasField("resumed")
        stood_ms = resumed.time_ms - paused.time_ms
        assert stood_ms >= 1000
        assert again.table.deadline_ms == shown.table.deadline_ms + stood_ms
        assert not any(e.HasField("paused") for e in await entries(server, free.table_id))


@pytest.mark.every_game
async def test_missing_again_and_again_lets_a_bot_play(
    server: Running, client: Client, game_name: str
) -> None:
    """After two misses in a row a bot plays at its pace, until the person acts."""
    options = settings(decision_ms="200", delegate_after_misses="2", bot_delay_ms="700")
    rules = settings(**lasting(game_name, 5))
    game = await start_game(client, game=game_name, table_options=options, options=rules)
    seen = await client.until(
        game.table_id, game.players[0], lambda shown: any(s.delegate for s in shown.table.seats)
    )
    seat = next(row.seat for row in seen.table.seats if row.delegate)
    assert seen.table.seats[seat].delegate == "greedy"
    player = game.players[seat]

    def is_asked(shown: api.GetTableResponse) -> bool:
        asked = shown.view.decisions
        return any(decision.seat == seat and not decision.voluntary for decision in asked)

    shown = await client.until(game.table_id, player, is_asked)
    assert not shown.table.seats[seat].HasField("deadline_ms")
    hint = await client.hint(game.table_id, player)
    acted = await client.tables.Act(
        api.ActRequest(
            request_id=new_id(),
            table_id=game.table_id,
            decision_id=hint.decision_id,
            action=hint.action,
        ),
        metadata=player.metadata,
    )
    kinds = [event.WhichOneof("kind") for event in acted.events]
    assert "seat_reclaimed" in kinds
    assert not (await client.get(game.table_id, player)).table.seats[seat].delegate
    log = await entries(server, game.table_id)
    delegated = [e for e in log if e.HasField("seat_delegated")]
    assert delegated[0].seat_delegated.bot == "greedy"


async def test_a_table_that_all_left_is_closed(server: Running, client: Client) -> None:
    """Without any call for long enough the table is closed by an entry, though time-outs go on.

    However short a time was chosen, who lost a connection has some seconds to come back.
    """
    game = await start_game(client, **clocked(abandon_after_ms="1"))
    shown = await client.until(
        game.table_id, game.players[0], lambda seen: bool(seen.table.close_reason)
    )
    assert shown.table.close_reason == "abandoned"
    log = await entries(server, game.table_id)
    last_call = max(e.time_ms for e in log if "/" in e.entry_id)
    assert log[-1].entry_id == "system:close:abandoned"
    assert log[-1].time_ms >= last_call + limits.ABANDON_MS_MIN


async def test_an_answer_that_comes_too_late_is_refused(client: Client) -> None:
    """A decision that ran out is closed for the person, with the reason that says so."""
    late = await start_game(client, **clocked())
    request, player = await late.next_act()
    await client.until(
        late.table_id,
        player,
        lambda seen: all(held.id != request.decision_id for held in seen.view.decisions),
    )
    found = await refused(client.tables.Act(request, metadata=player.metadata))
    assert found.reason == "DECISION_CLOSED"


@pytest.mark.every_game
async def test_a_match_deals_on_when_nobody_gets_ready(
    server: Running, client: Client, game_name: str
) -> None:
    """Within a match the next deal starts when the time to be ready is up."""
    game = await start_game(
        client,
        game=game_name,
        options=settings(**lasting(game_name, 2)),
        table_options=settings(decision_ms="1000", delegate_after_misses="0"),
    )
    log = await entries(server, game.table_id)
    while not any(e.deal_committed.deal == 2 for e in log):
        if (await client.get(game.table_id, game.players[0])).view.decisions:
            await game.act()
        log = await entries(server, game.table_id)
    await client.until(game.table_id, game.players[0], lambda seen: seen.view.deal >= 2)
    log = await entries(server, game.table_id)
    committed = next(e for e in log if e.deal_committed.deal == 2)
    started = next(e for e in log if e.deal_started.deal == 2)
    assert started.time_ms >= committed.time_ms + 1000
