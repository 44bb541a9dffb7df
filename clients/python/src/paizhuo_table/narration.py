"""What happened, told in a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.text import Text

from paizhuo_client import model as m
from paizhuo_table import look
from paizhuo_table.answers import cards_of, verb_name
from paizhuo_table.canvas import styled

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from paizhuo_table.deck import Deck
    from paizhuo_table.lexicon import Lexicon
    from paizhuo_table.people import People
    from paizhuo_table.words import Words


@dataclass(frozen=True, slots=True)
class Narrator:
    """Tell events in one language."""

    words: Words
    lexicon: Lexicon
    deck: Deck
    people: People
    arrow: str = "→"

    def action(self, action: m.Action, size: int = 0) -> Text:
        """Tell what an action is, without who does it."""
        if cards := cards_of(action):
            return self._cards(action, cards)
        if size:
            text = Text(self.words.cards(size))
            reading = getattr(action, "reading", None)
            if reading is not None and reading.label:
                text.append(f" ({self.lexicon.label(reading.label)})", look.DIM)
            return text
        verb = self.lexicon.verb(verb_name(action))
        if isinstance(action, m.Bid):
            verb = self.words.say("bid_number", verb=verb, value=action.value)
        return styled(verb, look.DIM if isinstance(action, m.Pass) else look.STRONG)

    def _cards(self, action: m.Action, cards: tuple[str, ...]) -> Text:
        """Tell an action with cards, with the reading that counts."""
        text = self.deck.cards(cards)
        reading = getattr(action, "reading", None)
        if reading is not None and reading.category:
            text.append(f" ({self.reading(reading, cards)})", look.DIM)
        return text

    def reading(self, reading: m.Reading | m.Combination, cards: Iterable[str]) -> str:
        """Name what cards count as: the form or category, the label, what wild cards stand for.

        The rank is named where the cards do not tell it, since some may stand for others.
        """
        # What a label says too is told once.
        name = "" if reading.key in _labels(reading) else self.lexicon.form(reading.key)
        if not name:
            name = self.lexicon.category(reading.category)
            if reading.key and self.deck.may_stand_for(cards, reading.key):
                name = self.words.say("reading_of", category=name, rank=self._rank(reading.key))
        parts = [name, *(self.lexicon.label(label) for label in _labels(reading))]
        parts += [
            self.words.say(
                "stands_for", card=self.deck.text(wild.card).plain, as_=self._rank(wild.as_)
            )
            for wild in getattr(reading, "represent", ())
        ]
        return ", ".join(parts)

    def _rank(self, card: str) -> str:
        return self.deck.text(card).plain

    def event(self, event: m.Event) -> Text | None:
        """Tell an event; None for one that is not worth a line."""
        match event:
            case m.SeatActed(seat, action, size) if action is not None:
                name = self.people.name(seat)
                return self.words.text("acted", name=name, action=self.action(action, size))
            case m.Dealt() | m.RoleGiven() | m.AllPassed() | m.TrickEnded():
                return self._deal_event(event)
            case m.CardsShown() | m.CardsTaken():
                return self._cards_event(event)
            case m.DealEnded(winners=winners) | m.MatchEnded(winners=winners):
                key = "deal_ended" if isinstance(event, m.DealEnded) else "match_ended"
                return self.words.text(key, look.GOOD, names=self.people.names(winners))
            case _:
                return self._table_event(event)

    def _deal_event(self, event: m.Dealt | m.RoleGiven | m.AllPassed | m.TrickEnded) -> Text | None:
        """Tell what is about the whole deal."""
        words, name = self.words, self.people.name
        match event:
            case m.Dealt(deal, attempt, dealer):
                key = "dealt" if attempt <= 1 else "dealt_again"
                values = {"deal": deal, "attempt": attempt}
                return words.text(key, look.ACCENT, name=name(dealer), **values)
            case m.RoleGiven(seat, role):
                return words.text("role_given", name=name(seat), role=self.lexicon.role(role))
            case m.AllPassed():
                return words.text("all_passed", look.ACCENT)
            case m.TrickEnded(winner, points):
                key = "trick_points" if points else "trick_ended"
                return words.text(key, look.DIM, name=name(winner), points=points)

    def _cards_event(self, event: m.CardsShown | m.CardsTaken) -> Text | None:
        """Tell of cards that were laid open or moved."""
        match event:
            case m.CardsShown(zone) if zone is not None:
                cards = self.deck.cards(zone.cards)
                return self.words.text(
                    "cards_shown", zone=self.lexicon.zone(zone.name), cards=cards
                )
            case m.CardsTaken(zone_name, seat, size, cards):
                key = "cards_taken" if cards else "cards_taken_hidden"
                return self.words.text(
                    key,
                    name=self.people.name(seat),
                    zone=self.lexicon.zone(zone_name),
                    arrow=self.arrow,
                    cards=self.deck.cards(cards),
                    size=size,
                )
            case _:
                return None

    def _table_event(self, event: m.Event) -> Text | None:
        """Tell what happened beside the game."""
        found = _BESIDE_THE_GAME.get(type(event))
        if found is None:
            return None
        phrase, style = found
        if isinstance(event, m.TablePaused) and event.by_server:
            phrase = "table_paused_server"
        seat = getattr(event, "seat", 0)
        bot = self.lexicon.bot(getattr(event, "bot", ""))
        reason = getattr(event, "reason", "")
        name = self.people.name(seat)
        return self.words.text(phrase, style, name=name, seat=seat, bot=bot, reason=reason)


def _labels(reading: m.Reading | m.Combination) -> tuple[str, ...]:
    """Return the label that counts, if there are any: the one named, else the canonical one."""
    if isinstance(reading, m.Combination):
        return reading.labels[:1]
    return (reading.label,) if reading.label else ()


_BESIDE_THE_GAME: Final[Mapping[type, tuple[str, str]]] = {
    m.SeatTaken: ("seat_taken", look.DIM),
    m.SeatFreed: ("seat_freed", look.DIM),
    m.BotSeated: ("bot_seated", look.DIM),
    m.SeatTimedOut: ("timed_out", look.BAD),
    m.SeatDelegated: ("delegated_to", ""),
    m.SeatReclaimed: ("reclaimed", ""),
    m.PauseWished: ("pause_wished", ""),
    m.TablePaused: ("table_paused", ""),
    m.TableResumed: ("table_resumed", ""),
    m.SeatKicked: ("kicked", look.BAD),
    m.TableEnded: ("table_ended", look.BAD),
}
"""Events that say who, and perhaps why: the phrase and the style of each."""
