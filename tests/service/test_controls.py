"""Pauses, passing by itself and sending away, over real gRPC: once, or refused with a reason."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import grpc
import pytest

from paizhuo import limits
from paizhuo.config import Durability
from paizhuo.storage.v1 import entry_pb2
from paizhuo.v1 import replay_service_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.log_checks import check
from service.playing import (
    Client,
    Game,
    Guest,
    connected,
    log_of,
    new_id,
    refused,
    served,
    settings,
    start_game,
)
from service.viewing import stream_of

if TYPE_CHECKING:
    from collections.abc import Awaitable
    from pathlib import Path

    from service.playing import Running

pytestmark = pytest.mark.over_http


CONTROLS: Final = ("PauseTable", "ResumeTable", "SetAutoPass", "KickPlayer", "CloseTable")


def control(
    client: Client, method: str, table_id: str, guest: Guest, **more: Any
) -> Awaitable[Any]:
    """Call a method that steers a table."""
    request = getattr(api, f"{method}Request")(
        **{"request_id": new_id(), "table_id": table_id, **more}
    )
    called: Awaitable[Any] = getattr(client.tables, method)(request, metadata=guest.metadata)
    return called


async def test_a_pause_stops_clock_and_play(server: Running, client: Client) -> None:
    """In the owner's pause nobody acts and no time runs; then it goes on with what was left."""
    game = await start_game(client, table_options=settings(decision_ms="1000"))
    owner, table_id = game.players[0], game.table_id
    before = (await client.get(table_id, owner)).table
    request, player = await game.next_act()
    await control(client, "PauseTable", table_id, owner)
    shown = (await client.get(table_id, owner)).table
    assert shown.paused
    assert not shown.HasField("deadline_ms")
    found = await refused(client.tables.Act(request, metadata=player.metadata))
    assert (found.status, found.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "TABLE_PAUSED")
    await asyncio.sleep(1.3)
    await control(client, "ResumeTable", table_id, owner)
    after = (await client.get(table_id, owner)).table
    paused, resumed = check(table_id, await log_of(server, table_id))[-2:]
    assert after.deadline_ms - before.deadline_ms == resumed.time_ms - paused.time_ms >= 1300
    acted = await client.tables.Act(request, metadata=player.metadata)
    assert acted.revision == after.revision + 1


async def test_bots_pause_too(server: Running, client: Client) -> None:
    """In a pause no bot plays."""
    owner = await client.guest()
    table_id = await client.create(owner, table_options=settings(bot_delay_ms="200"))
    await client.join(table_id, owner)
    for _ in range(2):
        await client.add_bot(table_id, owner)
    await client.ready(table_id, owner)
    await client.until_asked(table_id, owner)
    await control(client, "PauseTable", table_id, owner)
    head = len(await log_of(server, table_id))
    await asyncio.sleep(0.5)
    assert len(await log_of(server, table_id)) == head
    await control(client, "ResumeTable", table_id, owner)
    game = Game(client, table_id, [owner] * 3)
    async with asyncio.timeout(20):
        while (await client.get(table_id, owner)).table.revision < head + 3:
            shown = await client.get(table_id, owner)
            if any(decision.seat == shown.table.own_seat for decision in shown.view.decisions):
                request, _ = await game.next_act()
                await client.tables.Act(request, metadata=owner.metadata)
            await asyncio.sleep(0.02)


async def test_all_persons_pause_together(client: Client) -> None:
    """Where all must want a pause the last wish begins it, and any of them ends it."""
    game = await start_game(client, table_options=settings(pause_by="all_persons"))
    for place, guest in enumerate(game.players):
        shown = (await client.get(game.table_id, guest)).table
        assert not shown.paused
        assert [row.wants_pause for row in shown.seats] == [at < place for at in range(3)]
        first = await control(client, "PauseTable", game.table_id, guest)
        if place < 2:
            again = await control(client, "PauseTable", game.table_id, guest)
            assert again.revision > first.revision
    assert (await client.get(game.table_id, game.players[0])).table.paused
    await control(client, "ResumeTable", game.table_id, game.players[2])
    shown = (await client.get(game.table_id, game.players[0])).table
    assert not shown.paused
    assert not any(row.wants_pause for row in shown.seats)


async def test_a_pause_of_all_ends_when_nobody_is_left_to_end_it(client: Client) -> None:
    """Who is sent away ends no pause: where all are, the table goes on by itself."""
    players = [await client.guest(name) for name in "ABC"]
    owner = await client.guest("O")
    table_id = await client.create(owner, 3, table_options=settings(pause_by="all_persons"))
    for player in players:
        await client.join(table_id, player)
    for player in players:
        await client.ready(table_id, player)
    await client.until_asked(table_id, owner)
    for player in players:
        await control(client, "PauseTable", table_id, player)
    for seat in range(3):
        assert (await client.get(table_id, owner)).table.paused
        await control(client, "KickPlayer", table_id, owner, seat=seat)
    await client.until(table_id, owner, lambda shown: not shown.table.paused)


async def test_who_wished_for_a_pause_begins_it_when_no_other_is_left(client: Client) -> None:
    """The last one who did not wish for it was sent away; to wish once more begins the pause."""
    game = await start_game(client, table_options=settings(pause_by="all_persons"))
    owner, other, sent_away = game.players
    await control(client, "PauseTable", game.table_id, owner)
    await control(client, "PauseTable", game.table_id, other)
    await control(client, "KickPlayer", game.table_id, owner, seat=2)
    assert not (await client.get(game.table_id, owner)).table.paused
    await control(client, "PauseTable", game.table_id, other)
    assert (await client.get(game.table_id, owner)).table.paused
    found = await refused(control(client, "ResumeTable", game.table_id, sent_away))
    assert found.reason == "NOT_SEATED"
    await control(client, "ResumeTable", game.table_id, other)
    assert not (await client.get(game.table_id, owner)).table.paused


async def test_the_secret_of_a_table_is_told_nobody(server: Running, client: Client) -> None:
    """It stands in the log alone: what is drawn from it cannot be found out, later neither."""
    game = await start_game(client)
    created = check(game.table_id, await log_of(server, game.table_id))[0].table_created
    assert len(created.secret) == 32
    request = replay_service_pb2.GetRecordRequest(table_id=game.table_id, match=1)
    record = await client.replay.GetRecord(request, metadata=game.players[0].metadata)
    shown = await client.get(game.table_id, game.players[0])
    for told in (record, shown):
        assert created.secret not in told.SerializeToString()


async def test_a_seat_passes_by_itself(server: Running, client: Client) -> None:
    """A seat that asked for it passes after a while of its own; only its person sees that."""
    game = await start_game(client)
    shown = await client.get(game.table_id, game.players[0])
    seat = shown.view.decisions[0].seat
    player, other = game.players[seat], game.players[(seat + 1) % 3]
    async with (
        stream_of(client, game.table_id, player) as own,
        stream_of(client, game.table_id, other) as others,
    ):
        for stream in (own, others):
            await anext(stream)
        await control(client, "SetAutoPass", game.table_id, player, on=True)
        assert (await anext(own)).table.seats[seat].auto_pass
        # Nothing tells it from an answer that shows nothing.
        told = await anext(others)
        assert (told.HasField("table"), len(told.events)) == (False, 0)
    assert (await client.get(game.table_id, player)).table.seats[seat].auto_pass
    assert not any(row.auto_pass for row in (await client.get(game.table_id, other)).table.seats)
    await client.until(game.table_id, player, lambda seen: seen.view.decisions[0].seat != seat)
    asked, passed = check(game.table_id, await log_of(server, game.table_id))[-2:]
    assert passed.acted.actor == entry_pb2.ACTOR_AUTO_PASS
    assert passed.entry_id == f"system:auto_pass:{passed.acted.decision_id}"
    assert passed.time_ms >= asked.wake_at_ms >= asked.time_ms + limits.AUTO_PASS_MS_MIN
    await control(client, "SetAutoPass", game.table_id, player, on=False)
    assert not (await client.get(game.table_id, player)).table.seats[seat].auto_pass


async def test_who_is_kicked_before_a_match_is_gone(client: Client) -> None:
    """Before a match the seat is free at once, and its person cannot come back."""
    owner, guest = await client.guest("Ann"), await client.guest("Bao")
    table_id = await client.create(owner)
    await client.join(table_id, owner)
    seat = await client.join(table_id, guest)
    await control(client, "KickPlayer", table_id, owner, seat=seat)
    shown = (await client.get(table_id, owner)).table
    assert shown.seats[seat].WhichOneof("occupant") is None
    found = await refused(client.join(table_id, guest))
    assert (found.status, found.reason) == (grpc.StatusCode.PERMISSION_DENIED, "BARRED")


async def test_who_is_kicked_in_a_match_leaves_it_to_a_bot(server: Running, client: Client) -> None:
    """During a match a bot plays to its end, the person sees no cards, and the seat is freed."""
    game = await start_game(
        client,
        options=settings(match_end="deals", match_deals="1"),
        table_options=settings(decision_ms="50", delegate_after_misses="1"),
    )
    owner, kicked = game.players[0], game.players[2]
    await control(client, "KickPlayer", game.table_id, owner, seat=2)
    shown = await client.get(game.table_id, kicked)
    assert not shown.table.HasField("own_seat")
    assert not shown.view.HasField("viewer")
    assert shown.table.seats[2].delegate == "greedy"
    found = await refused(client.hint(game.table_id, kicked))
    assert found.reason == "NOT_SEATED"
    shown = await client.until(
        game.table_id, owner, lambda seen: seen.table.seats[2].WhichOneof("occupant") is None
    )
    assert [row.delegate for row in shown.table.seats] == [""] * 3
    check(game.table_id, await log_of(server, game.table_id))


BAD: Final[dict[str, tuple[str, int, dict[str, Any], str]]] = {
    "pause_not_owner": ("PauseTable", 1, {}, "NOT_OWNER"),
    "resume_not_owner": ("ResumeTable", 1, {}, "NOT_OWNER"),
    "resume_unpaused": ("ResumeTable", 0, {}, "NOT_PAUSED"),
    "pass_not_seated": ("SetAutoPass", 3, {"on": True}, "NOT_SEATED"),
    "kick_not_owner": ("KickPlayer", 1, {"seat": 2}, "NOT_OWNER"),
    "close_not_owner": ("CloseTable", 1, {}, "NOT_OWNER"),
    "close_not_seated": ("CloseTable", 3, {}, "NOT_OWNER"),
    "close_match_of_others": ("CloseTable", 0, {}, "MATCH_RUNNING"),
    "kick_no_seat": ("KickPlayer", 0, {}, "FIELD_MISSING"),
    "kick_far_seat": ("KickPlayer", 0, {"seat": 3}, "NO_SUCH_SEAT"),
    "kick_huge_seat": ("KickPlayer", 0, {"seat": (1 << 32) - 1}, "NO_SUCH_SEAT"),
    "kick_oneself": ("KickPlayer", 0, {"seat": 0}, "FIELD_INVALID"),
}
for _method in CONTROLS:
    _more = {"seat": 1} if _method == "KickPlayer" else {}
    BAD.update(
        {
            f"{_method}_no_request_id": (_method, 0, {"request_id": "", **_more}, "FIELD_MISSING"),
            f"{_method}_no_uuid": (_method, 0, {"request_id": "7", **_more}, "FIELD_INVALID"),
            f"{_method}_no_table": (_method, 0, {"table_id": "", **_more}, "FIELD_MISSING"),
            f"{_method}_unknown_table": (
                _method,
                0,
                {"table_id": "a" * 32, **_more},
                "TABLE_NOT_FOUND",
            ),
        }
    )


@pytest.mark.parametrize("case", BAD)
async def test_bad_controls_are_refused(server: Running, game: Game, case: str) -> None:
    """What cannot be done is refused for its reason, and nothing is written."""
    method, place, more, reason = BAD[case]
    callers = [*game.players, await game.client.guest("Eve")]
    before = await log_of(server, game.table_id)
    given = {"table_id": game.table_id, **more}
    found = await refused(control(game.client, method, guest=callers[place], **given))
    assert found.reason == reason
    assert await log_of(server, game.table_id) == before


@pytest.mark.parametrize("method", ["PauseTable", "SetAutoPass"])
async def test_some_controls_need_a_match(client: Client, method: str) -> None:
    """Before a match there is nothing to pause, and nothing to pass."""
    owner = await client.guest()
    table_id = await client.create(owner)
    await client.join(table_id, owner)
    assert (await refused(control(client, method, table_id, owner))).reason == "NO_MATCH_RUNNING"


async def test_a_table_may_have_no_pauses(client: Client) -> None:
    """With `pause_by = nobody` not even the owner pauses."""
    game = await start_game(client, table_options=settings(pause_by="nobody"))
    for method in ("PauseTable", "ResumeTable"):
        found = await refused(control(client, method, game.table_id, game.players[0]))
        assert found.reason == "PAUSES_OFF"


async def test_bots_and_free_seats_are_not_kicked(client: Client) -> None:
    """Only persons are sent away."""
    owner = await client.guest()
    table_id = await client.create(owner)
    seat = await client.add_bot(table_id, owner)
    for other in (seat, seat + 1):
        found = await refused(control(client, "KickPlayer", table_id, owner, seat=other))
        assert found.reason == "NO_PERSON_THERE"


async def test_each_control_has_its_effect_once(tmp_path: Path) -> None:
    """Sent again, before a restart and after it, each gets the same answer and adds nothing."""
    sent: list[tuple[str, Any, Guest, Any]] = []
    async with (
        served(tmp_path, Durability.NORMAL) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        game = await start_game(client)
        owner = game.players[0]
        for method, guest, more in (
            ("SetAutoPass", game.players[1], {"on": True}),
            ("PauseTable", owner, {}),
            ("ResumeTable", owner, {}),
            ("PauseTable", owner, {}),
            ("KickPlayer", owner, {"seat": 2}),
        ):
            request = getattr(api, f"{method}Request")(
                **{"request_id": new_id(), "table_id": game.table_id, **more}
            )
            answer = await getattr(client.tables, method)(request, metadata=guest.metadata)
            sent.append((method, request, guest, answer))
        head = len(await log_of(server, game.table_id))
    for _ in range(2):
        async with (
            served(tmp_path, Durability.NORMAL) as server,
            connected(f"127.0.0.1:{server.port}") as client,
        ):
            for method, request, guest, answer in sent:
                again = await asyncio.gather(
                    *(
                        getattr(client.tables, method)(request, metadata=guest.metadata)
                        for _ in range(10)
                    )
                )
                assert all(found == answer for found in again)
            log = await log_of(server, game.table_id)
            check(game.table_id, log)
            assert len(log) == head


async def test_a_stream_tells_of_every_control(client: Client) -> None:
    """A watcher is told of pauses and of who is sent away, live and again from the log."""
    game = await start_game(client)
    owner = game.players[0]
    await control(client, "PauseTable", game.table_id, owner)
    await control(client, "ResumeTable", game.table_id, owner)
    await control(client, "PauseTable", game.table_id, owner)
    last = await control(client, "KickPlayer", game.table_id, owner, seat=1)
    request = api.WatchTableRequest(table_id=game.table_id, after_revision=0)
    stream = client.tables.WatchTable(request, metadata=owner.metadata)
    kinds: list[str | None] = []
    async for message in stream:
        kinds += [event.WhichOneof("kind") for event in message.events]
        if message.revision >= last.revision:
            break
    stream.cancel()
    assert kinds[-4:] == ["table_paused", "table_resumed", "table_paused", "seat_kicked"]
