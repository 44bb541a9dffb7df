"""Whoever has no seat knows what the options of the table let him know, in everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import grpc
import pytest

from paizhuo.storage.v1.entry_pb2 import Entry
from paizhuo.v1 import replay_service_pb2, table_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.folded_view import is_lasting
from service.playing import Game, log_of, read_refusal, refused, settings
from service.staged import HEARTBEAT_MS, Listener, Stage, scripted_id, staged

if TYPE_CHECKING:
    from collections.abc import Awaitable
    from pathlib import Path

    from paizhuo.tables.table import LiveTable
    from paizhuo.v1 import action_pb2, record_pb2
    from service.playing import Client, Guest

ONE_DEAL = settings(match_end="deals", match_deals="1")
PLAYS = {"deal_committed", "deal_started", "acted"}
CLOCKS = {"decision_ms": "600000", "bank_ms": "90000", "bot_delay_ms": "20"}


class Reference:
    """Hold what is public of a match, revision by revision, without any delay."""

    def __init__(self, messages: list[api.WatchTableResponse]) -> None:
        """Take a stream that was watched with all views."""
        self.messages = messages
        self.tables: dict[int, table_pb2.Table] = {}
        for message in messages:
            if message.HasField("table"):
                table = message.table
            self.tables[message.revision] = table
        self.views = {message.revision: message.view for message in messages}
        self.first = next(
            message.revision
            for message in messages
            if any(event.WhichOneof("kind") == "dealt" for event in message.events)
        )

    def last(self, head: int, delay: int) -> int:
        """Return where somebody is who lives behind, while the match goes on."""
        return max(self.first, head - delay)


async def seat_all(
    stage: Stage, **options: str
) -> tuple[Game, LiveTable, Guest, Listener, Listener]:
    """Deal a deal while the owner, who has no seat, and the first seat watch all views."""
    client = stage.client
    owner = await client.guest("Olga")
    players = [await client.guest(name) for name in ("Ann", "Bao", "Chiara")]
    table_id, live = await stage.open_table(
        owner, 3, options=ONE_DEAL, table_options=settings(**CLOCKS, **options)
    )
    listeners = []
    for guest in (owner, players[0]):
        listener = watch(client, guest, table_id, views=api.VIEWS_EVERY)
        await listener.until(1)
        listeners.append(listener)
    await stage.seat(players, live)
    return Game(client, table_id, players), live, owner, listeners[0], listeners[1]


def watch(
    client: Client,
    guest: Guest,
    table_id: str,
    after: int | None = None,
    views: api.Views.ValueType = api.VIEWS_SNAPSHOT,
) -> Listener:
    """Open a stream."""
    request = api.WatchTableRequest(table_id=table_id, after_revision=after, views=views)
    return Listener(client, guest, request)


async def reference(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Reference, list[action_pb2.Action]]:
    """Play a match at a table without delay, and keep what the public sees."""
    async with staged(folder, monkeypatch) as stage:
        game, live, _, listener, _ = await seat_all(stage)
        actions = []
        while not live.state.outline.match_over:
            actions.append(await stage.next_action(game, live))
            await stage.act(game, live, actions[-1])
        await listener.until(live.state.revision)
        return Reference(listener.messages), actions


async def plays_of(stage: Stage, table_id: str) -> list[int]:
    """Return the revisions in which something was dealt or played."""
    log = map(Entry.FromString, await log_of(stage.server, table_id))
    return [entry.revision for entry in log if entry.WhichOneof("body") in PLAYS]


async def record_of(client: Client, guest: Guest, table_id: str) -> record_pb2.Record:
    """Return the record of the last match."""
    request = replay_service_pb2.GetRecordRequest(table_id=table_id)
    return (await client.replay.GetRecord(request, metadata=guest.metadata)).record


async def row_of(client: Client, guest: Guest) -> table_pb2.Table:
    """Return the one row of the list of tables."""
    listed = await client.tables.ListTables(api.ListTablesRequest(), metadata=guest.metadata)
    return listed.tables[0]


def alike(table: table_pb2.Table, delay: int) -> table_pb2.Table:
    """Return a table without what differs between two tables, and between now and then."""
    made = table_pb2.Table()
    made.CopyFrom(table)
    made.revision = 0
    for setting in made.table_options:
        if setting.name == "spectator_delay_revisions":
            assert setting.value in {"0", str(delay)}
            setting.value = "0"
    for seat in made.seats:
        if seat.HasField("person"):
            seat.person.present = False
    return made


async def denied(call: Awaitable[object]) -> tuple[str, dict[str, str]]:
    """Return reason and facts of a refusal."""
    found = await refused(call)
    return found.reason, found.facts


@pytest.mark.parametrize("delay", [1, 7, 100])
async def test_who_lives_behind_knows_what_was_known_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, delay: int
) -> None:
    """At each step of a match an observer is told what others were told n revisions ago."""
    known, actions = await reference(tmp_path, monkeypatch)
    async with staged(tmp_path, monkeypatch) as stage:
        game, live, owner, listener, own = await seat_all(
            stage, spectator_delay_revisions=str(delay)
        )
        client, table_id = game.client, game.table_id
        rows = set()
        for step, made in enumerate(actions):
            head = live.state.revision
            last = known.last(head, delay)
            await own.until(head)
            await listener.until(last)
            assert listener.revision == last
            shown = await client.get(table_id, owner, min_revision=last)
            check_shown(shown, known, last, delay, head)
            assert (await client.get(table_id, game.players[0])).table.revision == head
            await check_refused(client, owner, table_id, last)
            record = await record_of(client, owner, table_id)
            told = [event for message in listener.messages for event in message.events]
            dealt = [event.WhichOneof("kind") for event in told].index("dealt")
            assert list(record.deals[-1].observed) == list(filter(is_lasting, told[dealt:]))
            rows.add((await row_of(client, owner)).SerializeToString())
            if step % 8 == 3:
                await check_without_memory(live, game, owner, shown)
                stage.clock.seconds += HEARTBEAT_MS / 1000
                await listener.until_heartbeat()
                assert listener.revision == last
                assert not listener.messages[-1].HasField("presence")
            await stage.act(game, live, made)

        (row,) = map(table_pb2.Table.FromString, rows)
        assert (row.revision, row.state) == (0, table_pb2.TABLE_STATE_PLAYING)
        assert [seat.person.principal for seat in row.seats] == [
            player.principal for player in game.players
        ]
        # The match has ended: nobody lives behind any more.
        head = live.state.revision
        await listener.until(head)
        check_shown(await client.get(table_id, owner), known, head, delay, head)
        assert (await row_of(client, owner)).revision == head
        assert (await record_of(client, owner, table_id)).HasField("end")


def check_shown(
    shown: api.GetTableResponse, known: Reference, last: int, delay: int, head: int
) -> None:
    """What is shown is what was known at that revision, and nobody's presence from later."""
    assert shown.table.revision == last
    assert shown.view == known.views[last]
    assert alike(shown.table, delay) == alike(known.tables[last], delay)
    assert any(seat.person.present for seat in shown.table.seats) == (last == head)


async def check_refused(client: Client, observer: Guest, table_id: str, last: int) -> None:
    """What is ahead of an observer is refused with where he is, not with where the table is."""
    ahead = ("REVISION_AHEAD", {"revision": str(last)})
    assert await denied(client.get(table_id, observer, min_revision=last + 1)) == ahead
    end = await watch(client, observer, table_id, after=last + 1).until_end()
    assert end is not None
    refusal = read_refusal(end)
    assert (refusal.reason, refusal.facts) == ahead
    legal = api.GetLegalActionsRequest(table_id=table_id, min_revision=last + 200)
    hint = api.GetHintRequest(table_id=table_id, min_revision=last + 200)
    for asked in (
        client.tables.GetLegalActions(legal, metadata=observer.metadata),
        client.tables.GetHint(hint, metadata=observer.metadata),
    ):
        assert await denied(asked) == ("NOT_SEATED", {})


async def check_without_memory(
    live: LiveTable, game: Game, observer: Guest, shown: api.GetTableResponse
) -> None:
    """What memory does not hold is read from the log, and is the same."""
    kept = list(live.recent)
    live.recent.clear()
    last = shown.table.revision
    assert await game.client.get(game.table_id, observer) == shown
    again = watch(game.client, observer, game.table_id, after=0, views=api.VIEWS_EVERY)
    await again.until(last)
    assert [message.revision for message in again.messages] == list(range(1, last + 1))
    await again.stop()
    live.recent.extend(kept)


async def test_who_cannot_be_told_from_memory_watches_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A delayed stream whose next revision is in memory no more ends with RESYNC."""
    async with staged(tmp_path, monkeypatch) as stage:
        game, live, owner, listener, own = await seat_all(stage, spectator_delay_revisions="5")
        for _ in range(6):
            await stage.act(game, live, await stage.next_action(game, live))
        live.recent.clear()
        await stage.act(game, live, await stage.next_action(game, live))
        end = await listener.until_end()
        assert end is not None
        assert read_refusal(end).reason == "RESYNC"
        await own.until(live.state.revision)
        again = watch(game.client, owner, game.table_id)
        await again.until(live.state.revision - 5)
        assert again.revision == live.state.revision - 5


async def test_a_delayed_stream_is_the_stream_of_others_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Live, with views: the same messages as without delay, each n revisions later."""
    known, actions = await reference(tmp_path, monkeypatch)
    async with staged(tmp_path, monkeypatch) as stage:
        game, live, _, listener, own = await seat_all(stage, spectator_delay_revisions="5")
        for made in actions:
            await own.until(live.state.revision)
            await listener.until(known.last(live.state.revision, 5))
            assert listener.revision == known.last(live.state.revision, 5)
            await stage.act(game, live, made)
        await listener.until(live.state.revision)
        assert len(listener.messages) == len(known.messages)
        for message, then in zip(listener.messages, known.messages, strict=True):
            assert (message.revision, message.time_ms) == (then.revision, then.time_ms)
            assert message.events == then.events
            assert message.view == then.view
            assert message.HasField("table") == then.HasField("table")
            assert alike(message.table, 5) == alike(then.table, 5)


async def test_where_nobody_may_watch_only_seats_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Streams of others end when a match begins, and begin when it has ended."""
    off: tuple[str, dict[str, str]] = ("SPECTATORS_OFF", {})
    async with staged(tmp_path, monkeypatch) as stage:
        game, live, owner, listener, own = await seat_all(stage, spectators="nobody")
        client, table_id = game.client, game.table_id
        end = await listener.until_end()
        assert end is not None
        assert end.code() is grpc.StatusCode.PERMISSION_DENIED
        assert not any(
            event.WhichOneof("kind") == "dealt"
            for message in listener.messages
            for event in message.events
        )
        while not live.state.outline.match_over:
            assert await denied(client.get(table_id, owner)) == off
            refusal = await watch(client, owner, table_id, after=0).until_end()
            assert refusal is not None
            assert refusal.code() is grpc.StatusCode.PERMISSION_DENIED
            unknown = record_of(client, owner, table_id)
            assert await denied(unknown) == ("RECORD_NOT_FOUND", {"matches": "0"})
            row = await row_of(client, owner)
            assert (row.revision, row.state) == (0, table_pb2.TABLE_STATE_PLAYING)
            assert (await client.get(table_id, game.players[1])).view.viewer == 1
            await stage.act(game, live, await stage.next_action(game, live))
        head = live.state.revision
        await own.until(head)
        assert (await client.get(table_id, owner)).table.revision == head
        assert (await record_of(client, owner, table_id)).HasField("end")
        whole = watch(client, owner, table_id, after=0)
        await whole.until(head)
        assert [message.revision for message in whole.messages] == list(range(1, head + 1))


@pytest.mark.parametrize(
    "option", [{"spectator_delay_revisions": "4"}, {"spectators": "nobody"}], ids=str
)
async def test_who_loses_his_seat_is_an_observer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: dict[str, str]
) -> None:
    """Who was sent away sees no hand any more, and lives by the rule of observers."""
    async with staged(tmp_path, monkeypatch) as stage:
        game, live, owner, _, own = await seat_all(stage, **option)
        client, table_id = game.client, game.table_id
        sent_away = game.players[0]
        for _ in range(6):
            await stage.act(game, live, await stage.next_action(game, live))
        assert (await row_of(client, sent_away)).own_seat == 0
        kick = api.KickPlayerRequest(request_id=scripted_id("kick"), table_id=table_id, seat=0)
        kicked = (await client.tables.KickPlayer(kick, metadata=owner.metadata)).revision
        await stage.settle(live)
        row = await row_of(client, sent_away)
        assert not row.HasField("own_seat")
        assert row.revision == 0
        if "spectators" in option:
            end = await own.until_end()
            assert end is not None
            assert end.code() is grpc.StatusCode.PERMISSION_DENIED
            assert await denied(client.get(table_id, sent_away)) == ("SPECTATORS_OFF", {})
            return
        while not live.state.outline.match_over:
            last = (await plays_of(stage, table_id))[-4] - 1
            shown = await client.get(table_id, sent_away)
            assert shown.table.revision == last
            assert not shown.view.HasField("viewer")
            assert not any(seat.hand for seat in shown.view.seats)
            await own.until(max(kicked - 1, last))
            assert own.revision == max(kicked - 1, last)
            await stage.act(game, live, await stage.next_action(game, live))
        await own.until(live.state.revision)
        for message in own.messages:
            assert not message.view.HasField("viewer") or message.revision < kicked
        revisions = [message.revision for message in own.messages]
        assert revisions == list(range(revisions[0], live.state.revision + 1))


async def test_who_sits_down_has_his_seats_view_from_there_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stream at a table with a delay becomes the seat's own, without delay."""
    async with staged(tmp_path, monkeypatch) as stage:
        game, live, _, listener, own = await seat_all(stage, spectator_delay_revisions="9")
        for _ in range(8):
            await stage.act(game, live, await stage.next_action(game, live))
        head = live.state.revision
        await own.until(head)
        sat_down = next(
            message.revision for message in own.messages if message.table.HasField("own_seat")
        )
        for message in own.messages:
            assert message.view.HasField("viewer") == (message.revision >= sat_down)
        assert own.messages[-1].view.seats[0].hand
        assert not any(message.view.HasField("viewer") for message in listener.messages)
        assert listener.revision < head


async def test_no_control_shortens_the_delay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pauses, wishes and whoever passes by himself are shown as late as the play around them.

    What an observer sees after each action is the same whether others called for anything
    else or not, until something is played again.
    """
    known, actions = await reference(tmp_path, monkeypatch)
    async with staged(tmp_path, monkeypatch) as stage:
        game, live, owner, listener, own = await seat_all(stage, spectator_delay_revisions="3")
        client, table_id = game.client, game.table_id
        played = [live.state.revision]
        for place, made in enumerate(actions[:14]):
            for number in range(3):
                await toggle(stage, game, owner, f"{place} {number}")
            head = live.state.revision
            await own.until(head)
            at = max(played[0], played[-3] - 1) if len(played) >= 3 else played[0]
            await listener.until(at)
            assert listener.revision == at
            shown = await client.get(table_id, owner)
            assert shown.table.revision == at
            assert shown.view == known.views[known.first + max(0, place - 3)]
            assert not shown.table.paused
            assert (await row_of(client, owner)).revision == 0
            await check_refused(client, owner, table_id, at)
            record = await record_of(client, owner, table_id)
            told = [event for message in listener.messages for event in message.events]
            dealt = [event.WhichOneof("kind") for event in told].index("dealt")
            assert list(record.deals[-1].observed) == list(filter(is_lasting, told[dealt:]))
            await check_without_memory(live, game, owner, shown)
            await stage.act(game, live, made)
            played.append(live.state.revision)
        # What was paused is told too, once as much was played after it.
        await listener.until(played[-3] - 1)
        kinds = [e.WhichOneof("kind") for message in listener.messages for e in message.events]
        assert kinds.count("table_paused") == kinds.count("table_resumed") == 3 * 12


async def toggle(stage: Stage, game: Game, owner: Guest, name: str) -> None:
    """Pause and go on, and let a seat pass by itself and not."""
    tables, table_id = game.client.tables, game.table_id
    for method, guest, more in (
        ("PauseTable", owner, {}),
        ("ResumeTable", owner, {}),
        ("SetAutoPass", game.players[2], {"on": True}),
        ("SetAutoPass", game.players[2], {"on": False}),
    ):
        stage.clock.ms += 1
        request = getattr(api, f"{method}Request")(
            request_id=scripted_id(name, method, more), table_id=table_id, **more
        )
        await getattr(tables, method)(request, metadata=guest.metadata)
