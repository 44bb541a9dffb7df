"""Names and cards of any game, from its catalogue alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from paizhuo.v1 import action_pb2, card_pb2, catalogue_service_pb2

_SUIT_COLOURS: Final = ("green", "blue", "red", "white", "magenta")
"""Colours of suits, by their place in the catalogue."""
_SUITLESS_STYLE: Final = "bold"
_RANKS: Final = {"T": "10"}
"""Ranks that people write otherwise than the notation does."""


class Names:
    """Name what a game consists of, in English and beside it in Chinese, where it is Chinese."""

    def __init__(self, game: catalogue_service_pb2.Game) -> None:
        """Take every name from the catalogue."""
        self.game = both(game.name)
        self._glossed: set[str] = set()
        self.counts_points = any(face.points for face in game.faces)
        self._faces = {face.notation: face for face in game.faces}
        self._suits = {suit.notation: (at, suit.symbol) for at, suit in enumerate(game.suits)}
        self._verbs = _labels(game.verbs)
        self._categories = _labels(game.categories)
        self._forms = _labels(game.forms)
        self._labels = _labels(game.labels)
        self._roles = _labels(game.roles)
        self._zones = _labels(game.zones)
        self._events = _labels(game.events)
        self._teams = _labels(game.teams)
        self._suit_names = {suit.notation: suit.name for suit in game.suits}
        self._statuses = _labels(game.statuses)

    @property
    def role_width(self) -> int:
        """Return how many columns the longest role needs; 0 where the game has none."""
        return max((len(label.en) for label in self._roles.values()), default=0)

    def role(self, name: str) -> str:
        """Name a role in English."""
        return _english(self._roles, name)

    def begin_deal(self) -> None:
        """Give each name in both languages once more."""
        self._glossed.clear()

    def _glossed_once(self, name: card_pb2.LocalizedName) -> str:
        """Return a name in both languages the first time in a deal, later in English."""
        if name.en in self._glossed:
            return name.en
        self._glossed.add(name.en)
        return both(name)

    def role_both(self, name: str) -> str:
        """Name a role, the first time in a deal in both languages."""
        return self._glossed_once(self._roles[name]) if name in self._roles else name

    def verb(self, name: str) -> str:
        """Name a verb in English."""
        return _english(self._verbs, name)

    def zone(self, name: str) -> str:
        """Name a zone in English."""
        return _english(self._zones, name)

    def team(self, name: str) -> str:
        """Name a team in English."""
        return _english(self._teams, name)

    def label(self, name: str) -> str:
        """Name a label in English."""
        return _english(self._labels, name)

    def suit(self, notation: str) -> str:
        """Name a suit in English."""
        return _english(self._suit_names, notation)

    def suit_of(self, card: str) -> str:
        """Name the suit of a card in English."""
        return self.suit(self._faces[card].suit)

    def rank(self, card: str) -> str:
        """Return the rank of a card as people write it."""
        rank = self._faces[card].rank
        return _RANKS.get(rank, rank)

    def status(self, name: str) -> str:
        """Name a status in English."""
        return _english(self._statuses, name)

    def signs(self) -> Text:
        """Explain the signs of suits, and what cards count."""
        line = Text()
        for notation, (place, symbol) in reversed(self._suits.items()):
            colour = _SUIT_COLOURS[place % len(_SUIT_COLOURS)]
            line.append(symbol or notation, colour).append(f" {self.suit(notation)}  ")
        counts: dict[int, dict[str, None]] = {}
        for card, face in self._faces.items():
            if face.points:
                counts.setdefault(face.points, {})[self.rank(card)] = None
        told = (f"{' and '.join(ranks)}: {points} points" for points, ranks in counts.items())
        return line.append(", ".join(told))

    def event(self, kind: str) -> str:
        """Name a kind of events in English; empty for one that the rules do not bring."""
        return self._events[kind].en if kind in self._events else ""

    def reading(self, reading: action_pb2.Reading) -> str:
        """Name what a set of cards counts as: its form or category, its label, its wild cards."""
        # What a label says too is told once.
        form = None if reading.key == reading.label else self._forms.get(reading.key)
        name = form or self._categories.get(reading.category)
        told = self._glossed_once(name) if name is not None else reading.category
        if reading.label:
            told += f", {_english(self._labels, reading.label)}"
        for wild in reading.represent:
            told += f", {self.cards(wild.card).plain} as {getattr(wild, 'as')}"
        return told

    def cards(self, notation: str | Iterable[str]) -> Text:
        """Draw cards as people know them."""
        found = split(notation) if isinstance(notation, str) else notation
        return Text(" ").join(self._card(card) for card in found)

    def hand(self, notation: str, trumps: Collection[str]) -> Text:
        """Draw a hand with a gap behind the trumps, and behind each suit."""
        line, before = Text(), ""
        for card in split(notation):
            group = "trumps" if card in trumps else self._faces[card].suit
            line.append("" if not before else " " if group == before else "  ")
            line.append_text(self._card(card))
            before = group
        return line

    def scoring(self, notation: str) -> list[str]:
        """Return the cards that count something."""
        return [card for card in split(notation) if card in self._faces and self._points(card)]

    def _points(self, card: str) -> int:
        return self._faces[card].points

    def _card(self, card: str) -> Text:
        """Draw one card: its rank with the sign of its suit, else its name or its notation."""
        face = self._faces.get(card)
        if face is None:
            return Text(card)
        if not face.suit:
            return Text(face.name.en or card, _SUITLESS_STYLE)
        place, symbol = self._suits[face.suit]
        shown = _RANKS.get(face.rank, face.rank) + symbol if symbol else card
        return Text(shown, _SUIT_COLOURS[place % len(_SUIT_COLOURS)])


def both(name: card_pb2.LocalizedName) -> str:
    """Return a name in English, with the Chinese or Japanese one beside it."""
    other = name.zh or name.ja
    return f"{name.en} · {other}" if other else name.en


def split(notation: str) -> list[str]:
    """Split cards in notation."""
    return notation.replace("-", " ").split()


def _labels(
    terms: Iterable[catalogue_service_pb2.Term],
) -> dict[str, card_pb2.LocalizedName]:
    return {term.name: term.label for term in terms}


def _english(labels: dict[str, card_pb2.LocalizedName], name: str) -> str:
    return labels[name].en if name in labels else name
