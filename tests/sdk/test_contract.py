"""The fake server keeps what the real one promises: every case here runs against both."""

from __future__ import annotations

import asyncio
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from paizhuo_client import ChangeKind, Client, Retrying, Table, errors
from paizhuo_client.model import Bot, Play, Verb
from paizhuo_client.testing import FakeServer
from service.playing import served

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine
    from pathlib import Path

    from paizhuo_client import Change, LiveTable, Turn

OUTER_S = 120
QUICK = Retrying(first_s=0.001, most_s=0.01)


@dataclass(frozen=True, slots=True)
class Stage:
    """A table with the caller and two bots, before the first deal, at either server."""

    client: Client
    table: Table
    fake: FakeServer | None

    async def turn(self, live: LiveTable) -> Turn:
        """Wait until the caller is asked something."""
        if self.fake is not None:
            played = self.fake.tables[self.table.table_id]
            played.hint, played.legal = Play("3c"), (Play("3c"), Play("4c"))
            played.ask(0, "play", Verb.PLAY)
        async with asyncio.timeout(OUTER_S):
            return await anext(live.turns(ready=True))


async def seated(client: Client, fake: FakeServer | None) -> Stage:
    """Make the table."""
    await client.become_guest("Ann")
    table = await client.create_table("dou_dizhu", 3, table_options={"bot_delay_ms": 0})
    await table.join(0)
    await table.add_bot()
    await table.add_bot()
    return Stage(client, table, fake)


@pytest_asyncio.fixture(params=["fake", "real"])
async def stage(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Stage]:
    """Set the stage at the fake server, and at the real one."""
    if request.param == "fake":
        async with FakeServer() as fake, Client(fake.address, retrying=QUICK) as client:
            yield await seated(client, fake)
    else:
        async with (
            served(tmp_path) as server,
            Client(f"127.0.0.1:{server.port}", retrying=QUICK) as client,
        ):
            yield await seated(client, None)


async def refused(call: Coroutine[Any, Any, object], kind: type[errors.CallError]) -> str:
    """Have a call refused, and return the facts of the refusal."""
    with pytest.raises(kind) as caught:
        await call
    assert type(caught.value) is kind
    assert not caught.value.may_have_happened
    return ",".join(sorted(caught.value.facts))


async def test_seats(stage: Stage) -> None:
    """Who sits keeps the seat; bots take the next ones, until none is left."""
    table = stage.table
    assert await table.join() == 0
    shown = (await table.get()).table
    assert (shown.own_seat, shown.game, len(shown.seats)) == (0, "dou_dizhu", 3)
    assert [type(seat.occupant) for seat in shown.seats[1:]] == [Bot, Bot]
    assert [seat.ready for seat in shown.seats] == [False, True, True]
    await refused(table.add_bot(), errors.TableFull)
    await refused(table.add_bot(seat=1), errors.SeatTaken)


async def test_a_request_has_its_effect_once(stage: Stage) -> None:
    """The same id gets the same answer, in capitals too; another request with it is refused."""
    request_id = str(uuid.uuid4())
    made = await stage.client.create_table("dou_dizhu", 3, request_id=request_id)
    again = await stage.client.create_table("dou_dizhu", 3, request_id=request_id)
    assert made.table_id == again.table_id
    request_id = str(uuid.uuid4())
    assert await made.add_bot(request_id=request_id) == 0
    assert await made.add_bot(request_id=request_id.upper()) == 0
    assert [seat.occupant is None for seat in (await made.get()).table.seats] == [False, True, True]
    await refused(made.add_bot(seat=2, request_id=request_id), errors.RequestIdReused)
    assert await refused(made.add_bot(request_id="mine"), errors.FieldInvalid) == "field,problem"


async def test_a_table_that_is_not_there(stage: Stage) -> None:
    """Every method says so."""
    table = stage.client.table("nowhere")
    calls: list[Coroutine[Any, Any, object]] = [
        *(table.get(), table.join(), table.add_bot(), table.ready(), table.hint(), table.legal()),
        *(table.act(Play("3"), "d"), table.check(Play("3"), "d"), table.watch().__aenter__()),
    ]
    for call in calls:
        await refused(call, errors.TableNotFound)


async def test_who_has_no_seat(stage: Stage) -> None:
    """Who has no seat may look, and nothing else."""
    table = await stage.client.create_table("dou_dizhu", 3)
    assert (await table.get()).own_seat is None
    calls: list[Coroutine[Any, Any, object]] = [
        *(table.ready(), table.hint(), table.legal(), table.hint("d"), table.act(Play("3"), "d")),
    ]
    for call in calls:
        await refused(call, errors.NotSeated)


async def test_a_revision_that_is_not_there_yet(stage: Stage) -> None:
    """Who asks for a later revision is told where the table is."""
    table = stage.table
    for ask in (table.get, table.hint, table.legal):
        assert await refused(ask(min_revision=10_000), errors.RevisionAhead) == "revision"
        assert (await ask(min_revision=1)).revision >= 1
    # A watch that is ahead, as after a restored backup, begins with the present table.
    async with asyncio.timeout(OUTER_S), table.watch(after_revision=10_000) as live:
        assert (await anext(live)).kind is ChangeKind.BEGUN


async def test_what_is_asked_about_a_decision(stage: Stage) -> None:
    """Hints and legal actions are of the decision that is named, and refused once it is closed."""
    table = stage.table
    assert (await table.hint()).action is None
    assert (await table.legal()).legal is None
    await refused(table.hint("d1"), errors.DecisionClosed)
    async with table.watch() as live:
        turn = await stage.turn(live)
        decision_id = turn.decision.id
        assert turn.decision.seat == 0
        assert (await table.hint()).decision_id == decision_id
        hint = await turn.hint()
        legal = await turn.legal()
        assert {part.decision_id for part in legal.verbs} == {decision_id}
        actions = await turn.actions()
        assert hint in actions
        for action in actions:
            await turn.check(action)
        await turn.check(hint)
        await turn.act(hint)
        calls: list[Callable[[], Coroutine[Any, Any, object]]] = [
            *(turn.hint, turn.legal),
            *(lambda: turn.check(hint), lambda: turn.act(hint)),
        ]
        for call in calls:
            assert await refused(call(), errors.DecisionClosed) == "revision"


async def test_an_action_is_told_as_it_was_answered(stage: Stage) -> None:
    """The change that an action caused has its revision, events and request id, and comes once."""
    async with asyncio.timeout(OUTER_S), stage.table.watch() as live:
        turn = await stage.turn(live)
        hint = await turn.hint()
        ahead = turn.snapshot.revision + 10_000
        stale = stage.table.act(hint, turn.decision.id, expected_revision=ahead)
        assert await refused(stale, errors.StaleRevision) == "revision"
        request_id = str(uuid.uuid4())
        accepted = await turn.act(hint, request_id=request_id)
        assert await turn.act(hint, request_id=request_id) == accepted
        assert accepted.events
        changes: list[Change] = []
        while not changes or changes[-1].revision < accepted.revision:
            changes.append(await anext(live))
        assert changes[-1].request_id == request_id
        assert changes[-1].events == accepted.events
        assert not any(change.request_id == request_id for change in changes[:-1])


async def test_every_revision_comes_once(stage: Stage) -> None:
    """A stream begins with the present table, or behind any revision, and has no gap."""
    table = stage.table
    async with asyncio.timeout(OUTER_S), table.watch() as live:
        first = await anext(live)
        assert first.kind is ChangeKind.BEGUN
        assert first.events == ()
        assert live.snapshot == first.snapshot
        assert first.snapshot.table.table_id == table.table_id
        assert first.snapshot.time_ms <= live.now_ms
        revision = await table.ready()
        seen = [first.revision]
        while seen[-1] < revision:
            seen.append((await anext(live)).revision)
    assert seen == list(range(first.revision, seen[-1] + 1))
    async with asyncio.timeout(OUTER_S), table.watch(after_revision=0) as live:
        past = [await anext(live) for _ in range(revision)]
    assert [change.revision for change in past] == list(range(1, revision + 1))
    assert all(change.snapshot.table.table_id == table.table_id for change in past)
