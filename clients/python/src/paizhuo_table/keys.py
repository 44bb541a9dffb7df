"""What keys are called, and what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

LEAVING: Final = frozenset({"ctrl+q", "ctrl+c"})
"""Keys that leave the table."""

COMMANDS: Final[Mapping[str, str]] = {
    "enter": "enter",
    "space": "toggle",
    "left": "move_left",
    "right": "move_right",
    "up": "move_up",
    "down": "move_down",
    "home": "move_first",
    "end": "move_last",
    "tab": "cycle_on",
    "shift+tab": "cycle_back",
    "escape": "clear",
    "backspace": "clear",
    "h": "hint",
    "l": "show_legal",
    "s": "sort",
    "v": "next_variant",
    "x": "take",
    "e": "show_events",
    "o": "show_options",
    "g": "speak_next",
    "z": "pause",
    "u": "auto_pass",
    "?": "show_help",
    "f1": "show_help",
}
"""Methods of `Commands` by sign."""

STEPS: Final[Mapping[str, int]] = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}
"""How far keys move on a page."""

_CYRILLIC: Final = str.maketrans(
    "йцукенгшщзфывапролдячсмитьЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ",
    "qwertyuiopasdfghjklzxcvbnmQWERTYUIOPASDFGHJKLZXCVBNM",
)
"""Letters of a Russian keyboard by the Latin ones on the same keys."""

_FULL_WIDTH: Final = {code + 0xFEE0: code for code in range(0x21, 0x7F)}
"""What a Chinese input method makes of signs."""


def sign(key: str, character: str | None) -> str:
    """Name a key: by its sign where it has one that is seen, else by its name.

    Keys mean the same on a Russian keyboard, and under a Chinese input method.
    """
    if character is None or not character.isprintable() or character == " ":
        return key
    return character.translate(_CYRILLIC).translate(_FULL_WIDTH)
