"""The scenes of each game that are drawn in tests and kept in docs/terminal-table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from terminal import (
    scenes_dou_dizhu,
    scenes_hachinin_meri,
    scenes_zhao_pengyou,
    scenes_zheng_fen,
)
from terminal.staged import game, new_scene

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import ModuleType

    from paizhuo_table.look import Look
    from paizhuo_table.scene import Scene

GAMES: Final[Mapping[str, ModuleType]] = {
    "dou_dizhu": scenes_dou_dizhu,
    "zheng_fen": scenes_zheng_fen,
    "zhao_pengyou": scenes_zhao_pengyou,
    "hachinin_meri": scenes_hachinin_meri,
}
"""Modules of scenes, by game: `SCREENS` stage them, `PICTURES` are those that are also drawn in
colour, each with its language, and `ASCII` is the one that is drawn with the plain look too."""


def screens(name: str) -> tuple[Callable[[Scene], Scene], ...]:
    """Return what stages the scenes of a game; each takes a scene in which nothing has happened."""
    found: tuple[Callable[[Scene], Scene], ...] = GAMES[name].SCREENS
    return found


def staged(name: str, screen: Callable[[Scene], Scene], language: str, look: Look) -> Scene:
    """Stage a scene of a game."""
    return screen(new_scene(language, look, game(name)))
