"""What the options of every game have in common: kinds of values, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

Value = bool | int | str
Allowed = range | tuple[Value, ...]

BOTH: tuple[Value, ...] = (False, True)


class SetupError(ValueError):
    """The match cannot be set up like this."""


def chosen_values(
    presets: Mapping[str, Mapping[str, Value]],
    allowed: Mapping[str, Allowed],
    preset: str,
    chosen: Mapping[str, Value] | None,
) -> dict[str, Value]:
    """The options that differ from their defaults, or SetupError for what does not exist."""
    if preset not in presets:
        message = f"unknown preset {preset}"
        raise SetupError(message)
    values = {**presets[preset], **(chosen or {})}
    for name, value in values.items():
        if name not in allowed or not _is_allowed(value, allowed[name]):
            message = f"unknown option or value: {name} = {value!r}"
            raise SetupError(message)
    return values


def _is_allowed(value: Value, allowed: Allowed) -> bool:
    """A value of the list and of its kind: `True` is not the number 1."""
    return any(value == other and type(value) is type(other) for other in allowed)
