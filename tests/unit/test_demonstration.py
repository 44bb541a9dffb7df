"""What the demonstration says where nobody has won, where nobody deals, and of calls."""

from __future__ import annotations

import io

from rich.console import Console

from paizhuo.cli.demo_print import Narrator
from paizhuo.engine import catalogue_game
from paizhuo.v1 import action_pb2, event_pb2, table_pb2, table_service_pb2, view_pb2
from paizhuo.v1.catalogue_service_pb2 import Game


async def test_a_draw_is_told() -> None:
    """A match without a winner ends as a draw, with the totals of all (HM-5.8)."""
    written = io.StringIO()
    console = Console(file=written, width=120)
    narrator = Narrator(console, Game.FromString(catalogue_game("hachinin_meri")), 0)
    table = table_pb2.Table(seats=[table_pb2.Seat(seat=seat) for seat in range(8)])
    for seat in table.seats:
        seat.bot.bot = f"bot{seat.seat}"
    ended = event_pb2.Event(match_ended=event_pb2.MatchEnded(match=1, totals=[36] * 8))
    message = table_service_pb2.WatchTableResponse(table=table, events=[ended])
    await narrator.tell(message, 7)
    assert "the match is a draw" in written.getvalue()
    assert "bot7 bot +36" in written.getvalue()


async def test_a_card_is_no_cards() -> None:
    """One card that lies face down is told as one (HM-4.10), and a trick by its name (HM-3.3)."""
    written = io.StringIO()
    console = Console(file=written, width=120)
    narrator = Narrator(console, Game.FromString(catalogue_game("hachinin_meri")), 0)
    table = table_pb2.Table(seats=[table_pb2.Seat(seat=seat) for seat in range(8)])
    for seat in table.seats:
        seat.bot.bot = f"bot{seat.seat}"
    view = view_pb2.View(seats=[view_pb2.SeatView(seat=seat) for seat in range(8)])
    covered = action_pb2.Reading(category="trump", key="face_down", run=1, label="face_down")
    action = action_pb2.Action(play=action_pb2.Play(reading=covered))
    events = [
        event_pb2.Event(trick_named=event_pb2.TrickNamed(label="monchi")),
        event_pb2.Event(acted=event_pb2.SeatActed(seat=3, action=action, size=1)),
    ]
    message = table_service_pb2.WatchTableResponse(table=table, view=view, events=events)
    await narrator.tell(message, 7)
    assert "1 card " in written.getvalue()
    assert "1 cards" not in written.getvalue()
    assert "── Monchi" in written.getvalue()


async def test_who_draws_first_deals_nothing() -> None:
    """Cards that are drawn are dealt by nobody (ZP-2.4), and called cards are shown as cards."""
    written = io.StringIO()
    console = Console(file=written, width=120)
    narrator = Narrator(console, Game.FromString(catalogue_game("zhao_pengyou")), 0)
    table = table_pb2.Table(seats=[table_pb2.Seat(seat=seat) for seat in range(5)])
    for seat in table.seats:
        seat.bot.bot = f"bot{seat.seat}"
    view = view_pb2.View(seats=[view_pb2.SeatView(seat=seat) for seat in range(5)])
    dealt = event_pb2.Dealt(deal=1, attempt=1, dealer=3, hand_sizes=[0] * 5)
    calls = [action_pb2.FriendCall(card="Ac", copy=2), action_pb2.FriendCall(card="Kd")]
    action = action_pb2.Action(call_friends=action_pb2.CallFriends(calls=calls))
    acted = event_pb2.SeatActed(seat=2, action=action)
    events = [event_pb2.Event(dealt=dealt), event_pb2.Event(acted=acted)]
    message = table_service_pb2.WatchTableResponse(table=table, view=view, events=events)
    await narrator.tell(message, 4)
    assert "bot3 bot draws first" in written.getvalue()
    assert "A♣ 2, K♦ other" in written.getvalue()
