"""Streams that are dropped and resumed at every single revision lose nothing and repeat nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from paizhuo import limits
from paizhuo.config import Durability
from paizhuo.storage.v1 import entry_pb2
from paizhuo.v1 import action_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.evening import Evening, Plan
from service.log_checks import check
from service.playing import connected, log_of, served
from service.viewing import Messages, Viewer, revisions, without_presence

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from service.playing import Client, Guest

FEW_STEPS: Final = 4
"""So few revisions in memory that nearly every stream begins with a replay of the log."""

ALL_STEPS: Final = 10_000
"""So many that none does, unless it wants views."""

PLANS: Final = {
    "redeals, pauses, chairs": Plan(bots=0, matches=2, redeals=True, pauses=True),
    "time-outs and stand-ins": Plan(
        seats=4,
        bots=1,
        preset="online",
        sleepers=True,
        table_options={"decision_ms": "200", "bank_ms": "100", "delegate_after_misses": "1"},
    ),
    "passing by itself": Plan(preset="douzero", bots=0, matches=2, auto_passes=True),
    "sent away": Plan(preset="rlcard", bots=1, matches=2, kicks_in_play=True),
    "zheng_fen": Plan(game="zheng_fen", seats=4, preset="pagat", bots=1),
    "zhao_pengyou": Plan(game="zhao_pengyou", seats=5, bots=4, table_options={"draw_ms": "10"}),
    "hachinin_meri": Plan(
        game="hachinin_meri",
        seats=8,
        bots=6,
        sleepers=True,
        table_options={"decision_ms": "200", "bank_ms": "100", "delegate_after_misses": "1"},
    ),
}
FORGETFUL: Final = {"zheng_fen", "zhao_pengyou"}
"""Games whose tricks are shown no more once they are over (Z5.14, ZP-4.18)."""

Where = tuple[str, api.Views.ValueType]
WAYS: Final = (api.VIEWS_SNAPSHOT, api.VIEWS_EVERY)


def told_late(told: api.WatchTableResponse) -> api.WatchTableResponse:
    """Return what is told of a revision while its trick is shown no more: no cards, no view."""
    late = api.WatchTableResponse()
    late.CopyFrom(told)
    late.ClearField("view")
    for event in late.events:
        action = event.acted.action
        if action.HasField("play"):
            bare = action_pb2.Reading(category=action.play.reading.category)
            action.play.CopyFrom(action_pb2.Play(reading=bare))
    return late


def assert_equal(resumed: Messages, whole: Messages, every: Messages, *, forgets: bool) -> None:
    """Compare a stream that was cut into single messages with one that was not.

    A stream that resumes begins with the table, which the other one told when it changed:
    it must be the same one still. Where the game `forgets` tricks, one that resumes when
    others play on may come too late for the cards; a view that it is told then is the one that
    `every`, which has all views, was told in time.
    """
    assert revisions(resumed) == revisions(whole)
    table = whole[0].table
    views = [message.view for message in every]
    pairs = zip(map(without_presence, resumed), map(without_presence, whole), views, strict=True)
    for cut, told, view in pairs:
        assert cut.HasField("table")
        if told.HasField("table"):
            table = told.table
        else:
            table.revision = told.revision
            assert cut.table == table
            cut.ClearField("table")
        if forgets and cut != told:
            assert not cut.HasField("view") or cut.view == view
            cut.ClearField("view")
            assert cut == told_late(told)
        else:
            assert cut == told


async def watch_whole(
    client: Client,
    table_id: str,
    guests: Sequence[Guest],
    head: int,
    ways: Sequence[api.Views.ValueType] = WAYS,
) -> dict[Where, Messages]:
    """Watch as everybody, each stream dropped at every revision."""
    told = {}
    for guest in guests:
        for views in ways:
            viewer = Viewer()
            await viewer.begin(viewer.dropping(client, table_id, guest, views))
            told[guest.principal, views] = (await viewer.until(head))[:head]
    return told


def assert_played(plan: Plan, log: Sequence[entry_pb2.Entry]) -> None:
    """Check that what the plan is about has happened."""
    kinds = {entry.WhichOneof("body") for entry in log}
    actors = {entry.acted.actor for entry in log}
    assert {"seat_left", "bot_removed", "seat_kicked", "acted"} <= kinds
    assert ({"paused", "resumed"} <= kinds) >= plan.pauses
    assert ("auto_pass_set" in kinds) >= plan.auto_passes
    assert ("seat_delegated" in kinds) >= plan.sleepers
    assert (entry_pb2.ACTOR_TIMEOUT in actors) >= plan.sleepers
    assert any(entry.deal_started.attempt > 1 for entry in log) >= plan.redeals
    assert any(entry.seat_kicked.bot for entry in log) == plan.kicks_in_play
    bodies = [entry.WhichOneof("body") or "" for entry in log]
    assert ("acted cards_drawn" in " ".join(bodies)) == (plan.game == "zhao_pengyou")


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
async def test_nothing_is_lost_wherever_a_stream_is_cut(
    tmp_path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cut at every revision, while it happens, from memory and from the log: the same stream."""
    monkeypatch.setattr(limits, "RECENT_STEPS_MAX", ALL_STEPS)
    async with (
        served(tmp_path, Durability.NORMAL) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        evening = Evening(client, plan, seed=1)
        await evening.open()
        guests, table_id = tuple(evening.guests), evening.table_id
        wholes: dict[Where, Viewer] = {}
        cuts: dict[Where, Viewer] = {}
        for guest in guests:
            for views in WAYS:
                where = (guest.principal, views)
                wholes[where], cuts[where] = Viewer(), Viewer()
                at = (client, table_id, guest)
                await wholes[where].begin(wholes[where].through(*at, 0, views))
                await cuts[where].begin(cuts[where].dropping(*at, views))
        head = await evening.play()
        whole = {where: await viewer.until(head) for where, viewer in wholes.items()}
        log = check(table_id, await log_of(server, table_id))
        assert_played(plan, log)
        for where, messages in whole.items():
            assert [(told.revision, told.time_ms) for told in messages] == [
                (entry.revision, entry.time_ms) for entry in log
            ]
            cut = (await cuts[where].until(head))[:head]
            every = whole[where[0], api.VIEWS_EVERY]
            assert_equal(cut, messages, every, forgets=plan.game in FORGETFUL)
        remembered = await watch_whole(client, table_id, guests, head, WAYS[:1])
        for where, messages in remembered.items():
            every = whole[where[0], api.VIEWS_EVERY]
            assert_equal(messages, whole[where], every, forgets=False)
    monkeypatch.setattr(limits, "RECENT_STEPS_MAX", FEW_STEPS)
    async with (
        served(tmp_path, Durability.NORMAL) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        replayed = await watch_whole(client, table_id, guests, head)
        for where, messages in replayed.items():
            every = whole[where[0], api.VIEWS_EVERY]
            assert_equal(messages, whole[where], every, forgets=False)
