"""Tell who is calling from the token of a call, without asking the store each time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from paizhuo import limits
from paizhuo.errors import ServiceError, Why
from paizhuo.ids import hash_token
from paizhuo.stores.base import StoreError

if TYPE_CHECKING:
    from paizhuo.clock import Clock
    from paizhuo.stores.base import PrincipalStore

_SCHEME: Final = "bearer "

LearnName = Callable[[str, str], None]
"""Take note of a principal's name."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Hold who is calling; `refusal` says why that is nobody, where it is."""

    principal: str = ""
    refusal: Why | None = None


ANONYMOUS: Final = Caller(refusal=Why.TOKEN_MISSING)
UNKNOWN: Final = Caller(refusal=Why.TOKEN_INVALID)
NOT_CHECKED: Final = Caller(refusal=Why.STORE_UNAVAILABLE)


def require(caller: Caller) -> str:
    """Return the principal, or refuse the call."""
    if caller.refusal is not None:
        raise ServiceError(caller.refusal)
    return caller.principal


class Callers:
    """Remember tokens for `limits.TOKEN_CACHE_S`; then the store renews them."""

    def __init__(self, store: PrincipalStore, clock: Clock, learn_name: LearnName) -> None:
        """Begin with no tokens; `learn_name` is told what callers are called."""
        self._store = store
        self._learn_name = learn_name
        self._monotonic = clock.monotonic
        self._known: dict[str, tuple[Caller, float]] = {}

    def recall(self, authorization: str) -> Caller | None:
        """Return who calls with that header, if it was checked not long ago."""
        known = self._known.get(authorization)
        if known is None or known[1] < self._monotonic():
            return None
        return known[0]

    async def check(self, authorization: str) -> Caller:
        """Ask the store who calls with that header."""
        if authorization[: len(_SCHEME)].lower() != _SCHEME:
            return UNKNOWN
        token = authorization[len(_SCHEME) :].strip()
        try:
            principal = await self._store.authenticate(hash_token(token))
        except StoreError:
            return NOT_CHECKED
        if principal is None:
            self._known.pop(authorization, None)
            return UNKNOWN
        self._learn_name(principal.principal_id, principal.display_name)
        caller = Caller(principal.principal_id)
        if len(self._known) >= limits.TOKEN_CACHE_MAX:
            self._known.clear()
        self._known[authorization] = (caller, self._monotonic() + limits.TOKEN_CACHE_S)
        return caller
