"""Text is measured in columns, not in signs."""

from __future__ import annotations

import pytest
from rich.text import Text

from paizhuo_table.canvas import Canvas, fit, wrap
from paizhuo_table.clock import show_ms
from paizhuo_table.keys import sign


@pytest.mark.parametrize("width", range(12))
@pytest.mark.parametrize("text", ["", "abc", "地主叫牌", "a地b主c", "Борис 地主"])
def test_texts_fit_exactly(text: str, width: int) -> None:
    """A text is filled up or cut to its columns, also where a wide glyph would stick out."""
    assert fit(Text(text), width).cell_len == width


@pytest.mark.parametrize("width", range(2, 20))
@pytest.mark.parametrize("text", ["one two three four", "要压过的牌型长度不同", "a 地主 b 农民 c"])
def test_broken_lines_keep_everything(text: str, width: int) -> None:
    """Where there are lines enough, nothing but spaces gets lost, and no line is too long."""
    lines = wrap(Text(text), width, 30)
    assert all(line.cell_len <= width for line in lines)
    assert "".join(line.plain for line in lines).replace(" ", "") == text.replace(" ", "")


def test_lines_that_are_too_many_are_cut() -> None:
    """The last line that there is room for says that there is more."""
    lines = wrap(Text("one two three four five"), 9, 2)
    assert [line.plain for line in lines] == ["one two", "three fo…"]


def test_a_canvas_has_full_lines() -> None:
    """Pieces stand where they were put; what lies outside is left out."""
    canvas = Canvas(10, 3)
    canvas.put(6, 1, "主牌牌牌")
    canvas.put(0, 1, "地", 3)
    canvas.put(0, 5, "below")
    canvas.put(12, 0, "beyond")
    assert [line.plain for line in canvas.lines()] == [" " * 10, "地    主… ", " " * 10]
    assert {line.cell_len for line in canvas.lines()} == {10}


@pytest.mark.parametrize(
    ("left", "shown"), [(61_000, "1:01"), (60_001, "1:01"), (1, "0:01"), (0, "0:00"), (-5, "0:00")]
)
def test_times_are_written_in_seconds(left: int, shown: str) -> None:
    """A second that has begun counts whole, so that 0:00 means that it is over."""
    assert show_ms(left) == shown


@pytest.mark.parametrize(
    ("key", "character", "meant"),
    [
        ("h", "h", "h"),
        ("upper_k", "K", "K"),
        ("space", " ", "space"),
        ("enter", "\r", "enter"),
        ("left", None, "left"),
        ("р", "р", "h"),
        ("ы", "ы", "s"),
        ("?", "？", "?"),
        ("1", "１", "1"),
    ],
)
def test_keys_mean_the_same_on_every_keyboard(key: str, character: str | None, meant: str) -> None:
    """A Russian layout and the full-width signs of a Chinese input method change nothing."""
    assert sign(key, character) == meant
