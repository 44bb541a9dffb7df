"""The deals and matches of the Zhao Pengyou oracle against its rules document."""

from __future__ import annotations

import hashlib
import random
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

from oracle.words import draw, key_stream, shuffle
from oracle.zhao_pengyou import timeouts
from oracle.zhao_pengyou.calls import Call
from oracle.zhao_pengyou.cards import FACES, ordered, parse, points
from oracle.zhao_pengyou.components import Rules
from oracle.zhao_pengyou.contest import Contest, IllegalActionError
from oracle.zhao_pengyou.deal import Request, deal, from_keys, hands, in_order
from oracle.zhao_pengyou.equipment import CALLED, OPPONENTS, PACKS, TEAM, equipment
from oracle.zhao_pengyou.follow import possible
from oracle.zhao_pengyou.match import Action, Match
from oracle.zhao_pengyou.options import Options, set_up
from oracle.zhao_pengyou.play import Play
from oracle.zhao_pengyou.scoring import Played, Standing, places, result
from oracle.zhao_pengyou.trump import Trump

if TYPE_CHECKING:
    from oracle.setting import Value

SEATS = range(5, 13)


def key(deal_: int, attempt: int) -> bytes:
    """Give any key."""
    return hashlib.sha256(f"{deal_} {attempt}".encode()).digest()


def new_match(players: int, **chosen: Value) -> Match:
    """Deal a match from fixed keys."""
    options = set_up(players, chosen)
    return Match(players, options, from_keys(options, players, key))


# --- the deal -------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["table", "full_jokers"])
@pytest.mark.parametrize("players", SEATS)
def test_figures_add_up(players: int, mode: str) -> None:
    """Hands and kitty are the pack, the sides all players (ZP-1.3, ZP-1.5, ZP-3.9, ZP-7.8)."""
    table = equipment(players, set_up(players, {"kitty_mode": mode}))
    assert players * table.hand + table.kitty == len(table.pack)
    assert points(table.pack) == 100 * table.packs
    assert TEAM[players] + OPPONENTS[players] == players
    assert CALLED[players] == TEAM[players] - 1


def test_the_lot_is_drawn_before_the_shuffle() -> None:
    """A lot where there is no starter, then the canonical pack shuffled (ZP-2.4)."""
    options = Options()
    table = equipment(5, options)
    words = key_stream(key(1, 1))
    starter = draw(words, 5)
    order = [table.pack[place] for place in shuffle(words, range(108))]
    assert deal(Request(1, 1, None), options, 5, key_stream(key(1, 1))) == (starter, tuple(order))
    alone = shuffle(key_stream(key(1, 1)), range(108))
    again = deal(Request(1, 1, 3), options, 5, key_stream(key(1, 1)))
    assert again == (3, tuple(table.pack[place] for place in alone))
    assert table.pack[:13] == [f"{rank}s" for rank in "23456789TJQKA"]
    assert table.pack[52:65] == table.pack[:13]
    assert table.pack[104:] == ["r", "r", "b", "b"]


@pytest.mark.parametrize(("direction", "second"), [("clockwise", 3), ("anticlockwise", 1)])
def test_cards_go_round_from_the_starter(direction: str, second: int) -> None:
    """Card k goes to the k-th seat from the starter in draw direction (ZP-2.5, ZP-7.2)."""
    options = set_up(5, {"draw_direction": direction})
    dealt = in_order(FACES, 2)(Request(1, 1, None))
    assert hands(dealt, 2, 5, options) == [
        {2: ("2s",), second: ("3s",)}.get(seat, ()) for seat in range(5)
    ]
    assert hands(dealt, 6, 5, options)[2] == ("2s", "7s")


# --- the contest ----------------------------------------------------------------------------------

EVERYTHING = ordered(FACES * 4)


def contest(**chosen: Value) -> Contest:
    """Begin a contest of five players at two, of whom seat 4 is passive."""
    return Contest(3, ["2"] * 5, [True] * 4 + [False], set_up(5, chosen))


@pytest.mark.parametrize(
    ("direction", "order"), [("clockwise", [3, 0, 1, 2]), ("anticlockwise", [3, 2, 1, 0])]
)
def test_the_final_round_begins_with_the_starter(direction: str, order: list[int]) -> None:
    """Every active player passes in draw direction, and nobody has bid (ZP-2.6, ZP-2.12)."""
    found = contest(draw_direction=direction)
    found.final = True
    asked = []
    while (seat := found.asked()) is not None:
        asked.append(seat)
        found.pass_by(seat)
    assert asked == order
    assert found.closed
    assert found.maker() is None


def test_every_admitted_bid_begins_the_final_round_anew() -> None:
    """After a bid, defended or not, the starter is asked first again (ZP-2.6, ZP-2.17)."""
    found = contest()
    found.final = True
    found.pass_by(3)
    found.bid(0, ("2s",), EVERYTHING)
    assert found.asked() == 3
    found.pass_by(3)
    found.pass_by(1)
    found.bid(2, ("2h", "2h"), EVERYTHING)
    assert (found.asked(), found.closed) == (0, False)
    with pytest.raises(IllegalActionError):
        found.pass_by(0)
    with pytest.raises(IllegalActionError):
        found.bid(3, ("2d",) * 3, EVERYTHING)
    found.defend(EVERYTHING)
    assert (found.holder, found.asked()) == (0, 3)
    for seat in (3, 1, 2):
        found.pass_by(seat)
    assert found.closed
    assert (found.maker(), found.trump()) == (0, Trump("2", "s"))


def test_who_cannot_defend_is_asked_too() -> None:
    """A holder without the cards may only yield (ZP-2.16)."""
    found = contest()
    found.bid(0, ("2s",), ("2s",))
    found.bid(1, ("2h", "2h"), EVERYTHING)
    assert found.asked() == 0
    assert not found.may_defend(("2s",))
    with pytest.raises(IllegalActionError):
        found.defend(("2s",))
    found.give_way()
    assert found.holder == 1
    found.bid(0, ("2d",) * 3, EVERYTHING)
    assert found.asked() == 1


def test_bids_are_of_cards_in_hand() -> None:
    """Cards that are not drawn yet make no bid, nor do passive players (ZP-2.2, ZP-2.7)."""
    found = contest()
    for seat, cards, hand in ((0, ("2s", "2s"), ("2s",)), (4, ("2s",), ("2s",)), (0, ("2s",), ())):
        with pytest.raises(IllegalActionError):
            found.bid(seat, cards, hand)
    assert found.standing is None


def test_nobody_bids_while_cards_are_drawn_if_that_is_for_afterwards() -> None:
    """The final round is the whole contest (ZP-7.4)."""
    found = contest(bid_timing="after_draw")
    assert [seat for seat in range(5) if found.may_bid(seat)] == []
    found.final = True
    assert [seat for seat in range(5) if found.may_bid(seat)] == [3]


def test_a_void_deal_is_dealt_again() -> None:
    """All pass: all become active, points stay, the starter too, another attempt (ZP-2.12)."""
    match = new_match(5)
    match.standings = [Standing(seat != 1, seat) for seat in range(5)]
    starter = match.deal.dealt.starter
    match.deal = match._deal(starter, 1)
    first = match.deal.dealt.order
    while match.phase == "draw":
        match.draw()
    while match.deal.attempt == 1:
        (seat,) = match.asked()
        assert seat != 1
        match.act(seat, Action("pass"))
    assert match.standings == [Standing(active=True, points=seat) for seat in range(5)]
    assert match.deal.attempt == 2
    assert match.deal.dealt.starter == starter
    assert match.deal.dealt.order != first
    assert match.finished == []


# --- friends in play ------------------------------------------------------------------------------


def small_play(held: list[str], calls: list[Call], **chosen: Value) -> Play:
    """Deal five hands, seat 0 is the maker; 5h is trumps."""
    given = Rules(5, set_up(5, chosen), Trump("5", "h"))
    return Play([parse(text) for text in held], 0, (), calls, given)


def test_a_maker_who_plays_his_own_call_stays_alone() -> None:
    """A call met by the maker adds nobody, also if others play the card later (ZP-3.6)."""
    play = small_play(["Ac", "Ac", "2d", "3d", "4d"], [Call("Ac", 1)])
    for seat, card in ((0, "Ac"), (4, "4d"), (3, "3d"), (2, "2d"), (1, "Ac")):
        play.play(seat, (card,))
    assert play.team == {0}
    assert play.done


def test_a_friend_of_the_last_trick_counts() -> None:
    """Who joins in the last trick is on the team that wins the kitty (ZP-3.11, ZP-5.3)."""
    play = small_play(["2c", "Ac", "2d", "3d", "4d"], [Call("Ac", 1)])
    for seat, card in ((0, "2c"), (4, "4d"), (3, "3d"), (2, "2d"), (1, "Ac")):
        assert play.team == {0}
        play.play(seat, (card,))
    assert play.team == {0, 1}
    assert play.played().last_winner == 1


def test_what_a_friend_captured_before_counts_for_the_makers_side() -> None:
    """Teams are fixed after the last trick, for all tricks of the deal (ZP-3.8)."""
    play = small_play(["2c-2d", "Ac-Ad", "Kc-3d", "Tc-6d", "6c-7d"], [Call("Ad", 1)])
    for seat, card in ((0, "2c"), (4, "6c"), (3, "Tc"), (2, "Kc"), (1, "Ac")):
        play.play(seat, (card,))
    assert (play.captured[1], play.team) == (20, {0})
    for seat, card in ((1, "Ad"), (0, "2d"), (4, "7d"), (3, "6d"), (2, "3d")):
        play.play(seat, (card,))
    assert play.team == {0, 1}
    assert result(play.played(), Options()) == (0, "maker", 2)


def test_a_group_of_the_whole_hand_makes_the_last_trick() -> None:
    """If it stands, the trick that empties the hands is the last one (ZP-4.19, ZP-4.21)."""
    play = small_play(["Ac-Kc", "2c-3c", "4c-6c", "7c-8c", "9c-Tc"], [Call("Ad", 1)])
    for seat, cards in ((0, "Ac-Kc"), (4, "9c-Tc"), (3, "7c-8c"), (2, "4c-6c"), (1, "2c-3c")):
        play.play(seat, parse(cards))
    assert play.done
    assert play.played().last_winner == 0


def test_a_group_of_the_whole_hand_may_fail() -> None:
    """If it fails, play goes on with the cards that were taken back (ZP-4.21)."""
    play = small_play(["Kc-Qc", "2c-3c", "4c-6c", "7c-8c", "Ac-Tc"], [Call("Ad", 1)])
    play.play(0, parse("Kc-Qc"))
    assert play.hands[0] == ("Kc",)
    for seat, cards in ((4, "Ac"), (3, "7c"), (2, "4c"), (1, "2c")):
        play.play(seat, parse(cards))
    assert not play.done
    assert (play.leader, {len(hand) for hand in play.hands}) == (4, {1})


def test_withdrawn_cards_do_not_count_as_played() -> None:
    """A called card that is taken back finds nobody, and may be led later (ZP-3.5, ZP-4.20)."""
    play = small_play(["2c-3c", "Kc-8d", "7d-6d", "8c-4d", "Ac-Qc"], [Call("Ac", 1)])
    play.leader = 4
    play.play(4, ("Qc", "Ac"))
    assert play.failed is not None
    assert (play.failed.kept.cards, play.failed.seat) == (("Qc",), 1)
    assert play.trick == [(4, ("Qc",))]
    assert play.hands[4] == ("Ac",)
    assert play.team == {0}
    assert play.withdrawn == [(4, 1)]
    assert play.asked == 3


# --- whole matches --------------------------------------------------------------------------------


def contesting(match: Match, seat: int) -> Action:
    """Give the strongest that a seat can do in the contest: defend, else bid, else pass."""
    contest_, hand = match.deal.contest, match.hand(seat)
    if contest_.challenge is not None:
        return (
            Action("defend", contest_.defence()) if contest_.may_defend(hand) else Action("yield")
        )
    ranks = contest_.ranks(seat)
    face = max(hand, key=lambda card: (card[0] in ranks, hand.count(card)), default="r")
    action = Action("bid", (face,) * hand.count(face))
    try:
        match.clone().act(seat, action)
    except IllegalActionError:
        return Action("pass")
    return action


def random_action(match: Match, seat: int, rng: random.Random) -> Action:
    """Draw a legal action of a seat that is asked."""
    hand, play, given = match.hand(seat), match.deal.play, match.deal.rules
    if given is None:
        return contesting(match, seat)
    if match.phase == "bury":
        return Action("bury", tuple(rng.sample(hand, match.equipment.kitty)))
    if play is None:
        return Action("call", calls=tuple(timeouts.calls(hand, match.deal.buried, given)))
    if play.led is None:
        return Action("play", (rng.choice(hand),))
    few = islice(possible(play.led, hand, given), 50)
    return Action("play", rng.choice(list(few)))


@pytest.mark.parametrize("players", SEATS)
def test_random_matches(players: int) -> None:
    """No card is lost, points add up, and active are those who have won (ZP-5.1, ZP-5.9)."""
    rng = random.Random(players)
    match = new_match(players, target_points=3)
    while not match.over:
        deals = len(match.finished)
        while match.phase == "draw":
            match.draw()
            asked = match.asked()
            if asked and rng.random() < 0.05:
                seat = rng.choice(asked)
                action = random_action(match, seat, rng)
                if action.verb != "pass":
                    match.act(seat, action)
                    while match.deal.contest.challenge is not None:
                        (holder,) = match.asked()
                        match.act(holder, random_action(match, holder, rng))
        while match.phase not in {"draw", "over"}:
            (seat,) = match.asked()
            match.act(seat, random_action(match, seat, rng))
        if len(match.finished) > deals:
            done = match.finished[-1]
            assert sum(done.played.captured) + points(done.played.buried) == 100 * PACKS[players]
            assert [one.active for one in match.standings] == [
                seat in done.winners for seat in range(players)
            ]
            assert len(done.played.team) <= TEAM[players]
    assert match.winners
    assert match.asked() == []
    assert all(place == 1 for place in places_of(match, match.winners))


def places_of(match: Match, seats: list[int]) -> list[int]:
    """Give the places of these seats in the end."""
    every = places(match.standings, match.winners)
    return [every[seat] for seat in seats]


def test_a_clone_goes_on_by_itself() -> None:
    """Whatever a clone does leaves the match as it was."""
    match = new_match(5)
    before = (match.deal.drawn, match.phase)
    other = match.clone()
    while other.phase == "draw":
        other.draw()
    (seat,) = other.asked()
    other.clone().act(seat, Action("pass"))
    assert other.deal.contest.passed == set()
    assert (match.deal.drawn, match.phase) == before


# --- scores ---------------------------------------------------------------------------------------


EXAMPLES: dict[str, Any] = {
    "a": (6, {0, 1}, {3: 30}, 0, "2c", (), (30, "maker", 2)),
    "b": (5, {0, 1}, {2: 60}, 2, "5d-5c", (), (80, "opponents", 1)),
    "c": (12, set(range(6)), {7: 340}, 7, "Kd-Kd-Kc", (), (400, "opponents", 3)),
    "d": (8, {0, 1, 2}, {4: 115}, 0, "2c", ((0, 3),), (145, "opponents", 1)),
    "d without the penalty": (8, {0, 1, 2}, {4: 115}, 0, "2c", (), (115, "maker", 2)),
    "e": (10, {3}, {3: 300}, 3, "2c", (), (0, "maker", 10)),
}
"""Players, the maker's team, captured points, who wins the last trick, buried and withdrawn cards,
and the result."""


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_examples(name: str) -> None:
    """The examples of ZP-5.12."""
    players, team, captured, last, buried, withdrawn, expected = EXAMPLES[name]
    won = tuple(captured.get(seat, 0) for seat in range(players))
    played = Played(frozenset(team), won, last, 0, parse(buried), withdrawn)
    assert result(played, Options()) == expected


MAKERS_POINTS = {
    (5,): {1: (2, 1), 0: (4, 2)},
    (6, 7): {2: (2, 1), 1: (4, 2), 0: (6, 3)},
    (8, 9): {3: (2, 1), 2: (4, 2), 1: (6, 3), 0: (8, 4)},
    (10, 11): {4: (2, 1), 3: (4, 2), 2: (6, 3), 1: (8, 4), 0: (10, 5)},
    (12,): {5: (2, 1), 4: (4, 2), 3: (6, 3), 2: (8, 4), 1: (10, 5), 0: (12, 6)},
}
"""The second table of ZP-5.7 by players and partners: D = 0, and the band above."""

BANDS = {2: (5, 80, 160, 200), 3: (5, 120, 240, 300), 4: (5, 160, 320, 400)}
"""The first table of ZP-5.7 by packs: where each band begins."""


@pytest.mark.parametrize("players", SEATS)
def test_score_tables(players: int) -> None:
    """Every cell and every limit of the tables (ZP-5.6, ZP-5.7)."""
    ((_, table),) = [item for item in MAKERS_POINTS.items() if players in item[0]]
    low, mid, high, top = BANDS[PACKS[players]]
    for partners, (nothing, little) in table.items():
        team = frozenset(range(partners + 1))

        def scored(d: int, team: frozenset[int] = team) -> tuple[str, int]:
            won = (*[0] * (players - 1), d)
            return result(Played(team, won, 0, 0, (), ()), Options())[1:]

        assert scored(0) == ("maker", nothing)
        assert scored(low) == scored(mid - 5) == ("maker", little)
        assert scored(mid) == scored(high - 5) == ("opponents", 1)
        assert scored(high) == scored(top - 5) == ("opponents", 2)
        assert scored(top) == scored(top + 200) == ("opponents", 3)


def test_places() -> None:
    """Joint winners share the first place, others go by points, status aside (ZP-5.15)."""
    after = [Standing(total != 5, total) for total in (13, 5, 15, 5, 0)]
    assert places(after, [0, 2]) == [1, 3, 1, 3, 5]


# --- who does not act in time ---------------------------------------------------------------------


def test_timeout_choices() -> None:
    """Plain cards without points are buried first; the lowest plain card is led (ZP-6.6)."""
    trump = Trump("5", "h")
    held = parse("Kc-4d-4s-Ac-Tc-2h-5s-5d-5h-r")
    assert timeouts.bury(held, 5, trump) == parse("4s-4d-Ac-Tc-Kc")
    assert timeouts.bury(held, 9, trump) == parse("4s-4d-Ac-Tc-Kc-2h-5s-5d-5h")
    assert timeouts.lead(held, trump) == ("4s",)
    assert timeouts.lead(parse("r-5h-5d-5s"), trump) == ("5s",)


def test_timeout_calls() -> None:
    """Highest faces that the maker has no copy of, suit by suit, their first copy (ZP-6.6)."""
    given = Rules(10, Options(), Trump("A", "h"))
    found = timeouts.calls(parse("Kd-Qs"), parse("Qd"), given)
    assert found == [Call("Ks", 1), Call("Kc", 1), Call("Qc", 1), Call("Js", 1)]


@pytest.mark.parametrize("players", [5, 12])
def test_timeouts_are_legal(players: int) -> None:
    """A match in which only the first bid is somebody's own can be played on (ZP-6.4)."""
    match = new_match(players)
    rng = random.Random(players)
    while not match.finished:
        while match.phase == "draw":
            match.draw()
        (seat,) = match.asked()
        if match.phase == "final_bid" and match.deal.contest.standing is None:
            action = random_action(match, seat, rng)
        else:
            default = match.timeout(seat)
            action = default if default is not None else random_action(match, seat, rng)
        match.act(seat, action)
    assert sum(match.finished[0].played.captured) <= 100 * PACKS[players]
    assert set(match.deal.contest.levels) > {"2"}


def test_the_hand_is_never_short_of_a_lead() -> None:
    """All hands are equally large before every trick (ZP-2.20)."""
    match = new_match(7)
    rng = random.Random(7)
    while not match.finished:
        while match.phase == "draw":
            match.draw()
        (seat,) = match.asked()
        match.act(seat, random_action(match, seat, rng))
        play = match.deal.play
        if play is not None and not play.trick:
            assert len({len(hand) for hand in play.hands}) == 1
