"""What must be installed for the table, beside the client itself."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

NEEDED: Final = ("rich", "textual")
"""Packages that the extra "table" of the client brings."""

HOW_TO_INSTALL: Final = "the table is not installed: pip install 'paizhuo-client[table]'"


def is_installed() -> bool:
    """Say whether everything is there."""
    return all(find_spec(name) is not None for name in NEEDED)
