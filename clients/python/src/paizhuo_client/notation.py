"""Actions as text, in the engine's notation, for logs, consoles and tests.

    pass  bid 2  call  rob  reveal  double  continue  stop  yield  declare
    bid_cards CARDS  defend CARDS  bury CARDS  discard CARD  call_friends CARD:COPY …
    play CARDS [as CATEGORY[:KEY[:RUN]]] [label=LABEL] [CARD=CARD …]

Cards are joined by `-` or spaces. A copy is a number from 1, or `other`. A part of a reading that
is left free is `*`; behind the label stands what wild cards stand for. Reading what was written
gives the same action back. Cards are not looked at: which there are is for the game to say.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from paizhuo.v1 import action_pb2
from paizhuo_client.model import (
    Action,
    Bid,
    BidCards,
    Bury,
    CallFriends,
    Defend,
    Discard,
    FriendCall,
    Play,
    Reading,
    Represented,
    action_from_proto,
    action_to_proto,
)
from paizhuo_client.snapshots import cards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_FREE: Final = "*"
_OTHER: Final = "other"
_SHAPE_PARTS: Final = 3
_NUMBER_MAX: Final = (1 << 32) - 1


def _plain() -> dict[str, Action]:
    """Return the actions that are a word and nothing more."""
    verbs = action_pb2.Action.DESCRIPTOR.oneofs_by_name["verb"].fields
    found: dict[str, Action] = {}
    for verb in verbs:
        message = action_pb2.Action()
        said = getattr(message, verb.name)
        said.SetInParent()
        action = action_from_proto(message)
        if action is not None and not said.DESCRIPTOR.fields:
            found[verb.name] = action
    return found


_PLAIN: Final = _plain()
_WITH_CARDS: Final[dict[str, Callable[[str], Action]]] = {
    "bid_cards": BidCards,
    "defend": Defend,
    "bury": Bury,
}


def format_action(action: Action) -> str:
    """Write an action."""
    word = str(action_to_proto(action).WhichOneof("verb"))
    return " ".join((word, *filter(None, _arguments(action))))


def _arguments(action: Action) -> Iterator[str]:
    """Write what stands behind the verb; an empty text where others may not see it."""
    match action:
        case Bid(value):
            yield str(value)
        case Play(shown, reading):
            yield _joined(shown)
            yield from _format_reading(reading)
        case BidCards(shown) | Defend(shown) | Bury(shown):
            yield _joined(shown)
        case Discard(card):
            yield card
        case CallFriends(calls):
            yield from (f"{call.card}:{call.copy or _OTHER}" for call in calls)


def parse_action(text: str) -> Action:
    """Read an action; raises ValueError, which names what is wrong, for what is none."""
    word, *rest = text.split() or [""]
    if word == "play":
        return _parse_play(rest)
    if word == "bid" and len(rest) == 1:
        return Bid(_number(rest[0]))
    if word == "discard" and len(rest) <= 1:
        return Discard("".join(rest))
    if word == "call_friends":
        return CallFriends(tuple(map(_parse_call, rest)))
    if word in _WITH_CARDS:
        return _WITH_CARDS[word](_joined(" ".join(rest)))
    if word in _PLAIN and not rest:
        return _PLAIN[word]
    raise ValueError(f"{text!r} is no action")


def _parse_call(text: str) -> FriendCall:
    """Read the call of a friend."""
    card, _, copy = text.partition(":")
    if copy == _OTHER:
        return FriendCall(card)
    if not copy or not _number(copy):
        raise ValueError(f"{text!r} is no call: CARD:COPY")
    return FriendCall(card, _number(copy))


def _joined(shown: str) -> str:
    """Write cards as the engine does."""
    return "-".join(cards(shown))


def _parse_play(words: list[str]) -> Play:
    """Read what stands behind `play`."""
    shown: list[str] = []
    reading = Reading()
    represent: list[Represented] = []
    left = iter(words)
    for word in left:
        name, is_pair, value = word.partition("=")
        if word == "as":
            category, key, run = _parse_shape(next(left, ""))
            reading = replace(reading, category=category, key=key, run=run)
        elif not is_pair:
            shown.append(word)
        elif name == "label":
            reading = replace(reading, label=value)
        else:
            represent.append(Represented(name, value))
    reading = replace(reading, represent=tuple(represent))
    return Play(_joined(" ".join(shown)), None if reading == Reading() else reading)


def _parse_shape(shape: str) -> tuple[str, str, int]:
    """Read what stands behind `as`: category, key, run."""
    parts = ["" if part == _FREE else part for part in shape.split(":")]
    if not shape or len(parts) > _SHAPE_PARTS:
        raise ValueError(f"{shape!r} is no reading: CATEGORY:KEY:RUN")
    category, key, run = *parts, *[""] * (_SHAPE_PARTS - len(parts))
    return category, key, _number(run) if run else 0


def _format_reading(reading: Reading | None) -> Iterator[str]:
    """Write how a play is to be read."""
    if reading is None:
        return
    parts = [reading.category, reading.key, str(reading.run or "")]
    while parts and not parts[-1]:
        parts.pop()
    if parts:
        yield "as"
        yield ":".join(part or _FREE for part in parts)
    if reading.label:
        yield f"label={reading.label}"
    for represented in reading.represent:
        yield f"{represented.card}={represented.as_}"


def _number(text: str) -> int:
    """Read a number as the API has them."""
    if not (text.isascii() and text.isdecimal() and int(text) <= _NUMBER_MAX):
        raise ValueError(f"{text!r} is no number from 0 to {_NUMBER_MAX}")
    return int(text)
