"""Tell who is calling from the token of a call, without asking the store each time."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from paizhuo import limits
from paizhuo.auth import scopes
from paizhuo.errors import ServiceError, Why
from paizhuo.ids import (
    TOKEN_PREFIX,
    hash_recovery_code,
    hash_token,
    make_recovery_code,
    make_token,
)
from paizhuo.stores.base import PrincipalExists, StoreError

if TYPE_CHECKING:
    from paizhuo.auth.platform import Platform
    from paizhuo.clock import Clock, Randomness
    from paizhuo.stores.base import PrincipalStore

_SCHEME: Final = "bearer "
_KEY_CHARACTERS_MAX: Final = 80

LearnName = Callable[[str, str], None]
"""Take note of a principal's name."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Hold who is calling and what the token allows; `refusal` says why that is nobody."""

    principal: str = ""
    refusal: Why | None = None
    scopes: frozenset[str] = scopes.OF_GUESTS


ANONYMOUS: Final = Caller(refusal=Why.TOKEN_MISSING)
UNKNOWN: Final = Caller(refusal=Why.TOKEN_INVALID)
NOT_CHECKED: Final = Caller(refusal=Why.STORE_UNAVAILABLE)


def require(caller: Caller, scope: str | None = None, *, is_for_admin: bool = False) -> str:
    """Return the principal, or refuse the call; `scope` is what the token must allow.

    What `is_for_admin` takes the scope admin as well.
    """
    if caller.refusal is not None:
        raise ServiceError(caller.refusal)
    is_allowed = scope is None or scope in caller.scopes
    if not is_allowed and not (is_for_admin and scopes.ADMIN in caller.scopes):
        raise ServiceError(Why.SCOPE_MISSING, facts={"scope": scope})
    return caller.principal


class Callers:
    """Remember tokens for `limits.TOKEN_CACHE_S`; then the store renews them.

    `platform` reads the tokens that are no guest's; None where there is no platform.
    """

    def __init__(  # noqa: PLR0913 - what it shares with the server
        self,
        store: PrincipalStore,
        clock: Clock,
        learn_name: LearnName,
        *,
        randomness: Randomness,
        platform: Platform | None = None,
        has_guests: bool = True,
    ) -> None:
        """Begin with no tokens; `learn_name` is told what callers are called."""
        self._store = store
        self._learn_name = learn_name
        self._monotonic = clock.monotonic
        self._randomness = randomness
        self._platform = platform
        self._has_guests = has_guests
        self._known: dict[str, tuple[Caller, float]] = {}

    def recall(self, authorization: str) -> Caller | None:
        """Return who calls with that header, if it was checked not long ago."""
        known = self._known.get(_key_of(authorization))
        if known is None or known[1] < self._monotonic():
            return None
        return known[0]

    async def check(self, authorization: str) -> Caller:
        """Find out who calls with that header."""
        if authorization[: len(_SCHEME)].lower() != _SCHEME:
            return UNKNOWN
        token = authorization[len(_SCHEME) :].strip()
        try:
            if self._platform is not None and not token.startswith(TOKEN_PREFIX):
                caller, left_s = await self._check_platform(self._platform, token)
            elif self._has_guests:
                caller, left_s = await self._check_guest(token)
            else:
                return UNKNOWN
        except StoreError:
            return NOT_CHECKED
        if caller.refusal is not None:
            self._known.pop(_key_of(authorization), None)
            return caller
        if len(self._known) >= limits.TOKEN_CACHE_MAX:
            self._known.clear()
        self._known[_key_of(authorization)] = (caller, self._monotonic() + left_s)
        return caller

    async def _check_guest(self, token: str) -> tuple[Caller, float]:
        """Ask the store whose token that is."""
        principal = await self._store.authenticate(hash_token(token))
        if principal is None:
            return UNKNOWN, 0.0
        self._learn_name(principal.principal_id, principal.display_name)
        return Caller(principal.principal_id), limits.TOKEN_CACHE_S

    async def _check_platform(self, platform: Platform, token: str) -> tuple[Caller, float]:
        """Read a platform's token, and keep the name that it gives, unless it was erased."""
        try:
            claims = platform.read(token)
        except ServiceError as error:
            return Caller(refusal=Why[error.code]), 0.0
        found = (await self._store.find([claims.principal])).get(claims.principal)
        name = found.display_name if found is not None else claims.name
        if found is None and name:
            await self._keep(claims.principal, name)
        elif found is not None and name and claims.name not in {"", name}:
            await self._store.rename(claims.principal, claims.name)
            name = claims.name
        self._learn_name(claims.principal, name)
        return Caller(claims.principal, scopes=claims.scopes), claims.left_s

    async def _keep(self, principal: str, name: str) -> None:
        """Write down what somebody is called, so that other processes know it too.

        Token and recovery code are drawn and forgotten: nobody can ever have them.
        """
        token = hash_token(make_token(self._randomness))
        code = hash_recovery_code(make_recovery_code(self._randomness))
        with contextlib.suppress(PrincipalExists):
            await self._store.create(principal, name, token, code)


def _key_of(authorization: str) -> str:
    """Return what a header is remembered by: itself if it is short, as those of guests are.

    One token can be written in many ways, with blanks around it, and each may be long.
    """
    if len(authorization) <= _KEY_CHARACTERS_MAX:
        return authorization
    return sha256(authorization.encode("utf-8", "surrogatepass")).hexdigest()
