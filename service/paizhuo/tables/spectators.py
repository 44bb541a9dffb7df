"""Decide what somebody may know of a table: all of it with a seat, else what its options allow.

The delay of spectators is about a match in play. That it began is no secret, since nobody
can sit down any more; what is played in it they learn revision by revision, later. When it
has ended, or the table is closed, there is nothing left to hold back.

It counts what the game itself is made of, deals and actions (`TableState.played`). Pauses,
wishes and whatever else somebody may ask for at any time do not count, so that nobody can
use a delay up by asking: they are shown with the play after which they came, as late as it.
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
    return is_held_back(state) and principal not in state.seating.by_principal


def is_held_back(state: TableState) -> bool:
    """Say whether anything public is held back from those who have no seat."""
    if state.spectating.is_free:
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
    return last_apart(state) if is_apart(state, principal) else state.revision


def last_apart(state: TableState) -> int:
    """Return the last revision that those who have no seat may know of, while a match goes on."""
    if not state.spectating.is_allowed:
        return state.match_first - 1
    played = state.played
    is_far = len(played) == state.spectating.delay
    return max(state.match_first, played[0] - 1) if is_far else state.match_first
