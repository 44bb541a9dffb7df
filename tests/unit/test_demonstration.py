"""What the demonstration says where nobody has won, where nobody deals, and of calls."""

from __future__ import annotations

import io

from rich.console import Console

from paizhuo.cli.demo_print import Narrator
from paizhuo.engine import catalogue_game
from paizhuo.v1 import action_pb2, event_pb2, table_pb2, table_service_pb2, view_pb2
from paizhuo.v1.catalogue_service_pb2 import Game


def bots_at_table(game: str, seats: int) -> tuple[Narrator, io.StringIO, table_pb2.Table]:
    """Return who tells of a table of bots, what is written, and the table."""
    written = io.StringIO()
    console = Console(file=written, width=120)
    narrator = Narrator(console, Game.FromString(catalogue_game(game)), 0)
    table = table_pb2.Table(seats=[table_pb2.Seat(seat=seat) for seat in range(seats)])
    for seat in table.seats:
        seat.bot.bot = f"bot{seat.seat}"
    return narrator, written, table


async def test_a_draw_is_told() -> None:
    """A match without a winner ends as a draw, with the totals of all (HM-5.8)."""
    narrator, written, table = bots_at_table("hachinin_meri", 8)
    ended = event_pb2.Event(match_ended=event_pb2.MatchEnded(match=1, totals=[36] * 8))
    message = table_service_pb2.WatchTableResponse(table=table, events=[ended])
    await narrator.tell(message, 7)
    assert "the match is a draw" in written.getvalue()
    assert "bot7 bot +36" in written.getvalue()


async def test_a_card_is_no_cards() -> None:
    """One card that lies face down is told as one (HM-4.10), and a trick by its name (HM-3.3)."""
    narrator, written, table = bots_at_table("hachinin_meri", 8)
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
    narrator, written, table = bots_at_table("zhao_pengyou", 5)
    view = view_pb2.View(seats=[view_pb2.SeatView(seat=seat) for seat in range(5)])
    dealt = event_pb2.Dealt(deal=1, attempt=1, dealer=3, hand_sizes=[0] * 5)
    calls = [action_pb2.FriendCall(card="Ac", copy=2), action_pb2.FriendCall(card="Kd")]
    action = action_pb2.Action(call_friends=action_pb2.CallFriends(calls=calls))
    acted = event_pb2.SeatActed(seat=2, action=action)
    events = [event_pb2.Event(dealt=dealt), event_pb2.Event(acted=acted)]
    message = table_service_pb2.WatchTableResponse(table=table, view=view, events=events)
    await narrator.tell(message, 4)
    assert "bot3 bot draws first" in written.getvalue()
    assert "the second A♣, the other K♦" in written.getvalue()


def friends_at_table() -> tuple[Narrator, io.StringIO, table_pb2.Table]:
    """Return who tells of five players of Zhao Pengyou, what is written, and their table."""
    narrator, written, table = bots_at_table("zhao_pengyou", 5)
    for seat, name in zip(table.seats, ("Ann", "Bao", "Chiara", "Dmitri", "Emi"), strict=True):
        seat.person.name = name
    return narrator, written, table


def test_who_does_not_know_the_game_is_told_it() -> None:
    """Before Zhao Pengyou it is said what the game is about, and what suits and cards count."""
    narrator, written, _ = friends_at_table()
    narrator.greet("here", 5, 1, "")
    told = " ".join(written.getvalue().split())
    assert "Everybody else is an opponent" in told
    assert "♠ spades ♥ hearts ♦ diamonds ♣ clubs" in told
    assert "5: 5 points, 10 and K: 10 points" in told


async def test_drawing_and_bids_are_told_with_what_they_are_worth() -> None:
    """Cards drawn in a row are told once; a bid says its level and what would be trumps."""
    narrator, written, table = friends_at_table()
    view = view_pb2.View(seats=[view_pb2.SeatView(seat=seat, level="2") for seat in range(5)])
    dealt = event_pb2.Dealt(deal=1, attempt=1, dealer=3, hand_sizes=[0] * 5)
    drawn = [event_pb2.CardsDrawn(zone="stock", counts=[1] * 5) for _ in range(3)]
    drawn.append(event_pb2.CardsDrawn(zone="stock", counts=[1, 1, 0, 0, 0]))
    action = action_pb2.Action(bid_cards=action_pb2.BidCards(cards="2h-2h"))
    events = [event_pb2.Event(dealt=dealt)]
    events += [event_pb2.Event(cards_drawn=one) for one in drawn]
    events.append(event_pb2.Event(acted=event_pb2.SeatActed(seat=1, action=action)))
    message = table_service_pb2.WatchTableResponse(table=table, view=view, events=events)
    await narrator.tell(message, 5)
    assert written.getvalue().count("cards are drawn") == 1
    assert "each player has 3 or 4" in written.getvalue()
    assert "2 cards of level 2: hearts and all 2s would be trumps" in written.getvalue()


async def test_the_end_of_a_deal_says_why_it_was_won() -> None:
    """Points, the buried and the charged, what was needed, sides, levels, who is active again."""
    narrator, written, table = friends_at_table()
    roles = ("maker", "friend", "", "", "")
    view = view_pb2.View(points_needed=80)
    for seat, role in enumerate(roles):
        status = "passive" if role else "active"
        view.seats.add(seat=seat, role=role, points=(90, 20, 40, 15, 15)[seat], status=status)
        view.seats[seat].level, view.seats[seat].total = "23"[not role], int(not role)
    view.seats[0].penalty = 20
    ended = event_pb2.DealEnded(deal=1, winners=[2, 3, 4], points=110, reactivated=[3])
    ended.results.extend([0, 0, 1, 0, 1])
    ended.totals.extend([0, 0, 1, 0, 1])
    ended.zones.add(name="buried", size=8, cards="Ts-5h", seat=0)
    event = event_pb2.Event(deal_ended=ended)
    message = table_service_pb2.WatchTableResponse(table=table, view=view, events=[event])
    await narrator.tell(message, 5)
    told = written.getvalue()
    assert "Chiara, Dmitri and Emi won the deal" in told
    assert "110 card points (70 in tricks, +20 for cards taken back, 20 for what was buried" in told
    assert "enough, they need 80" in told
    assert "Dmitri was passive" in told
    rows = [line.split() for line in told.splitlines()]
    assert ["Ann", "maker", "90", "+0", "0", "2", "passive"] in rows
    assert ["Chiara", "opponent", "40", "+1", "1", "3", "active"] in rows
