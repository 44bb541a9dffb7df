"""Cards as a person sees and names them: labels, colours, orders, and the keys of ranks."""

from __future__ import annotations

import enum
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from rich.text import Text

from paizhuo_client.snapshots import cards as split
from paizhuo_table.canvas import styled

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from paizhuo_client.model import Face, Game
    from paizhuo_table.look import Look


@dataclass(frozen=True, slots=True)
class Skin:
    """How the cards of a pack are drawn, where the catalogue's notation is not enough."""

    rank_labels: Mapping[str, str] = field(default_factory=dict)
    """What stands on a card instead of the notation of its rank."""
    rank_keys: Mapping[str, str] = field(default_factory=dict)
    """Keys that select a rank, beside the first sign of its notation."""
    suit_styles: Mapping[str, str] = field(default_factory=dict)
    """Colours of suits by notation."""
    bright: frozenset[str] = frozenset()
    """Cards without a suit that are drawn with the bright sign; others get the dark one."""


FRENCH: Final = Skin(
    rank_labels={"T": "10"},
    rank_keys={"T": "0"},
    suit_styles={"c": "green", "d": "bright_blue", "h": "bright_red"},
    bright=frozenset({"r"}),
)
UNSUN: Final = Skin(
    suit_styles={"P": "green", "I": "bright_blue", "K": "bright_red", "G": "bright_magenta"}
)
SKINS: Final[Mapping[str, Skin]] = {"hachinin_meri": UNSUN}
"""Skins of games whose pack is no French one, by game."""

_PLAIN_FROM: Final = 3
"""So many cards of a rank tell it by themselves, whatever lies beside them."""
_BRIGHT_STYLE: Final = "bold bright_red"
_DARK_STYLE: Final = "bold"
_PLAIN_STYLE: Final = ""


class Sorting(enum.Enum):
    """Orders in which a hand can be laid out."""

    SERVER = "sort_rank"
    """As the server sorts it."""
    SUIT = "sort_suit"
    """By suits."""
    COUNT = "sort_count"
    """Most cards of a rank first."""

    def next(self) -> Sorting:
        """Return the order after this one."""
        found = list(Sorting)
        return found[(found.index(self) + 1) % len(found)]


class Deck:
    """The faces of a game, from its catalogue."""

    def __init__(self, game: Game, look: Look, skin: Skin | None = None) -> None:
        self._look = look
        self._skin = skin or SKINS.get(game.game, FRENCH)
        self._faces: dict[str, Face] = {face.notation: face for face in game.faces}
        self._rank_places = {rank.notation: at for at, rank in enumerate(game.ranks)}
        self._suit_places = {suit.notation: at for at, suit in enumerate(game.suits)}
        self._symbols = {suit.notation: suit.symbol for suit in game.suits}

    @property
    def counts_points(self) -> bool:
        """Cards count points, which is what a trick is won for."""
        return any(face.points for face in self._faces.values())

    def scoring(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Return the cards that count points."""
        return tuple(card for card in cards if card in self._faces and self._faces[card].points)

    def knows(self, card: str) -> bool:
        """Say whether this is a card of the game, or a rank of one."""
        return card in self._faces or card in self._rank_places

    def rank(self, card: str) -> str:
        """Return the rank of a card; a card without its suit is its rank."""
        face = self._faces.get(card)
        return face.rank if face is not None else card

    def suit(self, card: str) -> str:
        """Return the suit of a card, empty if it has none."""
        face = self._faces.get(card)
        return face.suit if face is not None else ""

    def may_stand_for(self, cards: Iterable[str], rank: str) -> bool:
        """Say whether cards without a suit may be taken for this rank, of which there are few."""
        faces = [self._faces[card] for card in cards if card in self._faces]
        has_suitless = len(faces) > 1 and any(not face.suit for face in faces)
        natural = sum(face.rank == rank and bool(face.suit) for face in faces)
        is_suited = any(face.rank == rank and face.suit for face in self._faces.values())
        return has_suitless and is_suited and natural < _PLAIN_FROM

    def label(self, card: str) -> tuple[str, str]:
        """Return what stands on a card: its rank, and its suit or the sign of a suitless one."""
        face = self._faces.get(card)
        rank = self.rank(card)
        if face is None:
            return self._skin.rank_labels.get(rank, rank), ""
        if not face.suit:
            sign = self._look.bright if rank in self._skin.bright else self._look.dark
            return sign, rank
        symbol = face.suit if self._look.is_ascii else self._symbols.get(face.suit) or face.suit
        return self._skin.rank_labels.get(rank, rank), symbol

    def style(self, card: str) -> str:
        """Return the colour of a card."""
        face = self._faces.get(card)
        if face is None:
            return _PLAIN_STYLE
        if not face.suit:
            return _BRIGHT_STYLE if face.rank in self._skin.bright else _DARK_STYLE
        return self._skin.suit_styles.get(face.suit, _PLAIN_STYLE)

    def text(self, card: str) -> Text:
        """Draw a card within a line: 10♠."""
        return styled("".join(self.label(card)), self.style(card))

    def cards(self, notation: str | Iterable[str]) -> Text:
        """Draw cards within a line, with spaces between them."""
        found = split(notation) if isinstance(notation, str) else notation
        return Text(" ").join(self.text(card) for card in found)

    def order(self, cards: tuple[str, ...], sorting: Sorting) -> tuple[str, ...]:
        """Lay out a hand that the server has sorted."""
        match sorting:
            case Sorting.SERVER:
                return cards
            case Sorting.SUIT:
                return tuple(sorted(cards, key=self._suit_place))
            case Sorting.COUNT:
                counts = Counter(self.rank(card) for card in cards)
                return tuple(sorted(cards, key=lambda card: self._count_place(card, counts)))

    def keys(self, taken: frozenset[str]) -> dict[str, tuple[str, ...]]:
        """Return the ranks that each key selects; keys in `taken` do something else.

        The key of a rank is the first sign of its notation as a small letter, or, where that is
        taken, as a capital one. Ranks that begin alike share a key.
        """
        found: dict[str, list[str]] = {}
        for rank in self._rank_places:
            signs = [rank[0].lower(), *self._skin.rank_keys.get(rank, "")]
            for sign in signs:
                found.setdefault(sign.upper() if sign in taken else sign, []).append(rank)
        return {key: tuple(ranks) for key, ranks in found.items() if key not in taken}

    def _suit_place(self, card: str) -> tuple[int, int]:
        suit = self._suit_places.get(self.suit(card), len(self._suit_places))
        return -suit, -self._rank_places.get(self.rank(card), 0)

    def _count_place(self, card: str, counts: Counter[str]) -> tuple[int, int]:
        rank = self.rank(card)
        return -counts[rank], -self._rank_places.get(rank, 0)
