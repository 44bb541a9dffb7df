"""What stands on the pages that lie over the table: keys, legal plays, what happened, rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from paizhuo_table import look as styles
from paizhuo_table.canvas import styled
from paizhuo_table.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterable

    from paizhuo_client.model import Setting
    from paizhuo_table.scene import Scene

_TRUTH = {"true": "value_true", "false": "value_false"}


def help_sheet(scene: Scene) -> Sheet:
    """Tell what every key does."""
    words = scene.words
    keys = " ".join(sorted(scene.rank_keys))
    choosing = ("ranks", "move", "groups", "cycle", "hint", "variant", "play", "take", "calls")
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


def events_sheet(scene: Scene) -> Sheet:
    """Tell what has happened, as far as it is remembered, the newest first."""
    told = (scene.narrator.event(event) for event in reversed(scene.story.events))
    lines = tuple(line for line in told if line is not None)
    return Sheet(scene.words["events_title"], lines)


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
