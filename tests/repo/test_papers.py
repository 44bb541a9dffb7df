"""The papers of the repository: readme, changelog, versions, locks and the size of it all."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from repo.tree import ROOT, text, tracked

README_LINES_MAX: Final = 150
BLOB_BYTES_MAX: Final = 512 * 1024
SECTIONS: Final = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
LOCK_NAMES: Final = ("runtime", "dev", "bench")


def toml(name: str) -> dict[str, Any]:
    """Read one of the project's TOML files."""
    return tomllib.loads(text(Path(name)))


def pins(lock: str) -> dict[str, set[str]]:
    """Give the versions that a lock pins for each package; it may have one for each Python."""
    found: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([a-z0-9-]+)==([^ ;\\]+)", lock, re.MULTILINE):
        found.setdefault(name, set()).add(version)
    return found


def test_the_readme_is_short() -> None:
    """The README has at most 150 lines."""
    assert text(Path("README.md")).count("\n") <= README_LINES_MAX


def test_the_changelog_keeps_its_shape() -> None:
    """The changelog has unreleased changes first, then dated versions, newest first."""
    changelog = text(Path("CHANGELOG.md"))
    headings = re.findall(r"^## (.*)$", changelog, re.MULTILINE)
    assert changelog.startswith("# Changelog\n")
    assert headings[0] == "[Unreleased]"
    dated = [re.fullmatch(r"\[(\d+)\.(\d+)\.(\d+)\] - \d{4}-\d\d-\d\d", h) for h in headings[1:]]
    assert all(dated), headings
    versions = [tuple(int(part) for part in found.groups()) for found in dated if found]
    assert versions == sorted(versions, reverse=True)
    assert set(re.findall(r"^### (.*)$", changelog, re.MULTILINE)) <= SECTIONS


def test_all_parts_have_one_version() -> None:
    """Server, generated API, client and crates carry one version, and ask each other for it."""
    server, api = toml("pyproject.toml")["project"], toml("clients/python-api/pyproject.toml")
    crates = toml("engine-rs/Cargo.toml")["workspace"]["package"]
    version = server["version"]
    client = toml("clients/python/pyproject.toml")["project"]
    versions = {api["project"]["version"], client["version"], crates["version"]}
    assert versions == {version}
    for asking in (server, client):
        assert f"paizhuo-api=={version}" in asking["dependencies"]


def test_no_large_blob_is_committed() -> None:
    """No committed file is larger than 512 KiB."""
    large = [str(n) for n in tracked() if (ROOT / n).stat().st_size > BLOB_BYTES_MAX]
    assert large == []


def test_no_link_is_committed() -> None:
    """Every committed file is one by itself: a link may lead out of the repository."""
    command = ["git", "ls-files", "--stage"]
    listing = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    lines = listing.stdout.splitlines()
    assert len(lines) > 100
    assert [line for line in lines if line.startswith("120000 ")] == []


@pytest.mark.parametrize("name", LOCK_NAMES)
def test_a_lock_covers_what_is_asked_for(name: str) -> None:
    """Each requirement is pinned, and each pin has hashes."""
    wanted = re.findall(r"^([A-Za-z0-9-]+)", text(Path(f"requirements/{name}.in")), re.MULTILINE)
    lock = text(Path(f"requirements/{name}.txt"))
    assert {package.lower() for package in wanted if package[0] != "-"} <= set(pins(lock))
    entries = re.split(r"^(?=[a-z0-9-]+==)", lock, flags=re.MULTILINE)[1:]
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize("name", ["runtime", "bench"])
def test_locks_can_be_installed_together(name: str) -> None:
    """What several locks pin, they pin alike."""
    one, other = (
        pins(text(Path(f"requirements/{name}.txt"))),
        pins(text(Path("requirements/dev.txt"))),
    )
    assert {p: (one[p], other[p]) for p in one.keys() & other.keys() if one[p] != other[p]} == {}


def test_the_server_asks_for_what_is_locked() -> None:
    """The wheel's dependencies are those of the runtime lock."""
    declared = {
        re.split(r"[=<>\[]", dependency)[0].lower()
        for dependency in toml("pyproject.toml")["project"]["dependencies"]
    }
    asked = re.findall(
        r"^([A-Za-z0-9-]+)(?:\[\w+\])?$", text(Path("requirements/runtime.in")), re.MULTILINE
    )
    assert declared - {"paizhuo-api"} == {package.lower() for package in asked}
