"""Every method of the API, by the path that it is called by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from google.protobuf.message import Message

from paizhuo.v1 import (
    auth_service_pb2,
    catalogue_service_pb2,
    replay_service_pb2,
    rules_service_pb2,
    table_service_pb2,
)

Request = TypeVar("Request", bound=Message)
Response = TypeVar("Response", bound=Message)


@dataclass(frozen=True, slots=True)
class Method(Generic[Request, Response]):
    """A method: its name, and the types that go and come.

    `is_repeatable` is False where a request has no id and makes something anew each time;
    `needs_token` is False where the server does not ask who calls.
    """

    name: str
    request: type[Request]
    response: type[Response]
    is_repeatable: bool = True
    needs_token: bool = True

    @property
    def path(self) -> str:
        """Return what the transport calls it."""
        return f"/paizhuo.v1.{self.name}"


_auth, _catalogue, _replay = auth_service_pb2, catalogue_service_pb2, replay_service_pb2
_rules, _table = rules_service_pb2, table_service_pb2

CREATE_GUEST: Final = Method(
    "AuthService/CreateGuest",
    _auth.CreateGuestRequest,
    _auth.CreateGuestResponse,
    is_repeatable=False,
    needs_token=False,
)
RECOVER_GUEST: Final = Method(
    "AuthService/RecoverGuest",
    _auth.RecoverGuestRequest,
    _auth.RecoverGuestResponse,
    needs_token=False,
)
GET_PRINCIPAL: Final = Method(
    "AuthService/GetPrincipal", _auth.GetPrincipalRequest, _auth.GetPrincipalResponse
)
ERASE_NAME: Final = Method("AuthService/EraseName", _auth.EraseNameRequest, _auth.EraseNameResponse)
LIST_GAMES: Final = Method(
    "CatalogueService/ListGames", _catalogue.ListGamesRequest, _catalogue.ListGamesResponse
)
GET_GAME: Final = Method(
    "CatalogueService/GetGame", _catalogue.GetGameRequest, _catalogue.GetGameResponse
)
CLASSIFY: Final = Method("RulesService/Classify", _rules.ClassifyRequest, _rules.ClassifyResponse)
COMPARE: Final = Method("RulesService/Compare", _rules.CompareRequest, _rules.CompareResponse)
LIST_PLAYS: Final = Method(
    "RulesService/ListPlays", _rules.ListPlaysRequest, _rules.ListPlaysResponse
)
CREATE_TABLE: Final = Method(
    "TableService/CreateTable", _table.CreateTableRequest, _table.CreateTableResponse
)
GET_TABLE: Final = Method("TableService/GetTable", _table.GetTableRequest, _table.GetTableResponse)
LIST_TABLES: Final = Method(
    "TableService/ListTables", _table.ListTablesRequest, _table.ListTablesResponse
)
JOIN_TABLE: Final = Method(
    "TableService/JoinTable", _table.JoinTableRequest, _table.JoinTableResponse
)
LEAVE_TABLE: Final = Method(
    "TableService/LeaveTable", _table.LeaveTableRequest, _table.LeaveTableResponse
)
ADD_BOT: Final = Method("TableService/AddBot", _table.AddBotRequest, _table.AddBotResponse)
REMOVE_BOT: Final = Method(
    "TableService/RemoveBot", _table.RemoveBotRequest, _table.RemoveBotResponse
)
SET_READY: Final = Method("TableService/SetReady", _table.SetReadyRequest, _table.SetReadyResponse)
PAUSE_TABLE: Final = Method(
    "TableService/PauseTable", _table.PauseTableRequest, _table.PauseTableResponse
)
RESUME_TABLE: Final = Method(
    "TableService/ResumeTable", _table.ResumeTableRequest, _table.ResumeTableResponse
)
SET_AUTO_PASS: Final = Method(
    "TableService/SetAutoPass", _table.SetAutoPassRequest, _table.SetAutoPassResponse
)
KICK_PLAYER: Final = Method(
    "TableService/KickPlayer", _table.KickPlayerRequest, _table.KickPlayerResponse
)
ACT: Final = Method("TableService/Act", _table.ActRequest, _table.ActResponse)
GET_LEGAL_ACTIONS: Final = Method(
    "TableService/GetLegalActions",
    _table.GetLegalActionsRequest,
    _table.GetLegalActionsResponse,
)
GET_HINT: Final = Method("TableService/GetHint", _table.GetHintRequest, _table.GetHintResponse)
WATCH_TABLE: Final = Method(
    "TableService/WatchTable", _table.WatchTableRequest, _table.WatchTableResponse
)
GET_RECORD: Final = Method(
    "ReplayService/GetRecord", _replay.GetRecordRequest, _replay.GetRecordResponse
)
LIST_RECORDS: Final = Method(
    "ReplayService/ListRecords", _replay.ListRecordsRequest, _replay.ListRecordsResponse
)
VERIFY_RECORD: Final = Method(
    "ReplayService/VerifyRecord", _replay.VerifyRecordRequest, _replay.VerifyRecordResponse
)
WATCH_RECORDS: Final = Method(
    "ReplayService/WatchRecords", _replay.WatchRecordsRequest, _replay.WatchRecordsResponse
)
