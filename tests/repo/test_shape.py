"""Files fit a screen and a head: their lines, lengths, functions and doors."""

from __future__ import annotations

import re
from typing import Final

import pytest

from repo import python_source, rust_source
from repo.tree import sources, text

LINE_COLUMNS_MAX: Final = 100
FILE_LINES_MAX: Final = 800
FUNCTION_LINES_MAX: Final = 70
PRAGMA: Final = re.compile(r"  # (?:noqa|type: ignore)\b.*$")
"""What is said to a tool about a line must stand on it, and does not count."""


def test_lines_fit_the_columns() -> None:
    """No line that a person wrote is longer than 100 columns."""
    long = [
        f"{name}:{number}"
        for name in sources()
        for number, line in enumerate(text(name).splitlines(), 1)
        if len(PRAGMA.sub("", line)) > LINE_COLUMNS_MAX
    ]
    assert long == []


def test_files_stay_small() -> None:
    """No file that a person wrote has more than 800 lines."""
    long = [name for name in sources() if text(name).count("\n") > FILE_LINES_MAX]
    assert long == []


def test_functions_stay_small() -> None:
    """No function in Python or Rust has more than 70 lines."""
    long = [
        f"{name}: {function} has {lines}"
        for language, suffix in ((python_source, ".py"), (rust_source, ".rs"))
        for name in sources(suffix)
        for function, lines in language.lengths(text(name))
        if lines > FUNCTION_LINES_MAX
    ]
    assert long == []


def test_python_doors_only_open() -> None:
    """An `__init__.py` documents, imports and lists, and does nothing else."""
    busy = {
        str(name): beyond
        for name in sources(".py")
        if name.name == "__init__.py"
        if (beyond := python_source.beyond_a_door(text(name)))
    }
    assert busy == {}


def test_rust_doors_only_open() -> None:
    """A `lib.rs` or `mod.rs` holds docs, modules, uses and macro calls, and nothing else."""
    busy = {
        str(name): beyond
        for name in sources(".rs")
        if name.name in {"lib.rs", "mod.rs"}
        if (beyond := rust_source.beyond_a_door(text(name)))
    }
    assert busy == {}


def test_the_namespace_has_no_door() -> None:
    """Server and clients share `paizhuo`, so none of them puts an `__init__.py` into it."""
    doors = [n for n in sources(".py") if n.name == "__init__.py" and n.parent.name == "paizhuo"]
    assert doors == []


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("fn one() {}\n", [("one", 1)]),
        ("pub(crate) const fn two(\n    a: u8,\n) -> u8 {\n    a\n}\n", [("two", 5)]),
        (
            "trait T {\n    fn none(&self);\n    fn three(&self) {\n        x\n    }\n}\n",
            [("none", 1), ("three", 3)],
        ),
    ],
)
def test_rust_functions_are_measured(source: str, lines: list[tuple[str, int]]) -> None:
    """A Rust function counts from its signature to the brace that closes it."""
    assert list(rust_source.lengths(source)) == lines


def test_python_functions_are_measured() -> None:
    """A Python function counts from its `def` to its last line."""
    assert list(python_source.lengths("@x\ndef f(\n    a,\n):\n    return a\n")) == [("f", 4)]


@pytest.mark.parametrize(
    "source",
    [
        '//! Docs.\n#![doc = include_str!("a.md")]\npub mod a;\nmod r#b;\npub use a::{B, C};\n',
        "games! { dou_dizhu, zheng_fen }\nlist!(a);\n#[cfg(test)]\nmod tests { use super::*; }",
        "pub const REVISIONS: &[u32] = &[1];\n",
    ],
)
def test_a_rust_door_may_open(source: str) -> None:
    """Docs, attributes, modules, uses, macro calls and a game's revisions are a door's to hold."""
    assert rust_source.beyond_a_door(source) == []


@pytest.mark.parametrize(
    "source",
    ["mod a;\nfn f() {}", "mod a { struct S; }", "pub const LIMIT: u8 = 1;", "impl A for B {}"],
)
def test_a_busy_rust_door_is_found(source: str) -> None:
    """Functions, types, constants and implementations are found in a door."""
    assert rust_source.beyond_a_door(source) != []


@pytest.mark.parametrize("source", ["X = 1", "def f(): ...", "if TYPE_CHECKING:\n    x = 1"])
def test_a_busy_python_door_is_found(source: str) -> None:
    """Values and functions are found in a door."""
    assert python_source.beyond_a_door(source) != []
