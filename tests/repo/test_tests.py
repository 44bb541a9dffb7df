"""A test says in a sentence what holds, and fails when it does not."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Final

import pytest

from repo import python_source, rust_source
from repo.tree import sources, text

if TYPE_CHECKING:
    from repo.python_source import Function

RUST_ASSERTS: Final = re.compile(
    r"assert|should_panic|panic!|unwrap_err|expect_err|Result<|\bcheck_\w+\(|\bexpect_\w+\("
)


def python_tests() -> list[tuple[str, Function]]:
    """Give every test function under `tests/` and the clients' tests, with where it stands."""
    return [
        (f"{name}::{function.name}", function)
        for name in sources(".py")
        if name.name.startswith("test_")
        for function in python_source.functions(text(name))
        if function.name.startswith("test_")
    ]


def test_every_test_says_what_holds() -> None:
    """The docstring of a test opens with a sentence."""
    silent = [
        where
        for where, function in python_tests()
        if not python_source.is_sentence(ast.get_docstring(function))
    ]
    assert silent == []


def test_every_test_can_fail() -> None:
    """A test asserts something, by itself or through a helper that says so in its name."""
    toothless = [where for where, function in python_tests() if not python_source.asserts(function)]
    assert toothless == []


def test_every_rust_test_can_fail() -> None:
    """A Rust test asserts something too."""
    toothless = [
        f"{name}::{test}"
        for name in sources(".rs")
        for test, body in rust_source.tests(text(name))
        if not RUST_ASSERTS.search(body)
    ]
    assert toothless == []


@pytest.mark.parametrize("docstring", [None, "", "lower case.", "No end", "No end\n\nA text."])
def test_other_docstrings_are_found(docstring: str | None) -> None:
    """What is missing, starts small or does not end is no sentence."""
    assert not python_source.is_sentence(docstring)


@pytest.mark.parametrize("body", ["pass", "print(1)", "x = f()"])
def test_toothless_tests_are_found(body: str) -> None:
    """A body without an assertion is found."""
    (function,) = python_source.functions(f"def test_x():\n    {body}\n")
    assert not python_source.asserts(function)


def test_toothless_rust_tests_are_found() -> None:
    """A Rust test without an assertion is found, one with is not."""
    source = "#[test]\nfn a() {\n    f();\n}\n\n#[test]\nfn b() {\n    assert!(f());\n}\n"
    found = {test: bool(RUST_ASSERTS.search(body)) for test, body in rust_source.tests(source)}
    assert found == {"a": False, "b": True}
