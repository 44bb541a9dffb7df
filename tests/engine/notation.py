"""Cards and actions as the engine writes them, taken apart for comparisons."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from oracle.dou_dizhu.combinations import Reading
from oracle.dou_dizhu.ranks import RANKS, Cards, parse
from paizhuo.v1 import action_pb2

if TYPE_CHECKING:
    from paizhuo.engine import Combination

SUITS = "cdhs"

FACES = tuple([rank + suit for rank in RANKS[:13] for suit in SUITS] + ["b", "r"])
"""The faces of a pack by card id (D2.6.1)."""


class Played(NamedTuple):
    """A play of the engine: its cards by rank, and the reading that it names."""

    cards: Cards
    reading: Reading | None


def face(card_id: int) -> str:
    """Give the face of a card of the canonical pack, of the second pack too."""
    return FACES[card_id % 54]


def faces(text: str) -> list[str]:
    """Give the cards of a text, sorted, each as often as it is named."""
    return sorted(text.replace("-", " ").split())


def reading_of(shape: str) -> Reading:
    """Give the reading of a `type:key:n`."""
    category, key, run = shape.split(":")
    return Reading(category, key, int(run))


def played(action: str) -> Played:
    """Take a `play CARDS [as TYPE:KEY:N]` apart."""
    cards, _, shape = action.removeprefix("play ").partition(" as ")
    return Played(parse(cards), reading_of(shape) if shape else None)


def reading(combination: Combination) -> Reading:
    """Give the reading of a combination."""
    return Reading(combination.category, combination.key, combination.run)


def message(action: str) -> action_pb2.Action:
    """Give the message of an action in notation; parts of a reading may be `*`."""
    word, _, rest = action.partition(" ")
    encoded = action_pb2.Action()
    if word == "bid":
        encoded.bid.value = int(rest)
    elif word == "discard":
        encoded.discard.card = rest
    elif word == "play":
        cards, _, shape = rest.partition(" as ")
        words = f"{cards} as={shape}".split() if shape else cards.split()
        encoded.play.cards = " ".join(word for word in words if "=" not in word)
        for name, _, value in (word.partition("=") for word in words if "=" in word):
            _name_reading(encoded.play.reading, name, value)
    elif word == "call_friends":
        for card, _, copy in (call.partition(":") for call in rest.split()):
            encoded.call_friends.calls.add(card=card, copy=0 if copy == "other" else int(copy))
    elif rest:
        getattr(encoded, word).cards = rest
    else:
        getattr(encoded, word).SetInParent()
    return encoded


def _name_reading(reading: action_pb2.Reading, name: str, value: str) -> None:
    """Add a part of a reading: `as=TYPE:KEY:N`, `label=LABEL`, or what a wild card stands for."""
    if name == "as":
        category, key, run = ([*value.split(":"), "*", "*"])[:3]
        reading.category = category.replace("*", "")
        reading.key = key.replace("*", "")
        reading.run = 0 if run == "*" else int(run)
    elif name == "label":
        reading.label = value
    else:
        represented = reading.represent.add(card=name)
        setattr(represented, "as", value)
