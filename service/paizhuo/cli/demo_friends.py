"""Tell what games of levels and friends bring: drawing, bids, calls, and how a deal was won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.table import Table as Grid
from rich.text import Text

from paizhuo.cli.demo_names import split

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paizhuo.cli.demo_names import Names
    from paizhuo.v1 import action_pb2, event_pb2, view_pb2

_COPIES: Final = ("other", "first", "second", "third", "fourth")
"""Which copy a call means, by its number."""


def drawn(hands: Sequence[int]) -> Text:
    """Say how many cards players have drawn."""
    few, many = min(hands), max(hands)
    each = f"{few}" if few == many else f"{few} or {many}"
    return Text(f"cards are drawn: each player has {each}")


def bid(names: Names, cards: str) -> str:
    """Say what a bid is worth, and what it would make of the deal."""
    shown = split(cards)
    many = "one card" if len(shown) == 1 else f"{len(shown)} cards"
    rank, suit = names.rank(shown[0]), names.suit_of(shown[0])
    return f"{many} of level {rank}: {suit} and all {rank}s would be trumps"


def called(names: Names, calls: Sequence[action_pb2.FriendCall]) -> str:
    """Say which copies friends are called by."""
    return ", ".join(f"the {_COPIES[call.copy]} {names.cards(call.card).plain}" for call in calls)


def withdrawn(names: Names, players: Sequence[str], said: event_pb2.LeadWithdrawn) -> Text:
    """Say why a group does not stand, and what becomes of it."""
    line = Text(f"the group does not stand: {players[said.beaten_by]} has ")
    line.append_text(names.cards(said.beating)).append(f"; {players[said.seat]} leads ")
    line.append_text(names.cards(said.kept.cards)).append(", takes back ")
    line.append_text(names.cards(said.withdrawn))
    return line.append(f" and is charged {said.penalty} points" if said.penalty else "")


def so_far(view: view_pb2.View) -> str:
    """Say what those have who are not known to be with the maker."""
    others = sum(seat.points for seat in view.seats if not seat.role)
    return f"not with the maker: {others} of {view.points_needed}"


def why(players: Sequence[str], view: view_pb2.View, ended: event_pb2.DealEnded) -> list[str]:
    """Say why a side won the deal, and whose point went another way."""
    against = [seat for seat in view.seats if not seat.role]
    tricks = sum(seat.points for seat in against)
    charged = sum(seat.penalty if seat.role else -seat.penalty for seat in view.seats)
    parts = [f"{tricks} in tricks"]
    if charged:
        parts.append(f"{charged:+d} for cards taken back")
    buried = ended.points - max(tricks + charged, 0)
    if buried > 0:
        parts.append(f"{buried} for what was buried, by the last trick")
    fate = "enough" if ended.points >= view.points_needed else "too few"
    have = f"the opponents have {ended.points} card points ({', '.join(parts)})"
    lines = [f"{have}: {fate}, they need {view.points_needed}"]
    lines += [
        f"{players[seat]} was passive: the first point goes for being active again"
        for seat in ended.reactivated
    ]
    return lines


def results(
    names: Names, players: Sequence[Text], view: view_pb2.View, ended: event_pb2.DealEnded
) -> Grid:
    """Lay out which side everybody was on, what they captured, gained and are now."""
    grid = Grid(box=None, padding=(0, 2, 0, 0))
    for title in ("", "side", "captured", "result", "total", "level", "next deal"):
        grid.add_column(title, justify="right" if title in {"captured", "total"} else "left")
    for seat, player in zip(view.seats, players, strict=True):
        result = ended.results[seat.seat]
        side = names.role(seat.role) if seat.role else "opponent"
        gain = Text(f"{result:+d}", "green" if result else "dim")
        shown = (str(seat.points), gain, str(seat.total), seat.level, names.status(seat.status))
        grid.add_row(player, side, *shown)
    return grid
