"""HTTP requests that are no calls, or odd ones: each gets an answer that says what is wrong."""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
import threading
import zlib
from typing import TYPE_CHECKING, Any, Final

import pytest
from google.protobuf import json_format

from gateway.calling import JSON, bearer, exchange, post, reason
from paizhuo import limits
from paizhuo.v1 import auth_service_pb2, catalogue_service_pb2

if TYPE_CHECKING:
    import httpx
    from google.protobuf.message import Message

    from paizhuo.rpc.server import Server
    from service.playing import Client

GUEST: Final = "/paizhuo.v1.AuthService/CreateGuest"
PRINCIPAL: Final = "/paizhuo.v1.AuthService/GetPrincipal"
GAMES: Final = "/paizhuo.v1.CatalogueService/ListGames"
PROTO: Final = {"content-type": "application/proto"}


async def test_curl_needs_no_more_than_json(http: httpx.AsyncClient) -> None:
    """A guest is made and named with plain JSON, and the answer is JSON without envelope."""
    made = await http.post(GUEST, json={"name": "Ann"})
    assert made.status_code == 200
    assert made.headers["content-type"] == "application/json"
    token = made.json()["token"]
    found = await http.post(PRINCIPAL, json={}, headers={"authorization": f"Bearer {token}"})
    assert found.json()["principal"] == made.json()["principal"]
    assert found.json()["name"] == "Ann"
    assert found.headers["cache-control"] == "no-store"


async def test_long_json_is_read_and_written_beside_the_event_loop(
    http: httpx.AsyncClient, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits while a long message is turned into JSON or out of it; short ones go at once."""
    threads: list[tuple[int, bool]] = []
    parse, write = json_format.Parse, json_format.MessageToJson

    def note(size: int) -> None:
        threads.append((size, threading.current_thread() is threading.main_thread()))

    def noted_parse(text: bytes, message: Message) -> Message:
        note(len(text))
        return parse(text, message)

    def noted_write(message: Message, **options: Any) -> str:
        note(message.ByteSize())
        return write(message, **options)

    guest = await client.guest()
    text = b'{"record": {"tableId": "' + b"x" * 100_000 + b'"}}'
    monkeypatch.setattr(json_format, "Parse", noted_parse)
    monkeypatch.setattr(json_format, "MessageToJson", noted_write)
    verify = "/paizhuo.v1.ReplayService/VerifyRecord"
    answer = await http.post(verify, content=text, headers=JSON | bearer(guest))
    assert answer.status_code in {200, 400}
    await http.post(GAMES, json={})
    monkeypatch.setattr(limits, "JSON_AT_ONCE_BYTES_MAX", 10)
    assert (await http.post(GAMES, json={})).json()["games"]
    bounds = [16 * 1024] * (len(threads) - 2) + [10] * 2
    assert len(threads) >= 5
    assert [at_once for _, at_once in threads] == [
        size <= bound for (size, _), bound in zip(threads, bounds, strict=True)
    ]
    assert {at_once for _, at_once in threads} == {True, False}


async def test_names_of_the_proto_are_taken_too(http: httpx.AsyncClient) -> None:
    """Requests may name fields as the proto does; answers name them as JSON does."""
    made = (await http.post(GUEST, json={"name": "Ann"})).json()
    for name in ("recoveryCode", "recovery_code"):
        found = await http.post(
            "/paizhuo.v1.AuthService/RecoverGuest", json={name: made["recoveryCode"]}
        )
        assert found.json()["principal"] == made["principal"]


async def test_json_shows_fields_that_are_zero(http: httpx.AsyncClient, client: Client) -> None:
    """Empty lists, zeros and false are printed; what has presence and is not set is left out."""
    owner = await client.guest()
    table_id = await client.create(owner)
    shown = (
        await http.post(
            "/paizhuo.v1.TableService/GetTable", json={"tableId": table_id}, headers=bearer(owner)
        )
    ).json()
    assert shown["table"]["private"] is False
    assert [seat["ready"] for seat in shown["table"]["seats"]] == [False] * 3
    assert (shown["table"]["title"], shown["view"]["calls"]) == ("", [])
    assert "ownSeat" not in shown["table"]
    assert "viewer" not in shown["view"]


@pytest.mark.parametrize(
    ("status", "path", "body", "why"),
    [
        (400, GUEST, {"nickname": "Ann"}, "MALFORMED_REQUEST"),
        (400, GUEST, {"name": 5}, "MALFORMED_REQUEST"),
        (400, "/paizhuo.v1.CatalogueService/GetGame", {}, "FIELD_MISSING"),
        (401, PRINCIPAL, {}, "TOKEN_MISSING"),
        (401, "/paizhuo.v1.TableService/GetTable", {}, "TOKEN_MISSING"),
    ],
)
async def test_refusals_have_the_http_status_of_their_code(
    http: httpx.AsyncClient, status: int, path: str, body: object, why: str
) -> None:
    """The status is the one that the Connect protocol names, and details say the reason."""
    answer = await http.post(path, json=body)
    assert (answer.status_code, reason(answer)) == (status, why)


async def test_an_unknown_field_is_named(http: httpx.AsyncClient) -> None:
    """Whoever misspells a field reads which one."""
    answer = await http.post(GUEST, json={"nickname": "Ann"})
    assert "nickname" in answer.json()["message"]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[]",
        b"5",
        b"null",
        b'"name"',
        b'{"name": "Ann", "name": "Bao"}',
        b'{"name": "\xff"}',
        b'{"name": "\\ud800"}',
        b"[" * 50_000,
        b'{"name":' * 8_000,
        b'{"name": ' + b"9" * 10_000 + b"}",
    ],
    ids=lambda text: text[:12].decode("ascii", "replace"),
)
async def test_what_is_no_request_in_json_is_malformed(
    http: httpx.AsyncClient, text: bytes
) -> None:
    """Text that is no JSON, no object, nested without end or no Unicode is refused as malformed."""
    answer = await http.post(GUEST, content=text, headers=JSON)
    assert (answer.status_code, reason(answer)) == (400, "MALFORMED_REQUEST")


async def test_requests_are_small_in_every_form(http: httpx.AsyncClient, server: Server) -> None:
    """Above 64 KiB a request is refused with the bound, however it is written or packed."""
    size = limits.REQUEST_BYTES_MAX
    text = b'{"name": "' + b"x" * (size - 12) + b'"}'
    assert len(text) == size
    fits = await http.post(GUEST, content=text, headers=JSON)
    assert reason(fits) == "FIELD_INVALID"
    huge = b"\0" * (limits.TRANSPORT_BYTES_MAX + 1)
    packed = {"content-encoding": "gzip"}
    for body, headers in (
        (text + b" ", JSON),
        (b"\0" * (size + 1), PROTO),
        (huge, JSON),
        (huge, PROTO),
        (gzip.compress(text + b" "), JSON | packed),
        (gzip.compress(huge * 8), PROTO | packed),
    ):
        answer = await http.post(GUEST, content=body, headers=headers)
        assert (answer.status_code, reason(answer)) == (429, "REQUEST_TOO_LARGE")
        facts = answer.json()["details"][1]["debug"]["facts"]
        assert facts == [{"name": "bytes_max", "value": str(size)}]
    assert server.counters.refusals["REQUEST_TOO_LARGE"] == 6


async def test_bodies_may_be_compressed(http: httpx.AsyncClient) -> None:
    """A request in gzip is read, and an answer is packed for who takes that."""
    body = gzip.compress(b'{"name": "Ann"}')
    made = await http.post(GUEST, content=body, headers=JSON | {"content-encoding": "gzip"})
    assert made.status_code == 200
    async with http.stream("POST", GAMES, json={}, headers={"accept-encoding": "gzip"}) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        raw = b"".join([chunk async for chunk in answer.aiter_raw()])
    assert json.loads(gzip.decompress(raw))["games"]


@pytest.mark.parametrize(
    ("body", "coding", "status", "code"),
    [
        (b"no gzip", "gzip", 400, "invalid_argument"),
        (gzip.compress(b"{}")[:-4], "gzip", 400, "invalid_argument"),
        (gzip.compress(b"{}") + gzip.compress(b""), "gzip", 400, "invalid_argument"),
        (gzip.compress(b"") * 50_000, "gzip", 400, "invalid_argument"),
        (zlib.compress(b"{}"), "deflate", 501, "unimplemented"),
        (b"{}", "br", 501, "unimplemented"),
    ],
    ids=["no_gzip", "cut", "two_members", "many_members", "deflate", "br"],
)
async def test_what_cannot_be_unpacked_is_refused(
    http: httpx.AsyncClient, body: bytes, coding: str, status: int, code: str
) -> None:
    """Broken gzip is malformed, and other codings are said not to be known."""
    answer = await http.post(GUEST, content=body, headers=JSON | {"content-encoding": coding})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    if status == 400:
        assert reason(answer) == "MALFORMED_REQUEST"


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"])
async def test_only_post_changes_something(
    http: httpx.AsyncClient, server: Server, method: str
) -> None:
    """Every other method is answered with 405, and nothing was called."""
    answer = await http.request(method, GUEST, headers=JSON)
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    assert not server.counters.calls


async def test_get_asks_what_changes_nothing(http: httpx.AsyncClient, client: Client) -> None:
    """Methods that only look take their request from the query too, as JSON or in base64."""
    query = {"connect": "v1", "encoding": "json", "message": '{"game": "dou_dizhu"}'}
    shown = await http.get("/paizhuo.v1.CatalogueService/GetGame", params=query)
    assert shown.json()["game"]["game"] == "dou_dizhu"
    raw = catalogue_service_pb2.GetGameRequest(game="dou_dizhu").SerializeToString()
    text = base64.urlsafe_b64encode(raw).decode().rstrip("=")
    query = {"connect": "v1", "encoding": "proto", "base64": "1", "message": text}
    same = await http.get("/paizhuo.v1.CatalogueService/GetGame", params=query)
    found = catalogue_service_pb2.GetGameResponse.FromString(same.content)
    assert found.game.game == "dou_dizhu"
    guest = await client.guest()
    query = {"encoding": "json", "message": "{}"}
    named = await http.get(PRINCIPAL, params=query, headers=bearer(guest))
    assert named.json()["principal"] == guest.principal
    assert named.headers["cache-control"] == "no-store"
    assert reason(await http.get(PRINCIPAL, params=query)) == "TOKEN_MISSING"


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("encoding=json", 400),
        ("encoding=json&message=%ff", 400),
        ("encoding=proto&base64=1&message=a", 400),
        ("encoding=proto&base64=1&message=_w", 400),
        ("encoding=xml&message=x", 415),
        ("", 415),
    ],
)
async def test_bad_queries_are_refused(http: httpx.AsyncClient, query: str, status: int) -> None:
    """A query that holds no request is malformed; a coding that nobody knows is named so."""
    answer = await http.get(f"/paizhuo.v1.CatalogueService/GetGame?{query}")
    assert answer.status_code == status
    if status == 400:
        assert reason(answer) == "MALFORMED_REQUEST"


@pytest.mark.parametrize(
    "path",
    [
        "/paizhuo.v1.AuthService/MakeGuest",
        "/paizhuo.v1.GuestService/CreateGuest",
        "/paizhuo.v1.AuthService",
        "/paizhuo.v1.AuthService/CreateGuest/",
    ],
)
async def test_unknown_paths_are_not_found(http: httpx.AsyncClient, path: str) -> None:
    """What no service has is 404, which Connect's clients read as UNIMPLEMENTED."""
    assert (await http.post(path, json={})).status_code == 404


@pytest.mark.parametrize(
    "content_type",
    [
        "text/plain",
        "application/xml",
        "application/x-www-form-urlencoded",
        "application/grpc",
        "application/grpc+proto",
        "application/grpc-web-text",
        "application/connect+json",
        "",
    ],
)
async def test_unknown_content_types_are_refused(
    http: httpx.AsyncClient, content_type: str
) -> None:
    """What cannot be read is 415; gRPC itself has a port of its own."""
    answer = await http.post(GUEST, content=b"{}", headers={"content-type": content_type})
    assert answer.status_code == 415


async def test_a_content_type_may_have_parameters(http: httpx.AsyncClient) -> None:
    """A character set beside the type, as many clients send it, is fine."""
    headers = {"content-type": "Application/JSON; charset=utf-8"}
    assert (await http.post(GUEST, content=b'{"name": "Ann"}', headers=headers)).status_code == 200


@pytest.mark.parametrize(
    "sent",
    [
        b"nonsense\r\n\r\n",
        b"POST / HTTP/1.1\r\n: x\r\n\r\n",
        post(GUEST, b"{}", "x-odd: \xff").replace("\xff".encode(), b"\xff"),
        post(GUEST, b"{}").replace(b"Guest HTTP", b"Guest?\xff HTTP"),
        b"GET / HTTP/1.1\r\nx: " + b"y" * (limits.HTTP_HEAD_BYTES_MAX * 5),
    ],
    ids=["no_http", "no_header", "no_text", "no_query", "endless_header"],
)
async def test_what_is_no_http_is_hung_up_on(
    server: Server, caplog: pytest.LogCaptureFixture, sent: bytes
) -> None:
    """Bytes that are no request get 400 and nothing else; nobody is woken by a log line."""
    answer = await exchange(server.http_port, sent)
    assert answer.startswith(b"HTTP/1.1 400 ") or not answer
    assert not caplog.records


async def test_each_request_is_its_own_callers(server: Server, client: Client) -> None:
    """A request without a token is nobody's, also behind another's on the same connection."""
    guest = await client.guest()
    with_token = post(PRINCIPAL, b"{}", f"authorization: Bearer {guest.token}")
    without = post(PRINCIPAL, b"{}")
    last = post(PRINCIPAL, b"{}", "connection: close")
    at_once = await exchange(server.http_port, with_token + without + last)
    assert at_once.count(b"HTTP/1.1 200 ") == 1
    assert at_once.count(b"TOKEN_MISSING") >= 2
    reader, writer = await asyncio.open_connection("127.0.0.1", server.http_port)
    for sent, status in ((with_token, b"200"), (without, b"401"), (with_token, b"200")):
        writer.write(sent)
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.split()[1] == status
        await reader.readuntil(b"0\r\n\r\n")
    writer.close()


async def test_calls_and_refusals_are_counted(http: httpx.AsyncClient, server: Server) -> None:
    """HTTP calls stand beside those of gRPC in the counters, by the same names."""
    await http.post(GUEST, json={"name": "Ann"})
    await http.post(GUEST, json={"nick": "Ann"})
    await http.post(PRINCIPAL, json={})
    assert server.counters.calls == {
        "/paizhuo.v1.AuthService/CreateGuest": 2,
        "/paizhuo.v1.AuthService/GetPrincipal": 1,
    }
    assert server.counters.refusals == {"MALFORMED_REQUEST": 1, "TOKEN_MISSING": 1}


async def test_a_fault_tells_nothing(
    http: httpx.AsyncClient, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of the server's is INTERNAL without a word about its cause."""

    async def fail(name: str) -> None:
        raise ZeroDivisionError(name)

    monkeypatch.setattr(server._guests, "create", fail)
    answer = await http.post(GUEST, json={"name": "secret"})
    assert (answer.status_code, reason(answer)) == (500, "INTERNAL")
    assert "secret" not in answer.text
    assert "ZeroDivision" not in answer.text


async def test_a_call_may_have_a_deadline(
    http: httpx.AsyncClient, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call that takes longer than its caller waits is ended, and says so."""
    ended = asyncio.Event()

    async def dawdle(_: str) -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            ended.set()

    monkeypatch.setattr(server._guests, "create", dawdle)
    late = await http.post(GUEST, json={"name": "Ann"}, headers={"connect-timeout-ms": "50"})
    assert (late.status_code, late.json()["code"]) == (504, "deadline_exceeded")
    assert ended.is_set()


async def test_proto_and_json_say_the_same(http: httpx.AsyncClient) -> None:
    """The bytes of a message are what JSON says."""
    request = auth_service_pb2.CreateGuestRequest(name="Ann").SerializeToString()
    made = await http.post(GUEST, content=request, headers=PROTO)
    assert made.headers["content-type"] == "application/proto"
    guest = auth_service_pb2.CreateGuestResponse.FromString(made.content)
    headers = {"authorization": f"Bearer {guest.token}"}
    assert (await http.post(PRINCIPAL, json={}, headers=headers)).json()["name"] == "Ann"
