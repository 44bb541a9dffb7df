"""A client goes on playing at a server that is newer than it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from paizhuo.v1 import action_pb2, event_pb2
from paizhuo.v1 import table_service_pb2 as api
from paizhuo_client import Client, PaizhuoError, Pass
from paizhuo_client.model import ActionList, SeatActed, Verb, action_to_proto

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from paizhuo_client.testing import FakeServer

NEW_FIELD = b"\x9a\x06\x00"
"""Field 99, an empty message: whatever it may mean one day."""


async def told(revision: int) -> AsyncIterator[api.WatchTableResponse]:
    """Tell the next revision as a later server might, with events and fields that are new."""
    acted = event_pb2.Event(acted=event_pb2.SeatActed(seat=0))
    acted.acted.action.MergeFromString(NEW_FIELD)
    message = api.WatchTableResponse(revision=revision + 1, events=[event_pb2.Event(), acted])
    yield api.WatchTableResponse.FromString(message.SerializeToString() + NEW_FIELD)
    await asyncio.Event().wait()


async def test_what_a_later_server_knows_breaks_nothing(
    fake_server: FakeServer, fake_client: Client
) -> None:
    """Actions and events of kinds that are not known are left out, and a hint of one is told."""
    unknown = action_pb2.Action.FromString(NEW_FIELD)
    assert unknown.WhichOneof("verb") is None
    table = fake_server.add_table(own_seat=0)
    decision_id = table.ask(0, "play", Verb.PLAY)
    fake_server.answer("GetHint", api.GetHintResponse(decision_id=decision_id, action=unknown))
    listed = action_pb2.ActionList(actions=[unknown, action_to_proto(Pass())])
    part = action_pb2.LegalVerb(decision_id=decision_id, list=listed)
    legal = action_pb2.LegalActions(verbs=[part])
    fake_server.answer("GetLegalActions", api.GetLegalActionsResponse(legal=legal))
    async with fake_client.table(table.table_id).watch() as live:
        with pytest.raises(PaizhuoError, match="update it"):
            await live.hint()
        found = await live.legal()
        assert [part.form for part in found.verbs] == [ActionList((Pass(),))]
        assert found.verbs[0].verb is Verb.UNSPECIFIED
        fake_server.answer("WatchTable", lambda _: told(table.revision), times=1)
        table.drop_streams()
        change = await anext(live)
        while change.revision < table.revision + 1:
            change = await anext(live)
        assert change.events == (SeatActed(0, None),)
