"""Hold what most entries leave as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paizhuo.stores.base import Summary
    from paizhuo.tables.clocks import Clocks
    from paizhuo.tables.seating import Seating
    from paizhuo.tables.waking import Outline
    from paizhuo.v1 import table_pb2


class Standing:
    """Hold how a table stands, apart from what every entry moves; nobody changes one that is used.

    `opened` says since when each decision is open, where bots or clocks play a part.
    `server_ms` is the time of the last entry that the server made; `deals_alone` counts what
    was dealt since anybody called. From `deal_first` to `hidden_last` are the revisions of a
    deal in play whose tricks are shown no more, where the rules say so. It is `settled` where
    nothing but a call moves the table: an action that leaves the outline as it was is then
    all that happens.
    """

    __slots__ = (
        "clocks",
        "deal_first",
        "deals_alone",
        "hidden_last",
        "match_first",
        "opened",
        "outline",
        "seating",
        "server_ms",
        "settled",
        "state",
        "summary",
    )

    clocks: Clocks
    deal_first: int
    deals_alone: int
    hidden_last: int
    match_first: int
    opened: Mapping[str, int]
    outline: Outline
    seating: Seating
    server_ms: int
    settled: bool
    state: table_pb2.TableState.ValueType
    summary: Summary

    def copy(self) -> Standing:
        """Return one that may be changed until it is used."""
        other = Standing()
        for name in Standing.__slots__:
            setattr(other, name, getattr(self, name))
        return other


class Stood:
    """Be at a standing, and show what is in it."""

    __slots__ = ()

    standing: Standing

    @property
    def seating(self) -> Seating:
        """Return who sits where."""
        return self.standing.seating

    @property
    def outline(self) -> Outline:
        """Return what the game waits for."""
        return self.standing.outline

    @property
    def state(self) -> table_pb2.TableState.ValueType:
        """Return what the table waits for."""
        return self.standing.state

    @property
    def summary(self) -> Summary:
        """Return the index row."""
        return self.standing.summary

    @property
    def clocks(self) -> Clocks:
        """Return the clocks."""
        return self.standing.clocks
