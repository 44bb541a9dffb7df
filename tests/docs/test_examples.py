"""The examples of README and docs do what they say."""

from __future__ import annotations

import doctest
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from google.protobuf import json_format

from docs.blocks import DOCUMENTED, ROOT, Block, blocks, pages, pages_with
from paizhuo.engine import games

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from docs.conftest import Addresses

OUTPUT: Final = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
CALL: Final = re.compile(r"\b(?:call|post) (\w+Service/\w+) <<< '(.*)")
ACTION: Final = re.compile(r"""'"\$action"'""")
MATCHES: Final = Path("docs/games/README.md")
"""A page with a program that plays whole matches, which takes its time."""
VARIABLE: Final = re.compile(r"'\$(?:\(\w+\)|\w+)'")
"""How a call's JSON takes a shell variable or the output of a function in."""


def at(block: Block, page: Path) -> str:
    """Say where a block stands."""
    return f"{page}:{block.line}"


def run_python(page: Path, addresses: Addresses | None = None) -> int:
    """Run the Python of a page in order, as one program; returns how many blocks there were."""
    names: dict[str, Any] = {"__name__": "__main__"}
    found = blocks(page, "python", "pycon")
    for block in found:
        code = block.code if addresses is None else addresses.put_into(block.code)
        if block.language == "python":
            program = compile("\n" * (block.line - 1) + code, str(ROOT / page), "exec")
            exec(program, names)  # noqa: S102 - it is our own text
            continue
        parsed = doctest.DocTestParser().get_doctest(
            code, names, at(block, page), str(ROOT / page), block.line - 1
        )
        report: list[str] = []
        runner = doctest.DocTestRunner(optionflags=OUTPUT)
        runner.run(parsed, out=report.append, clear_globs=False)
        names = parsed.globs
        assert runner.failures == 0, "".join(report)
    return len(found)


def parse(text: str, message_name: str) -> Message:
    """Read JSON as a message of the API; unknown fields and values are refused."""
    for module in ("action", "event", "reason", "record", "rules", "table", "view"):
        found = importlib.import_module(f"paizhuo.v1.{module}_pb2")
        if hasattr(found, message_name):
            message: Message = getattr(found, message_name)()
            return json_format.Parse(text, message)
    raise LookupError(message_name)


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.slow if page == MATCHES else ())
        for page in pages_with("python", "pycon")
    ],
    ids=str,
)
def test_python_runs(page: Path, request: pytest.FixtureRequest) -> None:
    """Every Python block of a page runs, in order, and prints what the page says."""
    text = (ROOT / page).read_text(encoding="utf-8")
    addresses = request.getfixturevalue("addresses") if DOCUMENTED in text else None
    assert run_python(page, addresses) > 0


@pytest.mark.parametrize("names", ["proto", "json"])
@pytest.mark.parametrize("page", pages_with("sh"), ids=str)
def test_shell_runs(page: Path, names: str, addresses: Addresses, tmp_path: Path) -> None:
    """Every shell block of a page runs, in order, and all of its calls are accepted.

    It does so with every release of grpcurl: they name fields in two ways.
    """
    programs, calls = tmp_path / "bin", tmp_path / "calls"
    programs.mkdir()
    stand_in = programs / "grpcurl"
    script = Path(__file__).with_name("grpcurl.py")
    stand_in.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{script}" "$@"\n', encoding="utf-8")
    stand_in.chmod(0o755)
    code = addresses.put_into("\n".join(block.code for block in blocks(page, "sh")))
    if "curl " in code.replace("grpcurl", "") and shutil.which("curl") is None:
        pytest.skip("curl is missing")
    environment = os.environ | {
        "PATH": f"{programs}:{Path(sys.executable).parent}:{os.environ['PATH']}",
        "GRPCURL_CALLS": str(calls),
        "GRPCURL_NAMES": names,
    }
    ran = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", code],
        cwd=tmp_path,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    made = [line.split() for line in calls.read_text(encoding="utf-8").splitlines()]
    assert [method for method, status in made if status != "OK"] == []
    for method in re.findall(r"\b(\w+Service/\w+)", code):
        assert f"paizhuo.v1.{method}" in {method for method, _ in made}


@pytest.mark.parametrize("page", pages(), ids=str)
def test_calls_are_of_the_api(page: Path) -> None:
    """Methods that a page calls exist, and the JSON that it sends them is theirs."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for method_name, body in CALL.findall(text):
        service_name, _, method = method_name.partition("/")
        module_name = re.sub(r"(?<!^)(?=[A-Z])", "_", service_name).lower()
        module = importlib.import_module(f"paizhuo.v1.{module_name}_pb2")
        service = module.DESCRIPTOR.services_by_name[service_name]
        request = getattr(module, service.methods_by_name[method].input_type.name)()
        filled = VARIABLE.sub("x", ACTION.sub('{"pass": {}}', body))
        sent, _ = json.JSONDecoder().raw_decode(filled)
        assert json_format.ParseDict(sent, request).ByteSize() > 0, f"{page}: {body}"


@pytest.mark.parametrize("page", pages_with("json"), ids=str)
def test_json_is_of_the_api(page: Path) -> None:
    """A JSON block says which message it is, and is one."""
    for block in blocks(page, "json"):
        package, _, message = block.about.rpartition(".")
        assert package == "paizhuo.v1", at(block, page)
        assert parse(block.code, message).ByteSize() > 0, at(block, page)


def test_every_game_is_played() -> None:
    """The program that plays whole matches over gRPC is called for each game that there is."""
    program = "".join(block.code for block in blocks(MATCHES, "python"))
    assert re.findall(r'^    play\("(\w+)"', program, re.MULTILINE) == games()


def test_every_block_is_in_a_language_that_is_checked() -> None:
    """No block escapes by the name of its language."""
    unknown = [
        f"{page}:{block.line}"
        for page in pages()
        for block in blocks(page, "", "py", "python3", "bash", "shell", "console")
    ]
    assert unknown == []


def test_a_wrong_output_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An example that prints something else than the page says fails."""
    (tmp_path / "page.md").write_text("```pycon\n>>> 1 + 1\n3\n\n```\n", encoding="utf-8")
    monkeypatch.setattr("docs.blocks.ROOT", tmp_path)
    with pytest.raises(AssertionError, match="Expected"):
        run_python(Path("page.md"))


def test_a_method_that_is_not_there_is_found() -> None:
    """A field that the API does not have is refused."""
    with pytest.raises(json_format.ParseError):
        parse('{"bids": 3}', "Action")
