"""The client against real server processes: killed, restarted, two on one store, and too slow."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import pytest

from paizhuo import limits
from paizhuo_client import Change, ChangeKind, Client, LiveTable, Pass, Play, Retrying, errors
from paizhuo_client.model import MatchEnded, SeatActed, Setting, Situation, TableState
from service.playing import ServerProcess, served

if TYPE_CHECKING:
    from pathlib import Path

    from paizhuo_client import Action, Table
    from paizhuo_client.requests import Options

OUTER_S = 240
KILLS = 4
PATIENT = Retrying(attempt_s=30, call_s=120, most_s=0.5)
ONE_DEAL = {"match_end": "deals", "match_deals": 1}
AT_ONCE = {"bot_delay_ms": 0}


async def set_up(client: Client, options: Options) -> Table:
    """Create a table with the caller and two bots."""
    await client.become_guest("Ann")
    table = await client.create_table(
        "dou_dizhu", 3, options=options, table_options=AT_ONCE, title="A table"
    )
    await table.join()
    await table.add_bot()
    await table.add_bot("random")
    return table


async def play(live: LiveTable) -> int:
    """Play the match by hints; returns how many turns there were."""
    turns = 0
    async for turn in live.turns(ready=True):
        turns += 1
        await turn.act(await turn.hint())
    return turns


def sequence(changes: list[Change]) -> list[int]:
    """Return the revisions behind the first one."""
    assert {change.kind for change in changes[1:]} <= {ChangeKind.NEXT}
    return [change.revision for change in changes]


async def collect(live: LiveTable) -> list[Change]:
    """Read every change until the match has ended."""
    changes = []
    async for change in live:
        changes.append(change)
        if any(isinstance(event, MatchEnded) for event in change.events):
            break
    return changes


async def test_a_match_is_played(tmp_path: Path) -> None:
    """A match of two deals by hints: its record is verified, and it stands in the lists."""
    async with (
        asyncio.timeout(OUTER_S),
        served(tmp_path) as server,
        Client(f"127.0.0.1:{server.port}") as client,
    ):
        table = await set_up(client, {"match_end": "deals", "match_deals": 2})
        async with table.watch() as live:
            assert await play(live) > 2
            ended = live.snapshot.view.match_end
        assert ended is not None
        assert sum(ended.totals) == 0
        verdict = await client.verify(await client.record(table.table_id))
        assert (verdict.valid, verdict.problems) == (True, ())
        assert (await client.verify(await client.record_bytes(table.table_id))).valid
        assert [summary.match async for summary in client.records(mine=True)] == [1]
        (shown,) = [shown async for shown in client.tables(mine=True)]
        assert (shown.table_id, shown.state) == (table.table_id, TableState.ENDED)
        states = [TableState.OPEN]
        assert [found async for found in client.tables(states=states)] == []


async def test_everything_that_can_be_asked(tmp_path: Path) -> None:
    """Catalogue, rules, principals, seats and refusals of the real server."""
    async with (
        asyncio.timeout(OUTER_S),
        served(tmp_path) as server,
        Client(f"127.0.0.1:{server.port}") as client,
    ):
        assert next(game.game for game in await client.games()) == "dou_dizhu"
        assert (await client.game("dou_dizhu")).name is not None
        hand = Situation("dou_dizhu", 3, hand="3-4-4-4-4-9-9", standing="8-8")
        plays = [play.cards async for play in client.plays(hand)]
        assert plays == ["9-9", "4-4-4-4"]
        (found,) = await client.classify(hand, ["3-3-3-4"])
        assert found.readings[0].category == "triplet_single"
        beats, not_higher = await client.compare(hand, ["9-9", "7-7"])
        assert beats.beats
        for options in ({"kickers": "loose"}, (Setting("kickers", "loose"),)):
            loose = Situation("dou_dizhu", 3, options=options)
            (found,) = await client.classify(loose, ["A-A-A-A-K-K-K-K"])
            assert len(found.readings) == 2
        assert not_higher.refusal is not None
        assert isinstance(errors.from_refusal(not_higher.refusal), errors.NotHigher)
        with pytest.raises(errors.TokenMissing):
            await client.principal()
        guest = await client.become_guest("Ann")
        assert (await client.principal()).name == "Ann"
        assert (await client.recover_guest(guest.recovery_code)).principal == guest.principal
        table = await client.create_table("dou_dizhu", 3, private=True, options={"unit": 5})
        assert table.join_code
        assert await table.join(2) == 2
        assert await table.add_bot("greedy", 0) == 0
        await table.remove_bot(0)
        while not (await table.get()).view.commitment:  # noqa: ASYNC110 - as without a stream
            await asyncio.sleep(0.01)
        await table.ready(entropy=b"mixed in")
        await table.ready(ready=False)
        await table.leave()
        with pytest.raises(TypeError):
            await client.create_table("dou_dizhu", 3, options={"unit": None})
        with pytest.raises(errors.UnknownOption):
            await client.create_table("dou_dizhu", 3, options={"colour": True})
        async with Client(f"127.0.0.1:{server.port}") as other:
            await other.become_guest("Bao")
            with pytest.raises(errors.TableNotFound):
                await other.table(table.table_id).get()
            invited = other.table(table.table_id, join_code=table.join_code)
            assert (await invited.get()).own_seat is None
            assert await invited.join() == 0
            async with invited.watch() as live:
                assert live.snapshot.own_seat == 0
        await client.erase_name()
        assert (await client.principal()).name == ""


async def test_a_refusal_offers_something_legal(tmp_path: Path) -> None:
    """An illegal action changes nothing; rule and alternative come with it, and the latter goes."""
    async with (
        asyncio.timeout(OUTER_S),
        served(tmp_path) as server,
        Client(f"127.0.0.1:{server.port}") as client,
    ):
        table = await set_up(client, {})
        async with table.watch() as live:
            async for turn in live.turns(ready=True):
                if turn.decision.kind != "play":
                    await turn.act(await turn.hint())
                    continue
                with pytest.raises(errors.IllegalNow) as caught:
                    await turn.act(Play("3c-4c"))
                assert caught.value.rule
                assert caught.value.alternative is not None
                legal = await turn.legal()
                assert legal.verbs
                await turn.check(caught.value.alternative)
                await turn.act(caught.value.alternative)
                with pytest.raises(errors.DecisionClosed):
                    await turn.act(Pass())
                break


@pytest.mark.slow
async def test_a_match_outlives_killed_servers(tmp_path: Path, unused_tcp_port: int) -> None:
    """Killed while a call is under way, and restarted, time and again: the match goes on.

    Only the address stays the same; the bot and a watcher know nothing of it, every action has
    its effect once, and no revision is missing or told twice.
    """
    address = f"127.0.0.1:{unused_tcp_port}"
    process = ServerProcess(tmp_path, "--listen", address)
    await process.start()
    breaks: list[str] = []

    async def crash(after_s: float) -> None:
        await asyncio.sleep(after_s)
        await process.kill()
        await process.start()

    def note(error: errors.CallError | None) -> None:
        breaks.append("back" if error is None else error.status.name)

    async with (
        asyncio.timeout(OUTER_S),
        Client(address, retrying=PATIENT) as client,
        Client(address, retrying=PATIENT) as other,
    ):
        table = await set_up(client, {"match_end": "deals", "match_deals": 2})
        await other.become_guest("Bao")
        acted: dict[int, Action] = {}
        async with (
            table.watch(on_break=note) as live,
            other.table(table.table_id).watch(after_revision=0) as watcher,
        ):
            watching = asyncio.create_task(collect(watcher))
            turns = 0
            async for turn in live.turns(ready=True):
                action = await turn.hint()
                turns += 1
                crashing = asyncio.create_task(crash(random.random() * 0.004))
                if turns > KILLS:
                    crashing.cancel()
                acted[(await turn.act(action)).revision] = action
                await asyncio.wait([crashing])
            changes = await watching
        told = sequence(changes)
        assert told == list(range(1, told[-1] + 1))
        assert turns > KILLS
        own = [
            change.revision
            for change in changes
            for event in change.events
            if isinstance(event, SeatActed) and event.seat == 0
        ]
        assert own == sorted(acted)
        assert (await client.verify(await client.record(table.table_id))).valid
    assert breaks.count("back") >= 1
    assert await process.stop() == 0


@pytest.mark.slow
async def test_two_processes_serve_one_match(tmp_path: Path) -> None:
    """A bot at one process and a watcher at the other, on one store, see the same match."""
    processes = [ServerProcess(tmp_path), ServerProcess(tmp_path)]
    one, two = [await process.start() for process in processes]
    async with (
        asyncio.timeout(OUTER_S),
        Client(one, retrying=PATIENT) as client,
        Client(two, retrying=PATIENT) as other,
    ):
        table = await set_up(client, ONE_DEAL)
        await other.become_guest("Bao")
        async with (
            table.watch() as live,
            other.table(table.table_id).watch(after_revision=0) as watcher,
        ):
            watching = asyncio.create_task(collect(watcher))
            await play(live)
            told = sequence(await watching)
        assert told == list(range(1, live.snapshot.revision + 1))
        again = await other.table(table.table_id).get(min_revision=told[-1])
        assert again.view.match_end == live.snapshot.view.match_end
    assert [await process.stop() for process in processes] == [0, 0]


@pytest.mark.slow
async def test_a_slow_reader_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who does not read while a whole table plays is told RESYNCED, and then follows again."""
    monkeypatch.setattr(limits, "WATCHER_BACKLOG_MAX", 4)
    async with (
        asyncio.timeout(OUTER_S),
        served(tmp_path) as server,
        # A small window fills soon, and then the server's backlog does.
        Client(
            f"127.0.0.1:{server.port}",
            retrying=PATIENT,
            channel_options=[("grpc.http2.lookahead_bytes", 1024), ("grpc.http2.bdp_probe", 0)],
        ) as slow,
        Client(f"127.0.0.1:{server.port}", retrying=PATIENT) as client,
    ):
        table = await set_up(client, {"match_end": "deals", "match_deals": 12})
        await slow.become_guest("Slow")
        async with slow.table(table.table_id).watch() as late, table.watch() as live:
            await play(live)
            head = live.snapshot.revision
            changes = []
            while late.snapshot.revision < head:
                changes.append(await anext(late))
            kinds = [change.kind for change in changes]
            assert kinds[0] is ChangeKind.BEGUN
            assert kinds.count(ChangeKind.RESYNCED) == 1
            anew = kinds.index(ChangeKind.RESYNCED)
            before = [change.revision for change in changes[:anew]]
            after = [change.revision for change in changes[anew:]]
            assert before == list(range(before[0], before[-1] + 1))
            assert after == list(range(after[0], after[-1] + 1))
            assert after[0] > before[-1] + 1
            assert late.snapshot.view.match_end == live.snapshot.view.match_end
