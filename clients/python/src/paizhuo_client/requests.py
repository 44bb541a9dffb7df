"""Small things that requests are made of."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, TypeAlias

from paizhuo.v1 import rules_pb2

if TYPE_CHECKING:
    from collections.abc import Mapping

OptionValue: TypeAlias = str | int | bool
"""A value of an option: text as in the catalogue, or a number, or a truth value."""


def new_id() -> str:
    """Return a new request id."""
    return str(uuid.uuid4())


def settings(options: Mapping[str, OptionValue] | None) -> list[rules_pb2.Setting]:
    """List options as the API takes them."""
    return [
        rules_pb2.Setting(name=name, value=_text(value)) for name, value in (options or {}).items()
    ]


def _text(value: OptionValue) -> str:
    """Spell a value as the catalogue does."""
    return str(value).lower() if isinstance(value, bool) else str(value)
