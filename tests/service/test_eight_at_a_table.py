"""A person, three bots beside and four against: Hachinin Meri on a server, to the next match."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from paizhuo.v1 import table_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.playing import Game, action, new_id, settings
from service.test_bad_plays import Asked, play

if TYPE_CHECKING:
    from service.playing import Client, Guest, Running

TABLES_MAX = 20


async def sit_down(client: Client) -> tuple[Game, Guest]:
    """Take seat 0 of a table for one deal, with seven bots; the person deals."""
    (guest,) = [await client.guest("Ann")]
    table_id = await client.create(
        guest,
        8,
        "hachinin_meri",
        options=settings(deals="1", first_dealer="0"),
        table_options=settings(bot_delay_ms="1"),
    )
    await client.join(table_id, guest)
    for _ in range(7):
        await client.add_bot(table_id, guest)
    await client.ready(table_id, guest)
    return Game(client, table_id, [guest]), guest


async def own_turn(game: Game, guest: Guest) -> api.GetTableResponse:
    """Wait until the person is asked, or the match is over, and the bots have come to rest."""

    def is_own(shown: api.GetTableResponse) -> bool:
        over = shown.table.state == table_pb2.TABLE_STATE_ENDED
        return over or any(decision.seat == 0 for decision in shown.view.decisions)

    while True:
        shown = await game.client.until(game.table_id, guest, is_own)
        await asyncio.sleep(0.1)
        again = await game.client.get(game.table_id, guest)
        if again.table.revision == shown.table.revision:
            return again


async def test_a_match_against_bots_and_the_next_one(client: Client, server: Running) -> None:
    """Refusals name their rule; the next match keeps the seats and clears totals (HM-5.9)."""
    for _ in range(TABLES_MAX):
        game, guest = await sit_down(client)
        shown = await own_turn(game, guest)
        hand = shown.view.seats[0].hand.split("-")
        robai = f"{shown.view.trump.suit}robai"
        if shown.view.phase == "declare" and robai not in hand:
            break
    (decision,) = [one for one in shown.view.decisions if one.seat == 0]
    assert decision.sealed
    asked = Asked(game, guest, decision.id, hand)
    assert await asked.refusal(action("declare"), server) == ("NOTHING_TO_DECLARE", "HM-2.6")
    assert await asked.refusal(play(hand[0]), server) == ("VERB_NOT_ALLOWED", "HM-2.6")
    assert await asked.refusal(play("1x"), server) == ("MALFORMED_CARDS", "")
    kinds = set[str]()
    while shown.table.state != table_pb2.TABLE_STATE_ENDED:
        hint = await client.hint(game.table_id, guest)
        kinds.add(hint.action.WhichOneof("verb") or "")
        request = api.ActRequest(
            request_id=new_id(),
            table_id=game.table_id,
            decision_id=hint.decision_id,
            action=hint.action,
        )
        await client.tables.Act(request, metadata=guest.metadata)
        shown = await own_turn(game, guest)
    assert {"pass", "play"} <= kinds
    assert sum(team.total for team in shown.view.teams) == 9
    won = {seat for team in shown.view.teams if team.total > 4 for seat in team.seats}
    assert set(shown.view.match_end.winners) == won
    seats = [(row.person.principal, row.bot.bot) for row in shown.table.seats]
    await client.ready(game.table_id, guest)
    following = await client.until(game.table_id, guest, lambda seen: seen.view.match == 2)
    assert [(row.person.principal, row.bot.bot) for row in following.table.seats] == seats
    assert [team.total for team in following.view.teams] == [0, 0]
    assert not following.view.HasField("match_end")
