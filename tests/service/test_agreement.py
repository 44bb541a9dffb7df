"""Between deals and matches nobody is made to play on, and nobody takes back what was agreed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import grpc

from paizhuo.v1 import action_pb2, replay_service_pb2, table_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.playing import Client, Game, Guest, action, new_id, refused, settings, start_game

if TYPE_CHECKING:
    from collections.abc import Mapping


async def say(game: Game, words: Mapping[int, str]) -> None:
    """Answer the open decisions of these seats."""
    shown = await game.client.until_asked(game.table_id, game.players[0])
    for decision in shown.view.decisions:
        if decision.seat in words:
            request = api.ActRequest(
                request_id=new_id(),
                table_id=game.table_id,
                decision_id=decision.id,
                action=action(words[decision.seat]),
            )
            metadata = game.players[decision.seat].metadata
            await game.client.tables.Act(request, metadata=metadata)


async def play_deal(game: Game) -> None:
    """Play until the deal has been played out."""
    while True:
        request, player = await game.next_act()
        if request.action.WhichOneof("verb") in {"stop", "continue"}:
            return
        await game.client.tables.Act(request, metadata=player.metadata)


async def set_ready(game: Game, player: Guest, *, ready: bool) -> None:
    """Say whether a player is ready."""
    request = api.SetReadyRequest(request_id=new_id(), table_id=game.table_id, ready=ready)
    await game.client.tables.SetReady(request, metadata=player.metadata)


async def test_a_match_that_ended_asks_everybody_anew(client: Client) -> None:
    """Who went on before somebody stopped is not ready for another match (D5.13)."""
    game = await start_game(client)
    await play_deal(game)
    await say(game, {0: "continue", 1: "continue", 2: "stop"})
    shown = await client.get(game.table_id, game.players[0])
    assert shown.table.state == table_pb2.TABLE_STATE_ENDED
    assert [seat.ready for seat in shown.table.seats] == [False] * 3
    await set_ready(game, game.players[2], ready=True)
    shown = await client.get(game.table_id, game.players[0])
    assert (shown.table.state, shown.view.match) == (table_pb2.TABLE_STATE_ENDED, 1)


async def test_who_goes_on_cannot_take_it_back(client: Client) -> None:
    """After `continue` a seat stays ready, so that the next deal begins once all go on."""
    game = await start_game(client)
    await play_deal(game)
    await say(game, {0: "continue"})
    request = api.SetReadyRequest(request_id=new_id(), table_id=game.table_id, ready=False)
    found = await refused(client.tables.SetReady(request, metadata=game.players[0].metadata))
    assert (found.status, found.reason) == (
        grpc.StatusCode.FAILED_PRECONDITION,
        "ALREADY_AGREED",
    )
    await say(game, {1: "continue", 2: "continue"})
    shown = await client.until(game.table_id, game.players[0], lambda shown: shown.view.deal == 2)
    assert action_pb2.VERB_BID in shown.view.decisions[0].verbs


async def test_what_is_mixed_in_before_the_commitment_is_refused(client: Client) -> None:
    """Entropy is taken after the seed was committed to, and before it refused, not dropped."""
    ends = settings(match_end="deals", match_deals="2")
    game = await start_game(client, options=ends)
    early, late = b"early" * 4, b"late" * 4
    first = (await client.get(game.table_id, game.players[0])).view.commitment
    for ready in (True, False):
        mixing = api.SetReadyRequest(
            request_id=new_id(), table_id=game.table_id, ready=ready, entropy=early
        )
        found = await refused(client.tables.SetReady(mixing, metadata=game.players[0].metadata))
        assert (found.status, found.reason) == (
            grpc.StatusCode.FAILED_PRECONDITION,
            "COMMITMENT_AWAITED",
        )
    await client.ready(game.table_id, game.players[0])
    while True:
        shown = await client.get(game.table_id, game.players[0])
        if shown.view.HasField("last_deal"):
            break
        await game.act()
    await client.until(
        game.table_id, game.players[0], lambda seen: seen.view.commitment not in {b"", first}
    )
    await client.ready(game.table_id, game.players[1], late)
    await client.ready(game.table_id, game.players[2])
    await client.ready(game.table_id, game.players[0])
    await client.until(game.table_id, game.players[0], lambda shown: shown.view.deal == 2)
    while True:
        shown = await client.get(game.table_id, game.players[0])
        if shown.view.HasField("match_end"):
            break
        await game.act()
    request = replay_service_pb2.GetRecordRequest(table_id=game.table_id)
    record = (await client.replay.GetRecord(request, metadata=game.players[0].metadata)).record
    mixed = list(record.deals[1].attempts[0].entropy)
    assert mixed == [b"", late, b""]
