"""Decide what somebody may know of a table: all of it with a seat, else what its options allow.

The delay of spectators is about a match in play. That it began is no secret, since nobody
can sit down any more; what is played in it they learn revision by revision, later. When it
has ended, or the table is closed, there is nothing left to hold back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from paizhuo.errors import ServiceError, Why

if TYPE_CHECKING:
    from collections.abc import Container

    from paizhuo.tables.state import TableState
    from paizhuo.tables.step import Step


class Shown(NamedTuple):
    """Hold what a table is to somebody: a revision of it, his seat, and who is there.

    `present` is empty for who lives behind: presence is about now.
    """

    step: Step
    viewer: int | None
    present: Container[str]


def is_apart(state: TableState, principal: str) -> bool:
    """Say whether somebody may not know everything that is public: no seat, a match in play."""
    if state.spectating.is_free or principal in state.seating.by_principal:
        return False
    return state.outline.is_running and not state.seating.is_closed


def check_may_watch(state: TableState, principal: str) -> None:
    """Raise SPECTATORS_OFF for who may not see the match that goes on."""
    if not state.spectating.is_allowed and is_apart(state, principal):
        raise ServiceError(Why.SPECTATORS_OFF)


def last_shown(state: TableState, principal: str) -> int:
    """Return the last revision that somebody may know of, which never goes back.

    But for who loses a seat: then it does.
    """
    if not is_apart(state, principal):
        return state.revision
    if not state.spectating.is_allowed:
        return state.match_first - 1
    return max(state.match_first, state.revision - state.spectating.delay)
