"""What the demonstration says where nobody has won, where nobody deals, and of calls."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from paizhuo.cli.demo_legend import legend
from paizhuo.cli.demo_names import Names
from paizhuo.cli.demo_print import Narrator
from paizhuo.cli.demo_results import stake
from paizhuo.engine import catalogue_game, games
from paizhuo.v1 import action_pb2, event_pb2, table_pb2, table_service_pb2, view_pb2
from paizhuo.v1.catalogue_service_pb2 import Game


def bots_at_table(
    game: str, seats: int, *, width: int = 120
) -> tuple[Narrator, io.StringIO, table_pb2.Table]:
    """Return who tells of a table of bots, what is written, and the table."""
    written = io.StringIO()
    console = Console(file=written, width=width)
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


FRENCH = "♠ spades ♥ hearts ♦ diamonds ♣ clubs"


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("dou_dizhu", ["is the landlord", FRENCH]),
        ("zheng_fen", ["takes all cards of the trick", FRENCH, "5: 5 points, 10 and K: 10 points"]),
        (
            "zhao_pengyou",
            ["Everybody else is an opponent", FRENCH, "5: 5 points, 10 and K: 10 points"],
        ),
        (
            "hachinin_meri",
            ["G Guru O Oru K Koppu I Isu P Pao", "To lead a trump is Meri", "told as Ann sees it"],
        ),
    ],
)
def test_who_does_not_know_the_game_is_told_it(game: str, words: list[str]) -> None:
    """Before a game it is said what it is about, its suits and what counts, and how to read on."""
    narrator, written, _ = bots_at_table(game, 8)
    narrator.greet("here", 8, 1, "", "Ann")
    told = " ".join(written.getvalue().split())
    for word in [*words, "with how many cards in hand"]:
        assert word in told


async def test_every_game_is_introduced() -> None:
    """No game begins without a word on what it is about."""
    for game in games():
        names = Names(Game.FromString(catalogue_game(game)))
        assert len(legend(names, game, "Ann")) == 3, game


async def test_teams_are_told_and_their_points_after_each_trick() -> None:
    """Who plays with whom; how teams stand also between two tricks that end in one call."""
    narrator, written, table = bots_at_table("hachinin_meri", 8)
    view = view_pb2.View(seats=[view_pb2.SeatView(seat=seat, hand_size=9) for seat in range(8)])
    view.teams.add(name="a", seats=[0, 2, 4, 6])
    view.teams.add(name="b", seats=[1, 3, 5, 7])
    dealt = event_pb2.Dealt(deal=1, attempt=1, dealer=3, hand_sizes=[9] * 8)
    play = action_pb2.Action(play=action_pb2.Play(cards="P1"))
    moved = event_pb2.PointsMoved(label="combination", from_team="b", to_team="a", points=2)
    counted = event_pb2.TeamsChanged()
    counted.teams.add(name="a", seats=[0, 2, 4, 6], points=3, total=3)
    counted.teams.add(name="b", seats=[1, 3, 5, 7], points=-1, total=-1)
    events = [
        event_pb2.Event(dealt=dealt),
        event_pb2.Event(trick_ended=event_pb2.TrickEnded(winner=1)),
        event_pb2.Event(acted=event_pb2.SeatActed(seat=1, action=play, size=1)),
        event_pb2.Event(trick_ended=event_pb2.TrickEnded(winner=2)),
        event_pb2.Event(points_moved=moved),
        event_pb2.Event(acted=event_pb2.SeatActed(seat=2, action=play, size=1)),
        event_pb2.Event(teams_changed=counted),
    ]
    message = table_service_pb2.WatchTableResponse(table=table, view=view, events=events)
    await narrator.tell(message, 0)
    told = written.getvalue()
    players = ["bot0 bot, bot2 bot, bot4 bot, bot6 bot", "bot1 bot, bot3 bot, bot5 bot, bot7 bot"]
    assert f"team A: {players[0]}; team B: {players[1]}" in told
    counts = [line.partition("points in this deal")[2] for line in told.splitlines()]
    assert [count for count in counts if count] == [
        ": team A 0, team B 1",
        ": team A 3, team B -1",
        ", and totals: team A 3 (3), team B -1 (-1)",
    ]


async def test_what_is_told_of_a_seat_is_from_before_its_step() -> None:
    """A bid is told of no landlord, and of the hand without the bottom cards (D3.7)."""
    narrator, written, table = bots_at_table("dou_dizhu", 3)
    before = view_pb2.View(seats=[view_pb2.SeatView(seat=seat, hand_size=17) for seat in range(3)])
    after = view_pb2.View(seats=before.seats)
    after.seats[1].role, after.seats[1].hand_size = "landlord", 20
    bid = action_pb2.Action(bid=action_pb2.Bid(value=3))
    play = action_pb2.Action(play=action_pb2.Play(cards="3c-3d"))
    events = [
        event_pb2.Event(acted=event_pb2.SeatActed(seat=1, action=bid)),
        event_pb2.Event(role_given=event_pb2.RoleGiven(seat=1, role="landlord")),
        event_pb2.Event(cards_taken=event_pb2.CardsTaken(seat=1, zone="bottom", size=3)),
        event_pb2.Event(acted=event_pb2.SeatActed(seat=1, action=play, size=2)),
        event_pb2.Event(acted=event_pb2.SeatActed(seat=1, action=play, size=2)),
    ]
    await narrator.tell(table_service_pb2.WatchTableResponse(table=table, view=before), 2)
    await narrator.tell(table_service_pb2.WatchTableResponse(view=after, events=events), 2)
    lines = [line.split() for line in written.getvalue().splitlines()]
    assert lines[0] == ["bot1", "bot", "17", "bid", "3"]
    assert lines[3] == ["bot1", "bot", "landlord", "20", "3♣", "3♦"]
    assert lines[4] == ["bot1", "bot", "landlord", "18", "3♣", "3♦"]


async def test_both_languages_are_given_once_a_deal() -> None:
    """What cards count as is told in two languages the first time, in each deal anew."""
    narrator, written, table = bots_at_table("dou_dizhu", 3)
    view = view_pb2.View(seats=[view_pb2.SeatView(seat=seat, hand_size=17) for seat in range(3)])
    single = action_pb2.Reading(category="single", key="3", run=1)
    play = action_pb2.Action(play=action_pb2.Play(cards="3c", reading=single))
    acted = event_pb2.Event(acted=event_pb2.SeatActed(seat=1, action=play, size=1))
    dealt = event_pb2.Event(dealt=event_pb2.Dealt(deal=1, attempt=1, hand_sizes=[17] * 3))
    events = [dealt, acted, acted, dealt, acted, acted]
    await narrator.tell(
        table_service_pb2.WatchTableResponse(table=table, view=view, events=events), 0
    )
    assert written.getvalue().count("single card") == 4
    assert written.getvalue().count("single card · 单张") == 2


async def test_what_does_not_fit_goes_on_where_it_began() -> None:
    """A long hand is continued below its first card, not below the name."""
    narrator, written, table = bots_at_table("dou_dizhu", 3, width=60)
    hand = "r-b-2s-2h-As-Ah-Ad-Ac-Ks-Kh-Kd-Kc-Qs-Qh-Qd-Qc-Js-Jh-Jd-Jc"
    shown = event_pb2.CardsShown(zone=event_pb2.Zone(name="bottom", cards=hand, size=20))
    events = [event_pb2.Event(cards_shown=shown)]
    await narrator.tell(table_service_pb2.WatchTableResponse(table=table, events=events), 2)
    first, *others = written.getvalue().splitlines()
    start = first.index("red joker")
    assert others
    for line in others:
        assert line[:start].strip() == ""
        assert line[start] != " "
        assert len(line) <= 60


async def test_the_stake_says_how_it_came_about() -> None:
    """Unit, bid and doublings stand as the product that they are (D6.1)."""
    said = event_pb2.Stake(unit=1, bid=3, doublings=2, value=12)
    told = stake(said).plain.replace("\N{MULTIPLICATION SIGN}", "x")
    assert told.startswith("stake: 1 x 3 x 2^2 = 12")


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
