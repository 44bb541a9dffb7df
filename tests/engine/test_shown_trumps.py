"""What views of trick games say of trumps, of hands, and of why a deal was won."""

from __future__ import annotations

import pytest

from paizhuo.engine import Ruleset, Table
from paizhuo.v1.view_pb2 import View


def view_of(table: Table, seat: int | None) -> View:
    """Return what a seat sees."""
    return View.FromString(table.view(seat))


def drive(table: Table, phase: str) -> None:
    """Let beginners play until a phase begins."""
    while view_of(table, None).phase != phase:
        decision = next(asked for asked in table.decisions if not asked.voluntary)
        table.act(decision.seat, table.seat_view(decision.seat).choose("greedy", 1))


@pytest.mark.parametrize("seats", range(5, 13))
@pytest.mark.parametrize("kitty_mode", ["table", "full_jokers"])
def test_every_trump_is_named_highest_first(seats: int, kitty_mode: str) -> None:
    """Jokers that are there, the trump rank, its equals, then the suit from the ace (ZP-1.10)."""
    rules = Ruleset("zhao_pengyou", seats, options={"kitty_mode": kitty_mode})
    table = Table(rules, seed=seats)
    assert not view_of(table, 0).HasField("trump")
    drive(table, "bury")
    trump = view_of(table, None).trump
    no_red, no_black = {7, 10}, {7, 8, 9, 10, 12}
    full = kitty_mode == "full_jokers"
    jokers = ["r"] * (full or seats not in no_red) + ["b"] * (full or seats not in no_black)
    others = [trump.rank + suit for suit in "shdc" if suit != trump.suit]
    plain = [rank + trump.suit for rank in "AKQJT98765432" if rank != trump.rank]
    expected = [*jokers, trump.rank + trump.suit, "-".join(others), *plain]
    assert list(trump.faces) == expected


def test_trumps_of_meri_are_named() -> None:
    """Sun, Un, Sota, Tenka, the native Robai and so on, each above the next (HM-1.9)."""
    table = Table(Ruleset("hachinin_meri", 8), seed=7)
    trump = view_of(table, None).trump
    assert trump.suit == "O"
    courts = ["Osun", "Oun", "Osota", "Probai", "Orobai", "Orei", "Okaba"]
    assert list(trump.faces) == [*courts, *(f"O{number}" for number in range(1, 10))]


@pytest.mark.parametrize(("game", "seats"), [("zhao_pengyou", 6), ("hachinin_meri", 8)])
def test_hands_have_their_trumps_first_and_then_suits(game: str, seats: int) -> None:
    """A hand is laid out as players do it: trumps by their order, then suit by suit."""
    table = Table(Ruleset(game, seats), seed=3)
    drive(table, "bury" if game == "zhao_pengyou" else "discard")
    for seat in range(seats):
        view = view_of(table, seat)
        order = [face for equal in view.trump.faces for face in equal.split("-")]
        hand = view.seats[seat].hand.split("-")
        trumps = [card for card in hand if card in order]
        plain = [card for card in hand if card not in order]
        assert hand == sorted(trumps, key=order.index) + plain
        suits = [card[0] if game == "hachinin_meri" else card[1] for card in plain]
        blocks = [suit for at, suit in enumerate(suits) if at == 0 or suits[at - 1] != suit]
        assert len(blocks) == len(set(blocks)), hand


def test_a_hand_is_sorted_by_suits_while_cards_are_drawn() -> None:
    """Before there is a trump a hand lies by suits, each from the ace down, jokers before them."""
    table = Table(Ruleset("zhao_pengyou", 5), seed=7, draws=False)
    table.draw(60)
    hand = view_of(table, 1).seats[1].hand.split("-")
    place = {card: at for at, card in enumerate(("r", "b"))}
    place |= {
        rank + suit: 2 + at
        for at, (suit, rank) in enumerate((s, r) for s in "shdc" for r in "AKQJT98765432")
    }
    assert hand == sorted(hand, key=place.__getitem__)


@pytest.mark.parametrize(
    ("seats", "preset", "needed"),
    [(5, "seed", 80), (7, "seed", 80), (8, "seed", 120), (12, "seed", 160), (6, "pagat2018", 120)],
)
def test_views_say_what_the_opponents_need(seats: int, preset: str, needed: int) -> None:
    """Forty card points a pack win the deal (ZP-5.6), by pagat's table sixty (ZP-7.16)."""
    table = Table(Ruleset("zhao_pengyou", seats, preset), seed=1)
    assert view_of(table, None).points_needed == needed
    assert not view_of(Table(Ruleset("zheng_fen", 3), seed=1), None).HasField("points_needed")


@pytest.mark.parametrize("first_point", ["reactivates", "counts"])
def test_who_spends_a_point_to_be_active_is_named(first_point: str) -> None:
    """A passive winner gains one point less and is named, unless the point counts (ZP-5.9)."""
    options = {"passive_first_point": first_point}
    table = Table(Ruleset("zhao_pengyou", 5, options=options), seed=5)
    named = 0
    before: dict[int, str] = {}
    for _ in range(1_500):
        view = view_of(table, None)
        if view.match_end.match or view.deals_played >= 6:
            break
        before = {seat.seat: seat.status for seat in view.seats}
        done = view.deals_played
        decision = next(asked for asked in table.decisions if not asked.voluntary)
        table.act(decision.seat, table.seat_view(decision.seat).choose("greedy", 1))
        view = view_of(table, None)
        if view.deals_played > done:
            passive = [seat for seat in view.last_deal.winners if before[seat] == "passive"]
            expected = passive if first_point == "reactivates" else []
            assert list(view.last_deal.reactivated) == expected
            gains = {view.last_deal.results[seat] for seat in view.last_deal.winners}
            assert len(gains) == (2 if 0 < len(expected) < len(view.last_deal.winners) else 1)
            named += len(passive)
    assert named > 0
