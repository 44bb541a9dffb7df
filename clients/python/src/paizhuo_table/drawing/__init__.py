"""Draw a scene into lines of text: nothing here waits, asks, or remembers."""

from paizhuo_table.drawing.table import COLUMNS_MIN, LINES_MIN, draw

__all__ = ["COLUMNS_MIN", "LINES_MIN", "draw"]
