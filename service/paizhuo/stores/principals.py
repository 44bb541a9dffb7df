"""Define what the core asks of the store of guests, names and secrets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TOKENS_MAX: Final = 16
"""Most tokens of one principal."""

TOKEN_LIFETIME_MS: Final = 90 * 24 * 3600 * 1000
"""How long a token lives unused, unless the store is told otherwise."""

TOKEN_TOUCH_MS: Final = 3600 * 1000
"""How often the last use of a token is recorded at most."""


RENAMED_MAX: Final = 500
"""How many whose names changed are told at once."""


@dataclass(frozen=True, slots=True)
class Principal:
    """Hold a guest. `display_name` is empty once it was erased."""

    principal_id: str
    display_name: str
    created_ms: int


class PrincipalStore(Protocol):
    """Keep guests, their names and the server's secrets, apart from every log.

    Tokens and recovery codes come as hashes; the store never sees one.
    """

    async def create(
        self, principal_id: str, display_name: str, token_hash: bytes, recovery_hash: bytes
    ) -> Principal:
        """Create a principal with one token and one recovery code.

        Raises `PrincipalExists` if any of the three is taken; the same call again returns
        the principal, so it may be repeated after an unknown end.
        """
        ...

    async def authenticate(self, token_hash: bytes) -> Principal | None:
        """Return whose token that is and renew it; None if unknown or expired.

        A token expires when it was unused for its lifetime; its last use is recorded
        at most once an hour, so it may expire up to an hour early.
        """
        ...

    async def recover(self, recovery_hash: bytes, token_hash: bytes) -> Principal | None:
        """Give the owner of the recovery code a new token; None if the code is unknown.

        Other tokens stay valid, up to `TOKENS_MAX`; beyond that the least used goes.
        """
        ...

    async def revoke(self, token_hash: bytes) -> bool:
        """Make the token invalid; False if it was unknown."""
        ...

    async def find(self, principal_ids: Sequence[str]) -> Mapping[str, Principal]:
        """Return those of the principals that exist, by id."""
        ...

    async def rename(self, principal_id: str, display_name: str) -> Principal | None:
        """Set the display name; None if there is no such principal."""
        ...

    async def erase_name(self, principal_id: str) -> bool:
        """Erase the display name, overwriting it on disk; False if there is none such."""
        ...

    async def renamed(self, after: int | None) -> tuple[int, Sequence[str]]:
        """Return whose names became others behind a position, and the next position.

        At most `RENAMED_MAX` at once; none where nothing more follows. None as a position
        returns the last one, with nobody. Positions are those of this store, for good.
        """
        ...

    async def secret(self, name: str) -> bytes:
        """Return the 32 random bytes of that name, drawn once for all processes."""
        ...

    async def aclose(self) -> None:
        """Finish what was accepted and let go; later calls raise `StoreUnavailable`."""
        ...
