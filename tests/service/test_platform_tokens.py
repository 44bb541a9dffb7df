"""A platform's tokens beside those of guests: who is believed, what each may do, and names."""

from __future__ import annotations

import base64
import json
import time
from typing import TYPE_CHECKING, Any, Final, cast

import grpc
import jwt
import pytest

from paizhuo.auth import scopes
from paizhuo.config import Durability
from paizhuo.rpc import auth_service, replay_service, table_service
from paizhuo.rpc.server import Server
from paizhuo.v1 import auth_service_pb2, replay_service_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.pair import TWO, Pair, paired
from service.platform_tokens import (
    SECRET,
    Signer,
    called,
    ed_signer,
    rsa_signer,
    secret_signer,
    start_pair,
    write_jwks,
)
from service.playing import Client, Guest, connected, new_id, refused, served

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

DENIED: Final = grpc.StatusCode.PERMISSION_DENIED
UNKNOWN: Final = grpc.StatusCode.UNAUTHENTICATED


CHOSEN: Final = {"jwt_issuer": "https://we.example", "jwt_audience": "cards"}


@pytest.fixture(scope="module")
def believing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Signer, Pair]]:
    """Run two processes that believe a platform with an HMAC secret, for one audience."""
    folder = tmp_path_factory.mktemp("believing")
    signer, path = secret_signer(folder)
    pair = start_pair(folder, jwt_key=path, **CHOSEN)
    yield signer, pair
    assert pair.stop() == [0, 0]


@pytest.fixture
async def believed(
    tmp_path: Path, processes: str, request: pytest.FixtureRequest
) -> AsyncIterator[tuple[Signer, Client, Server | Pair]]:
    """Run a server that believes such a platform, or find the two."""
    if processes == TWO:
        signer, pair = request.getfixturevalue("believing")
        async with paired(pair.addresses) as client:
            yield signer, client, pair
        return
    signer, path = secret_signer(tmp_path)
    async with called(tmp_path, jwt_key=path, **cast("Any", CHOSEN)) as (server, client):
        yield signer, client, server


def _ours(**claims: Any) -> dict[str, Any]:
    return {"iss": "https://we.example", "aud": "cards", **claims}


async def _whoami(client: Client, token: str) -> auth_service_pb2.GetPrincipalResponse:
    request = auth_service_pb2.GetPrincipalRequest()
    return await client.auth.GetPrincipal(request, metadata=Guest("", token).metadata)


async def test_a_platform_and_guests_call_side_by_side(
    believed: tuple[Signer, Client, Server | Pair],
) -> None:
    """A token says who calls, what the name is and what is allowed; guests go on as before."""
    signer, client, _ = believed
    known = await _whoami(client, signer.token("ann|7", **_ours(name="Ann", scope="watch play x")))
    assert (known.principal, known.name) == ("p-ann|7", "Ann")
    assert list(known.scopes) == ["play", "watch"]
    guest = await client.guest("Bao")
    found = await _whoami(client, guest.token)
    assert found.principal.startswith("g-")
    assert list(found.scopes) == ["play", "watch", "create", "bot"]


def _unsigned(claims: dict[str, Any]) -> str:
    def part(value: dict[str, Any]) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()

    return f"{part({'alg': 'none', 'typ': 'JWT'})}.{part(claims)}."


def _bad_tokens(signer: Signer) -> dict[str, tuple[str, str]]:
    now = int(time.time())
    claims = _ours(sub="42", exp=now + 60, scope="play")
    other = Signer(b"another secret of more than 32 bytes", "HS256")
    return {
        "expired": (signer.token(**_ours(exp=now - 32)), "TOKEN_EXPIRED"),
        "no_end": (signer.token(**_ours(exp=None)), "TOKEN_INVALID"),
        "endless": (signer.token(**_ours(exp=float("inf"))), "TOKEN_INVALID"),
        "not_yet": (signer.token(**_ours(nbf=now + 90)), "TOKEN_INVALID"),
        "no_subject": (signer.token(None, **_ours()), "TOKEN_INVALID"),
        "empty_subject": (signer.token("", **_ours()), "TOKEN_INVALID"),
        "slash": (signer.token("a/b", **_ours()), "TOKEN_INVALID"),
        "blank": (signer.token("a b", **_ours()), "TOKEN_INVALID"),
        "long_subject": (signer.token("a" * 129, **_ours()), "TOKEN_INVALID"),
        "long_name": (signer.token(**_ours(name="n" * 65)), "TOKEN_INVALID"),
        "odd_name": (signer.token(**_ours(name="a\u202eb")), "TOKEN_INVALID"),
        "no_text": (signer.token(**_ours(name=7)), "TOKEN_INVALID"),
        "scope_list": (signer.token(**_ours(scope=["admin"])), "TOKEN_INVALID"),
        "issuer": (signer.token(**_ours(iss="https://they.example")), "TOKEN_INVALID"),
        "no_issuer": (signer.token(**_ours(iss=None)), "TOKEN_INVALID"),
        "audience": (signer.token(**_ours(aud="chess")), "TOKEN_INVALID"),
        "no_audience": (signer.token(**_ours(aud=None)), "TOKEN_INVALID"),
        "other_key": (other.token(**_ours()), "TOKEN_INVALID"),
        "none": (_unsigned(claims), "TOKEN_INVALID"),
        "other_kind": (ed_signer().token(**_ours()), "TOKEN_INVALID"),
        "too_strong": (jwt.encode(claims, SECRET * 2, "HS512"), "TOKEN_INVALID"),
        "changed": (signer.token(**_ours())[:-3] + "AAA", "TOKEN_INVALID"),
        "no_token": ("a.b.c", "TOKEN_INVALID"),
        "text": ("nobody", "TOKEN_INVALID"),
        "strange_guest": ("pzt_nobody", "TOKEN_INVALID"),
    }


@pytest.mark.parametrize("case", _bad_tokens(Signer(SECRET, "HS256")))
async def test_bad_tokens_are_nobodys(
    believed: tuple[Signer, Client, Server | Pair], case: str
) -> None:
    """What is not whole, not ours or not of now is UNAUTHENTICATED, for the right reason."""
    signer, client, _ = believed
    token, reason = _bad_tokens(signer)[case]
    found = await refused(_whoami(client, token))
    assert (found.status, found.reason) == (UNKNOWN, reason)


@pytest.mark.one_process(reason="it looks at what the process remembers of tokens")
async def test_clocks_may_differ_a_little(believed: tuple[Signer, Client, Server | Pair]) -> None:
    """A token that ran out 20 seconds ago is believed, and not remembered beyond that."""
    signer, client, server = believed
    assert isinstance(server, Server)
    token = signer.token(**_ours(exp=int(time.time()) - 20))
    assert (await _whoami(client, token)).principal == "p-42"
    assert server.callers.recall(f"Bearer {token}") is None
    lasting = signer.token(**_ours())
    await _whoami(client, lasting)
    assert server.callers.recall(f"Bearer {lasting}") is not None


async def test_a_public_key_is_no_secret(tmp_path: Path) -> None:
    """With a public key nobody is believed who used it, which all know, as an HMAC secret."""
    signer, path = rsa_signer(), tmp_path / "public.pem"
    path.write_bytes(signer.public_pem)
    claims = {"alg": "HS256", "typ": "JWT"}

    def part(raw: bytes) -> bytes:
        return base64.urlsafe_b64encode(raw).rstrip(b"=")

    body = {"sub": "42", "exp": int(time.time()) + 60, "scope": "admin"}
    signed = b".".join(part(json.dumps(value).encode()) for value in (claims, body))
    hmac = jwt.algorithms.HMACAlgorithm(jwt.algorithms.HMACAlgorithm.SHA256)
    forged = signed + b"." + part(hmac.sign(signed, signer.public_pem))
    async with called(tmp_path, jwt_key=path) as (_, client):
        assert (await _whoami(client, signer.token())).principal == "p-42"
        strong = Signer(signer.private, "PS512")
        assert (await _whoami(client, strong.token("43"))).principal == "p-43"
        assert (await refused(_whoami(client, forged.decode()))).reason == "TOKEN_INVALID"


async def test_keys_are_exchanged_while_it_runs(tmp_path: Path) -> None:
    """A JWKS file that changes counts for the next token; a kid must be there and known."""
    old, new, path = ed_signer("old"), rsa_signer("new"), tmp_path / "jwks.json"
    write_jwks(path, old)
    async with called(tmp_path, jwt_jwks=path) as (_, client):
        assert (await _whoami(client, old.token())).principal == "p-42"
        assert (await refused(_whoami(client, new.token()))).reason == "TOKEN_INVALID"
        write_jwks(path, new)
        assert (await _whoami(client, new.token())).principal == "p-42"
        assert (await refused(_whoami(client, old.token("43")))).reason == "TOKEN_INVALID"
        nameless = Signer(new.private, new.algorithm)
        assert (await refused(_whoami(client, nameless.token()))).reason == "TOKEN_INVALID"


async def test_guests_can_be_switched_off(tmp_path: Path) -> None:
    """Without guests nobody becomes one, and the tokens of earlier ones are not believed."""
    signer, path = secret_signer(tmp_path)
    data, normal = tmp_path / "data", Durability.NORMAL
    async with called(data, normal) as (_, client):
        guest = await client.guest()
    async with called(data, normal, jwt_key=path, guests=False) as (_, client):
        found = await refused(client.guest())
        assert (found.status, found.reason) == (DENIED, "GUESTS_OFF")
        request = auth_service_pb2.RecoverGuestRequest(recovery_code=guest.recovery_code)
        assert (await refused(client.auth.RecoverGuest(request))).reason == "GUESTS_OFF"
        assert (await refused(_whoami(client, guest.token))).reason == "TOKEN_INVALID"
        assert (await _whoami(client, signer.token())).principal == "p-42"


# --- scopes ---------------------------------------------------------------------------------------


def _scopes(server: Server) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return which scope each method names, where it names one, and what else will do."""
    services: dict[str, Any] = {
        "TableService": table_service.TableService(server.hall),
        "ReplayService": replay_service.ReplayService(server.hall),
        "AuthService": auth_service.AuthService(server._guests, server._services.names),
    }
    return {
        (service, name): (method.scope, *[scopes.ADMIN][: method.is_for_admin])
        for service, serves in services.items()
        for name, method in serves.methods().items()
        if method.scope is not None
    }


@pytest.mark.one_process(reason="it reads from the process which methods there are")
async def test_every_method_needs_its_scope(believed: tuple[Signer, Client, Server | Pair]) -> None:
    """A token without the scope of a method is refused before anything else, and told which."""
    signer, client, server = believed
    assert isinstance(server, Server)
    needed = _scopes(server)
    assert {scope for scope, *_ in needed.values()} == set(scopes.ALL)
    assert {name for service, name in needed if service == "TableService"} == set(
        table_service.SERVICE.methods_by_name
    )
    for (service, name), enough in needed.items():
        scope = enough[0]
        others = " ".join(other for other in scopes.ALL if other not in enough)
        for held in (others, ""):
            user = signer.user(**_ours(scope=held))
            call = client.first if name.startswith("Watch") else client.unary
            found = await refused(call(f"/paizhuo.v1.{service}/{name}", b"", user.metadata))
            assert (found.status, found.reason) == (DENIED, "SCOPE_MISSING")
            assert found.facts == {"scope": scope}


async def test_a_guest_is_no_administrator(client: Client) -> None:
    """Guests may play, watch, create tables and seat bots, and nothing more."""
    guest, other = await client.guest(), await client.guest()
    call = client.replay.WatchRecords(
        replay_service_pb2.WatchRecordsRequest(), metadata=guest.metadata
    )
    assert (await refused(anext(aiter(call)))).facts == {"scope": "admin"}
    request = auth_service_pb2.EraseNameRequest(principal=other.principal)
    erasing = client.auth.EraseName(request, metadata=guest.metadata)
    assert (await refused(erasing)).reason == "SCOPE_MISSING"


# --- names ----------------------------------------------------------------------------------------


async def _shown(client: Client, table_id: str, viewer: Guest) -> str:
    table = (await client.get(table_id, viewer)).table
    return table.seats[0].person.name


async def test_a_name_comes_from_the_token_until_it_is_erased(tmp_path: Path) -> None:
    """A new token renames, an erased name is shown nowhere and never comes back, on no process."""
    signer, path = secret_signer(tmp_path)
    data, chosen = tmp_path / "data", {"jwt_key": path}
    async with (
        served(data, Durability.NORMAL, **chosen) as server,
        served(data, Durability.NORMAL, **chosen) as second,
        connected(f"127.0.0.1:{server.port}") as client,
        connected(f"127.0.0.1:{second.port}") as other,
    ):
        ann = signer.user("7", name="Ann of Oldtown")
        table_id = await client.create(ann)
        await client.join(table_id, ann)
        viewer = signer.user("8")
        assert await _shown(other, table_id, viewer) == "Ann of Oldtown"
        ann = signer.user("7", name="Ann of Newtown")
        assert await _shown(client, table_id, ann) == "Ann of Newtown"
        await client.auth.EraseName(auth_service_pb2.EraseNameRequest(), metadata=ann.metadata)
        assert await _shown(client, table_id, viewer) == ""
        await second._services.names.refresh()
        assert await _shown(other, table_id, viewer) == ""
        back = signer.user("7", name="Ann of Newtown", iat=int(time.time()))
        assert await _shown(other, table_id, back) == ""
        assert (await _whoami(client, ann.token)).name == ""
    stored = b"".join(file.read_bytes() for file in data.iterdir() if file.is_file())
    assert b"Ann of" not in stored


@pytest.mark.parametrize("principal", ["nobody", "p-", "p-a/b", "x-1", "p-" + "a" * 129])
async def test_what_is_no_principal_has_no_name(
    believed: tuple[Signer, Client, Server | Pair], principal: str
) -> None:
    """An administrator who names no principal is told so."""
    signer, client, _ = believed
    request = auth_service_pb2.EraseNameRequest(principal=principal)
    metadata = signer.user("1", **_ours()).metadata
    found = await refused(client.auth.EraseName(request, metadata=metadata))
    assert (found.reason, found.facts["field"]) == ("FIELD_INVALID", "principal")


async def test_an_administrator_erases_anybodys_name(
    believed: tuple[Signer, Client, Server | Pair],
) -> None:
    """With the scope admin a guest's name is forgotten; who has none is no error."""
    signer, client, _ = believed
    guest, chief = await client.guest("Bao"), signer.user("1", **_ours())
    for principal in (guest.principal, "p-nobody"):
        request = auth_service_pb2.EraseNameRequest(principal=principal)
        await client.auth.EraseName(request, metadata=chief.metadata)
    assert (await _whoami(client, guest.token)).name == ""
    table_id = await client.create(guest)
    request_again = api.JoinTableRequest(request_id=new_id(), table_id=table_id)
    await client.tables.JoinTable(request_again, metadata=guest.metadata)
    assert await _shown(client, table_id, guest) == ""
