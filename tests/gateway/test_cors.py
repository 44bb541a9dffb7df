"""Web pages may call from the origins that the operator names, and from no others."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import httpx
import pytest

from paizhuo.config import cors_origins_from, is_origin
from service.playing import served

if TYPE_CHECKING:
    from pathlib import Path

GUEST = "/paizhuo.v1.AuthService/CreateGuest"
OURS = "https://cards.example"


async def preflight(http: httpx.AsyncClient, origin: str, method: str = "POST") -> httpx.Response:
    """Ask as a browser does before it lets a page call."""
    headers = {
        "origin": origin,
        "access-control-request-method": method,
        "access-control-request-headers": "authorization,content-type,connect-protocol-version,"
        "connect-timeout-ms,x-grpc-web,x-user-agent,grpc-timeout",
    }
    return await http.options(GUEST, headers=headers)


@pytest.mark.parametrize(
    ("chosen", "origin", "may"),
    [
        (None, "http://localhost:5173", True),
        (None, "https://127.0.0.1", True),
        (None, "http://[::1]:3000", True),
        (None, OURS, False),
        (None, "http://localhost.evil.example", False),
        (None, "http://evil.example/localhost", False),
        (None, "null", False),
        ((), "http://localhost:5173", False),
        ((OURS,), OURS, True),
        ((OURS,), "http://cards.example", False),
        ((OURS,), "https://cards.example.evil.example", False),
        ((OURS,), "http://localhost:5173", False),
        (("*",), "https://anything.example", True),
    ],
)
async def test_pages_may_call_from_the_chosen_origins(
    tmp_path: Path, chosen: tuple[str, ...] | None, origin: str, *, may: bool
) -> None:
    """Preflight and answer name the origin where it may call; by default that is this machine."""
    async with (
        served(tmp_path, http_listen="127.0.0.1:0", cors_origins=chosen) as server,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.http_port}", verify=False) as http,  # noqa: S501
    ):
        asked = await preflight(http, origin)
        made = await http.post(GUEST, json={"name": "Ann"}, headers={"origin": origin})
        refused = await http.post(GUEST, json={"nick": "Ann"}, headers={"origin": origin})
        assert (asked.status_code == 200) == may
        for answer in (asked, made, refused):
            allowed = answer.headers.get("access-control-allow-origin")
            assert (allowed in {origin, "*"}) == may
        if may:
            exposed = made.headers["access-control-expose-headers"].split(", ")
            assert {"grpc-status", "grpc-message", "grpc-status-details-bin"} <= set(exposed)
        assert "access-control-allow-credentials" not in made.headers
        assert made.status_code == 200


async def test_pages_may_get_and_post_alone(tmp_path: Path) -> None:
    """A page is told before it tries what no method takes."""
    async with (
        served(tmp_path, http_listen="127.0.0.1:0", cors_origins=(OURS,)) as server,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.http_port}", verify=False) as http,  # noqa: S501
    ):
        found = [(await preflight(http, OURS, name)).status_code for name in ("GET", "POST", "PUT")]
        assert found == [200, 200, 400]


def test_origins_come_from_the_environment() -> None:
    """A list with commas or spaces names origins, an empty one none, and no list the default."""
    assert cors_origins_from({}) is None
    assert cors_origins_from({"PAIZHUO_CORS_ORIGINS": ""}) == ()
    listed = {"PAIZHUO_CORS_ORIGINS": f"{OURS}, http://a.example:81"}
    assert cors_origins_from(listed) == (OURS, "http://a.example:81")
    assert "PAIZHUO_CORS_ORIGINS" not in os.environ


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        (OURS, True),
        ("http://localhost:5173", True),
        ("http://[::1]:80", True),
        ("*", True),
        ("https://cards.example/", False),
        ("cards.example", False),
        ("https://*", False),
        ("https://*.example", False),
        ("", False),
    ],
)
def test_only_origins_are_origins(text: str, *, holds: bool) -> None:
    """What no browser would ever send is refused when the server starts."""
    assert is_origin(text) == holds
