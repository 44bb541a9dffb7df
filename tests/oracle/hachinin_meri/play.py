"""What may be played, and which cards lie face down (HM-3, HM-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from oracle.hachinin_meri.cards import suit
from oracle.hachinin_meri.order import is_trump, plains, trumps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oracle.hachinin_meri.cards import Card
    from oracle.hachinin_meri.options import Options


class Setting(NamedTuple):
    """What legality depends on beside the hand."""

    trump: str
    led: Card | None
    """The card led; None for the leader."""
    closed: bool
    """A Meri trick came before (HM-3.1, HM-4.5)."""
    opening: bool = False
    """The first lead of the deal (HM-4.3)."""


def has_lone_sun(
    initial_trumps: Sequence[Card], hand: Sequence[Card], trump: str, options: Options
) -> bool:
    """Whether the right of HM-4.8 holds: the Sun was and is the only trump."""
    sun = f"{trump}sun"
    return options.lone_sun == "on" and list(initial_trumps) == [sun] and sun in hand


def legal(
    hand: Sequence[Card], initial_trumps: Sequence[Card], setting: Setting, options: Options
) -> list[Card]:
    """The cards that may be played."""
    trump, led = setting.trump, setting.led
    owed: list[Card] = []
    if led is None:
        owed = plains(hand, trump) if setting.opening else []  # HM-4.3, HM-4.4
    elif is_trump(led, trump):
        if not has_lone_sun(initial_trumps, hand, trump, options):  # HM-4.8
            owed = trumps(hand, trump)  # HM-4.7
    elif setting.closed:  # HM-4.9; in the open phase nobody owes anything (HM-4.6)
        follows = [card for card in plains(hand, trump) if suit(card) == suit(led)]
        owed = [card for card in hand if card in follows or is_trump(card, trump)]
        owed = owed if follows else []
    return owed or list(hand)


def face(card: Card, led: Card, trump: str, *, closed: bool, final: bool, options: Options) -> str:
    """How a card lies before the trick is complete (HM-4.10, HM-7.6)."""
    plain_trick = not final and not is_trump(led, trump)
    shown = closed and options.monchi_trumps == "face_up"
    return "down" if plain_trick and is_trump(card, trump) and not shown else "up"
