"""Seats that are left before the start are taken by others, and nobody is shifted by it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import pytest

from paizhuo.storage.v1 import entry_pb2
from paizhuo.v1 import replay_service_pb2, view_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.games import lasting, seats_of
from service.log_checks import check, fold
from service.playing import NAMES, Client, Guest, log_of, new_id, refused, settings
from service.viewing import Viewer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paizhuo.v1 import event_pb2
    from service.playing import Running

BOT_SEAT = 1


class Seated(NamedTuple):
    """Hold a table, who sits where at its start, and who has left it; a bot sits at `BOT_SEAT`."""

    table_id: str
    persons: dict[int, Guest]
    leavers: list[Guest]


async def change_seats(client: Client, game_name: str) -> Seated:
    """Fill a table, and let two leave: a newcomer takes one seat, and a bot the other."""
    count = seats_of(game_name)
    first = [await client.guest(name) for name in NAMES[:count]]
    table_id = await client.create(
        first[0], game=game_name, options=settings(**lasting(game_name, 1))
    )
    for seat, guest in enumerate(first):
        assert await client.join(table_id, guest) == seat
    for guest in (first[BOT_SEAT], first[-1]):
        leave = api.LeaveTableRequest(request_id=new_id(), table_id=table_id)
        await client.tables.LeaveTable(leave, metadata=guest.metadata)
    newcomer = await client.guest("Zoe")
    join = api.JoinTableRequest(request_id=new_id(), table_id=table_id, seat=count - 1)
    await client.tables.JoinTable(join, metadata=newcomer.metadata)
    assert await client.add_bot(table_id, first[0]) == BOT_SEAT
    persons = {**dict(enumerate(first)), count - 1: newcomer}
    del persons[BOT_SEAT]
    return Seated(table_id, persons, [first[BOT_SEAT], first[-1]])


async def play(client: Client, seated: Seated) -> view_pb2.View:
    """Play the match to its end as everybody is advised to, and return its last view."""
    onlooker = seated.leavers[0]

    def wants_person(shown: api.GetTableResponse) -> bool:
        asked = [one.seat for one in shown.view.decisions if not one.voluntary]
        return shown.view.HasField("match_end") or any(seat != BOT_SEAT for seat in asked)

    while True:
        shown = await client.until(seated.table_id, onlooker, wants_person)
        if shown.view.HasField("match_end"):
            return shown.view
        asked = {one.seat for one in shown.view.decisions if not one.voluntary}
        for seat in asked - {BOT_SEAT}:
            guest = seated.persons[seat]
            hint = await client.hint(seated.table_id, guest)
            if hint.HasField("action"):
                request = api.ActRequest(
                    request_id=new_id(),
                    table_id=seated.table_id,
                    decision_id=hint.decision_id,
                    action=hint.action,
                )
                await client.tables.Act(request, metadata=guest.metadata)


@pytest.mark.every_game
async def test_who_leaves_before_the_start_shifts_nobody(
    client: Client, server: Running, game_name: str
) -> None:
    """Views, hands, actions, records and totals are of who sits there, from the first card on."""
    seated = await change_seats(client, game_name)
    told = Viewer()
    where = (client, seated.table_id, seated.leavers[0])
    await told.begin(told.through(*where, 0, api.VIEWS_SNAPSHOT))
    for guest in seated.persons.values():
        await client.ready(seated.table_id, guest)
    await client.until_asked(seated.table_id, seated.leavers[0])
    await assert_own_hands(client, server, seated)
    shown = await play(client, seated)
    head = (await client.get(seated.table_id, seated.leavers[0])).table.revision
    log = check(seated.table_id, await log_of(server, seated.table_id))
    for entry in log:
        if entry.acted.actor == entry_pb2.ACTOR_BOT:
            assert entry.acted.seat == BOT_SEAT
        elif entry.HasField("acted"):
            principal = seated.persons[entry.acted.seat].principal
            assert entry.entry_id.split("/")[0] == principal
    got = await client.replay.GetRecord(
        replay_service_pb2.GetRecordRequest(table_id=seated.table_id),
        metadata=seated.persons[0].metadata,
    )
    for player in got.record.players:
        person = seated.persons.get(player.seat)
        assert (player.principal, bool(player.bot)) == (
            person.principal if person else "",
            person is None,
        )
    assert got.record.end == shown.match_end
    totals = list(shown.match_end.totals)
    assert [row.total for row in shown.seats] == totals
    events = [event for message in await told.until(head) for event in message.events]
    if game_name == "zhao_pengyou":
        assert_friends(events, shown)


async def assert_own_hands(client: Client, server: Running, seated: Seated) -> None:
    """Check that everybody sees one hand, and that it is the seat's."""
    for seat, guest in seated.persons.items():
        own = await client.get(seated.table_id, guest)
        log = (await log_of(server, seated.table_id))[: own.table.revision]
        engine = fold(seated.table_id, log).engine
        assert own.table.own_seat == own.view.viewer == seat
        assert [row.seat for row in own.view.seats if row.hand] == [seat]
        assert own.view == view_pb2.View.FromString(engine.view(seat))
    for guest in seated.leavers:
        shown = await client.get(seated.table_id, guest)
        assert not shown.table.HasField("own_seat")
        assert not any(row.hand for row in shown.view.seats)
        refusal = await refused(client.hint(seated.table_id, guest))
        assert refusal.reason == "NOT_SEATED"


def assert_friends(events: Sequence[event_pb2.Event], shown: view_pb2.View) -> None:
    """Check that friends are the seats that played the called cards (ZP-3.4), and who won."""
    played: Counter[str] = Counter()
    calls: dict[tuple[str, int], int | None] = {}
    team = set[int]()
    given = set[int]()
    for place, event in enumerate(events):
        action = event.acted.action
        if action.HasField("call_friends"):
            calls = {(call.card, call.copy): None for call in action.call_friends.calls}
            team = {event.acted.seat}
        elif action.HasField("play"):
            following = events[place + 1]
            cards = action.play.cards.split("-")
            if following.HasField("lead_withdrawn"):
                cards = following.lead_withdrawn.kept.cards.split("-")
            for card in cards:
                played[card] += 1
                if (card, played[card]) in calls:
                    team.add(event.acted.seat)
        elif event.role_given.role in {"maker", "friend"}:
            given.add(event.role_given.seat)
    assert given == team
    others = {row.seat for row in shown.seats} - team
    winners = set(shown.match_end.winners)
    assert winners in (team, others)
    assert {row.seat for row in shown.seats if row.total} == winners
