"""Make guests, and give them back to who has their recovery code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo import limits
from paizhuo.errors import ServiceError, Why
from paizhuo.ids import (
    hash_recovery_code,
    hash_token,
    make_principal_id,
    make_recovery_code,
    make_token,
)
from paizhuo.visible import has_ink, is_plain

if TYPE_CHECKING:
    from paizhuo.auth.callers import LearnName
    from paizhuo.clock import Clock, Randomness
    from paizhuo.stores.base import Principal, PrincipalStore


class RateLimit:
    """Let through a number of calls a second on average, and a burst at once."""

    def __init__(self, clock: Clock, per_second: float, burst: int) -> None:
        """Begin with the whole burst."""
        self._monotonic = clock.monotonic
        self._per_second = per_second
        self._burst = burst
        self._left = float(burst)
        self._since = clock.monotonic()

    def take(self) -> bool:
        """Let one through, or not."""
        now = self._monotonic()
        grown = self._left + (now - self._since) * self._per_second
        self._since = now
        self._left = min(float(self._burst), grown)
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Guests:
    """Make and recover guests; neither needs a token, so both are rationed, each by itself.

    Whoever makes guests without end keeps nobody from coming back.
    """

    def __init__(
        self,
        store: PrincipalStore,
        clock: Clock,
        randomness: Randomness,
        learn_name: LearnName,
        *,
        is_off: bool = False,
    ) -> None:
        """Begin with full rations; `learn_name` is told what guests are called."""
        self._is_off = is_off
        self._store = store
        self._learn_name = learn_name
        self._randomness = randomness
        self._making = RateLimit(clock, limits.GUESTS_PER_SECOND, limits.GUESTS_BURST)
        self._recovering = RateLimit(clock, limits.GUESTS_PER_SECOND, limits.GUESTS_BURST)

    async def create(self, name: str) -> tuple[Principal, str, str]:
        """Make a guest; returns it with its token and its recovery code."""
        self._check_on()
        check_name(name)
        _take(self._making)
        token, code = make_token(self._randomness), make_recovery_code(self._randomness)
        guest = await self._store.create(
            make_principal_id(self._randomness), name, hash_token(token), hash_recovery_code(code)
        )
        self._learn_name(guest.principal_id, name)
        return guest, token, code

    async def recover(self, code: str) -> tuple[Principal, str]:
        """Give the owner of a recovery code a new token."""
        self._check_on()
        if not code:
            raise ServiceError(Why.FIELD_MISSING, facts={"field": "recovery_code"})
        _take(self._recovering)
        token = make_token(self._randomness)
        guest = await self._store.recover(hash_recovery_code(code), hash_token(token))
        if guest is None:
            raise ServiceError(Why.RECOVERY_CODE_UNKNOWN)
        return guest, token

    def _check_on(self) -> None:
        """Raise GUESTS_OFF where the operator has switched guests off."""
        if self._is_off:
            raise ServiceError(Why.GUESTS_OFF)


def _take(ration: RateLimit) -> None:
    """Raise TOO_MANY_GUESTS if too many came at once."""
    if not ration.take():
        raise ServiceError(Why.TOO_MANY_GUESTS)


def check_name(name: str) -> None:
    """Raise unless a person may be called that."""
    if not name.strip():
        raise ServiceError(Why.FIELD_MISSING, facts={"field": "name"})
    if len(name) > limits.NAME_CHARACTERS_MAX:
        problem = f"more than {limits.NAME_CHARACTERS_MAX} characters"
        raise ServiceError(Why.FIELD_INVALID, facts={"field": "name", "problem": problem})
    if not is_plain(name) or not has_ink(name):
        facts = {"field": "name", "problem": "characters that do not show"}
        raise ServiceError(Why.FIELD_INVALID, facts=facts)
