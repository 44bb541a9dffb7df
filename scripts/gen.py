"""Make every generated file from `proto/`, or with `--check` prove that the committed ones are it.

The Python stubs come from the protoc that grpcio-tools carries, the Rust messages from the crate
`paizhuo-gen`; neither needs anything installed beside what the locks name.
"""

import argparse
import difflib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROTO = ROOT / "proto"
API = Path("clients/python-api/src")
SERVICE = Path("service")
RUST = Path("engine-rs/crates/wire/src/gen")
# Where each package of protos goes; the generated modules of a package share one folder.
PYTHON_HOMES = {"paizhuo/v1": API, "paizhuo/storage/v1": SERVICE}


def protos(package: str) -> list[str]:
    """The files of one package, relative to the proto root, in one order everywhere."""
    return sorted(str(path.relative_to(PROTO)) for path in (PROTO / package).glob("*.proto"))


def generate_python(out: Path) -> None:
    """Write messages, their types and the gRPC stubs with their types under `out`."""
    for package, home in PYTHON_HOMES.items():
        files = protos(package)
        if not files:
            continue
        target = out / home
        target.mkdir(parents=True, exist_ok=True)
        outputs = [f"--python_out={target}", f"--mypy_out=quiet:{target}"]
        if any("\nservice " in (PROTO / name).read_text() for name in files):
            outputs += [f"--grpc_python_out={target}", f"--mypy_grpc_out=quiet:{target}"]
        scripts = str(Path(sys.executable).parent)
        subprocess.run(
            [sys.executable, "-m", "grpc_tools.protoc", "-I.", "-Ithird_party", *outputs, *files],
            cwd=PROTO,
            env={**os.environ, "PATH": os.pathsep.join([scripts, os.environ["PATH"]])},
            check=True,
        )
        drop_empty_stubs(target / package)
        (target / package / "py.typed").touch()


def drop_empty_stubs(folder: Path) -> None:
    """Remove the gRPC modules that protoc writes even for files without a service."""
    for module in folder.glob("*_pb2_grpc.py"):
        if "Servicer" not in module.read_text():
            module.unlink()
            module.with_suffix(".pyi").unlink(missing_ok=True)


def generate_rust(out: Path) -> None:
    """Write the prost messages of all packages under `out`."""
    target = out / RUST
    target.mkdir(parents=True, exist_ok=True)
    manifest = ROOT / "engine-rs" / "Cargo.toml"
    cargo = ["cargo", "run", "--locked", "--quiet", "--manifest-path", str(manifest)]
    files = [name for package in PYTHON_HOMES for name in protos(package)]
    subprocess.run(
        [*cargo, "--package", "paizhuo-gen", "--", str(PROTO), str(target), *files],
        check=True,
    )


def generated_files(root: Path) -> Iterator[Path]:
    """Every generated file under `root`, relative to it."""
    for package, home in PYTHON_HOMES.items():
        for path in sorted((root / home / package).glob("*")):
            if path.name == "py.typed" or "_pb2" in path.name:
                yield path.relative_to(root)
    yield from (path.relative_to(root) for path in sorted((root / RUST).glob("*.rs")))


def differences(fresh: Path) -> list[str]:
    """Tell how the committed files differ from those just made under `fresh`."""
    lines: list[str] = []
    for name in sorted({*generated_files(fresh), *generated_files(ROOT)}):
        old, new = (
            (root / name).read_text().splitlines() if (root / name).exists() else []
            for root in (ROOT, fresh)
        )
        lines += difflib.unified_diff(old, new, f"committed/{name}", f"fresh/{name}", lineterm="")
        if (ROOT / name).exists() != (fresh / name).exists() and old == new:
            lines.append(f"{name}: in one of the two only")
    return lines


def write(fresh: Path) -> None:
    """Put the files made under `fresh` into the tree, and remove those that are no longer made."""
    wanted = set(generated_files(fresh))
    for name in set(generated_files(ROOT)) - wanted:
        (ROOT / name).unlink()
    for name in wanted:
        target, content = ROOT / name, (fresh / name).read_bytes()
        # An untouched file keeps its time stamp, so that nothing is built again because of it.
        if not target.exists() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)


def main() -> int:
    """Run either way; the exit code is 1 when a committed file is not current."""
    parser = argparse.ArgumentParser(description="Generate code from proto/.")
    parser.add_argument("--check", action="store_true", help="change nothing, compare only")
    check = parser.parse_args().check
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder)
        generate_python(fresh)
        generate_rust(fresh)
        if not check:
            write(fresh)
            return 0
        lines = differences(fresh)
    if lines:
        print("\n".join(lines[:200]))
        print("Generated code is not current: run `make gen` and commit what it writes.")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
