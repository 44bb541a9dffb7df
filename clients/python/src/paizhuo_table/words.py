"""What the table says by itself, one file a language."""

from __future__ import annotations

import string
import tomllib
from importlib import resources
from typing import TYPE_CHECKING

from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Mapping


class Words:
    """The words of one language; they are in `words/<language>.toml`."""

    def __init__(self, language: str) -> None:
        found = resources.files("paizhuo_table") / "words" / f"{language}.toml"
        loaded = tomllib.loads(found.read_text(encoding="utf-8"))
        self.language = language
        self._reasons: Mapping[str, str] = loaded.pop("reason")
        self._facts: Mapping[str, str] = loaded.pop("fact")
        self._phrases: Mapping[str, str] = loaded

    def __getitem__(self, key: str) -> str:
        """Return a phrase as it is written; raises KeyError if there is none."""
        return self._phrases[key]

    def say(self, key: str, /, **values: object) -> str:
        """Return a phrase with values put in."""
        return self._phrases[key].format(**values)

    def cards(self, size: int) -> str:
        """Return how many cards there are."""
        return self.say("cards_one" if size == 1 else "cards", size=size)

    def text(self, key: str, style: str = "", /, **values: Text | str | int) -> Text:
        """Return a phrase with values put in, each of which keeps its own style."""
        made = Text()
        for literal, name, _, _ in string.Formatter().parse(self._phrases[key]):
            made.append(literal, style)
            if name is not None:
                value = values[name]
                made.append_text(value if isinstance(value, Text) else Text(str(value), style))
        return made

    def reason(self, reason: str, message: str) -> str:
        """Say why a call was refused; the server's own message where there are no other words."""
        return self._reasons.get(reason, message) or reason

    def fact(self, name: str) -> str:
        """Return what a fact of a refusal is called."""
        return self._facts.get(name, name)
