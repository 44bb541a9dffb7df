"""Read what an action says beside its verb, whatever the verb."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from paizhuo.cli import demo_friends

if TYPE_CHECKING:
    from paizhuo.cli.demo_names import Names
    from paizhuo.v1 import action_pb2


@dataclass(frozen=True, slots=True)
class Done:
    """Hold what an action says beside its verb."""

    cards: str
    value: str
    reading: action_pb2.Reading | None

    @classmethod
    def read(cls, verb: str, action: action_pb2.Action, names: Names) -> Done:
        """Read an action of whatever verb."""
        part = getattr(action, verb)
        fields = {field.name: value for field, value in part.ListFields()}
        value = fields.get("value")
        said = "" if value is None else f" {value}"
        if verb == "call_friends":
            said = f": {demo_friends.called(names, part.calls)}"
        return cls(
            fields.get("cards", ""),
            said,
            part.reading if "reading" in fields else None,
        )
