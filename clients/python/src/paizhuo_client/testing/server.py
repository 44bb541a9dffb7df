"""A fake server in this process."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, Self

import grpc
import grpc.aio

from paizhuo.v1 import auth_service_pb2
from paizhuo.v1 import table_service_pb2 as api
from paizhuo_client import methods
from paizhuo_client.methods import Method
from paizhuo_client.model import Person, Seat, SeatView, Table, TableState, View
from paizhuo_client.refusals import status_of
from paizhuo_client.testing.answers import Answers
from paizhuo_client.testing.scripts import Received, Refused, Script, Step, refusal
from paizhuo_client.testing.table import FakeTable

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping
    from types import TracebackType

    from google.protobuf.message import Message

    from paizhuo_client.model import Action

METHODS = {found.name: found for found in vars(methods).values() if isinstance(found, Method)}


class FakeServer:
    """A server that does as it is told: `async with FakeServer() as server`.

    By itself it makes guests and serves the tables that were added to it; a request that is sent
    again gets the answer that it got. It asks nobody who he is. `tables` holds the tables by their
    names, also those that a call created; `calls` all that came. All else is scripted,
    method by method; a method is named as in the API, "Act" or "TableService/Act". Scripted
    steps are taken in order, and then what the method does by itself comes again. With
    `credentials` it speaks TLS.
    """

    def __init__(self, credentials: grpc.ServerCredentials | None = None) -> None:
        self._credentials = credentials
        self._server: grpc.aio.Server | None = None
        self._scripts = {name: Script() for name in METHODS}
        self.tables: dict[str, FakeTable] = {}
        self._answers = Answers()
        self._guests = 0
        self._called = asyncio.Event()
        self.address = ""
        self.calls: list[Received] = []

    async def __aenter__(self) -> Self:
        """Start it on a free port."""
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop it."""
        await self.stop()

    async def start(self) -> None:
        """Listen: on a free port, the next time on the same again."""
        server = grpc.aio.server(options=(("grpc.so_reuseport", 0),))
        by_service: dict[str, dict[str, grpc.RpcMethodHandler[Any, Any]]] = {}
        for method in METHODS.values():
            service, _, name = method.name.partition("/")
            by_service.setdefault(service, {})[name] = self._handler(method)
        for service, handlers in by_service.items():
            generic = grpc.method_handlers_generic_handler(f"paizhuo.v1.{service}", handlers)
            server.add_generic_rpc_handlers((generic,))
        place = self.address or "127.0.0.1:0"
        if self._credentials is None:
            port = server.add_insecure_port(place)
        else:
            port = server.add_secure_port(place, self._credentials)
        self.address = f"127.0.0.1:{port}"
        await server.start()
        self._server = server

    async def stop(self) -> None:
        """Stop listening, and break every connection; tables and scripts stay as they are."""
        if self._server is not None:
            await self._server.stop(None)
            self._server = None

    # --- what it received ---------------------------------------------------------------------

    def calls_of(self, method: str) -> list[Any]:
        """Return the requests of a method that came so far, in order."""
        name = _full_name(method)
        return [call.request for call in self.calls if call.method == name]

    async def received(self, method: str, times: int = 1) -> list[Any]:
        """Wait until a method was called so many times, and return the requests."""
        while len(self.calls_of(method)) < times:
            self._called.clear()
            await self._called.wait()
        return self.calls_of(method)

    # --- what it shall do ---------------------------------------------------------------------

    def answer(
        self,
        method: str,
        response: Message | Callable[[Any], Message | AsyncIterator[Message]],
        *,
        times: int | None = None,
    ) -> None:
        """Answer calls with a message of the API, or with what a function makes of the request.

        For a method that streams, the function returns an async iterator of messages.
        """
        self._script(method).add(Step(response), times)

    def refuse(  # noqa: PLR0913 - what a refusal says
        self,
        method: str,
        reason: str,
        *,
        status: grpc.StatusCode | None = None,
        rule: str = "",
        facts: Mapping[str, object] | None = None,
        alternative: Action | None = None,
        retry_after_s: float | None = None,
        times: int | None = 1,
    ) -> None:
        """Refuse calls for a reason; `status` is needed for a reason that nobody knows yet."""
        refused = refusal(
            reason,
            status or status_of(reason),
            rule=rule,
            facts=facts,
            alternative=alternative,
            retry_after_s=retry_after_s,
        )
        self._script(method).add(Step(refused), times)

    def fail(
        self,
        method: str,
        status: grpc.StatusCode = grpc.StatusCode.UNAVAILABLE,
        *,
        times: int | None = 1,
    ) -> None:
        """Let calls fail as the transport does, before they have any effect."""
        self._script(method).add(Step(Refused(status, "the transport failed")), times)

    def lose_answer(self, method: str, *, times: int | None = 1) -> None:
        """Let calls have their effect, and the connection break before the answer."""
        self._script(method).add(Step(loses_answer=True), times)

    def hold(self, method: str, *, times: int | None = 1) -> None:
        """Never answer."""
        self._script(method).add(Step(is_held=True), times)

    def as_usual(self, method: str) -> None:
        """Let a method do again what it does by itself, and forget what was scripted."""
        self._scripts[_full_name(method)] = Script()

    # --- tables -------------------------------------------------------------------------------

    def add_table(
        self,
        game: str = "dou_dizhu",
        seats: int = 3,
        *,
        own_seat: int | None = None,
        view: View | None = None,
        table_id: str = "",
    ) -> FakeTable:
        """Add a table; with `own_seat` every caller has that seat."""
        table = Table(
            table_id=table_id or f"table{len(self.tables) + 1}",
            revision=1,
            game=game,
            state=TableState.OPEN,
            seats=tuple(
                Seat(seat, Person("g-you", "You") if seat == own_seat else None)
                for seat in range(seats)
            ),
            own_seat=own_seat,
        )
        seen = view or View(
            phase="waiting", viewer=own_seat, seats=tuple(SeatView(n) for n in range(seats))
        )
        made = FakeTable(table, seen)
        self.tables[table.table_id] = made
        return made

    # --- serving ------------------------------------------------------------------------------

    def _script(self, method: str) -> Script:
        return self._scripts[_full_name(method)]

    def _handler(self, method: Method[Any, Any]) -> grpc.RpcMethodHandler[Any, Any]:
        """Return what serves a method."""
        usual: Callable[[Any], Any] = getattr(
            self, f"_{method.name.partition('/')[2]}", lambda _: _not_scripted(method.name)
        )
        if "request_id" in method.request.DESCRIPTOR.fields_by_name:
            usual = partial(self._answers.once, answer=usual)

        async def answer(raw: bytes, context: Any) -> bytes:
            request = self._receive(method, raw, context)
            step = self._scripts[method.name].next() or Step()
            try:
                found: Message = await step.play(request, usual)
            except Refused as refused:
                await refused.end(context)
                raise
            return found.SerializeToString()

        async def stream(raw: bytes, context: Any) -> AsyncIterator[bytes]:
            request = self._receive(method, raw, context)
            step = self._scripts[method.name].next() or Step()
            try:
                async for message in await step.play(request, usual):
                    yield message.SerializeToString()
            except Refused as refused:
                await refused.end(context)

        if method in {methods.WATCH_TABLE, methods.WATCH_RECORDS}:
            return grpc.unary_stream_rpc_method_handler(stream)
        return grpc.unary_unary_rpc_method_handler(answer)

    def _receive(self, method: Method[Any, Any], raw: bytes, context: Any) -> Any:
        """Write a call down."""
        metadata = dict(context.invocation_metadata())
        token = str(metadata.get("authorization", "")).removeprefix("Bearer ")
        request = method.request.FromString(raw)
        self.calls.append(Received(method.name, request, raw, token))
        self._called.set()
        return request

    def _table(self, table_id: str) -> FakeTable:
        """Return a table; raises TABLE_NOT_FOUND."""
        if table_id not in self.tables:
            raise refusal("TABLE_NOT_FOUND", grpc.StatusCode.NOT_FOUND)
        return self.tables[table_id]

    def _CreateGuest(  # noqa: N802 - methods by their names
        self, request: auth_service_pb2.CreateGuestRequest
    ) -> auth_service_pb2.CreateGuestResponse:
        """Make a guest."""
        del request
        self._guests += 1
        number = self._guests
        return auth_service_pb2.CreateGuestResponse(
            principal=f"g-{number}", token=f"token-{number}", recovery_code=f"code-{number}"
        )

    def _CreateTable(  # noqa: N802
        self, request: api.CreateTableRequest
    ) -> api.CreateTableResponse:
        """Create a table."""
        made = self.add_table(request.game, request.seats)
        return api.CreateTableResponse(table=made.table.to_proto())

    def _GetTable(self, request: api.GetTableRequest) -> api.GetTableResponse:  # noqa: N802
        return self._table(request.table_id).show(request.min_revision)

    def _ListTables(self, request: api.ListTablesRequest) -> api.ListTablesResponse:  # noqa: N802
        del request
        tables = [made.table.to_proto() for made in reversed(self.tables.values())]
        return api.ListTablesResponse(tables=tables)

    def _JoinTable(self, request: api.JoinTableRequest) -> api.JoinTableResponse:  # noqa: N802
        wanted = request.seat if request.HasField("seat") else None
        return self._table(request.table_id).join(wanted, request.request_id)

    def _AddBot(self, request: api.AddBotRequest) -> api.AddBotResponse:  # noqa: N802
        wanted = request.seat if request.HasField("seat") else None
        bot = request.bot or "greedy"
        return self._table(request.table_id).add_bot(bot, wanted, request.request_id)

    def _SetReady(self, request: api.SetReadyRequest) -> api.SetReadyResponse:  # noqa: N802
        return self._table(request.table_id).set_ready(request)

    def _Act(self, request: api.ActRequest) -> api.ActResponse:  # noqa: N802
        return self._table(request.table_id).act(request)

    def _GetHint(self, request: api.GetHintRequest) -> api.GetHintResponse:  # noqa: N802
        return self._table(request.table_id).show_hint(request)

    def _GetLegalActions(  # noqa: N802
        self, request: api.GetLegalActionsRequest
    ) -> api.GetLegalActionsResponse:
        return self._table(request.table_id).show_legal(request)

    def _WatchTable(  # noqa: N802
        self, request: api.WatchTableRequest
    ) -> AsyncIterator[api.WatchTableResponse]:
        after = request.after_revision if request.HasField("after_revision") else None
        return self._table(request.table_id).stream(after)


def _full_name(method: str) -> str:
    """Return the whole name of a method; raises LookupError if there is none of that name."""
    found = [name for name in METHODS if method in {name, name.partition("/")[2]}]
    if not found:
        raise LookupError(f"the API has no method {method}")
    return found[0]


def _not_scripted(name: str) -> Message:
    """Refuse a call that nobody has foreseen."""
    text = f"this fake server has no answer to {name}: FakeServer.answer gives it one"
    raise Refused(grpc.StatusCode.UNIMPLEMENTED, text)
