"""The signs that a terminal can show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Look:
    """Signs; those of the table itself are one column wide."""

    is_ascii: bool
    """Only ASCII is drawn, as far as names allow; suits are then their letters."""
    horizontal: str
    vertical: str
    corner_left: str
    """Upper left corner of a card."""
    corner_right: str
    foot_left: str
    foot_right: str
    turn: str
    """Before the name of a seat that is asked."""
    cursor: str
    back: str
    """A card that lies face down."""
    dot: str
    """Between two things on a line."""
    cut: str
    """Where a line was cut off."""
    times: str
    arrow: str
    up_down: str
    """Keys that scroll."""
    good: str
    bad: str
    away: str
    """After the name of a person who is not there."""
    open: str
    """After the name of a seat whose hand lies open."""
    points: str
    """Before the points that a seat has taken."""
    dealer: str
    """After the name of the seat that dealt, or drew first."""
    bright: str
    """On the card that has no suit and is red."""
    dark: str
    """On the card that has no suit and is black."""


UNICODE: Final = Look(
    is_ascii=False,
    horizontal="─",
    vertical="│",
    corner_left="╭",
    corner_right="╮",
    foot_left="╰",
    foot_right="╯",
    turn="▶",
    cursor="▲",
    back="▒",
    dot="·",
    cut="…",
    times="×",  # noqa: RUF001 - a sign that is shown
    arrow="→",
    up_down="↑↓",
    good="✓",
    bad="✗",
    away="○",
    open="◎",
    points="◆",
    dealer="◇",
    bright="★",
    dark="☆",
)
ASCII: Final = Look(
    is_ascii=True,
    horizontal="-",
    vertical="|",
    corner_left=".",
    corner_right=".",
    foot_left="'",
    foot_right="'",
    turn=">",
    cursor="^",
    back="#",
    dot="-",
    cut="~",
    times="x",
    arrow="->",
    up_down="Up Down",
    good="+",
    bad="!",
    away="o",
    open="@",
    points="$",
    dealer="D",
    bright="*",
    dark="o",
)

DIM: Final = "dim"
STRONG: Final = "bold"
TURN: Final = "bold yellow"
GOOD: Final = "green"
BAD: Final = "bold red"
RULE: Final = "cyan"
ACCENT: Final = "bold cyan"
SEATS: Final = ("cyan", "magenta", "yellow", "green", "bright_blue", "bright_red")
"""Styles of the names of seats, in turn."""


def seat_style(seat: int) -> str:
    """Return the style of the name of a seat."""
    return SEATS[seat % len(SEATS)]
