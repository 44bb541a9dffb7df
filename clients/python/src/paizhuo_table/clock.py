"""How long something still takes, as it is written."""

from __future__ import annotations


def show_ms(left_ms: int) -> str:
    """Write a time that is left in minutes and seconds; one that is over is 0:00."""
    seconds = max(0, -(-left_ms // 1000))
    return f"{seconds // 60}:{seconds % 60:02}"
