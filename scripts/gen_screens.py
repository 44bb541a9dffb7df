"""Draw docs/terminal-table: each phase of the terminal table, as text and as a picture.

With `--check`, prove that they are current. The cards come from the engine with fixed seeds, so
the same screens come out again; they are drawn by what draws the table.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.console import Console

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "docs" / "terminal-table"
sys.path.insert(0, str(ROOT / "tests"))

from paizhuo_client.model import (  # noqa: E402 - after the path
    AllPassed,
    Pass,
    SeatActed,
    SeatView,
    View,
)
from paizhuo_table.answers import cards_of  # noqa: E402
from paizhuo_table.deck import Sorting  # noqa: E402
from paizhuo_table.drawing import COLUMNS_MIN, LINES_MIN, draw  # noqa: E402
from paizhuo_table.lexicon import LANGUAGES  # noqa: E402
from paizhuo_table.look import ASCII, UNICODE  # noqa: E402
from paizhuo_table.refusal import refusal_notice  # noqa: E402
from paizhuo_table.scene import Link, Scene  # noqa: E402
from paizhuo_table.sheet import help_sheet, legal_sheet, options_sheet  # noqa: E402
from terminal.staged import NOW_MS, Stage, new_scene, refused  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

FOREIGN: Final = re.compile(r"\s*@font-face \{.*?\}|<!-- .*? -->", re.DOTALL)
"""Pictures load no fonts from elsewhere, and name nobody."""


def waiting(scene: Scene) -> Scene:
    """Before the first deal: it is waited until everybody is ready."""
    stage = Stage(seed=7, own=1)
    stage.is_ready = False
    seats = tuple(SeatView(seat) for seat in range(3))
    return stage.show(scene, View(phase="waiting", viewer=1, seats=seats))


def auction(scene: Scene) -> Scene:
    """A bid is asked for, after another one."""
    stage = Stage(seed=7, own=2)
    stage.act("bid 1")
    return stage.show(scene)


def calling(scene: Scene) -> Scene:
    """With calling and robbing: somebody has called and robbed."""
    stage = Stage(seed=7, own=0, preset="online")
    stage.act("call", "rob")
    return stage.show(scene)


def all_passed(scene: Scene) -> Scene:
    """Nobody has bid: the cards will be dealt again."""
    stage = Stage(seed=7, own=1)
    stage.act("pass", "pass")
    view = stage.view()
    passed = (SeatActed(0, Pass()), AllPassed(view.deal, view.attempt, 0))
    told = (*view.last_events, *passed)
    return stage.show(scene, replace(view, phase="redeal", decisions=(), last_events=told))


def revealing(scene: Scene) -> Scene:
    """The landlord may lay the hand open."""
    stage = Stage(seed=7, options={"landlord_reveal": "on"})
    stage.own = stage.table.decisions[0].seat
    stage.act("bid 3")
    return stage.show(scene)


def doubling(scene: Scene) -> Scene:
    """Each may double; the bottom cards lie open."""
    stage = Stage(seed=7, own=2, preset="online")
    stage.act("call", "pass", "pass")
    while stage.table.decisions[0].seat != stage.own:
        stage.act("double")
    return stage.show(scene)


def lead(scene: Scene) -> Scene:
    """The landlord leads: two cards are chosen, time runs."""
    stage = Stage(seed=7, own=1)
    stage.act("bid 3")
    stage.deadline_ms = NOW_MS + 17_000
    stage.show(scene)
    scene.selection = scene.selection.press(("T",), scene.deck.rank).press(("T",), scene.deck.rank)
    return scene


def follow(scene: Scene) -> Scene:
    """A peasant is to beat a play; the hand is sorted by sets."""
    stage = Stage(seed=7, own=0)
    stage.act("bid 3", "play 5s-5c", "play 6c-6s")
    scene.sorting = Sorting.COUNT
    stage.show(scene)
    if scene.answers is not None and scene.answers.plays:
        action = scene.answers.plays[0]
        scene.choose(action, cards_of(action))
    return scene


def refusal(scene: Scene) -> Scene:
    """A play was refused."""
    stage = Stage(seed=7, own=2)
    stage.act("bid 3", "play 5s-5c")
    stage.show(scene)
    scene.selection = scene.selection.press(("7",), scene.deck.rank)
    scene.notice = refusal_notice(scene, refused(stage, "play 7h"))
    return scene


def reconnecting(scene: Scene) -> Scene:
    """The server is away."""
    lead(scene)
    scene.link = Link.RECONNECTING
    return scene


def legal(scene: Scene) -> Scene:
    """The list of legal plays."""
    sheet = legal_sheet(lead(scene))
    scene.sheet = None if sheet is None else sheet.move(29)
    return scene


def rules(scene: Scene) -> Scene:
    """The rules of the table."""
    scene.sheet = options_sheet(calling(scene))
    return scene


def keys(scene: Scene) -> Scene:
    """The page of keys."""
    scene.sheet = help_sheet(lead(scene))
    return scene


def played_out(**options: str | int) -> Stage:
    """Play a deal by the last legal actions."""
    stage = Stage(seed=7, own=1, options=options)
    while not stage.table.match_over and stage.view().last_deal is None:
        stage.act(stage.table.legal(stage.table.decisions[0].seat).actions[-1])
    return stage


def between_deals(scene: Scene) -> Scene:
    """A deal has ended; another one, or the end of the match."""
    return played_out().show(scene)


def match_over(scene: Scene) -> Scene:
    """The match has ended."""
    stage = played_out(match_end="deals", match_deals=1)
    stage.is_ready = False
    return stage.show(scene)


SCREENS: Final[tuple[Callable[[Scene], Scene], ...]] = (
    waiting,
    auction,
    calling,
    all_passed,
    revealing,
    doubling,
    lead,
    follow,
    refusal,
    reconnecting,
    legal,
    rules,
    keys,
    between_deals,
    match_over,
)
PICTURES: Final = {
    "auction": "en",
    "calling": "zh",
    "doubling": "ru",
    "lead": "en",
    "follow": "zh",
    "refusal": "en",
    "between_deals": "ru",
}
"""Screens that there are pictures of, with their languages."""


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
    for screen in SCREENS:
        name = screen.__name__
        for language in LANGUAGES:
            made[FOLDER / f"{name}.{language}.txt"] = as_text(screen(new_scene(language, UNICODE)))
        if name in PICTURES:
            scene = screen(new_scene(PICTURES[name], UNICODE))
            made[FOLDER / f"{name}.svg"] = as_picture(scene, name)
    made[FOLDER / "lead.ascii.txt"] = as_text(lead(new_scene("en", ASCII)))
    return made


def main() -> int:
    """Write the screens, or compare them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, compare only")
    checks = parser.parse_args().check
    made = files()
    if checks:
        there = {path: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.*")}
        stale = sorted(p.name for p in {*made, *there} if made.get(p) != there.get(p))
        if stale:
            print(f"docs/terminal-table is out of date (make gen): {', '.join(stale)}")
        return 1 if stale else 0
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.*"):
        path.unlink()
    for path, text in made.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
