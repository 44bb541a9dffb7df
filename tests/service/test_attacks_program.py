"""Silly arguments on the command line: a line that says what is wrong, never a traceback."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from typer.testing import CliRunner

from paizhuo.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path

SILLY: Final = {
    "deals": ["--deals", "1" + "0" * 30],
    "negative_seed": ["--seed", "-1"],
    "huge_seed": ["--seed", "9" * 30],
    "seats": ["--seats", "1000000000000"],
    "threads": ["--deals", "1", "--threads", "9" * 30],
    "bot_in_markup": ["--bot", "[/red]"],
    "option_in_markup": ["--option", "[/]=1"],
    "option_without_value": ["--option", "unit"],
    "too_few_bots": ["--bot", "greedy", "--bot", "greedy"],
    "game_in_markup": ["[/x]"],
}


@pytest.mark.parametrize("case", SILLY)
def test_a_silly_simulation_says_what_is_wrong(case: str) -> None:
    """Numbers out of range and names in markup end with a message and a code that is not 0."""
    ran = CliRunner().invoke(app, ["simulate", *SILLY[case]])
    assert isinstance(ran.exception, SystemExit), ran.exception
    assert ran.exit_code in {1, 2}
    assert ran.output.strip()


@pytest.mark.parametrize("command", ["vectors", "verify"])
@pytest.mark.parametrize("what", ["bytes", "folder", "deep", "empty", "missing"])
def test_garbage_in_a_file_says_what_is_wrong(tmp_path: Path, command: str, what: str) -> None:
    """A file that cannot be read ends with a message and a code that is not 0."""
    path = tmp_path / "garbage"
    match what:
        case "bytes":
            path.write_bytes(bytes(range(255, 127, -1)) * 100)
        case "folder":
            path.mkdir()
        case "deep":
            path.write_text("[" * 100_000)
        case "empty":
            path.write_bytes(b"")
        case _:
            pass
    ran = CliRunner().invoke(app, [command, str(path)])
    assert isinstance(ran.exception, SystemExit), ran.exception
    assert ran.exit_code in {1, 2}
    assert ran.output.strip()
