"""Know the names of persons: they stand beside every log, never in one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo import limits

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from paizhuo.stores.base import PrincipalStore


class Names:
    """Remember what persons are called."""

    def __init__(self, store: PrincipalStore) -> None:
        """Begin with no names."""
        self._store = store
        self._known: dict[str, str] = {}
        self._position: int | None = None

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
        if missing:
            await self.learn_anew(missing)

    async def refresh(self) -> None:
        """Learn anew what other processes have erased or renamed since the last time."""
        if self._position is None:
            position, _ = await self._store.renamed(None)
            # What was learnt before may have changed before that position.
            known = list(self._known)
            for start in range(0, len(known), limits.NAMES_BATCH):
                await self.learn_anew(known[start : start + limits.NAMES_BATCH])
            self._position = position
        while True:
            position, changed = await self._store.renamed(self._position)
            if not changed:
                return
            stale = [principal for principal in changed if principal in self._known]
            if stale:
                await self.learn_anew(stale)
            self._position = position

    async def erase(self, principal: str) -> None:
        """Forget what somebody is called; who has no name keeps none."""
        await self._store.erase_name(principal)
        self.put(principal, "")

    async def learn_anew(self, principals: Sequence[str]) -> None:
        """Ask the store for these names, also where they are known.

        Who is not there is asked for again the next time: he may be by then.
        """
        found = await self._store.find(principals)
        for person in found.values():
            self.put(person.principal_id, person.display_name)
