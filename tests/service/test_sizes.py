"""What a table tells stays small, with as many seats as a game can have."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, Final

import pytest

from paizhuo import limits
from paizhuo.v1 import catalogue_service_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.games import lasting
from service.playing import Client, Game, settings
from service.viewing import Viewer

if TYPE_CHECKING:
    from service.viewing import Messages

KIB: Final = 1024
VIEW_BYTES_MAX: Final = 4 * KIB
MESSAGE_BYTES_MAX: Final = 12 * KIB
"""With table, events and view: as many as may wait for a slow reader (256) are 3 MiB."""
MEDIAN_BYTES_MAX: Final = 256
"""Without a view."""


async def full_table(client: Client, game_name: str) -> Game:
    """Fill a table with as many persons as can be, and names as long as can be."""
    request = catalogue_service_pb2.GetGameRequest(game=game_name)
    seats = max(one.seats for one in (await client.catalogue.GetGame(request)).game.seat_counts)
    players = [await client.guest(long_name(seat)) for seat in range(seats)]
    table_id = await client.create(
        players[0],
        seats,
        game_name,
        title=long_name(seats),
        options=settings(**lasting(game_name, 1)),
    )
    for player in players:
        await client.join(table_id, player)
    return Game(client, table_id, players)


def long_name(number: int) -> str:
    """Return a name of letters that take four bytes each."""
    return chr(0x20000 + number) * limits.NAME_CHARACTERS_MAX


async def watched_match(client: Client, game_name: str) -> tuple[Messages, Messages]:
    """Play a match of one deal to its end; returns what a seat is told without views and with."""
    game = await full_table(client, game_name)
    told, shown = Viewer(), Viewer()
    where = (client, game.table_id, game.players[0])
    await told.begin(told.through(*where, 0, api.VIEWS_SNAPSHOT))
    await shown.begin(shown.through(*where, 0, api.VIEWS_EVERY))
    for player in game.players:
        await client.ready(game.table_id, player)
    kinds = set[str]()
    while "match_ended" not in kinds:
        answer = await game.act()
        kinds = {str(event.WhichOneof("kind")) for event in answer.events}
    return await told.until(answer.revision), await shown.until(answer.revision)


@pytest.mark.every_game
async def test_what_a_full_table_tells_is_small(client: Client, game_name: str) -> None:
    """Views and whole messages stay below their bounds, and most messages are far below."""
    told, shown = await watched_match(client, game_name)
    assert max(message.view.ByteSize() for message in shown) < VIEW_BYTES_MAX
    assert max(message.ByteSize() for message in shown) < MESSAGE_BYTES_MAX
    assert limits.WATCHER_BACKLOG_MAX * MESSAGE_BYTES_MAX <= 3 * KIB * KIB
    assert median(message.ByteSize() for message in told) < MEDIAN_BYTES_MAX
