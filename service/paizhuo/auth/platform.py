"""Believe the tokens of a platform: JSON Web Tokens, checked with the keys it gave."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import jwt

from paizhuo import limits
from paizhuo.auth.keys import KeyRefused, KeySet, OneKey
from paizhuo.auth.scopes import read_scopes
from paizhuo.errors import ServiceError, Why
from paizhuo.visible import has_ink, is_plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from paizhuo.auth.keys import Keys
    from paizhuo.config import Config

PREFIX: Final = "p-"
"""What every principal of a platform begins with; guests begin with another."""

# An id in the log ends at its first slash.
_SUBJECT: Final = re.compile(r"[!-.0-~]{1,128}")
_BAD: Final = (jwt.PyJWTError, ValueError, TypeError, OverflowError, RecursionError)


_TELL_EVERY_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class Claims:
    """Hold what a good token says; `left_s` is how long it may be believed unasked."""

    principal: str
    name: str
    scopes: frozenset[str]
    left_s: float


class Platform:
    """Read tokens."""

    def __init__(
        self,
        keys: Keys,
        issuer: str | None,
        audience: str | None,
        report: Callable[..., object],
    ) -> None:
        """Believe what these keys signed, for this audience where one is named."""
        self._keys = keys
        self._issuer = issuer
        self._audience = audience
        self._report = report
        self._tells_again_s = 0.0

    def read(self, token: str) -> Claims:
        """Return what a token says; raises TOKEN_EXPIRED or TOKEN_INVALID.

        Why a token is invalid is for the operator, and logged once a second at most.
        """
        try:
            return self._read(token)
        except ServiceError as refused:
            now_s = time.monotonic()
            if refused.code == Why.TOKEN_INVALID.name and now_s >= self._tells_again_s:
                self._tells_again_s = now_s + _TELL_EVERY_S
                self._report("token_refused", cause=refused.cause)
            raise

    def _read(self, token: str) -> Claims:
        """Check a token, and read its claims."""
        try:
            key = self._keys.find(jwt.get_unverified_header(token).get("kid"))
            if key is None:
                raise ServiceError(Why.TOKEN_INVALID, detail="no key has the token's kid")
            claims = jwt.decode(
                token,
                key.material,
                algorithms=list(key.algorithms),
                audience=self._audience,
                issuer=self._issuer,
                leeway=limits.TOKEN_LEEWAY_S,
                options={"require": self._required()},
            )
            return _read_claims(claims)
        except jwt.ExpiredSignatureError as error:
            raise ServiceError(Why.TOKEN_EXPIRED) from error
        except _BAD as error:
            raise ServiceError(Why.TOKEN_INVALID, detail=str(error)) from error

    def _required(self) -> list[str]:
        """Name the claims that a token must have."""
        chosen = {"aud": self._audience, "iss": self._issuer}
        return ["exp", "sub", *(claim for claim, value in chosen.items() if value is not None)]


def open_platform(config: Config, report: Callable[..., object]) -> Platform | None:
    """Read the keys that were chosen, None if none were; raises `KeyRefused`."""
    if config.jwt_key is not None and config.jwt_jwks is not None:
        raise KeyRefused("--jwt-key and --jwt-jwks cannot be used together")
    keys: Keys
    if config.jwt_key is not None:
        keys = OneKey(config.jwt_key)
    elif config.jwt_jwks is not None:
        keys = KeySet(config.jwt_jwks, report)
    else:
        if config.jwt_issuer is not None or config.jwt_audience is not None:
            raise KeyRefused("--jwt-issuer and --jwt-audience need --jwt-key or --jwt-jwks")
        if not config.guests:
            raise KeyRefused("--no-guests needs --jwt-key or --jwt-jwks: nobody could call")
        return None
    return Platform(keys, config.jwt_issuer, config.jwt_audience, report)


def _read_claims(claims: dict[str, Any]) -> Claims:
    """Return what claims mean here; raises TOKEN_INVALID for those that cannot be used."""
    subject, name, scope = claims["sub"], claims.get("name", ""), claims.get("scope", "")
    if not isinstance(subject, str) or _SUBJECT.fullmatch(subject) is None:
        raise ServiceError(Why.TOKEN_INVALID, "the claim sub is no name of a principal")
    if not isinstance(name, str) or not isinstance(scope, str):
        raise ServiceError(Why.TOKEN_INVALID, "the claims name and scope are texts")
    name = name.strip()
    is_seen = is_plain(name) and (not name or has_ink(name))
    if len(name) > limits.NAME_CHARACTERS_MAX or not is_seen:
        raise ServiceError(Why.TOKEN_INVALID, "the claim name is too long, or does not show")
    left_s = min(limits.TOKEN_CACHE_S, float(claims["exp"]) - time.time())
    return Claims(PREFIX + subject, name, read_scopes(scope), left_s)
