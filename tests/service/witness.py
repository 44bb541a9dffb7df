"""Ask a server everything that somebody can ask, and keep the very bytes of its answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import grpc.aio

from paizhuo.v1 import action_pb2, replay_service_pb2, view_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.playing import action
from service.staged import Listener, scripted_id

if TYPE_CHECKING:
    from collections.abc import Iterator

    from google.protobuf.message import Message

    from paizhuo.tables.table import LiveTable
    from service.playing import Client, Guest

_TABLES = "/paizhuo.v1.TableService/"
_RECORDS = "/paizhuo.v1.ReplayService/"
_GUESSES = ("b-r", "3c", "2s", "As-Ah", "3c-3d-3h-3s", "3s-4s-5s-6s-7s", "Kc-Kd-Ks-4d")


class Witness:
    """Be somebody at a table who writes down all that a server ever tells him.

    `told` holds what was asked and the answer: the response, or the whole status.
    """

    def __init__(self, client: Client, guest: Guest, table_id: str) -> None:
        """Listen from now on, with views and without."""
        self._client = client
        self._guest = guest
        self._table_id = table_id
        self.told: list[tuple[str, bytes]] = []
        self.streams = [self._listen(views) for views in (api.VIEWS_SNAPSHOT, api.VIEWS_EVERY)]

    async def hear(self, revision: int) -> None:
        """Wait until both streams have come to a revision."""
        for stream in self.streams:
            await stream.until(revision)

    async def ask(self, live: LiveTable, next_action: action_pb2.Action) -> None:
        """Ask everything that can be asked and changes nothing.

        Of what is tried out there is what somebody is going to do, and what the own cards allow.
        """
        for name, request in self._questions(live, next_action):
            await self._put(name, request)

    async def look_back(self, after: int, until: int) -> None:
        """Watch again from an earlier revision on."""
        for views in (api.VIEWS_SNAPSHOT, api.VIEWS_EVERY):
            stream = self._listen(views, after)
            await stream.until(until)
            await stream.stop()
            self.told += [(f"resumed after {after}", message) for message in stream.heard]

    async def stop(self) -> None:
        """Listen no more; what the streams said is told too."""
        for number, stream in enumerate(self.streams):
            await stream.stop()
            self.told += [(f"stream {number}", message) for message in stream.heard]

    def _listen(self, views: api.Views.ValueType, after: int | None = None) -> Listener:
        """Open a stream."""
        request = api.WatchTableRequest(table_id=self._table_id, views=views, after_revision=after)
        return Listener(self._client, self._guest, request)

    async def _put(self, name: str, request: Message) -> None:
        """Ask, and keep what is answered."""
        path = (_RECORDS if "Record" in name else _TABLES) + name
        said = f"{name} {request}"
        raw = request.SerializeToString()
        try:
            answer = await self._client.unary(path, raw, self._guest.metadata)
        except grpc.aio.AioRpcError as error:
            trailing = [(key, value) for key, value in error.trailing_metadata() or ()]
            answer = repr((error.code().name, error.details(), trailing)).encode()
        self.told.append((said, answer))

    def _questions(
        self, live: LiveTable, next_action: action_pb2.Action
    ) -> Iterator[tuple[str, Message]]:
        """Give every question, with the request of it."""
        where: dict[str, Any] = {"table_id": self._table_id}
        revision = live.state.revision
        yield "GetTable", api.GetTableRequest(**where)
        yield "GetTable", api.GetTableRequest(**where, min_revision=revision + 1)
        yield "ListTables", api.ListTablesRequest()
        yield "ListTables", api.ListTablesRequest(mine=True)
        yield "GetLegalActions", api.GetLegalActionsRequest(**where)
        yield "GetHint", api.GetHintRequest(**where)
        yield "ListRecords", replay_service_pb2.ListRecordsRequest()
        asked: dict[str, Any] = {"request_id": scripted_id("asked", revision), **where}
        # Who has a seat already may join again, which is an entry: no such seat is none.
        yield "JoinTable", api.JoinTableRequest(**asked, seat=99)
        yield "LeaveTable", api.LeaveTableRequest(**asked)
        yield "PauseTable", api.PauseTableRequest(**asked)
        yield "ResumeTable", api.ResumeTableRequest(**asked)
        yield "KickPlayer", api.KickPlayerRequest(**asked, seat=99)
        yield "CloseTable", api.CloseTableRequest(**asked)
        yield "AddBot", api.AddBotRequest(**asked)
        yield "RemoveBot", api.RemoveBotRequest(**asked, seat=1)
        seat = live.state.seating.by_principal.get(self._guest.principal)
        decisions = live.state.decisions
        own = [decision for decision in decisions if decision.seat == seat]
        tried = {**asked, "validate_only": True, "decision_id": (own or decisions)[0].id}
        yield "Act", api.ActRequest(**tried, action=next_action)
        yield "Act", api.ActRequest(**tried, action=next_action, expected_revision=revision - 1)
        yield "Act", api.ActRequest(**{**tried, "decision_id": "1-1-0"}, action=next_action)
        yield "Act", api.ActRequest(**tried, action=action("pass"))
        yield "Act", api.ActRequest(**tried, action=action_pb2.Action(bid=action_pb2.Bid(value=3)))
        yield "Act", api.ActRequest(**tried, action=action("declare"))
        hand = _hand(live, seat)
        for cards in (*_GUESSES, *("-".join(hand[:count]) for count in (2, 3, 5))):
            play = action_pb2.Action(play=action_pb2.Play(cards=cards))
            yield "Act", api.ActRequest(**tried, action=play)


def _hand(live: LiveTable, seat: int | None) -> list[str]:
    """Return the cards of a seat."""
    if seat is None:
        return []
    shown = view_pb2.View.FromString(live.state.engine.view(seat))
    return shown.seats[seat].hand.split("-")
