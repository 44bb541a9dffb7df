"""Cards that are drawn one by one: the server draws, persons bid in between, bots are asked."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import grpc
import pytest

from paizhuo.tables.entries import parse
from paizhuo.v1 import table_service_pb2 as api
from service.playing import action, connected, log_of, new_id, refused, served, settings

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from service.playing import Client, Guest

SEATS = 5
TO_DRAW = 100


async def seated(
    client: Client,
    persons: int,
    draw_ms: int,
    options: Mapping[str, str] | None = None,
    **table_options: str,
) -> tuple[str, list[Guest]]:
    """Fill a table of five, bots behind the persons, and let the first deal begin."""
    players = [await client.guest(name) for name in ("Ann", "Bao", "Chiara", "Dmitri", "Emi")]
    players = players[:persons]
    table_id = await client.create(
        players[0],
        SEATS,
        "zhao_pengyou",
        options=settings(**options or {}),
        table_options=settings(draw_ms=str(draw_ms), **table_options),
    )
    for player in players:
        await client.join(table_id, player)
    for _ in range(SEATS - persons):
        await client.add_bot(table_id, players[0])
    for player in players:
        await client.ready(table_id, player)
    return table_id, players


def act(shown: api.GetTableResponse, seat: int, cards: str) -> api.ActRequest:
    """Bid with cards in the name of a seat."""
    decision = next(one for one in shown.view.decisions if one.seat == seat)
    return api.ActRequest(
        request_id=new_id(),
        table_id=shown.table.table_id,
        decision_id=decision.id,
        action=action("bid_cards", cards=cards),
    )


@pytest.mark.parametrize("options", [{}, {"bid_timing": "after_draw"}])
async def test_cards_are_drawn_by_themselves(tmp_path: Path, options: dict[str, str]) -> None:
    """Without time between two cards the drawing is over at once, in one entry if nobody bids."""
    async with served(tmp_path) as server, connected(f"127.0.0.1:{server.port}") as client:
        table_id, (person,) = await seated(client, 1, 0, options)
        shown = await client.until(
            table_id, person, lambda shown: shown.view.phase not in {"waiting", "draw"}
        )
        assert all(seat.hand_size >= TO_DRAW // SEATS for seat in shown.view.seats)
        entries = [parse(data) for data in await log_of(server, table_id)]
        drawn = [each.cards_drawn.count for each in entries if each.HasField("cards_drawn")]
        assert sum(drawn) == TO_DRAW
        assert len(drawn) == 1 or not options


async def test_a_person_bids_between_two_cards(tmp_path: Path) -> None:
    """A bid leaves its decision open; another as high comes too late, and is told so."""
    async with served(tmp_path) as server, connected(f"127.0.0.1:{server.port}") as client:
        table_id, players = await seated(client, 5, 40)
        bids: list[tuple[int, str]] = []
        shown = await client.get(table_id, players[0])
        while len(bids) < 2:
            bids = []
            for seat, player in enumerate(players):
                shown = await client.get(table_id, player)
                assert shown.view.phase in {"", "waiting", "draw"}
                held = shown.view.seats[seat].hand.split("-")
                bids += [(seat, card) for card in held if card[:1] == "2"][:1]
        (first, one), (second, other) = bids[:2]
        request = act(shown, first, one)
        await client.tables.Act(request, metadata=players[first].metadata)
        late = await refused(
            client.tables.Act(act(shown, second, other), metadata=players[second].metadata)
        )
        assert (late.status, late.reason, late.rule) == (
            grpc.StatusCode.FAILED_PRECONDITION,
            "BID_TOO_LOW",
            "ZP-2.8",
        )
        after = await client.get(table_id, players[first])
        zone = next(zone for zone in after.view.zones if zone.name == "bid")
        assert (zone.seat, zone.cards) == (first, one)
        ids = {decision.id for decision in after.view.decisions}
        assert {request.decision_id} <= ids
        assert all(decision.voluntary for decision in after.view.decisions)
        entries = [parse(data) for data in await log_of(server, table_id)]
        drawn = [each.cards_drawn.count for each in entries if each.HasField("cards_drawn")]
        assert set(drawn) == {1}, "somebody could bid after every card"


async def test_a_deal_of_friends_is_played_out(tmp_path: Path) -> None:
    """A match of two persons and three bots ends, and its record with every draw is right."""
    async with served(tmp_path) as server, connected(f"127.0.0.1:{server.port}") as client:
        table_id, players = await seated(client, 2, 0, {"target_points": "1"})
        while True:
            shown = await client.until(
                table_id,
                players[0],
                lambda shown: (
                    shown.view.HasField("match_end")
                    or any(not one.voluntary and one.seat < 2 for one in shown.view.decisions)
                ),
            )
            if shown.view.HasField("match_end"):
                break
            decision = next(one for one in shown.view.decisions if not one.voluntary)
            hint = await client.hint(table_id, players[decision.seat])
            await client.tables.Act(
                api.ActRequest(
                    request_id=new_id(),
                    table_id=table_id,
                    decision_id=hint.decision_id,
                    action=hint.action,
                ),
                metadata=players[decision.seat].metadata,
            )
        assert max(shown.view.match_end.totals) >= 1


@pytest.mark.slow
async def test_who_is_stood_in_for_counts_as_a_person(tmp_path: Path) -> None:
    """Draws share no entry where a person watches who may come back: they would tell of bots."""
    async with served(tmp_path) as server, connected(f"127.0.0.1:{server.port}") as client:
        table_id, (person,) = await seated(
            client, 1, 0, decision_ms="200", delegate_after_misses="1"
        )
        await client.until(table_id, person, lambda seen: bool(seen.table.seats[0].delegate))
        async with asyncio.timeout(240):
            drawn: list[int] = []
            while sum(drawn) < TO_DRAW:
                await asyncio.sleep(0.2)
                entries = [parse(data) for data in await log_of(server, table_id)]
                started = [
                    place for place, each in enumerate(entries) if each.HasField("deal_started")
                ]
                second = entries[started[1] :] if len(started) > 1 else []
                drawn = [each.cards_drawn.count for each in second if each.HasField("cards_drawn")]
        delegated = [each for each in entries if each.HasField("seat_delegated")]
        assert delegated
        assert delegated[0].revision < second[0].revision
        assert set(drawn) == {1}
