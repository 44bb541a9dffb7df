"""Put other hidden cards under a running server, for one viewer, at every step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from paizhuo import engine
from paizhuo.v1 import view_pb2

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

_TRIES = 3_000
"""How often cards are dealt again until they fit what the next entry is going to show."""


class Worlds:
    """Remember by the number of the entry which try fitted, so that a replay need not look.

    `true` holds the entries for which none did, and which were prepared on the true cards.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self.found: dict[int, int] = {}
        self.true: set[int] = set()

    @property
    def share(self) -> float:
        """Return at how many of the entries that could be, the cards were other ones."""
        return len(self.found) / (len(self.found) + len(self.true))


class TwinTable:
    """Be the engine's table of a log to the service, on cards that only look the same.

    Beside it goes the true table. Each entry is prepared on a table on which everything
    that the viewer cannot see was dealt again (`Table.resample`), such that the seat holds
    what it plays, and the viewer is shown the bottom cards that he was shown, when that is
    due; between entries the service looks at yet another one. The entry that ends a deal is
    prepared on the true cards: it shows them to everybody. Replay does the same, with the
    same cards.
    """

    def __init__(self, true: engine.Table, viewer: int | None, worlds: Worlds) -> None:
        """Begin with what there is before the first entry."""
        self._true = true
        self._here = true.clone()
        self._viewer = viewer
        self._worlds = worlds
        self._count = 0
        self._pending: tuple[engine.Prepared, engine.Prepared, engine.Table] | None = None

    def __getattr__(self, name: str) -> Any:
        """Show everything else of the other cards."""
        return getattr(self._here, name)

    def prepare(self, entry: bytes) -> engine.Prepared:
        """Prepare an entry on other cards."""
        return self._elsewhere(lambda table: table.prepare(entry))

    def prepare_act(self, *said: Any) -> engine.Prepared:
        """Prepare a seat's action on other cards."""
        return self._elsewhere(lambda table: table.prepare_act(*said))

    def commit(self, prepared: engine.Prepared) -> None:
        """Take over what was prepared, there and here, and deal again."""
        assert self._pending is not None
        assert self._pending[0] is prepared
        _, true, world = self._pending
        world.commit(prepared)
        self._true.commit(true)
        self._count += 1
        self._here = self._true.resample(self._viewer, self._seed(0))

    def _elsewhere(self, prepare: Callable[[engine.Table], engine.Prepared]) -> engine.Prepared:
        """Find other cards on which the rules take that too."""
        try:
            true = prepare(self._true)
        except (engine.RuleError, engine.NotationError):
            # What is refused is refused by what the caller knows, or by nothing.
            return prepare(self._here)
        is_open = true.needs_commit or true.match_over or not self._true.decisions
        bottom = _bottom(true, self._viewer)
        is_turned_up = not is_open and bottom != _bottom(self._true, self._viewer)
        worlds = self._worlds
        tries = 0 if is_open or self._count in worlds.true else _TRIES
        for place in range(worlds.found.get(self._count, 0), tries):
            world = self._true.resample(self._viewer, self._seed(1 + place))
            is_other = world.hash != self._true.hash
            try:
                prepared = prepare(world)
            except engine.RuleError:
                continue
            if is_turned_up and _bottom(prepared, self._viewer) != bottom:
                continue
            if is_other:
                worlds.found[self._count] = place
            self._pending = prepared, true, world
            return prepared
        if tries:
            worlds.true.add(self._count)
        world = self._true.clone()
        prepared = prepare(world)
        self._pending = prepared, true, world
        return prepared

    def _seed(self, place: int) -> int:
        """Return a seed that is the same whenever this entry is prepared."""
        return self._count * (_TRIES + 1) + place


def _bottom(table: engine.Prepared | engine.Table, viewer: int | None) -> str:
    """Return the bottom cards, where the viewer may know them."""
    zones = view_pb2.View.FromString(table.view(viewer)).zones
    return next((zone.cards for zone in zones if zone.name == "bottom"), "")


class TwinTables:
    """Stand where the service looks for the engine's tables."""

    def __init__(self, viewer: int | None) -> None:
        """Deal again what this viewer cannot see, a seat or the public."""
        self._viewer = viewer
        self._real = engine.Table
        self.worlds = Worlds()

    def logged(self, rules: engine.Ruleset, table_id: str) -> TwinTable:
        """Return a table before its first entry."""
        return TwinTable(self._real.logged(rules, table_id), self._viewer, self.worlds)


def put_twins(monkeypatch: pytest.MonkeyPatch, viewer: int | None) -> Worlds:
    """Let every table of this process from now on be one of other cards."""
    tables = TwinTables(viewer)
    monkeypatch.setattr(engine, "Table", tables)
    return tables.worlds
