"""A page that lies over the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.text import Text

    from paizhuo_client.model import Action


@dataclass(frozen=True, slots=True)
class Sheet:
    """A titled list of lines; with `actions` there is one of them on each line, to choose from."""

    title: str
    lines: tuple[Text, ...]
    note: str = ""
    actions: tuple[Action, ...] = ()
    cursor: int = 0
    """Line of the cursor, or the first one shown where there is nothing to choose."""

    def move(self, step: int) -> Self:
        """Move the cursor, not beyond the ends."""
        return replace(self, cursor=max(0, min(len(self.lines) - 1, self.cursor + step)))

    @property
    def action(self) -> Action | None:
        """The action at the cursor."""
        return self.actions[self.cursor] if self.cursor < len(self.actions) else None
