"""Nobody is told who has answered under seal: not by streams, clocks, time-outs or bots (HM-6.5).

The same deal is played twice on a stage, and other seats answer first. Whatever everybody else is
told until all have answered must be the same to the last byte.
"""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

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
        live = self.live
        (own,) = [one for one in live.state.decisions if one.seat == seat]
        request = api.ActRequest(
            request_id=scripted_id("answer", seat),
            table_id=live.table_id,
            decision_id=own.id,
            action=action("pass"),
        )
        metadata = self.players[seat].metadata
        return await self.stage.client.tables.Act(request, metadata=metadata)

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


@asynccontextmanager
async def declaring(
    folder: Path, monkeypatch: pytest.MonkeyPatch, viewers: Sequence[int | None]
) -> AsyncIterator[Declaring]:
    """Deal a deal in which everybody is asked, the same one every time."""
    async with staged(folder, monkeypatch, name="sealed", game="hachinin_meri") as stage:
        owner = await stage.client.guest("Olga")
        players = [await stage.client.guest(f"Guest {seat}") for seat in range(SEATS)]
        _, live = await stage.table(owner, players, table_options=settings(**TABLE_OPTIONS))
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
            table.stage.clock.ms += DECISION_MS + BANK_MS
            await table.stage.settle(table.live)
            await table.heard(None, table.live.state.revision)
            messages = table.listeners[None].messages
            opened = next(
                message.revision
                for message in messages
                if any(event.HasField("answers_opened") for event in message.events)
            )
            assert opened == before + SEATS
            told.append([one for who in viewers for one in await table.heard(who, opened - 1)])
            kinds = {
                event.WhichOneof("kind")
                for message in messages
                if before < message.revision <= opened
                for event in message.events
            }
            assert "seat_timed_out" not in kinds
            after = next(one.table for one in messages if one.revision == opened)
            banks = [row.bank_ms for row in after.seats]
            assert banks == [BANK_MS if row == seat else 0 for row in range(SEATS)]
            assert not any(row.delegate for row in after.seats)
            last = messages[-1].table
            stand_ins = [row.seat for row in last.seats if row.delegate]
            assert stand_ins == [row for row in range(SEATS) if row != seat]
    assert told[0] == told[1]
    assert len(told[0]) > SEATS
