"""Everything that is to be drawn."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from paizhuo_client.snapshots import Snapshot
from paizhuo_table.deck import Deck, Sorting
from paizhuo_table.lexicon import Lexicon
from paizhuo_table.narration import Narrator
from paizhuo_table.people import People
from paizhuo_table.selection import Selection
from paizhuo_table.story import Story

if TYPE_CHECKING:
    from rich.text import Text

    from paizhuo_client.model import Action, Direction, Game, SeatView, Zone
    from paizhuo_table.answers import Answers
    from paizhuo_table.look import Look
    from paizhuo_table.sheet import Sheet
    from paizhuo_table.words import Words


COMMAND_KEYS: Final = frozenset("hlsvxogzup?")
"""Signs that do something else than choosing cards."""


class Link(enum.Enum):
    """How things stand with the server."""

    CONNECTED = "connected"
    RECONNECTING = "reconnecting"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that the table says to the person, until the next key."""

    text: Text
    offered: Action | None = None
    """What one key takes over instead."""
    is_hint: bool = False
    """The person asked for it, so Enter takes it too."""
    is_waiting: bool = False
    """It says that the person is not asked: it holds until that changes."""


@dataclass(slots=True)
class Scene:
    """The table, the own hand as it is laid out, and what was said last.

    Time is the server's, in milliseconds since the Unix epoch.
    """

    game: Game
    words: Words
    look: Look
    snapshot: Snapshot = field(default_factory=Snapshot.empty)
    story: Story = field(default_factory=Story)
    selection: Selection = field(default_factory=Selection)
    sorting: Sorting = Sorting.SERVER
    answers: Answers | None = None
    """What may be answered; None while the own seat is not asked, or it is not known yet."""
    picked: Action | None = None
    """The listed answer that is chosen, with its reading; None once the choice was changed."""
    notice: Notice | None = None
    verdict: Text | None = None
    """What the server thinks of the chosen cards."""
    sheet: Sheet | None = None
    """The page that lies over the table."""
    link: Link = Link.CONNECTED
    now_ms: int = 0
    variants: tuple[Action, ...] = ()
    """What the chosen cards may be played as, the reading that counts without a word first."""
    lexicon: Lexicon = field(init=False)
    deck: Deck = field(init=False)

    def __post_init__(self) -> None:
        """Look the names up."""
        self.speak(self.words)
        self.deck = Deck(self.game, self.look)

    def speak(self, words: Words) -> None:
        """Change the language."""
        self.words = words
        self.lexicon = Lexicon(self.game, words.language)

    @property
    def rank_keys(self) -> dict[str, tuple[str, ...]]:
        """Keys that choose cards, with their ranks."""
        return self.deck.keys(COMMAND_KEYS)

    @property
    def people(self) -> People:
        """Names of the seats."""
        return People(self.snapshot.table, self.lexicon, self.words)

    @property
    def narrator(self) -> Narrator:
        """Who tells what happened."""
        return Narrator(self.words, self.lexicon, self.deck, self.people, self.look.arrow)

    @property
    def own(self) -> int:
        """The seat that is drawn at the bottom: the own one, or the first for who has none."""
        return self.snapshot.own_seat or 0

    @property
    def direction(self) -> Direction:
        """Which way seat numbers rise."""
        return self.game.seat_direction

    @property
    def asked(self) -> frozenset[int]:
        """Seats that are asked something."""
        return frozenset(decision.seat for decision in self.snapshot.view.decisions)

    @property
    def shows_result(self) -> bool:
        """A deal was played out, and the next one has not been dealt."""
        view = self.snapshot.view
        return view.last_deal is not None and view.last_deal.deal == view.deal

    @property
    def shows_play(self) -> bool:
        """A deal is being played."""
        view = self.snapshot.view
        return view.deal > 0 and not self.shows_result

    def seat(self, seat: int) -> SeatView | None:
        """Return what is known of a seat."""
        return next((found for found in self.snapshot.view.seats if found.seat == seat), None)

    def lying(self, seat: int) -> tuple[Zone, ...]:
        """Return what lies face down before a seat."""
        zones = self.snapshot.view.zones
        return tuple(zone for zone in zones if zone.seat == seat and zone.size and not zone.cards)

    def lay_out(self) -> None:
        """Take over the hand from the snapshot, in the order that was asked for."""
        hand = self.deck.order(self.snapshot.hand, self.sorting)
        self.selection = self.selection.hold(hand)

    def choose(self, action: Action, cards: tuple[str, ...]) -> None:
        """Choose the cards of an answer, with its reading."""
        self.selection = self.selection.choose(cards, self.deck.rank)
        self.picked = action
