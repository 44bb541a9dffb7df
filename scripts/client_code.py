"""What the generators of the client's code share."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]


def tidied(text: str) -> str:
    """Bring a module into the house's format, without imports that it does not use."""
    ruff = [sys.executable, "-m", "ruff"]
    settings = ["--config", str(ROOT / "pyproject.toml"), "--stdin-filename", "x.py", "-"]
    fixed = subprocess.run(
        [*ruff, "check", "--quiet", "--fix-only", "--select", "F401,I001", *settings],
        input=text,
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    formatted = subprocess.run(
        [*ruff, "format", "--quiet", *settings],
        input=fixed.stdout,
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return formatted.stdout
