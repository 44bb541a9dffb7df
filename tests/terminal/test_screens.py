"""The screens that docs/terminal-table keeps."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from paizhuo_table.lexicon import LANGUAGES
from terminal.staged import game, new_scene

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).parents[2]
LINES, COLUMNS = 24, 80


@pytest.fixture(scope="module")
def screens() -> ModuleType:
    """Load the script that draws them."""
    spec = importlib.util.spec_from_file_location("gen_screens", ROOT / "scripts/gen_screens.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_screens_are_current(screens: ModuleType) -> None:
    """What is kept is what the table draws today, file by file."""
    made = screens.files()
    there = set((ROOT / "docs/terminal-table").iterdir())
    assert there == set(made)
    assert [path.name for path in sorted(made) if path.read_text() != made[path]] == []


def test_every_phase_has_a_screen(screens: ModuleType) -> None:
    """Each phase of the catalogue is kept, in every language."""
    for language in LANGUAGES:
        drawn = {screen(new_scene(language)).snapshot.view.phase for screen in screens.SCREENS}
        assert drawn == {phase.name for phase in game().phases}


def test_pictures_load_nothing(screens: ModuleType) -> None:
    """A picture names no address but that of its own format."""
    for path, text in screens.files().items():
        if path.suffix == ".svg":
            assert set(re.findall(r"https?://[^\s\"<)]+", text)) <= {"http://www.w3.org/2000/svg"}
