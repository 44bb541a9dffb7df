"""Know the names of persons: they stand beside every log, never in one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo import limits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from paizhuo.stores.base import PrincipalStore


class Names:
    """Remember what persons are called."""

    def __init__(self, store: PrincipalStore) -> None:
        """Begin with no names."""
        self._store = store
        self._known: dict[str, str] = {}

    def get(self, principal: str) -> str:
        """Return the name, empty where it has not been learnt or was erased."""
        return self._known.get(principal, "")

    def put(self, principal: str, name: str) -> None:
        """Note a name that is known to hold."""
        if len(self._known) >= limits.NAMES_CACHE_MAX:
            self._known.clear()
        self._known[principal] = name

    async def learn(self, principals: Iterable[str]) -> None:
        """Ask the store for those names that are not known yet."""
        missing = sorted({name for name in principals if name and name not in self._known})
        if not missing:
            return
        found = await self._store.find(missing)
        for principal in missing:
            person = found.get(principal)
            self.put(principal, person.display_name if person else "")
