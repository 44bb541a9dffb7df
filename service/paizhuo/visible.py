"""Tell texts that people can see and tell apart from those that only look like nothing."""

from __future__ import annotations

import unicodedata
from typing import Final

_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00016fe4\U0001d159")
"""Letters, marks and symbols that leave no ink by themselves: fillers, joiners, the empty pattern
of Braille. Python calls them printable."""

_INK: Final = frozenset("LNPS")
"""First letters of the categories whose characters leave ink; others only change one before."""


def is_plain(text: str) -> bool:
    """Say whether no character of a text is invisible, or turns those around it."""
    return text.isprintable() and _BLANK.isdisjoint(text)


def has_ink(text: str) -> bool:
    """Say whether there is anything to see in a plain text."""
    return any(unicodedata.category(character)[0] in _INK for character in text)
