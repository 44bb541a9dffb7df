"""Write the blocking client from the async one, or with `--check` prove that it is current.

Each public method, property and field of the async classes becomes one that hands over to it.
"""

from __future__ import annotations

import argparse
import ast
import copy
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from client_code import tidied

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGE: Final = ROOT / "clients/python/src/paizhuo_client"
TARGET: Final = PACKAGE / "gen/sync.py"

CLASSES: Final = {"Client": "client", "Table": "tables", "LiveTable": "live", "Turn": "turns"}
"""The classes that have a blocking twin, with the modules where they are."""

RENAMED: Final = {
    "__aenter__": "__enter__",
    "__aexit__": "__exit__",
    "__aiter__": "__iter__",
    "__anext__": "__next__",
    "aclose": "close",
}
Function = ast.FunctionDef | ast.AsyncFunctionDef


def imports(tree: ast.Module) -> Iterator[str]:
    """Give the imports of a module that annotations may need, unused ones too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module != "__future__":
            names = [alias for alias in node.names if (alias.asname or alias.name) not in CLASSES]
            if names:
                yield ast.unparse(ast.ImportFrom(node.module, names, 0))


def annotation(node: ast.expr | None) -> str:
    """Return a type as the blocking client has it."""
    return (ast.unparse(node) if node is not None else "None").replace("Async", "")


def signature(function: Function) -> str:
    """Return the parameters, with their types and defaults."""
    return ast.unparse(copy.deepcopy(function.args))


def handed_over(function: Function) -> str:
    """Return the arguments of the call that hands over."""
    positional = [argument.arg for argument in function.args.args[1:]]
    named = [f"{argument.arg}={argument.arg}" for argument in function.args.kwonlyargs]
    return ", ".join(positional + named)


def documented(node: Function | ast.ClassDef) -> str:
    """Return the docstring in the words of the blocking client."""
    text = re.sub(r"\basync (with|for)\b", r"\1", ast.get_docstring(node, clean=False) or "")
    text = text.replace("aclose", "close").replace("await ", "")
    return f'"""{text}"""'


def wrapped(kind: str, value: str) -> str:
    """Return a value as the blocking client gives it."""
    return f"{kind}(self._portal, {value})" if kind in CLASSES else value


def method(function: Function) -> str:
    """Write one method or property."""
    name = RENAMED.get(function.name, function.name)
    kind = annotation(function.returns)
    call = f"self._it.{function.name}({handed_over(function)})"
    is_property = any(ast.unparse(mark) == "property" for mark in function.decorator_list)
    body: list[str]
    if is_property:
        body = [f"return {wrapped(kind, f'self._it.{function.name}')}"]
    elif kind == "Self":
        run = f"self._portal.run({call})" if isinstance(function, ast.AsyncFunctionDef) else ""
        body = [*filter(None, [run]), "return self"]
    elif found := re.fullmatch(r"Iterator\[(\w+)\]", kind):
        body = [f"for found in self._portal.iterate({call}):"]
        body += [f"    yield {wrapped(found[1], 'found')}"]
    elif function.name == "__anext__":
        run = f"return {wrapped(kind, f'self._portal.run({call})')}"
        body = [
            "try:",
            f"    {run}",
            "except StopAsyncIteration:",
            "    raise StopIteration from None",
        ]
    elif isinstance(function, ast.AsyncFunctionDef):
        run = f"self._portal.run({call})"
        body = [run if kind == "None" else f"return {wrapped(kind, run)}"]
    else:
        body = [f"return {wrapped(kind, call)}"]
    mark = "    @property\n" if is_property else ""
    lines = "".join(f"        {line}\n" for line in body)
    head = f"    def {name}({signature(function)}) -> {kind}:\n"
    return f"{mark}{head}        {documented(function)}\n{lines}\n"


def constructor(function: Function) -> str:
    """Write how a client is made, and how its thread starts and ends."""
    made = f"client.Client({handed_over(function)})"
    return (
        f"    def __init__({signature(function)}) -> None:\n"
        f"        super().__init__(Portal(), {made})\n\n"
    )


def opened(text: str) -> str:
    """Let a client start its thread when it is entered, and end it when it is closed."""
    text = text.replace(
        "        self._portal.run(self._it.__aenter__())\n",
        "        self._portal.start()\n        self._portal.run(self._it.__aenter__())\n",
    )
    for ending in ("self._it.__aexit__(kind, error, trace)", "self._it.aclose()"):
        text = text.replace(
            f"        self._portal.run({ending})\n",
            f"        try:\n            self._portal.run({ending})\n"
            "        finally:\n            self._portal.stop()\n",
        )
    return text


def twin(found: ast.ClassDef) -> str:
    """Write one class."""
    module = CLASSES[found.name]
    text = f"class {found.name}(Wrapped[{module}.{found.name}]):\n    {documented(found)}\n\n"
    for node in found.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            kind, name = annotation(node.annotation), node.target.id
            doc = found.body[found.body.index(node) + 1]
            told = ast.unparse(doc) if isinstance(doc, ast.Expr) else ""
            body = f"return {wrapped(kind, f'self._it.{name}')}"
            text += f"    @property\n    def {name}(self) -> {kind}:\n"
            text += f'        """{ast.literal_eval(told)}"""\n        {body}\n\n'
        elif isinstance(node, Function):
            if node.name == "__init__" and found.name == "Client":
                text += constructor(node)
            elif node.name in RENAMED or not node.name.startswith("_"):
                text += method(node)
    return opened(text) if found.name == "Client" else text


def render() -> str:
    """Return the module."""
    trees = {
        module: ast.parse((PACKAGE / f"{module}.py").read_text())
        for module in dict.fromkeys(CLASSES.values())
    }
    lines = ['"""The blocking client. Generated by `make gen`; do not edit."""', ""]
    lines += ["from __future__ import annotations", ""]
    lines += [
        "from collections.abc import Iterator",
        "from paizhuo_client import client, live, tables, turns",
    ]
    lines += ["from paizhuo_client.portal import Portal, Wrapped"]
    lines += sorted({line for tree in trees.values() for line in imports(tree)})
    text = "\n".join(lines) + "\n\n\n"
    for name, module in CLASSES.items():
        for node in trees[module].body:
            if isinstance(node, ast.ClassDef) and node.name == name:
                text += twin(node) + "\n\n"
    return tidied(text)


def main() -> int:
    """Write or compare; 1 where the module is not what the async client says."""
    parser = argparse.ArgumentParser(description="Write the blocking client.")
    parser.add_argument("--check", action="store_true", help="change nothing, compare only")
    text = render()
    if not parser.parse_args().check:
        TARGET.write_text(text)
        return 0
    if TARGET.exists() and TARGET.read_text() == text:
        return 0
    print(f"{TARGET.relative_to(ROOT)} is not what the async client says: run `make gen`")
    return 1


if __name__ == "__main__":
    sys.exit(main())
