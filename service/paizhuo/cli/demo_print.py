"""Tell a match of any game so that a person enjoys reading it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from rich.panel import Panel
from rich.text import Text

from paizhuo.cli import demo_friends, demo_results, demo_teams
from paizhuo.cli.demo_done import Done
from paizhuo.cli.demo_legend import legend
from paizhuo.cli.demo_names import Names, split
from paizhuo.cli.demo_score import Score
from paizhuo.v1 import view_pb2

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from rich.console import Console

    from paizhuo.v1 import (
        catalogue_service_pb2,
        event_pb2,
        record_pb2,
        table_service_pb2,
    )

_SEAT_COLOURS: Final = ("cyan", "magenta", "yellow", "green", "bright_blue", "bright_red")
_WITH_HANDS: Final = {"dealt", "trick_begun"}
"""Events at which hands may be complete for the first time."""
_SILENT: Final = {
    *("deal_committed", "zone_cleared", "trick_begun", "stake_changed", "asked"),
    *("cards_laid", "trick_stands", "friend_calls_changed", "standings_changed"),
}
"""Events of games that say nothing to who reads along."""
_TOLD_OTHERWISE: Final = {"bid", "challenge", "pile"}
"""Zones whose cards were told when somebody showed them, or played them."""
_FOLLOW: Final = "follow"
"""What cards that are played to a lead count as: as nothing of their own."""
_LAYS_CARDS: Final = {"play", "bury", "discard"}
"""Verbs after which a seat holds less."""
_BODY_MIN: Final = 20
"""Columns below which there is no sense in an indent."""
_HANDS_WAIT_S: Final = 60.0


@dataclass(slots=True)
class Holding:
    """Hold what is told of a seat before each of its steps."""

    role: str = ""
    size: int = 0


class Narrator:
    """Print what one person's stream says, and the hands that the guests told of."""

    def __init__(self, console: Console, game: catalogue_service_pb2.Game, pause_s: float) -> None:
        """Take every name from the catalogue."""
        self._console = console
        self._pause_s = pause_s
        self._names = Names(game)
        self._players: list[str] = []
        self._hands: dict[tuple[int, int], str] = {}
        self._hand_came = asyncio.Event()
        self._hands_are_told = True
        self._passed: list[int] = []
        self._drawn: list[int] = []
        self._drawn_is_told = True
        self._game = game.game
        self._view = view_pb2.View()
        self._holding: dict[int, Holding] = {}
        self._score = Score()
        self._tellers: Mapping[str, Callable[[Any], None]] = {
            "acted": self._tell_acted,
            "role_given": self._tell_role,
            "cards_taken": self._tell_taken,
            "cards_shown": self._tell_shown,
            "trick_ended": self._tell_trick_end,
            "all_passed": self._tell_all_passed,
            "deal_ended": self._tell_deal_end,
            "seed_opened": self._tell_seed,
            "match_ended": self._tell_match_end,
            **self._tellers_of_teams(),
        }

    def _tellers_of_teams(self) -> dict[str, Callable[[Any], None]]:
        """Return what tells of tricks and teams."""
        names = self._names

        def aside(line: Text) -> None:
            self._hanging(Text("  ── ", "dim"), line)

        return {
            "trump_set": lambda said: aside(demo_teams.trump(names, said)),
            "lead_withdrawn": lambda said: aside(
                demo_friends.withdrawn(names, self._players, said)
            ),
            "answers_opened": lambda said: aside(demo_teams.answers(names, self._players, said)),
            "plays_turned_up": lambda said: aside(demo_teams.turned_up(names, self._players, said)),
            "trick_named": lambda said: aside(Text(names.label(said.label))),
            "points_moved": self._tell_moved,
            "teams_changed": self._tell_teams,
        }

    def greet(self, address: str, seats: int, deals: int, preset: str, who: str) -> None:
        """Say what is going to happen, and as whom of the guests it is told."""
        rules = f", preset [bold]{preset}[/]" if preset else ""
        length = "1 deal" if deals == 1 else f"at most {deals} deals"
        guests = "1 guest who takes" if seats == 2 else f"{seats - 1} guests who take"
        self._console.print(
            Panel(
                f"[bold]{self._names.game}[/] for {seats}, {length}{rules}\n"
                f"over gRPC on {address}: {guests} hints, and a bot",
                title="paizhuo",
                expand=False,
            )
        )
        for line in legend(self._names, self._game, who):
            self._console.print(line)

    def note_hand(self, seat: int, message: table_service_pb2.WatchTableResponse) -> None:
        """Remember the hand that a guest sees when cards were dealt, or a trick begins."""
        if any(event.WhichOneof("kind") in _WITH_HANDS for event in message.events):
            self._hands[message.revision, seat] = message.view.seats[seat].hand
            self._hand_came.set()

    async def tell(self, message: table_service_pb2.WatchTableResponse, guests: int) -> None:
        """Print everything that one message says."""
        if message.HasField("table"):
            self._players = [
                held.person.name or f"{held.bot.bot} bot" for held in message.table.seats
            ]
        if message.HasField("view"):
            # What seats hold and are is told as it was before each step.
            seats = self._view.seats or message.view.seats
            self._holding = {held.seat: Holding(held.role, held.hand_size) for held in seats}
            self._view = message.view
        for event in message.events:
            kind = event.WhichOneof("kind") or ""
            if (points := self._score.due(kind)) is not None:
                self._tell_aside(demo_teams.points(self._names, points).plain)
            if kind == "dealt":
                self._tell_dealt(event.dealt)
            else:
                self._tell_event(kind, event)
            if kind in _WITH_HANDS and not self._hands_are_told:
                await self._tell_hands(message.revision, guests)
        if message.events and self._pause_s:
            await asyncio.sleep(self._pause_s)

    # --- deals ------------------------------------------------------------------------------------

    def _tell_dealt(self, dealt: event_pb2.Dealt) -> None:
        """Begin a deal."""
        self._hands_are_told = False
        self._names.begin_deal()
        self._score.take(self._view.teams)
        self._holding = {seat: Holding("", size) for seat, size in enumerate(dealt.hand_sizes)}
        self._drawn = list(dealt.hand_sizes)
        title = f"Deal {dealt.deal}" + (f", attempt {dealt.attempt}" if dealt.attempt > 1 else "")
        # Where cards are drawn one by one nobody deals.
        first = "deals" if any(dealt.hand_sizes) else "draws first"
        self._console.print()
        self._console.rule(f"[bold]{title}[/] · {self._players[dealt.dealer]} {first}")
        for zone in dealt.zones:
            if zone.cards:
                self._tell_zone(zone)

    async def _tell_hands(self, revision: int, guests: int) -> None:
        """Print the hands that the guests hold, once there are any; the bot's is its secret."""
        if not any(seat.hand_size for seat in self._view.seats):
            return
        self._hands_are_told = True
        async with asyncio.timeout(_HANDS_WAIT_S):
            while any((revision, seat) not in self._hands for seat in range(guests)):
                self._hand_came.clear()
                await self._hand_came.wait()
        trumps = {face for equal in self._view.trump.faces for face in split(equal)}
        for held in self._view.seats:
            hand = self._hands.get((revision, held.seat), "")
            shown = self._names.hand(hand, trumps) if trumps else self._names.cards(hand)
            told = shown if hand else Text(f"{held.hand_size} cards", "dim")
            self._hanging(self._name(held.seat), told)
        self._hands.clear()
        if self._view.teams:
            self._tell_aside(demo_teams.members(self._names, self._players, self._view.teams).plain)

    # --- events -----------------------------------------------------------------------------------

    def _tell_event(self, kind: str, event: event_pb2.Event) -> None:
        """Print one event; passes in a row wait for each other, and so do cards drawn."""
        if kind == "cards_drawn":
            counts = event.cards_drawn.counts
            self._drawn = [sum(both) for both in zip(self._drawn, counts, strict=True)]
            self._drawn_is_told = False
            return
        if not self._drawn_is_told and kind != "asked":
            self._drawn_is_told = True
            self._tell_aside(demo_friends.drawn(self._drawn).plain)
        if kind == "acted" and event.acted.action.HasField("pass"):
            self._passed.append(event.acted.seat)
            return
        if self._passed and kind != "asked":
            self._tell_passes()
        tell = self._tellers.get(kind)
        if tell is not None:
            tell(getattr(event, kind))
        elif kind not in _SILENT and self._names.event(kind):
            self._tell_other(kind, event)

    def _tell_role(self, given: event_pb2.RoleGiven) -> None:
        """Print who has a role from now on."""
        role = self._names.role_both(given.role)
        self._held(given.seat).role = given.role
        self._tell_aside(f"{self._players[given.seat]}: {role}", "bold yellow")

    def _tell_taken(self, taken: event_pb2.CardsTaken) -> None:
        """Print who took which cards."""
        line = self._name(taken.seat) + Text(f"takes {self._names.zone(taken.zone)}: ")
        self._held(taken.seat).size += taken.size
        self._hanging(line, self._cards_or_size(taken.cards, taken.size))

    def _tell_shown(self, shown: event_pb2.CardsShown) -> None:
        """Print cards that lie open."""
        if shown.zone.name not in _TOLD_OTHERWISE:
            self._tell_zone(shown.zone)

    def _tell_trick_end(self, ended: event_pb2.TrickEnded) -> None:
        """Print who won a trick, and what it counts."""
        won = f", {ended.points} points" if self._names.counts_points else ""
        if ended.points and self._view.points_needed:
            won += f" ({demo_friends.so_far(self._view)})"
        self._tell_aside(f"{self._players[ended.winner]} wins the trick{won}")
        self._score.win(ended.winner)

    def _tell_moved(self, moved: event_pb2.PointsMoved) -> None:
        """Print which points went from one team to the other."""
        self._tell_aside(demo_teams.moved(self._names, moved).plain)
        self._score.move(moved)

    def _tell_teams(self, changed: event_pb2.TeamsChanged) -> None:
        """Print how the teams stand."""
        self._score.take(changed.teams)
        self._tell_aside(demo_teams.totals(self._names, changed.teams).plain)

    def _tell_all_passed(self, _: event_pb2.AllPassed) -> None:
        """Say that the deal comes to nothing."""
        self._tell_aside("everybody passes: the cards are dealt again")

    def _tell_seed(self, opened: event_pb2.SeedOpened) -> None:
        """Print the seed that the deal was made of."""
        seed = opened.seed.hex()
        self._console.print(Text(f"seed of the deal, now open: {seed[:24]}…", "dim"))

    def _tell_passes(self) -> None:
        """Print who passed."""
        names = ", ".join(self._players[seat] for seat in self._passed)
        self._console.print(Text(f"  {names}: {self._names.verb('pass')}", "dim"))
        self._passed.clear()

    def _tell_acted(self, acted: event_pb2.SeatActed) -> None:
        """Print what a seat did, behind what it was and held until then."""
        verb = acted.action.WhichOneof("verb") or ""
        held = self._held(acted.seat)
        head, line = self._name(acted.seat, held), Text()
        if verb in _LAYS_CARDS:
            held.size -= acted.size or len(split(acted.action.play.cards))
        done = Done.read(verb, acted.action, self._names)
        if verb == "play":
            line.append_text(self._cards_or_size(done.cards, acted.size))
            if done.reading is not None and done.reading.category != _FOLLOW:
                line.append(f"   {self._names.reading(done.reading)}", "italic dim")
        else:
            line.append(self._names.verb(verb) + done.value, "bold")
            if done.cards or acted.size:
                line.append(": ").append_text(self._cards_or_size(done.cards, acted.size))
        if verb == "bid_cards":
            line.append(f"   {demo_friends.bid(self._names, done.cards)}", "italic dim")
        self._hanging(head, line)

    def _held(self, seat: int) -> Holding:
        """Return what a seat is and holds, before what is told next."""
        return self._holding.setdefault(seat, Holding())

    def _cards_or_size(self, cards: str, size: int) -> Text:
        counted = "1 card" if size == 1 else f"{size} cards"
        return self._names.cards(cards) if cards else Text(counted, "dim")

    def _tell_zone(self, zone: event_pb2.Zone) -> None:
        """Print the cards of a zone."""
        owner = f", {self._players[zone.seat]}" if zone.HasField("seat") else ""
        line = Text(f"  {self._names.zone(zone.name)}{owner}: ", "dim")
        self._hanging(line, self._names.cards(zone.cards))

    def _tell_other(self, kind: str, event: event_pb2.Event) -> None:
        """Print an event that is known by its name only: who, and which cards."""
        told = getattr(event, kind)
        fields = {field.name: value for field, value in told.ListFields()}
        seat = fields.get("seat")
        who = f": {self._players[seat]}" if isinstance(seat, int) else ""
        line = Text().append(f"  ── {self._names.event(kind)}{who}", "dim")
        cards = fields.get("cards", "")
        if isinstance(cards, str) and cards:
            line.append(" ").append_text(self._names.cards(cards))
        self._console.print(line)

    def _tell_aside(self, text: str, style: str = "dim") -> None:
        self._hanging(Text("  ── ", style), Text(text, style))

    def _hanging(self, head: Text, body: Text) -> None:
        """Print a line; what does not fit goes on below, under where it began."""
        width = self._console.width - head.cell_len
        if body.cell_len <= width or width < _BODY_MIN:
            self._console.print(head + body)
            return
        for place, part in enumerate(body.wrap(self._console, width)):
            before = head if place == 0 else Text(" " * head.cell_len)
            part.rstrip()
            self._console.print(before + part)

    # --- results ----------------------------------------------------------------------------------

    def _tell_deal_end(self, ended: event_pb2.DealEnded) -> None:
        """Print how a deal ended: stake, results, totals, what was left and what was won."""
        won = self._list(ended.winners) or "nobody"
        self._console.print(Text(f"{won} won the deal", "bold green"))
        if ended.HasField("stake"):
            self._console.print(demo_results.stake(ended.stake))
        if self._view.points_needed:
            self._tell_sides(ended)
            return
        for zone in ended.zones:
            if zone.cards and not zone.HasField("seat"):
                self._tell_zone(zone)
        self._console.print(demo_results.grid(self._names, self._coloured(), ended))

    def _tell_sides(self, ended: event_pb2.DealEnded) -> None:
        """Print how a deal ended in which the card points of one side decide."""
        for zone in ended.zones:
            self._tell_zone(zone)
        for line in demo_friends.why(self._players, self._view, ended):
            self._tell_aside(line, "")
        self._console.print(demo_friends.results(self._names, self._coloured(), self._view, ended))

    def _tell_match_end(self, ended: event_pb2.MatchEnded) -> None:
        """Print who won the match."""
        won = self._list(ended.winners)
        head = f"[bold green]{won}[/] won the match" if won else "the match is a draw"
        self._tell_totals(head, ended.totals)

    def tell_leaving(self) -> None:
        """Say that the match would go on, and how it stands."""
        if self._view.HasField("last_deal"):
            self._tell_totals("here the demonstration leaves", self._view.last_deal.totals)

    def _tell_totals(self, head: str, totals: Iterable[int]) -> None:
        levels = {seat.seat: f" (level {seat.level})" for seat in self._view.seats if seat.level}
        told = ", ".join(
            f"{self._players[seat]} {total:+d}{levels.get(seat, '')}"
            for seat, total in enumerate(totals)
        )
        self._console.print()
        self._console.print(Panel(f"{head}\n{told}", expand=False))

    def tell_record(self, record: record_pb2.Record) -> None:
        """Say that the record of the match was played again, and holds."""
        steps = sum(len(tried.steps) for deal in record.deals for tried in deal.attempts)
        deals = sum(1 for deal in record.deals if deal.seed)
        counted = "1 deal" if deals == 1 else f"{deals} deals"
        self._console.print(
            f"The record of {counted} and {steps} steps "
            f"({record.ByteSize()} bytes) was played again from its seeds: everything fits."
        )

    # --- names ------------------------------------------------------------------------------------

    def _list(self, seats: Iterable[int]) -> str:
        players = [self._players[seat] for seat in seats]
        if not players:
            return ""
        *others, last = players
        return f"{', '.join(others)} and {last}" if others else last

    def _coloured(self) -> list[Text]:
        return [Text(player, _colour(seat)) for seat, player in enumerate(self._players)]

    def _name(self, seat: int, held: Holding | None = None) -> Text:
        """Return a seat's name in its colour, as wide as the longest; with role and cards left."""
        width = max(len(player) for player in self._players) + 2
        line = Text().append(f"  {self._players[seat]:{width}}", f"bold {_colour(seat)}")
        if held is not None:
            role, wide = self._names.role(held.role), self._names.role_width
            line.append(f"{role:{wide}} " if wide else "", "yellow")
            line.append(f"{held.size:>2}  ", "dim")
        return line


def _colour(seat: int) -> str:
    """Return the colour of a seat."""
    return _SEAT_COLOURS[seat % len(_SEAT_COLOURS)]
