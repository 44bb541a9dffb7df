"""What keeps somebody from a table, for the command line."""

from __future__ import annotations


class CannotSit(Exception):
    """Why there is no table to play at, in a line."""
