"""Write the client's immutable types from `proto/`, or with `--check` prove that they are current.

Each message that is no request and no response becomes a frozen dataclass with the comments of
the proto; a message that is one choice (`Action`, `Event`) becomes a union of its choices.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from google.protobuf import descriptor_pb2

from client_code import tidied

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).resolve().parents[1]
PROTO: Final = ROOT / "proto"
FOLDER: Final = ROOT / "clients/python/src/paizhuo_client/gen/model"

RENAMED: Final = {
    "GetPrincipalResponse": "Principal",
    "GetTableResponse": "Shown",
    "GetLegalActionsResponse": "Legal",
    "GetHintResponse": "Hint",
    "ActResponse": "Accepted",
    "CreateTableResponse": "Created",
    "VerifyRecordResponse": "Verdict",
    "WatchRecordsResponse": "FinishedMatch",
    "WatchTableResponse": "WatchMessage",
}
"""The responses that a client keeps, with the names that it gives them."""

OPTIONS: Final = {("Situation", "options")}
"""Options that only a caller gives, who may then write them as a dict as well."""

KEYWORDS: Final = frozenset({"as", "continue", "pass", "yield"})
Field = descriptor_pb2.FieldDescriptorProto
SCALARS: Final = {
    Field.TYPE_STRING: ("str", '""'),
    Field.TYPE_BYTES: ("bytes", 'b""'),
    Field.TYPE_BOOL: ("bool", "False"),
    Field.TYPE_UINT32: ("int", "0"),
    Field.TYPE_INT32: ("int", "0"),
    Field.TYPE_INT64: ("int", "0"),
    Field.TYPE_UINT64: ("int", "0"),
}


class Source(NamedTuple):
    """Hold a proto file, the module of its types, and its comments by path."""

    file: descriptor_pb2.FileDescriptorProto
    module: str
    comments: dict[tuple[int, ...], str]


class Kind(NamedTuple):
    """Hold where a type of the proto lives, what Python calls it, and what it is."""

    module: str
    name: str
    message: descriptor_pb2.DescriptorProto | None
    """None for an enum."""

    @property
    def is_choice(self) -> bool:
        """Say whether the message is one choice and nothing else."""
        return self.message is not None and is_choice(self.message)


class Member(NamedTuple):
    """Hold one attribute of a dataclass: how it is declared, read and written."""

    name: str
    annotation: str
    default: str
    doc: str
    read: str
    written: list[tuple[str, str]]


def load() -> list[Source]:
    """Compile every proto of the API, with its comments."""
    names = sorted(str(path.relative_to(PROTO)) for path in (PROTO / "paizhuo/v1").glob("*.proto"))
    with tempfile.NamedTemporaryFile(suffix=".binpb") as out:
        command = [sys.executable, "-m", "grpc_tools.protoc", "-I.", "-Ithird_party"]
        command += ["--include_source_info", f"--descriptor_set_out={out.name}", *names]
        subprocess.run(command, cwd=PROTO, check=True)
        found = descriptor_pb2.FileDescriptorSet.FromString(Path(out.name).read_bytes())
    return [
        Source(
            file,
            Path(file.name).stem,
            {
                tuple(place.path): " ".join(place.leading_comments.split())
                for place in file.source_code_info.location
                if place.leading_comments
            },
        )
        for file in found.file
    ]


def is_choice(message: descriptor_pb2.DescriptorProto) -> bool:
    """Say whether a message is a oneof and nothing beside it."""
    return bool(message.field) and all(
        field.HasField("oneof_index") and not field.proto3_optional for field in message.field
    )


def kept_name(name: str) -> str:
    """Return what the client calls a message; empty if it does not keep it."""
    if name in RENAMED:
        return RENAMED[name]
    return "" if name.endswith(("Request", "Response")) else name


def kinds(sources: list[Source]) -> dict[str, Kind]:
    """Return every type that the client keeps, by its full name."""
    found: dict[str, Kind] = {}
    for source in sources:
        for message in source.file.message_type:
            if name := kept_name(message.name):
                full = f".{source.file.package}.{message.name}"
                found[full] = Kind(source.module, name, message)
        for enum in source.file.enum_type:
            found[f".{source.file.package}.{enum.name}"] = Kind(source.module, enum.name, None)
    return found


def snake(name: str) -> str:
    """Turn CamelCase into snake_case."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def docstring(text: str, indent: str) -> str:
    """Write a docstring that fits the columns."""
    if len(indent) + len(text) + 6 <= 100:
        return f'{indent}"""{text}"""\n'
    first, _, rest = text.partition(". ")
    if rest and len(first) < 90:
        body = textwrap.fill(rest, 99, initial_indent=indent, subsequent_indent=indent)
        return f'{indent}"""{first}.\n\n{body}\n{indent}"""\n'
    body = textwrap.fill(f'"""{text}', 99, initial_indent=indent, subsequent_indent=indent)
    return f'{body}\n{indent}"""\n'


def given(member: Member) -> Member:
    """Let options be given as a dict, too."""
    annotation, doc = f"Options | {member.annotation}", f"{member.doc} A dict will do."
    written = [(member.name, f"settings(self.{member.name})")]
    return member._replace(annotation=annotation, doc=doc, written=written)


class Writer:
    """Write the module of one proto file."""

    def __init__(self, source: Source, known: dict[str, Kind]) -> None:
        """Know every type, wherever it lives."""
        self._source = source
        self._known = known
        self.names: list[str] = []
        self._used: dict[str, Kind] = {}
        self._pb2 = f"{Path(source.file.name).stem}_pb2"
        self._foreign: set[str] = set()
        """Other modules of messages, of whose enums it has fields."""

    def write(self) -> str:
        """Return the module; empty where the file has no type that the client keeps."""
        body: list[str] = []
        for place, enum in enumerate(self._source.file.enum_type):
            body.append(self._enum(enum, (5, place)))
        choices: list[str] = []
        for place, message in enumerate(self._source.file.message_type):
            name = kept_name(message.name)
            if not name:
                continue
            text = self._message(message, name, (4, place))
            (choices if is_choice(message) else body).append(text)
        if not self.names:
            return ""
        return self._head(needs_pb2=any("_pb2." in t for t in body + choices)) + "\n\n".join(
            # A union is made of its parts, which therefore come first; annotations are read late.
            body + choices
        )

    def _head(self, *, needs_pb2: bool) -> str:
        stem = Path(self._source.file.name).name
        enums = bool(self._source.file.enum_type)
        lines = [f'"""The types of {stem}. Generated by `make gen`; do not edit."""', ""]
        lines += ["from __future__ import annotations", "", "from dataclasses import dataclass"]
        lines += ["from typing import TypeAlias, cast", ""]
        if needs_pb2:
            modules = sorted({self._pb2, *self._foreign})
            lines.append(f"from paizhuo.v1 import {', '.join(modules)}")
        if enums:
            lines.append("from paizhuo_client.open_enum import OpenEnum")
        by_module: dict[str, set[str]] = {}
        for kind in self._used.values():
            if kind.module != self._source.module:
                names = by_module.setdefault(kind.module, set())
                names.add(kind.name)
                if kind.is_choice:
                    names |= {f"{snake(kind.name)}_from_proto", f"{snake(kind.name)}_to_proto"}
        if any(message == kept for kept, _ in OPTIONS for message in self.names):
            lines.append("from paizhuo_client.requests import Options, settings")
        for module, names in sorted(by_module.items()):
            lines.append(
                f"from paizhuo_client.gen.model.{module} import {', '.join(sorted(names))}"
            )
        return "\n".join(lines) + "\n\n\n"

    def _comment(self, path: tuple[int, ...]) -> str:
        return self._source.comments.get(path, "").strip()

    def _enum(self, enum: descriptor_pb2.EnumDescriptorProto, path: tuple[int, ...]) -> str:
        self.names.append(enum.name)
        prefix = snake(enum.name).upper() + "_"
        text = f"class {enum.name}(OpenEnum):\n{docstring(self._comment(path), '    ')}\n"
        for place, value in enumerate(enum.value):
            text += f"    {value.name.removeprefix(prefix)} = {value.number}\n"
            text += docstring(self._comment((*path, 2, place)), "    ")
        return text

    def _message(
        self, message: descriptor_pb2.DescriptorProto, name: str, path: tuple[int, ...]
    ) -> str:
        self.names.append(name)
        if is_choice(message):
            return self._choice(message, name, path)
        members = list(self._members(message, path))
        proto = f"{self._pb2}.{message.name}"
        text = f"@dataclass(frozen=True, slots=True)\nclass {name}:\n"
        text += docstring(self._comment(path), "    ") + "\n"
        for member in members:
            text += f"    {member.name}: {member.annotation} = {member.default}\n"
            text += docstring(member.doc, "    ")
        text += f"\n    @classmethod\n    def from_proto(cls, message: {proto}) -> {name}:\n"
        text += '        """Read the message of the API."""\n'
        reads = ", ".join(f"{member.name}={member.read}" for member in members)
        unused = "" if members else "        del message\n"
        text += f"{unused}        return cls({reads})\n"
        text += f"\n    def to_proto(self) -> {proto}:\n"
        text += '        """Write the message of the API."""\n'
        written = [pair for member in members for pair in member.written]
        plain = ", ".join(f"{key}={value}" for key, value in written if key not in KEYWORDS)
        text += f"        made = {proto}({plain})\n"
        for key, value in written:
            if key in KEYWORDS:
                text += f'        setattr(made, "{key}", {value})\n'
        return text + "        return made\n"

    def _members(
        self, message: descriptor_pb2.DescriptorProto, path: tuple[int, ...]
    ) -> Iterator[Member]:
        """Give the attributes of a message, a oneof being one."""
        told: set[int] = set()
        kept = kept_name(message.name)
        for place, field in enumerate(message.field):
            if field.HasField("oneof_index") and not field.proto3_optional:
                if field.oneof_index not in told:
                    told.add(field.oneof_index)
                    yield self._oneof(message, field.oneof_index, path)
                continue
            member = self._member(field, self._comment((*path, 2, place)))
            yield given(member) if (kept, field.name) in OPTIONS else member

    def _kind(self, field: Field) -> Kind:
        kind = self._known[field.type_name]
        self._used[field.type_name] = kind
        return kind

    def _member(self, field: Field, doc: str) -> Member:
        """Turn one field into an attribute."""
        name = f"{field.name}_" if field.name in KEYWORDS else field.name
        read = f'getattr(message, "{field.name}")' if name != field.name else f"message.{name}"
        own = f"self.{name}"
        is_list = field.label == Field.LABEL_REPEATED
        if field.type == Field.TYPE_MESSAGE:
            return self._message_member(field, name, read, doc)
        if field.type == Field.TYPE_ENUM:
            kind = self._kind(field)
            type_name, default = kind.name, f"{kind.name}(0)"
            back = f"{self._enum_pb2(field)}.ValueType"
            if is_list:
                reading = f"tuple({type_name}(value) for value in {read})"
                writing = f'[cast("{back}", int(value)) for value in {own}]'
            else:
                reading = f"{type_name}({read})"
                writing = f'cast("{back}", int({own}))'
        else:
            type_name, default = SCALARS[field.type]
            reading, writing = (f"tuple({read})" if is_list else read), own
        if is_list:
            return Member(
                name, f"tuple[{type_name}, ...]", "()", doc, reading, [(field.name, writing)]
            )
        if field.proto3_optional:
            reading = f'{reading} if message.HasField("{field.name}") else None'
            return Member(name, f"{type_name} | None", "None", doc, reading, [(field.name, own)])
        return Member(name, type_name, default, doc, reading, [(field.name, writing)])

    def _enum_pb2(self, field: Field) -> str:
        short = field.type_name.rpartition(".")[2]
        kind = self._known[field.type_name]
        if kind.module == self._source.module:
            return f"{self._pb2}.{short}"
        module = f"{kind.module}_pb2"
        self._foreign.add(module)
        return f"{module}.{short}"

    def _message_member(self, field: Field, name: str, read: str, doc: str) -> Member:
        kind = self._kind(field)
        own, is_list = f"self.{name}", field.label == Field.LABEL_REPEATED
        into = f"{snake(kind.name)}_from_proto" if kind.is_choice else f"{kind.name}.from_proto"

        def back(value: str) -> str:
            known = f"{snake(kind.name)}_to_proto({value})" if kind.is_choice else ""
            return known or f"{value}.to_proto()"

        if is_list:
            reading = f"tuple({into}(part) for part in {read})"
            if kind.is_choice:
                reading = f"tuple(known for part in {read} if (known := {into}(part)) is not None)"
            writing = f"[{back('part')} for part in {own}]"
            return Member(
                name, f"tuple[{kind.name}, ...]", "()", doc, reading, [(field.name, writing)]
            )
        reading = f'{into}({read}) if message.HasField("{field.name}") else None'
        writing = f"None if {own} is None else {back(own)}"
        return Member(name, f"{kind.name} | None", "None", doc, reading, [(field.name, writing)])

    def _oneof(
        self, message: descriptor_pb2.DescriptorProto, index: int, path: tuple[int, ...]
    ) -> Member:
        """Turn a oneof beside other fields into one attribute."""
        name = message.oneof_decl[index].name
        parts = [field for field in message.field if field.oneof_index == index]
        parts = [f for f in parts if f.HasField("oneof_index") and not f.proto3_optional]
        reading, written = "None", []
        for field in reversed(parts):
            kind = self._kind(field)
            read = f"{kind.name}.from_proto(message.{field.name})"
            reading = f'{read} if message.HasField("{field.name}") else {reading}'
            value = f"self.{name}.to_proto() if isinstance(self.{name}, {kind.name}) else None"
            written.append((field.name, value))
        union = " | ".join([self._kind(field).name for field in parts] + ["None"])
        doc = self._comment((*path, 8, index))
        return Member(name, union, "None", doc, reading, written)

    def _choice(
        self, message: descriptor_pb2.DescriptorProto, name: str, path: tuple[int, ...]
    ) -> str:
        """Write a union with the functions that read and write it."""
        parts = [(field.name, self._kind(field).name) for field in message.field]
        proto, lower = f"{self._pb2}.{message.name}", snake(name)
        union = " | ".join(part for _, part in parts)
        oneof = message.oneof_decl[0].name
        text = f"{name}: TypeAlias = {union}\n{docstring(self._comment(path), '')}\n\n"
        text += f"def {lower}_from_proto(message: {proto}) -> {name} | None:\n"
        text += '    """Read the message of the API; None if it is of a kind not known here."""\n'
        text += f'    match message.WhichOneof("{oneof}"):\n'
        for field, part in parts:
            value = f'getattr(message, "{field}")' if field in KEYWORDS else f"message.{field}"
            text += f'        case "{field}":\n            return {part}.from_proto({value})\n'
        text += "        case _:\n            return None\n\n\n"
        text += f"def {lower}_to_proto(value: {name}) -> {proto}:\n"
        text += '    """Write the message of the API."""\n'
        text += f"    made = {proto}()\n    match value:\n"
        for field, part in parts:
            target = f'getattr(made, "{field}")' if field in KEYWORDS else f"made.{field}"
            text += f"        case {part}():\n"
            text += f"            {target}.CopyFrom(value.to_proto())\n"
            text += f"            {target}.SetInParent()\n"
        return text + "    return made\n"


def render() -> dict[str, str]:
    """Return every generated file, by its name."""
    sources = load()
    known = kinds(sources)
    files: dict[str, str] = {}
    doors: list[tuple[str, list[str]]] = []
    for source in sources:
        writer = Writer(source, known)
        text = writer.write()
        if not text:
            continue
        files[f"{source.module}.py"] = text
        choices = [
            f"{snake(kept_name(message.name))}_{way}_proto"
            for message in source.file.message_type
            if kept_name(message.name) and is_choice(message)
            for way in ("from", "to")
        ]
        doors.append((source.module, writer.names + choices))
    lines = ['"""The types of the API. Generated by `make gen`; do not edit."""', ""]
    for module, names in doors:
        lines.append(f"from paizhuo_client.gen.model.{module} import {', '.join(sorted(names))}")
    every = sorted(name for _, names in doors for name in names)
    lines += ["", f"__all__ = {every!r}"]
    files["__init__.py"] = "\n".join(lines) + "\n"
    return {name: tidied(text) for name, text in files.items()}


def main() -> int:
    """Write or compare; 1 where a file is not what the protos say."""
    parser = argparse.ArgumentParser(description="Write the client's types.")
    parser.add_argument("--check", action="store_true", help="change nothing, compare only")
    check = parser.parse_args().check
    files = render()
    present = {path.name: path.read_text() for path in FOLDER.glob("*.py")}
    if check:
        if present != files:
            print(f"{FOLDER.relative_to(ROOT)} is not what the protos say: run `make gen`")
        return int(present != files)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in present.keys() - files.keys():
        (FOLDER / name).unlink()
    for name, text in files.items():
        (FOLDER / name).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
