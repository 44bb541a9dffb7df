"""The files of the repository, as git lists them."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]

PEOPLE_WRITE: Final = frozenset({".py", ".pyi", ".rs", ".ts", ".tsx", ".go"})
"""Suffixes of the source files that the rules on shape are about."""

BINARY: Final = frozenset({".binpb", ".png", ".jpg", ".woff2", ".ico", ".zip", ".gz", ".bin"})


@cache
def tracked() -> tuple[Path, ...]:
    """Give every committed file that is still there, relative to the root."""
    listing = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    names = [Path(name) for name in listing.stdout.split("\0") if name]
    return tuple(name for name in names if (ROOT / name).is_file())


@cache
def text(name: Path) -> str:
    """Give what a file says."""
    return (ROOT / name).read_text(encoding="utf-8")


def is_generated(name: Path) -> bool:
    """Tell whether a program wrote the file, and may write it otherwise tomorrow."""
    return "_pb2" in name.name or "gen" in name.parts or name.suffix == ".lock"


def is_foreign(name: Path) -> bool:
    """Tell whether the file is kept as others wrote it."""
    return "third_party" in name.parts or name.name == "LICENSE"


def texts() -> list[Path]:
    """Give the committed text files that people of this project wrote."""
    return [
        name
        for name in tracked()
        if name.suffix not in BINARY and not is_generated(name) and not is_foreign(name)
    ]


def sources(*suffixes: str) -> list[Path]:
    """Give the source files that people wrote, of some suffixes or of all."""
    wanted = frozenset(suffixes) or PEOPLE_WRITE
    return [name for name in texts() if name.suffix in wanted]
