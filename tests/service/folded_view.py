"""Fold events into a view, as a client does that knows no rules.

This is the model of the clients' reducers. It needs the first view of a stream, the faces
of the catalogue in their order, and then nothing but the stream's messages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from paizhuo.v1 import event_pb2, view_pb2

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from paizhuo.v1 import table_service_pb2

LAST_EVENTS_MAX: Final = 16
LAST_EVENTS_NUMBER_MAX: Final = 27
"""Events with higher numbers are not among a view's last events."""

_NUMBERS: Final = {field.name: field.number for field in event_pb2.Event.DESCRIPTOR.fields}


def is_lasting(event: event_pb2.Event) -> bool:
    """Say whether an event tells what happened, and not what follows for the table.

    Those that do are among a view's last events and in records.
    """
    return _NUMBERS[event.WhichOneof("kind") or ""] <= LAST_EVENTS_NUMBER_MAX


def forget(events: Iterable[event_pb2.Event]) -> None:
    """Leave of every play who it was, of what category, and how many cards."""
    for event in events:
        if event.acted.action.HasField("play"):
            play = event.acted.action.play
            category = play.reading.category
            play.Clear()
            play.reading.category = category


class FoldedView:
    """Hold a view, and follow the stream that it came from."""

    def __init__(self, view: view_pb2.View, faces: Sequence[str]) -> None:
        """Begin with a view; `faces` are the catalogue's."""
        self.view = view_pb2.View()
        self.view.CopyFrom(view)
        self._order = {face: place for place, face in enumerate(faces)}
        self._folds: Mapping[str, Callable[[event_pb2.Event], None]] = {
            "deal_committed": self._deal_committed,
            "dealt": self._dealt,
            "acted": self._acted,
            "role_given": self._role_given,
            "cards_shown": self._cards_shown,
            "cards_taken": self._cards_taken,
            "trick_ended": self._trick_ended,
            "all_passed": self._all_passed,
            "deal_ended": self._deal_ended,
            "match_ended": self._match_ended,
            "zone_cleared": self._zone_cleared,
            "trick_begun": self._trick_begun,
            "stake_changed": self._stake_changed,
            "cards_drawn": self._cards_drawn,
            "cards_laid": self._cards_laid,
            "lead_withdrawn": self._lead_withdrawn,
            "trump_set": self._trump_set,
            "answers_opened": self._answers_opened,
            "plays_turned_up": self._plays_turned_up,
            "points_moved": self._points_moved,
            "teams_changed": self._teams_changed,
            "trick_stands": self._trick_stands,
            "trick_named": self._trick_named,
            "friend_calls_changed": self._friend_calls_changed,
            "standings_changed": self._standings_changed,
            "asked": self._asked,
        }

    def follow(self, message: table_service_pb2.WatchTableResponse) -> None:
        """Take the view that a message carries, or fold its events."""
        if message.HasField("view"):
            self.view.CopyFrom(message.view)
            return
        for event in message.events:
            kind = event.WhichOneof("kind") or ""
            # Clients ignore what they do not know; the table's own events are in `table`.
            fold = self._folds.get(kind)
            if fold is not None:
                fold(event)
                if is_lasting(event):
                    self._remember(event)

    def _remember(self, event: event_pb2.Event) -> None:
        """Keep the last events."""
        self.view.last_events.add().CopyFrom(event)
        del self.view.last_events[:-LAST_EVENTS_MAX]

    # --- deals --------------------------------------------------------------------------------

    def _deal_committed(self, event: event_pb2.Event) -> None:
        self.view.commitment = event.deal_committed.commitment

    def _dealt(self, event: event_pb2.Event) -> None:
        view, dealt = self.view, event.dealt
        if dealt.match != view.match:
            view.match = dealt.match
            view.deals_played = 0
            view.ClearField("last_deal")
            view.ClearField("match_end")
            for seat in view.seats:
                seat.total = 0
        view.deal, view.attempt, view.dealer = dealt.deal, dealt.attempt, dealt.dealer
        self._gather()
        view.ClearField("calls")
        for seat, size in zip(view.seats, dealt.hand_sizes, strict=True):
            seat.hand_size = size
        if view.HasField("viewer"):
            view.seats[view.viewer].hand = dealt.hand
        view.zones.extend(dealt.zones)

    def _all_passed(self, event: event_pb2.Event) -> None:
        del event
        self._gather()

    def _gather(self) -> None:
        """Take every card from the table; seats keep their totals."""
        view = self.view
        for name in ("trick", "zones", "stake", "played", "tricks", "trump", "friend_calls"):
            view.ClearField(name)
        for seat in view.seats:
            kept = view_pb2.SeatView(seat=seat.seat, total=seat.total)
            kept.level, kept.status = seat.level, seat.status
            seat.CopyFrom(kept)

    def _deal_ended(self, event: event_pb2.Event) -> None:
        view, ended = self.view, event.deal_ended
        view.last_deal.CopyFrom(ended)
        if ended.HasField("stake"):
            view.stake.CopyFrom(ended.stake)
        view.deals_played += 1
        view.played = ended.played or view.played
        for seat, hand, total in zip(view.seats, ended.hands, ended.totals, strict=True):
            seat.hand, seat.total, seat.open, seat.passed = hand, total, True, False
        for zone in ended.zones:
            self._zone(zone).CopyFrom(zone)
        if any(zone.name == "pile" for zone in ended.zones):
            for seat, points in zip(view.seats, ended.results, strict=True):
                seat.points = points

    def _match_ended(self, event: event_pb2.Event) -> None:
        self.view.match_end.CopyFrom(event.match_ended)

    # --- acting -------------------------------------------------------------------------------

    def _acted(self, event: event_pb2.Event) -> None:
        view, acted = self.view, event.acted
        seat = view.seats[acted.seat]
        if view.phase == "auction":
            view.calls.add().CopyFrom(acted)
        match acted.action.WhichOneof("verb"):
            case "double":
                seat.doubled = True
            case "pass" if view.HasField("trick"):
                seat.passed = True
                view.trick.plays.add(seat=acted.seat)
            case "play":
                self._play(acted, seat)

    def _play(self, acted: event_pb2.SeatActed, seat: view_pb2.SeatView) -> None:
        """Lay cards out of a hand into the trick."""
        view, play = self.view, acted.action.play
        seat.plays += 1
        seat.hand_size -= acted.size
        if self._knows_hand(seat):
            self._take_from_hand(seat, play.cards)
        for other in view.seats:
            other.passed = False
        view.trick.standing = len(view.trick.plays)
        laid = view.trick.plays.add(seat=acted.seat).combination
        reading = play.reading
        laid.category, laid.key, laid.run = reading.category, reading.key, reading.run
        laid.size, laid.cards = acted.size, play.cards
        if reading.label:
            laid.labels.append(reading.label)

    def _take_from_hand(self, seat: view_pb2.SeatView, cards: str) -> None:
        """Take cards out of a hand that the viewer sees."""
        left = _split(seat.hand)
        for card in _split(cards):
            left.remove(card)
        seat.hand = "-".join(left)

    def _answers_opened(self, event: event_pb2.Event) -> None:
        self.view.ClearField("calls")
        self.view.calls.extend(event.answers_opened.answers)

    def _plays_turned_up(self, event: event_pb2.Event) -> None:
        turned = {play.seat: play.combination for play in event.plays_turned_up.plays}
        for laid in self.view.trick.plays:
            if laid.seat in turned:
                laid.combination.CopyFrom(turned[laid.seat])

    def _points_moved(self, event: event_pb2.Event) -> None:
        """Do nothing: what the teams have now is told beside it."""

    def _teams_changed(self, event: event_pb2.Event) -> None:
        self.view.ClearField("teams")
        self.view.teams.extend(event.teams_changed.teams)

    def _trick_ended(self, event: event_pb2.Event) -> None:
        view = self.view
        view.tricks += 1
        winner = event.trick_ended.winner
        view.seats[winner].points += event.trick_ended.points
        for pile in view.zones:
            if pile.name == "pile" and pile.seat == winner:
                pile.size += sum(laid.combination.size for laid in view.trick.plays)
        if event.trick_ended.forgotten:
            forget(view.last_events)
        else:
            cards = _split(view.played)
            for laid in view.trick.plays:
                cards += _split(laid.combination.cards)
            view.played = self._sorted(cards)
        self._clear_trick()

    def _trick_begun(self, event: event_pb2.Event) -> None:
        self._clear_trick()
        self.view.trick.leader = event.trick_begun.leader
        self.view.trick.SetInParent()

    def _clear_trick(self) -> None:
        """Let nothing lie on the table, and no pass count."""
        self.view.ClearField("trick")
        for seat in self.view.seats:
            seat.passed = False

    def _stake_changed(self, event: event_pb2.Event) -> None:
        self.view.stake.CopyFrom(event.stake_changed.stake)

    def _asked(self, event: event_pb2.Event) -> None:
        self.view.phase = event.asked.phase
        self.view.ClearField("decisions")
        self.view.decisions.extend(event.asked.decisions)

    # --- games of tricks and friends ----------------------------------------------------------

    def _cards_drawn(self, event: event_pb2.Event) -> None:
        view, drawn = self.view, event.cards_drawn
        for seat, count in zip(view.seats, drawn.counts, strict=True):
            seat.hand_size += count
            if self._knows_hand(seat):
                seat.hand = self._laid_out(_split(seat.hand) + _split(drawn.cards))
        self._zone(event_pb2.Zone(name=drawn.zone)).size -= sum(drawn.counts)

    def _cards_laid(self, event: event_pb2.Event) -> None:
        zone = event.cards_laid.zone
        seat = self.view.seats[zone.seat]
        seat.hand_size -= zone.size
        if self._knows_hand(seat):
            self._take_from_hand(seat, zone.cards)
        self._zone(zone).CopyFrom(zone)

    def _lead_withdrawn(self, event: event_pb2.Event) -> None:
        withdrawn = event.lead_withdrawn
        seat = self.view.seats[withdrawn.seat]
        back = _split(withdrawn.withdrawn)
        seat.hand_size += len(back)
        if self._knows_hand(seat):
            seat.hand = self._laid_out(_split(seat.hand) + back)
        seat.penalty += withdrawn.penalty
        self.view.trick.plays[-1].combination.CopyFrom(withdrawn.kept)

    def _trump_set(self, event: event_pb2.Event) -> None:
        self.view.trump.CopyFrom(event.trump_set.trump)
        for seat in self.view.seats:
            if self._knows_hand(seat):
                seat.hand = self._laid_out(_split(seat.hand))

    def _trick_stands(self, event: event_pb2.Event) -> None:
        self.view.trick.ClearField("standing")
        if event.trick_stands.HasField("place"):
            self.view.trick.standing = event.trick_stands.place

    def _trick_named(self, event: event_pb2.Event) -> None:
        self.view.trick.label = event.trick_named.label

    def _friend_calls_changed(self, event: event_pb2.Event) -> None:
        self.view.ClearField("friend_calls")
        self.view.friend_calls.extend(event.friend_calls_changed.calls)

    def _standings_changed(self, event: event_pb2.Event) -> None:
        changed = event.standings_changed
        for seat in self.view.seats:
            seat.level = changed.levels[seat.seat] if changed.levels else ""
            seat.status = changed.statuses[seat.seat] if changed.statuses else ""

    # --- roles and zones ----------------------------------------------------------------------

    def _role_given(self, event: event_pb2.Event) -> None:
        self.view.seats[event.role_given.seat].role = event.role_given.role

    def _cards_shown(self, event: event_pb2.Event) -> None:
        shown = event.cards_shown.zone
        if shown.name == "hand":
            seat = self.view.seats[shown.seat]
            seat.hand, seat.open = shown.cards, True
        else:
            self._zone(shown).CopyFrom(shown)

    def _cards_taken(self, event: event_pb2.Event) -> None:
        taken = event.cards_taken
        seat = self.view.seats[taken.seat]
        seat.hand_size += taken.size
        if self._knows_hand(seat):
            seat.hand = self._laid_out(_split(seat.hand) + _split(taken.cards))
        zone = self._zone(event_pb2.Zone(name=taken.zone))
        zone.seat, zone.cards = taken.seat, taken.cards

    def _zone_cleared(self, event: event_pb2.Event) -> None:
        left = [zone for zone in self.view.zones if zone.name != event.zone_cleared.zone]
        del self.view.zones[:]
        self.view.zones.extend(left)

    def _zone(self, like: event_pb2.Zone) -> event_pb2.Zone:
        """Return a zone of the view; one that is not there yet is added.

        There is one of a name, but every seat has its own pile.
        """
        for zone in self.view.zones:
            if zone.name == like.name and (zone.name != "pile" or zone.seat == like.seat):
                return zone
        return self.view.zones.add(name=like.name)

    # --- cards --------------------------------------------------------------------------------

    def _knows_hand(self, seat: view_pb2.SeatView) -> bool:
        """Say whether the viewer sees a hand."""
        return seat.open or (self.view.HasField("viewer") and self.view.viewer == seat.seat)

    def _sorted(self, cards: Iterable[str]) -> str:
        """Return cards as views show them: the catalogue's last face first."""
        return "-".join(sorted(cards, key=self._order.__getitem__, reverse=True))

    def _laid_out(self, cards: Iterable[str]) -> str:
        """Return the cards of a hand as views show them: trumps first, once they are known."""
        trumps = [face for equal in self.view.trump.faces for face in _split(equal)]
        places = {face: place for place, face in enumerate(trumps)}
        last = len(places)
        return "-".join(
            sorted(_split(self._sorted(cards)), key=lambda card: places.get(card, last))
        )


def _split(cards: str) -> list[str]:
    """Return the cards of a notation."""
    return cards.split("-") if cards else []
