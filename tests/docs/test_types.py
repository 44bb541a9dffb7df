"""Whoever copies an example into a project that checks its types has nothing to mend."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from docs.blocks import blocks, pages_with

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
def test_the_examples_are_typed(tmp_path: Path) -> None:
    """A strict mypy finds nothing in any program of README and docs that uses the client."""
    programs = []
    for page in pages_with("python"):
        name = "_".join(page.with_suffix("").parts)
        for block in blocks(page, "python"):
            if "paizhuo_client" not in block.code:
                continue
            programs.append(tmp_path / f"{name}_line_{block.line}.py")
            programs[-1].write_text(block.code, encoding="utf-8")
    assert programs
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    done = subprocess.run(
        [*command, *map(str, programs)], capture_output=True, text=True, check=False, timeout=240
    )
    assert done.returncode == 0, done.stdout + done.stderr
