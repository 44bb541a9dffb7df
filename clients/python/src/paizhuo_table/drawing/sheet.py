"""A page that lies over the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from paizhuo_table import look as styles
from paizhuo_table.canvas import Canvas, styled, wrap

if TYPE_CHECKING:
    from paizhuo_table.scene import Scene
    from paizhuo_table.sheet import Sheet


def draw_sheet(scene: Scene, sheet: Sheet, width: int, height: int) -> list[Text]:
    """Draw a page; what it is about is scrolled so that the cursor shows."""
    canvas = Canvas(width, height, scene.look.cut)
    canvas.put(2, 0, styled(sheet.title, styles.ACCENT))
    canvas.put(0, 1, styled(scene.look.horizontal * width, styles.DIM))
    room = height - 4
    if sheet.actions:
        canvas.put_block(0, 2, _choices(scene, sheet, room))
    else:
        lines: list[Text] = []
        for line in sheet.lines[sheet.cursor :]:
            parts = wrap(line, width - 6, room, scene.look.cut)
            lines += [parts[0], *(Text("  ").append_text(part) for part in parts[1:])]
        canvas.put_block(2, 2, lines[:room], width - 4)
    canvas.put(2, height - 2, styled(sheet.note, styles.DIM))
    foot = styled(scene.words["key_close"], styles.STRONG)
    if len(sheet.lines) > room:
        foot.append(f"  {scene.look.dot}  {scene.look.up_down}")
    if sheet.actions:
        foot.append(f"  {scene.look.dot}  {scene.words['key_take']}")
    canvas.put(2, height - 1, foot)
    return canvas.lines()


def _choices(scene: Scene, sheet: Sheet, room: int) -> list[Text]:
    """Show the lines round the cursor."""
    first = max(0, min(sheet.cursor - room // 2, len(sheet.lines) - room))
    made = []
    for at, line in enumerate(sheet.lines[first : first + room], first):
        mark = f" {scene.look.turn} " if at == sheet.cursor else "   "
        made.append(styled(mark, styles.TURN).append_text(line))
    return made
