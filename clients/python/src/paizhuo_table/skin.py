"""How the pack of a game is drawn and laid out, where its catalogue does not say it."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


class Sorting(enum.Enum):
    """Orders in which a hand can be laid out."""

    SERVER = "sort_rank"
    """As the server sorts it."""
    SUIT = "sort_suit"
    """By suits; where there are trumps they come first, as one suit."""
    COUNT = "sort_count"
    """Most cards of a rank first."""

    def next(self) -> Sorting:
        """Return the order after this one."""
        found = list(Sorting)
        return found[(found.index(self) + 1) % len(found)]


TRUMP_RANK: Final = "trump rank"
"""Where cards of the trump rank stand among trumps, that of the trump suit before the others."""


@dataclass(frozen=True, slots=True)
class Strength:
    """Orders of cards, the highest first. They lay hands out, and decide nothing."""

    plain: tuple[str, ...]
    """Ranks of a plain suit."""
    plain_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Ranks of plain suits in which they have another order, by suit."""
    trumps: tuple[str, ...] = ()
    """Trumps: ranks of the trump suit, `TRUMP_RANK`, and cards that are trumps in every deal."""
    trumps_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The same for trump suits in which they have another order, by suit."""


@dataclass(frozen=True, slots=True)
class Skin:
    """How the cards and seats of a game are drawn."""

    rank_labels: Mapping[str, str] = field(default_factory=dict)
    """What stands on a card instead of the notation of its rank."""
    rank_keys: Mapping[str, str] = field(default_factory=dict)
    """Keys that select a rank, beside the first sign of its notation."""
    suit_styles: Mapping[str, str] = field(default_factory=dict)
    """Colours of suits by notation."""
    bright: frozenset[str] = frozenset()
    """Cards without a suit that are drawn with the bright sign; others get the dark one."""
    is_named: bool = False
    """Suits and ranks have names, and no signs that a terminal could draw: cards are written by
    them in the language of the person, the suit first."""
    strength: Strength | None = None
    """How a hand is laid out by suits; None: as the catalogue orders ranks."""
    sorting: Sorting = Sorting.SERVER
    """How a hand is laid out at first."""
    is_listed: bool = False
    """Seats are drawn as a list, a line each, with what each has laid: for games in which every
    seat plays to every trick, or many play."""
    unsaid: frozenset[str] = frozenset()
    """Categories that cards tell by themselves."""
    deals_option: str = ""
    """The option that says how many deals a match has; empty: it has no fixed number."""


FRENCH: Final = Skin(
    rank_labels={"T": "10"},
    rank_keys={"T": "0"},
    suit_styles={"c": "green", "d": "bright_blue", "h": "bright_red"},
    bright=frozenset({"r"}),
)

_ACE_HIGH: Final = tuple("AKQJT98765432")
ZHAO_PENGYOU: Final = replace(
    FRENCH,
    strength=Strength(plain=_ACE_HIGH, trumps=("r", "b", TRUMP_RANK, *_ACE_HIGH)),
    sorting=Sorting.SUIT,
    is_listed=True,
    unsaid=frozenset({"single", "follow"}),
)

_UP: Final = tuple("123456789")
_DOWN: Final = tuple("987654321")
_COURTS: Final = ("sun", "un", "rei", "kaba", "sota")
_TRUMP_COURTS: Final = ("sun", "un", "sota", "Probai", "robai", "rei", "kaba")
UNSUN: Final = Skin(
    suit_styles={"P": "green", "I": "bright_blue", "K": "bright_red", "G": "bright_magenta"},
    is_named=True,
    strength=Strength(
        plain=(*_COURTS, "robai", *_UP),
        plain_of={"P": (*_COURTS, *_DOWN), "I": (*_COURTS, *_DOWN[:-1], "robai", "1")},
        trumps=(*_TRUMP_COURTS, *_UP),
        trumps_of=dict.fromkeys("PI", (*_TRUMP_COURTS, *_DOWN)),
    ),
    sorting=Sorting.SUIT,
    is_listed=True,
    unsaid=frozenset({"plain"}),
    deals_option="deals",
)

SKINS: Final[Mapping[str, Skin]] = {"hachinin_meri": UNSUN, "zhao_pengyou": ZHAO_PENGYOU}
"""Skins by game; a game without one is drawn with the French pack."""
