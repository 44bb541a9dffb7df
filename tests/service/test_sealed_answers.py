"""Nobody is told who has answered under seal: not by streams, clocks, time-outs or bots (HM-6.5).

The same deal is played twice on a stage, and other seats answer first. Whatever everybody else is
told until all have answered must be the same to the last byte, and come at the same moments.
Who looks on from a seat answers himself: his own time would run out at a place that is drawn.
"""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from paizhuo.tables.entries import parse
from paizhuo.v1 import action_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.playing import action, settings
from service.staged import Listener, Stage, scripted_id, staged

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path

    from paizhuo.tables.table import LiveTable
    from service.playing import Guest

SEATS = 8
DECISION_MS, BANK_MS = 70_000, 5_000
"""A decision lasts longer than what the stage takes for soon, so that time goes on by the test."""

TABLE_OPTIONS = {
    "decision_ms": str(DECISION_MS),
    "bank_ms": str(BANK_MS),
    "delegate_after_misses": "1",
}


@dataclass(slots=True)
class Declaring:
    """Hold a table at which all seats are asked whether they declare."""

    stage: Stage
    live: LiveTable
    players: list[Guest]
    owner: Guest
    listeners: dict[int | None, Listener]

    def guest(self, viewer: int | None) -> Guest:
        """Return who has a seat; the owner has none."""
        return self.owner if viewer is None else self.players[viewer]

    async def answer(self, seat: int) -> api.ActResponse:
        """Let a seat pass, after some time."""
        self.stage.clock.ms += 4_000
        return await self.act(seat, action("pass"))

    async def act(self, seat: int, made: action_pb2.Action) -> api.ActResponse:
        """Let a seat act at once."""
        live = self.live
        (own,) = [one for one in live.state.decisions if one.seat == seat]
        request = api.ActRequest(
            request_id=scripted_id("act", own.id),
            table_id=live.table_id,
            decision_id=own.id,
            action=made,
        )
        metadata = self.players[seat].metadata
        return await self.stage.client.tables.Act(request, metadata=metadata)

    async def kick(self, seat: int) -> None:
        """Let the owner send somebody away, after some time."""
        self.stage.clock.ms += 1_000
        request = api.KickPlayerRequest(
            request_id=scripted_id("kick", seat), table_id=self.live.table_id, seat=seat
        )
        await self.stage.client.tables.KickPlayer(request, metadata=self.owner.metadata)

    async def play_a_deal(self, slow: int, absent: int) -> None:
        """Play the deal out, and be asked again: one uses its bank, one is stood in for."""
        live, stage = self.live, self.stage
        for seat in range(SEATS):
            await self.answer(seat)
        while not live.state.outline.needs_start:
            (decision,) = live.state.decisions
            seat = decision.seat
            if live.state.seating.seats[seat].delegate:
                await stage.settle(live)
                continue
            if seat == absent:
                stage.clock.ms += DECISION_MS + BANK_MS
                await stage.settle(live)
                continue
            if seat == slow and live.state.clocks.banks[slow] == BANK_MS:
                stage.clock.ms += DECISION_MS + BANK_MS // 2
            made = live.state.engine.on_timeout(seat)
            assert made is not None
            await self.act(seat, action_pb2.Action.FromString(made))
            await stage.settle(live)
        await stage.deal(self.players, live)
        assert live.state.outline.is_sealed, "the turned-up card is no Robai"

    async def run_out(self) -> None:
        """Let the time of all go by, until the answers are opened."""
        self.stage.clock.ms += DECISION_MS + BANK_MS
        await self.until_opened()

    async def until_opened(self) -> None:
        """Let the table go on by itself until the answers are opened."""
        while self.live.state.outline.is_sealed:
            await self.stage.wait(self.live)

    async def told(self, viewers: Sequence[int | None], after: int) -> list[object]:
        """Return all that was told behind a revision while answers were under seal, and when."""
        last = self.live.state.revision
        for viewer in viewers:
            await self.heard(viewer, last)
        messages = self.listeners[viewers[0]].messages
        opened = [one.revision for one in messages if is_opening(one) and one.revision > after]
        until = opened[0] - 1 if opened else last
        stored = await self.live.services.log.read(self.live.table_id, after, until - after)
        moments = [parse(entry.data).time_ms for entry in stored]
        return [until, moments, *[await self.heard(viewer, until) for viewer in viewers]]

    async def opening(self, after: int) -> api.WatchTableResponse:
        """Return what the public was told when the answers were opened, behind a revision."""
        await self.heard(None, self.live.state.revision)
        messages = self.listeners[None].messages
        return next(one for one in messages if is_opening(one) and one.revision > after)

    async def table(self, viewer: int | None) -> bytes:
        """Return the very bytes of the table as somebody gets it."""
        request = api.GetTableRequest(table_id=self.live.table_id)
        path = "/paizhuo.v1.TableService/GetTable"
        raw = request.SerializeToString()
        return await self.stage.client.unary(path, raw, self.guest(viewer).metadata)

    async def heard(self, viewer: int | None, until: int) -> list[bytes]:
        """Return what somebody was told up to a revision."""
        listener = self.listeners[viewer]
        await listener.until(until)
        pairs = zip(listener.heard, listener.messages, strict=True)
        return [raw for raw, said in pairs if said.revision <= until and not said.heartbeat]


def is_opening(message: api.WatchTableResponse) -> bool:
    """Say whether the answers are told with it."""
    return any(event.HasField("answers_opened") for event in message.events)


def reclaimed(message: api.WatchTableResponse) -> list[int]:
    """Return the seats that were taken back from bots with it."""
    events = message.events
    return [one.seat_reclaimed.seat for one in events if one.HasField("seat_reclaimed")]


@asynccontextmanager
async def declaring(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    viewers: Sequence[int | None],
    **options: Any,
) -> AsyncIterator[Declaring]:
    """Deal a deal in which everybody is asked, the same one every time."""
    async with staged(folder, monkeypatch, name="sealed", game="hachinin_meri") as stage:
        owner = await stage.client.guest("Olga")
        players = [await stage.client.guest(f"Guest {seat}") for seat in range(SEATS)]
        _, live = await stage.table(
            owner, players, table_options=settings(**TABLE_OPTIONS | options)
        )
        assert live.state.outline.is_sealed, "the turned-up card is no Robai"
        request = api.WatchTableRequest(table_id=live.table_id, views=api.VIEWS_EVERY)
        guests: dict[int | None, Guest] = {None: owner, **dict(enumerate(players))}
        listeners = {who: Listener(stage.client, guests[who], request) for who in viewers}
        for listener in listeners.values():
            await listener.until(live.state.revision)
        yield Declaring(stage, live, players, owner, listeners)
        for listener in listeners.values():
            await listener.stop()


@pytest.mark.one_process("the stage is a server in this process")
async def test_answers_look_alike_whoever_gives_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others are told the same whether one seat has answered or another (HM-6.5)."""
    viewers = (None, 0, 7)
    told = []
    for order in ((3, 5, 2), (5, 2, 3), (6, 1, 4)):
        async with declaring(tmp_path, monkeypatch, viewers) as table:
            shown = []
            for seat in order:
                answered = await table.answer(seat)
                assert len(answered.events) > 0, "the own answer is told"
                shown += [await table.table(viewer) for viewer in viewers]
            revision = table.live.state.revision
            shown += [one for who in viewers for one in await table.heard(who, revision)]
            # An answer of a bot moves no clock, and one of a person must look the same.
            messages = table.listeners[None].messages
            assert not any(one.HasField("table") for one in messages[-len(order) :])
            told.append(shown)
    assert told[0] == told[1] == told[2]
    last = api.GetTableResponse.FromString(told[0][8])
    assert len(last.view.decisions) == SEATS
    assert all(seat.HasField("deadline_ms") for seat in last.table.seats)


@pytest.mark.one_process("the stage is a server in this process")
async def test_a_time_out_under_seal_is_told_to_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has run out of time shows only once all have answered; then clocks tell what was used.

    Until then no time-out is told, and no bot is seen to step in (HM-6.4, HM-6.5).
    """
    viewers = (None, 0)
    told = []
    for seat in (3, 5):
        async with declaring(tmp_path, monkeypatch, viewers) as table:
            before = table.live.state.revision
            await table.answer(seat)
            await table.answer(0)
            table.stage.clock.ms += DECISION_MS + BANK_MS
            await table.stage.settle(table.live)
            told.append(await table.told(viewers, before))
            messages = table.listeners[None].messages
            after = await table.opening(before)
            assert after.revision == before + SEATS
            kinds = {
                event.WhichOneof("kind")
                for message in messages
                if before < message.revision <= after.revision
                for event in message.events
            }
            assert "seat_timed_out" not in kinds
            banks = [row.bank_ms for row in after.table.seats]
            assert banks == [BANK_MS if row in {0, seat} else 0 for row in range(SEATS)]
            assert not any(row.delegate for row in after.table.seats)
            last = messages[-1].table
            stand_ins = [row.seat for row in last.seats if row.delegate]
            assert stand_ins == [row for row in range(SEATS) if row not in {0, seat}]
    assert told[0] == told[1]


@pytest.mark.one_process("the stage is a server in this process")
async def test_time_outs_under_seal_come_in_no_order_that_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How many ran out before it tells no seat who did: the order is drawn, not that of seats."""
    async with declaring(tmp_path, monkeypatch, (None,)) as table:
        before = table.live.state.revision
        await table.run_out()
        stored = await table.live.services.log.read(table.live.table_id, before, SEATS)
        seats = [parse(entry.data).acted.seat for entry in stored]
        assert sorted(seats) == list(range(SEATS))
        assert seats not in (sorted(seats), sorted(seats, reverse=True))


@pytest.mark.one_process("the stage is a server in this process")
async def test_who_is_sent_away_under_seal_leaves_no_trace_of_an_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a seat had answered does not show when its person is sent away (HM-6.5)."""
    viewers = (None, 0, 7)
    told = []
    for first in (3, 5):
        async with declaring(tmp_path, monkeypatch, viewers) as table:
            before = table.live.state.revision
            await table.answer(first)
            await table.kick(3)
            shown = [await table.table(viewer) for viewer in viewers]
            await table.stage.settle(table.live)
            assert table.live.state.revision == before + 2, "nobody answers for it at once"
            for seat in (0, 7):
                await table.answer(seat)
            await table.run_out()
            told.append([shown, await table.told(viewers, before)])
            assert (await table.opening(before)).revision == before + SEATS + 1
    assert told[0] == told[1]


@pytest.mark.one_process("the stage is a server in this process")
async def test_without_clocks_who_was_sent_away_answers_after_all_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing runs out, the bot of a seat answers once nobody else is waited for."""
    viewers = (None, 0, 7)
    told = []
    for first in (3, 5):
        options = {"decision_ms": "0", "bank_ms": "0", "delegate_after_misses": "0"}
        async with declaring(tmp_path, monkeypatch, viewers, **options) as table:
            before = table.live.state.revision
            await table.answer(first)
            await table.kick(3)
            for seat in (0, 1, 2, 4, 6):
                await table.answer(seat)
                await table.stage.settle(table.live)
            told.append(await table.told(viewers, before))
            for seat in {7, 5} - {first}:
                await table.answer(seat)
            await table.until_opened()
            assert (await table.opening(before)).revision == before + SEATS + 1
    assert told[0] == told[1]


@pytest.mark.one_process("the stage is a server in this process")
async def test_banks_and_stand_ins_tell_nobody_who_has_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All time out at once whatever each has left, and a bot answers when nobody else is asked.

    Who answers while a bot stands in gets the seat back when the answers are opened.
    """
    viewers = (None, 0)
    slow, absent = 2, 6
    told = []
    for first in (absent, slow, 5):
        async with declaring(tmp_path, monkeypatch, viewers) as table:
            await table.play_a_deal(slow, absent)
            live, before = table.live, table.live.state.revision
            banks = live.state.clocks.banks
            assert (banks[slow], banks[absent], banks[5]) == (BANK_MS // 2, 0, BANK_MS)
            assert live.state.seating.seats[absent].delegate
            await table.answer(first)
            shown = [await table.table(viewer) for viewer in viewers]
            deadlines = {
                row.deadline_ms
                for row in api.GetTableResponse.FromString(shown[0]).table.seats
                if row.seat != absent
            }
            assert deadlines == {live.state.clocks.deadline_ms(live.state.decisions[0].id)}
            (deadline_ms,) = deadlines
            await table.answer(0)
            revision = live.state.revision
            table.stage.clock.ms = deadline_ms - 1
            live.look_at_log()
            shown += [await table.table(viewer) for viewer in viewers]
            assert live.state.revision == revision, "nobody runs out before the others"
            await table.until_opened()
            told.append([shown, await table.told(viewers, before)])
            opening = await table.opening(before)
            assert opening.revision == before + SEATS
            assert reclaimed(opening) == ([absent] if first == absent else [])
            assert bool(opening.table.seats[absent].delegate) == (first != absent)
    assert told[0] == told[1] == told[2]


@pytest.mark.one_process("the stage is a server in this process")
async def test_a_stand_in_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once all persons who play have answered, the bot of an absent one does: no clock runs out."""
    async with declaring(tmp_path, monkeypatch, (None,)) as table:
        await table.play_a_deal(2, 6)
        before = table.live.state.revision
        for seat in range(SEATS):
            if seat != 6:
                await table.answer(seat)
        at_ms = table.stage.clock.ms
        await table.until_opened()
        assert table.stage.clock.ms - at_ms < 1_000
        opening = await table.opening(before)
        assert reclaimed(opening) == []
        assert opening.table.seats[6].delegate
