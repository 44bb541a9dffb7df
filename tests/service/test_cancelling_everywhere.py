"""Every call that changes something can be cancelled at each of its waits, from the token on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import pytest

from paizhuo.auth.callers import require
from paizhuo.config import Durability
from paizhuo.engine import ActRequest
from paizhuo.rpc.table_service import TableService
from paizhuo.v1 import table_service_pb2 as api
from service.log_checks import check
from service.playing import Client, Game, Guest, connected, log_of, new_id, served, start_game
from service.stepper import Stepper
from service.test_exactly_once_everywhere import with_request_id

if TYPE_CHECKING:
    from pathlib import Path

    from paizhuo.rpc.server import Server

Calls = AsyncIterator[tuple[str, Any, Guest]]
"""Methods with requests and who sends them, without end."""

WAITS_MAX: Final = 40
"""No call waits so often."""

UNDONE: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "JoinTable": ("LeaveTable", {}),
    "AddBot": ("RemoveBot", {"seat": 2}),
    "SetReady": ("SetReady", {"ready": False}),
    "PauseTable": ("ResumeTable", {}),
    "SetAutoPass": ("SetAutoPass", {"on": False}),
}
"""What is tried and undone by turns; what undoes it is tried as well."""

FIELDS: Final[dict[str, dict[str, Any]]] = {
    "AddBot": {"seat": 2},
    "SetReady": {"ready": True},
    "SetAutoPass": {"on": True},
}


@dataclass(slots=True)
class Cut:
    """Make calls as a transport does, cut off at one wait after another."""

    server: Server
    client: Client
    places: dict[str, set[tuple[str, ...]]]

    async def whole(self, method: str, request: Any, guest: Guest) -> bytes:
        """Find out who calls, then do it, as the transports do."""
        ((_, authorization),) = guest.metadata
        callers = self.server.callers
        caller = callers.recall(authorization) or await callers.check(authorization)
        found = TableService(self.server.hall).methods()[method]
        require(caller, found.scope)
        raw = request.SerializeToString()
        decoded = ActRequest(raw) if method == "Act" else type(request).FromString(raw)
        function: Any = found.function
        answer: bytes = await function(decoded, caller)
        return answer

    async def forget(self, table_id: str) -> None:
        """Have neither callers nor the table in memory."""
        self.server.callers._known.clear()
        table = self.server.hall._tables.pop(table_id, None)
        if table is not None:
            await table.aclose()

    async def cut(self, method: str, request: Any, guest: Guest, waits: int) -> bool:
        """Cancel a call at one wait, then send it once more; False if it did not wait so often."""
        await self.forget(getattr(request, "table_id", ""))
        stepper = Stepper(self.whole(method, request, guest), waits)
        await asyncio.wait_for(stepper.run(), 60)
        answer = await getattr(self.client.tables, method)(request, metadata=guest.metadata)
        again = await getattr(self.client.tables, method)(request, metadata=guest.metadata)
        assert again == answer
        table_id = getattr(request, "table_id", "") or answer.table.table_id
        log = await log_of(self.server, table_id)
        entries = check(table_id, log)
        assert sum(entry.entry_id.endswith(request.request_id) for entry in entries) == 1
        if stepper.was_cancelled:
            self.places.setdefault(method, set()).add(stepper.place)
        return stepper.was_cancelled

    async def everywhere(self, calls: Calls, *methods: str) -> None:
        """Cancel these methods at their first wait, their second, and so on, to the end."""
        waits = dict.fromkeys(methods, 0)
        done: set[str] = set()
        async for method, request, guest in calls:
            if await self.cut(method, request, guest, waits[method]):
                waits[method] += 1
                assert waits[method] < WAITS_MAX
            else:
                done.add(method)
                waits[method] = 0
            if done == set(methods):
                return


def ask(method: str, table_id: str, **fields: Any) -> Any:
    """Make a new request."""
    return getattr(api, f"{method}Request")(request_id=new_id(), table_id=table_id, **fields)


async def by_turns(method: str, table_id: str, guest: Guest) -> Calls:
    """Do something and undo it, again and again."""
    undone, fields = UNDONE[method]
    while True:
        yield method, ask(method, table_id, **FIELDS.get(method, {})), guest
        yield undone, ask(undone, table_id, **fields), guest


async def acts(game: Game) -> Calls:
    """Play on."""
    while True:
        request, player = await game.next_act()
        yield "Act", request, player


async def creations(client: Client) -> Calls:
    """Create a table each."""
    while True:
        request = api.CreateTableRequest(request_id=new_id(), game="dou_dizhu", seats=3)
        yield "CreateTable", request, await client.guest()


async def closings(client: Client) -> Calls:
    """Close a new table each."""
    while True:
        owner = await client.guest()
        table_id = await client.create(owner)
        await client.committed(table_id, owner)
        yield "CloseTable", ask("CloseTable", table_id), owner


async def kicks(client: Client, table_id: str, owner: Guest) -> Calls:
    """Send a new guest away each."""
    while True:
        seat = await client.join(table_id, await client.guest())
        yield "KickPlayer", ask("KickPlayer", table_id, seat=seat), owner


@pytest.mark.parametrize("durability", [Durability.MEMORY, Durability.NORMAL])
async def test_every_call_is_done_once_or_not_at_all(
    tmp_path: Path, durability: Durability
) -> None:
    """Cancelled at the token, while a table is opened, while it is written: one entry follows."""
    async with (
        served(tmp_path, durability) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        cut = Cut(server, client, {})
        owner, other = await client.guest("Ann"), await client.guest("Bao")
        table_id = await client.create(owner)
        await client.committed(table_id, owner)
        await cut.everywhere(by_turns("JoinTable", table_id, other), "JoinTable", "LeaveTable")
        await cut.everywhere(by_turns("AddBot", table_id, owner), "AddBot", "RemoveBot")
        await cut.everywhere(kicks(client, table_id, owner), "KickPlayer")
        await client.join(table_id, owner)
        await cut.everywhere(by_turns("SetReady", table_id, owner), "SetReady")
        game = await start_game(client)
        first = game.players[0]
        pauses = by_turns("PauseTable", game.table_id, first)
        await cut.everywhere(pauses, "PauseTable", "ResumeTable")
        await cut.everywhere(by_turns("SetAutoPass", game.table_id, first), "SetAutoPass")
        await cut.everywhere(acts(game), "Act")
        await cut.everywhere(creations(client), "CreateTable")
        await cut.everywhere(closings(client), "CloseTable")
    assert set(cut.places) == with_request_id()
    # In memory nothing waits but the opening of a table and its task, which an action at rest and a
    # creation do without.
    once = {"Act", "CreateTable"} if durability is Durability.MEMORY else set()
    assert {method for method, places in cut.places.items() if len(places) < 2} == once
    waiting = {line.split(":")[0] for places in cut.places.values() for at in places for line in at}
    assert {"Hall.find", "LiveTable.apply", "Hall.create"} <= waiting
    assert ("Callers.check" in waiting) == (durability is Durability.NORMAL)
