"""The client: who calls, and everything that is asked of no particular table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self, cast

from paizhuo.v1 import (
    auth_service_pb2,
    catalogue_service_pb2,
    record_pb2,
    replay_service_pb2,
    rules_service_pb2,
    table_pb2,
    table_service_pb2,
)
from paizhuo_client import methods
from paizhuo_client.calls import Calls
from paizhuo_client.channels import Tls, open_channel
from paizhuo_client.errors import ClientClosed
from paizhuo_client.feed import Feed
from paizhuo_client.model import (
    Classification,
    Combination,
    Comparison,
    FinishedMatch,
    Game,
    GameSummary,
    Principal,
    Record,
    RecordSummary,
    SeatFor,
    Situation,
    Verdict,
)
from paizhuo_client.model import Table as TableShown
from paizhuo_client.requests import new_id, settings
from paizhuo_client.retrying import Retrying
from paizhuo_client.tables import Table
from paizhuo_client.tokens import Guest, Identity, TokenSource

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

    from paizhuo_client.model import TableState
    from paizhuo_client.requests import Options


class Client:
    """A client of one server: `async with Client("127.0.0.1:50051") as client`.

    `token` says who calls: a token, a function that gives one whenever a new one is needed
    (also an async one), or a `Guest`; `become_guest` makes one. `tls` makes the connection a
    TLS one. `retrying` says how patient it is. Calls raise `CallError`; see
    `paizhuo_client.errors`. An address is what gRPC takes, host:port: a URL is a ValueError.
    """

    def __init__(
        self,
        address: str,
        *,
        token: str | TokenSource | Guest | None = None,
        tls: Tls | None = None,
        retrying: Retrying | None = None,
        channel_options: Sequence[tuple[str, int | str]] = (),
    ) -> None:
        if address.startswith(("http://", "https://")):
            raise ValueError(f"the address of a server is host:port, and no URL: {address}")
        self._address = address
        self._tls = tls
        self._retrying = retrying or Retrying()
        self._channel_options = channel_options
        self._identity = Identity(token)
        self._opened: Calls | None = None

    async def __aenter__(self) -> Self:
        """Open the connection; it is made with the first call."""
        channel = open_channel(self._address, self._tls, self._channel_options)
        self._opened = Calls(channel, self._identity, self._retrying)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the connection; calls that are going on end with `ClientClosed`."""
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connection."""
        await self._calls.aclose()

    @property
    def _calls(self) -> Calls:
        """Return what calls go through."""
        if self._opened is None:
            raise ClientClosed("the client is not open: `async with Client(…) as client`")
        return self._opened

    # --- who calls ----------------------------------------------------------------------------

    @property
    def guest(self) -> Guest | None:
        """The guest that this client is; save it anew when it has changed."""
        return self._identity.guest

    async def become_guest(self, name: str, *, file: str | Path | None = None) -> Guest:
        """Be a guest from now on, and return it.

        With `file` it is the guest that is kept there; if there is none, a new one is made and
        kept. If the server does not know the kept one, that is an `Unauthenticated` like any
        other. Raises `GuestsOff` where nobody becomes a guest, `TooManyGuests` (after patience),
        and ValueError for a file that holds no guest.
        """
        kept = Guest.find(file) if file is not None else None
        if kept is not None:
            self._identity.become(kept, file)
            return kept
        request = auth_service_pb2.CreateGuestRequest(name=name)
        made = await self._calls.unary(methods.CREATE_GUEST, request)
        guest = Guest(made.principal, made.token, made.recovery_code)
        if file is not None:
            guest.save(file)
        self._identity.become(guest, file)
        return guest

    async def recover_guest(self, recovery_code: str) -> Guest:
        """Be the guest whose recovery code this is, with a new token, and return it.

        Raises `RecoveryCodeUnknown`.
        """
        request = auth_service_pb2.RecoverGuestRequest(recovery_code=recovery_code)
        answer = await self._calls.unary(methods.RECOVER_GUEST, request)
        guest = Guest(answer.principal, answer.token, recovery_code)
        self._identity.become(guest)
        return guest

    async def principal(self) -> Principal:
        """Say who the caller is."""
        request = auth_service_pb2.GetPrincipalRequest()
        return Principal.from_proto(await self._calls.unary(methods.GET_PRINCIPAL, request))

    async def erase_name(self, principal: str = "") -> None:
        """Forget what a principal is called, for good: the caller, if none is named.

        Somebody else's name needs the scope admin: `ScopeMissing`.
        """
        request = auth_service_pb2.EraseNameRequest(principal=principal)
        await self._calls.unary(methods.ERASE_NAME, request)

    # --- what can be played -------------------------------------------------------------------

    async def games(self) -> tuple[GameSummary, ...]:
        """List the games."""
        request = catalogue_service_pb2.ListGamesRequest()
        answer = await self._calls.unary(methods.LIST_GAMES, request)
        return tuple(GameSummary.from_proto(game) for game in answer.games)

    async def game(self, game: str) -> Game:
        """Tell everything about one game: seats, cards, options, names in every language.

        Raises `UnknownGame`.
        """
        request = catalogue_service_pb2.GetGameRequest(game=game)
        return Game.from_proto((await self._calls.unary(methods.GET_GAME, request)).game)

    async def classify(self, situation: Situation, cards: Iterable[str]) -> list[Classification]:
        """Read sets of cards, at most 100: for each every reading, the canonical one first."""
        request = rules_service_pb2.ClassifyRequest(
            situation=situation.to_proto(), cards=list(cards)
        )
        answer = await self._calls.unary(methods.CLASSIFY, request)
        return [Classification.from_proto(found) for found in answer.classifications]

    async def compare(self, situation: Situation, cards: Iterable[str]) -> list[Comparison]:
        """Say which sets of cards, at most 100, may be laid on what stands, and why not."""
        request = rules_service_pb2.CompareRequest(
            situation=situation.to_proto(), cards=list(cards)
        )
        answer = await self._calls.unary(methods.COMPARE, request)
        return [Comparison.from_proto(found) for found in answer.comparisons]

    async def plays(self, situation: Situation) -> AsyncIterator[Combination]:
        """Give what a hand may play, in one fixed order; passing is not among it."""
        request = rules_service_pb2.ListPlaysRequest(situation=situation.to_proto())
        async for page in self._calls.pages(methods.LIST_PLAYS, request):
            for play in page.plays:
                yield Combination.from_proto(play)

    # --- tables -------------------------------------------------------------------------------

    async def create_table(  # noqa: PLR0913 - what a table is made of
        self,
        game: str,
        seats: int,
        *,
        preset: str = "",
        options: Options | None = None,
        table_options: Options | None = None,
        title: str = "",
        unlisted: bool = False,
        private: bool = False,
        seats_for: Mapping[int, str] | None = None,
        request_id: str = "",
    ) -> Table:
        """Create a table; the caller owns it and takes no seat yet.

        Options are those of the catalogue that differ from the preset. `seats_for` keeps seats
        for principals. The table that is returned has the join code of a private one. Raises
        `UnknownGame`, `BadSeatCount`, `UnknownPreset`, `UnknownOption`, `BadOptionValue`, and
        `LimitReached` for who has too many open tables.
        """
        kept = (seats_for or {}).items()
        request = table_service_pb2.CreateTableRequest(
            request_id=request_id or new_id(),
            game=game,
            seats=seats,
            preset=preset,
            options=settings(options),
            table_options=settings(table_options),
            title=title,
            unlisted=unlisted,
            private=private,
            seats_for=[SeatFor(seat, principal).to_proto() for seat, principal in kept],
        )
        answer = await self._calls.unary(methods.CREATE_TABLE, request)
        return Table(self._calls, answer.table.table_id, answer.join_code)

    def table(self, table_id: str, *, join_code: str = "") -> Table:
        """Return a table by its name; nothing is asked of the server yet."""
        return Table(self._calls, table_id, join_code)

    async def tables(
        self,
        *,
        game: str = "",
        states: Iterable[TableState] = (),
        mine: bool = False,
        page_size: int = 50,
    ) -> AsyncIterator[TableShown]:
        """Give the tables that the caller may find, newest first, page by page.

        Without `states` they are open, playing or ended. `mine`: only where the caller sits, or
        that the caller owns. A page has at most 100 tables; `FieldInvalid` for more.
        """
        request = table_service_pb2.ListTablesRequest(game=game, mine=mine, page_size=page_size)
        request.states.extend(cast("table_pb2.TableState.ValueType", int(s)) for s in states)
        async for page in self._calls.pages(methods.LIST_TABLES, request):
            for table in page.tables:
                yield TableShown.from_proto(table)

    # --- records ------------------------------------------------------------------------------

    async def record(self, table_id: str, match: int = 0) -> Record:
        """Return the record of a match at a table; 0: of the last one that has ended.

        Raises `RecordNotFound`, and `TableNotFound` for who may not know of the table.
        """
        return Record.from_proto(
            record_pb2.Record.FromString(await self.record_bytes(table_id, match))
        )

    async def record_bytes(self, table_id: str, match: int = 0) -> bytes:
        """Return the same encoded, to be kept whole: as `paizhuo verify` and `verify` take it."""
        request = replay_service_pb2.GetRecordRequest(table_id=table_id, match=match)
        answer = await self._calls.unary(methods.GET_RECORD, request)
        return answer.record.SerializeToString()

    async def verify(self, record: Record | bytes) -> Verdict:
        """Let the server play a record again, and say whether everything in it fits together."""
        message = (
            record_pb2.Record.FromString(record) if isinstance(record, bytes) else record.to_proto()
        )
        request = replay_service_pb2.VerifyRecordRequest(record=message)
        return Verdict.from_proto(await self._calls.unary(methods.VERIFY_RECORD, request))

    async def records(
        self, *, game: str = "", mine: bool = False, page_size: int = 50
    ) -> AsyncIterator[RecordSummary]:
        """Give finished matches, newest first, page by page."""
        request = replay_service_pb2.ListRecordsRequest(game=game, mine=mine, page_size=page_size)
        async for page in self._calls.pages(methods.LIST_RECORDS, request):
            for summary in page.records:
                yield RecordSummary.from_proto(summary)

    async def finished_matches(
        self, after: str = "", *, with_records: bool = False
    ) -> AsyncIterator[FinishedMatch]:
        """Give every finished match once, in the order in which they ended, without end.

        For ledgers; it needs the scope admin. Write `position` down with what you book, and
        begin behind it the next time. Lost connections are made again, without gap or repeat.
        """
        feed = Feed(self._calls, after, with_records=with_records)
        try:
            while (match := await feed.read()) is not None:
                yield match
        finally:
            await feed.aclose()
