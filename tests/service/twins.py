"""Put other hidden cards under a running server, for one viewer, at every step."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from paizhuo import engine
from paizhuo.storage.v1 import entry_pb2
from paizhuo.v1 import action_pb2, view_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.hidden_moves import instead

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

_SHOWING = frozenset(
    (
        *("answers_opened", "cards_drawn", "cards_shown", "cards_taken"),
        *("lead_withdrawn", "plays_turned_up"),
    )
)
"""Events that show what was hidden, to everybody or to their viewer."""

_TRIES = 3_000
"""How often cards are dealt again until they fit what the next entry is going to show."""


class Worlds:
    """Remember by the number of the entry which try fitted, so that a replay need not look.

    `true` holds the entries for which none did, and which were prepared on the true cards;
    `otherwise` holds those in which something else was done, face down or under seal.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self.found: dict[int, int] = {}
        self.true: set[int] = set()
        self.otherwise: set[int] = set()

    @property
    def share(self) -> float:
        """Return at how many of the entries that could be, the cards were other ones."""
        return len(self.found) / (len(self.found) + len(self.true))


class TwinPrepared:
    """Be what an entry leads to on other cards, which waits for whom it truly waits.

    Whom a table waits for under seal is no viewer's business but the server's, and neither is
    what the log holds: that is what truly was done, and led to.
    """

    def __init__(self, here: engine.Prepared, true: engine.Prepared) -> None:
        """Keep both."""
        self.here = here
        self.true = true

    def __getattr__(self, name: str) -> Any:
        """Show everything else of the other cards."""
        return getattr(self.here, name)

    @property
    def decisions(self) -> list[engine.Decision]:
        """Return the decisions that truly wait for an answer."""
        return self.true.decisions

    @property
    def hash(self) -> bytes:
        """Return the hash of what it truly led to."""
        return self.true.hash

    def sealed(self, wake_at_ms: int) -> bytes:
        """Return the entry of what truly was done."""
        return self.true.sealed(wake_at_ms)


class TwinTable:
    """Be the engine's table of a log to the service, on cards that only look the same.

    Beside it goes the true table. Each entry is prepared on a table on which everything
    that the viewer cannot see was dealt again (`Table.resample`), such that the seat holds
    what it plays, and the viewer is shown the hidden cards that he was shown, when that is
    due. What a seat does face down or under seal is something else there, too, unless the viewer
    does it (`hidden_moves.py`). Between entries the service looks at yet another one. The entry
    that ends a deal is prepared on the true cards: it shows them to everybody. Replay does the
    same, with the same cards.
    """

    def __init__(self, true: engine.Table, viewer: int | None, worlds: Worlds) -> None:
        """Begin with what there is before the first entry."""
        self._true = true
        self._here = true.clone()
        self._viewer = viewer
        self._worlds = worlds
        self._count = 0
        self._pending: tuple[TwinPrepared, engine.Table] | None = None

    def __getattr__(self, name: str) -> Any:
        """Show everything else of the other cards."""
        return getattr(self._here, name)

    @property
    def decisions(self) -> list[engine.Decision]:
        """Return the decisions that truly wait for an answer."""
        return self._true.decisions

    def prepare(self, entry: bytes) -> TwinPrepared:
        """Prepare an entry on other cards."""
        read = entry_pb2.Entry.FromString(entry)

        def prepare(table: engine.Table, made: action_pb2.Action | None) -> engine.Prepared:
            if made is None:
                return table.prepare(entry)
            other = entry_pb2.Entry()
            other.CopyFrom(read)
            other.acted.action = made.SerializeToString()
            return table.prepare(other.SerializeToString())

        return self._elsewhere(prepare, lambda _: read)

    def prepare_act(self, request: engine.ActRequest, seat: int, *said: Any) -> TwinPrepared:
        """Prepare a seat's action on other cards."""

        def prepare(table: engine.Table, made: action_pb2.Action | None) -> engine.Prepared:
            if made is None:
                return table.prepare_act(request, seat, *said)
            other = api.ActRequest(
                request_id=request.request_id,
                table_id=request.table_id,
                decision_id=request.decision_id,
                action=made,
            )
            again = engine.ActRequest(other.SerializeToString())
            return table.prepare_act(again, seat, *said)

        return self._elsewhere(prepare, lambda true: entry_pb2.Entry.FromString(true.sealed(0)))

    def commit(self, prepared: TwinPrepared) -> None:
        """Take over what was prepared, there and here, and deal again."""
        assert self._pending is not None
        pending, world = self._pending
        assert pending is prepared
        world.commit(prepared.here)
        self._true.commit(prepared.true)
        self._count += 1
        self._here = self._true.resample(self._viewer, self._seed(0))

    def _elsewhere(
        self,
        prepare: Callable[[engine.Table, action_pb2.Action | None], engine.Prepared],
        entry_of: Callable[[engine.Prepared], entry_pb2.Entry],
    ) -> TwinPrepared:
        """Find other cards on which the rules take that too, or what looks like it."""
        try:
            true = prepare(self._true, None)
        except (engine.RuleError, engine.NotationError):
            # What is refused is refused by what the caller knows, or by nothing.
            here = prepare(self._here, None)
            return TwinPrepared(here, here)
        is_open = true.needs_commit or true.match_over or not self._true.decisions
        shown = [] if is_open else _turned_up(self._true, true, self._viewer)
        worlds = self._worlds
        tries = 0 if is_open or self._count in worlds.true else _TRIES
        for place in range(worlds.found.get(self._count, 0), tries):
            world = self._true.resample(self._viewer, self._seed(1 + place))
            is_other = world.hash != self._true.hash
            try:
                prepared = self._prepare_in(world, prepare, entry_of(true), place)
            except engine.RuleError:
                continue
            if prepared is None or _turned_up(self._true, prepared, self._viewer) != shown:
                continue
            if is_other:
                worlds.found[self._count] = place
            twin = TwinPrepared(prepared, true)
            self._pending = twin, world
            return twin
        if tries:
            worlds.true.add(self._count)
        world = self._true.clone()
        twin = TwinPrepared(prepare(world, None), true)
        self._pending = twin, world
        return twin

    def _prepare_in(
        self,
        world: engine.Table,
        prepare: Callable[[engine.Table, action_pb2.Action | None], engine.Prepared],
        entry: entry_pb2.Entry,
        place: int,
    ) -> engine.Prepared | None:
        """Prepare in a world what is done there; None if its cards leave nothing to do."""
        if not entry.HasField("acted") or entry.acted.seat == self._viewer:
            return prepare(world, None)
        made = action_pb2.Action.FromString(entry.acted.action)
        rng = random.Random(self._seed(1 + place))
        other = instead(self._true, world, entry.acted.seat, made, rng)
        if other is None:
            return None
        if other == made:
            return prepare(world, None)
        prepared = prepare(world, other)
        self._worlds.otherwise.add(self._count)
        return prepared

    def _seed(self, place: int) -> int:
        """Return a seed that is the same whenever this entry is prepared."""
        return self._count * (_TRIES + 1) + place


def _turned_up(before: engine.Table, after: engine.Prepared, viewer: int | None) -> list[str]:
    """Return what the viewer is shown by an entry that was hidden before; nothing: it is none."""
    told = api.WatchTableResponse.FromString(after.events(viewer)).events
    shown = [str(event) for event in told if event.WhichOneof("kind") in _SHOWING]
    bottom = _bottom(after, viewer)
    return [*shown, bottom] if shown or bottom != _bottom(before, viewer) else []


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
