"""`paizhuo-table` as people install it: the client's wheels, and no server package beside them."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

import pytest

from terminal.screen import Terminal
from terminal.serving import serving

CLIENTS = Path(__file__).parents[2] / "clients"
OTHERS = ("google", "grpc", "typing_extensions.py")
FOR_THE_TABLE = (
    *("textual", "rich", "pygments", "markdown_it", "mdurl", "platformdirs"),
    *("mdit_py_plugins", "linkify_it", "uc_micro"),
)


def run(*command: str | Path) -> None:
    """Run a program, which must succeed."""
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the two wheels into an environment of their own."""
    folder = tmp_path_factory.mktemp("alone")
    for name in ("python-api", "python"):
        copy = folder / name
        run("cp", "-r", CLIENTS / name, copy)
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index"]
        run(*pip, "--no-build-isolation", "--wheel-dir", folder / "wheels", copy)
    fresh = folder / "fresh"
    venv.create(fresh, with_pip=True)
    wheels = sorted((folder / "wheels").glob("*.whl"))
    pip = [str(fresh / "bin/python"), "-m", "pip", "install", "--quiet", "--no-deps"]
    run(*pip, "--no-index", *wheels)
    return fresh


def others(folder: Path, *names: str) -> dict[str, str]:
    """Take what others wrote from where the tests have it, and nothing else."""
    packages = Path(pytest.__file__).parents[1]
    folder.mkdir()
    for name in names:
        if (packages / name).exists():
            (folder / name).symlink_to(packages / name)
    return {"PYTHONPATH": str(folder)}


@pytest.mark.slow
def test_the_table_is_installed_with_the_client_alone(installed: Path, tmp_path: Path) -> None:
    """`paizhuo-table --server` seats one at a table of a server that runs elsewhere."""
    environment = others(tmp_path / "others", *OTHERS, *FOR_THE_TABLE)
    with serving(tmp_path) as server:
        command = [str(installed / "bin/paizhuo-table"), "--server", server.start()]
        command += ["--guest-file", str(tmp_path / "guest.json")]
        with Terminal(command, environment=environment) as terminal:
            terminal.until(lambda text: "Your turn" in text or "Waiting for" in text)
            terminal.press("ctrl+q")
            assert terminal.wait() == 0


@pytest.mark.slow
def test_what_is_missing_is_named(installed: Path, tmp_path: Path) -> None:
    """Installed without what draws the table, it says in one line what to install."""
    environment = others(tmp_path / "others", *OTHERS)
    with Terminal([str(installed / "bin/paizhuo-table")], environment=environment) as terminal:
        assert terminal.wait() == 1
        assert "pip install 'paizhuo-client[table]'" in terminal.text
        assert "Traceback" not in terminal.text
