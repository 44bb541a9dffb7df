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


COPIES_MAX: Final = 4
"""Copies of a card that have a name of their own."""
PILE: Final = "pile"
"""The zone of what a seat has won."""


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
        verb = styled(self.lexicon.verb(verb_name(action)), look.STRONG)
        if isinstance(action, m.CallFriends):
            return Text.assemble(verb, " ", self.calls(action.calls))
        if cards := cards_of(action):
            told = self._cards(action, cards)
            return told if isinstance(action, m.Play) else Text.assemble(verb, " ", told)
        if size:
            text = Text(self.words.cards(size))
            reading = getattr(action, "reading", None)
            if reading is not None and reading.label:
                text.append_text(self.in_brackets(reading, ()))
            return text if isinstance(action, m.Play) else Text.assemble(verb, " ", text)
        if isinstance(action, m.Bid):
            number = self.words.say("bid_number", verb=verb.plain, value=action.value)
            return styled(number, look.STRONG)
        return styled(verb.plain, look.DIM) if isinstance(action, m.Pass) else verb

    def calls(self, calls: Iterable[m.FriendCall]) -> Text:
        """Tell which copies of which cards are called."""
        return Text(", ").join(self.call(call) for call in calls)

    def call(self, call: m.FriendCall) -> Text:
        """Tell which copy of which card is called."""
        copy = self.words[f"copy_{min(call.copy, COPIES_MAX)}"]
        return self.words.text("call", copy=copy, card=self.deck.text(call.card))

    def trump(self, trump: m.Trump) -> Text:
        """Tell what is trump."""
        rank = self.deck.rank_label(trump.rank)
        text = styled(self.lexicon.suit(trump.suit), self.deck.suit_style(trump.suit))
        return text.append(f" {rank}" if rank else "")

    def _cards(self, action: m.Action, cards: tuple[str, ...]) -> Text:
        """Tell an action with cards, with the reading that counts."""
        text = self.deck.cards(cards)
        reading = getattr(action, "reading", None)
        if reading is not None and reading.category:
            text.append_text(self.in_brackets(reading, cards))
        return text

    def in_brackets(self, reading: m.Reading | m.Combination, cards: Iterable[str]) -> Text:
        """Name what cards count as, in brackets; nothing where the cards tell it."""
        name = self.reading(reading, cards)
        return styled(f" ({name})", look.DIM) if name else Text()

    def reading(self, reading: m.Reading | m.Combination, cards: Iterable[str]) -> str:
        """Name what cards count as: the form or category, the label, what wild cards stand for.

        The rank is named where the cards do not tell it, since some may stand for others.
        """
        # What a label says too is told once.
        name = "" if reading.key in _labels(reading) else self.lexicon.form(reading.key)
        if not name and reading.category not in self.deck.skin.unsaid:
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
        return ", ".join(part for part in parts if part)

    def _rank(self, card: str) -> str:
        return self.deck.text(card).plain

    def event(self, event: m.Event) -> Text | None:
        """Tell an event; None for one that is not worth a line."""
        match event:
            case m.SeatActed(seat, action, size) if action is not None:
                name = self.people.name(seat)
                return self.words.text("acted", name=name, action=self.action(action, size))
            case m.Dealt() | m.RoleGiven() | m.AllPassed() | m.TrickNamed() | m.TrickEnded():
                return self._deal_event(event)
            case m.CardsShown() | m.CardsTaken() | m.CardsDrawn() | m.PlaysTurnedUp():
                return self._cards_event(event)
            case m.LeadWithdrawn() | m.AnswersOpened() | m.PointsMoved() | m.TrumpSet():
                return self._rules_event(event)
            case m.DealEnded(winners=winners) | m.MatchEnded(winners=winners):
                key = "deal_ended" if isinstance(event, m.DealEnded) else "match_ended"
                return self.words.text(key, look.GOOD, names=self.people.side(winners))
            case _:
                return self._table_event(event)

    def _deal_event(
        self, event: m.Dealt | m.RoleGiven | m.AllPassed | m.TrickNamed | m.TrickEnded
    ) -> Text | None:
        """Tell what is about the whole deal."""
        words, name = self.words, self.people.name
        match event:
            case m.Dealt(deal, attempt, dealer, hand_sizes, zones=zones):
                key = "dealt" if attempt <= 1 else "dealt_again"
                if hand_sizes and not any(hand_sizes):
                    key = "shuffled" if attempt <= 1 else "shuffled_again"
                values = {"deal": deal, "attempt": attempt}
                told = words.text(key, look.ACCENT, name=name(dealer), **values)
                return self._with_open_cards(told, zones)
            case m.RoleGiven(seat, role):
                return words.text("role_given", name=name(seat), role=self.lexicon.role(role))
            case m.AllPassed():
                return words.text("all_passed", look.ACCENT)
            case m.TrickNamed(label):
                return styled(self.lexicon.label(label), look.ACCENT)
            case m.TrickEnded(winner, points):
                key = "trick_points" if points else "trick_ended"
                return words.text(key, look.DIM, name=name(winner), points=points)

    def _with_open_cards(self, told: Text, zones: Iterable[m.Zone]) -> Text:
        """Tell which cards lie open when a deal begins, and whose they are."""
        for zone in zones:
            if zone.cards:
                whose = f", {self.people.plain(zone.seat)}" if zone.seat is not None else ""
                told.append(f"; {self.lexicon.zone(zone.name)}{whose}: ")
                told.append_text(self.deck.cards(zone.cards))
        return told

    def _rules_event(
        self, event: m.LeadWithdrawn | m.AnswersOpened | m.PointsMoved | m.TrumpSet
    ) -> Text | None:
        """Tell what followed by the rules."""
        words = self.words
        match event:
            case m.LeadWithdrawn(seat, kept, withdrawn, beaten_by, beating, penalty):
                told = words.text(
                    "lead_withdrawn",
                    look.BAD,
                    name=self.people.name(seat),
                    kept=self.deck.cards(kept.cards if kept is not None else ""),
                    withdrawn=self.deck.cards(withdrawn),
                    beater=self.people.name(beaten_by),
                    beating=self.deck.cards(beating),
                )
                if penalty:
                    told.append(f" {words.say('penalty_is', points=penalty)}", look.BAD)
                return told
            case m.AnswersOpened(answers):
                said = [a for a in answers if not isinstance(a.action, m.Pass)]
                if not said:
                    return words.text("all_answered", action=self.action(m.Pass()))
                return Text("; ").join(
                    words.text("acted", name=self.people.name(a.seat), action=self.action(a.action))
                    for a in said
                    if a.action is not None
                )
            case m.PointsMoved(label, _, to_team, points):
                name, team = self.lexicon.label(label), self.lexicon.team(to_team)
                return words.text("points_moved", look.GOOD, label=name, team=team, points=points)
            case m.TrumpSet(trump) if trump is not None:
                return words.text("trump_is", look.ACCENT, trump=self.trump(trump))
            case _:
                return None

    def _cards_event(
        self, event: m.CardsShown | m.CardsTaken | m.CardsDrawn | m.PlaysTurnedUp
    ) -> Text | None:
        """Tell of cards that were laid open or moved."""
        match event:
            case m.CardsShown(zone) if zone is not None:
                # What is won is told with its trick.
                if zone.name == PILE:
                    return None
                cards = self.deck.cards(zone.cards)
                return self.words.text(
                    "cards_shown", zone=self.lexicon.zone(zone.name), cards=cards
                )
            case m.CardsDrawn(cards=cards):
                return self.words.text("drawn", look.DIM, cards=self.deck.cards(cards))
            case m.PlaysTurnedUp(plays):
                told = [
                    self.words.text(
                        "acted_play",
                        name=self.people.name(turned.seat),
                        cards=self.deck.cards(turned.combination.cards),
                    )
                    for turned in plays
                    if turned.combination is not None
                ]
                return self.words.text("turned_up", plays=Text(", ").join(told))
            case m.CardsTaken(zone_name, seat, size, cards):
                return self.words.text(
                    "cards_taken",
                    name=self.people.name(seat),
                    zone=self.lexicon.zone(zone_name),
                    arrow=self.arrow,
                    cards=self.deck.cards(cards) if cards else self.words.cards(size),
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
