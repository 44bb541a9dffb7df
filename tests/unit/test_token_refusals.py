"""What the operator is told of tokens that are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from paizhuo.auth.platform import open_platform
from paizhuo.config import Config
from paizhuo.errors import ServiceError
from service.platform_tokens import SECRET, Signer

if TYPE_CHECKING:
    from pathlib import Path


def test_the_log_says_why_a_token_is_invalid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cause is logged, without the token, once a second; one that is only late is not."""
    path = tmp_path / "key"
    path.write_bytes(SECRET)
    told: list[tuple[str, object]] = []
    now_s = 100.0
    monkeypatch.setattr("paizhuo.auth.platform.time.monotonic", lambda: now_s)
    platform = open_platform(
        Config(jwt_key=path, jwt_issuer="https://we.example"),
        lambda event, *, cause: told.append((event, cause)),
    )
    assert platform is not None
    signer = Signer(SECRET, "HS256")
    wrong = signer.token(iss="https://they.example")
    for _ in range(3):
        with pytest.raises(ServiceError) as refused:
            platform.read(wrong)
        assert "issuer" not in refused.value.message
    assert told == [("token_refused", "Invalid issuer")]
    now_s += 1.0
    with pytest.raises(ServiceError):
        platform.read(signer.token(iss="https://we.example", scope=["play"]))
    assert told[1:] == [("token_refused", "the claims name and scope are texts")]
    now_s += 1.0
    with pytest.raises(ServiceError, match="run out"):
        platform.read(signer.token(iss="https://we.example", exp=1))
    assert len(told) == 2
