"""Streams of tables where played cards stay visible only in the trick on the table (D5.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from paizhuo.v1 import table_service_pb2 as api
from service.log_checks import fold
from service.playing import Client, Game, loaded, log_of, settings, start_game
from service.test_watching import watch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.playing import Running


def plays(messages: Sequence[api.WatchTableResponse]) -> list[tuple[int, str, int]]:
    """Return every play: revision, cards, number of cards."""
    return [
        (message.revision, event.acted.action.play.cards, event.acted.size)
        for message in messages
        for event in message.events
        if event.acted.action.HasField("play")
    ]


async def play_tricks(client: Client, count: int) -> Game:
    """Begin a game in which tricks are forgotten, and end so many of them."""
    game = await start_game(client, options=settings(card_memory="false"))
    while (await client.get(game.table_id, game.players[0])).view.tricks < count:
        await game.act()
    return game


@pytest.mark.parametrize("views", [api.VIEWS_SNAPSHOT, api.VIEWS_EVERY])
async def test_a_resumed_stream_forgets_ended_tricks(
    client: Client, server: Running, views: api.Views.ValueType
) -> None:
    """Told again, ended tricks of the deal in play say who laid how many cards, not which."""
    game = await play_tricks(client, 2)
    stranger = await client.guest("Eve")
    state = fold(game.table_id, await log_of(server, game.table_id))
    head = state.revision
    for keeps_in_memory in (True, False):
        live = loaded(server, game.table_id)
        if not keeps_in_memory and live is not None:
            live.recent.clear()
        told = await watch(client, game.table_id, stranger, head, after=0, views=views)
        assert [message.revision for message in told] == list(range(1, head + 1))
        # Now and then a deal is over within a trick: its cards lie open, as those of any.
        first, last = state.standing.deal_first, state.standing.hidden_last
        ended = [play for play in plays(told) if first <= play[0] <= last]
        assert ended
        assert all(cards == "" and size > 0 for _, cards, size in ended)
        hidden = [message for message in told if first <= message.revision <= last]
        assert hidden
        # The last of them ended a trick: nothing lies on the table, and the view may be told.
        assert [message.HasField("view") for message in hidden] == [False] * (len(hidden) - 1) + [
            True
        ]
        shown = hidden[-1].view
        assert (len(shown.trick.plays), shown.played) == (0, "")
        assert not any(event.acted.action.play.cards for event in shown.last_events)


async def test_the_trick_on_the_table_and_an_ended_deal_are_told_again(
    client: Client,
) -> None:
    """The trick on the table is told with its cards, and after the deal every trick is."""
    game = await play_tricks(client, 1)
    head = (await game.act()).revision
    stranger = await client.guest("Eve")
    told = await watch(client, game.table_id, stranger, head, after=0)
    assert plays(told)[-1][1] != ""
    while not (await client.get(game.table_id, game.players[0])).view.HasField("last_deal"):
        await game.act()
    head = (await client.get(game.table_id, stranger)).table.revision
    told = await watch(client, game.table_id, stranger, head, after=0)
    assert all(cards for _, cards, _ in plays(told))
