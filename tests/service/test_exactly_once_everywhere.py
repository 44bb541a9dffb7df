"""Every call that changes something has its effect once, whichever process is asked, and when."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import grpc
import pytest

from paizhuo.stores.base import entries_from
from paizhuo.stores.opening import open_stores
from paizhuo.v1 import (
    auth_service_pb2,
    catalogue_service_pb2,
    replay_service_pb2,
    rules_service_pb2,
)
from paizhuo.v1 import table_service_pb2 as api
from service.log_checks import check
from service.pair import Pair, paired
from service.playing import Client, Game, Guest, Running, log_of, new_id, read_refusal

if TYPE_CHECKING:
    from pathlib import Path

    from google.protobuf.message import Message

REPEATS: Final = 100
AT_ONCE: Final = 25
DECISIONS: Final = 12

SERVICES: Final = [
    service
    for module in (
        api,
        auth_service_pb2,
        catalogue_service_pb2,
        replay_service_pb2,
        rules_service_pb2,
    )
    for service in module.DESCRIPTOR.services_by_name.values()
]

NAMELESS: Final = {
    "CreateGuest": "nobody calls yet whose id it could be; a lost answer is a lost guest",
    "RecoverGuest": "its recovery code names it; each answer has a token of its own",
    "EraseName": "it says what shall hold in the end; tried below",
}
"""What changes something and carries no request id, with the reason."""

LOOKS: Final = {
    *("GetTable", "ListTables", "GetLegalActions", "GetHint", "WatchTable", "GetPrincipal"),
    *("ListGames", "GetGame", "GetRecord", "ListRecords", "VerifyRecord", "WatchRecords"),
    *("Classify", "Compare", "ListPlays"),
}
"""What only looks."""


def with_request_id() -> set[str]:
    """Return the methods whose requests carry an id."""
    return {
        method.name
        for service in SERVICES
        for method in service.methods
        if "request_id" in method.input_type.fields_by_name
    }


class Sent(NamedTuple):
    """Hold a call that was accepted, with its answer."""

    method: str
    request: Message
    guest: Guest
    answer: Message


class Caller:
    """Make calls, and note them."""

    def __init__(self, client: Client) -> None:
        """Begin with none."""
        self.client = client
        self.sent: list[Sent] = []

    async def call(self, method: str, guest: Guest, **fields: Any) -> Any:
        """Make one call, and a hundred more of the same."""
        request = getattr(api, f"{method}Request")(request_id=new_id(), **fields)
        answer = await getattr(self.client.tables, method)(request, metadata=guest.metadata)
        self.sent.append(Sent(method, request, guest, answer))
        await repeat(self.client, self.sent[-1])
        return answer


async def repeat(client: Client, sent: Sent) -> None:
    """Make a call a hundred times again: each gets the same answer."""
    method = getattr(client.tables, sent.method)
    for _ in range(REPEATS // AT_ONCE):
        calls = (method(sent.request, metadata=sent.guest.metadata) for _ in range(AT_ONCE))
        assert all(again == sent.answer for again in await asyncio.gather(*calls)), sent.method


async def play_through(caller: Caller) -> list[str]:
    """Make every call that changes a table, and return the tables.

    Another one is closed: what is asked of a closed table again is read from its log, and
    nobody may read so many at once.
    """
    client, call = caller.client, caller.call
    owner, other, third = [await client.guest(name) for name in ("Ann", "Bao", "Chiara")]
    created = await call("CreateTable", owner, game="dou_dizhu", seats=3)
    table_id: str = created.table.table_id
    where = {"table_id": table_id}
    await call("JoinTable", owner, **where)
    await call("JoinTable", other, **where)
    await call("LeaveTable", other, **where)
    await call("JoinTable", other, **where, seat=2)
    await call("AddBot", owner, **where)
    await call("RemoveBot", owner, **where, seat=1)
    await call("JoinTable", third, **where)
    await client.committed(table_id, owner)
    for guest in (owner, other, third):
        await call("SetReady", guest, **where, ready=True, entropy=b"dice")
    game = Game(client, table_id, [owner, third, other])
    for _ in range(3):
        request, player = await game.next_act()
        given = {"decision_id": request.decision_id, "action": request.action}
        await call("Act", player, **where, **given)
    await call("SetAutoPass", third, **where, on=True)
    await call("SetAutoPass", third, **where, on=False)
    await call("PauseTable", owner, **where)
    await call("ResumeTable", owner, **where)
    await call("PauseTable", owner, **where)
    await call("KickPlayer", owner, **where, seat=2)
    created = await call("CreateTable", owner, game="dou_dizhu", seats=3)
    await call("CloseTable", owner, table_id=created.table.table_id)
    return [table_id, created.table.table_id]


def test_every_method_is_known_here() -> None:
    """Each method of each service carries a request id, or is named here with the reason."""
    every = [method.name for service in SERVICES for method in service.methods]
    assert set(every) - with_request_id() == LOOKS | set(NAMELESS)
    assert len(set(every)) == len(every)


@pytest.mark.slow
async def test_a_hundred_times_from_two_processes_is_once(tmp_path: Path) -> None:
    """Before a restart and after it, from either process: one effect, and one answer."""
    first = Pair.start(tmp_path)
    async with paired(first.addresses) as client:
        caller = Caller(client)
        tables = await play_through(caller)
    assert first.stop() == [0, 0]
    assert {sent.method for sent in caller.sent} == with_request_id()
    second = Pair.start(tmp_path)
    async with paired(second.addresses) as client:
        for sent in caller.sent:
            await repeat(client, sent)
    assert second.stop() == [0, 0]
    stores = open_stores("normal", second.data, lambda: 0)
    called = []
    for table_id in tables:
        log = [entry.data async for entry in entries_from(stores.log, table_id)]
        called += [entry.entry_id for entry in check(table_id, log) if "/" in entry.entry_id]
    await stores.aclose()
    assert called == [
        f"{sent.guest.principal}/{sent.request.request_id}"  # type: ignore[attr-defined]
        for sent in caller.sent
    ]


async def test_a_name_is_erased_once_for_all(client: Client) -> None:
    """EraseName says what shall hold: said again and again, the name is gone, wherever asked."""
    guest = await client.guest("Ann")

    async def names() -> set[str]:
        # Of three calls in a row no two processes miss one.
        asked = auth_service_pb2.GetPrincipalRequest()
        calls = [client.auth.GetPrincipal(asked, metadata=guest.metadata) for _ in range(3)]
        return {(await call).name for call in calls}

    assert await names() == {"Ann"}
    for _ in range(REPEATS):
        await client.auth.EraseName(auth_service_pb2.EraseNameRequest(), metadata=guest.metadata)
        assert await names() == {""}


@pytest.mark.every_game
@pytest.mark.parametrize("apart_s", [0.0, 0.005], ids=["at_once", "5_ms_apart"])
async def test_two_answers_to_one_decision_are_one(
    game: Game, server: Running, apart_s: float
) -> None:
    """Of two ids for one decision one has its effect, and the other is ABORTED."""
    tables = game.client.tables
    for _ in range(DECISIONS):
        request, player = await game.next_act()
        other = api.ActRequest()
        other.CopyFrom(request)
        other.request_id = new_id()
        calls = []
        for sent in (request, other):
            calls.append(tables.Act(sent, metadata=player.metadata))
            await asyncio.sleep(apart_s)
        ended = await asyncio.gather(*calls, return_exceptions=True)
        (done,) = [end for end in ended if isinstance(end, api.ActResponse)]
        (error,) = [end for end in ended if isinstance(end, grpc.aio.AioRpcError)]
        found = read_refusal(error)
        assert (found.status, found.reason) == (grpc.StatusCode.ABORTED, "DECISION_CLOSED")
        assert int(found.facts["revision"]) >= done.revision
        log = check(game.table_id, await log_of(server, game.table_id))
        answers = [e for e in log if e.acted.decision_id == request.decision_id]
        assert [entry.revision for entry in answers] == [done.revision]
