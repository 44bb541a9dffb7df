"""Bad input, at every call: a status, a reason, a rule, and nothing is changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import grpc
import pytest

from paizhuo import limits
from paizhuo.tables.options import TABLE_OPTIONS
from paizhuo.v1 import action_pb2, catalogue_service_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.log_checks import fold
from service.playing import (
    Client,
    Game,
    Guest,
    action,
    loaded,
    log_of,
    new_id,
    refused,
    settings,
)

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from service.playing import Running

pytestmark = pytest.mark.over_http


INVALID: Final = grpc.StatusCode.INVALID_ARGUMENT
ILLEGAL: Final = grpc.StatusCode.FAILED_PRECONDITION
DENIED: Final = grpc.StatusCode.PERMISSION_DENIED
ABORTED: Final = grpc.StatusCode.ABORTED
MISSING: Final = grpc.StatusCode.NOT_FOUND
UNKNOWN: Final = grpc.StatusCode.UNAUTHENTICATED
RANGE: Final = grpc.StatusCode.OUT_OF_RANGE
FULL: Final = grpc.StatusCode.RESOURCE_EXHAUSTED

METHODS: Final = {
    "TableService": (
        *("CreateTable", "GetTable", "ListTables", "JoinTable", "LeaveTable", "AddBot"),
        *("RemoveBot", "SetReady", "Act", "GetLegalActions", "GetHint", "WatchTable"),
        *("PauseTable", "ResumeTable", "SetAutoPass", "KickPlayer", "CloseTable"),
    ),
    "CatalogueService": ("ListGames", "GetGame"),
    "RulesService": ("Classify", "Compare", "ListPlays"),
    "AuthService": ("CreateGuest", "RecoverGuest", "GetPrincipal", "EraseName"),
    "ReplayService": ("GetRecord", "ListRecords", "VerifyRecord", "WatchRecords"),
}
EVERY_METHOD: Final = [
    (service, method) for service, methods in METHODS.items() for method in methods
]
OPEN_SERVICES: Final = ("CatalogueService", "RulesService")
OPEN_METHODS: Final = ("CreateGuest", "RecoverGuest")


@dataclass(frozen=True, slots=True)
class Scene:
    """Hold what bad calls are made of: a deal in play, a card, a stranger, and another table."""

    game: Game
    asked: int
    card: str
    stranger: Guest
    other_table: str

    @property
    def client(self) -> Client:
        """Return the client."""
        return self.game.client

    @property
    def player(self) -> Guest:
        """Return who is asked."""
        return self.game.players[self.asked]

    @property
    def waiting(self) -> Guest:
        """Return somebody who has another seat."""
        players = self.game.players
        return players[(self.asked + 1) % len(players)]

    def call(self, method: str, request: Message, caller: Guest | None = None) -> Awaitable[Any]:
        """Call a method of the table service."""
        stub = getattr(self.client.tables, method)
        metadata = (caller or self.player).metadata
        called: Awaitable[Any] = stub(request, metadata=metadata)
        return called

    def act(self, caller: Guest | None = None, **fields: Any) -> Awaitable[Any]:
        """Act: what is not given is as it should be, or left out if None is given."""
        given = {
            "request_id": new_id(),
            "table_id": self.game.table_id,
            "decision_id": "",
            "action": action("play", cards=self.card),
            **fields,
        }
        return self.call(
            "Act",
            api.ActRequest(**{name: value for name, value in given.items() if value is not None}),
            caller,
        )


@pytest.fixture
async def scene(game: Game, game_name: str) -> Scene:
    """Deal to guests, and have a stranger with a table of his own."""
    client = game.client
    shown = await client.until_asked(game.table_id, game.players[0])
    stranger = await client.guest("Eve")
    other = await client.create(stranger)
    # The server's own first entry is not to be taken for what a call did.
    await client.committed(other, stranger)
    card = (await faces_of(client, game_name))[0]
    return Scene(game, shown.view.decisions[0].seat, card, stranger, other)


async def faces_of(client: Client, game_name: str) -> list[str]:
    """Return the catalogue's faces of a game in their notation."""
    request = catalogue_service_pb2.GetGameRequest(game=game_name)
    shown = (await client.catalogue.GetGame(request)).game
    return [face.notation for face in shown.faces]


async def decision_of(scene: Scene) -> str:
    """Return the open decision."""
    shown = await scene.client.get(scene.game.table_id, scene.player)
    return shown.view.decisions[0].id


async def state_of(server: Running, table_id: str) -> tuple[list[bytes], bytes]:
    """Return the log of a table and the hash of its state, in memory if it is here."""
    live, log = loaded(server, table_id), await log_of(server, table_id)
    return log, fold(table_id, log).hash if live is None else live.state.hash


# --- every method ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("service", "method"), EVERY_METHOD)
@pytest.mark.parametrize(
    ("raw", "status", "reason"),
    [
        (b"\x0a\xff\xff\xff\xff\x0f", INVALID, "MALFORMED_REQUEST"),
        (b"\xff", INVALID, "MALFORMED_REQUEST"),
        (b"\x00" * (limits.REQUEST_BYTES_MAX + 1), FULL, "REQUEST_TOO_LARGE"),
    ],
    ids=["truncated", "no_field", "too_large"],
)
async def test_bytes_that_are_no_request_are_refused(  # noqa: PLR0917 - a table of cases
    client: Client, service: str, method: str, raw: bytes, status: grpc.StatusCode, reason: str
) -> None:
    """Bytes that cannot be read, or are too many, are refused before anything is looked at."""
    if method == "WatchRecords":
        reason, status = "SCOPE_MISSING", DENIED
    guest = await client.guest()
    if method == "VerifyRecord" and reason == "REQUEST_TOO_LARGE":
        reason, status = "MALFORMED_REQUEST", INVALID
    path = f"/paizhuo.v1.{service}/{method}"
    call = client.first if method.startswith("Watch") else client.unary
    found = await refused(call(path, raw, guest.metadata))
    assert (found.status, found.reason) == (status, reason)


@pytest.mark.parametrize(("service", "method"), EVERY_METHOD)
@pytest.mark.parametrize(
    ("metadata", "reason"),
    [
        ((), "TOKEN_MISSING"),
        ((("authorization", "Bearer nobody"),), "TOKEN_INVALID"),
        ((("authorization", "Basic QQ=="),), "TOKEN_INVALID"),
    ],
    ids=["none", "unknown", "other_scheme"],
)
async def test_a_token_is_needed_where_it_is_needed(
    client: Client, service: str, method: str, metadata: tuple[tuple[str, str], ...], reason: str
) -> None:
    """Without a good token only the catalogue, the rules and the making of guests answer."""
    path = f"/paizhuo.v1.{service}/{method}"
    if method == "ListGames":
        assert await client.unary(path, b"", metadata)
        return
    call = client.first if method.startswith("Watch") else client.unary
    found = await refused(call(path, b"", metadata))
    is_open = service in OPEN_SERVICES or method in OPEN_METHODS
    assert (found.status is UNKNOWN) == (not is_open)
    assert (found.reason == reason) == (not is_open)


# --- creating -------------------------------------------------------------------------------------

CREATIONS: Final[dict[str, tuple[dict[str, Any], grpc.StatusCode, str, str | None]]] = {
    "no_request_id": ({"request_id": ""}, INVALID, "FIELD_MISSING", ""),
    "no_uuid": ({"request_id": "42"}, INVALID, "FIELD_INVALID", ""),
    "no_game": ({"game": ""}, INVALID, "FIELD_MISSING", ""),
    "unknown_game": ({"game": "poker"}, INVALID, "UNKNOWN_GAME", ""),
    "no_seats": ({"seats": 0}, INVALID, "FIELD_MISSING", ""),
    "bad_seats": ({"seats": 5}, INVALID, "BAD_SEAT_COUNT", None),
    "huge_seats": ({"seats": 4_000_000_000}, INVALID, "BAD_SEAT_COUNT", None),
    "unknown_preset": ({"preset": "house"}, INVALID, "UNKNOWN_PRESET", None),
    "preset_for_three": (
        {"preset": "rlcard", "seats": 4},
        INVALID,
        "PRESET_NOT_FOR_SEATS",
        None,
    ),
    "unknown_option": ({"options": settings(jokers="2")}, INVALID, "UNKNOWN_OPTION", None),
    "bad_value": ({"options": settings(kickers="wild")}, INVALID, "BAD_OPTION_VALUE", None),
    "laizi": ({"options": settings(laizi="on")}, INVALID, "BAD_OPTION_VALUE", None),
    "option_twice": (
        {"options": [*settings(unit="1"), *settings(unit="2")]},
        INVALID,
        "REPEATED_OPTION",
        "",
    ),
    "options_without_end": (
        {"options": settings(unit="1") * 65},
        INVALID,
        "FIELD_INVALID",
        "",
    ),
    "unknown_table_option": (
        {"table_options": settings(music="loud")},
        INVALID,
        "UNKNOWN_TABLE_OPTION",
        "",
    ),
    "bad_table_value": (
        {"table_options": settings(bot_delay_ms="-1")},
        INVALID,
        "BAD_TABLE_OPTION_VALUE",
        "",
    ),
    "bad_decision_ms": (
        {"table_options": settings(decision_ms="3600001")},
        INVALID,
        "BAD_TABLE_OPTION_VALUE",
        "",
    ),
    "bad_bank_ms": (
        {"table_options": settings(bank_ms="1.5")},
        INVALID,
        "BAD_TABLE_OPTION_VALUE",
        "",
    ),
    "bad_delegate_after_misses": (
        {"table_options": settings(delegate_after_misses="101")},
        INVALID,
        "BAD_TABLE_OPTION_VALUE",
        "",
    ),
    "bad_abandon_after_ms": (
        {"table_options": settings(abandon_after_ms="never")},
        INVALID,
        "BAD_TABLE_OPTION_VALUE",
        "",
    ),
    "bad_pause_by": (
        {"table_options": settings(pause_by="guests")},
        INVALID,
        "BAD_TABLE_OPTION_VALUE",
        "",
    ),
    "table_option_twice": (
        {"table_options": [*settings(bot_delay_ms="1"), *settings(bot_delay_ms="1")]},
        INVALID,
        "REPEATED_TABLE_OPTION",
        "",
    ),
    "kept_no_seat": (
        {"seats_for": [api.SeatFor(seat=3, principal="p-7")]},
        INVALID,
        "NO_SUCH_SEAT",
        "",
    ),
    "kept_for_nobody": ({"seats_for": [api.SeatFor(seat=1)]}, INVALID, "FIELD_INVALID", ""),
    "kept_for_no_principal": (
        {"seats_for": [api.SeatFor(seat=1, principal="p-a/b")]},
        INVALID,
        "FIELD_INVALID",
        "",
    ),
    "kept_twice": (
        {"seats_for": [api.SeatFor(seat=1, principal=name) for name in ("p-7", "p-8")]},
        INVALID,
        "FIELD_INVALID",
        "",
    ),
    "kept_for_one_twice": (
        {"seats_for": [api.SeatFor(seat=seat, principal="p-7") for seat in (1, 2)]},
        INVALID,
        "FIELD_INVALID",
        "",
    ),
    "long_title": ({"title": "x" * 65}, INVALID, "FIELD_INVALID", ""),
}


@pytest.mark.parametrize("case", CREATIONS)
async def test_a_table_that_cannot_be_is_not_created(client: Client, case: str) -> None:
    """What cannot be set up is refused, and no table comes of it."""
    fields, status, reason, rule = CREATIONS[case]
    owner = await client.guest()
    given: dict[str, Any] = {"request_id": new_id(), "game": "dou_dizhu", "seats": 3, **fields}
    request = api.CreateTableRequest(**given)
    found = await refused(client.tables.CreateTable(request, metadata=owner.metadata))
    assert (found.status, found.reason) == (status, reason)
    assert rule is None or found.rule == rule
    mine = api.ListTablesRequest(mine=True)
    assert list((await client.tables.ListTables(mine, metadata=owner.metadata)).tables) == []


@pytest.mark.parametrize("option", [option.name for option in TABLE_OPTIONS])
async def test_a_table_option_says_what_it_takes(client: Client, option: str) -> None:
    """A refused value is told with all that the catalogue allows, which is then accepted."""
    owner = await client.guest()
    told = await client.catalogue.GetGame(catalogue_service_pb2.GetGameRequest(game="dou_dizhu"))
    (described,) = [one for one in told.game.table_options if one.name == option]
    found = await refused(client.create(owner, table_options=settings(**{option: "loud"})))
    assert found.reason == "BAD_TABLE_OPTION_VALUE"
    allowed = list(described.values)
    if described.type == catalogue_service_pb2.OPTION_TYPE_INTEGER:
        allowed.insert(0, f"{described.minimum} to {described.maximum}")
    assert found.facts == {"option": option, "value": "loud", "allowed": ", ".join(allowed)}
    for value in (*described.values, described.default_value):
        await client.create(owner, table_options=settings(**{option: value}))


async def test_an_unknown_table_option_is_told_the_known_ones(client: Client) -> None:
    """Who names a table option that there is not sees all that there are."""
    found = await refused(client.create(await client.guest(), table_options=settings(music="1")))
    known = ", ".join(option.name for option in TABLE_OPTIONS)
    assert found.facts == {"option": "music", "value": "1", "known": known}


# --- acting ---------------------------------------------------------------------------------------

Bad = Callable[[Scene], Awaitable[Awaitable[Any]]]


async def _other_seat(scene: Scene) -> Awaitable[Any]:
    return scene.act(scene.waiting, decision_id=await decision_of(scene))


async def _stranger(scene: Scene) -> Awaitable[Any]:
    return scene.act(scene.stranger, decision_id=await decision_of(scene))


async def _bad_cards(scene: Scene) -> Awaitable[Any]:
    return scene.act(decision_id=await decision_of(scene), action=action("play", cards="1x-??"))


async def _stale(scene: Scene) -> Awaitable[Any]:
    return scene.act(decision_id=await decision_of(scene), expected_revision=1)


async def _ahead(scene: Scene) -> Awaitable[Any]:
    return scene.act(decision_id=await decision_of(scene), expected_revision=10_000)


async def _no_action(scene: Scene) -> Awaitable[Any]:
    return scene.act(decision_id=await decision_of(scene), action=None)


async def _empty_action(scene: Scene) -> Awaitable[Any]:
    return scene.act(decision_id=await decision_of(scene), action=action_pb2.Action())


async def _no_decision(scene: Scene) -> Awaitable[Any]:
    return scene.act()


async def _wrong_decision(scene: Scene) -> Awaitable[Any]:
    return scene.act(decision_id="9-9-9")


async def _no_table(scene: Scene) -> Awaitable[Any]:
    return scene.act(decision_id="1", table_id="")


async def _unknown_table(scene: Scene) -> Awaitable[Any]:
    return scene.act(decision_id="1", table_id="a" * 32)


async def _strange_table(scene: Scene) -> Awaitable[Any]:
    return scene.act(decision_id="1", table_id="../../etc/passwd")


async def _other_table(scene: Scene) -> Awaitable[Any]:
    return scene.act(decision_id=await decision_of(scene), table_id=scene.other_table)


async def _no_request_id(scene: Scene) -> Awaitable[Any]:
    return scene.act(decision_id=await decision_of(scene), request_id="")


async def _leave(scene: Scene) -> Awaitable[Any]:
    request = api.LeaveTableRequest(request_id=new_id(), table_id=scene.game.table_id)
    return scene.call("LeaveTable", request)


async def _leave_as_stranger(scene: Scene) -> Awaitable[Any]:
    request = api.LeaveTableRequest(request_id=new_id(), table_id=scene.game.table_id)
    return scene.call("LeaveTable", request, scene.stranger)


async def _join(scene: Scene) -> Awaitable[Any]:
    request = api.JoinTableRequest(request_id=new_id(), table_id=scene.game.table_id)
    return scene.call("JoinTable", request, scene.stranger)


async def _add_bot(scene: Scene) -> Awaitable[Any]:
    request = api.AddBotRequest(request_id=new_id(), table_id=scene.game.table_id)
    return scene.call("AddBot", request, scene.game.players[0])


async def _add_bot_as_other(scene: Scene) -> Awaitable[Any]:
    request = api.AddBotRequest(request_id=new_id(), table_id=scene.game.table_id)
    return scene.call("AddBot", request, scene.stranger)


async def _unknown_bot(scene: Scene) -> Awaitable[Any]:
    request = api.AddBotRequest(request_id=new_id(), table_id=scene.game.table_id, bot="alphadou")
    return scene.call("AddBot", request, scene.game.players[0])


async def _remove_bot(scene: Scene) -> Awaitable[Any]:
    request = api.RemoveBotRequest(request_id=new_id(), table_id=scene.game.table_id, seat=1)
    return scene.call("RemoveBot", request, scene.game.players[0])


async def _remove_no_seat(scene: Scene) -> Awaitable[Any]:
    request = api.RemoveBotRequest(request_id=new_id(), table_id=scene.game.table_id)
    return scene.call("RemoveBot", request, scene.game.players[0])


async def _ready_stranger(scene: Scene) -> Awaitable[Any]:
    request = api.SetReadyRequest(request_id=new_id(), table_id=scene.game.table_id)
    return scene.call("SetReady", request, scene.stranger)


async def _much_entropy(scene: Scene) -> Awaitable[Any]:
    request = api.SetReadyRequest(
        request_id=new_id(), table_id=scene.game.table_id, entropy=b"x" * 33
    )
    return scene.call("SetReady", request)


async def _get_ahead(scene: Scene) -> Awaitable[Any]:
    request = api.GetTableRequest(table_id=scene.game.table_id, min_revision=10_000)
    return scene.call("GetTable", request)


async def _legal_stranger(scene: Scene) -> Awaitable[Any]:
    request = api.GetLegalActionsRequest(table_id=scene.game.table_id)
    return scene.call("GetLegalActions", request, scene.stranger)


async def _hint_stranger(scene: Scene) -> Awaitable[Any]:
    request = api.GetHintRequest(table_id=scene.game.table_id)
    return scene.call("GetHint", request, scene.stranger)


async def _watch_ahead(scene: Scene) -> Awaitable[Any]:
    request = api.WatchTableRequest(table_id=scene.game.table_id, after_revision=10_000)
    stream = scene.client.tables.WatchTable(request, metadata=scene.player.metadata)
    return anext(aiter(stream))


async def _watch_nothing(scene: Scene) -> Awaitable[Any]:
    request = api.WatchTableRequest(table_id="b" * 32)
    stream = scene.client.tables.WatchTable(request, metadata=scene.player.metadata)
    return anext(aiter(stream))


async def _watch_oddly(scene: Scene) -> Awaitable[Any]:
    request = api.WatchTableRequest(table_id=scene.game.table_id)
    # An enum is open: any number can be sent.
    request.MergeFromString(b"\x18\x07")
    stream = scene.client.tables.WatchTable(request, metadata=scene.player.metadata)
    return anext(aiter(stream))


async def _join_far_seat(scene: Scene) -> Awaitable[Any]:
    request = api.JoinTableRequest(request_id=new_id(), table_id=scene.game.table_id, seat=77)
    return scene.call("JoinTable", request)


CALLS: Final[dict[str, tuple[Bad, grpc.StatusCode, str, str | None]]] = {
    "other_seat": (_other_seat, DENIED, "NOT_YOUR_SEAT", ""),
    "stranger": (_stranger, DENIED, "NOT_SEATED", ""),
    "malformed_cards": (_bad_cards, INVALID, "MALFORMED_CARDS", None),
    "stale_revision": (_stale, ABORTED, "STALE_REVISION", ""),
    "future_revision": (_ahead, ABORTED, "STALE_REVISION", ""),
    "no_action": (_no_action, INVALID, "FIELD_MISSING", ""),
    "empty_action": (_empty_action, INVALID, "FIELD_MISSING", ""),
    "no_decision": (_no_decision, INVALID, "FIELD_MISSING", ""),
    "wrong_decision": (_wrong_decision, ABORTED, "DECISION_CLOSED", ""),
    "no_table": (_no_table, INVALID, "FIELD_MISSING", ""),
    "unknown_table": (_unknown_table, MISSING, "TABLE_NOT_FOUND", ""),
    "strange_table": (_strange_table, MISSING, "TABLE_NOT_FOUND", ""),
    "another_table": (_other_table, DENIED, "NOT_SEATED", ""),
    "no_request_id": (_no_request_id, INVALID, "FIELD_MISSING", ""),
    "leave_in_a_match": (_leave, ILLEGAL, "MATCH_RUNNING", ""),
    "leave_without_a_seat": (_leave_as_stranger, DENIED, "NOT_SEATED", ""),
    "watch_oddly": (_watch_oddly, INVALID, "FIELD_INVALID", ""),
    "join_no_seat_when_seated": (_join_far_seat, INVALID, "NO_SUCH_SEAT", ""),
    "join_in_a_match": (_join, ILLEGAL, "MATCH_RUNNING", ""),
    "bot_in_a_match": (_add_bot, ILLEGAL, "MATCH_RUNNING", ""),
    "bot_of_another": (_add_bot_as_other, DENIED, "NOT_OWNER", ""),
    "unknown_bot": (_unknown_bot, INVALID, "UNKNOWN_BOT", ""),
    "remove_in_a_match": (_remove_bot, ILLEGAL, "MATCH_RUNNING", ""),
    "remove_no_seat": (_remove_no_seat, INVALID, "FIELD_MISSING", ""),
    "ready_without_a_seat": (_ready_stranger, DENIED, "NOT_SEATED", ""),
    "much_entropy": (_much_entropy, INVALID, "FIELD_INVALID", ""),
    "get_the_future": (_get_ahead, RANGE, "REVISION_AHEAD", ""),
    "legal_without_a_seat": (_legal_stranger, DENIED, "NOT_SEATED", ""),
    "hint_without_a_seat": (_hint_stranger, DENIED, "NOT_SEATED", ""),
    "watch_the_future": (_watch_ahead, RANGE, "REVISION_AHEAD", ""),
    "watch_nothing": (_watch_nothing, MISSING, "TABLE_NOT_FOUND", ""),
}


@pytest.mark.every_game
async def test_a_bad_call_changes_nothing(scene: Scene, server: Running) -> None:
    """Each bad call has its status, reason and rule, and log and hash stay what they were."""
    tables = (scene.game.table_id, scene.other_table)
    before = [await state_of(server, table) for table in tables]
    for case, (bad, status, reason, rule) in CALLS.items():
        found = await refused(await bad(scene))
        assert (found.status, found.reason) == (status, reason), case
        assert rule is None or found.rule == rule, case
        assert [await state_of(server, table) for table in tables] == before, case


async def test_what_an_auction_does_not_take_is_refused(game: Game, server: Running) -> None:
    """Cards, bids that there are none of, and words of other auctions are refused by rule."""
    request, player = await game.next_act()
    before = await state_of(server, game.table_id)
    for made, reason, rule in (
        (action("play", cards="3c-3d-3h-3s"), "VERB_NOT_ALLOWED", None),
        (action("bid", value=9), "NO_SUCH_BID", "D3.2"),
        (action("call"), "VERB_NOT_ALLOWED", None),
    ):
        request.request_id = new_id()
        request.action.CopyFrom(made)
        found = await refused(game.client.tables.Act(request, metadata=player.metadata))
        assert (found.status, found.reason) == (ILLEGAL, reason)
        assert rule is None or found.rule == rule
    assert await state_of(server, game.table_id) == before


@pytest.mark.every_game
async def test_a_refused_play_offers_another(game: Game, server: Running, game_name: str) -> None:
    """Cards that are not held are refused by rule, with a legal action instead."""
    client = game.client
    while True:
        shown = await client.until_asked(game.table_id, game.players[0])
        if action_pb2.VERB_PLAY in shown.view.decisions[0].verbs:
            break
        await game.act()
    seat = shown.view.decisions[0].seat
    own = await client.get(game.table_id, game.players[seat])
    hand = own.view.seats[seat].hand.split("-")
    missing = next(face for face in await faces_of(client, game_name) if face not in hand)
    before = await state_of(server, game.table_id)
    request = api.ActRequest(
        request_id=new_id(),
        table_id=game.table_id,
        decision_id=shown.view.decisions[0].id,
        action=action("play", cards=missing),
    )
    call = client.tables.Act(request, metadata=game.players[seat].metadata)
    found = await refused(call)
    assert (found.status, found.reason) == (ILLEGAL, "CARDS_NOT_HELD")
    assert found.has_alternative
    assert await state_of(server, game.table_id) == before


@pytest.mark.every_game
async def test_a_closed_decision_says_where_the_table_is(game: Game) -> None:
    """Who answers a decision a second time is told the revision that closed it."""
    answer = await game.act()
    request, player, _ = game.acts[0]
    again = api.ActRequest()
    again.CopyFrom(request)
    again.request_id = new_id()
    found = await refused(game.client.tables.Act(again, metadata=player.metadata))
    assert (found.status, found.reason) == (ABORTED, "DECISION_CLOSED")
    assert found.facts == {"revision": str(answer.revision)}


@pytest.mark.every_game
async def test_a_request_id_is_for_one_request(game: Game, server: Running) -> None:
    """The same request id with another request is refused, whatever the call."""
    await game.act()
    request, player, _ = game.acts[0]
    before = await state_of(server, game.table_id)
    other = api.ActRequest()
    other.CopyFrom(request)
    other.action.CopyFrom(action("bid", value=3))
    if request.action == other.action:
        other.action.CopyFrom(action("pass"))
    found = await refused(game.client.tables.Act(other, metadata=player.metadata))
    assert (found.status, found.reason) == (INVALID, "REQUEST_ID_REUSED")
    ready = api.SetReadyRequest(request_id=request.request_id, table_id=game.table_id)
    found = await refused(game.client.tables.SetReady(ready, metadata=player.metadata))
    assert (found.status, found.reason) == (INVALID, "REQUEST_ID_REUSED")
    assert await state_of(server, game.table_id) == before


async def test_the_seats_of_an_open_table_are_guarded(client: Client) -> None:
    """Before a match seats that are taken, missing or no bot's are refused."""
    owner, other = await client.guest("Ann"), await client.guest("Bao")
    table_id = await client.create(owner)
    await client.join(table_id, owner)

    async def reason(method: str, request: Message, guest: Guest) -> str:
        call = getattr(client.tables, method)(request, metadata=guest.metadata)
        return (await refused(call)).reason

    def fields(**more: Any) -> dict[str, Any]:
        return {"request_id": new_id(), "table_id": table_id, **more}

    join, remove = api.JoinTableRequest, api.RemoveBotRequest
    assert await reason("JoinTable", join(**fields(seat=0)), other) == "SEAT_TAKEN"
    assert await reason("JoinTable", join(**fields(seat=3)), other) == "NO_SUCH_SEAT"
    assert await reason("RemoveBot", remove(**fields(seat=0)), owner) == "NO_BOT_THERE"
    assert await reason("RemoveBot", remove(**fields(seat=9)), owner) == "NO_SUCH_SEAT"
    assert await reason("RemoveBot", remove(**fields(seat=0)), other) == "NOT_OWNER"
    for _ in range(2):
        await client.add_bot(table_id, owner)
    assert await reason("JoinTable", join(**fields()), other) == "TABLE_FULL"
