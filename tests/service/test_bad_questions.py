"""Bad questions that need no table in play: each has its status and reason."""

from __future__ import annotations

from typing import Any, Final

import grpc
import pytest

from paizhuo.v1 import (
    auth_service_pb2,
    catalogue_service_pb2,
    record_pb2,
    replay_service_pb2,
    rules_pb2,
    rules_service_pb2,
)
from paizhuo.v1 import table_service_pb2 as api
from service.playing import Client, refused, settings, start_game

pytestmark = pytest.mark.over_http

INVALID: Final = grpc.StatusCode.INVALID_ARGUMENT
ILLEGAL: Final = grpc.StatusCode.FAILED_PRECONDITION
MISSING: Final = grpc.StatusCode.NOT_FOUND
UNKNOWN: Final = grpc.StatusCode.UNAUTHENTICATED

QUESTIONS: Final[dict[str, tuple[str, str, Any, grpc.StatusCode, str]]] = {
    "unknown_game": (
        "catalogue",
        "GetGame",
        catalogue_service_pb2.GetGameRequest(game="poker"),
        INVALID,
        "UNKNOWN_GAME",
    ),
    "no_game": (
        "catalogue",
        "GetGame",
        catalogue_service_pb2.GetGameRequest(),
        INVALID,
        "FIELD_MISSING",
    ),
    "no_situation": (
        "rules",
        "Classify",
        rules_service_pb2.ClassifyRequest(cards=["3"]),
        INVALID,
        "FIELD_MISSING",
    ),
    "no_cards": (
        "rules",
        "Classify",
        rules_service_pb2.ClassifyRequest(situation=rules_pb2.Situation(game="dou_dizhu", seats=3)),
        INVALID,
        "FIELD_MISSING",
    ),
    "bad_cards": (
        "rules",
        "Classify",
        rules_service_pb2.ClassifyRequest(
            situation=rules_pb2.Situation(game="dou_dizhu", seats=3), cards=["3h", "zz"]
        ),
        INVALID,
        "MALFORMED_CARDS",
    ),
    "too_many_sets": (
        "rules",
        "Compare",
        rules_service_pb2.CompareRequest(
            situation=rules_pb2.Situation(game="dou_dizhu", seats=3), cards=["3"] * 101
        ),
        INVALID,
        "FIELD_INVALID",
    ),
    "bad_standing": (
        "rules",
        "Compare",
        rules_service_pb2.CompareRequest(
            situation=rules_pb2.Situation(game="dou_dizhu", seats=3, standing="3-4"),
            cards=["3"],
        ),
        ILLEGAL,
        "NOT_A_COMBINATION",
    ),
    "no_hand": (
        "rules",
        "ListPlays",
        rules_service_pb2.ListPlaysRequest(
            situation=rules_pb2.Situation(game="dou_dizhu", seats=3)
        ),
        INVALID,
        "FIELD_MISSING",
    ),
    "no_trump_for_leads": (
        "rules",
        "Classify",
        rules_service_pb2.ClassifyRequest(
            situation=rules_pb2.Situation(game="zhao_pengyou", seats=5), cards=["3h"]
        ),
        INVALID,
        "FIELD_MISSING",
    ),
    "no_trump_for_tricks": (
        "rules",
        "Compare",
        rules_service_pb2.CompareRequest(
            situation=rules_pb2.Situation(game="hachinin_meri", seats=8), cards=["P9"]
        ),
        INVALID,
        "FIELD_MISSING",
    ),
    "no_trump_for_plays": (
        "rules",
        "ListPlays",
        rules_service_pb2.ListPlaysRequest(
            situation=rules_pb2.Situation(game="zhao_pengyou", seats=5, hand="3h-4h")
        ),
        INVALID,
        "FIELD_MISSING",
    ),
    "bad_page_token": (
        "rules",
        "ListPlays",
        rules_service_pb2.ListPlaysRequest(
            situation=rules_pb2.Situation(game="dou_dizhu", seats=3, hand="3-4"),
            page_token="next",
        ),
        INVALID,
        "BAD_PAGE_TOKEN",
    ),
    "big_page": (
        "rules",
        "ListPlays",
        rules_service_pb2.ListPlaysRequest(
            situation=rules_pb2.Situation(game="dou_dizhu", seats=3, hand="3-4"), page_size=101
        ),
        INVALID,
        "FIELD_INVALID",
    ),
    "no_name": (
        "auth",
        "CreateGuest",
        auth_service_pb2.CreateGuestRequest(name="  "),
        INVALID,
        "FIELD_MISSING",
    ),
    "long_name": (
        "auth",
        "CreateGuest",
        auth_service_pb2.CreateGuestRequest(name="x" * 65),
        INVALID,
        "FIELD_INVALID",
    ),
    "odd_name": (
        "auth",
        "CreateGuest",
        auth_service_pb2.CreateGuestRequest(name="a\nb"),
        INVALID,
        "FIELD_INVALID",
    ),
    "unknown_code": (
        "auth",
        "RecoverGuest",
        auth_service_pb2.RecoverGuestRequest(recovery_code="ABCD"),
        UNKNOWN,
        "RECOVERY_CODE_UNKNOWN",
    ),
    "record_of_nothing": (
        "replay",
        "GetRecord",
        replay_service_pb2.GetRecordRequest(table_id="c" * 32),
        MISSING,
        "TABLE_NOT_FOUND",
    ),
    "no_record": (
        "replay",
        "VerifyRecord",
        replay_service_pb2.VerifyRecordRequest(),
        INVALID,
        "FIELD_MISSING",
    ),
    "unreadable_record": (
        "replay",
        "VerifyRecord",
        replay_service_pb2.VerifyRecordRequest(record=record_pb2.Record(game="poker")),
        INVALID,
        "MALFORMED_RECORD",
    ),
    "bad_list_token": (
        "replay",
        "ListRecords",
        replay_service_pb2.ListRecordsRequest(page_token="!"),
        INVALID,
        "BAD_PAGE_TOKEN",
    ),
    "bad_table_token": (
        "tables",
        "ListTables",
        api.ListTablesRequest(page_token="!"),
        INVALID,
        "BAD_PAGE_TOKEN",
    ),
    "tables_of_no_game": (
        "tables",
        "ListTables",
        api.ListTablesRequest(game="poker"),
        INVALID,
        "UNKNOWN_GAME",
    ),
    "tables_in_no_state": (
        "tables",
        "ListTables",
        api.ListTablesRequest(states=[99]),  # type: ignore[list-item]
        INVALID,
        "FIELD_INVALID",
    ),
    "own_tables_of_no_game": (
        "tables",
        "ListTables",
        api.ListTablesRequest(game="dou-dizhu", mine=True),
        INVALID,
        "UNKNOWN_GAME",
    ),
    "records_of_no_game": (
        "replay",
        "ListRecords",
        replay_service_pb2.ListRecordsRequest(game="poker"),
        INVALID,
        "UNKNOWN_GAME",
    ),
    "big_table_page": (
        "tables",
        "ListTables",
        api.ListTablesRequest(page_size=1000),
        INVALID,
        "FIELD_INVALID",
    ),
}


@pytest.mark.parametrize("case", QUESTIONS)
async def test_a_bad_question_is_refused(client: Client, case: str) -> None:
    """A question that makes no sense has its status and reason."""
    stub, method, request, status, reason = QUESTIONS[case]
    guest = await client.guest()
    call = getattr(getattr(client, stub), method)(request, metadata=guest.metadata)
    found = await refused(call)
    assert (found.status, found.reason) == (status, reason)


async def test_a_record_that_was_changed_does_not_hold(client: Client) -> None:
    """A record with another result, seed or step is found out."""
    game = await start_game(client, options=settings(match_end="deals", match_deals="1"))
    while not any(e.WhichOneof("kind") == "match_ended" for e in (await game.act()).events):
        pass
    owner = game.players[0]
    got = await client.replay.GetRecord(
        replay_service_pb2.GetRecordRequest(table_id=game.table_id), metadata=owner.metadata
    )
    missing = await refused(
        client.replay.GetRecord(
            replay_service_pb2.GetRecordRequest(table_id=game.table_id, match=7),
            metadata=owner.metadata,
        )
    )
    assert (missing.status, missing.reason) == (MISSING, "RECORD_NOT_FOUND")
    got.record.deals[0].seed = bytes(32)
    verified = await client.replay.VerifyRecord(
        replay_service_pb2.VerifyRecordRequest(record=got.record), metadata=owner.metadata
    )
    assert not verified.valid
    assert verified.problems
