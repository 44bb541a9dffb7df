"""Fill a server with tables of bots and scripted seats, for a bounded time."""

from __future__ import annotations

import asyncio
import random
import time
from typing import TYPE_CHECKING, Final

from load.figures import Figures
from load.scripted_seat import ScriptedSeat
from load.timeline import Timeline
from paizhuo.v1 import catalogue_service_pb2
from service.playing import settings

if TYPE_CHECKING:
    from service.playing import Client

TABLES: Final = 50
_SEATS: Final = (3, 4)
_PERSONS: Final = 2
_OPTIONS: Final = settings(match_end="agreement")


class LoadSession:
    """Play at many tables at once until the time is over.

    Each table has two persons, whose clients play at once, and bots, which take `bot_ms`.
    """

    def __init__(self, client: Client, seed: int, tables: int = TABLES, bot_ms: int = 100) -> None:
        """Begin with no table."""
        self._client = client
        self._seed = seed
        self._tables = tables
        self._bot_ms = bot_ms
        self.is_over = False
        self.figures = Figures()
        self.seats: list[ScriptedSeat] = []
        self._timelines: list[Timeline] = []

    async def run(self, seconds: float) -> Figures:
        """Play for so long, see that every client is in step, and return what was measured.

        Raises AssertionError for a client that is not, and what a refused call raises.
        """
        request = catalogue_service_pb2.GetGameRequest(game="dou_dizhu")
        game = (await self._client.catalogue.GetGame(request)).game
        faces = [face.notation for face in game.faces]
        for number in range(self._tables):
            await self._open(number)
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(seat.play(self, faces)) for seat in self.seats]
            began_s = time.perf_counter()
            await asyncio.sleep(seconds)
            self.is_over = True
            self.figures.duration_s = time.perf_counter() - began_s
            for seat in self.seats:
                await seat.settle()
            for task in playing:
                task.cancel()
        for timeline in self._timelines:
            self.figures.events_s.extend(timeline.deliveries_s())
        return self.figures

    async def _open(self, number: int) -> None:
        """Create a table, fill it, and be ready."""
        seats = _SEATS[number % len(_SEATS)]
        persons = [await self._client.guest(f"Person {place}") for place in range(_PERSONS)]
        table_id = await self._client.create(
            persons[0],
            seats,
            options=_OPTIONS,
            table_options=settings(bot_delay_ms=str(self._bot_ms)),
        )
        timeline = Timeline()
        self._timelines.append(timeline)
        for place, person in enumerate(persons):
            await self._client.join(table_id, person)
            chance = random.Random(f"{self._seed} {number} {place}")
            self.seats.append(ScriptedSeat(self._client, person, table_id, chance, timeline))
        for _ in range(seats - _PERSONS):
            await self._client.add_bot(table_id, persons[0])
        for person in persons:
            await self._client.ready(table_id, person)
