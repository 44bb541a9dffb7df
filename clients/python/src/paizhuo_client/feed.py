"""The feed of finished matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo.v1 import replay_service_pb2
from paizhuo_client import methods
from paizhuo_client.model import FinishedMatch
from paizhuo_client.streams import LastingStream

if TYPE_CHECKING:
    from paizhuo_client.calls import Calls


class Feed:
    """Read finished matches, from a position on."""

    def __init__(self, calls: Calls, after: str, *, with_records: bool) -> None:
        self._position = after
        self._with_records = with_records
        self._stream = LastingStream(calls, methods.WATCH_RECORDS, self._next_request)

    async def read(self) -> FinishedMatch | None:
        """Wait for the next finished match."""
        while (answer := await self._stream.read()) is not None:
            self._position = answer.position or self._position
            if not answer.heartbeat:
                return FinishedMatch.from_proto(answer)
        return None

    async def aclose(self) -> None:
        """End the stream."""
        await self._stream.aclose()

    def _next_request(self) -> replay_service_pb2.WatchRecordsRequest:
        """Say where the stream goes on."""
        return replay_service_pb2.WatchRecordsRequest(
            after=self._position, with_records=self._with_records
        )
