"""The own hand: as cards where there is room, else as a line or more of labels."""

from __future__ import annotations

from itertools import groupby
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

_LABEL_COLUMNS_MIN: Final = 2
_LABEL_COLUMNS_MAX: Final = 6


def draw_hand(scene: Scene, width: int, lines_max: int) -> list[Text]:
    """Draw the own hand; chosen cards are lifted, without colours too."""
    hand = scene.selection.hand
    if not hand:
        return []
    labels = [scene.deck.label(card) for card in hand]
    widest = max(Text(part).cell_len for label in labels for part in label)
    room = max(widest, _LABEL_COLUMNS_MIN)
    fits = room <= _LABEL_COLUMNS_MAX and len(hand) * (room + 1) < width
    if fits and lines_max >= CARD_LINES:
        return list(_cards(scene.selection, scene.deck, scene.look, room))
    column = max(scene.deck.text(card).cell_len for card in hand) + 1
    rows = _rows(scene, width, column)
    if 2 * len(rows) <= lines_max:
        return list(_lifted(scene.selection, scene.deck, rows, column))
    rows = _rows(scene, width, column + 1)
    return list(_bracketed(scene.selection, scene.deck, rows, column + 1))


def _cards(selection: Selection, deck: Deck, look: Look, room: int) -> Iterator[Text]:
    """Draw cards that overlap, line by line, with so many columns for what stands on them."""
    edge, top = look.vertical, look.horizontal * room
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
                made.append(" " * room)
            elif part == 1:
                made.append(look.corner_left + top, styles.TURN if is_lifted else styles.DIM)
            else:
                made.append(edge, styles.TURN if is_lifted else styles.DIM)
                label = deck.label(card)[part - 2] if part - 2 < 2 else ""
                text = styled(label, style)
                text.pad_right(room - text.cell_len)
                made.append_text(text)
            was_lifted = is_lifted and part >= 1
        last = line + (1 if len(selection.hand) - 1 in selection.chosen else 0)
        ends = {0: " ", 1: look.corner_right}
        made.append(ends.get(last, edge), styles.DIM)
        yield made
    yield styled(" " * ((room + 1) * selection.cursor + 1) + look.cursor, styles.TURN)


def _rows(scene: Scene, width: int, column: int) -> list[range]:
    """Return the places of the cards of each row; a suit is not broken where that costs no row."""
    hand = scene.selection.hand
    per_row = max(1, width // column)
    plain = [range(at, min(len(hand), at + per_row)) for at in range(0, len(hand), per_row)]
    whole: list[range] = []
    for _, places in groupby(range(len(hand)), key=lambda at: scene.group(hand[at])):
        group = list(places)
        start, end = group[0], group[-1] + 1
        if whole and end - whole[-1].start <= per_row:
            whole[-1] = range(whole[-1].start, end)
        elif end - start <= per_row:
            whole.append(range(start, end))
        else:
            return plain
    return whole if len(whole) <= len(plain) else plain


def _lifted(selection: Selection, deck: Deck, rows: list[range], column: int) -> Iterator[Text]:
    """Draw labels, two lines a row: chosen ones stand in the upper one."""
    for row in rows:
        for is_upper in (True, False):
            made = Text()
            for at in row:
                if (at in selection.chosen) == is_upper:
                    made.append_text(_label(selection, deck, at))
                made.pad_right(column * (at - row.start + 1) - made.cell_len)
            yield made


def _bracketed(selection: Selection, deck: Deck, rows: list[range], column: int) -> Iterator[Text]:
    """Draw labels, a line a row: chosen ones stand in brackets."""
    for row in rows:
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
