"""The program in a real terminal: people play, servers die, windows change."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from paizhuo_table.lexicon import Lexicon, languages_of
from paizhuo_table.words import Words
from terminal.screen import LIMIT_S, Terminal, paizhuo, paizhuo_table
from terminal.serving import serving
from terminal.staged import game

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SHORT = ("--option", "match_end=deals", "--option", "match_deals=1", "--option", "max_redeals=1")
ONE_DEAL = {
    "dou_dizhu": SHORT,
    "zheng_fen": ("--option", "target=5", "--option", "tie_rule=shared"),
    "hachinin_meri": ("--option", "deals=1"),
    "zhao_pengyou": ("--option", "target_points=1", "--table-option", "draw_ms=0"),
}
"""Flags for a match of one deal, by game."""
TOTALS = {"dou_dizhu": {0}, "zheng_fen": {100}, "hachinin_meri": {9}, "zhao_pengyou": range(1, 60)}
"""What the totals of all seats, or of both teams, may come to after one deal."""
QUICK = ("--table-option", "bot_delay_ms=20")
TABLE_NAME = re.compile(r"Waiting for people, .*--table ([a-z2-7]{32})(?!\S)")
ASK_AGAIN_S = 3.0
COLOURS = re.compile(rb"\x1b\[[0-9;]*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[0-9;]*m")


def take_hints(terminal: Terminal, words: Words, done: str, name: str = "dou_dizhu") -> str:
    """Play by the server's hints until something shows; returns the screen then."""
    end = time.monotonic() + 2 * LIMIT_S
    while time.monotonic() < end:
        if done in terminal.until(shows_any(*turns(words, name), done), f"a turn or {done!r}"):
            return terminal.text
        take_hint(terminal, words, done)
    raise AssertionError(f"the match did not end; the screen is\n{terminal.text}")


def take_hint(terminal: Terminal, words: Words, done: str) -> None:
    """Ask for a hint and take it; nothing happens where the question was answered already."""
    hinted, chosen = opening(words["hint_is"]), opening(words["selected"])
    is_told = shows_any(hinted, chosen, words["not_asked"], done)
    asked_at = time.monotonic()
    terminal.press("h")

    def is_answered(text: str) -> bool:
        nonlocal asked_at
        # Who asked before it was his turn is told so only until it is.
        if not is_told(text) and time.monotonic() > asked_at + ASK_AGAIN_S:
            asked_at = time.monotonic()
            terminal.press("h")
        return is_told(text)

    text = terminal.until(is_answered, "a hint")
    if words["not_asked"] in text:
        terminal.press("escape")
        terminal.until(lambda text: words["not_asked"] not in text, "an end of the notice")
    elif done not in text:
        terminal.press("enter")
        terminal.until(
            lambda text: done in text or not (hinted in text or chosen in text), "an answer"
        )


def turns(words: Words, name: str) -> list[str]:
    """Return the lines that say that it is one's turn, in each phase of a game."""
    shown = game(name)
    lexicon = Lexicon(shown, words.language)
    return [words.say("your_turn", phase=lexicon.phase(term.name)) for term in shown.phases]


def opening(phrase: str) -> str:
    """Return what stands before the first value of a phrase."""
    return phrase.partition("{")[0].strip()


def shows_any(*parts: str) -> Callable[[str], bool]:
    """Return whether a screen shows any of these."""
    return lambda text: any(part in text for part in parts)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "language"),
    [(name, language) for name in ONE_DEAL for language in languages_of(game(name))],
)
def test_a_match_is_played_against_bots(name: str, language: str) -> None:
    """From one command to the final totals at 80×24, in each language, with a server of its own."""
    words, lexicon = Words(language), Lexicon(game(name), language)
    flags = ["--language", language, "--name", "Ann", *ONE_DEAL[name], *QUICK]
    with Terminal(paizhuo("play", name, *flags)) as terminal:
        terminal.expect(words["connected"], lexicon.bot("greedy"), words["you"])
        text = take_hints(terminal, words, words["press_next_match"], name)
        assert words.say("result_match", match=1) in text
        assert words["column_total"] in text
        assert sum(totals_in(text)) in TOTALS[name]
        terminal.press("enter")
        title = words.say("result_match", match=1)
        terminal.until(lambda text: title not in text and words["you"] in text, "another match")
        terminal.press("ctrl+q")
        assert terminal.wait() == 0


@pytest.mark.slow
def test_eight_play_in_teams_and_some_cards_lie_face_down() -> None:
    """Seat 0 is a person with three bots against four; trumps and teams are told (HM-1.2)."""
    words = Words("en")
    flags = ["--language", "en", *ONE_DEAL["hachinin_meri"], *QUICK]
    with Terminal(paizhuo("play", "hachinin_meri", *flags), 100, 34) as terminal:
        text = terminal.until(shows_any(*turns(words, "hachinin_meri")), "a turn")
        assert text.count("beginner") >= 7
        assert "team A 0, total 0 · team B 0, total 0" in text
        assert "trumps: " in text
        seen = ""
        while "face down" not in seen:
            take_hint(terminal, words, words["press_next_match"])
            seen = terminal.until(
                shows_any(*turns(words, "hachinin_meri"), words["press_next_match"]), "a turn"
            )
            assert words["press_next_match"] not in seen, "trumps were played on a plain lead"


def totals_in(text: str) -> list[int]:
    """Read the totals off the page of results; it has a line for each seat, or for each team."""
    row = re.compile(r" (?:[+-]\d+|0) +([+-]\d+|0)(?: |$)", re.MULTILINE)
    found = [int(total) for total in row.findall(text)]
    assert len(found) >= 2, text
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "columns", "lines"), [(6, 80, 24), (5, 132, 50), (4, 100, 30)])
def test_hands_of_different_sizes_and_wild_jokers_are_played(
    seats: int, columns: int, lines: int
) -> None:
    """Up to six sit round, jokers are wild, and the piles are counted in the end."""
    words = Words("en")
    flags = ["--seats", str(seats), "--preset", "pagat", *ONE_DEAL["zheng_fen"], *QUICK]
    with Terminal(paizhuo("play", "zheng_fen", *flags), columns, lines) as terminal:
        text = terminal.until(shows_any(*turns(words, "zheng_fen")), "a turn")
        assert text.count("beginner") >= seats - 1
        assert "points taken" in text
        terminal.press("o")
        terminal.expect("● wild jokers: yes", "pagat.com")
        terminal.press("escape")
        text = take_hints(terminal, words, words["press_next_match"], "zheng_fen")
        assert sum(totals_in(text)) == 100
        if lines >= 30:
            assert text.count("pile of cards won:") == seats


@pytest.mark.slow
def test_a_preset_is_played_with_its_auction() -> None:
    """The preset "online" calls, robs and doubles; the rules page names it."""
    words = Words("en")
    with Terminal(
        paizhuo("play", "--preset", "online", "--seats", "4", *SHORT, *QUICK)
    ) as terminal:
        terminal.expect("connected")
        terminal.press("o")
        terminal.expect("Rules of this table", "as usual online", "● auction")
        terminal.press("escape")
        take_hints(terminal, words, words["press_next_match"])
        assert terminal.text.count("beginner") >= 3


@pytest.mark.slow
def test_a_table_that_is_gone_is_not_named(tmp_path: Path) -> None:
    """With a server of its own there is nothing to come back to; at another's there is."""
    flags = [*SHORT, *QUICK]
    with Terminal(paizhuo("play", *flags)) as terminal:
        terminal.expect("Your turn")
        terminal.press("ctrl+q")
        assert terminal.wait() == 0
        assert b"to come back" not in terminal.raw
    with serving(tmp_path) as server:
        address = server.start()
        with Terminal(paizhuo("play", "--server", address, *flags)) as terminal:
            terminal.expect("Your turn")
            terminal.press("ctrl+q")
            assert terminal.wait() == 0
            back = f"to come back: paizhuo play --server {address} --table "
            assert back.encode() in terminal.raw


@pytest.mark.slow
def test_a_killed_server_is_waited_for(tmp_path: Path) -> None:
    """The server dies in the middle of a deal: the table says so, and goes on when it is back."""
    words = Words("en")
    with serving(tmp_path) as server:
        flags = ["--server", server.start(), "--guest-file", str(tmp_path / "guest.json")]
        with Terminal(paizhuo_table(*flags, *SHORT, *QUICK)) as terminal:
            terminal.until(lambda text: "Your turn" in text)
            server.kill()
            terminal.expect("reconnecting", "You")
            server.start()
            terminal.expect("connected")
            take_hints(terminal, words, words["press_next_match"])
            assert b"chttp2" not in terminal.raw
            terminal.press("ctrl+q")
            assert terminal.wait() == 0


@pytest.mark.slow
def test_who_leaves_can_come_back(tmp_path: Path) -> None:
    """Who leaves is told the command that leads the same guest back to the seat."""
    with serving(tmp_path) as server:
        flags = ["--server", server.start(), "--guest-file", str(tmp_path / "guest.json")]
        with Terminal(paizhuo_table(*flags, *SHORT, *QUICK)) as terminal:
            hand = terminal.until(lambda text: "Your turn" in text).split("\n")[14:17]
            terminal.press("ctrl+c")
            assert terminal.wait() == 0
            told = rb"to come back: paizhuo-table (--server \S+ --table [a-z0-9]+)"
            found = re.search(told, terminal.raw[-300:])
            assert found is not None
        way = found.group(1).decode().split()
        with Terminal(paizhuo_table(*way, *flags[2:])) as terminal:
            again = terminal.until(lambda text: "Your turn" in text).split("\n")[14:17]
            assert again == hand


@pytest.mark.slow
def test_two_people_play_at_one_table(tmp_path: Path) -> None:
    """A seat is left free, its table is named, and who joins there plays along."""
    with serving(tmp_path) as server:
        flags = ["--server", server.start(), "--guest-file"]
        ann = [*flags, str(tmp_path / "ann"), "--name", "Ann", "--people", "2"]
        bob = [*flags, str(tmp_path / "bob"), "--name", "Bob", "--table"]
        with Terminal(paizhuo_table(*ann, *SHORT, *QUICK)) as first:
            # Of a screen that is only half drawn the name might be read in part.
            text = first.until(
                lambda text: TABLE_NAME.search(text) is not None and "#2 free" in text
            )
            table = TABLE_NAME.search(text)
            assert table is not None
            with Terminal(paizhuo_table(*bob, table.group(1))) as second:
                second.expect("deal 1", "Ann")
                first.expect("deal 1", "Bob")
                assert "free" not in first.text
            first.expect("Bob ○")


@pytest.mark.slow
def test_a_refused_play_is_explained_in_the_terminal(tmp_path: Path) -> None:
    """A set that is no combination is refused with its rule, and x plays what is offered."""
    with serving(tmp_path) as server:
        flags = ["--server", server.start(), "--guest-file", str(tmp_path / "guest.json")]
        bids = ["--bot", "random", "--option", "auction=bid_once"]
        with Terminal(paizhuo_table(*flags, *SHORT, *QUICK, *bids)) as terminal:
            terminal.until(lambda text: "Your turn: auction" in text or "Your turn: play" in text)
            if "Your turn: auction" in terminal.text:
                terminal.press("p" if "[3]" not in terminal.text else "3")
            terminal.until(lambda text: "Your turn: play" in text)
            terminal.press("space", "right", "space")
            terminal.press("right", "space", "right", "space", "right", "space")
            terminal.expect("Chosen:", "✗ Rule D")
            terminal.press("enter")
            terminal.expect("[x] instead:")
            assert re.search(r"✗ Rule D\d+\.\d+:", terminal.text)
            terminal.press("x")
            terminal.until(lambda text: "[x]" not in text and "Chosen" not in text)


@pytest.mark.slow
def test_clocks_count_down_and_run_out(tmp_path: Path) -> None:
    """With clocks the time that is left is shown, and what happens when it is over is told."""
    clocks = ["--table-option", "decision_ms=3000", "--table-option", "delegate_after_misses=1"]
    with serving(tmp_path) as server:
        flags = ["--server", server.start(), "--guest-file", str(tmp_path / "guest.json")]
        with Terminal(paizhuo_table(*flags, *SHORT, *QUICK, *clocks)) as terminal:
            terminal.until(lambda text: "Your turn" in text and "0:0" in text)
            terminal.expect("Enter: next match")
            # The log has moved on; the page of what has happened keeps it.
            terminal.press("e")
            terminal.expect("What happened, the newest first")
            for told in ("beginner plays for: You", "You: time is up"):
                terminal.press_until("pagedown", told)


@pytest.mark.slow
def test_the_window_may_change_its_size() -> None:
    """Dragging the window draws the table anew; too small a window is told, and no harm is done."""
    with Terminal(paizhuo("play", *SHORT, *QUICK)) as terminal:
        terminal.until(lambda text: "Your turn" in text)
        terminal.resize(60, 20)
        terminal.expect("60×20", "80×24")
        terminal.resize(120, 40)
        terminal.until(lambda text: "Your turn" in text and "60×20" not in text)
        assert terminal.text.split("\n")[-1].startswith("[")
        terminal.press("ctrl+q")
        assert terminal.wait() == 0


@pytest.mark.slow
def test_no_color_is_obeyed() -> None:
    """With NO_COLOR no colour is written, and the table is there all the same."""
    with Terminal(paizhuo("play", *QUICK), environment={"NO_COLOR": "1"}) as terminal:
        terminal.until(lambda text: "Your turn" in text)
        assert COLOURS.search(terminal.raw) is None
    with Terminal(paizhuo("play", *QUICK)) as terminal:
        terminal.until(lambda text: "Your turn" in text)
        assert COLOURS.search(terminal.raw) is not None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("flags", "environment"),
    [
        (["--ascii"], {}),
        ([], {"TERM": "linux"}),
        ([], {"LANG": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}),
    ],
)
def test_a_plain_terminal_gets_ascii(flags: list[str], environment: dict[str, str]) -> None:
    """Asked for it, on a console, or without UTF-8, the table is drawn with ASCII alone."""
    with Terminal(paizhuo("play", *QUICK, *flags), environment=environment) as terminal:
        text = terminal.until(lambda text: "Your turn" in text)
        assert text.isascii()
        assert "|10" in text or "|A" in text or "|K" in text


def ran(command: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program without a terminal."""
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=LIMIT_S,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize(
    ("name", "command"), [("paizhuo play", paizhuo("play")), ("paizhuo-table", paizhuo_table())]
)
def test_without_a_terminal_it_says_so(name: str, command: list[str]) -> None:
    """Where input or output is no terminal, one line of the command's says so."""
    done = ran(command)
    assert done.returncode == 1
    assert done.stderr == f"{name}: the table needs a terminal, for input and output\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["--option", "laizi=on"], "BAD_OPTION_VALUE"),
        (["--preset", "nothing"], "UNKNOWN_PRESET"),
        (["whist"], "UNKNOWN_GAME"),
        (["--seats", "9"], "BAD_SEAT_COUNT"),
        (["--bot", "nobody"], "UNKNOWN_BOT"),
        (["--option", "spring"], "name=value"),
        (["--language", "xx"], "--language"),
    ],
)
def test_a_wish_that_cannot_be_had_is_refused_in_a_line(flags: list[str], words: str) -> None:
    """What the server or the program refuses is told on the command line, with its reason."""
    with Terminal(paizhuo("play", *flags), columns=200) as terminal:
        assert terminal.wait() != 0
        assert words in terminal.text
        assert "Traceback" not in terminal.text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("127.0.0.1:1", "no server answers at 127.0.0.1:1: "),
        ("http://127.0.0.1:50051", "host:port, and no URL"),
    ],
)
@pytest.mark.parametrize("program", [paizhuo("play"), paizhuo_table()])
def test_a_server_that_is_not_there_is_named(program: list[str], address: str, words: str) -> None:
    """Who mistyped the address need not wait long, and reads it."""
    with Terminal([*program, "--server", address], columns=200) as terminal:
        assert terminal.wait() == 1
        assert words in terminal.text


@pytest.mark.slow
@pytest.mark.parametrize("program", [paizhuo("play"), paizhuo_table()])
def test_who_does_not_want_to_wait_may_leave(program: list[str]) -> None:
    """Interrupted while it looks for a server, the program ends without a word more."""
    with Terminal([*program, "--server", "127.0.0.1:1"], columns=200) as terminal:
        terminal.expect("looking for a server at 127.0.0.1:1")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.wait() == 130
        assert "Traceback" not in terminal.text
        assert "no server answers" not in terminal.text


def test_the_catalogue_is_listed(tmp_path: Path) -> None:
    """What can be chosen is printed from the server's catalogue, in the language asked for."""
    with serving(tmp_path) as server:
        done = ran(paizhuo_table("--server", server.start(), "--list-options", "--language", "ru"))
    assert done.returncode == 0, done.stderr
    assert "--preset online: как обычно в сети" in done.stdout
    assert "--option spring=off|x2|x3 (off)" in done.stdout
    assert "--table-option decision_ms=0..3600000 (0)" in done.stdout


def test_the_table_needs_no_server_package() -> None:
    """Everything that `paizhuo-table` loads is the client's, the API's or other people's."""
    code = (
        "import sys, paizhuo_table.program, paizhuo_table.app\n"
        "ours = sorted(n for n in sys.modules if n.split('.')[0] == 'paizhuo')\n"
        "print([n for n in ours if not (n + '.').startswith('paizhuo.v1.') and n != 'paizhuo'])"
    )
    done = ran([sys.executable, "-c", code])
    assert done.stdout == "[]\n", done.stderr


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ("paizhuo_table", "pip install 'paizhuo[play]'"),
        ("textual", "pip install 'paizhuo-client[table]'"),
    ],
)
def test_a_missing_client_is_named_in_a_line(missing: str, words: str) -> None:
    """`paizhuo play` says what to install where the client is not there."""
    code = (
        f"import sys; sys.modules[{missing!r}] = None; sys.argv = ['paizhuo', 'play']\n"
        "from paizhuo.cli import main; main()"
    )
    done = ran([sys.executable, "-c", code])
    assert done.returncode == 1
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
