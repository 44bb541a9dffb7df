"""Every method of the API, by the path that it is called by."""

from __future__ import annotations

from dataclasses import dataclass, field
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
    """A method: its name, which follows from the types that go and come.

    `needs_token` is False where the server does not ask who calls.
    """

    request: type[Request]
    response: type[Response]
    needs_token: bool = True
    name: str = field(init=False)

    def __post_init__(self) -> None:
        """Name it: the one service of the types' file, and what the request asks for."""
        described = self.request.DESCRIPTOR
        (service,) = described.file.services_by_name
        object.__setattr__(self, "name", f"{service}/{described.name.removesuffix('Request')}")

    @property
    def path(self) -> str:
        """Return what the transport calls it."""
        return f"/paizhuo.v1.{self.name}"


_auth, _catalogue, _replay = auth_service_pb2, catalogue_service_pb2, replay_service_pb2
_rules, _table = rules_service_pb2, table_service_pb2

CREATE_GUEST: Final = Method(
    _auth.CreateGuestRequest,
    _auth.CreateGuestResponse,
    needs_token=False,
)
RECOVER_GUEST: Final = Method(
    _auth.RecoverGuestRequest,
    _auth.RecoverGuestResponse,
    needs_token=False,
)
GET_PRINCIPAL: Final = Method(_auth.GetPrincipalRequest, _auth.GetPrincipalResponse)
ERASE_NAME: Final = Method(_auth.EraseNameRequest, _auth.EraseNameResponse)
LIST_GAMES: Final = Method(_catalogue.ListGamesRequest, _catalogue.ListGamesResponse)
GET_GAME: Final = Method(_catalogue.GetGameRequest, _catalogue.GetGameResponse)
CLASSIFY: Final = Method(_rules.ClassifyRequest, _rules.ClassifyResponse)
COMPARE: Final = Method(_rules.CompareRequest, _rules.CompareResponse)
LIST_PLAYS: Final = Method(_rules.ListPlaysRequest, _rules.ListPlaysResponse)
CREATE_TABLE: Final = Method(_table.CreateTableRequest, _table.CreateTableResponse)
GET_TABLE: Final = Method(_table.GetTableRequest, _table.GetTableResponse)
LIST_TABLES: Final = Method(_table.ListTablesRequest, _table.ListTablesResponse)
JOIN_TABLE: Final = Method(_table.JoinTableRequest, _table.JoinTableResponse)
LEAVE_TABLE: Final = Method(_table.LeaveTableRequest, _table.LeaveTableResponse)
ADD_BOT: Final = Method(_table.AddBotRequest, _table.AddBotResponse)
REMOVE_BOT: Final = Method(_table.RemoveBotRequest, _table.RemoveBotResponse)
SET_READY: Final = Method(_table.SetReadyRequest, _table.SetReadyResponse)
PAUSE_TABLE: Final = Method(_table.PauseTableRequest, _table.PauseTableResponse)
RESUME_TABLE: Final = Method(_table.ResumeTableRequest, _table.ResumeTableResponse)
SET_AUTO_PASS: Final = Method(_table.SetAutoPassRequest, _table.SetAutoPassResponse)
KICK_PLAYER: Final = Method(_table.KickPlayerRequest, _table.KickPlayerResponse)
CLOSE_TABLE: Final = Method(_table.CloseTableRequest, _table.CloseTableResponse)
ACT: Final = Method(_table.ActRequest, _table.ActResponse)
GET_LEGAL_ACTIONS: Final = Method(
    _table.GetLegalActionsRequest,
    _table.GetLegalActionsResponse,
)
GET_HINT: Final = Method(_table.GetHintRequest, _table.GetHintResponse)
WATCH_TABLE: Final = Method(_table.WatchTableRequest, _table.WatchTableResponse)
GET_RECORD: Final = Method(_replay.GetRecordRequest, _replay.GetRecordResponse)
LIST_RECORDS: Final = Method(_replay.ListRecordsRequest, _replay.ListRecordsResponse)
VERIFY_RECORD: Final = Method(_replay.VerifyRecordRequest, _replay.VerifyRecordResponse)
WATCH_RECORDS: Final = Method(_replay.WatchRecordsRequest, _replay.WatchRecordsResponse)
