"""Keep guests and secrets in memory, for tests and benchmarks."""

from __future__ import annotations

import secrets
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

from paizhuo.stores.base import PrincipalExists, StoreUnavailable, Trouble
from paizhuo.stores.principals import (
    RENAMED_MAX,
    TOKEN_LIFETIME_MS,
    TOKEN_TOUCH_MS,
    TOKENS_MAX,
    Principal,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


class MemoryPrincipals:
    """Keep guests in memory; see `stores.principals.PrincipalStore`."""

    def __init__(
        self, now_ms: Callable[[], int], token_lifetime_ms: int = TOKEN_LIFETIME_MS
    ) -> None:
        """Begin with nobody; `now_ms` is the clock, in Unix milliseconds."""
        self._now_ms = now_ms
        self._lifetime_ms = token_lifetime_ms
        self._lock = threading.Lock()
        self._principals: dict[str, Principal] = {}
        self._tokens: dict[bytes, tuple[str, int]] = {}
        self._recovery: dict[bytes, str] = {}
        self._secrets: dict[str, bytes] = {}
        self._renamed: dict[str, int] = {}
        self._renames = 0
        self._closed = False

    async def create(
        self, principal_id: str, display_name: str, token_hash: bytes, recovery_hash: bytes
    ) -> Principal:
        """Create a principal with one token and one recovery code."""
        with self._lock:
            self._check_open()
            token_of = self._tokens.get(token_hash, (None, 0))[0]
            owners = {token_of, self._recovery.get(recovery_hash)}
            known = self._principals.get(principal_id)
            if known is not None and owners == {principal_id}:
                return known
            if known is not None or owners != {None}:
                message = f"principal {principal_id}, its token or its recovery code is taken"
                raise PrincipalExists(message)
            now_ms = self._now_ms()
            principal = Principal(principal_id, display_name, now_ms)
            self._principals[principal_id] = principal
            self._tokens[token_hash] = (principal_id, now_ms)
            self._recovery[recovery_hash] = principal_id
            return principal

    async def authenticate(self, token_hash: bytes) -> Principal | None:
        """Return whose token that is and renew it; None if unknown or expired."""
        with self._lock:
            self._check_open()
            found = self._tokens.get(token_hash)
            if found is None:
                return None
            principal_id, used_ms = found
            now_ms = self._now_ms()
            if now_ms >= used_ms + self._lifetime_ms:
                del self._tokens[token_hash]
                return None
            if now_ms >= used_ms + TOKEN_TOUCH_MS:
                self._tokens[token_hash] = (principal_id, now_ms)
            return self._principals[principal_id]

    async def recover(self, recovery_hash: bytes, token_hash: bytes) -> Principal | None:
        """Give the owner of the recovery code a new token; None if the code is unknown."""
        with self._lock:
            self._check_open()
            principal_id = self._recovery.get(recovery_hash)
            if principal_id is None:
                return None
            owner = self._tokens.get(token_hash, (principal_id, 0))[0]
            if owner != principal_id:
                message = "the new token is taken"
                raise PrincipalExists(message)
            self._tokens[token_hash] = (principal_id, self._now_ms())
            own = [
                (used_ms, key)
                for key, (holder, used_ms) in self._tokens.items()
                if holder == principal_id and key != token_hash
            ]
            for _, key in sorted(own, reverse=True)[TOKENS_MAX - 1 :]:
                del self._tokens[key]
            return self._principals[principal_id]

    async def revoke(self, token_hash: bytes) -> bool:
        """Make the token invalid; False if it was unknown."""
        with self._lock:
            self._check_open()
            return self._tokens.pop(token_hash, None) is not None

    async def find(self, principal_ids: Sequence[str]) -> Mapping[str, Principal]:
        """Return those of the principals that exist, by id."""
        with self._lock:
            self._check_open()
            known = self._principals
            return {key: known[key] for key in principal_ids if key in known}

    async def rename(self, principal_id: str, display_name: str) -> Principal | None:
        """Set the display name; None if there is no such principal."""
        with self._lock:
            self._check_open()
            known = self._principals.get(principal_id)
            if known is None or known.display_name == display_name:
                return known
            renamed = replace(known, display_name=display_name)
            self._principals[principal_id] = renamed
            self._renames += 1
            self._renamed[principal_id] = self._renames
            return renamed

    async def erase_name(self, principal_id: str) -> bool:
        """Erase the display name; False if there is none such."""
        return await self.rename(principal_id, "") is not None

    async def renamed(self, after: int | None) -> tuple[int, Sequence[str]]:
        """Return whose names were set or erased behind a position, and the next position."""
        with self._lock:
            self._check_open()
            if after is None:
                return self._renames, ()
            found = sorted((at, key) for key, at in self._renamed.items() if at > after)
            told = found[:RENAMED_MAX]
            return told[-1][0] if told else after, [key for _, key in told]

    async def secret(self, name: str) -> bytes:
        """Return the 32 random bytes of that name, drawn once."""
        with self._lock:
            self._check_open()
            return self._secrets.setdefault(name, secrets.token_bytes(32))

    async def aclose(self) -> None:
        """Let go; later calls raise `StoreUnavailable`."""
        self._closed = True

    def _check_open(self) -> None:
        """Raise `StoreUnavailable` once closed."""
        if self._closed:
            raise StoreUnavailable(Trouble.CLOSED, "the memory store of principals was closed")
