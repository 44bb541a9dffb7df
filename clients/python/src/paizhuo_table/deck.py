"""Cards as a person sees and names them: labels, colours, orders, and the keys of ranks."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.text import Text

from paizhuo_client.snapshots import cards as split
from paizhuo_table.canvas import styled
from paizhuo_table.lexicon import pick
from paizhuo_table.skin import FRENCH, SKINS, TRUMP_RANK, Skin, Sorting

if TYPE_CHECKING:
    from collections.abc import Iterable

    from paizhuo_client.model import Face, Game, Trump
    from paizhuo_table.look import Look

_PLAIN_FROM: Final = 3
"""So many cards of a rank tell it by themselves, whatever lies beside them."""
_SIGN_COLUMNS: Final = 2
"""A name of a suit that takes so many columns is its sign; of a longer one that is its letter."""
_BRIGHT_STYLE: Final = "bold bright_red"
_DARK_STYLE: Final = "bold"
_PLAIN_STYLE: Final = ""
TRUMPS: Final = "trumps"
"""The group of trumps, whatever their suits."""


class Deck:
    """The faces of a game, from its catalogue."""

    def __init__(
        self, game: Game, look: Look, language: str = "en", skin: Skin | None = None
    ) -> None:
        self._look = look
        self._skin = skin or SKINS.get(game.game, FRENCH)
        self._faces: dict[str, Face] = {face.notation: face for face in game.faces}
        self._rank_places = {rank.notation: at for at, rank in enumerate(game.ranks)}
        self._suit_places = {suit.notation: at for at, suit in enumerate(game.suits)}
        self._symbols = {suit.notation: suit.symbol for suit in game.suits}
        self._is_named = self._skin.is_named and not look.is_ascii
        self._names = {part.notation: pick(part.name, language) for part in game.ranks}
        self._suit_names = {part.notation: pick(part.name, language) for part in game.suits}

    @property
    def skin(self) -> Skin:
        """How the game is drawn."""
        return self._skin

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

    # --- as they are written --------------------------------------------------------------------

    def label(self, card: str) -> tuple[str, str]:
        """Return what stands on a card that is drawn: its rank, and below it its suit."""
        face = self._faces.get(card)
        rank = self.rank(card)
        if face is None:
            return self.rank_label(rank), ""
        if not face.suit:
            sign = self._look.bright if rank in self._skin.bright else self._look.dark
            return sign, rank
        if self._is_named:
            name = rank if rank.isdigit() else self._names.get(rank, rank)
            return name, self._suit_names.get(face.suit, face.suit)
        return self.rank_label(rank), self.suit_label(face.suit)

    def rank_label(self, rank: str) -> str:
        """Return how a rank is written within a line."""
        if self._is_named and not rank.isdigit():
            return self._names.get(rank, rank).lower()
        return self._skin.rank_labels.get(rank, rank)

    def suit_label(self, suit: str) -> str:
        """Return how a suit is written within a line: its sign, or its letter."""
        if self._is_named:
            name = self._suit_names.get(suit, suit)
            return name if cell_len(name) <= _SIGN_COLUMNS else name[:1]
        return suit if self._look.is_ascii else self._symbols.get(suit) or suit

    def style(self, card: str) -> str:
        """Return the colour of a card."""
        face = self._faces.get(card)
        if face is None:
            return _PLAIN_STYLE
        if not face.suit:
            return _BRIGHT_STYLE if face.rank in self._skin.bright else _DARK_STYLE
        return self.suit_style(face.suit)

    def suit_style(self, suit: str) -> str:
        """Return the colour of a suit."""
        return self._skin.suit_styles.get(suit, _PLAIN_STYLE)

    def text(self, card: str) -> Text:
        """Draw a card within a line: 10♠, or Gsun where suits have names."""
        face = self._faces.get(card)
        if self._skin.is_named and face is not None:
            label = f"{self.suit_label(face.suit)}{self.rank_label(face.rank)}"
            return styled(label, self.style(card))
        return styled("".join(self.label(card)), self.style(card))

    def cards(self, notation: str | Iterable[str]) -> Text:
        """Draw cards within a line, with spaces between them."""
        found = split(notation) if isinstance(notation, str) else notation
        return Text(" ").join(self.text(card) for card in found)

    # --- as they are laid out -------------------------------------------------------------------

    def order(
        self, cards: tuple[str, ...], sorting: Sorting, trump: Trump | None = None
    ) -> tuple[str, ...]:
        """Lay out a hand that the server has sorted."""
        match sorting:
            case Sorting.SERVER:
                return cards
            case Sorting.SUIT:
                return tuple(sorted(cards, key=lambda card: self._suit_place(card, trump)))
            case Sorting.COUNT:
                counts = Counter(self.rank(card) for card in cards)
                return tuple(sorted(cards, key=lambda card: self._count_place(card, counts)))

    def group(self, card: str, trump: Trump | None) -> str:
        """Return what a card is laid out with: its suit, or the trumps."""
        return TRUMPS if self._trump_place(card, trump) is not None else self.suit(card)

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

    def ranks_down(self, suit: str, ranks: Iterable[str]) -> tuple[str, ...]:
        """Sort ranks of a suit, the highest first."""
        return tuple(sorted(ranks, key=lambda rank: self._plain_place(suit, rank)))

    def suits_down(self, suits: Iterable[str]) -> tuple[str, ...]:
        """Sort suits as they are laid out."""
        return tuple(sorted(suits, key=lambda suit: -self._suit_places.get(suit, -1)))

    def _suit_place(self, card: str, trump: Trump | None) -> tuple[int, int, int]:
        among_trumps = self._trump_place(card, trump)
        suit = self._suit_places.get(self.suit(card), len(self._suit_places))
        if among_trumps is not None:
            return -len(self._suit_places) - 1, *among_trumps
        return -suit, self._plain_place(self.suit(card), self.rank(card)), 0

    def _plain_place(self, suit: str, rank: str) -> int:
        strength = self._skin.strength
        if strength is None:
            return -self._rank_places.get(rank, 0)
        order = strength.plain_of.get(suit, strength.plain)
        return order.index(rank) if rank in order else len(order)

    def _trump_place(self, card: str, trump: Trump | None) -> tuple[int, int] | None:
        """Return where a card stands among the trumps; None for a plain one."""
        strength = self._skin.strength
        if strength is None or trump is None:
            return None
        order = strength.trumps_of.get(trump.suit, strength.trumps)
        suit, rank = self.suit(card), self.rank(card)
        if card in self._faces and card in order:
            return order.index(card), 0
        if trump.rank and rank == trump.rank:
            # Those of other suits are equal; they lie as suits do.
            apart = len(self._suit_places) - self._suit_places.get(suit, 0)
            return order.index(TRUMP_RANK), 0 if suit == trump.suit else apart
        if trump.suit and suit == trump.suit:
            return (order.index(rank) if rank in order else len(order)), 0
        return None

    def _count_place(self, card: str, counts: Counter[str]) -> tuple[int, int]:
        rank = self.rank(card)
        return -counts[rank], -self._rank_places.get(rank, 0)
