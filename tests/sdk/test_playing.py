"""Turns: the decision that was seen is the one that is answered."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from paizhuo_client import BetterToWait, BidCards, Client, Pass, Play, Turn, errors
from paizhuo_client.model import DealEnded, MatchEnded, Verb, View
from paizhuo_client.snapshots import cards

if TYPE_CHECKING:
    from paizhuo_client import LiveTable
    from paizhuo_client.testing import FakeServer, FakeTable

OUTER_S = 60


async def play(live: LiveTable, turns: list[Turn]) -> None:
    """Take every hint, and note the turns."""
    async for turn in live.turns(ready=True):
        turns.append(turn)
        await turn.act(await turn.hint())


def end_match(table: FakeTable, match: int = 1) -> None:
    """End a match."""
    ended = MatchEnded(match, (0,), (2, -1, -1))
    view = replace(table.view, match=match, match_end=ended, decisions=())
    table.tell(ended, view=view)


async def test_a_bot_plays_its_turns(fake_server: FakeServer, fake_client: Client) -> None:
    """Every decision of the own seat is given once, others' never, until the match has ended."""
    table = fake_server.add_table(own_seat=0)
    turns: list[Turn] = []
    async with asyncio.timeout(OUTER_S), fake_client.table(table.table_id).watch() as live:
        playing = asyncio.create_task(play(live, turns))
        for action in (Play("3c"), Pass(), Play("4c-4d")):
            table.hint = action
            table.ask(1, "play", Verb.PLAY)
            table.ask(0, "play", Verb.PLAY, Verb.PASS)
            assert await table.next_act() == action
            table.tell()
            table.tell(view=replace(table.view, decisions=()))
        end_match(table)
        await playing
    assert [turn.decision.seat for turn in turns] == [0, 0, 0]
    assert len({turn.decision.id for turn in turns}) == 3
    assert len(fake_server.calls_of("Act")) == 3
    assert live.snapshot.is_match_over


async def test_decisions_that_nobody_waits_for(
    fake_server: FakeServer, fake_client: Client
) -> None:
    """They are given to who wants them, at every change; until then it is better to wait."""
    table = fake_server.add_table("zhao_pengyou", seats=5, own_seat=0)
    waited: list[int] = []
    others: list[str] = []

    async def bid(live: LiveTable) -> None:
        async for turn in live.turns(voluntary=True):
            # The table does not stand still meanwhile.
            with contextlib.suppress(errors.DecisionClosed):
                try:
                    await turn.act(await turn.hint())
                except BetterToWait:
                    waited.append(turn.snapshot.revision)

    async def play_on(live: LiveTable) -> None:
        others.extend([turn.decision.kind async for turn in live.turns()])

    async with (
        asyncio.timeout(OUTER_S),
        fake_client.table(table.table_id).watch() as live,
        fake_client.table(table.table_id).watch() as also_live,
    ):
        tasks = [asyncio.create_task(bid(live)), asyncio.create_task(play_on(also_live))]
        table.ask(0, "draw", Verb.BID_CARDS, voluntary=True)
        while len(waited) < 3:
            seen = len(waited)
            table.tell()
            while len(waited) == seen:  # noqa: ASYNC110 - a list tells nobody
                await asyncio.sleep(0.001)
        table.hint = BidCards("2s")
        table.tell()
        assert await table.next_act() == BidCards("2s")
        end_match(table)
        await asyncio.gather(*tasks)
    assert waited == sorted(set(waited))
    assert others == []


async def test_a_bot_is_ready_once_a_deal(fake_server: FakeServer, fake_client: Client) -> None:
    """`ready=True` says so before the first deal and between deals, and not while one is played."""
    table = fake_server.add_table(own_seat=0)
    async with asyncio.timeout(OUTER_S), fake_client.table(table.table_id).watch() as live:
        playing = asyncio.create_task(play(live, []))
        for deal in (1, 2):
            await fake_server.received("SetReady", deal)
            nobody = tuple(replace(seat, ready=False) for seat in table.table.seats)
            table.tell(
                view=View(phase="play", deal=deal, viewer=0),
                table=replace(table.table, seats=nobody),
            )
            table.hint = Pass()
            table.ask(0, "play", Verb.PASS)
            await table.next_act()
            table.tell(view=View(phase="waiting", deal=deal, last_deal=DealEnded(deal)))
        await fake_server.received("SetReady", 3)
        end_match(table)
        await playing
    assert len(fake_server.calls_of("SetReady")) == 3


async def test_turns_of_the_next_match(fake_server: FakeServer, fake_client: Client) -> None:
    """Where a match has ended already, the turns are those of the next one."""
    table = fake_server.add_table(own_seat=0)
    end_match(table)
    turns: list[Turn] = []
    async with asyncio.timeout(OUTER_S), fake_client.table(table.table_id).watch() as live:
        playing = asyncio.create_task(play(live, turns))
        table.hint = Pass()
        table.tell(view=View(phase="play", match=2, deal=2))
        table.ask(0, "play", Verb.PASS)
        await table.next_act()
        end_match(table, 2)
        await playing
    assert len(turns) == 1


async def test_a_late_click_falls_into_no_later_trick(
    fake_server: FakeServer, fake_client: Client
) -> None:
    """Who acts on an old view names its decision, and is refused."""
    table = fake_server.add_table(own_seat=0)
    first = table.ask(0, "play", Verb.PLAY)
    async with fake_client.table(table.table_id).watch() as live:
        table.tell(view=replace(table.view, decisions=()))
        second = table.ask(0, "play", Verb.PLAY)
        with pytest.raises(errors.DecisionClosed) as caught:
            await live.act(Play("3c"))
        assert caught.value.facts == {"revision": "4"}
        assert fake_server.calls_of("Act")[0].decision_id == first
        await live.until(lambda snapshot: snapshot.revision == 4)
        await live.act(Play("3c"))
        assert fake_server.calls_of("Act")[1].decision_id == second
    assert table.acts == [Play("3c")]


async def test_nothing_is_sent_out_of_turn(fake_server: FakeServer, fake_client: Client) -> None:
    """Where the view shows no own decision, acting and asking are refused without a call."""
    table = fake_server.add_table(own_seat=0)
    table.ask(1, "play", Verb.PLAY)
    async with fake_client.table(table.table_id).watch() as live:
        for call in (live.act(Pass()), live.check(Pass()), live.hint(), live.legal()):
            with pytest.raises(errors.NotYourTurn):
                await call
    assert {call.method for call in fake_server.calls} == {"TableService/WatchTable"}


async def test_hints_and_legal_actions_are_of_the_decision(
    fake_server: FakeServer, fake_client: Client
) -> None:
    """What is suggested and allowed is asked at the revision that was seen or a later one."""
    table = fake_server.add_table(own_seat=0)
    table.hint, table.legal = Play("3c"), (Pass(), Play("3c"), Play("4c"))
    decision_id = table.ask(0, "play", Verb.PLAY, Verb.PASS)
    async with fake_client.table(table.table_id).watch() as live:
        assert await live.hint() == Play("3c")
        legal = await live.legal()
        assert [(part.verb, part.decision_id) for part in legal.verbs] == [
            (Verb.PASS, decision_id),
            (Verb.PLAY, decision_id),
        ]
        assert fake_server.calls_of("GetHint")[0].min_revision == 2
        assert fake_server.calls_of("GetLegalActions")[0].min_revision == 2
        await live.check(Play("4c"))
        assert fake_server.calls_of("Act")[0].validate_only
        table.tell(view=replace(table.view, decisions=()))
        for call in (live.hint(), live.legal(), live.act(Pass())):
            with pytest.raises(errors.DecisionClosed):
                await call
    assert table.acts == []


def test_cards_are_split() -> None:
    """Cards in notation become single ones, however they are joined."""
    assert cards("3h-3d Td") == ("3h", "3d", "Td")
    assert cards("") == ()
