"""Nobody fills a table's log up by what is no play, and a match that began is played to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import grpc
import pytest

from paizhuo import limits
from paizhuo.config import Durability
from paizhuo.v1 import table_service_pb2 as api
from service.log_checks import check
from service.playing import (
    Game,
    connected,
    log_of,
    new_id,
    read_refusal,
    refused,
    served,
    settings,
    start_game,
)
from service.staged import scripted_id, staged

if TYPE_CHECKING:
    from pathlib import Path

    from service.playing import Client, Guest, Refused, Running

ONE_DEAL = settings(match_end="deals", match_deals="1")
OFTEN: Final = 200
"""How often at most a test tries what must be refused before long."""

Call = tuple[str, dict[str, Any]]
"""A method, and what its request holds."""

IN_PLAY: Final[dict[str, tuple[Call, Call]]] = {
    "pause": (("PauseTable", {}), ("ResumeTable", {})),
    "auto_pass": (("SetAutoPass", {"on": True}), ("SetAutoPass", {"on": False})),
}
BEFORE: Final[dict[str, tuple[Call, Call]]] = {
    "seat": (("LeaveTable", {}), ("JoinTable", {})),
    "bot": (("AddBot", {"seat": 2}), ("RemoveBot", {"seat": 2})),
    "ready": (("SetReady", {"ready": True}), ("SetReady", {"ready": False})),
}


async def send(client: Client, guest: Guest, table_id: str, call: Call) -> None:
    """Send a new request."""
    method, more = call
    request = getattr(api, f"{method}Request")(request_id=new_id(), table_id=table_id, **more)
    await getattr(client.tables, method)(request, metadata=guest.metadata)


async def until_refused(
    client: Client, guest: Guest, table_id: str, calls: tuple[Call, ...]
) -> tuple[Refused, Call]:
    """Repeat calls until one is refused, and return how and which."""
    for _ in range(OFTEN):
        for call in calls:
            try:
                await send(client, guest, table_id, call)
            except grpc.aio.AioRpcError as error:
                return read_refusal(error), call
    raise AssertionError("nothing was refused")


def check_rationed(found: Refused) -> None:
    """It is refused because it came too often, and says when to come again."""
    assert (found.status, found.reason) == (
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        "TOO_MANY_CHANGES",
    )
    assert found.retry_ms is not None
    assert 0 < found.retry_ms <= limits.CHANGE_EVERY_MS


@pytest.mark.parametrize("case", IN_PLAY)
async def test_toggles_in_play_are_rationed(server: Running, client: Client, case: str) -> None:
    """A burst is let through; then the call that begins it again is refused, and play goes on."""
    game = await start_game(client)
    owner, table_id = game.players[0], game.table_id
    before = len(await log_of(server, table_id))
    found, call = await until_refused(client, owner, table_id, IN_PLAY[case])
    check_rationed(found)
    # What was begun could be ended, every time.
    assert call == IN_PLAY[case][0]
    toggled = len(await log_of(server, table_id)) - before
    assert 2 * (limits.CHANGES_BURST - 1) <= toggled <= 4 * limits.CHANGES_BURST
    for _ in range(4):
        check_rationed(await refused(send(client, owner, table_id, IN_PLAY[case][0])))
    # Others have rations of their own, and playing is none.
    await send(client, game.players[1], table_id, ("SetAutoPass", {"on": True}))
    await game.act()
    check(table_id, await log_of(server, table_id))


@pytest.mark.parametrize("case", BEFORE)
async def test_changes_before_a_match_are_rationed(
    server: Running, client: Client, case: str
) -> None:
    """Sitting down, seating bots and taking readiness back are let through in a burst."""
    owner = await client.guest()
    table_id = await client.create(owner)
    await client.join(table_id, owner)
    await client.committed(table_id, owner)
    before = len(await log_of(server, table_id))
    found, call = await until_refused(client, owner, table_id, BEFORE[case])
    check_rationed(found)
    assert call == BEFORE[case][1 if case in {"seat", "ready"} else 0]
    changed = len(await log_of(server, table_id)) - before
    assert changed <= 4 * limits.CHANGES_BURST
    # To be ready, to send a bot away and to leave was free each time.
    check(table_id, await log_of(server, table_id))


async def test_closing_is_no_change_that_is_rationed(client: Client) -> None:
    """Who has used up every ration of his may still close the table."""
    owner = await client.guest()
    table_id = await client.create(owner)
    await client.committed(table_id, owner)
    check_rationed((await until_refused(client, owner, table_id, BEFORE["bot"]))[0])
    await send(client, owner, table_id, ("CloseTable", {}))


async def test_entropy_is_rationed(client: Client) -> None:
    """Other bytes for the same deal again and again are refused."""
    owner = await client.guest()
    table_id = await client.create(owner)
    await client.join(table_id, owner)
    await client.committed(table_id, owner)
    calls = tuple(
        ("SetReady", {"ready": True, "entropy": bytes([place])}) for place in range(1, 255)
    )
    check_rationed((await until_refused(client, owner, table_id, calls))[0])


@pytest.mark.one_process(reason="it lowers limits of the process")
async def test_many_callers_cannot_storm_the_seats(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many callers sit down and leave, seats are taken only so often."""
    monkeypatch.setattr(limits, "JOINS_BURST", 7)
    monkeypatch.setattr(limits, "JOIN_EVERY_MS", 3_600_000)
    table_id = await client.create(await client.guest())
    for _ in range(7):
        guest = await client.guest()
        await send(client, guest, table_id, ("JoinTable", {}))
        await send(client, guest, table_id, ("LeaveTable", {}))
    found = await refused(client.join(table_id, await client.guest()))
    assert found.reason == "TOO_MANY_CHANGES"
    assert found.retry_ms is not None
    assert 3_000_000 < found.retry_ms <= 3_600_000


async def test_a_ration_outlives_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who used it up finds it used up after a restart."""
    monkeypatch.setattr(limits, "CHANGE_EVERY_MS", 3_600_000)
    monkeypatch.setattr(limits, "CHANGES_BURST", 5)
    async with (
        served(tmp_path, Durability.NORMAL) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        game = await start_game(client)
        owner, table_id = game.players[0], game.table_id
        await until_refused(client, owner, table_id, IN_PLAY["pause"])
        head = await log_of(server, table_id)
    async with (
        served(tmp_path, Durability.NORMAL) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        found = await refused(send(client, owner, table_id, ("PauseTable", {})))
        assert found.reason == "TOO_MANY_CHANGES"
        assert await log_of(server, table_id) == head


async def test_a_ration_grows_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the time that the refusal names there is nothing; then one change, no more."""
    async with staged(tmp_path, monkeypatch) as stage:
        client = stage.client
        players = [await client.guest(name) for name in ("Ann", "Bao", "Chiara")]
        table_id, _ = await stage.table(players[0], players)
        first, second = IN_PLAY["pause"]
        for _ in range(2):
            found, _ = await until_refused(client, players[0], table_id, (first, second))
            assert found.retry_ms is not None
            stage.clock.ms += found.retry_ms - 1
            again = await refused(send(client, players[0], table_id, first))
            assert (again.reason, again.retry_ms) == ("TOO_MANY_CHANGES", 1)
            stage.clock.ms += 1
            await send(client, players[0], table_id, first)
            await send(client, players[0], table_id, second)
            assert (await refused(send(client, players[0], table_id, first))).retry_ms is not None


@pytest.mark.one_process(reason="it lowers limits of the process")
async def test_a_match_that_began_is_played_to_its_end(
    server: Running, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once all room for changes is used up the match goes on; then the table is closed."""
    game = await start_game(client, options=ONE_DEAL)
    owner, table_id = game.players[0], game.table_id
    monkeypatch.setattr(limits, "CHANGES_MAX", 20)
    found, call = await until_refused(client, owner, table_id, IN_PLAY["pause"])
    assert (found.status, found.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "LOG_FULL")
    assert call[0] == "PauseTable"
    taking = ("SetAutoPass", {"on": True})
    assert (await refused(send(client, game.players[1], table_id, taking))).reason == "LOG_FULL"
    await until_over(game)
    shown = await client.until(table_id, owner, lambda seen: bool(seen.table.close_reason))
    assert shown.table.close_reason == "log_full"
    check(table_id, await log_of(server, table_id))


@pytest.mark.one_process(reason="it lowers limits of the process")
async def test_no_match_begins_that_could_not_end(
    server: Running, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind the half of a log a match goes on to its end, and none begins."""
    game = await start_game(client, options=ONE_DEAL)
    owner, table_id = game.players[0], game.table_id
    monkeypatch.setattr(limits, "ENTRIES_BEFORE_MATCH_MAX", len(await log_of(server, table_id)))
    await until_over(game)
    shown = await client.until(table_id, owner, lambda seen: bool(seen.table.close_reason))
    assert shown.table.close_reason == "log_full"
    log = check(table_id, await log_of(server, table_id))
    assert sum(entry.HasField("deal_started") for entry in log) >= 1
    assert log[-1].entry_id == "system:close:log_full"


async def until_over(game: Game) -> None:
    """Play until the match has ended."""
    while not any(event.HasField("match_ended") for event in (await game.act()).events):
        pass


async def test_who_has_no_seat_keeps_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An owner without a seat calls on and on; the persons are away, and the table is closed."""
    async with staged(tmp_path, monkeypatch) as stage:
        client = stage.client
        owner = await client.guest("Olga")
        players = [await client.guest(name) for name in ("Ann", "Bao", "Chiara")]
        table_id, live = await stage.table(
            owner, players, table_options=settings(abandon_after_ms="600000")
        )
        log = check(table_id, await log_of(stage.server, table_id))
        last_ms = max(entry.time_ms for entry in log if "/" in entry.entry_id)
        for place in range(59):
            stage.clock.ms += 10_000
            for method in ("PauseTable", "ResumeTable"):
                request = getattr(api, f"{method}Request")(
                    request_id=scripted_id(place, method), table_id=table_id
                )
                await getattr(client.tables, method)(request, metadata=owner.metadata)
        assert not live.state.seating.is_closed
        await stage.settle(live)
        assert live.state.seating.close_reason == "abandoned"
        log = check(table_id, await log_of(stage.server, table_id))
        assert log[-1].time_ms <= last_ms + 600_000
