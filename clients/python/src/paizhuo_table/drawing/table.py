"""The whole table: what goes where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from paizhuo_table import look as styles
from paizhuo_table.canvas import Canvas, styled, wrap
from paizhuo_table.drawing.board import draw_board
from paizhuo_table.drawing.hand import CARD_LINES, draw_hand
from paizhuo_table.drawing.info import draw_info
from paizhuo_table.drawing.lines import (
    draw_header,
    draw_keys,
    draw_log,
    draw_notice,
    draw_prompt,
)
from paizhuo_table.drawing.middle import draw_middle
from paizhuo_table.drawing.result import draw_result, result_lines, result_lines_min
from paizhuo_table.drawing.roster import draw_roster
from paizhuo_table.drawing.seats import draw_own, draw_seat
from paizhuo_table.drawing.sheet import draw_sheet
from paizhuo_table.ring import others, place, rows_needed

if TYPE_CHECKING:
    from paizhuo_table.scene import Scene

COLUMNS_MIN: Final = 80
LINES_MIN: Final = 24

_PROMPT_LINES: Final = 2
_NOTICE_LINES: Final = 3
_LOG_LINES_MIN: Final = 2
_MIDDLE_LINES_MIN: Final = 7
_CELL_LINES: Final = 3
_CELL_LINES_SHORT: Final = 2
_BOARD_GAP: Final = 2
_FIXED_LINES: Final = 1 + 1 + _PROMPT_LINES + _NOTICE_LINES + 1
"""Header, own seat, what is asked, what was said, keys."""


def draw(scene: Scene, width: int, height: int) -> list[Text]:
    """Draw the table into exactly so many lines of exactly so many columns.

    In less than 80 columns or 24 lines it says that there is not enough room.
    """
    if width < COLUMNS_MIN or height < LINES_MIN:
        return _draw_too_small(scene, width, height)
    if scene.sheet is not None:
        return draw_sheet(scene, scene.sheet, width, height)
    if scene.deck.skin.is_listed and not scene.shows_result:
        return _draw_listed(scene, width, height)
    count = max(1, len(scene.snapshot.table.seats))
    rows = rows_needed(count - 1, width)
    free = height - _FIXED_LINES
    least = max(rows * _CELL_LINES_SHORT, _MIDDLE_LINES_MIN) + _LOG_LINES_MIN
    hand = draw_hand(scene, width, max(free - least, 1))
    if scene.shows_result:
        hand = []
    elif not hand:
        # The table does not move when cards come and go.
        hand = [Text()] * min(CARD_LINES, free - least)
    canvas = Canvas(width, height, scene.look.cut)
    canvas.put(0, 0, draw_header(scene, width))
    room = free - len(hand)
    if scene.shows_result:
        _put_result(scene, canvas, room)
    else:
        _put_ring(scene, canvas, room, rows, count)
    y = 1 + room
    if not (scene.shows_result and scene.deck.skin.is_listed):
        canvas.put(0, y, draw_own(scene, width))
    canvas.put_block(0, y + 1, hand)
    y += 1 + len(hand)
    canvas.put_block(0, y, draw_prompt(scene, width))
    canvas.put_block(0, y + _PROMPT_LINES, draw_notice(scene, width, _NOTICE_LINES))
    canvas.put(0, height - 1, draw_keys(scene, width))
    return canvas.lines()


def _draw_listed(scene: Scene, width: int, height: int) -> list[Text]:
    """Draw the seats as a list: what lies open above it, the log and the own hand below it."""
    canvas = Canvas(width, height, scene.look.cut)
    canvas.put(0, 0, draw_header(scene, width))
    info = draw_info(scene, width - 2)
    roster, x_play = draw_roster(scene, width)
    board = draw_board(scene, scene.board) if scene.board is not None else []
    listed = max(len(roster), len(board))
    free = height - _FIXED_LINES + 1 - len(info) - listed
    hand = draw_hand(
        scene, width, max(1, free if free < CARD_LINES + _LOG_LINES_MIN else free - _LOG_LINES_MIN)
    )
    room = free - len(hand)
    canvas.put_block(1, 1, info)
    # With lines to spare the list stands apart from what is above and below it.
    y = 1 + len(info) + (1 if room > _LOG_LINES_MIN else 0)
    board_x = min(x_play + _BOARD_GAP, width - max((line.cell_len for line in board), default=0))
    for at, line in enumerate(roster):
        line.rstrip()
        canvas.put(0, y + at, line, board_x if at < len(board) else None)
    canvas.put_block(board_x, y, board)
    log_lines = height - _FIXED_LINES + 2 - len(hand) - y - listed
    log_lines -= 1 if log_lines > _LOG_LINES_MIN else 0
    y_hand = height - _FIXED_LINES + 2 - len(hand)
    notice = draw_notice(scene, width, _NOTICE_LINES)
    log: list[Text] = []
    if not notice and log_lines < _LOG_LINES_MIN:
        # What has just happened stands where nothing else is said.
        notice = draw_log(scene, width, _NOTICE_LINES)
    elif log_lines > 0:
        log = draw_log(scene, width - 2, log_lines)
    canvas.put_block(2, y_hand - len(log), log)
    canvas.put_block(0, y_hand, hand)
    y = height - 1 - _PROMPT_LINES - _NOTICE_LINES
    canvas.put_block(0, y, draw_prompt(scene, width))
    canvas.put_block(0, y + _PROMPT_LINES, notice)
    canvas.put(0, height - 1, draw_keys(scene, width))
    return canvas.lines()


def _put_ring(scene: Scene, canvas: Canvas, room: int, rows: int, count: int) -> None:
    """Put the other seats round the middle, and the log below."""
    is_roomy = max(rows * _CELL_LINES, _MIDDLE_LINES_MIN) + _LOG_LINES_MIN <= room
    cell = _CELL_LINES if is_roomy else _CELL_LINES_SHORT
    least = max(rows * cell, _MIDDLE_LINES_MIN)
    height = min(room - _LOG_LINES_MIN, max(least, room * 2 // 3))
    around = others(scene.own, count, scene.direction)
    ring = place(around, canvas.width, height, cell)
    for spot in ring.places:
        lines = draw_seat(scene, spot.seat, spot.width - 1, spot.height)
        canvas.put_block(spot.x, 1 + spot.y, lines, spot.width - 1)
    middle = draw_middle(scene, ring.width, ring.height)
    canvas.put_block(ring.x, 1 + ring.y, middle, ring.width)
    log = draw_log(scene, canvas.width - 2, room - height)
    canvas.put_block(2, 1 + height, log)


def _put_result(scene: Scene, canvas: Canvas, room: int) -> None:
    """Put the result where the seats were, and the log below."""
    # Every seat has its line, if need be instead of the log.
    least = min(room - 1, result_lines_min(scene))
    height = max(least, min(room - _LOG_LINES_MIN, result_lines(scene)))
    canvas.put_block(0, 2, draw_result(scene, canvas.width, height))
    log_height = room - height - 2
    canvas.put_block(2, 1 + room - log_height, draw_log(scene, canvas.width - 2, log_height))


def _draw_too_small(scene: Scene, width: int, height: int) -> list[Text]:
    """Say that there is not enough room, in whatever room there is."""
    canvas = Canvas(width, height, scene.look.cut)
    text = styled(scene.words.say("too_small", columns=width, lines=height), styles.BAD)
    canvas.put_block(0, 0, wrap(text, max(1, width), max(1, height), scene.look.cut))
    return canvas.lines()
