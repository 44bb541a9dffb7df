"""Matches on the engine's logged tables, moved by entries as a server writes them.

Commitments and keys (design 2.7) are computed here in plain Python, apart from the engine.
"""

from __future__ import annotations

import hashlib
import struct
from typing import TYPE_CHECKING

from engine.notation import message
from paizhuo.engine import RuleError, Ruleset, Table
from paizhuo.storage.v1 import entry_pb2
from paizhuo.v1 import view_pb2

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from paizhuo.engine import Prepared

ALL = 1_000_000
"""A limit for lists of actions that cuts none."""

TABLE_ID = "a-table"


def tagged(tag: str, *parts: bytes) -> bytes:
    """SHA-256 of a tag and parts, each with its length before it."""
    digest = hashlib.sha256()
    for part in (tag.encode(), *parts):
        digest.update(struct.pack("<Q", len(part)) + part)
    return digest.digest()


def rules_hash(
    game: str, revision: int, seats: int, options: Mapping[str, str], order: Sequence[str]
) -> bytes:
    """SHA-256 of (game, rules revision, seats, every option in the catalogue's `order`)."""
    pairs = [text.encode() for name in order for text in (name, options.get(name, ""))]
    return tagged(
        "paizhuo/rules/1", game.encode(), struct.pack("<I", revision), bytes([seats]), *pairs
    )


class Keys:
    """The seeds of a table, what its seats mix in, and what follows from them."""

    def __init__(self, rules: Ruleset, name: str, table_id: str = TABLE_ID) -> None:
        """Everything is drawn from `name`, so that the same name gives the same match."""
        self.rules = rules
        self.name = name
        self.table_id = table_id

    def seed(self, deal: int) -> bytes:
        """Give the seed of a deal."""
        return hashlib.sha256(f"{self.name} seed {deal}".encode()).digest()

    def entropy(self, deal: int, attempt: int) -> list[bytes]:
        """Give what each seat mixes in, of any length up to 32 bytes, also nothing."""
        drawn = hashlib.sha256(f"{self.name} entropy {deal} {attempt}".encode()).digest()
        return [drawn[seat : seat + drawn[seat] % 33] for seat in range(self.rules.seats)]

    def commitment(self, deal: int) -> bytes:
        """Give the commitment to the seed of a deal."""
        return tagged("paizhuo/commit/1", *self._name(deal), self.seed(deal))

    def key(self, deal: int, attempt: int) -> bytes:
        """Give the key from which an attempt of a deal is dealt."""
        mixed = [struct.pack("<I", attempt), *self.entropy(deal, attempt)]
        return tagged("paizhuo/deal/1", *self._name(deal), self.seed(deal), *mixed)

    def _name(self, deal: int) -> tuple[bytes, bytes, bytes]:
        return self.table_id.encode(), struct.pack("<I", deal), self.rules.hash


class LoggedMatch:
    """A match whose deals follow by themselves; every entry is kept in `entries`."""

    def __init__(self, rules: Ruleset, name: str) -> None:
        """Deal the first deal; `name` fixes all seeds."""
        self.rules = rules
        self.keys = Keys(rules, name)
        self.table = Table.logged(rules, self.keys.table_id)
        self.entries: list[bytes] = []
        self.committed = 0
        """The last deal to whose seed the server has committed."""
        self.follow()

    def clone(self) -> LoggedMatch:
        """Give a match that goes on by itself."""
        other = object.__new__(LoggedMatch)
        other.rules, other.keys = self.rules, self.keys
        other.table = self.table.clone()
        other.entries = list(self.entries)
        other.committed = self.committed
        return other

    def follow(self) -> None:
        """Commit to the next deal and deal it, as soon as the rules let it be."""
        while True:
            deal = self.table.deal + 1
            if self.table.needs_commit:
                self.committed = deal
                self.put(committed(deal, self.keys.seed(deal), self.keys.commitment(deal)))
            elif self.table.needs_start and not self.table.match_over:
                self._start()
            else:
                return

    def _start(self) -> None:
        deal, attempt = self.table.deal + 1, 1
        if self.committed == self.table.deal:  # it was not played out
            deal, attempt = self.table.deal, self.table.attempt + 1
        self.put(started(deal, attempt, self.keys.entropy(deal, attempt)))

    def put(self, entry: entry_pb2.Entry) -> Prepared:
        """Prepare and commit an entry."""
        encoded = entry.SerializeToString()
        prepared = self.table.prepare(encoded)
        self.table.commit(prepared)
        assert self.table.hash == prepared.hash
        self.entries.append(encoded)
        return prepared

    def decision_id(self, seat: int) -> str:
        """Give the name of the seat's open decision; a wrong one if it has none."""
        own = [decision.id for decision in self.table.decisions if decision.seat == seat]
        return own[0] if own else "none"

    def asked(self) -> list[int]:
        """Give the seats with an open decision."""
        return [decision.seat for decision in self.table.decisions]

    def legal(self, seat: int) -> tuple[str, ...]:
        """Give everything that a seat may do."""
        legal = self.table.legal(seat, ALL)
        assert not legal.truncated
        return legal.actions

    def act(self, seat: int, action: str) -> Prepared:
        """Let a seat act, in notation; deals follow."""
        prepared = self.put(acted(seat, self.decision_id(seat), action))
        self.follow()
        return prepared

    def refusal(self, attempt: Callable[[LoggedMatch], object]) -> RuleError | None:
        """Give why something is refused, None if it is taken; see that nothing changes here."""
        before = self.table.hash
        other = self.clone()
        try:
            attempt(other)
        except RuleError as error:
            assert other.table.hash == before
            return error
        assert self.table.hash == before
        return None

    def perft(self, depth: int) -> int:
        """Count the legal action sequences of this length from here."""
        if depth == 0:
            return 1
        actions = [(seat, action) for seat in self.asked() for action in self.legal(seat)]
        if depth == 1:
            return len(actions)
        count = 0
        for seat, action in actions:
            other = self.clone()
            other.act(seat, action)
            count += other.perft(depth - 1)
        return count

    def view(self, viewer: int | None) -> view_pb2.View:
        """Give what a viewer may know."""
        return view_of(self.table, viewer)


def view_of(table: Table, viewer: int | None) -> view_pb2.View:
    """Give what a viewer may know of a table."""
    return view_pb2.View.FromString(table.view(viewer))


def committed(deal: int, seed: bytes, commitment: bytes) -> entry_pb2.Entry:
    """Write that the seed of a deal was committed to."""
    entry = entry_pb2.Entry(format=1)
    entry.deal_committed.deal = deal
    entry.deal_committed.seed = seed
    entry.deal_committed.commitment = commitment
    return entry


def started(deal: int, attempt: int, entropy: Sequence[bytes]) -> entry_pb2.Entry:
    """Write that an attempt of a deal was dealt."""
    entry = entry_pb2.Entry(format=1)
    entry.deal_started.deal = deal
    entry.deal_started.attempt = attempt
    entry.deal_started.entropy.extend(entropy)
    return entry


def acted(seat: int, decision_id: str, action: str) -> entry_pb2.Entry:
    """Write that a seat answered a decision."""
    entry = entry_pb2.Entry(format=1)
    entry.acted.seat = seat
    entry.acted.decision_id = decision_id
    entry.acted.action = message(action).SerializeToString()
    return entry
