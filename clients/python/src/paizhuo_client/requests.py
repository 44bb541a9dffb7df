"""Small things that requests are made of."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from paizhuo.v1 import rules_pb2

if TYPE_CHECKING:
    from collections.abc import Iterable

    from paizhuo_client.model import Setting

Options: TypeAlias = Mapping[str, object]
"""Options by name. A value is a text as in the catalogue, a number or a truth value; the type is
that wide because a literal that mixes them is to a type checker a `dict[str, object]`."""


def new_id() -> str:
    """Return a new request id."""
    return str(uuid.uuid4())


def settings(options: Options | Iterable[Setting] | None) -> list[rules_pb2.Setting]:
    """List options as the API takes them; raises TypeError for values that no option has."""
    if options is None:
        return []
    if isinstance(options, Mapping):
        return [rules_pb2.Setting(name=name, value=_text(given)) for name, given in options.items()]
    return [rules_pb2.Setting(name=given.name, value=given.value) for given in options]


def _text(value: object) -> str:
    """Spell a value as the catalogue does."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | str):
        return str(value)
    raise TypeError(f"an option is a text, a number or a truth value, and not {value!r}")
