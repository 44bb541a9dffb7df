"""The screens that docs/terminal-table keeps."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from paizhuo_table.look import UNICODE
from terminal.scenes import GAMES, staged
from terminal.scenes import screens as scenes_of
from terminal.staged import game

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def screens() -> ModuleType:
    """Load the script that draws them."""
    spec = importlib.util.spec_from_file_location("gen_screens", ROOT / "scripts/gen_screens.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def made(screens: ModuleType) -> dict[Path, str]:
    """Draw them all."""
    drawn: dict[Path, str] = screens.files()
    return drawn


def test_screens_are_current(screens: ModuleType, made: dict[Path, str]) -> None:
    """What is kept is what the table draws today, file by file."""
    kept = screens.there()
    assert set(kept) == set(made)
    assert [path.name for path in sorted(made) if kept[path] != made[path]] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_phase_has_a_screen(name: str) -> None:
    """Each phase of the catalogue, and each kind of question, is kept, of every game."""
    views = [staged(name, screen, "en", UNICODE).snapshot.view for screen in scenes_of(name)]
    drawn = {view.phase for view in views}
    drawn |= {decision.kind for view in views for decision in view.decisions}
    assert drawn == {phase.name for phase in game(name).phases}


def test_pictures_load_nothing(made: dict[Path, str]) -> None:
    """A picture names no address but that of its own format."""
    for path, text in made.items():
        if path.suffix == ".svg":
            assert set(re.findall(r"https?://[^\s\"<)]+", text)) <= {"http://www.w3.org/2000/svg"}
