"""Keys and the server change the table, over the real protocol."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import grpc
import pytest

from paizhuo_client import Client
from paizhuo_client.model import (
    Bid,
    BidCards,
    CallFriends,
    CallsShape,
    CardsDrawn,
    Combination,
    Decision,
    FriendCall,
    Pass,
    Person,
    Play,
    Reading,
    SeatView,
    Trick,
    TrickPlay,
    Verb,
    View,
)
from paizhuo_client.retrying import Retrying
from paizhuo_client.testing import FakeServer, FakeTable
from paizhuo_table.app import TableApp
from paizhuo_table.look import UNICODE
from paizhuo_table.sitting import Seated
from paizhuo_table.words import Words
from terminal.staged import Stage, game

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from textual.pilot import Pilot

LIMIT_S = 60.0
PAIRS = (
    Pass(),
    Play("6c-6s", Reading("pair", "6", 1)),
    Play("8h-8s", Reading("pair", "8", 1)),
    Play("9c-9d", Reading("pair", "9", 1)),
)
BIDS = (Pass(), Bid(1), Bid(2), Bid(3))


class Sitting:
    """A person at a table of the fake server."""

    def __init__(
        self, server: FakeServer, table: FakeTable, app: TableApp, pilot: Pilot[str]
    ) -> None:
        self.server, self.table, self.app, self.pilot = server, table, app, pilot

    @property
    def text(self) -> str:
        """What is drawn."""
        return "\n".join(line.plain for line in self.app._view._lines)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds; fails with what is drawn."""
        try:
            async with asyncio.timeout(LIMIT_S):
                while not holds():  # noqa: ASYNC110 - what is drawn has no event
                    await asyncio.sleep(0.01)
        except TimeoutError:
            raise AssertionError(f"it never came about; what is drawn is\n{self.text}") from None

    async def expect(self, *parts: str) -> None:
        """Wait until all of these are drawn."""
        await self.until(lambda: all(part in self.text for part in parts))

    async def ask_for_a_play(self) -> None:
        """Lay a pair of fives, and ask the own seat to beat it."""
        stage = Stage(seed=7, own=2)
        stage.act("bid 3", "play 5s-5c")
        view = replace(stage.view(), decisions=())
        self.table.legal, self.table.hint = PAIRS, PAIRS[1]
        self.table.tell(view=view)
        self.table.ask(2, "play", Verb.PASS, Verb.PLAY)
        await self.expect("[p] pass", "legal plays: 3", "To beat: 5♣ 5♠ (pair)")

    async def ask_for_a_bid(self) -> None:
        """Ask the own seat for a bid."""
        self.table.legal, self.table.hint = BIDS, Bid(2)
        self.table.tell(view=replace(Stage(seed=7, own=2).view(), decisions=()))
        self.table.ask(2, "auction", Verb.PASS, Verb.BID)
        await self.expect("[p] pass", "[3] bid 3")

    def shows_away(self, name: str, is_away: bool) -> bool:  # noqa: FBT001 - what is waited for
        """Say whether somebody is drawn as away, or as there."""
        return name in self.text and (f"{name} {UNICODE.away}" in self.text) is is_away

    async def next_act(self) -> object:
        """Wait for what the person does."""
        async with asyncio.timeout(LIMIT_S):
            return await self.table.next_act()


@asynccontextmanager
async def sitting(name: str = "dou_dizhu", attempt_s: float = 10.0) -> AsyncIterator[Sitting]:
    """Sit at seat 2 of a table of three, whose calls are given up after a time and sent again."""
    retrying = Retrying(attempt_s=attempt_s, first_s=0.001, most_s=0.01)
    async with (
        FakeServer() as server,
        Client(server.address, token="test", retrying=retrying) as client,
    ):
        table = server.add_table(name, seats=3, own_seat=2)
        seated = Seated(client, client.table(table.table_id), game(name), server.address)
        app = TableApp(seated, Words("en"), UNICODE)
        async with app.run_test(size=(80, 24)) as pilot:
            yield Sitting(server, table, app, pilot)


async def test_it_is_said_that_nobody_asks_until_somebody_does() -> None:
    """Who was told to wait is not told so any more once it is his turn."""
    async with sitting() as sat:
        sat.table.tell(view=replace(Stage(seed=7, own=2).view(), decisions=()))
        await sat.pilot.press("h")
        await sat.expect("You are not asked now.")
        await sat.ask_for_a_bid()
        assert "You are not asked now." not in sat.text


async def test_a_hint_is_of_the_decision_that_was_shown() -> None:
    """What the server suggests is asked by the name of the decision, as is what is legal."""
    async with sitting() as sat:
        await sat.ask_for_a_bid()
        await sat.pilot.press("enter")
        await sat.expect("Answer by one of the keys in brackets.")
        await sat.pilot.press("h")
        await sat.expect("Hint: bid 2  [Enter] take it")
        assert "instead" not in sat.text
        for method in ("GetHint", "GetLegalActions"):
            assert {asked.decision_id for asked in sat.server.calls_of(method)} == {"d1"}
        await sat.pilot.press("enter")
        assert await sat.next_act() == Bid(2)


async def test_answers_that_could_not_be_asked_for_are_asked_for_again() -> None:
    """Where a break kept the table from learning what is legal, it learns that afterwards."""
    async with sitting() as sat:
        sat.server.refuse("GetLegalActions", "INTERNAL")
        sat.table.legal = BIDS
        sat.table.tell(view=replace(Stage(seed=7, own=2).view(), decisions=()))
        sat.table.ask(2, "auction", Verb.PASS, Verb.BID)
        await sat.until(lambda: sat.app.scene.notice is not None)
        assert "[3] bid 3" not in sat.text
        sat.table.drop_streams()
        sat.table.tell()
        await sat.expect("[p] pass", "[3] bid 3")


async def test_a_question_that_nobody_waits_for_may_be_answered_again() -> None:
    """While cards are drawn a decision stays open: what answers it grows, and twice is twice."""
    async with sitting("zhao_pengyou") as sat:
        open_still = Decision("d0", 2, "draw", (Verb.BID_CARDS,), voluntary=True)
        seats = (SeatView(0), SeatView(1), SeatView(2, hand="2h", hand_size=1, level="2"))
        view = View(phase="draw", seats=seats, decisions=(open_still,), deal=1)
        sat.table.legal = (BidCards("2h"),)
        sat.table.tell(CardsDrawn("stock", (0, 0, 1), "2h"), view=view)
        await sat.expect("at any moment you may bid", "[Tab] bid: 2♥")
        assert "▶" not in sat.text
        await sat.pilot.press("h")
        await sat.expect("Hint: wait.")
        await sat.pilot.press("tab", "enter")
        assert await sat.next_act() == BidCards("2h")
        seats = (*seats[:2], SeatView(2, hand="2s-2s-2h", hand_size=3, level="2"))
        sat.table.legal = (BidCards("2s-2s"),)
        sat.table.tell(CardsDrawn("stock", (0, 0, 2), "2s-2s"), view=replace(view, seats=seats))
        await sat.expect("[Tab] bid: 2♠ 2♠")
        await sat.pilot.press("tab", "enter")
        assert await sat.next_act() == BidCards("2s-2s")


async def test_calls_are_made_on_the_board() -> None:
    """A hint fills the board, keys change it, and Enter sends the calls together."""
    async with sitting("zhao_pengyou") as sat:
        hint = CallFriends((FriendCall("As", 1), FriendCall("Kd", 2)))
        sat.table.hint = hint
        sat.table.shapes[Verb.CALL_FRIENDS] = CallsShape("As-Ks-Ad-Kd", 2, 2)
        sat.table.tell(view=View(phase="call", seats=(SeatView(2),), deal=1))
        sat.table.ask(2, "call", Verb.CALL_FRIENDS)
        await sat.expect("call 2 cards", "0 so far")
        await sat.pilot.press("enter")
        await sat.expect("Call 2 cards first")
        await sat.pilot.press("h")
        await sat.expect("Chosen: 1st A♠, 2nd K♦")
        await sat.pilot.press("right", "2")
        await sat.expect("Chosen: 2nd K♦, 2nd K♠")
        await sat.pilot.press("enter")
        assert await sat.next_act() == CallFriends((FriendCall("Kd", 2), FriendCall("Ks", 2)))


async def test_who_waits_for_the_server_is_told_so() -> None:
    """A call without an answer is told after a moment, and no more once it is answered."""
    async with sitting(attempt_s=3) as sat:
        await sat.ask_for_a_bid()
        sat.server.hold("Act")
        await sat.pilot.press("3")
        await sat.expect("The server has not answered yet")
        assert await sat.next_act() == Bid(3)
        await sat.until(lambda: "not answered yet" not in sat.text)
        assert sat.table.acts == [Bid(3)]


async def test_a_hint_that_comes_too_late_is_not_told() -> None:
    """Once the question is over nobody wants to know what would have answered it."""
    async with sitting() as sat:
        await sat.ask_for_a_bid()
        sat.server.refuse("GetHint", "DECISION_CLOSED")
        await sat.pilot.press("h")
        await sat.until(lambda: len(sat.server.calls_of("GetHint")) == 1)
        await sat.pilot.press("2")
        assert await sat.next_act() == Bid(2)
        await sat.expect("You: bid 2")
        assert "not open" not in sat.text


async def test_a_key_bids() -> None:
    """In the auction each legal answer has its key."""
    async with sitting() as sat:
        await sat.ask_for_a_bid()
        await sat.pilot.press("3")
        assert await sat.next_act() == Bid(3)
        await sat.expect("You: bid 3")


async def test_the_hint_of_a_bid_is_offered() -> None:
    """A hint without cards is told, and Enter takes it; another key lets go of it."""
    async with sitting() as sat:
        await sat.ask_for_a_bid()
        await sat.pilot.press("h")
        await sat.expect("Hint: bid 2")
        await sat.pilot.press("s")
        await sat.until(lambda: "Hint" not in sat.text)
        await sat.pilot.press("h")
        await sat.expect("Hint: bid 2")
        await sat.pilot.press("enter")
        assert await sat.next_act() == Bid(2)


async def test_chosen_cards_are_played() -> None:
    """Rank keys and the cursor choose cards, the server is asked about them, Enter plays them."""
    async with sitting() as sat:
        await sat.ask_for_a_play()
        await sat.pilot.press("9", "9")
        await sat.expect("Chosen: 9♠ 9♦", "✓ may be played")
        await sat.pilot.press("escape")
        await sat.until(lambda: "Chosen" not in sat.text)
        await sat.pilot.press("home", "right", "space", "right", "space")
        await sat.expect("Chosen: 2♥ 2♣")
        await sat.pilot.press("enter")
        assert await sat.next_act() == Play("2h-2c")
        await sat.until(lambda: "Chosen" not in sat.text)


async def test_nothing_is_played_without_a_choice() -> None:
    """Enter says that no card is chosen, and asks the server nothing."""
    async with sitting() as sat:
        await sat.ask_for_a_play()
        await sat.pilot.press("enter")
        await sat.expect("No card is chosen.")
        assert sat.server.calls_of("Act") == []


async def test_legal_plays_are_gone_through() -> None:
    """Tab chooses the next legal play, Shift+Tab the one before; the reading goes with it."""
    async with sitting() as sat:
        await sat.ask_for_a_play()
        await sat.pilot.press("tab")
        await sat.expect("Chosen: 6♠ 6♣", "pair: may be played")
        await sat.pilot.press("tab")
        await sat.expect("Chosen: 8♠ 8♥")
        await sat.pilot.press("shift+tab", "shift+tab")
        await sat.expect("Chosen: 9♦ 9♣")
        await sat.pilot.press("enter")
        assert await sat.next_act() == PAIRS[3]


async def test_a_changed_choice_has_no_reading() -> None:
    """Who changes a listed play leaves the reading to the server."""
    async with sitting() as sat:
        await sat.ask_for_a_play()
        await sat.pilot.press("tab", "6", "6", "6", "enter")
        assert await sat.next_act() == Play("6s-6c")


async def test_a_hint_chooses_cards() -> None:
    """A hint with cards chooses them, with the reading that the server means."""
    async with sitting() as sat:
        await sat.ask_for_a_play()
        await sat.pilot.press("h")
        await sat.expect("Chosen: 6♠ 6♣")
        await sat.pilot.press("enter")
        assert await sat.next_act() == PAIRS[1]


async def test_chosen_cards_are_played_as_the_next_reading() -> None:
    """Where cards may be several things, v takes the next of them, and Enter plays that."""
    async with sitting("zheng_fen") as sat:
        stage = Stage(seed=11, own=2, preset="pagat", game="zheng_fen")
        hand = "r-b-Kc-7d-7c-3c"
        seats = tuple(
            replace(seat, hand=hand, hand_size=6) if seat.seat == 2 else seat
            for seat in stage.view().seats
        )
        trick = Trick(2)
        sat.table.tell(view=replace(stage.view(), decisions=(), seats=seats, trick=trick))
        quartets = [Play("7c-7d-b-r", Reading("quartet", "7", 1))]
        pairs = [Play("b-r", Reading("pair", key, 1)) for key in "2AK"]
        sat.table.legal = (*quartets, *pairs)
        sat.table.ask(2, "play", Verb.PLAY)
        await sat.expect("legal plays: 4")
        await sat.pilot.press("v")
        await sat.expect("No card is chosen.")
        await sat.pilot.press("b", "r")
        await sat.expect("✓ pair 2: may be played  [v] 1/3")
        await sat.pilot.press("v")
        await sat.expect("✓ pair A: may be played  [v] 2/3")
        await sat.pilot.press("v", "v", "v")
        await sat.expect("✓ pair A: may be played  [v] 2/3")
        await sat.pilot.press("7")
        await sat.expect("Chosen: ★r ☆b 7♦")
        await sat.until(lambda: "[v]" not in sat.text)
        await sat.pilot.press("v")
        await sat.expect("can be played in one way at most")
        await sat.pilot.press("7")
        await sat.expect("✓ quartet 7: may be played")
        await sat.pilot.press("enter")
        assert await sat.next_act() == Play("r-b-7d-7c")


async def test_a_reading_that_was_chosen_is_played() -> None:
    """The reading goes with the play, and is gone when the choice changes."""
    async with sitting("zheng_fen") as sat:
        stage = Stage(seed=11, own=2, preset="pagat", game="zheng_fen")
        seats = tuple(
            replace(seat, hand="r-b-7d", hand_size=3) if seat.seat == 2 else seat
            for seat in stage.view().seats
        )
        sat.table.tell(view=replace(stage.view(), decisions=(), seats=seats, trick=Trick(2)))
        pairs = [Play("b-r", Reading("pair", key, 1)) for key in "2AK"]
        sat.table.legal = tuple(pairs)
        sat.table.ask(2, "play", Verb.PLAY)
        await sat.expect("legal plays: 3")
        await sat.pilot.press("b", "r")
        await sat.expect("[v] 1/3")
        await sat.pilot.press("v", "v")
        await sat.expect("✓ pair K: may be played  [v] 3/3")
        await sat.pilot.press("enter")
        assert await sat.next_act() == pairs[2]


async def test_a_play_is_taken_from_the_list() -> None:
    """The list shows every legal play, and Enter chooses one of them."""
    async with sitting() as sat:
        await sat.ask_for_a_play()
        await sat.pilot.press("l")
        await sat.expect("Legal plays", "▶ 6♣ 6♠ (pair)", "9♣ 9♦ (pair)")
        await sat.pilot.press("down", "down", "up", "enter")
        await sat.expect("Chosen: 8♠ 8♥")
        await sat.pilot.press("enter")
        assert await sat.next_act() == PAIRS[2]


async def test_a_refusal_is_told_and_its_way_out_taken() -> None:
    """A refused play is explained with its rule; one key plays what is offered instead."""
    async with sitting() as sat:
        await sat.ask_for_a_play()
        sat.server.refuse(
            "Act",
            "OTHER_TYPE",
            rule="D4.15",
            facts={"play": "7h", "standing": "5c-5s", "standing_reading": "pair:5:1"},
            alternative=PAIRS[1],
            times=2,
        )
        await sat.pilot.press("7")
        await sat.expect("✗ Rule D4.15")
        await sat.pilot.press("enter")
        await sat.expect("✗ Rule D4.15:", "play: 7♥", "on the table: 5♣ 5♠ (pair)", "[x]")
        await sat.pilot.press("x")
        assert await sat.next_act() == PAIRS[1]


async def test_a_decision_that_has_closed_is_no_choice_any_more() -> None:
    """When time runs out, answers and keys of the old question are gone."""
    async with sitting() as sat:
        await sat.ask_for_a_bid()
        sat.table.tell(view=replace(sat.table.view, decisions=()))
        await sat.until(lambda: "[p] pass" not in sat.text)
        await sat.pilot.press("3", "enter", "h")
        await sat.expect("You are not asked now.")
        assert sat.server.calls_of("Act") == []


async def test_a_lost_connection_is_shown() -> None:
    """While the server is away the table says so, and keeps showing what it knows."""
    async with sitting() as sat:
        await sat.ask_for_a_bid()
        await sat.expect("connected")
        sat.server.fail("WatchTable", grpc.StatusCode.UNAVAILABLE, times=None)
        sat.table.drop_streams()
        await sat.expect("reconnecting", "[3] bid 3")


async def test_who_comes_and_goes_is_shown_without_a_move() -> None:
    """Heartbeats tell who is there; the mark of who is away follows them."""
    async with sitting() as sat:
        first, *others = sat.table.table.seats
        tables = {
            is_here: replace(
                sat.table.table,
                seats=(replace(first, occupant=Person("g-ann", "Ann", present=is_here)), *others),
            )
            for is_here in (True, False)
        }
        sat.table.tell(table=tables[True])
        await sat.ask_for_a_bid()
        for is_here in (False, True, False):
            sat.table.table = replace(tables[is_here], revision=sat.table.revision)
            sat.table.heartbeat()
            await sat.until(partial(sat.shows_away, "Ann", not is_here))
        assert sat.table.revision == sat.app.scene.snapshot.revision


async def test_moves_that_were_left_out_are_told() -> None:
    """After a resync the table is drawn anew, and says that moves are missing."""
    async with sitting() as sat:
        await sat.ask_for_a_bid()
        sat.table.resync_streams()
        await sat.expect("Some moves were left out", "[3] bid 3")


async def test_languages_change_at_the_table() -> None:
    """One key goes through the languages, and everything is told in the new one."""
    async with sitting() as sat:
        await sat.ask_for_a_bid()
        await sat.pilot.press("g")
        await sat.expect("轮到你：叫牌", "[3] 叫分 3")
        await sat.pilot.press("g")
        await sat.expect("Ваш ход: торговля", "[3] ставка 3")
        await sat.pilot.press("п")
        await sat.expect("Your turn: auction")


async def test_pages_open_and_close() -> None:
    """Help and rules lie over the table until a key closes them."""
    async with sitting() as sat:
        await sat.ask_for_a_bid()
        for key, title in (("?", "Keys"), ("f1", "Keys"), ("o", "Rules of this table")):
            await sat.pilot.press(key)
            await sat.expect(title, "Esc closes")
            await sat.pilot.press("escape")
            await sat.expect("[3] bid 3")


async def test_the_table_follows_the_window() -> None:
    """The table is drawn anew for each size; what is too small is told so, and comes back."""
    async with sitting() as sat:
        await sat.ask_for_a_bid()
        await sat.pilot.resize_terminal(60, 20)
        await sat.expect("80×24")
        await sat.pilot.resize_terminal(132, 40)
        await sat.expect("[3] bid 3")
        assert {line.cell_len for line in sat.app._view._lines} == {132}


async def test_a_long_trick_keeps_the_play_to_beat() -> None:
    """In a trick of many plays the one to beat is shown, however long ago it was laid."""
    async with sitting() as sat:
        single = Combination("single", "K", 1, 1, cards="Ks")
        passes = tuple(TrickPlay(seat % 3) for seat in range(20))
        trick = Trick(1, (TrickPlay(1, single), *passes), 0)
        view = replace(Stage(seed=7, own=2).view(), decisions=(), trick=trick)
        sat.table.tell(view=view)
        await sat.expect("K♠ (single card)", "earlier")


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
async def test_leaving_ends_the_program(key: str) -> None:
    """Ctrl+Q and Ctrl+C leave, also from a page."""
    async with sitting() as sat:
        await sat.ask_for_a_bid()
        await sat.pilot.press("?", key)
        await sat.until(lambda: sat.app.return_value == "")
        assert sat.app.return_code == 0


async def test_a_table_that_fails_ends_with_the_reason() -> None:
    """What trying again cannot mend ends the table, and is told."""
    async with sitting() as sat:
        await sat.ask_for_a_bid()
        sat.server.refuse("WatchTable", "BARRED")
        sat.table.drop_streams()
        await sat.until(lambda: "BARRED" in (sat.app.return_value or ""))
        assert sat.app.return_value is not None


async def test_a_key_that_is_pressed_twice_answers_once() -> None:
    """While an answer is on its way the same decision is not answered again."""
    async with sitting() as sat:
        await sat.ask_for_a_bid()
        await sat.pilot.press("3", "3", "3")
        assert await sat.next_act() == Bid(3)
        await sat.expect("You: bid 3")
        assert len(sat.server.calls_of("Act")) == 1
