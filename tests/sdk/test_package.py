"""The package: a wheel that needs neither Rust nor the server, and a door that is complete."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import paizhuo_client
from docs.blocks import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence

CLIENTS = ROOT / "clients"
TYPED_USE = """
from paizhuo_client import Bid, Client, Table, errors, model

async def main() -> int:
    async with Client("127.0.0.1:1") as client:
        table: Table = await client.create_table("dou_dizhu", 3, options={"unit": 5})
        async with table.watch() as live:
            async for turn in live.turns():
                await turn.act(Bid(1))
            seats: tuple[model.Seat, ...] = live.snapshot.table.seats
            return len(seats)
"""


def run(command: Sequence[str | Path], **environment: str) -> str:
    """Run a program, which must succeed, and return what it says."""
    done = subprocess.run(
        [str(word) for word in command],
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_wheel_works_by_itself(tmp_path: Path) -> None:
    """In a fresh environment, with the two wheels and no server beside them, it can be used."""
    for name in ("python-api", "python"):
        copy = tmp_path / name
        run(["cp", "-r", CLIENTS / name, copy])
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index"]
        run([*pip, "--no-build-isolation", "--wheel-dir", tmp_path / "wheels", copy])
    wheels = sorted((tmp_path / "wheels").glob("*.whl"))
    assert [re.split(r"-\d", wheel.name)[0] for wheel in wheels] == [
        "paizhuo_api",
        "paizhuo_client",
    ]
    assert all(wheel.name.endswith("-none-any.whl") for wheel in wheels)
    with zipfile.ZipFile(wheels[1]) as content:
        names = set(content.namelist())
    assert {"paizhuo_client/py.typed", "paizhuo_client/gen/model/view.py"} <= names
    fresh = tmp_path / "fresh"
    venv.create(fresh, with_pip=True)
    python = fresh / "bin/python"
    run([python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", *wheels])
    # What others wrote is taken from where the tests have it; the server is not to be found there.
    others = tmp_path / "others"
    others.mkdir()
    packages = Path(pytest.__file__).parents[1]
    for package in ("google", "grpc", "typing_extensions.py"):
        (others / package).symlink_to(packages / package)
    told = run(
        [
            python,
            "-c",
            (
                "import importlib.util, paizhuo_client.sync, paizhuo_client.testing\n"
                "print(importlib.util.find_spec('paizhuo.engine'), paizhuo_client.__file__)"
            ),
        ],
        PYTHONPATH=str(others),
    )
    assert told.startswith(f"None {fresh}")


def test_its_dependencies_are_few() -> None:
    """It needs the generated API, grpcio and protobuf, as the API's own package needs them."""
    projects = {
        name: tomllib.loads((CLIENTS / name / "pyproject.toml").read_text())["project"]
        for name in ("python", "python-api")
    }
    version = projects["python"]["version"]
    assert version == projects["python-api"]["version"]
    own = set(projects["python"]["dependencies"])
    assert own == {f"paizhuo-api=={version}", *projects["python-api"]["dependencies"]}


def test_nothing_of_the_server_is_imported() -> None:
    """Of `paizhuo` the package imports the generated API alone."""
    line = re.compile(r"^\s*(?:from|import) (paizhuo\b[\w.]*)", re.MULTILINE)
    sources = (CLIENTS / "python/src").rglob("*.py")
    imported = {found for source in sources for found in line.findall(source.read_text())}
    assert imported == {"paizhuo.v1"}


def test_the_door_is_complete() -> None:
    """What the package lists is sorted, once and there, and every public class has a docstring."""
    assert paizhuo_client.__all__ == sorted(set(paizhuo_client.__all__))
    silent = [
        name
        for name in paizhuo_client.__all__
        if isinstance(found := getattr(paizhuo_client, name), type) and not found.__doc__
    ]
    assert silent == []


@pytest.mark.slow
def test_programs_are_checked_against_its_types(tmp_path: Path) -> None:
    """A strict mypy passes a program that uses it well, and finds one that does not."""
    program = tmp_path / "program.py"
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    command.append(str(program))
    program.write_text(TYPED_USE)
    run(command)
    program.write_text(TYPED_USE.replace("Bid(1)", '"bid 1"'))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "incompatible type" in done.stdout
