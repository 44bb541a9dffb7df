"""Lines of text that are put together from pieces, measured in terminal columns."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

from paizhuo_table.look import UNICODE


def styled(text: str, style: str = "") -> Text:
    """Return a text whose style does not spread to what is appended to it."""
    return Text().append(text, style)


def fit(text: Text, width: int, cut: str = UNICODE.cut) -> Text:
    """Return the text in exactly so many columns: cut off with a sign, or filled up.

    A glyph that takes two columns is never cut in half.
    """
    made = text.copy()
    if made.cell_len > width:
        made = made[: _signs_within(made.plain, max(0, width - len(cut)))]
        made.append(cut[:width])
    made.pad_right(width - made.cell_len)
    return made


def wrap(text: Text, width: int, lines_max: int, cut: str = UNICODE.cut) -> list[Text]:
    """Break the text at spaces into at most so many lines; the last one is cut off."""
    lines: list[Text] = []
    rest = text.copy()
    while rest.cell_len > width and len(lines) < lines_max - 1:
        end = max(1, _signs_within(rest.plain, width))
        space = rest.plain.rfind(" ", 1, end + 1)
        # Chinese has no spaces, and a long word may have to be broken.
        at = space if space > end // 2 else end
        lines.append(rest[:at])
        rest = rest[at:]
        if rest.plain.startswith(" "):
            rest = rest[1:]
    return [*lines, fit(rest, width, cut) if rest.cell_len > width else rest]


def _signs_within(text: str, width: int) -> int:
    """Return how many signs of the text fit into so many columns."""
    taken = 0
    for at, sign in enumerate(text):
        taken += cell_len(sign)
        if taken > width:
            return at
    return len(text)


class Canvas:
    """A rectangle of terminal columns and lines, on which pieces are put side by side."""

    def __init__(self, width: int, height: int, cut: str = UNICODE.cut) -> None:
        self.width = width
        self.height = height
        self._cut = cut
        self._pieces: list[list[tuple[int, Text]]] = [[] for _ in range(height)]

    def put(self, x: int, y: int, text: Text | str, width: int | None = None) -> None:
        """Put a line at a place, in so many columns; what lies outside is left out.

        Pieces of one line must not overlap.
        """
        room = self.width - x if width is None else min(width, self.width - x)
        if 0 <= y < self.height and room > 0:
            line = Text(text) if isinstance(text, str) else text
            self._pieces[y].append((x, fit(line, room, self._cut)))

    def put_block(self, x: int, y: int, lines: list[Text], width: int | None = None) -> None:
        """Put lines below each other."""
        for offset, line in enumerate(lines):
            self.put(x, y + offset, line, width)

    def lines(self) -> list[Text]:
        """Return every line, in the full width."""
        made = []
        for pieces in self._pieces:
            line = Text()
            for x, piece in sorted(pieces, key=lambda found: found[0]):
                line.pad_right(x - line.cell_len)
                line.append_text(piece)
            made.append(fit(line, self.width, self._cut))
        return made
