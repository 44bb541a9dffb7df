"""Watch a table as its viewers do: through to the end, or dropped and resumed again and again."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from paizhuo.v1 import table_service_pb2 as api

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine, Sequence

    from service.playing import Client, Guest

Messages = list[api.WatchTableResponse]
_LONG_S = 240.0


@asynccontextmanager
async def stream_of(
    client: Client,
    table_id: str,
    guest: Guest,
    after: int | None = None,
    views: api.Views.ValueType = api.VIEWS_SNAPSHOT,
) -> AsyncIterator[AsyncIterator[api.WatchTableResponse]]:
    """Open a stream, without its heartbeats, and drop it in the end."""
    request = api.WatchTableRequest(table_id=table_id, views=views)
    if after is not None:
        request.after_revision = after
    stream = client.tables.WatchTable(request, metadata=guest.metadata)

    async def told() -> AsyncIterator[api.WatchTableResponse]:
        async for message in stream:
            if not message.heartbeat:
                yield message

    messages = told()
    try:
        yield messages
    finally:
        stream.cancel()


class Viewer:
    """Watch a table in one way, in a task of its own, from the moment that `begin` returns."""

    def __init__(self) -> None:
        """Begin with nothing heard."""
        self.messages: Messages = []
        self._heard = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None

    async def begin(self, watching: Coroutine[None, None, None]) -> None:
        """Watch, and wait for the first message."""
        self._task = asyncio.get_running_loop().create_task(watching)
        await self._until(1)

    async def through(
        self,
        client: Client,
        table_id: str,
        guest: Guest,
        after: int | None,
        views: api.Views.ValueType,
    ) -> None:
        """Watch one stream."""
        async with stream_of(client, table_id, guest, after, views) as messages:
            async for message in messages:
                await self._hear(message)

    async def dropping(
        self, client: Client, table_id: str, guest: Guest, views: api.Views.ValueType
    ) -> None:
        """Take one message of each stream, drop it, and resume behind that message."""
        after = 0
        while True:
            async with stream_of(client, table_id, guest, after, views) as messages:
                message = await anext(messages)
            after = message.revision
            await self._hear(message)

    async def _hear(self, message: api.WatchTableResponse) -> None:
        """Keep a message."""
        async with self._heard:
            self.messages.append(message)
            self._heard.notify_all()

    async def _until(self, revision: int) -> None:
        """Wait until a revision was told."""
        async with asyncio.timeout(_LONG_S), self._heard:
            await self._heard.wait_for(
                lambda: (
                    (self._task is not None and self._task.done())
                    or (self.messages and self.messages[-1].revision >= revision)
                )
            )

    async def until(self, revision: int) -> Messages:
        """Wait until a revision was told, end, and return all messages."""
        assert self._task is not None
        waiting = asyncio.get_running_loop().create_task(self._until(revision))
        await asyncio.wait({waiting, self._task}, return_when=asyncio.FIRST_COMPLETED)
        if self._task.done():
            waiting.cancel()
            self._task.result()
        await waiting
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        return self.messages


def without_presence(message: api.WatchTableResponse) -> api.WatchTableResponse:
    """Return a message without who was present when it was sent, which nothing logs."""
    told = api.WatchTableResponse()
    told.CopyFrom(message)
    for row in told.table.seats if told.HasField("table") else ():
        if row.HasField("person"):
            row.person.present = False
    return told


def revisions(messages: Sequence[api.WatchTableResponse]) -> list[int]:
    """Return the revisions of messages."""
    return [message.revision for message in messages]
