"""Tell a match of any game so that a person enjoys reading it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from paizhuo.cli import demo_friends, demo_teams
from paizhuo.cli.demo_done import Done
from paizhuo.cli.demo_legend import legend
from paizhuo.cli.demo_names import Names, split
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
_HANDS_WAIT_S: Final = 60.0


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
            self._console.print(Text("  ── ", "dim").append_text(line))

        return {
            "trump_set": lambda said: aside(demo_teams.trump(names, said)),
            "lead_withdrawn": lambda said: aside(
                demo_friends.withdrawn(names, self._players, said)
            ),
            "answers_opened": lambda said: aside(demo_teams.answers(names, self._players, said)),
            "plays_turned_up": lambda said: aside(demo_teams.turned_up(names, self._players, said)),
            "trick_named": lambda said: aside(Text(names.label(said.label))),
            "points_moved": lambda said: aside(demo_teams.moved(names, said)),
            "teams_changed": lambda said: aside(demo_teams.points(names, said)),
        }

    def greet(self, address: str, seats: int, deals: int, preset: str) -> None:
        """Say what is going to happen."""
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
        for line in legend(self._names, self._game):
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
            self._view = message.view
        for event in message.events:
            kind = event.WhichOneof("kind") or ""
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
            self._console.print(self._name(held.seat) + told)
        self._hands.clear()

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
        self._tell_aside(f"{self._players[given.seat]}: {role}", "bold yellow")

    def _tell_taken(self, taken: event_pb2.CardsTaken) -> None:
        """Print who took which cards."""
        line = self._name(taken.seat) + Text(f"takes {self._names.zone(taken.zone)}: ")
        self._console.print(line + self._cards_or_size(taken.cards, taken.size))

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
        """Print what a seat did, behind the cards that it has left."""
        verb = acted.action.WhichOneof("verb") or ""
        line = self._name(acted.seat, self._view.seats[acted.seat])
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
        self._console.print(line)

    def _cards_or_size(self, cards: str, size: int) -> Text:
        counted = "1 card" if size == 1 else f"{size} cards"
        return self._names.cards(cards) if cards else Text(counted, "dim")

    def _tell_zone(self, zone: event_pb2.Zone) -> None:
        """Print the cards of a zone."""
        owner = f", {self._players[zone.seat]}" if zone.HasField("seat") else ""
        line = Text(f"  {self._names.zone(zone.name)}{owner}: ", "dim")
        self._console.print(Text().append_text(line).append_text(self._names.cards(zone.cards)))

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
        self._console.print(Text(f"  ── {text}", style))

    # --- results ----------------------------------------------------------------------------------

    def _tell_deal_end(self, ended: event_pb2.DealEnded) -> None:
        """Print how a deal ended: stake, results, totals, what was left and what was won."""
        won = self._list(ended.winners) or "nobody"
        self._console.print(Text(f"{won} won the deal", "bold green"))
        if ended.HasField("stake"):
            stake = ended.stake
            self._console.print(
                f"stake: {stake.unit} · bid {stake.bid} · 2^{stake.doublings}"
                + (f" · bonus {stake.bonus}" if stake.bonus > 1 else "")
                + f" = [bold]{stake.value}[/]"
            )
        if self._view.points_needed:
            self._tell_sides(ended)
            return
        for zone in ended.zones:
            if zone.cards and not zone.HasField("seat"):
                self._tell_zone(zone)
        piles = {zone.seat: zone for zone in ended.zones if zone.HasField("seat")}
        self._console.print(self._result_grid(ended, piles))

    def _tell_sides(self, ended: event_pb2.DealEnded) -> None:
        """Print how a deal ended in which the card points of one side decide."""
        for zone in ended.zones:
            self._tell_zone(zone)
        for line in demo_friends.why(self._players, self._view, ended):
            self._tell_aside(line, "")
        players = [Text(player, _colour(seat)) for seat, player in enumerate(self._players)]
        self._console.print(demo_friends.results(self._names, players, self._view, ended))

    def _result_grid(self, ended: event_pb2.DealEnded, piles: dict[int, event_pb2.Zone]) -> Grid:
        """Lay the results out; columns that would be empty are left out."""
        grid = Grid(box=None, padding=(0, 2, 0, 0))
        grid.add_column("")
        grid.add_column("result", justify="right")
        grid.add_column("total", justify="right")
        has_left = any(ended.hands)
        if has_left:
            grid.add_column("left in hand")
        if piles:
            name = self._names.zone(next(iter(piles.values())).name)
            grid.add_column(f"{name}: what counts" if self._names.counts_points else name)
        for seat, player in enumerate(self._players):
            result = ended.results[seat]
            style = "green" if result > 0 else "red" if result < 0 else "dim"
            row = [Text(player, _colour(seat)), Text(f"{result:+d}", style)]
            row.append(Text(str(ended.totals[seat])))
            if has_left:
                row.append(self._names.cards(ended.hands[seat]))
            if piles:
                row.append(self._pile(piles.get(seat)))
            grid.add_row(*row)
        return grid

    def _pile(self, pile: event_pb2.Zone | None) -> Text:
        """Draw what lies in a pile; where cards count points, those that do."""
        if pile is None:
            return Text()
        counts = self._names.counts_points
        return self._names.cards(self._names.scoring(pile.cards) if counts else pile.cards)

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

    def _name(self, seat: int, held: view_pb2.SeatView | None = None) -> Text:
        """Return a seat's name in its colour, as wide as the longest; with role and cards left."""
        width = max(len(player) for player in self._players) + 2
        line = Text().append(f"  {self._players[seat]:{width}}", f"bold {_colour(seat)}")
        if held is not None:
            role, wide = self._names.role(held.role), self._names.role_width
            line.append(f"{role:{wide}} " if wide else "", "yellow")
            line.append(f"{held.hand_size:>2}  ", "dim")
        return line


def _colour(seat: int) -> str:
    """Return the colour of a seat."""
    return _SEAT_COLOURS[seat % len(_SEAT_COLOURS)]
