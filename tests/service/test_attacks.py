"""What an attacker tried once and must not succeed with again."""

from __future__ import annotations

import asyncio
import io
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import grpc
import pytest

from paizhuo import limits
from paizhuo.clock import SystemClock, SystemRandomness
from paizhuo.config import Config, Durability, LogForm, LogLevel
from paizhuo.rpc.server import Server
from paizhuo.stores.opening import open_stores
from paizhuo.telemetry.logs import configure, make_report
from paizhuo.v1 import auth_service_pb2, rules_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.playing import (
    Client,
    Game,
    connected,
    new_id,
    read_refusal,
    refused,
    served,
    settings,
)

if TYPE_CHECKING:
    from pathlib import Path

INVALID: Final = grpc.StatusCode.INVALID_ARGUMENT
LONG: Final = "x" * 20_000
SECRET: Final = "nobody-may-read-this"

ECHOED: Final[dict[str, tuple[dict[str, Any], str]]] = {
    "table_option": ({"table_options": settings(**{LONG: "1"})}, "UNKNOWN_TABLE_OPTION"),
    "table_option_value": (
        {"table_options": settings(bot_delay_ms=LONG)},
        "BAD_TABLE_OPTION_VALUE",
    ),
    "repeated_option": (
        {"options": [rules_pb2.Setting(name=LONG, value="1")] * 2},
        "REPEATED_OPTION",
    ),
    "repeated_characters_of_three_bytes": (
        {"options": [rules_pb2.Setting(name="牌" * 9_000, value="1")] * 2},
        "REPEATED_OPTION",
    ),
    "option": ({"options": settings(**{LONG: "1"})}, "UNKNOWN_OPTION"),
    "option_value": ({"options": settings(unit=LONG)}, "BAD_OPTION_VALUE"),
    "game": ({"game": LONG}, "UNKNOWN_GAME"),
    "preset": ({"preset": LONG}, "UNKNOWN_PRESET"),
}


@pytest.mark.parametrize("case", ECHOED)
async def test_a_long_text_comes_back_short(client: Client, case: str) -> None:
    """What a refusal quotes is cut, so that its details fit into what transports carry."""
    fields, reason = ECHOED[case]
    owner = await client.guest()
    given: dict[str, Any] = {"request_id": new_id(), "game": "dou_dizhu", "seats": 3, **fields}
    call = client.tables.CreateTable(api.CreateTableRequest(**given), metadata=owner.metadata)
    found = await refused(call)
    assert (found.status, found.reason) == (INVALID, reason)
    # What the server has to offer instead is its own text, and bounded by that.
    told = {name: value for name, value in found.facts.items() if name not in {"known", "allowed"}}
    assert all(len(value) <= 64 for value in told.values())
    assert sum(map(len, found.facts.values())) < 1024


@pytest.mark.parametrize("title", ["a\nb", "\x00", "\x1b[2J", "\u202eecilA", "\ue000", "a\u3164"])
async def test_a_title_that_does_not_show_is_refused(client: Client, title: str) -> None:
    """A title holds no character that turns lines, lists or terminals upside down."""
    owner = await client.guest()
    request = api.CreateTableRequest(request_id=new_id(), game="dou_dizhu", seats=3, title=title)
    found = await refused(client.tables.CreateTable(request, metadata=owner.metadata))
    assert (found.status, found.reason) == (INVALID, "FIELD_INVALID")
    assert found.facts["field"] == "title"


@pytest.mark.parametrize(
    "name",
    ["\u3164", "Ann\uffa0", "\u115f\u1160", "\u2800", "A\u034fnn", "\ufe0f", "\u0301", "\u17b4"],
    ids=ascii,
)
async def test_a_name_of_nothing_is_refused(client: Client, name: str) -> None:
    """Nobody is called what nobody sees, nor what looks like another's name."""
    call = client.auth.CreateGuest(auth_service_pb2.CreateGuestRequest(name=name))
    found = await refused(call)
    assert (found.status, found.reason) == (INVALID, "FIELD_INVALID")
    assert found.facts["field"] == "name"


@pytest.mark.parametrize("name", ["安", "Ж", "é", "e\u0301", "😀", "❤\ufe0f", "!", "7", "ﷺ"])
async def test_a_name_that_shows_is_taken(client: Client, name: str) -> None:
    """Any script, and symbols too."""
    assert (await client.guest(name)).principal


async def test_who_makes_guests_keeps_nobody_from_coming_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Guests are recovered by a ration of their own, and it is one as well."""
    monkeypatch.setattr(limits, "GUESTS_BURST", 3)
    monkeypatch.setattr(limits, "GUESTS_PER_SECOND", 0.001)
    async with served(tmp_path) as server, connected(f"127.0.0.1:{server.port}") as client:
        guests = [await client.guest() for _ in range(3)]
        assert (await refused(client.guest())).reason == "TOO_MANY_GUESTS"
        for guest in guests:
            request = auth_service_pb2.RecoverGuestRequest(recovery_code=guest.recovery_code)
            back = await client.auth.RecoverGuest(request)
            assert back.principal == guest.principal
        assert (await refused(client.auth.RecoverGuest(request))).reason == "TOO_MANY_GUESTS"


async def test_tables_created_at_once_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thirty creations in flight together make no more tables than one may own."""
    monkeypatch.setattr(limits, "OPEN_TABLES_PER_PRINCIPAL_MAX", 3)
    async with (
        served(tmp_path, Durability.NORMAL) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        owner = await client.guest()
        ids = [new_id() for _ in range(15)] * 2

        async def create(request_id: str) -> str:
            request = api.CreateTableRequest(request_id=request_id, game="dou_dizhu", seats=3)
            try:
                made = await client.tables.CreateTable(request, metadata=owner.metadata)
            except grpc.aio.AioRpcError as error:
                return read_refusal(error).reason
            return made.table.table_id

        answers = Counter(await asyncio.gather(*(create(request_id) for request_id in ids)))
    assert answers.pop("TOO_MANY_OWN_TABLES") == 24
    assert sorted(answers.values()) == [2, 2, 2]


@pytest.mark.one_process(reason="it looks at the watchers in memory")
async def test_who_hangs_up_while_attaching_is_forgotten(game: Game, server: Server) -> None:
    """A stream that ends before its table has attached it leaves no watcher behind."""
    live = await server.hall.find(game.table_id)
    gate = asyncio.Event()
    busy = live.submit(gate.wait)
    stream = server.hall.watch(game.table_id, game.players[0].principal, None, wants_views=False)
    watching = asyncio.ensure_future(anext(aiter(stream)))
    for _ in range(5):
        await asyncio.sleep(0)
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    gate.set()
    await busy
    await live.submit(live.catch_up)
    for _ in range(5):
        await asyncio.sleep(0)
    assert not live.audience.watchers
    assert not live.audience.here


@pytest.mark.parametrize("digits", [6, 4_300, 4_301, 60_000])
async def test_a_number_of_many_digits_is_no_fault(client: Client, digits: int) -> None:
    """A table option is refused however long its number is."""
    owner = await client.guest()
    request = api.CreateTableRequest(
        request_id=new_id(),
        game="dou_dizhu",
        seats=3,
        table_options=settings(bot_delay_ms="1" * digits),
    )
    found = await refused(client.tables.CreateTable(request, metadata=owner.metadata))
    assert (found.status, found.reason) == (INVALID, "BAD_TABLE_OPTION_VALUE")


async def test_a_fault_does_not_stop_the_driver(tmp_path: Path) -> None:
    """Whatever one look at the store raises, the driver looks again."""
    async with served(tmp_path, driver_poll_ms=10) as server:
        due = server.stores.log.due
        looked = asyncio.Event()

        async def break_once(*_: Any, **__: Any) -> list[Any]:
            async def look(*given: Any, **more: Any) -> Any:
                looked.set()
                return await due(*given, **more)

            setattr(server.stores.log, "due", look)  # noqa: B010 - a method, for mypy
            raise ZeroDivisionError

        setattr(server.stores.log, "due", break_once)  # noqa: B010 - a method, for mypy
        async with asyncio.timeout(30):
            assert await looked.wait()


@pytest.mark.parametrize("form", list(LogForm))
def test_a_logged_fault_shows_no_secrets(form: LogForm, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault is logged with where it was, and without what the variables held there."""
    written = io.StringIO()
    monkeypatch.setattr(sys, "stderr", written)
    configure(LogLevel.INFO, form)

    def fail(request: auth_service_pb2.RecoverGuestRequest) -> None:
        code = request.recovery_code
        raise ZeroDivisionError(len(code))

    try:
        fail(auth_service_pb2.RecoverGuestRequest(recovery_code=SECRET))
    except ZeroDivisionError as error:
        make_report()("call_fault", method="RecoverGuest", exc_info=error)
    assert "ZeroDivisionError" in written.getvalue()
    assert SECRET not in written.getvalue()


@pytest.mark.parametrize("port", ["65536", "99999", "-1"])
async def test_a_port_that_is_none_is_refused(tmp_path: Path, port: str) -> None:
    """A server never listens on another port than the one it was told."""
    config = Config(listen=f"127.0.0.1:{port}", data=tmp_path, durability=Durability.MEMORY)
    clock = SystemClock()
    stores = open_stores("memory", tmp_path, clock.now_ms)
    server = Server(config, stores, clock=clock, randomness=SystemRandomness())
    try:
        with pytest.raises(OSError, match="cannot listen"):
            await server.start()
    finally:
        await server.stop(grace_s=0)
