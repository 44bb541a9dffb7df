"""Arrows point one way: `rpc, gateway → tables, auth → stores.base, engine ← wire ← python`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

import pytest

from repo import python_source, rust_source
from repo.tree import sources, text, tracked

SERVICE: Final = Path("service")
CRATES: Final = Path("engine-rs/crates")
BACKENDS: Final = ("stores.memory", "stores.sqlite", "stores.nats")
FACES: Final = ("rpc", "gateway", "cli")

FORBIDDEN: Final = {
    "rpc": ("gateway", "cli", *BACKENDS),
    "gateway": ("cli", *BACKENDS),
    "tables": ("auth", *FACES, *BACKENDS),
    "auth": ("tables", *FACES, *BACKENDS),
    "stores": ("tables", "auth", "engine", *FACES),
    "engine": ("tables", "auth", "stores", "telemetry", *FACES),
    "telemetry": ("tables", "auth", "stores", *FACES),
    "cli": (),
    "__main__": (),
}
"""For each part of the server what it must not import."""

FORBIDDEN_TO_THE_REST: Final = ("tables", "auth", *FACES, *BACKENDS)
"""What the small modules at the bottom (errors, config, clock, ids, limits) must not import."""

NOT_IN_CRATE: Final = {
    "engine": {"pyo3", "prost", "tokio", "paizhuo-wire", "paizhuo-python"},
    "wire": {"pyo3", "tokio", "paizhuo-python"},
    "python": {"tokio"},
}


def module_of(name: Path) -> str:
    """Give the dotted name of a file of the server."""
    return ".".join(name.relative_to(SERVICE).with_suffix("").parts).removesuffix(".__init__")


def crossings(name: Path, source: str) -> list[str]:
    """Give the imports of one file that point against the arrows."""
    part = name.relative_to(SERVICE / "paizhuo").with_suffix("").parts[0]
    barred = [f"paizhuo.{other}" for other in FORBIDDEN.get(part, FORBIDDEN_TO_THE_REST)]
    package = module_of(name) if name.name == "__init__.py" else module_of(name).rpartition(".")[0]
    return [
        f"{name} imports {module}"
        for module in sorted(python_source.imports(source, package))
        if any(f"{module}.".startswith((f"{bar}.", f"{bar}_")) for bar in barred)
    ]


def dependencies(manifest: str) -> set[str]:
    """Give the packages that a crate is built with; those of its tests alone are free."""
    tables = tomllib.loads(manifest)
    return set(tables.get("dependencies", {})) | set(tables.get("build-dependencies", {}))


def test_server_imports_follow_the_arrows() -> None:
    """No part of the server imports one that stands above or beside it."""
    files = [name for name in sources(".py") if name.is_relative_to(SERVICE / "paizhuo")]
    assert [line for name in files for line in crossings(name, text(name))] == []


def test_one_module_imports_the_extension() -> None:
    """Only `paizhuo.engine` imports `paizhuo._engine`."""
    importers = [
        str(name)
        for name in sources(".py")
        if any(
            module.split(".")[:2] == ["paizhuo", "_engine"]
            for module in python_source.imports(text(name), "paizhuo")
        )
    ]
    assert set(importers) <= {"service/paizhuo/engine.py"}


@pytest.mark.parametrize("crate", sorted(NOT_IN_CRATE))
def test_crates_depend_downwards(crate: str) -> None:
    """The engine knows nothing of Protobuf and Python, the wire nothing of Python."""
    assert dependencies(text(CRATES / crate / "Cargo.toml")) & NOT_IN_CRATE[crate] == set()


def test_unsafe_code_has_two_homes() -> None:
    """Code is unsafe only at the border to Python and in one module of the engine."""
    homes = [
        name
        for name in sources(".rs")
        if name.is_relative_to(CRATES) and not name.is_relative_to(CRATES / "python")
        if rust_source.uses_unsafe(text(name))
    ]
    assert len(homes) <= 1
    assert all(name.is_relative_to(CRATES / "engine/src") for name in homes)


def test_every_crate_takes_the_common_lints() -> None:
    """No crate chooses its own lints."""
    manifests = [n for n in tracked() if n.is_relative_to(CRATES) and n.name == "Cargo.toml"]
    assert [n for n in manifests if "[lints]\nworkspace = true" not in text(n)] == []


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("tables/table.py", "from paizhuo.stores.sqlite import SqliteLog"),
        ("tables/table.py", "from paizhuo.rpc import server"),
        ("tables/table.py", "from ..rpc import server"),
        ("stores/memory.py", "import paizhuo.engine"),
        ("stores/memory.py", "from paizhuo import engine"),
        ("engine.py", "from paizhuo.tables import table"),
        ("ids.py", "from paizhuo import cli"),
    ],
)
def test_crossings_are_found(file: str, source: str) -> None:
    """An import against the arrows is found however it is written."""
    assert crossings(SERVICE / "paizhuo" / file, source) != []


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("tables/table.py", "from paizhuo.stores.base import EventLog"),
        ("tables/table.py", "from paizhuo import engine, errors"),
        ("rpc/server.py", "from paizhuo.tables.table import Table"),
        ("cli/serve.py", "from paizhuo.stores.sqlite import SqliteLog"),
    ],
)
def test_arrows_may_be_followed(file: str, source: str) -> None:
    """An import along the arrows is no crossing."""
    assert crossings(SERVICE / "paizhuo" / file, source) == []
