"""Lay out how a deal ended: what was paid, results, totals, what was left and what was won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.table import Table as Grid
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paizhuo.cli.demo_names import Names
    from paizhuo.v1 import event_pb2

_TIMES: Final = " \N{MULTIPLICATION SIGN} "


def stake(said: event_pb2.Stake) -> Text:
    """Say how the stake came about."""
    parts = [str(said.unit), str(said.bid), f"2^{said.doublings}"]
    names = ["unit", "bid", "doublings"]
    if said.bonus > 1:
        parts.append(str(said.bonus))
        names.append("bonus")
    line = Text(f"stake: {_TIMES.join(parts)} = ").append(str(said.value), "bold")
    return line.append(f" ({_TIMES.join(names)})", "dim")


def grid(names: Names, players: Sequence[Text], ended: event_pb2.DealEnded) -> Grid:
    """Lay the results out; columns that would be empty are left out."""
    piles = {zone.seat: zone.cards for zone in ended.zones if zone.HasField("seat")}
    laid = Grid(box=None, padding=(0, 2, 0, 0))
    laid.add_column("")
    laid.add_column("result", justify="right")
    laid.add_column("total", justify="right")
    has_left = any(ended.hands)
    if has_left:
        laid.add_column("left in hand")
    if piles:
        name = names.zone(next(zone.name for zone in ended.zones if zone.HasField("seat")))
        laid.add_column(f"{name}: what counts" if names.counts_points else name)
    for seat, player in enumerate(players):
        result = ended.results[seat]
        style = "green" if result > 0 else "red" if result < 0 else "dim"
        row = [player, Text(f"{result:+d}", style), Text(str(ended.totals[seat]))]
        if has_left:
            row.append(names.cards(ended.hands[seat]))
        if piles:
            row.append(_pile(names, piles.get(seat, "")))
        laid.add_row(*row)
    return laid


def _pile(names: Names, cards: str) -> Text:
    """Draw what lies in a pile; where cards count points, those that do."""
    return names.cards(names.scoring(cards) if names.counts_points else cards)
