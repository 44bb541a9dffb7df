"""Run a server on a stage: its time, its chance and its names are the test's.

What happens on two stages in the same way is the same to the last byte, unless something
else makes the difference.
"""

from __future__ import annotations

import asyncio
import hashlib
import uuid
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import grpc.aio

from paizhuo.config import Config, Durability
from paizhuo.rpc.server import Server
from paizhuo.stores.opening import open_stores
from paizhuo.v1 import action_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.games import DEFAULT
from service.playing import Client, Game, Guest, action, connected, undelayed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path

    import pytest

    from paizhuo.tables.table import LiveTable

HEARTBEAT_MS = 100
_SOON_MS = 60_000
_NAMESPACE = uuid.UUID(int=7)


class Move(NamedTuple):
    """Say who does what."""

    seat: int
    action: action_pb2.Action


class ScriptClock:
    """Stand still until the test lets time go on."""

    def __init__(self) -> None:
        """Begin at some moment."""
        self.ms = 1_800_000_000_000
        self.seconds = 1_000.0

    def now_ms(self) -> int:
        """Return the time."""
        return self.ms

    def monotonic(self) -> float:
        """Return seconds of which only heartbeats and idleness are counted."""
        return self.seconds


class CountedRandomness:
    """Draw the same on every stage of the same name."""

    def __init__(self, name: str) -> None:
        """Begin with the first draw."""
        self._name = name
        self._count = 0

    def token_bytes(self, count: int) -> bytes:
        """Return the next bytes, at most 32."""
        self._count += 1
        drawn = hashlib.sha256(f"{self._name} {self._count}".encode()).digest()
        assert count <= len(drawn)
        return drawn[:count]


def scripted_id(*parts: object) -> str:
    """Return the request id that a script uses at one of its places."""
    return str(uuid.uuid5(_NAMESPACE, " ".join(map(str, parts))))


@dataclass(slots=True)
class Stage:
    """Hold a server whose time the test makes, and who plays there."""

    server: Server
    client: Client
    clock: ScriptClock
    game: str = DEFAULT

    async def settle(self, live: LiveTable) -> None:
        """Let the table do by itself whatever it wants to do soon, at the very time.

        It stops where seats may act that need not: while cards are drawn.
        """
        async with asyncio.timeout(120):
            while (wake := live.state.wake) and wake.at_ms < self.clock.ms + _SOON_MS:
                if any(decision.voluntary for decision in live.state.decisions):
                    return
                await self.wait(live)

    async def wait(self, live: LiveTable) -> None:
        """Let the table do the next thing that it does by itself, at the very time."""
        wake = live.state.wake
        assert wake is not None
        self.clock.ms = max(self.clock.ms, wake.at_ms)
        revision = live.state.revision
        while live.state.revision == revision:
            live.look_at_log()
            await asyncio.sleep(0.002)

    async def table(
        self, owner: Guest, players: Sequence[Guest], **fields: Any
    ) -> tuple[str, LiveTable]:
        """Create a table, seat everybody, and let the first deal be dealt."""
        table_id, live = await self.open_table(owner, len(players), **fields)
        await self.seat(players, live)
        return table_id, live

    async def open_table(self, owner: Guest, seats: int, **fields: Any) -> tuple[str, LiveTable]:
        """Create a table."""
        fields["table_options"] = undelayed(self.game, fields.get("table_options", ()))
        request = api.CreateTableRequest(
            request_id=scripted_id("create"), game=self.game, seats=seats, **fields
        )
        created = await self.client.tables.CreateTable(request, metadata=owner.metadata)
        live = await self.server.hall.find(created.table.table_id)
        await self.settle(live)
        return live.table_id, live

    async def seat(self, players: Sequence[Guest], live: LiveTable) -> None:
        """Seat everybody, and let the first deal be dealt."""
        for player in players:
            join = api.JoinTableRequest(
                request_id=scripted_id("join", player.principal), table_id=live.table_id
            )
            await self.client.tables.JoinTable(join, metadata=player.metadata)
        await self.deal(players, live)

    async def deal(self, players: Sequence[Guest], live: LiveTable) -> None:
        """Let everybody be ready, and the next deal be dealt."""
        for player in players:
            ready = api.SetReadyRequest(
                request_id=scripted_id("ready", player.principal, live.state.revision),
                table_id=live.table_id,
                ready=True,
            )
            await self.client.tables.SetReady(ready, metadata=player.metadata)
        await self.settle(live)

    async def next_action(self, game: Game, live: LiveTable) -> action_pb2.Action:
        """Return what whoever is asked is advised to do; between deals everybody goes on."""
        move = await self.next_move(game, live)
        assert move is not None
        return move.action

    async def next_move(self, game: Game, live: LiveTable) -> Move | None:
        """Return who is advised to do what; None if nobody is, and the table shall go on."""
        for decision in live.state.decisions:
            hint = await game.client.hint(game.table_id, game.players[decision.seat])
            if hint.action.WhichOneof("verb") == "stop":
                return Move(decision.seat, action("continue"))
            if hint.HasField("action"):
                return Move(decision.seat, hint.action)
        return None

    async def move(self, game: Game, live: LiveTable, made: Move | None) -> None:
        """Let somebody act, or the table go on by itself; time passes."""
        if made is not None:
            await self.act(game, live, made.action, made.seat)
            return
        await self.wait(live)
        await self.settle(live)

    async def act(
        self, game: Game, live: LiveTable, made: action_pb2.Action, seat: int | None = None
    ) -> None:
        """Let a seat act, or whoever is asked, and the table go on; time passes."""
        wake = live.state.wake
        # Not so much that the table would do something by itself before.
        self.clock.ms += max(0, min(137, wake.at_ms - 1 - self.clock.ms)) if wake else 137
        decisions = live.state.decisions
        decision = next(one for one in decisions if seat in {None, one.seat})
        request = api.ActRequest(
            request_id=scripted_id("act", live.state.revision),
            table_id=game.table_id,
            decision_id=decision.id,
            action=made,
        )
        player = game.players[decision.seat]
        await game.client.tables.Act(request, metadata=player.metadata)
        await self.settle(live)
        if live.state.outline.is_running and live.state.outline.needs_start:
            await self.deal(game.players, live)


@asynccontextmanager
async def staged(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str = "stage", game: str = DEFAULT
) -> AsyncIterator[Stage]:
    """Run such a server in this process; `name` fixes everything that is drawn."""
    clock = ScriptClock()
    config = Config(
        listen="127.0.0.1:0",
        data=folder,
        durability=Durability.MEMORY,
        heartbeat_ms=HEARTBEAT_MS,
        driver_poll_ms=50,
    )
    stores = open_stores(config.durability.value, folder, clock.now_ms)

    async def secret(_: object, of: str) -> bytes:
        return hashlib.sha256(of.encode()).digest()

    monkeypatch.setattr(type(stores.principals), "secret", secret)
    server = Server(config, stores, clock=clock, randomness=CountedRandomness(name))
    await server.start()
    try:
        async with connected(f"127.0.0.1:{server.port}") as client:
            yield Stage(server, client, clock, game)
    finally:
        await server.stop(grace_s=1.0)


class Listener:
    """Read a stream in its bytes, as long as the test goes on."""

    def __init__(self, client: Client, guest: Guest, request: api.WatchTableRequest) -> None:
        """Begin to read."""
        self.heard: list[bytes] = []
        call: Any = client.channel.unary_stream("/paizhuo.v1.TableService/WatchTable")
        self._stream = call(request.SerializeToString(), metadata=guest.metadata)
        self._task = asyncio.create_task(self._read())
        self.end: grpc.aio.AioRpcError | None = None

    async def _read(self) -> None:
        """Keep every message."""
        try:
            async for message in self._stream:
                self.heard.append(message)
        except grpc.aio.AioRpcError as error:
            self.end = error

    @property
    def messages(self) -> list[api.WatchTableResponse]:
        """Return what was heard, heartbeats too."""
        return [api.WatchTableResponse.FromString(message) for message in self.heard]

    @property
    def revision(self) -> int:
        """Return the revision that was heard last."""
        return self.messages[-1].revision if self.heard else 0

    async def until(self, revision: int) -> None:
        """Wait until a revision was heard."""
        async with asyncio.timeout(60):
            while not self.heard or _revision(self.heard[-1]) < revision:  # noqa: ASYNC110 - bytes
                await asyncio.sleep(0.001)

    async def until_heartbeat(self) -> None:
        """Wait until the last thing that was heard is a heartbeat."""
        async with asyncio.timeout(60):
            while not (self.heard and _is_heartbeat(self.heard[-1])):  # noqa: ASYNC110 - bytes
                await asyncio.sleep(0.001)

    async def until_end(self) -> grpc.aio.AioRpcError | None:
        """Wait until the stream has ended, and return how; None if it ended well."""
        await asyncio.wait_for(self._task, 60)
        return self.end

    async def stop(self) -> None:
        """Read no more."""
        self._stream.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


def _revision(message: bytes) -> int:
    """Return the revision of a message."""
    return api.WatchTableResponse.FromString(message).revision


def _is_heartbeat(message: bytes) -> bool:
    """Say whether nothing happened."""
    return api.WatchTableResponse.FromString(message).heartbeat
