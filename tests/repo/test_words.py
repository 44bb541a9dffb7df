"""Some words do not belong into a repository that others read and build."""

from __future__ import annotations

import re
from typing import Final

import pytest

from repo.tree import text, texts, tracked

OWN_NAME: Final = "test_words.py"
"""The one file that may name the words."""

UNFINISHED: Final = re.compile(r"\b(?:TODO|FIXME)\b")
MACHINE_PATHS: Final = re.compile(r"(?<![\w.~*])/(?:root|home|work|Users)/\w")
REGISTRIES: Final = re.compile(
    r"(?<!google\.)\b(?:pypi|pythonhosted|npmjs|golang|maven|debian)\.org\b"
    r"|\b(?:static|index)\.crates\.io\b"
)
"""Names of Go's own packages begin with google.golang.org, wherever they come from."""
LOCKS: Final = {"Cargo.lock", "package-lock.json", "go.sum"}
CARGO_INDEX: Final = "registry+https://github.com/rust-lang/crates.io-index"


def found(pattern: re.Pattern[str]) -> list[str]:
    """Give the places where a pattern stands in the texts that people wrote."""
    return [
        f"{name}:{number}"
        for name in texts()
        if name.name != OWN_NAME
        for number, line in enumerate(text(name).splitlines(), 1)
        if pattern.search(line)
    ]


def test_nothing_is_left_for_later() -> None:
    """What is not done has an issue, not a note in the code."""
    assert found(UNFINISHED) == []


def test_no_machine_is_named() -> None:
    """No file names a folder of the machine that it was written on."""
    assert found(MACHINE_PATHS) == []


def test_no_registry_is_named() -> None:
    """Where packages come from is the choice of whoever builds."""
    assert found(REGISTRIES) == []


def test_locks_name_no_host() -> None:
    """Lock files hold no address, the name that cargo gives its index apart."""
    locks = [n for n in tracked() if n.name in LOCKS or n.parent.name == "requirements"]
    addresses = [
        f"{name}: {address}"
        for name in locks
        for address in re.findall(r'[^\s"]*://[^\s"]*', text(name))
        if address != CARGO_INDEX
    ]
    assert addresses == []


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        (UNFINISHED, "# TODO: later"),
        (MACHINE_PATHS, "open('/home/x/y')"),
        (REGISTRIES, "https://pypi.org/simple"),
    ],
)
def test_the_words_are_found(pattern: re.Pattern[str], line: str) -> None:
    """Each pattern finds what it is for."""
    assert pattern.search(line)


@pytest.mark.parametrize(
    "line", ["a relative ./work/list", "GET /homely", "the method", "s/root/x"]
)
def test_harmless_words_are_not_found(line: str) -> None:
    """A pattern leaves words alone that only look like its own."""
    assert not MACHINE_PATHS.search(line)
    assert not UNFINISHED.search(line)
