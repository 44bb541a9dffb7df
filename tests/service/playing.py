"""Play over real gRPC: servers in this process or in one of their own, guests, tables."""

from __future__ import annotations

import asyncio
import signal
import sys
import uuid
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol

import grpc
import grpc.aio
from google.rpc import error_details_pb2, status_pb2

from paizhuo.cli.serving import make_listener
from paizhuo.clock import SystemClock, SystemRandomness
from paizhuo.config import Config, Durability
from paizhuo.rpc.server import Server
from paizhuo.stores.base import entries_from
from paizhuo.stores.opening import open_stores
from paizhuo.v1 import (
    action_pb2,
    auth_service_pb2,
    auth_service_pb2_grpc,
    catalogue_service_pb2_grpc,
    reason_pb2,
    replay_service_pb2_grpc,
    rules_pb2,
    rules_service_pb2_grpc,
    table_service_pb2_grpc,
)
from paizhuo.v1 import table_service_pb2 as api
from service.games import DEFAULT, GAMES, seats_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Iterable, Sequence
    from pathlib import Path

    from paizhuo.stores.opening import Stores
    from paizhuo.tables.table import LiveTable

Metadata = tuple[tuple[str, str], ...]

NAMES: Final = (
    *("Ann", "Bao", "Chiara", "Dmitri", "Emi", "Farid"),
    *("Gita", "Hugo", "Ines", "Jun", "Katya", "Li"),
)
"""Guests, as many as a table can have."""

NARROW: Final = (
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.http2.bdp_probe", 0),
    ("grpc.http2.lookahead_bytes", 1 << 16),
)
"""A connection of its own, which takes no more than 64 KiB ahead of its reader."""


def new_id() -> str:
    """Return a new request id."""
    return str(uuid.uuid4())


@dataclass(frozen=True, slots=True)
class Guest:
    """Hold who somebody is, and what their calls carry."""

    principal: str
    token: str
    recovery_code: str = ""

    @property
    def metadata(self) -> Metadata:
        """Return what goes with every call."""
        return (("authorization", f"Bearer {self.token}"),)


class Client:
    """Hold the stubs of every service on one channel."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        """Use this channel for everything."""
        self.channel = channel
        self.auth = auth_service_pb2_grpc.AuthServiceStub(channel)
        self.tables = table_service_pb2_grpc.TableServiceStub(channel)
        self.rules = rules_service_pb2_grpc.RulesServiceStub(channel)
        self.catalogue = catalogue_service_pb2_grpc.CatalogueServiceStub(channel)
        self.replay = replay_service_pb2_grpc.ReplayServiceStub(channel)

    def unary(self, path: str, raw: bytes, metadata: Metadata = ()) -> Awaitable[bytes]:
        """Call a method with bytes that need be no request."""
        call: Any = self.channel.unary_unary(path)
        answer: Awaitable[bytes] = call(raw, metadata=metadata)
        return answer

    def first(self, path: str, raw: bytes, metadata: Metadata = ()) -> Awaitable[bytes]:
        """Call a method that streams, and wait for its first message."""
        call: Any = self.channel.unary_stream(path)
        stream: AsyncIterator[bytes] = aiter(call(raw, metadata=metadata))
        return anext(stream)

    async def guest(self, name: str = "Ann") -> Guest:
        """Make a guest."""
        made = await self.auth.CreateGuest(auth_service_pb2.CreateGuestRequest(name=name))
        return Guest(made.principal, made.token, made.recovery_code)

    async def create(self, owner: Guest, seats: int = 0, game: str = DEFAULT, **fields: Any) -> str:
        """Create a table, by the line of the game in `games.py`, and return its id."""
        fields["table_options"] = undelayed(game, fields.get("table_options", ()))
        request = api.CreateTableRequest(
            request_id=new_id(), game=game, seats=seats or seats_of(game), **fields
        )
        created = await self.tables.CreateTable(request, metadata=owner.metadata)
        return created.table.table_id

    async def join(self, table_id: str, guest: Guest) -> int:
        """Take a seat, and return which."""
        request = api.JoinTableRequest(request_id=new_id(), table_id=table_id)
        return (await self.tables.JoinTable(request, metadata=guest.metadata)).seat

    async def add_bot(self, table_id: str, owner: Guest, bot: str = "greedy") -> int:
        """Seat a bot, and return where."""
        request = api.AddBotRequest(request_id=new_id(), table_id=table_id, bot=bot)
        return (await self.tables.AddBot(request, metadata=owner.metadata)).seat

    async def ready(self, table_id: str, guest: Guest, entropy: bytes = b"") -> None:
        """Be ready for the next deal; with entropy once it has been committed to."""
        request = api.SetReadyRequest(
            request_id=new_id(), table_id=table_id, ready=True, entropy=entropy
        )
        async with asyncio.timeout(60):
            while True:
                try:
                    await self.tables.SetReady(request, metadata=guest.metadata)
                except grpc.aio.AioRpcError as error:
                    if read_refusal(error).reason != "COMMITMENT_AWAITED":
                        raise
                    await asyncio.sleep(0.01)
                else:
                    return

    async def get(self, table_id: str, guest: Guest, min_revision: int = 0) -> api.GetTableResponse:
        """Look at a table, apart from what time it is there: no two answers are alike in that."""
        request = api.GetTableRequest(table_id=table_id, min_revision=min_revision)
        shown = await self.tables.GetTable(request, metadata=guest.metadata)
        shown.ClearField("now_ms")
        return shown

    async def hint(self, table_id: str, guest: Guest) -> api.GetHintResponse:
        """Ask what to do."""
        request = api.GetHintRequest(table_id=table_id)
        return await self.tables.GetHint(request, metadata=guest.metadata)

    async def committed(self, table_id: str, guest: Guest) -> None:
        """Wait until the server has committed to the first deal, and writes nothing more."""
        await self.until(table_id, guest, lambda shown: len(shown.view.commitment) > 0)

    async def until_asked(self, table_id: str, guest: Guest) -> api.GetTableResponse:
        """Wait until somebody has to decide something."""
        return await self.until(
            table_id, guest, lambda shown: any(not one.voluntary for one in shown.view.decisions)
        )

    async def until(self, table_id: str, guest: Guest, holds: Any) -> api.GetTableResponse:
        """Wait until something holds of a table."""
        async with asyncio.timeout(60):
            # Only looking again and again shows what a client without a stream would see.
            while not holds(shown := await self.get(table_id, guest)):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        return shown


def settings(**values: str) -> list[rules_pb2.Setting]:
    """List options with their values."""
    return [rules_pb2.Setting(name=name, value=value) for name, value in values.items()]


def undelayed(game: str, chosen: Iterable[rules_pb2.Setting]) -> list[rules_pb2.Setting]:
    """Return chosen options of a table, and those by which the tests do not wait for cards."""
    listed = list(chosen)
    named = {setting.name for setting in listed}
    line = GAMES[game].table_options if game in GAMES else {}
    return listed + [setting for setting in settings(**line) if setting.name not in named]


@dataclass(slots=True)
class Game:
    """Hold a table where a deal is played, and who sits there in the order of seats."""

    client: Client
    table_id: str
    players: Sequence[Guest]
    acts: list[tuple[api.ActRequest, Guest, api.ActResponse]] = field(default_factory=list)

    async def next_act(self) -> tuple[api.ActRequest, Guest]:
        """Find a legal action of whoever is asked; between deals everybody goes on.

        Of those who are asked under seal it is the first who has not answered: views do not show
        who that is, but hints do.
        """
        hint, player = await self._first_hint()
        request = api.ActRequest(
            request_id=new_id(),
            table_id=self.table_id,
            decision_id=hint.decision_id,
            action=hint.action,
        )
        if hint.action.WhichOneof("verb") == "stop":
            request.action.CopyFrom(action("continue"))
        return request, player

    async def _first_hint(self) -> tuple[api.GetHintResponse, Guest]:
        """Return the hint of the first seat whose answer is waited for."""
        while True:
            shown = await self.client.until_asked(self.table_id, self.players[0])
            for decision in shown.view.decisions:
                player = self.players[decision.seat]
                hint = await self.client.hint(self.table_id, player)
                if hint.HasField("action") and not decision.voluntary:
                    return hint, player

    async def act(self) -> api.ActResponse:
        """Play one action."""
        request, player = await self.next_act()
        response = await self.client.tables.Act(request, metadata=player.metadata)
        self.acts.append((request, player, response))
        return response


def action(verb: str, **fields: Any) -> action_pb2.Action:
    """Make an action; `continue` is a keyword of Python."""
    made = action_pb2.Action()
    part = getattr(made, verb)
    part.SetInParent()
    for name, value in fields.items():
        setattr(part, name, value)
    return made


async def start_game(
    client: Client,
    seats: int = 0,
    game: str = DEFAULT,
    *,
    players: Sequence[Guest] = (),
    **fields: Any,
) -> Game:
    """Create a table full of guests, new ones if none are given, and let it be dealt."""
    names = () if players else NAMES[: seats or seats_of(game)]
    players = [*players, *[await client.guest(name) for name in names]]
    table_id = await client.create(players[0], seats, game, **fields)
    for player in players:
        await client.join(table_id, player)
    for player in players:
        await client.ready(table_id, player)
    await client.until_asked(table_id, players[0])
    return Game(client, table_id, players)


DEALS_SOUGHT_MAX: Final = 300
"""Deals among which one is sought: where one in ten will do, none is missed in 10^13 searches."""

TABLES_TOGETHER: Final = 15
"""So many at which the same guests play: neither guests nor tables of one owner are without end."""


async def fresh_games(
    client: Client, seats: int = 0, game: str = DEFAULT, **fields: Any
) -> AsyncIterator[Game]:
    """Deal again and again at new tables, for who looks for a deal that does not come each time."""
    players: Sequence[Guest] = ()
    for place in range(DEALS_SOUGHT_MAX):
        known = players if place % TABLES_TOGETHER else ()
        found = await start_game(client, seats, game, players=known, **fields)
        players = found.players
        yield found


# --- refusals -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Refused:
    """Hold how a call was refused."""

    status: grpc.StatusCode
    reason: str
    rule: str
    facts: dict[str, str]
    has_alternative: bool
    retry_ms: int | None


async def refused(call: Awaitable[Any]) -> Refused:
    """Return how a call is refused; it must be, and with all its details."""
    try:
        answer = await call
    except grpc.aio.AioRpcError as error:
        return read_refusal(error)
    raise AssertionError(f"it was not refused: {answer}")


def read_refusal(error: grpc.aio.AioRpcError) -> Refused:
    """Read the details of a status, which must agree with each other."""
    trailing = dict(error.trailing_metadata() or ())
    status = status_pb2.Status.FromString(bytes(trailing["grpc-status-details-bin"]))
    info, refusal = error_details_pb2.ErrorInfo(), reason_pb2.Refusal()
    retry = error_details_pb2.RetryInfo()
    assert status.details[0].Unpack(info)
    assert status.details[1].Unpack(refusal)
    has_retry = len(status.details) > 2 and status.details[2].Unpack(retry)
    assert info.domain == "paizhuo"
    assert info.reason == refusal.reason
    assert status.code == error.code().value[0]
    assert {fact.name: fact.value for fact in refusal.facts} == dict(info.metadata)
    return Refused(
        status=error.code(),
        reason=info.reason,
        rule=refusal.rule,
        facts=dict(info.metadata),
        has_alternative=refusal.HasField("alternative"),
        retry_ms=retry.retry_delay.ToMilliseconds() if has_retry else None,
    )


# --- servers --------------------------------------------------------------------------------------


@asynccontextmanager
async def served(
    folder: Path, durability: Durability = Durability.MEMORY, **chosen: Any
) -> AsyncIterator[Server]:
    """Run a server in this process, with bots that answer at once."""
    config = Config(
        listen="127.0.0.1:0",
        data=folder,
        durability=durability,
        **{"bot_delay_ms": 0, "driver_poll_ms": 50, **chosen},
    )
    clock = SystemClock()
    server = Server(
        config,
        open_stores(durability.value, folder, clock.now_ms),
        clock=clock,
        randomness=SystemRandomness(),
        listener=make_listener(config),
    )
    await server.start()
    try:
        yield server
    finally:
        await server.stop(grace_s=1.0)


@asynccontextmanager
async def connected(address: str) -> AsyncIterator[Client]:
    """Connect to a server."""
    async with grpc.aio.insecure_channel(address) as channel:
        yield Client(channel)


def serve_command(data: Path, announce: Path, *flags: str) -> list[str]:
    """Return the command that serves a folder on a free port, which it announces."""
    return [
        *(sys.executable, "-m", "paizhuo", "serve", "--quiet", "--listen", "127.0.0.1:0"),
        *("--data", str(data), "--announce", str(announce)),
        *("--http-listen", "127.0.0.1:0", "--announce-http", f"{announce}-http"),
        *("--bot-delay-ms", "0", "--durability", "normal", *flags),
    ]


class ServerProcess:
    """Run a server in a process of its own, on a folder, again and again."""

    def __init__(self, folder: Path, *flags: str, files_max: int | None = None) -> None:
        """Keep its tables in this folder; `files_max` is how many files it may open."""
        self._folder = folder
        self._files_max = files_max
        self._flags = flags
        self._process: asyncio.subprocess.Process | None = None
        self._starts = 0
        self.http = ""
        """Where it serves HTTP, once it has started."""

    async def start(self) -> str:
        """Start it, and return where it listens."""
        self._starts += 1
        announce = self._folder / f"address-{self._starts}-{uuid.uuid4().hex}"
        command = serve_command(self._folder / "data", announce, *self._flags)
        if self._files_max is not None:
            command = ["sh", "-c", f'ulimit -n {self._files_max} && exec "$0" "$@"', *command]
        self._process = await asyncio.create_subprocess_exec(*command)
        async with asyncio.timeout(60):
            while not announce.exists():
                assert self._process.returncode is None
                await asyncio.sleep(0.02)
        self.http = announce.with_name(f"{announce.name}-http").read_text()
        return announce.read_text()

    @property
    def pid(self) -> int:
        """Return the id of the process."""
        assert self._process is not None
        return self._process.pid

    async def kill(self) -> None:
        """End it as a crash does."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Ask it to stop, and return its exit code."""
        return await self._end(signal.SIGTERM)

    async def _end(self, number: signal.Signals) -> int:
        """Send a signal and wait."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(number)
        return await self._process.wait()


class Running(Protocol):
    """Be what a test knows of the server or the servers that it calls."""

    @property
    def stores(self) -> Stores:
        """Return what they keep."""
        ...


async def log_of(server: Running, table_id: str) -> list[bytes]:
    """Return every entry of a table's log."""
    return [entry.data async for entry in entries_from(server.stores.log, table_id)]


def loaded(server: Running, table_id: str) -> LiveTable | None:
    """Return a table as it is in this process's memory; None if no server runs here."""
    return server.hall.loaded(table_id) if isinstance(server, Server) else None
