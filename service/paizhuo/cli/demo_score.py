"""How teams stand after each trick, also where tricks are over before the server says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from paizhuo.v1 import event_pb2

_COUNTED_WITH_TRICK: Final = {"trick_named", "points_moved", "teams_changed"}
"""What a trick brings after it has ended."""


class Score:
    """Count the points of teams in a deal, trick by trick.

    The server tells the points of teams once a call, and the last two tricks of a deal may end
    in the same one.
    """

    def __init__(self) -> None:
        """Know of no teams yet."""
        self._points: dict[str, int] = {}
        self._team_of: dict[int, str] = {}
        self._is_due = False

    def take(self, teams: Iterable[event_pb2.Team]) -> None:
        """Take over what the server says; nothing is left to be told."""
        for team in teams:
            self._points[team.name] = team.points
            self._team_of |= dict.fromkeys(team.seats, team.name)
        self._is_due = False

    def win(self, winner: int) -> None:
        """Count a trick, a point for the winner's team."""
        if winner in self._team_of:
            self._points[self._team_of[winner]] += 1
            self._is_due = True

    def move(self, moved: event_pb2.PointsMoved) -> None:
        """Count points that went over with the trick."""
        if self._points:
            self._points[moved.from_team] -= moved.points
            self._points[moved.to_team] += moved.points

    def due(self, next_kind: str) -> dict[str, int] | None:
        """Give the points of all teams if a trick has brought all that it brings; once."""
        if not self._is_due or next_kind in _COUNTED_WITH_TRICK:
            return None
        self._is_due = False
        return self._points
