"""Play one seat as a front end does: follow the stream, and act when it asks."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Protocol

from paizhuo.v1 import table_service_pb2 as api
from service.folded_view import FoldedView
from service.playing import action, new_id

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from load.figures import Figures
    from load.timeline import Timeline
    from paizhuo.v1 import action_pb2, view_pb2
    from service.playing import Client, Guest


class Session(Protocol):
    """Say whether the load goes on, and take what was measured."""

    is_over: bool
    figures: Figures


class ScriptedSeat:
    """Hold what one person knows of a table: from one stream, and from nothing else.

    A client that is out of step acts on a wrong decision or without a card, which is refused,
    so that every refusal is an error here.
    """

    def __init__(
        self,
        client: Client,
        guest: Guest,
        table_id: str,
        chance: random.Random,
        timeline: Timeline,
    ) -> None:
        """Sit there; nothing is watched yet."""
        self._client = client
        self._guest = guest
        self._table_id = table_id
        self._chance = chance
        self._timeline = timeline
        self._answered = ""
        self.seat = 0
        self.revisions: list[int] = []
        self.folded: FoldedView | None = None

    async def play(self, session: Session, faces: Sequence[str]) -> None:
        """Follow the table until the task is cancelled, and act as long as the session lasts."""
        request = api.WatchTableRequest(table_id=self._table_id)
        metadata = self._guest.metadata
        async for message in self._client.tables.WatchTable(request, metadata=metadata):
            if message.heartbeat:
                continue
            if self.folded is None:
                self.folded = FoldedView(message.view, faces)
                self.seat = message.table.own_seat
            else:
                self.folded.follow(message)
                self._timeline.heard(message.revision, self.seat, time.perf_counter())
            self.revisions.append(message.revision)
            if not session.is_over:
                await self._answer(session, self.folded.view)

    async def _answer(self, session: Session, view: view_pb2.View) -> None:
        """Act if the view asks this seat, once a decision."""
        own = next((asked for asked in view.decisions if asked.seat == self.seat), None)
        if own is None or own.id == self._answered:
            return
        self._answered = own.id
        request = api.ActRequest(
            request_id=new_id(),
            table_id=self._table_id,
            decision_id=own.id,
            action=await self._choose(own.id),
        )
        sent_s = time.perf_counter()
        answer = await self._client.tables.Act(request, metadata=self._guest.metadata)
        session.figures.answers_s.append(time.perf_counter() - sent_s)
        self._timeline.acted(answer.revision, self.seat, sent_s)

    async def _choose(self, decision_id: str) -> action_pb2.Action:
        """Draw a legal answer to a decision; between deals, go on."""
        request = api.GetLegalActionsRequest(
            table_id=self._table_id, decision_id=decision_id, min_revision=self.revisions[-1]
        )
        answer = await self._client.tables.GetLegalActions(request, metadata=self._guest.metadata)
        listed = [chosen for verb in answer.legal.verbs for chosen in verb.list.actions]
        if any(chosen.HasField("stop") for chosen in listed):
            return action("continue")
        return self._chance.choice(listed)

    async def settle(self) -> None:
        """Wait until the stream has told everything, and compare with the server's view."""
        async with asyncio.timeout(60):
            while True:
                shown = await self._client.get(self._table_id, self._guest)
                while self.revisions[-1] < shown.table.revision:  # noqa: ASYNC110 - the stream's
                    await asyncio.sleep(0.01)
                if self.revisions[-1] == shown.table.revision:
                    break
        first = self.revisions[0]
        assert self.revisions == list(range(first, first + len(self.revisions)))
        assert self.folded is not None
        assert self.folded.view == shown.view, self._table_id
