"""The own hand: as cards where there is room, else as a line or more of labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from paizhuo_table import look as styles
from paizhuo_table.canvas import styled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paizhuo_table.deck import Deck
    from paizhuo_table.look import Look
    from paizhuo_table.scene import Scene
    from paizhuo_table.selection import Selection

CARD_LINES: Final = 5
"""Lines of a hand of cards: one to lift chosen ones, three of a card, one for the cursor."""

_CARD_COLUMNS: Final = 3
_LABEL_COLUMNS: Final = 2


def draw_hand(scene: Scene, width: int, lines_max: int) -> list[Text]:
    """Draw the own hand; chosen cards are lifted, without colours too."""
    hand = scene.selection.hand
    if not hand:
        return []
    labels = [scene.deck.label(card) for card in hand]
    is_narrow = all(Text(part).cell_len <= _LABEL_COLUMNS for label in labels for part in label)
    if is_narrow and len(hand) * _CARD_COLUMNS < width and lines_max >= CARD_LINES:
        return list(_cards(scene.selection, scene.deck, scene.look))
    column = max(Text("".join(label)).cell_len for label in labels) + 1
    rows = -(-len(hand) // (width // column))
    if 2 * rows <= lines_max:
        return list(_lifted(scene.selection, scene.deck, width, column))
    return list(_bracketed(scene.selection, scene.deck, width, column + 1))


def _cards(selection: Selection, deck: Deck, look: Look) -> Iterator[Text]:
    """Draw cards that overlap, line by line."""
    edge, top = look.vertical, look.horizontal * _LABEL_COLUMNS
    for line in range(CARD_LINES - 1):
        made = Text()
        was_lifted = False
        for at, card in enumerate(selection.hand):
            is_lifted = at in selection.chosen
            part = line + (1 if is_lifted else 0)
            style = deck.style(card)
            if part == 0:
                # The corner of a lifted card before it reaches over here.
                made.append(look.corner_right if was_lifted else " ", styles.DIM)
                made.append(" " * _LABEL_COLUMNS)
            elif part == 1:
                made.append(look.corner_left + top, styles.TURN if is_lifted else styles.DIM)
            else:
                made.append(edge, styles.TURN if is_lifted else styles.DIM)
                label = deck.label(card)[part - 2] if part - 2 < 2 else ""
                text = styled(label, style)
                text.pad_right(_LABEL_COLUMNS - text.cell_len)
                made.append_text(text)
            was_lifted = is_lifted and part >= 1
        last = line + (1 if len(selection.hand) - 1 in selection.chosen else 0)
        ends = {0: " ", 1: look.corner_right}
        made.append(ends.get(last, edge), styles.DIM)
        yield made
    yield styled(" " * (_CARD_COLUMNS * selection.cursor + 1) + look.cursor, styles.TURN)


def _rows(selection: Selection, width: int, column: int) -> Iterator[range]:
    """Give the places of the cards of each row."""
    count = len(selection.hand)
    per_row = max(1, width // column)
    for start in range(0, count, per_row):
        yield range(start, min(count, start + per_row))


def _lifted(selection: Selection, deck: Deck, width: int, column: int) -> Iterator[Text]:
    """Draw labels, two lines a row: chosen ones stand in the upper one."""
    for row in _rows(selection, width, column):
        for is_upper in (True, False):
            made = Text()
            for at in row:
                if (at in selection.chosen) == is_upper:
                    made.append_text(_label(selection, deck, at))
                made.pad_right(column * (at - row.start + 1) - made.cell_len)
            yield made


def _bracketed(selection: Selection, deck: Deck, width: int, column: int) -> Iterator[Text]:
    """Draw labels, a line a row: chosen ones stand in brackets."""
    for row in _rows(selection, width, column):
        made = Text()
        for at in row:
            is_chosen = at in selection.chosen
            made.append("[" if is_chosen else " ", styles.TURN)
            made.append_text(_label(selection, deck, at))
            made.append("]" if is_chosen else "", styles.TURN)
            made.pad_right(column * (at - row.start + 1) - made.cell_len)
        yield made


def _label(selection: Selection, deck: Deck, at: int) -> Text:
    text = deck.text(selection.hand[at])
    if at == selection.cursor:
        text.stylize("reverse")
    return text
