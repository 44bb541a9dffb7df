"""Fold what is no game out of a table's log: who sits where, who is ready, which deal.

`Seating` is a value: `after` an entry it is another one, or itself where the entry
changes nothing of it. The engine folds the game beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from paizhuo.tables.wire import bytes_field
from paizhuo.v1 import action_pb2

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paizhuo.storage.v1 import entry_pb2

# An action is one verb, so that its first byte names it.
_CONTINUE: Final = bytes_field(action_pb2.Action.CONTINUE_FIELD_NUMBER, b"")[:1]


@dataclass(frozen=True, slots=True)
class Occupant:
    """Hold who has a seat: a person, a bot, or nobody; and what a person said of it.

    `agreed` tells that the person answered the rules' own question for the next deal,
    which cannot be taken back.
    `misses` counts the decisions in a row that ran out. `delegate` is the bot that plays
    for the person, who `comes_back` once answers are opened if he gave one under seal. Who was
    kicked has the seat in name only, until the match is over.
    """

    principal: str = ""
    bot: str = ""
    ready: bool = False
    agreed: bool = False
    entropy: bytes = b""
    misses: int = 0
    delegate: str = ""
    comes_back: bool = False
    is_kicked: bool = False
    wants_pause: bool = False
    auto_pass_ms: int = 0

    @property
    def is_free(self) -> bool:
        """Say whether nobody has the seat."""
        return not self.principal and not self.bot

    @property
    def is_ready(self) -> bool:
        """Say whether the seat is ready; a bot always is."""
        return bool(self.player_bot) or self.ready

    @property
    def player_bot(self) -> str:
        """Return the bot that plays, be it for itself or for a person; else nothing."""
        return self.bot or self.delegate

    @property
    def is_active(self) -> bool:
        """Say whether a person has the seat and plays."""
        return bool(self.principal) and not self.delegate


NOBODY: Final = Occupant()


@dataclass(frozen=True, slots=True)
class Origin:
    """Hold what was fixed when the table was created; older tables have no `secret`."""

    table_id: str
    game: str
    seats: int
    preset: str
    options: Mapping[str, str]
    table_options: Mapping[str, str]
    owner: str
    title: str
    listed: bool
    created_ms: int
    rules_revision: int
    kept: Mapping[int, str] = field(default_factory=dict)
    is_private: bool = False
    secret: bytes = b""


@dataclass(frozen=True, slots=True)
class Seating:
    """Hold everything about a table that the engine does not know.

    `deal` and `attempt` are those dealt last, attempt 0 while the deal is only
    committed to. `seed` is set until it has been opened. `entropies` holds what the
    seats mixed into each attempt of the deal. `ready` and entropy hold for the next deal,
    which was committed to at `committed_ms`. `paused_ms` is when the clocks were stopped,
    0 while they go; who is `barred` cannot come back.
    """

    origin: Origin
    seats: tuple[Occupant, ...]
    by_principal: Mapping[str, int] = field(default_factory=dict)
    deal: int = 0
    attempt: int = 0
    seed: bytes = b""
    entropies: tuple[tuple[bytes, ...], ...] = ()
    has_bots: bool = False
    has_auto_pass: bool = False
    committed_ms: int = 0
    paused_ms: int = 0
    is_paused_by_server: bool = False
    barred: frozenset[str] = frozenset()
    is_closed: bool = False
    close_reason: str = ""

    @property
    def free_seat(self) -> int | None:
        """Return the first free seat."""
        return next((seat for seat, held in enumerate(self.seats) if held.is_free), None)

    @property
    def is_paused(self) -> bool:
        """Say whether the clocks stand still."""
        return self.paused_ms > 0

    @property
    def is_committed(self) -> bool:
        """Say whether the next deal has been committed to, and not been dealt."""
        return self.deal > 0 and not self.attempt

    @property
    def kicked_seat(self) -> int | None:
        """Return the first seat whose person was sent away during a match."""
        return next((seat for seat, held in enumerate(self.seats) if held.is_kicked), None)

    @property
    def bots(self) -> Mapping[int, str]:
        """Return the bots, by seat."""
        return {seat: held.bot for seat, held in enumerate(self.seats) if held.bot}

    @property
    def all_ready(self) -> bool:
        """Say whether every seat is taken and every person is ready."""
        return all(held.is_ready for held in self.seats)

    def next_entropy(self) -> tuple[bytes, ...]:
        """Return what the seats mix into the next attempt.

        A redeal takes what the first attempt took: that was said after the seed had been
        committed to, so that nobody could have chosen the redeal either.
        """
        if self.attempt:
            return self.entropies[0]
        return tuple(held.entropy for held in self.seats)

    def after(self, entry: entry_pb2.Entry) -> Seating:  # noqa: PLR0911 - a kind of entry each
        """Return the seating after an entry."""
        match entry.WhichOneof("body"):
            case "acted":
                acted = entry.acted
                return self.after_acted(acted.seat, goes_on=acted.action[:1] == _CONTINUE)
            case "seat_taken":
                taken = entry.seat_taken
                return self.with_occupant(taken.seat, Occupant(principal=taken.principal))
            case "bot_added":
                return self.with_occupant(entry.bot_added.seat, Occupant(bot=entry.bot_added.bot))
            case "seat_left":
                return self.with_occupant(entry.seat_left.seat, NOBODY)
            case "bot_removed":
                return self.with_occupant(entry.bot_removed.seat, NOBODY)
            case "seat_ready":
                said = entry.seat_ready
                held = self.seats[said.seat]
                entropy = said.entropy or held.entropy
                return self.with_occupant(
                    said.seat, replace(held, ready=said.ready, entropy=entropy)
                )
            case "deal_committed":
                return self._after_committed(entry.deal_committed, entry.time_ms)
            case "deal_started":
                return self._after_started(entry.deal_started)
            case "table_closed":
                return replace(
                    self, is_closed=True, close_reason=entry.table_closed.reason, seed=b""
                )
            case _:
                return self

    def with_seed_opened(self) -> Seating:
        """Return the seating once the deal was played out and its seed opened."""
        return replace(self, seed=b"")

    def after_acted(self, seat: int, *, goes_on: bool) -> Seating:
        """Return the seating after an action; who goes on with another deal is ready for it."""
        if not goes_on or self.seats[seat].bot:
            return self
        return self.with_occupant(seat, replace(self.seats[seat], ready=True, agreed=True))

    def with_nobody_ready(self) -> Seating:
        """Return the seating once a match has ended: the next one is a question of its own."""
        seats = tuple(_asked_again(held) for held in self.seats)
        return replace(self, seats=seats, has_auto_pass=False)

    def _after_committed(self, committed: entry_pb2.DealCommitted, time_ms: int) -> Seating:
        """Note the seed. What was mixed in before, a server could have drawn it to fit."""
        seats = self.seats
        if any(held.entropy for held in seats):
            seats = tuple(replace(held, entropy=b"") for held in seats)
        return replace(
            self,
            deal=committed.deal,
            attempt=0,
            seed=committed.seed,
            entropies=(),
            seats=seats,
            committed_ms=time_ms,
        )

    def _after_started(self, started: entry_pb2.DealStarted) -> Seating:
        """Note the attempt; the first one uses up what persons said of the deal."""
        mixed = tuple(started.entropy)
        if started.attempt > 1:
            return replace(self, attempt=started.attempt, entropies=(*self.entropies, mixed))
        return replace(
            self,
            attempt=1,
            entropies=(mixed,),
            seats=tuple(_asked_again(held) for held in self.seats),
            has_auto_pass=False,
        )

    def with_occupant(self, seat: int, occupant: Occupant) -> Seating:
        """Return the seating with another occupant of one seat."""
        return self.with_seats((*self.seats[:seat], occupant, *self.seats[seat + 1 :]))

    def with_seats(self, seats: tuple[Occupant, ...]) -> Seating:
        """Return the seating with other occupants."""
        return replace(
            self,
            seats=seats,
            by_principal={
                held.principal: at
                for at, held in enumerate(seats)
                if held.principal and not held.is_kicked
            },
            has_bots=any(held.player_bot for held in seats),
            has_auto_pass=any(held.auto_pass_ms for held in seats),
        )


def _asked_again(held: Occupant) -> Occupant:
    """Return a seat of which nothing has been said for the next deal."""
    return replace(held, ready=False, agreed=False, entropy=b"", auto_pass_ms=0)


def begin(table_id: str, entry: entry_pb2.Entry) -> Seating:
    """Return the seating after the first entry."""
    created = entry.table_created
    origin = Origin(
        table_id=table_id,
        game=created.game,
        seats=created.seats,
        preset=created.preset,
        options={setting.name: setting.value for setting in created.options},
        table_options={setting.name: setting.value for setting in created.table_options},
        owner=created.owner,
        title=created.title,
        listed=created.listed,
        created_ms=entry.time_ms,
        rules_revision=entry.rules_revision,
        kept={kept.seat: kept.principal for kept in created.seats_kept},
        is_private=created.private,
        secret=created.secret,
    )
    return Seating(origin=origin, seats=(NOBODY,) * created.seats)
