"""The board on which calls are chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from paizhuo_table import look as styles
from paizhuo_table.canvas import styled

if TYPE_CHECKING:
    from paizhuo_table.calling import CallBoard
    from paizhuo_table.scene import Scene

BOARD_LINES = 6
"""Lines of a board of four suits: its ranks, the suits, and the card at the cursor."""

_COLUMN = 3


def draw_board(scene: Scene, board: CallBoard) -> list[Text]:
    """Draw the cards that may be called, with the copies that are; below it the one at hand."""
    deck = scene.deck
    ranks = Text("  ")
    for rank in board.ranks:
        ranks.append(deck.rank_label(rank).rjust(_COLUMN), styles.DIM)
    lines = [ranks]
    for at, suit in enumerate(board.suits):
        line = styled(f"{deck.suit_label(suit)} ", deck.suit_style(suit))
        for column, rank in enumerate(board.ranks):
            is_here = (at, column) == (board.line, board.column)
            line.append_text(_cell(scene, board, board.cards.get((suit, rank)), is_here=is_here))
        lines.append(line)
    return [*lines, _at_hand(scene, board)]


def _cell(scene: Scene, board: CallBoard, card: str | None, *, is_here: bool) -> Text:
    """Draw one card: the copies of it that are called, else a dot."""
    if card is None:
        return Text(" " * _COLUMN)
    copies = board.copies(card)
    sign = "".join(str(copy or "*") for copy in copies) or scene.look.dot
    style = styles.TURN if copies else styles.DIM
    edges = "[]" if is_here else "  "
    room = _COLUMN - 1
    text = sign if len(sign) < room else "+" if len(sign) > room else sign
    made = styled(f"{edges[0]}{text}{edges[1]}"[:_COLUMN].ljust(_COLUMN), style)
    if is_here:
        made.stylize("bold reverse")
    return made


def _at_hand(scene: Scene, board: CallBoard) -> Text:
    """Tell of the card at the cursor how many copies the caller holds."""
    card = board.card
    if not card:
        return Text()
    held = scene.snapshot.hand.count(card)
    return scene.words.text("copies_held", card=scene.deck.text(card), held=held)
