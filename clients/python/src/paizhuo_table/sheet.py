"""Pages that lie over the table: keys, legal plays, rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from rich.text import Text

from paizhuo_client.snapshots import cards as split
from paizhuo_table import look as styles
from paizhuo_table.canvas import styled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from paizhuo_client.model import Action, Setting
    from paizhuo_table.scene import Scene

_TRUTH = {"true": "value_true", "false": "value_false"}


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


def help_sheet(scene: Scene) -> Sheet:
    """Tell what every key does."""
    words = scene.words
    keys = " ".join(sorted(scene.rank_keys))
    choosing = ("ranks", "move", "cycle", "hint", "variant", "play", "take")
    names = (*choosing, "answers", "sort", "table", "show", "leave")
    told = [words.say(f"help_{name}", keys=keys) for name in names]
    return Sheet(words["help_title"], tuple(Text(line) for line in told))


def legal_sheet(scene: Scene) -> Sheet | None:
    """List the legal plays; None where no cards are asked for."""
    answers = scene.answers
    if answers is None or not answers.plays:
        return None
    lines = tuple(scene.narrator.action(action) for action in answers.plays)
    note = scene.words["legal_sample"] if answers.is_sample else ""
    return Sheet(scene.words["legal_title"], lines, note, answers.plays)


def options_sheet(scene: Scene) -> Sheet:
    """Tell by which rules the table plays; what differs from the default stands out."""
    table, words = scene.snapshot.table, scene.words
    title = words["options_title"]
    name = styled(words.say("table_name", table=table.table_id), styles.DIM)
    preset = Text(words.say("options_preset", preset=scene.lexicon.preset(table.preset or "seed")))
    lines = [name, preset, *_settings(scene, table.options)]
    lines += [Text(), styled(words["table_options"], styles.ACCENT)]
    lines += _settings(scene, table.table_options)
    return Sheet(title, tuple(lines), f"● {words['options_changed']}")


def _settings(scene: Scene, settings: Iterable[Setting]) -> list[Text]:
    """Tell options with their values."""
    lexicon, lines = scene.lexicon, []
    for setting in settings:
        is_default = lexicon.is_default(setting.name, setting.value)
        line = styled("  " if is_default else "● ", styles.TURN)
        line.append(f"{lexicon.option(setting.name)}: ")
        value = lexicon.value(setting.name, setting.value)
        if setting.value in _TRUTH:
            value = scene.words[_TRUTH[setting.value]]
        line.append(value or "-", styles.STRONG if is_default else styles.TURN)
        rule = lexicon.rule(setting.name)
        line.append(f"  {rule}" if rule else "", styles.DIM)
        lines.append(line)
    return lines


def fact_text(scene: Scene, name: str, value: str) -> Text:
    """Tell a fact of a refusal: cards as cards, words of the API by their names."""
    match name:
        case "verb":
            return Text(scene.lexicon.verb(value))
        case "phase":
            return Text(scene.lexicon.phase(value))
    if name.endswith("_reading"):
        category, key, *_ = f"{value}::".split(":")
        return Text(scene.lexicon.form(key) or scene.lexicon.category(category))
    cards = split(value)
    if cards and all(scene.deck.knows(card) for card in cards):
        return scene.deck.cards(cards)
    return Text(value)
