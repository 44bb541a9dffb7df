"""What the tidy tests ask of a Rust file: by pattern, which the formatter makes good enough."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_FUNCTION = re.compile(
    r"^(?P<indent> *)(?:pub(?:\([^)]*\))? )?(?:default )?(?:const )?(?:async )?(?:unsafe )?"
    r'(?:extern "[^"]*" )?fn (?P<name>\w+)'
)
_VISIBILITY = r"(?:pub(?:\([^)]*\))?\s+)?"
_USE = re.compile(_VISIBILITY + r"(?:use|extern crate)\b[^;]*;")
_MODULE = re.compile(_VISIBILITY + r"mod\s+(?:r#)?\w+\s*(?P<end>[;{])")
_MACRO = re.compile(r"[\w:]+!\s*(?:\w+\s*)?(?P<end>[({\[])")
# A game says in its `mod.rs` which revisions of its rules it can play.
_REVISIONS = re.compile(_VISIBILITY + r"const REVISIONS\b[^;]*;")
_CLOSING = {"(": ")", "[": "]", "{": "}"}


def function_bodies(source: str) -> Iterator[tuple[str, list[str]]]:
    """Give each function that has a body with its lines, the signature first."""
    lines = source.splitlines()
    for start, line in enumerate(lines):
        found = _FUNCTION.match(line)
        if not found:
            continue
        opening = next(
            (at for at in range(start, len(lines)) if re.search(r"[{};]\s*$", lines[at])), start
        )
        if not lines[opening].rstrip().endswith("{"):
            yield found["name"], lines[start : opening + 1]
            continue
        closing = found["indent"] + "}"
        end = next(
            (at for at in range(opening + 1, len(lines)) if lines[at].rstrip() == closing),
            len(lines) - 1,
        )
        yield found["name"], lines[start : end + 1]


def lengths(source: str) -> Iterator[tuple[str, int]]:
    """Give each function with its number of lines, attributes apart."""
    for name, body in function_bodies(source):
        yield name, len(body)


def tests(source: str) -> Iterator[tuple[str, str]]:
    """Give each test with its attributes and body."""
    bodies = dict(function_bodies(source))
    # proptest!'s functions carry the attribute too; what is between it and `fn` is attributes.
    for found in re.finditer(r"#\[test\]((?:\s*(?:#\[.*\]|//.*))*)\s*fn (\w+)", source):
        yield found[2], found[1] + "\n".join(bodies.get(found[2], []))


def uses_unsafe(source: str) -> bool:
    """Tell whether code, not a comment, is marked unsafe."""
    return bool(re.search(r"\bunsafe\s+(?:\{|fn|impl|extern|trait)", without_comments(source)))


def without_comments(source: str) -> str:
    """Drop line and block comments; strings that hold comment marks do not occur in doors."""
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", source, flags=re.DOTALL)


def beyond_a_door(source: str) -> list[str]:
    """Give what a `lib.rs` or `mod.rs` holds besides docs, modules, uses and macro calls."""
    return list(_items_beyond(without_comments(source)))


def _items_beyond(code: str) -> Iterator[str]:
    at = 0
    while at < len(code):
        if code[at].isspace():
            at += 1
        elif attribute := re.compile(r"#!?\[").match(code, at):
            at = _after_bracket(code, attribute.end() - 1)
        elif found := _USE.match(code, at) or _REVISIONS.match(code, at):
            at = found.end()
        elif found := _MODULE.match(code, at):
            at = found.end()
            if found["end"] == "{":
                end = _after_bracket(code, at - 1)
                yield from _items_beyond(code[at : end - 1])
                at = end
        elif found := _MACRO.match(code, at):
            at = _after_bracket(code, found.end() - 1)
            at += code[at : at + 1] == ";"
        else:
            yield code[at : at + 60].partition("\n")[0]
            return


def _after_bracket(code: str, at: int) -> int:
    opening, closing, depth = code[at], _CLOSING[code[at]], 0
    for here in range(at, len(code)):
        depth += (code[here] == opening) - (code[here] == closing)
        if depth == 0:
            return here + 1
    return len(code)
