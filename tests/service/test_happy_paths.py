"""Every call does what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import grpc
import pytest
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from paizhuo.engine import Ruleset, commitment
from paizhuo.v1 import (
    action_pb2,
    auth_service_pb2,
    catalogue_service_pb2,
    replay_service_pb2,
    rules_pb2,
    rules_service_pb2,
    table_pb2,
)
from paizhuo.v1 import table_service_pb2 as api
from service.games import lasting, seats_of
from service.playing import (
    NAMES,
    Client,
    Game,
    Guest,
    loaded,
    log_of,
    new_id,
    refused,
    settings,
    start_game,
)

if TYPE_CHECKING:
    from service.playing import Running

pytestmark = pytest.mark.over_http


async def test_the_catalogue_lists_dou_dizhu_with_table_options(client: Client) -> None:
    """The catalogue shows games, and the table's options beside those of the rules."""
    listed = await client.catalogue.ListGames(catalogue_service_pb2.ListGamesRequest())
    assert "dou_dizhu" in [game.game for game in listed.games]
    got = await client.catalogue.GetGame(catalogue_service_pb2.GetGameRequest(game="dou_dizhu"))
    assert got.game.name.zh == "斗地主"
    assert [option.name for option in got.game.table_options] == [
        "bot_delay_ms",
        "decision_ms",
        "bank_ms",
        "draw_ms",
        "delegate_after_misses",
        "abandon_after_ms",
        "pause_by",
        "spectators",
        "spectator_delay_revisions",
    ]
    assert "kickers" in [option.name for option in got.game.options]


async def test_rules_are_asked_without_a_token_or_a_table(client: Client) -> None:
    """Reading, comparing and listing plays need a situation and nothing else."""
    situation = rules_pb2.Situation(game="dou_dizhu", seats=3)
    read = await client.rules.Classify(
        rules_service_pb2.ClassifyRequest(situation=situation, cards=["3-3-3-4", "3-4"])
    )
    assert [len(found.readings) for found in read.classifications] == [1, 0]
    assert read.classifications[0].readings[0].category == "triplet_single"
    situation.standing = "Q-Q"
    compared = await client.rules.Compare(
        rules_service_pb2.CompareRequest(situation=situation, cards=["K-K", "J-J"])
    )
    assert [found.beats for found in compared.comparisons] == [True, False]
    assert compared.comparisons[1].refusal.rule == "D4.15"


async def test_plays_come_page_by_page(client: Client) -> None:
    """The pages of a hand's plays together are all of them, each once."""
    situation = rules_pb2.Situation(game="dou_dizhu", seats=3, hand="3-3-3-4-4-5-6-7-8-b-r")
    request = rules_service_pb2.ListPlaysRequest(situation=situation, page_size=7)
    plays: list[str] = []
    while True:
        page = await client.rules.ListPlays(request)
        plays += [f"{play.category} {play.cards}" for play in page.plays]
        if not page.next_page_token:
            break
        request.page_token = page.next_page_token
    assert len(plays) == page.total_size
    assert len(set(plays)) == len(plays)


async def test_a_guest_is_the_same_after_recovery(client: Client) -> None:
    """A recovery code gives the same principal a new token, and the old one stays good."""
    guest = await client.guest("Ann")
    recovered = await client.auth.RecoverGuest(
        auth_service_pb2.RecoverGuestRequest(recovery_code=guest.recovery_code.lower())
    )
    assert recovered.principal == guest.principal
    assert recovered.token != guest.token
    for token in (guest.token, recovered.token):
        found = await client.auth.GetPrincipal(
            auth_service_pb2.GetPrincipalRequest(),
            metadata=Guest(guest.principal, token).metadata,
        )
        assert (found.principal, found.name) == (guest.principal, "Ann")


async def test_seats_are_taken_and_given_up(client: Client) -> None:
    """Persons and bots come and go before a match, and who sits already is told where."""
    owner, other = await client.guest("Ann"), await client.guest("Bao")
    table_id = await client.create(owner)
    assert await client.join(table_id, owner) == 0
    assert await client.join(table_id, owner) == 0
    request = api.JoinTableRequest(request_id=new_id(), table_id=table_id, seat=2)
    assert (await client.tables.JoinTable(request, metadata=other.metadata)).seat == 2
    assert await client.add_bot(table_id, owner) == 1
    shown = await client.get(table_id, other)
    assert [seat.WhichOneof("occupant") for seat in shown.table.seats] == [
        "person",
        "bot",
        "person",
    ]
    assert shown.table.own_seat == 2
    assert shown.table.seats[0].person.name == "Ann"
    remove = api.RemoveBotRequest(request_id=new_id(), table_id=table_id, seat=1)
    await client.tables.RemoveBot(remove, metadata=owner.metadata)
    leave = api.LeaveTableRequest(request_id=new_id(), table_id=table_id)
    await client.tables.LeaveTable(leave, metadata=other.metadata)
    shown = await client.get(table_id, other)
    assert not shown.table.HasField("own_seat")
    assert shown.table.state == table_pb2.TABLE_STATE_OPEN


async def test_lists_show_what_they_are_asked_for(client: Client) -> None:
    """Lists show listed tables to all, own ones to their owner, in the states asked for."""
    owner, other = await client.guest("Ann"), await client.guest("Bao")
    open_id = await client.create(owner, title="open")
    hidden_id = await client.create(owner, title="hidden", unlisted=True)
    await client.join(hidden_id, other)

    async def listed(guest: Guest, **fields: object) -> list[str]:
        request = api.ListTablesRequest(**fields)  # type: ignore[arg-type]
        answer = await client.tables.ListTables(request, metadata=guest.metadata)
        return [table.table_id for table in answer.tables if table.owner == owner.principal]

    assert await listed(other) == [open_id]
    assert await listed(owner, mine=True) == [hidden_id, open_id]
    assert await listed(other, mine=True) == [hidden_id]
    assert await listed(owner, mine=True, page_size=1) == [hidden_id]
    assert await listed(other, states=[table_pb2.TABLE_STATE_CLOSED]) == []
    assert await listed(other, game="zheng_fen") == []


@pytest.mark.every_game
async def test_a_match_is_played_recorded_and_verified(client: Client, game_name: str) -> None:
    """A match of two deals or more ends, stands in the list of records, and its record holds."""
    rules = settings(**lasting(game_name, 2))
    game = await start_game(client, game=game_name, options=rules)
    deals, kinds = 0, set[str]()
    while "match_ended" not in kinds:
        kinds = set()
        while "deal_ended" not in kinds:
            kinds = {str(event.WhichOneof("kind")) for event in (await game.act()).events}
        deals += 1
        for player in game.players:
            await client.ready(game.table_id, player)
    shown = await client.until(
        game.table_id,
        game.players[0],
        lambda shown: shown.view.match == 2,
    )
    assert shown.table.state == table_pb2.TABLE_STATE_PLAYING
    got = await client.replay.GetRecord(
        replay_service_pb2.GetRecordRequest(table_id=game.table_id, match=1),
        metadata=game.players[1].metadata,
    )
    assert len(got.record.deals) == deals >= 2
    assert [player.name for player in got.record.players] == list(NAMES[: len(game.players)])
    verified = await client.replay.VerifyRecord(
        replay_service_pb2.VerifyRecordRequest(record=got.record),
        metadata=game.players[1].metadata,
    )
    assert verified.problems == []
    listed = await client.replay.ListRecords(
        replay_service_pb2.ListRecordsRequest(mine=True), metadata=game.players[2].metadata
    )
    assert [(row.table_id, row.match) for row in listed.records] == [(game.table_id, 1)]


@pytest.mark.every_game
async def test_legal_actions_and_hints_are_for_who_is_asked(game: Game) -> None:
    """Who is asked sees what is legal and gets a hint; the others get nothing of either."""
    kinds = set[str]()
    asked = set[int]()
    is_play = False
    while not is_play:
        shown = await game.client.until_asked(game.table_id, game.players[0])
        asked = {decision.seat for decision in shown.view.decisions}
        first = shown.view.decisions[0]
        is_play = action_pb2.VERB_PLAY in first.verbs
        if first.kind not in kinds:
            kinds.add(first.kind)
            for seat, player in enumerate(game.players):
                legal = await game.client.tables.GetLegalActions(
                    api.GetLegalActionsRequest(table_id=game.table_id), metadata=player.metadata
                )
                hint = await game.client.hint(game.table_id, player)
                assert (len(legal.legal.verbs) > 0) == (seat in asked)
                assert hint.HasField("action") == (seat in asked)
                assert legal.revision == hint.revision == shown.table.revision
        await game.act()
    assert len(asked) == 1


@pytest.mark.every_game
async def test_what_is_asked_about_a_decision_is_about_no_other(game: Game) -> None:
    """Hints and legal actions that name a decision are of it, or refused once it is closed."""
    tables = game.client.tables
    for _ in range(2):
        request, player = await game.next_act()
        about, decision_id = game.table_id, request.decision_id
        hinted = api.GetHintRequest(table_id=about, decision_id=decision_id)
        asked = api.GetLegalActionsRequest(table_id=about, decision_id=decision_id)
        hint = await tables.GetHint(hinted, metadata=player.metadata)
        legal = await tables.GetLegalActions(asked, metadata=player.metadata)
        assert hint.decision_id == request.decision_id
        assert {part.decision_id for part in legal.legal.verbs} == {request.decision_id}
        # It is not open to another seat, nor to anybody once it is answered.
        other = next(guest for guest in game.players if guest != player)
        await tables.Act(request, metadata=player.metadata)
        for caller in (other, player):
            for call in (
                tables.GetHint(hinted, metadata=caller.metadata),
                tables.GetLegalActions(asked, metadata=caller.metadata),
            ):
                refusal = await refused(call)
                assert refusal.reason == "DECISION_CLOSED"
                assert refusal.status is grpc.StatusCode.ABORTED
                assert int(refusal.facts["revision"]) > hint.revision


@pytest.mark.every_game
async def test_validating_changes_nothing(game: Game, server: Running) -> None:
    """An action that is only validated is judged, and leaves neither entry nor memory."""
    request, player = await game.next_act()
    live = loaded(server, game.table_id)
    known = None if live is None else live.state.hash
    before = await log_of(server, game.table_id)
    request.validate_only = True
    said = await game.client.tables.Act(request, metadata=player.metadata)
    assert (said.revision, len(said.events)) == (len(before), 0)
    assert await log_of(server, game.table_id) == before
    assert known == (None if live is None else live.state.hash)
    request.validate_only = False
    done = await game.client.tables.Act(request, metadata=player.metadata)
    assert done.revision == len(before) + 1


@pytest.mark.every_game
async def test_a_commitment_can_be_opened(client: Client, game_name: str) -> None:
    """The seed that is opened after a deal fits the commitment that was shown before it."""
    game = await start_game(client, game=game_name, options=settings(**lasting(game_name, 1)))
    shown = await client.get(game.table_id, game.players[0])
    opened = b""
    while not opened:
        for event in (await game.act()).events:
            if event.WhichOneof("kind") == "seed_opened":
                opened = event.seed_opened.seed
    options = {setting.name: setting.value for setting in shown.table.options}
    rules = Ruleset(game_name, len(game.players), "seed", options)
    assert shown.view.commitment == commitment(rules, game.table_id, 1, opened)


@pytest.mark.every_game
async def test_bots_alone_play_on(client: Client, game_name: str) -> None:
    """A table of bots starts when it is full, and needs nobody to go on."""
    owner = await client.guest()
    table_id = await client.create(owner, game=game_name)
    for seat in range(seats_of(game_name)):
        await client.add_bot(table_id, owner, "random" if seat == 1 else "greedy")
    shown = await client.until(table_id, owner, lambda shown: shown.view.deal >= 2)
    assert shown.table.state == table_pb2.TABLE_STATE_PLAYING


async def test_entropy_stands_in_the_opened_deal(client: Client) -> None:
    """What a seat mixes into a deal is public with the deal's seed."""
    owner = await client.guest()
    table_id = await client.create(owner)
    await client.join(table_id, owner)
    for _ in range(2):
        await client.add_bot(table_id, owner)
    await client.ready(table_id, owner, b"my own dice")
    request = api.WatchTableRequest(table_id=table_id, after_revision=0, views=api.VIEWS_EVERY)
    mixed: list[bytes] = []
    async for message in client.tables.WatchTable(request, metadata=owner.metadata):
        for event in message.events:
            if event.WhichOneof("kind") == "seed_opened":
                mixed = list(event.seed_opened.entropy[-1].by_seat)
        if mixed:
            break
        if any(decision.seat == 0 for decision in message.view.decisions):
            hint = await client.hint(table_id, owner)
            if hint.decision_id:
                act = api.ActRequest(
                    request_id=new_id(),
                    table_id=table_id,
                    decision_id=hint.decision_id,
                    action=hint.action,
                )
                await client.tables.Act(act, metadata=owner.metadata)
    assert mixed == [b"my own dice", b"", b""]


@pytest.mark.grpc_only("services of gRPC's own")
async def test_health_and_reflection_answer(client: Client) -> None:
    """Standard tools find out that the server lives, and what it serves."""
    for service in ("", "paizhuo.v1.TableService"):
        asked = health_pb2.HealthCheckRequest(service=service).SerializeToString()
        answer = await client.unary("/grpc.health.v1.Health/Check", asked)
        status = health_pb2.HealthCheckResponse.FromString(answer).status
        assert status == health_pb2.HealthCheckResponse.SERVING
    for package in ("v1", "v1alpha"):
        ask: Any = client.channel.stream_stream(
            f"/grpc.reflection.{package}.ServerReflection/ServerReflectionInfo",
            request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
            response_deserializer=reflection_pb2.ServerReflectionResponse.FromString,
        )
        call: Any = ask(iter([reflection_pb2.ServerReflectionRequest(list_services="")]))
        answers = [answer async for answer in call]
        names = {found.name for found in answers[0].list_services_response.service}
        assert {"paizhuo.v1.TableService", "grpc.health.v1.Health"} <= names


@pytest.mark.grpc_only("HTTP says it with a status of its own")
async def test_an_unknown_method_is_unimplemented(client: Client) -> None:
    """A method that does not exist is refused by the transport, without details."""
    path = "/paizhuo.v1.TableService/Cheat"
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await client.unary(path, b"")
    assert error.value.code() is grpc.StatusCode.UNIMPLEMENTED
