"""What the server refused, told with its rule, the facts, and what would be legal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from paizhuo_client.snapshots import cards as split
from paizhuo_table import look as styles
from paizhuo_table.canvas import styled
from paizhuo_table.scene import Notice

if TYPE_CHECKING:
    from paizhuo_client import CallError
    from paizhuo_client.model import Action
    from paizhuo_table.scene import Scene

TAKE_KEY: Final = "x"
"""The key that takes what a refusal offers."""
HINT_KEY: Final = "Enter"
"""The key that takes what a hint offers."""

TRUMP_SUIT: Final = "T"
"""Notation of the trumps, as the suit that they are in the play."""

_SHOWN_TWICE: Final = frozenset({"revision"})


def refusal_notice(scene: Scene, error: CallError) -> Notice:
    """Tell a refusal whole."""
    text = styled(f"{scene.look.bad} ", styles.BAD).append_text(short(scene, error))
    facts = {name: value for name, value in error.facts.items() if name not in _SHOWN_TWICE}
    told = []
    for name, value in facts.items():
        if name.endswith("_reading"):
            continue
        fact = styled(f"{scene.words.fact(name)}: ", styles.DIM)
        fact.append_text(fact_text(scene, name, value))
        if reading := facts.get(f"{name}_reading"):
            shown = fact_text(scene, f"{name}_reading", reading)
            fact.append(" (", styles.DIM).append_text(shown).append(")", styles.DIM)
        told.append(fact)
    if told:
        text.append("  ").append_text(styled("; ", styles.DIM).join(told))
    if error.alternative is not None:
        text.append("  ")
        text.append_text(offer(scene, "alternative", error.alternative))
    return Notice(text, error.alternative)


def short(scene: Scene, error: CallError) -> Text:
    """Tell why in a few words, with the rule."""
    text = Text()
    if error.rule:
        text.append(scene.words.say("rule_number", rule=error.rule), styles.RULE)
        text.append(": ")
    return text.append(scene.words.reason(error.reason, error.message))


def offer(scene: Scene, phrase: str, action: Action) -> Text:
    """Tell what a refusal offers, and by which key it is taken."""
    told = scene.narrator.action(action)
    return scene.words.text(phrase, key=styled(f"[{TAKE_KEY}]", styles.STRONG), action=told)


def fact_text(scene: Scene, name: str, value: str) -> Text:
    """Tell a fact of a refusal: cards as cards, words of the API by their names."""
    match name:
        case "verb":
            return Text(scene.lexicon.verb(value))
        case "phase":
            return Text(scene.lexicon.phase(value))
        case "suits":
            return Text(", ".join(_suit(scene, suit) for suit in value.split()))
    if name.endswith("_reading"):
        category, key, *_ = f"{value}::".split(":")
        return Text(scene.lexicon.form(key) or scene.lexicon.category(category))
    cards = split(value)
    if cards and all(scene.deck.knows(card) for card in cards):
        return scene.deck.cards(cards)
    return Text(value)


def _suit(scene: Scene, suit: str) -> str:
    """Name a suit in the play, which may be that of the trumps."""
    return scene.words["trumps"] if suit == TRUMP_SUIT else scene.lexicon.suit(suit)
