"""Everything that is to be drawn."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from paizhuo_client.model import Trump
from paizhuo_client.snapshots import Snapshot
from paizhuo_table.deck import Deck
from paizhuo_table.lexicon import Lexicon
from paizhuo_table.narration import Narrator
from paizhuo_table.people import People
from paizhuo_table.selection import Selection
from paizhuo_table.skin import Sorting
from paizhuo_table.story import Story

if TYPE_CHECKING:
    from rich.text import Text

    from paizhuo_client.model import Action, Direction, Game, SeatView, Zone
    from paizhuo_table.answers import Answers
    from paizhuo_table.calling import CallBoard
    from paizhuo_table.look import Look
    from paizhuo_table.sheet import Sheet
    from paizhuo_table.words import Words


COMMAND_KEYS: Final = frozenset("hlsvxogzupe?")
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
    sorting: Sorting = field(init=False)
    answers: Answers | None = None
    """What may be answered; None while the own seat is not asked, or it is not known yet."""
    board: CallBoard | None = None
    """The calls that are being chosen, where calls are asked for."""
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
        self.sorting = self.deck.skin.sorting

    def speak(self, words: Words) -> None:
        """Change the language."""
        self.words = words
        self.lexicon = Lexicon(self.game, words.language)
        self.deck = Deck(self.game, self.look, words.language)

    @property
    def rank_keys(self) -> dict[str, tuple[str, ...]]:
        """Keys that choose cards, with their ranks."""
        return self.deck.keys(COMMAND_KEYS)

    @property
    def people(self) -> People:
        """Names of the seats."""
        snapshot = self.snapshot
        return People(snapshot.table, self.lexicon, self.words, snapshot.view.teams)

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
    def play_direction(self) -> Direction:
        """Which way the turn goes: at this table, or as is usual before that is known."""
        return self.snapshot.view.play_direction or self.game.play_direction

    @property
    def asked(self) -> frozenset[int]:
        """Seats that are waited for."""
        decisions = self.snapshot.view.decisions
        return frozenset(decision.seat for decision in decisions if not decision.voluntary)

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

    @property
    def trump(self) -> Trump | None:
        """What is trump; before that is known, what the own level would make trumps."""
        view, own = self.snapshot.view, self.snapshot.own
        if view.trump is not None or own is None or not own.level:
            return view.trump
        return Trump(rank=own.level)

    def group(self, card: str) -> str:
        """Return what a card of the hand is laid out with: its suit or the trumps, or its rank."""
        if self.sorting is Sorting.SUIT:
            return self.deck.group(card, self.trump)
        return self.deck.rank(card)

    def lay_out(self) -> None:
        """Take over the hand from the snapshot, in the order that was asked for."""
        hand = self.deck.order(self.snapshot.hand, self.sorting, self.trump)
        self.selection = self.selection.hold(hand)

    def choose(self, action: Action, cards: tuple[str, ...]) -> None:
        """Choose the cards of an answer, with its reading."""
        self.selection = self.selection.choose(cards, self.deck.rank)
        self.picked = action
