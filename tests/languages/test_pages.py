"""Programs in other languages, as docs/other-languages.md shows them, play every game."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from docs.blocks import DOCUMENTED, DOCUMENTED_HTTP, FENCE, ROOT
from paizhuo.engine import games
from service.playing import ServerProcess

PAGE = ROOT / "docs/other-languages.md"
FILES = {"yaml": "buf.gen.yaml", "go": "main.go", "ts": "main.ts"}
COMMAND = re.compile(r"^    (\S.*)$", re.MULTILINE)
LIMIT_S = 600
MATCHES = {
    "dou_dizhu": "3 match_end=deals match_deals=2",
    "zheng_fen": "4 target=105",
    "zhao_pengyou": "6 target_points=1",
    "hachinin_meri": "8 deals=2",
}
"""Short matches, of more than one deal where a game allows to say so."""


def section(title: str) -> str:
    """Return what the page says of a language."""
    return PAGE.read_text(encoding="utf-8").partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def run(commands: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run commands in a folder; what they install stays beside it."""
    tools = folder.parent / "bin"
    path = os.pathsep.join([str(tools), str(Path(sys.executable).parent), os.environ["PATH"]])
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands],
        cwd=folder,
        env={**os.environ, "PATH": path, "GOBIN": str(tools)},
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT_S,
    )


@pytest.mark.parametrize(("language", "tool"), [("Go", "go"), ("TypeScript", "npm")])
async def test_matches_are_played(language: str, tool: str, tmp_path: Path) -> None:
    """The commands of the page install, generate and build; the program plays to the totals.

    So it does with every game, named in the place of the one that the page names.
    """
    assert shutil.which(tool), f"{tool} is missing"
    text = section(language)
    folder = tmp_path / "program"
    folder.mkdir()
    for found in FENCE.finditer(text):
        code = found["code"].replace("PAIZHUO", str(ROOT))
        (folder / FILES[found["language"]]).write_text(code, encoding="utf-8")
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    process = ServerProcess(tmp_path / "data", "--bot-delay-ms", "0")
    (tmp_path / "data").mkdir()
    try:
        grpc = await process.start()
        *making, playing = COMMAND.findall(FENCE.sub("", text).replace("PAIZHUO", str(ROOT)))
        playing, named, _ = playing.rpartition(" dou_dizhu ")
        assert named, playing
        playing = playing.replace(DOCUMENTED, grpc).replace(DOCUMENTED_HTTP, process.http)
        commands = [*making, *(f"{playing} {game} {MATCHES[game]}" for game in games())]
        done = await asyncio.to_thread(run, "\n".join(commands), folder)
    finally:
        await process.kill()
    assert done.returncode == 0, done.stdout + done.stderr
    told = re.findall(r"totals (.*)", done.stdout)
    totals = [[int(total) for total in re.findall(r"-?\d+", line)] for line in told]
    assert [len(seats) for seats in totals] == [int(MATCHES[game][0]) for game in games()]
    assert sum(totals[games().index("dou_dizhu")]) == 0
