"""A call that is accepted and has nothing to do is remembered like every other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import grpc
import pytest

from paizhuo import limits
from paizhuo.cli.doctor import run_doctor
from paizhuo.config import Durability
from paizhuo.tables.entries import parse
from paizhuo.tables.state import TableState
from paizhuo.v1 import replay_service_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.log_checks import check
from service.playing import (
    Client,
    Guest,
    connected,
    log_of,
    new_id,
    read_refusal,
    refused,
    served,
    settings,
    start_game,
)
from service.test_exactly_once_everywhere import with_request_id

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from google.protobuf.message import Message

    from paizhuo.storage.v1.entry_pb2 import Entry
    from service.playing import Running

Call = tuple[str, dict[str, Any]]
"""A method, and what its request holds beside the table."""


@dataclass(frozen=True, slots=True)
class Case:
    """Hold a call that has nothing to do once it was `made`, and what comes between its copies.

    `undone` is what a late copy would do again if it were judged anew; `other` holds another
    request, which may not have the same id.
    """

    call: Call
    made: Sequence[Call]
    undone: Call
    other: Call
    in_play: bool = False


READY: Final[Call] = ("SetReady", {"ready": True})
NOT_READY: Final[Call] = ("SetReady", {"ready": False})
ENTROPY: Final[Call] = ("SetReady", {"ready": True, "entropy": b"dice"})
PASSING: Final[Call] = ("SetAutoPass", {"on": True})
NOT_PASSING: Final[Call] = ("SetAutoPass", {"on": False})

CASES: Final = {
    "join": Case(("JoinTable", {}), [], ("LeaveTable", {}), ("JoinTable", {"seat": 2})),
    "ready": Case(READY, [READY], NOT_READY, NOT_READY),
    "ready_with_entropy": Case(ENTROPY, [ENTROPY], NOT_READY, READY),
    "not_ready": Case(NOT_READY, [], READY, READY),
    "pause": Case(
        ("PauseTable", {}), [("PauseTable", {})], ("ResumeTable", {}), PASSING, in_play=True
    ),
    "auto_pass": Case(PASSING, [PASSING], NOT_PASSING, NOT_PASSING, in_play=True),
    "no_auto_pass": Case(NOT_PASSING, [], PASSING, PASSING, in_play=True),
}

NEVER: Final = {
    "CreateTable": "its id names the table: a copy finds it",
    "LeaveTable": "NOT_SEATED",
    "AddBot": "SEAT_TAKEN",
    "RemoveBot": "NO_BOT_THERE",
    "ResumeTable": "NOT_PAUSED",
    "KickPlayer": "NO_PERSON_THERE",
    "CloseTable": "TABLE_CLOSED",
    "Act": "DECISION_CLOSED",
}
"""What always has something to do, or is refused as said here, and leaves nothing."""


@dataclass(slots=True)
class Scene:
    """Hold a table that is ready for a case, and who calls."""

    client: Client
    table_id: str
    guest: Guest
    other: Guest
    answers: list[tuple[str, Message, Message]] = field(default_factory=list)

    @classmethod
    async def of(cls, client: Client, case: Case) -> Scene:
        """Seat two persons, or deal to three where a match has to go on."""
        if case.in_play:
            options = settings(pause_by="all_persons")
            game = await start_game(client, table_options=options)
            scene = cls(client, game.table_id, game.players[0], game.players[1])
        else:
            guest, other = await client.guest("Ann"), await client.guest("Bao")
            table_id = await client.create(guest)
            await client.committed(table_id, guest)
            for person in (guest, other):
                await client.join(table_id, person)
            scene = cls(client, table_id, guest, other)
        for call in case.made:
            await scene.send(call)
        return scene

    def request(self, call: Call, request_id: str = "") -> Any:
        """Make a request."""
        method, fields = call
        make = getattr(api, f"{method}Request")
        return make(request_id=request_id or new_id(), table_id=self.table_id, **fields)

    async def send(self, call: Call, guest: Guest | None = None) -> Any:
        """Make a call that is new."""
        return await self.again(call[0], self.request(call), guest)

    async def again(self, method: str, request: Any, guest: Guest | None = None) -> Any:
        """Send a request, for the first time or once more."""
        metadata = (guest or self.guest).metadata
        return await getattr(self.client.tables, method)(request, metadata=metadata)

    async def seats(self) -> list[Any]:
        """Return how the seats are, as the caller sees them."""
        return list((await self.client.get(self.table_id, self.guest)).table.seats)

    async def play_case(self, case: Case) -> None:
        """Make the call, and send copies of it before and after others come between."""
        method, request = case.call[0], self.request(case.call)
        before = await self.seats()
        answer = await self.again(method, request)
        assert await self.seats() == before
        assert await self.again(method, request) == answer
        await self.send(READY if not case.in_play else PASSING, self.other)
        assert await self.again(method, request) == answer
        await self.send(case.undone)
        undone = await self.seats()
        assert undone[0] != before[0]
        assert await self.again(method, request) == answer
        other = self.request(case.other, request.request_id)
        found = await refused(self.again(case.other[0], other))
        assert (found.status, found.reason) == (
            grpc.StatusCode.INVALID_ARGUMENT,
            "REQUEST_ID_REUSED",
        )
        assert found.facts == {"revision": str(answer.revision)}
        assert await self.seats() == undone
        self.answers.append((method, request, answer))


def called(log: Sequence[bytes], request: Any) -> list[Entry]:
    """Return the entries of a request."""
    entries = map(parse, log)
    return [entry for entry in entries if entry.entry_id.endswith(request.request_id)]


def test_every_method_that_changes_something_is_known_here() -> None:
    """Each has a case here, or is named with what it says instead of nothing to do."""
    tried = {case.call[0] for case in CASES.values()}
    assert not tried & set(NEVER)
    assert with_request_id() <= tried | set(NEVER)


@pytest.mark.over_http
@pytest.mark.parametrize("name", CASES)
async def test_a_late_copy_does_nothing(client: Client, server: Running, name: str) -> None:
    """The same id gets the same answer, another request none, and no copy has an effect."""
    case = CASES[name]
    scene = await Scene.of(client, case)
    await scene.play_case(case)
    log = await log_of(server, scene.table_id)
    check(scene.table_id, log)
    ((_, request, answer),) = scene.answers
    (entry,) = called(log, request)
    assert entry.WhichOneof("body") == "nothing_changed"
    assert entry.revision == answer.revision  # type: ignore[attr-defined]
    assert entry.state_hash == parse(log[entry.revision - 2]).state_hash


async def test_a_late_copy_does_nothing_after_a_restart(tmp_path: Path) -> None:
    """Another process that reads the log answers the same, and the doctor finds all well."""
    scenes = {}
    async with (
        served(tmp_path, Durability.NORMAL) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        for name, case in CASES.items():
            scenes[name] = await Scene.of(client, case)
            await scenes[name].play_case(case)
    async with (
        served(tmp_path, Durability.NORMAL) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        for name, scene in scenes.items():
            scene.client = client
            before = await scene.seats()
            for method, request, answer in scene.answers:
                assert await scene.again(method, request) == answer, name
            assert await scene.seats() == before
    assert run_doctor(tmp_path, repairs_index=False) == 0


async def test_what_has_something_to_do_is_refused_the_second_time(client: Client) -> None:
    """Where a second call of the kind could have nothing to do, it is refused as NEVER says."""
    in_play = await Scene.of(client, CASES["auto_pass"])
    request = api.ActRequest(request_id=new_id(), table_id=in_play.table_id, decision_id="none")
    getattr(request.action, "pass").SetInParent()
    found = await refused(in_play.again("Act", request))
    assert found.reason == NEVER["Act"]
    kick: Call = ("KickPlayer", {"seat": 1})
    await in_play.send(kick)
    before = await Scene.of(client, CASES["not_ready"])
    bot: Call = ("AddBot", {"seat": 2})
    remove: Call = ("RemoveBot", {"seat": 2})
    await before.send(bot)
    for scene, call in ((in_play, ("ResumeTable", {})), (in_play, kick), (before, bot)):
        found = await refused(scene.send(call))
        assert found.reason == NEVER[call[0]]
    for call in (remove, ("LeaveTable", {}), ("CloseTable", {})):
        await before.send(call)
        assert (await refused(before.send(call))).reason == NEVER[call[0]]


async def test_nobody_is_told_anything(client: Client) -> None:
    """Streams show a revision without events, table and view; its own caller knows the request."""
    scene = await Scene.of(client, CASES["ready"])
    request = scene.request(READY)
    revision = (await scene.again("SetReady", request)).revision
    await scene.send(NOT_READY)
    for guest, cause in ((scene.guest, request.request_id), (scene.other, "")):
        asked = api.WatchTableRequest(table_id=scene.table_id, after_revision=revision - 2)
        stream = client.tables.WatchTable(asked, metadata=guest.metadata)
        messages = {}
        async for message in stream:
            messages[message.revision] = message
            if message.revision > revision:
                break
        stream.cancel()
        found = messages[revision]
        found.ClearField("time_ms")
        assert found == api.WatchTableResponse(revision=revision, cause_request_id=cause)


@pytest.mark.parametrize("name", ["join", "not_ready", "no_auto_pass"])
async def test_logs_cannot_be_filled_with_nothing(
    client: Client, server: Running, name: str
) -> None:
    """What is so already counts as a change: a burst is let through, then it is refused."""
    case = CASES[name]
    scene = await Scene.of(client, case)
    before = len(await log_of(server, scene.table_id))
    for _ in range(4 * limits.CHANGES_BURST):
        try:
            await scene.send(case.call)
        except grpc.aio.AioRpcError as error:
            found = read_refusal(error)
            break
    else:
        pytest.fail("nothing was refused")
    assert (found.status, found.reason) == (
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        "TOO_MANY_CHANGES",
    )
    assert found.retry_ms
    assert len(await log_of(server, scene.table_id)) - before <= 2 * limits.CHANGES_BURST


async def test_it_changes_nothing_but_when_somebody_called(client: Client, server: Running) -> None:
    """Folded, it leaves the game, the seats, the index and the spectators' delay as they were."""
    scene = await Scene.of(client, CASES["no_auto_pass"])
    answer = await scene.send(NOT_PASSING)
    log = await log_of(server, scene.table_id)
    state = TableState.start(scene.table_id, parse(log[0]))
    for raw in log[: answer.revision - 1]:
        state.commit(state.prepare(parse(raw), raw))
    game, seating, summary = state.game, state.seating, state.summary
    played, count = list(state.played), state.rations.count
    entry = parse(log[answer.revision - 1])
    step = state.prepare(entry, log[answer.revision - 1])
    state.commit(step)
    assert (state.game, state.seating, state.summary) == (game, seating, summary)
    assert (list(state.played), step.extra, step.is_table_changed) == (played, b"", False)
    assert (state.called_ms, state.rations.count) == (entry.time_ms, count + 1)


async def test_records_hold_nothing_of_it(client: Client) -> None:
    """A match in which such calls were made is written down, and its record is proven."""
    ends = settings(match_end="deals", match_deals="1")
    game = await start_game(client, options=ends)
    scene = Scene(client, game.table_id, game.players[0], game.players[1])
    while not (await client.get(game.table_id, game.players[0])).view.HasField("match_end"):
        await scene.send(NOT_PASSING)
        for _ in range(5):
            shown = await client.get(game.table_id, game.players[0])
            if not shown.view.HasField("match_end"):
                await game.act()
    asked = replay_service_pb2.GetRecordRequest(table_id=game.table_id)
    metadata = scene.guest.metadata
    record = (await client.replay.GetRecord(asked, metadata=metadata)).record
    checked = replay_service_pb2.VerifyRecordRequest(record=record)
    proven = await client.replay.VerifyRecord(checked, metadata=metadata)
    assert not proven.problems
