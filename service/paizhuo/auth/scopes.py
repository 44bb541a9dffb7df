"""Name what a token may allow; each method names the one that it needs."""

from __future__ import annotations

from typing import Final

PLAY: Final = "play"
"""Take a seat and play."""

WATCH: Final = "watch"
"""Look at tables and at what was played."""

CREATE: Final = "create"
"""Create tables, and close the own ones."""

BOT: Final = "bot"
"""Seat bots and send them away."""

ADMIN: Final = "admin"
"""Read every finished match, erase any name, and close any table."""

ALL: Final = (PLAY, WATCH, CREATE, BOT, ADMIN)
"""Every scope, in the order in which they are shown."""

OF_GUESTS: Final = frozenset({PLAY, WATCH, CREATE, BOT})
"""What every guest may."""


def read_scopes(text: str) -> frozenset[str]:
    """Return the scopes of a claim, words between spaces; other words mean nothing here."""
    return frozenset(text.split()).intersection(ALL)
