"""Keep the last revisions of a table in memory: what callers and watchers are still told of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo import limits
from paizhuo.tables.spectators import is_held_back, last_apart

if TYPE_CHECKING:
    from collections import deque

    from paizhuo.tables.state import TableState
    from paizhuo.tables.step import Step


def remember(recent: deque[Step], step: Step, state: TableState) -> None:
    """Add a revision that was just committed, and forget what is needed no more.

    Where spectators live behind, their revision and those after it are kept as well, up to
    `limits.BEHIND_STEPS_MAX`: much may lie between two actions that is none.
    """
    recent.append(step)
    if len(recent) <= limits.RECENT_STEPS_MAX:
        return
    is_told_later = state.spectating.is_allowed and is_held_back(state)
    needed = last_apart(state) if is_told_later else state.revision
    while len(recent) > limits.RECENT_STEPS_MAX and (
        recent[0].entry.revision < needed or len(recent) > limits.BEHIND_STEPS_MAX
    ):
        recent.popleft()


def keep_last(recent: deque[Step]) -> None:
    """Forget all but the last revision: who follows a closed table reads its log."""
    while len(recent) > 1:
        recent.popleft()
