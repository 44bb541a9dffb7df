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
    programs: list[Path] = []
    for page in pages_with("python"):
        name = "_".join(page.with_suffix("").parts)
        program = None
        for block in blocks(page, "python"):
            if "from paizhuo_client" in block.code:
                program = tmp_path / f"{name}_line_{block.line}.py"
                program.write_text(block.code, encoding="utf-8")
                programs.append(program)
            elif program is not None:
                # Where a block imports nothing it goes on with the program before it.
                program.write_text(program.read_text() + block.code, encoding="utf-8")
    assert programs
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    done = subprocess.run(
        [*command, *map(str, programs)], capture_output=True, text=True, check=False, timeout=240
    )
    assert done.returncode == 0, done.stdout + done.stderr
