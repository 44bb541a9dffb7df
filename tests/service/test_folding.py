"""What a client folds from events is what the server's views show, revision for revision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from paizhuo.v1 import catalogue_service_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.evening import Evening, Plan
from service.folded_view import FoldedView
from service.playing import settings, start_game
from service.viewing import Messages, Viewer, revisions, stream_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.playing import Client

PLANS: Final = {
    "seed": Plan(bots=0, matches=2, deals=2, redeals=True),
    "four seats": Plan(seats=4, bots=0, matches=2, redeals=True),
    "online": Plan(preset="online", matches=2, deals=2, options={"landlord_reveal": "on"}),
    "online, four seats": Plan(seats=4, preset="online", bots=0, redeals=True),
    "pagat": Plan(preset="pagat", bots=0, redeals=True, options={"redeal_dealer": "next"}),
    "rlcard": Plan(preset="rlcard", bots=2, deals=2),
    "douzero": Plan(preset="douzero", bots=0, options={"max_doublings": "1", "spring": "x3"}),
    "bid once, for a total": Plan(
        options={"auction": "bid_once", "match_end": "target", "match_target": "3", "unit": "5"}
    ),
    "forgotten tricks": Plan(deals=2, options={"card_memory": "false"}),
    "forgotten tricks, four seats": Plan(seats=4, options={"card_memory": "false"}),
    "by agreement": Plan(matches=2, options={"match_end": "agreement"}),
    "sent away": Plan(seats=4, bots=1, matches=2, kicks_in_play=True),
    # One deal may be over before anybody is sent away.
    "sent away, forgotten tricks": Plan(
        deals=2, options={"card_memory": "false"}, kicks_in_play=True
    ),
    "zheng_fen": Plan(game="zheng_fen", bots=0, matches=2),
    "zheng_fen, six seats, wild jokers": Plan(
        game="zheng_fen",
        seats=6,
        preset="pagat",
        bots=3,
        deals=2,
        options={"poker_match": "label"},
        kicks_in_play=True,
    ),
    "hachinin_meri": Plan(game="hachinin_meri", seats=8, bots=5, matches=2),
    "zhao_pengyou": Plan(
        game="zhao_pengyou",
        seats=5,
        bots=0,
        table_options={"draw_ms": "20"},
    ),
    "zhao_pengyou, bots between": Plan(
        game="zhao_pengyou",
        seats=6,
        preset="pagat2018",
        bots=4,
        table_options={"draw_ms": "0"},
        kicks_in_play=True,
    ),
    "zheng_fen, passes last": Plan(
        game="zheng_fen",
        seats=4,
        deals=2,
        options={"pass_locks": "true", "later_lead": "last_trick_winner", "jokers_wild": "true"},
    ),
}


FORGETTING: Final = {"dou_dizhu": {"card_memory": "false"}}
"""Options by which tricks are forgotten, for games that remember them otherwise."""


async def faces(client: Client, game: str) -> list[str]:
    """Return the catalogue's faces in their order."""
    request = catalogue_service_pb2.GetGameRequest(game=game)
    shown = (await client.catalogue.GetGame(request)).game
    return [face.notation for face in shown.faces]


def assert_follows(told: Messages, shown: Messages, order: Sequence[str]) -> int:
    """Fold what a stream told, and compare with every view; returns how many fitted.

    The stream sends views of its own only where the proto says so: at first, and where the
    viewer's seat became another.
    """
    folded = FoldedView(told[0].view, order)
    views = {message.revision: message.view for message in shown}
    seat = told[0].table.own_seat if told[0].table.HasField("own_seat") else None
    for message in told[1:]:
        if message.HasField("table"):
            own = message.table.own_seat if message.table.HasField("own_seat") else None
            assert message.HasField("view") == (own != seat), message.revision
            seat = own
        else:
            assert not message.HasField("view")
        folded.follow(message)
        assert folded.view == views[message.revision], message
    return len(told) - 1


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
async def test_events_are_enough_to_follow_every_view(client: Client, plan: Plan) -> None:
    """For every seat and an observer the folded view is the server's at every revision."""
    evening = Evening(client, plan, seed=sorted(PLANS).index(_name(plan)))
    await evening.open()
    viewers = []
    for guest in evening.guests:
        told, shown = Viewer(), Viewer()
        where = (client, evening.table_id, guest)
        await told.begin(told.through(*where, None, api.VIEWS_SNAPSHOT))
        await shown.begin(shown.through(*where, 0, api.VIEWS_EVERY))
        viewers.append((told, shown))
    head = await evening.play()
    order = await faces(client, plan.game)
    for told, shown in viewers:
        heard, views = await told.until(head), await shown.until(head)
        assert revisions(views) == list(range(1, head + 1))
        assert assert_follows(heard, views, order) >= head - 3
    events = [event for message in views for event in message.events]
    assert sum(event.HasField("all_passed") for event in events) >= 2 * plan.redeals
    assert any(event.seat_kicked.bot for event in events) == plan.kicks_in_play
    assert sum(event.HasField("match_ended") for event in events) == plan.matches


def _name(plan: Plan) -> str:
    """Return the name of a plan."""
    return next(name for name, known in PLANS.items() if known is plan)


@pytest.mark.every_game
async def test_a_view_ends_what_was_forgotten(client: Client, game_name: str) -> None:
    """Resumed behind any revision of a deal whose tricks are forgotten, a client catches up."""
    options = settings(**FORGETTING.get(game_name, {}))
    game = await start_game(client, game=game_name, options=options)
    player = game.players[0]
    told = Viewer()
    where = (client, game.table_id, player)
    await told.begin(told.through(*where, None, api.VIEWS_SNAPSHOT))
    while (await client.get(game.table_id, player)).view.tricks < 2:
        await game.act()
    shown = await client.get(game.table_id, player)
    head, order = shown.table.revision, await faces(client, game_name)
    heard = await told.until(head)
    folded = FoldedView(heard[0].view, order)
    for place, last in enumerate(heard):
        if place:
            folded.follow(last)
        again = FoldedView(folded.view, order)
        rest: Messages = []
        async with stream_of(*where, after=last.revision) as messages:
            while (rest[-1].revision if rest else last.revision) < head:
                rest.append(await anext(messages))
        for message in rest:
            again.follow(message)
        assert revisions(rest) == list(range(last.revision + 1, head + 1))
        assert again.view == shown.view, last.revision
