"""Calls: sent again with the same id and bytes where that is safe, and never otherwise."""

from __future__ import annotations

import asyncio
import uuid
from typing import TYPE_CHECKING

import grpc
import pytest

from paizhuo.v1 import auth_service_pb2, table_service_pb2
from paizhuo_client import Client, ClientClosed, Guest, Pass, Play, Retrying, errors, sync
from paizhuo_client.model import Verb
from paizhuo_client.retrying import may_send_again

if TYPE_CHECKING:
    from pathlib import Path

    from paizhuo_client.testing import FakeServer
    from paizhuo_client.tokens import TokenSource

QUICK = Retrying(first_s=0.001, most_s=0.01)
UNREACHABLE = Retrying(reach_s=0.0, first_s=0.05, most_s=0.05)
"""Gives up at once where no server ever was."""


def raw(server: FakeServer, method: str) -> list[bytes]:
    """Return the bytes of the requests of a method."""
    return [call.raw for call in server.calls if call.method.endswith(f"/{method}")]


@pytest.mark.parametrize("status", [grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED])
async def test_an_unanswered_call_is_sent_again(
    status: grpc.StatusCode, fake_server: FakeServer, fake_client: Client
) -> None:
    """Where no answer came, the same id and bytes go again until one does."""
    table = fake_server.add_table(own_seat=0)
    decision_id = table.ask(0, "play", Verb.PLAY)
    fake_server.fail("Act", status, times=3)
    accepted = await fake_client.table(table.table_id).act(Play("3c"), decision_id)
    assert accepted.revision == 3
    sent = raw(fake_server, "Act")
    assert len(sent) == 4
    assert len(set(sent)) == 1
    request_id = table_service_pb2.ActRequest.FromString(sent[0]).request_id
    assert str(uuid.UUID(request_id)) == request_id


async def test_a_lost_answer_has_one_effect(fake_server: FakeServer, fake_client: Client) -> None:
    """A call that had its effect and whose answer was lost gets that answer, and acts once."""
    table = fake_server.add_table(own_seat=0)
    decision_id = table.ask(0, "play", Verb.PLAY)
    fake_server.lose_answer("Act", times=2)
    accepted = await fake_client.table(table.table_id).act(Play("3c"), decision_id)
    assert (accepted.revision, table.acts) == (3, [Play("3c")])
    assert len(raw(fake_server, "Act")) == 3


@pytest.mark.parametrize(
    "reason", ["NOT_HIGHER", "DECISION_CLOSED", "REQUEST_ID_REUSED", "NOT_SEATED", "INTERNAL"]
)
async def test_a_refusal_is_an_answer(
    reason: str, fake_server: FakeServer, fake_client: Client
) -> None:
    """What the server has refused is not sent again."""
    table = fake_server.add_table(own_seat=0)
    fake_server.refuse("Act", reason)
    with pytest.raises(errors.BY_REASON[reason]):
        await fake_client.table(table.table_id).act(Pass(), "d1")
    assert len(raw(fake_server, "Act")) == 1


@pytest.mark.parametrize("reason", ["CONTENDED", "TABLE_BUSY", "DRAINING", "OUTCOME_UNKNOWN"])
async def test_the_wait_that_the_server_asks_for_is_kept(
    reason: str, fake_server: FakeServer, fake_client: Client
) -> None:
    """With RetryInfo the same request goes again, not before the time."""
    table = fake_server.add_table(own_seat=0)
    fake_server.refuse("SetReady", reason, retry_after_s=0.2)
    loop = asyncio.get_running_loop()
    begin = loop.time()
    await fake_client.table(table.table_id).ready()
    assert loop.time() - begin >= 0.2
    assert len(raw(fake_server, "SetReady")) == 2
    assert len(set(raw(fake_server, "SetReady"))) == 1


async def test_nobody_waits_beyond_his_patience(fake_server: FakeServer) -> None:
    """A wait that does not fit into `call_s` is not begun: the error says how long it would be."""
    async with Client(fake_server.address, retrying=Retrying(call_s=5)) as client:
        fake_server.refuse("CreateTable", "TOO_MANY_OPEN_TABLES", retry_after_s=60)
        with pytest.raises(errors.TooManyOpenTables) as caught:
            await client.create_table("dou_dizhu", 3)
    assert caught.value.retry_after_s == 60
    assert len(raw(fake_server, "CreateTable")) == 1


async def test_every_attempt_has_a_deadline(fake_server: FakeServer) -> None:
    """A server that does not answer is given up after `attempt_s`, and asked again."""
    table = fake_server.add_table(own_seat=0)
    fake_server.hold("SetReady", times=2)
    retrying = Retrying(attempt_s=0.2, call_s=30, first_s=0.001)
    async with Client(fake_server.address, retrying=retrying) as client:
        assert await client.table(table.table_id).ready() == 2
    assert len(set(raw(fake_server, "SetReady"))) == 1
    assert len(raw(fake_server, "SetReady")) == 3


async def test_an_error_without_answer_can_be_asked_about(fake_server: FakeServer) -> None:
    """Out of patience, the error has the request id; with it the call is finished later."""
    table = fake_server.add_table(own_seat=0)
    decision_id = table.ask(0, "play", Verb.PASS)
    fake_server.lose_answer("Act", times=None)
    async with Client(fake_server.address, retrying=Retrying(call_s=0.3, first_s=0.01)) as client:
        with pytest.raises(errors.Unavailable) as caught:
            await client.table(table.table_id).act(Pass(), decision_id)
    assert caught.value.may_have_happened
    fake_server.as_usual("Act")
    async with Client(fake_server.address) as client:
        accepted = await client.table(table.table_id).act(
            Pass(), decision_id, request_id=caught.value.request_id
        )
    assert (accepted.revision, table.acts) == (3, [Pass()])


async def test_silence_in_the_end_hides_no_reason(fake_server: FakeServer) -> None:
    """Where the last attempt is not answered in time, what the one before said is raised."""
    fake_server.refuse("GetGame", "DRAINING")
    fake_server.hold("GetGame")
    async with Client(fake_server.address, retrying=Retrying(call_s=2, first_s=0.001)) as client:
        with pytest.raises(errors.Draining) as caught:
            await client.game("dou_dizhu")
    assert caught.value.may_have_happened
    assert len(fake_server.calls_of("GetGame")) == 2


@pytest.mark.parametrize("reason", ["DRAINING", "STORE_UNAVAILABLE", "TOKEN_INVALID"])
async def test_a_lost_answer_is_not_forgotten(reason: str, fake_server: FakeServer) -> None:
    """Whoever turns the second attempt away has not looked: the first may have had its effect."""
    table = fake_server.add_table(own_seat=0)
    decision_id = table.ask(0, "play", Verb.PASS)
    fake_server.lose_answer("Act")
    fake_server.refuse("Act", reason, retry_after_s=1000)
    async with Client(fake_server.address, token="t", retrying=QUICK) as client:
        with pytest.raises(errors.CallError) as caught:
            await client.table(table.table_id).act(Pass(), decision_id)
    assert (caught.value.reason, caught.value.may_have_happened) == (reason, True)
    assert table.acts == [Pass()]


@pytest.mark.parametrize("reason", ["DRAINING", "NOT_HIGHER", "TOKEN_INVALID"])
async def test_what_was_judged_has_not_happened(reason: str, fake_server: FakeServer) -> None:
    """A refusal of the only attempt, or by the table itself, says that nothing was changed."""
    table = fake_server.add_table(own_seat=0)
    decision_id = table.ask(0, "play", Verb.PASS)
    if reason == "NOT_HIGHER":
        fake_server.fail("Act")
    fake_server.refuse("Act", reason, retry_after_s=1000)
    async with Client(fake_server.address, token="t", retrying=QUICK) as client:
        with pytest.raises(errors.CallError) as caught:
            await client.table(table.table_id).act(Pass(), decision_id)
    assert (caught.value.reason, caught.value.may_have_happened) == (reason, False)
    assert table.acts == []


async def test_a_guest_whose_answer_was_lost_is_nobodys(fake_server: FakeServer) -> None:
    """Making a guest has no id and is sent again: who calls is the guest of the last answer."""
    async with Client(fake_server.address, retrying=QUICK) as client:
        fake_server.lose_answer("CreateGuest")
        fake_server.refuse("CreateGuest", "TOO_MANY_GUESTS", retry_after_s=0.01)
        guest = await client.become_guest("Ann")
        assert guest.principal == "g-2"
        assert len(raw(fake_server, "CreateGuest")) == 3
        await client.table(fake_server.add_table().table_id).get()
        assert fake_server.calls[-1].token == guest.token


async def test_a_server_that_is_not_there(unused_tcp_port: int) -> None:
    """Nobody at the address is `Unavailable`, for calls and for guests, when patience is over."""
    address = f"127.0.0.1:{unused_tcp_port}"
    async with Client(address, retrying=Retrying(call_s=0.5, first_s=0.05)) as client:
        with pytest.raises(errors.Unavailable) as caught:
            await client.games()
        assert (caught.value.reason, caught.value.rule) == ("", "")
        with pytest.raises(errors.Unavailable):
            await client.become_guest("Ann")


async def test_a_server_that_was_never_there_is_given_up_soon(unused_tcp_port: int) -> None:
    """Patience of a whole call is for a server that was there; before, `reach_s` is enough."""
    address = f"127.0.0.1:{unused_tcp_port}"
    impatient = Retrying(call_s=100_000, reach_s=0.5, first_s=0.05)
    async with Client(address, retrying=impatient) as client:
        async with asyncio.timeout(1000):
            with pytest.raises(errors.Unavailable) as caught:
                await client.become_guest("Ann")
        assert caught.value.reason == ""


async def test_a_server_that_answered_once_is_waited_for(fake_server: FakeServer) -> None:
    """Who was answered once is patient for the whole call when the server is away."""
    async with Client(fake_server.address, retrying=UNREACHABLE) as client:
        await client.become_guest("Ann")
        await fake_server.stop()
        asking = asyncio.create_task(client.become_guest("Ben"))
        await asyncio.sleep(0.3)
        await fake_server.start()
        assert (await asking).principal == "g-2"


async def test_a_server_that_was_reached_is_waited_for(fake_server: FakeServer) -> None:
    """Where there is a connection, a lost answer is no server that is not there."""
    async with Client(fake_server.address, retrying=UNREACHABLE) as client:
        fake_server.lose_answer("CreateGuest")
        assert (await client.become_guest("Ann")).principal == "g-2"
    assert len(raw(fake_server, "CreateGuest")) == 2


@pytest.mark.parametrize("kind", [Client, sync.Client])
def test_a_url_is_no_address(kind: type) -> None:
    """Who gives the HTTP port's URL is told at once what is expected."""
    with pytest.raises(ValueError, match="host:port"):
        kind("http://127.0.0.1:8080")


async def test_calls_carry_the_token(fake_server: FakeServer) -> None:
    """A text, a function, an async function and a guest each give the token of every call."""
    table = fake_server.add_table()

    async def fetch() -> str:
        return "fetched"

    sources: list[str | TokenSource | Guest | None]
    sources = ["text", lambda: "made", fetch, Guest("g-1", "kept"), None]
    for source in sources:
        async with Client(fake_server.address, token=source) as client:
            await client.table(table.table_id).get()
    tokens = [call.token for call in fake_server.calls]
    assert tokens == ["text", "made", "fetched", "kept", ""]


async def test_a_token_may_have_a_line_end(fake_server: FakeServer) -> None:
    """Space around a token, as files have it, is not sent; what no header can hold is refused."""
    table_id = fake_server.add_table().table_id
    async with Client(fake_server.address, token="from a file\n") as client:
        await client.table(table_id).get()
    assert fake_server.calls[-1].token == "from a file"
    for token in ("zwölf", "two\nlines"):
        async with Client(fake_server.address, token=token) as client:
            with pytest.raises(errors.TokenInvalid):
                await client.table(table_id).get()
            with pytest.raises(errors.TokenInvalid):
                await client.table(table_id).watch().__aenter__()
    assert len(fake_server.calls) == 1


async def test_calls_that_come_together_fetch_one_token(fake_server: FakeServer) -> None:
    """Who needs a token while another one fetches it waits for that."""
    table_id = fake_server.add_table().table_id
    fetched: list[str] = []

    async def fetch() -> str:
        fetched.append(f"t{len(fetched)}")
        await asyncio.sleep(0.01)
        return fetched[-1]

    async with Client(fake_server.address, token=fetch) as client:
        await asyncio.gather(*(client.table(table_id).get() for _ in range(8)))
    assert fetched == ["t0"]


def test_a_file_that_holds_no_guest_says_so(tmp_path: Path) -> None:
    """Anything but a guest is a ValueError that names the file; nothing else is left beside it."""
    path = tmp_path / "guest.json"
    for content in (b"", b"no json", b"[]", b'{"principal": "g-1"}', b"\xff"):
        path.write_bytes(content)
        with pytest.raises(ValueError, match="holds no guest"):
            Guest.load(path)
    Guest("g-1", "t", "c").save(path)
    assert Guest.load(path) == Guest("g-1", "t", "c")
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


async def test_a_platform_token_that_ran_out_is_fetched_anew(fake_server: FakeServer) -> None:
    """TOKEN_EXPIRED asks the function for another token, once a call, for streams too."""
    table = fake_server.add_table()
    made: list[str] = []

    def fetch() -> str:
        made.append(f"token-{len(made)}")
        return made[-1]

    async with Client(fake_server.address, token=fetch, retrying=QUICK) as client:
        fake_server.refuse("GetTable", "TOKEN_EXPIRED")
        await client.table(table.table_id).get()
        assert [call.token for call in fake_server.calls] == ["token-0", "token-1"]
        fake_server.refuse("GetTable", "TOKEN_EXPIRED", times=2)
        with pytest.raises(errors.TokenExpired):
            await client.table(table.table_id).get()
        fake_server.refuse("WatchTable", "TOKEN_EXPIRED")
        async with client.table(table.table_id).watch() as live:
            assert live.snapshot.revision == 1


async def test_a_guest_is_recovered(fake_server: FakeServer, tmp_path: Path) -> None:
    """A token that is not taken any more is replaced by the recovery code, also in the file."""
    table, file = fake_server.add_table(), tmp_path / "guest.json"
    Guest("g-7", "old", "code").save(file)
    assert file.stat().st_mode & 0o777 == 0o600
    fake_server.answer(
        "RecoverGuest",
        auth_service_pb2.RecoverGuestResponse(principal="g-7", token="new"),
    )
    async with Client(fake_server.address, retrying=QUICK) as client:
        assert (await client.become_guest("Ann", file=file)).principal == "g-7"
        fake_server.refuse("GetTable", "TOKEN_INVALID")
        await asyncio.gather(*(client.table(table.table_id).get() for _ in range(5)))
        assert client.guest == Guest("g-7", "new", "code") == Guest.load(file)
    assert len(fake_server.calls_of("RecoverGuest")) == 1
    assert fake_server.calls_of("CreateGuest") == []


async def test_a_guest_is_kept(fake_server: FakeServer, tmp_path: Path) -> None:
    """With a file, the second start is the same guest; secrets show in no text."""
    file = tmp_path / "deep" / "guest.json"
    for _ in range(2):
        async with Client(fake_server.address) as client:
            guest = await client.become_guest("Ann", file=file)
            assert guest == Guest("g-1", "token-1", "code-1")
    assert "token-1" not in repr(guest)
    assert "code-1" not in repr(guest)
    file.write_text("[]", encoding="utf-8")
    with pytest.raises(ValueError, match="no guest"):
        Guest.load(file)


async def test_a_closed_client_says_so(fake_server: FakeServer) -> None:
    """Before it is entered and after it is left, and for calls that go on meanwhile."""
    client = Client(fake_server.address)
    with pytest.raises(ClientClosed):
        await client.games()
    fake_server.hold("ListGames")
    async with client:
        going_on = asyncio.create_task(client.games())
        await fake_server.received("ListGames")
    with pytest.raises(ClientClosed):
        await going_on
    with pytest.raises(ClientClosed):
        await client.games()


def test_waits_grow_and_keep_what_is_asked() -> None:
    """Waits double up to a bound, are spread by chance, and are never less than RetryInfo."""
    most, least = Retrying(chance=lambda: 1.0), Retrying(chance=lambda: 0.0)
    assert [most.wait_s(n) for n in (1, 2, 3, 4, 50)] == [0.1, 0.2, 0.4, 0.8, 5.0]
    assert least.wait_s(50) == 0.0
    failure = errors.Failure(grpc.StatusCode.UNAVAILABLE, "", retry_after_s=2.0)
    error = errors.Unavailable(failure)
    assert least.wait_s(1, error) == 2.0
    assert 2.0 < most.wait_s(9, error) <= 4.0
    assert may_send_again(error)
