"""The code blocks of the project's Markdown files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]

DOCUMENTED: Final = "127.0.0.1:50051"
DOCUMENTED_HTTP: Final = "127.0.0.1:8080"
"""Where the examples find a server; the tests put their own there."""

FENCE: Final = re.compile(
    r"^(?P<fence>```+)(?P<language>\w*)[ ]*(?P<about>[^\n`]*)\n(?P<code>.*?)^(?P=fence)[ ]*$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Block:
    """Hold one fenced block: what it is in, what its fence says of it, and what is in it."""

    line: int
    language: str
    about: str
    code: str


def pages() -> list[Path]:
    """Give the README, every page of the docs, and the client's README, relative to the root."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    found.append(ROOT / "clients/python/README.md")
    return [page.relative_to(ROOT) for page in found]


def blocks(page: Path, *languages: str) -> list[Block]:
    """Give the blocks of a page that are in these languages, in order."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return [
        Block(text.count("\n", 0, found.start()) + 2, *found.group("language", "about", "code"))
        for found in FENCE.finditer(text)
        if found["language"] in languages
    ]


def pages_with(*languages: str) -> list[Path]:
    """Give the pages that have a block in one of these languages."""
    return [page for page in pages() if blocks(page, *languages)]
