"""Draw docs/terminal-table: each phase of the terminal table, as text and as a picture.

With `--check`, prove that they are current. The cards come from the engine with fixed seeds, so
the same screens come out again; they are drawn by what draws the table.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.console import Console

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "docs" / "terminal-table"
sys.path.insert(0, str(ROOT / "tests"))

from paizhuo_table.drawing import COLUMNS_MIN, LINES_MIN, draw  # noqa: E402 - after the path
from paizhuo_table.lexicon import languages_of  # noqa: E402
from paizhuo_table.look import ASCII, UNICODE  # noqa: E402
from terminal.scenes import GAMES, screens, staged  # noqa: E402
from terminal.staged import game  # noqa: E402

if TYPE_CHECKING:
    from paizhuo_table.scene import Scene

FOREIGN: Final = re.compile(r"\s*@font-face \{.*?\}|<!-- .*? -->", re.DOTALL)
"""Pictures load no fonts from elsewhere, and name nobody."""


def as_text(scene: Scene) -> str:
    """Draw a scene without its colours."""
    lines = (line.plain.rstrip() for line in draw(scene, COLUMNS_MIN, LINES_MIN))
    return "\n".join(lines) + "\n"


def as_picture(scene: Scene, name: str) -> str:
    """Draw a scene in colours."""
    console = Console(
        width=COLUMNS_MIN,
        file=io.StringIO(),
        record=True,
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
    )
    for line in draw(scene, COLUMNS_MIN, LINES_MIN):
        console.print(line, soft_wrap=True)
    drawn = console.export_svg(title="paizhuo", unique_id=name.replace("_", "-"))
    return "\n".join(line.rstrip() for line in FOREIGN.sub("", drawn).split("\n")) + "\n"


def files() -> dict[Path, str]:
    """Draw everything."""
    made = {}
    for name, module in GAMES.items():
        folder = FOLDER / name
        for screen in screens(name):
            stem = screen.__name__
            for language in languages_of(game(name)):
                scene = staged(name, screen, language, UNICODE)
                made[folder / f"{stem}.{language}.txt"] = as_text(scene)
            if stem in module.PICTURES:
                scene = staged(name, screen, module.PICTURES[stem], UNICODE)
                made[folder / f"{stem}.svg"] = as_picture(scene, stem)
        plain = module.ASCII
        made[folder / f"{plain.__name__}.ascii.txt"] = as_text(staged(name, plain, "en", ASCII))
    return made


def there() -> dict[Path, str]:
    """Read what is kept."""
    return {path: path.read_text(encoding="utf-8") for path in FOLDER.glob("*/*")}


def main() -> int:
    """Write the screens, or compare them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, compare only")
    checks = parser.parse_args().check
    made, kept = files(), there()
    if checks:
        stale = sorted(
            f"{path.parent.name}/{path.name}"
            for path in {*made, *kept}
            if made.get(path) != kept.get(path)
        )
        if stale:
            print(f"docs/terminal-table is out of date (make gen): {', '.join(stale)}")
        return 1 if stale else 0
    for path in kept:
        path.unlink()
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
