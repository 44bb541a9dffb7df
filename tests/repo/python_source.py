"""What the tidy tests ask of a Python file."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

ASSERTING_CALLS = ("assert", "check", "expect", "fail", "raises", "run_state_machine", "warns")
"""How the name of a call begins that fails a test by itself."""


def functions(source: str) -> Iterator[Function]:
    """Walk every function and method."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def lengths(source: str) -> Iterator[tuple[str, int]]:
    """Give each function with its number of lines, decorators apart."""
    for node in functions(source):
        yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


def imports(source: str, package: str) -> set[str]:
    """Give the full names of the modules that a file of `package` imports.

    What comes after `from x import` may be a module too, so `x.y` is given beside `x`.
    """
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base]).rstrip(".")
            found.add(base)
            found.update(f"{base}.{alias.name}" for alias in node.names)
    return found


def beyond_a_door(source: str) -> list[str]:
    """Give what a `__init__.py` does besides documenting, importing and listing."""
    return [ast.unparse(node)[:60] for node in ast.parse(source).body if not _is_door(node)]


def _is_door(node: ast.stmt) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom():
            return True
        case ast.Expr(value=ast.Constant(value=str())):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__" | "__version__")]):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING"), body=body, orelse=[]):
            return all(_is_door(inner) for inner in body)
        case _:
            return False


def is_sentence(docstring: str | None) -> bool:
    """Tell whether a docstring opens with a sentence: it starts like one and ends like one."""
    paragraph = (docstring or "").strip().split("\n\n")[0]
    return bool(paragraph) and not paragraph[0].islower() and paragraph.endswith((".", "!", "?"))


def asserts(function: Function) -> bool:
    """Tell whether anything in a function can fail it on purpose."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func).rsplit(".", 1)[-1].lstrip("_").lower()
            if name.startswith(ASSERTING_CALLS):
                return True
    return False
