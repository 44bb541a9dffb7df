"""Tell a match so that a person enjoys reading it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from paizhuo.v1 import (
        action_pb2,
        catalogue_service_pb2,
        event_pb2,
        record_pb2,
        table_service_pb2,
        view_pb2,
    )

_SUITS: Final = {"c": ("♣", "green"), "d": ("♦", "blue"), "h": ("♥", "red"), "s": ("♠", "white")}
_JOKERS: Final = {"b": ("joker", "white"), "r": ("JOKER", "red")}
_SEAT_COLOURS: Final = ("cyan", "magenta", "yellow", "green")
_WORDS: Final = {
    "pass": "passes",
    "call": "calls",
    "rob": "robs",
    "reveal": "lays the hand open",
    "double": "doubles",
    "continue": "goes on",
    "stop": "stops",
}
_HANDS_WAIT_S: Final = 10.0


class Narrator:
    """Print what one person's stream says, and the hands that the guests told of."""

    def __init__(self, console: Console, game: catalogue_service_pb2.Game, pause_s: float) -> None:
        """Take every name from the catalogue."""
        self._console = console
        self._pause_s = pause_s
        self._categories = {term.name: term.label for term in game.categories}
        self._roles = {term.name: term.label for term in game.roles}
        self._players: list[str] = []
        self._marks: dict[int, str] = {}
        self._hands: dict[tuple[int, int, int], str] = {}
        self._hand_came = asyncio.Event()
        self._view: view_pb2.View | None = None

    def greet(self, address: str, seats: int, deals: int, preset: str) -> None:
        """Say what is going to happen."""
        self._console.print(
            Panel(
                f"斗地主 [bold]Dou Dizhu[/] for {seats}, {deals} deals, preset [bold]{preset}[/]\n"
                f"over gRPC on {address}: {seats - 1} guests who take hints, and a bot",
                title="paizhuo",
                expand=False,
            )
        )

    def note_hand(self, seat: int, message: table_service_pb2.WatchTableResponse) -> None:
        """Remember the hand that a guest was dealt."""
        for event in message.events:
            if event.WhichOneof("kind") == "dealt":
                key = (event.dealt.deal, event.dealt.attempt, seat)
                self._hands[key] = event.dealt.hand
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
            if event.WhichOneof("kind") == "dealt":
                await self._tell_dealt(event.dealt, guests)
            else:
                self._tell_event(event)
        if message.events and self._pause_s:
            await asyncio.sleep(self._pause_s)

    async def _tell_dealt(self, dealt: event_pb2.Dealt, guests: int) -> None:
        """Print the hands that the guests hold; the bot's is its own secret."""
        self._marks = {}
        title = f"Deal {dealt.deal}" + (f", attempt {dealt.attempt}" if dealt.attempt > 1 else "")
        self._console.print()
        self._console.rule(f"[bold]{title}[/] · {self._players[dealt.dealer]} deals")
        async with asyncio.timeout(_HANDS_WAIT_S):
            while any(
                (dealt.deal, dealt.attempt, seat) not in self._hands for seat in range(guests)
            ):
                self._hand_came.clear()
                await self._hand_came.wait()
        for seat, size in enumerate(dealt.hand_sizes):
            hand = self._hands.get((dealt.deal, dealt.attempt, seat))
            line = self._name(seat)
            line.append_text(
                Text(f"  {size} cards, hidden", "dim") if hand is None else cards(hand)
            )
            self._console.print(line)
        for zone in dealt.zones:
            if zone.cards:
                self._console.print(Text(f"  {zone.name}: ", "dim") + cards(zone.cards))

    def _tell_event(self, event: event_pb2.Event) -> None:
        """Print one event."""
        match event.WhichOneof("kind"):
            case "acted":
                self._tell_acted(event.acted.seat, event.acted.action)
            case "role_given":
                self._tell_role(event.role_given)
            case "cards_taken":
                taken = event.cards_taken
                line = self._name(taken.seat) + Text(f" takes the {taken.zone}: ")
                self._console.print(line + (cards(taken.cards) if taken.cards else Text("?")))
            case "cards_shown":
                zone = event.cards_shown.zone
                self._console.print(Text(f"  {zone.name}: ", "dim") + cards(zone.cards))
            case "trick_ended":
                winner = self._players[event.trick_ended.winner]
                self._console.print(Text(f"  ── {winner} wins the trick", "dim"))
            case "all_passed":
                self._console.print(Text("  everybody passes: the cards are dealt again", "dim"))
            case "deal_ended":
                self._tell_deal_end(event.deal_ended)
            case "seed_opened":
                seed = event.seed_opened.seed.hex()
                self._console.print(Text(f"seed of the deal, now open: {seed[:24]}…", "dim"))
            case "match_ended":
                self._tell_match_end(event.match_ended)
            case _:
                pass

    def _tell_acted(self, seat: int, action: action_pb2.Action) -> None:
        """Print what a seat did."""
        verb = action.WhichOneof("verb") or ""
        line = self._name(seat)
        if verb == "play":
            line.append_text(cards(action.play.cards))
            reading = action.play.reading
            label = self._categories.get(reading.category)
            if label is not None:
                line.append(f"   {label.en} · {label.zh}", "italic dim")
        elif verb == "bid":
            line.append(f"bids {action.bid.value}", "bold")
        else:
            line.append(_WORDS.get(verb, verb), "dim" if verb == "pass" else "bold")
        self._console.print(line)

    def _tell_role(self, given: event_pb2.RoleGiven) -> None:
        """Remember a role, and print that of the landlord."""
        if given.role != "landlord":
            return
        label = self._roles[given.role]
        self._marks[given.seat] = "♛"
        name = self._players[given.seat]
        self._console.print(Text(f"  ── {name} is the {label.en} ({label.zh})", "bold yellow"))

    def _tell_deal_end(self, ended: event_pb2.DealEnded) -> None:
        """Print how a deal ended: stake, results, totals, what was left in hand."""
        stake = ended.stake
        winners = " and ".join(self._players[seat] for seat in ended.winners)
        self._console.print(Text(f"{winners} won the deal", "bold green"))
        if ended.HasField("stake"):
            self._console.print(
                f"stake: {stake.unit} · bid {stake.bid} · 2^{stake.doublings}"
                + (f" · {stake.bonus} (spring)" if stake.bonus > 1 else "")
                + f" = [bold]{stake.value}[/]"
            )
        grid = Grid(box=None, padding=(0, 2, 0, 0))
        for head in ("", "result", "total", "left in hand"):
            grid.add_column(head, justify="left" if head in {"", "left in hand"} else "right")
        for seat, player in enumerate(self._players):
            left = ended.hands[seat] if seat < len(ended.hands) else ""
            result = ended.results[seat]
            grid.add_row(
                Text(player, _colour(seat)),
                Text(f"{result:+d}", "green" if result > 0 else "red"),
                str(ended.totals[seat]),
                cards(left),
            )
        self._console.print(grid)

    def _tell_match_end(self, ended: event_pb2.MatchEnded) -> None:
        """Print who won the match."""
        winners = " and ".join(self._players[seat] for seat in ended.winners)
        totals = ", ".join(
            f"{player} {total:+d}"
            for player, total in zip(self._players, ended.totals, strict=True)
        )
        self._console.print()
        self._console.print(
            Panel(f"[bold green]{winners}[/] won the match\n{totals}", expand=False)
        )

    def tell_record(self, record: record_pb2.Record) -> None:
        """Say that the record of the match was played again, and holds."""
        steps = sum(len(tried.steps) for deal in record.deals for tried in deal.attempts)
        self._console.print(
            f"The record of {len(record.deals)} deals and {steps} steps "
            f"({record.ByteSize()} bytes) was played again from its seeds: everything fits."
        )

    def _name(self, seat: int) -> Text:
        """Return the name of a seat, in its colour, as wide as the longest one."""
        width = max(len(player) for player in self._players) + 2
        mark = self._marks.get(seat, " ")
        return Text(f"{mark} {self._players[seat]:{width}}", f"bold {_colour(seat)}")


def cards(notation: str) -> Text:
    """Draw cards as people know them."""
    line = Text()
    for place, card in enumerate(_split(notation)):
        if place:
            line.append(" ")
        if card in _JOKERS:
            sign, colour = _JOKERS[card]
            line.append(sign, colour)
        else:
            rank = "10" if card[0] == "T" else card[0]
            sign, colour = _SUITS.get(card[1:], ("", "white"))
            line.append(rank + sign, colour)
    return line


def _split(notation: str) -> Iterable[str]:
    """Split cards in notation."""
    return [card for card in notation.replace("-", " ").split(" ") if card]


def _colour(seat: int) -> str:
    """Return the colour of a seat."""
    return _SEAT_COLOURS[seat % len(_SEAT_COLOURS)]
