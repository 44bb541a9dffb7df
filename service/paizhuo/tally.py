"""Count what each caller has under way."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def one_more(tally: dict[str, int], who: str) -> Iterator[None]:
    """Count one more of somebody's while it lasts; who has nothing under way stands nowhere."""
    tally[who] = tally.get(who, 0) + 1
    try:
        yield
    finally:
        tally[who] -= 1
        if not tally[who]:
            del tally[who]
