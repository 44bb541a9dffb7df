"""The trick games in a real terminal: bids while cards are drawn, calls, suits that are owed."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from paizhuo_table.words import Words
from terminal.passing import passing
from terminal.screen import Terminal, paizhuo, paizhuo_table
from terminal.serving import serving
from terminal.test_playing import QUICK, TABLE_NAME, shows_any, take_hint, turns

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WORDS = Words("en")
SEATS = 12


@contextmanager
def among_people(folder: Path, *flags: str) -> Iterator[Terminal]:
    """Sit at a table of twelve whose others are people who pass."""
    with serving(folder) as server:
        address = server.start()
        command = ["zhao_pengyou", "--server", address, "--guest-file", str(folder / "guest.json")]
        command += ["--seats", str(SEATS), "--people", str(SEATS), "--language", "en", *flags]
        with Terminal(paizhuo_table(*command)) as terminal:
            text = terminal.until(lambda text: TABLE_NAME.search(text) is not None)
            table = TABLE_NAME.search(text)
            assert table is not None
            with passing(address, table.group(1), SEATS - 1):
                yield terminal
                terminal.press("ctrl+c")
                assert terminal.wait() == 0


def bid(terminal: Terminal) -> str:
    """Bid as soon as there is something to bid with, while cards are drawn; returns the bid."""
    nothing = WORDS["no_legal"]
    while "[Tab] bid: " not in terminal.until(shows_any("[Tab] bid: ", nothing), "a bid"):
        # Without a card of the own level the deal is void, and the cards are drawn again.
        terminal.press("p")
        terminal.until(lambda text: nothing not in text, "another deal")
    terminal.press_until("tab", "Chosen: ")
    text = terminal.press_until("enter", "bid that stands, You: ")
    found = re.search(r"bid that stands, You: (\S+)", text)
    assert found is not None
    return found.group(1)


def choose(terminal: Terminal, count: int) -> None:
    """Choose the last cards of the hand, one by one."""
    terminal.press("end")
    for chosen in range(1, count + 1):
        terminal.press("space")
        terminal.expect(f"({chosen} so far)")
        if chosen < count:
            terminal.press("left")


@pytest.mark.slow
def test_a_maker_bids_buries_calls_and_leads_by_keys(tmp_path: Path) -> None:
    """Among twelve at 80×24: a bid during the drawing, the kitty, five calls, a lead (ZP-2.6)."""
    with among_people(tmp_path, "--table-option", "draw_ms=30") as terminal:
        shown = bid(terminal)
        text = terminal.expect("Your turn: burying", "choose 6 cards")
        assert "You" in text
        assert f"trumps: {dict(zip('♠♥♦♣', SUITS, strict=True))[shown[-1]]} 2" in text
        assert re.search(r"▶ You .*maker.* ▒23 ", text)
        choose(terminal, 6)
        terminal.press("enter")
        terminal.expect("Your turn: calling friends", "0 so far", "you hold")
        terminal.press("2", "right", "1", "down", "3", "k", "4")
        terminal.expect("4 so far")
        terminal.press("enter")
        terminal.expect("Call 5 cards first")
        terminal.press("left", "1")
        terminal.expect("5 so far", "✓ may be played")
        terminal.press("enter")
        text = terminal.expect("Your turn: play", "You lead.", "friends: ")
        friends = text.split("friends: ")[1].split("\n  ")[0]
        assert len(re.findall(r"(?:1st|2nd|3rd|4th) (?:10|[2-9JQKA])[♠♥♦♣]", friends)) == 5
        terminal.press_until("tab", "Chosen: ", "✓ may be played")
        terminal.press("enter")
        terminal.until(lambda text: "▒16 " in text and "Chosen" not in text, "a lead")


SUITS = ("spades", "hearts", "diamonds", "clubs")


@pytest.mark.slow
def test_a_wrong_lead_is_refused_by_its_rule(tmp_path: Path) -> None:
    """Cards of two suits are no lead (ZP-4.3); x plays what is offered instead."""
    with among_people(tmp_path, "--table-option", "draw_ms=30") as terminal:
        bid(terminal)
        terminal.expect("Your turn: burying")
        choose(terminal, 6)
        terminal.press("enter")
        terminal.expect("Your turn: calling friends")
        terminal.press_until("h", "5 so far", "✓ may be played")
        terminal.press("enter")
        terminal.expect("You lead.", "legal plays")
        # The first card is a trump, the last one is none: trumps lie first.
        terminal.press("home", "space", "end", "space")
        terminal.expect("Chosen: ", "✗ Rule ZP-4.3")
        terminal.press("enter")
        text = terminal.expect("✗ Rule ZP-4.3: Cards of several suits", "suits: ", "[x] instead: ")
        assert "trumps" in text.split("suits: ")[1]
        terminal.press("x")
        terminal.until(lambda text: "[x]" not in text and "▒16 " in text, "a lead")


@pytest.mark.slow
def test_the_table_of_tricks_speaks_and_grows() -> None:
    """Dragging the window and changing the language draw all seats anew; no seat is lost."""
    flags = ["--seats", "12", "--language", "en", "--table-option", "draw_ms=0", *QUICK]
    with Terminal(paizhuo("play", "zhao_pengyou", *flags)) as terminal:
        text = terminal.until(shows_any(*turns(WORDS, "zhao_pengyou")), "a turn")
        assert len(re.findall(r"beginner \d+", "\n".join(text.split("\n")[2:15]))) >= 11
        terminal.resize(60, 20)
        terminal.expect("60×20", "80×24")
        terminal.resize(120, 40)
        text = terminal.until(lambda text: "▶ You" in text and "╭──" in text, "a larger table")
        assert all(f"beginner {seat}" in text for seat in range(1, 12))
        for language in ("zh", "ru", "en"):
            terminal.press("g")
            terminal.until(shows_any(*turns(Words(language), "zhao_pengyou")), language)
        terminal.press("e")
        terminal.expect("What happened, the newest first")
        terminal.press("escape", "ctrl+c")
        assert terminal.wait() == 0


@pytest.mark.slow
def test_eight_play_in_japanese_and_what_is_owed_is_explained() -> None:
    """Cards have their kanji, and who does not give what is owed is told by which rule."""
    words = Words("ja")
    flags = ["--language", "ja", "--option", "deals=16", "--bot", "random", *QUICK]
    with Terminal(paizhuo("play", "hachinin_meri", *flags)) as terminal:
        is_asked = shows_any(*turns(words, "hachinin_meri"), words["press_next_deal"])
        while True:
            text = terminal.until(is_asked, "a turn")
            if words["press_next_deal"] in text:
                terminal.press("enter")
                terminal.until(lambda text: words["press_next_deal"] not in text, "a deal")
            elif words["led_is"].partition("{")[0] in text and is_refused(terminal, words):
                break
            else:
                take_hint(terminal, words, words["press_next_deal"])
        text = terminal.until(lambda text: OWED.search(text) is not None and "[x]" in text)
        assert re.search(r"[花剣杯貨巴](?:[1-9]|[寸福女龍王馬])", text)
        terminal.press("x")
        terminal.until(lambda text: "[x]" not in text, "an answer")


OWED = re.compile(r"✗ 規則 HM-4\.[79]")


def is_refused(terminal: Terminal, words: Words) -> bool:
    """Try the last card of the hand, which is no trump if there are others."""
    good, over = f"✓ {words['checks_good']}", words["press_next_deal"]
    terminal.press("end", "space")
    # What was shown may have been the turn before, behind which the deal ends.
    is_told = shows_any(good, over)
    text = terminal.until(lambda text: is_told(text) or OWED.search(text) is not None, "a verdict")
    terminal.press("escape" if is_told(text) else "enter")
    terminal.until(lambda text: good not in text, "nothing chosen")
    return not is_told(text)
