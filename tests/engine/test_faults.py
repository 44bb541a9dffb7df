"""Public fault reports of other engines, each with the right outcome here (issue 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.logged import LoggedMatch, acted
from engine.notation import played
from oracle.dou_dizhu.ranks import RANKS, Cards, show
from paizhuo.engine import RuleError, Ruleset, Table, verify_record
from paizhuo.v1 import record_pb2, view_pb2

if TYPE_CHECKING:
    from collections.abc import Callable

    from paizhuo.storage.v1 import entry_pb2

LOOSE = {"kickers": "loose"}


def read(cards: str, **options: str) -> list[str]:
    """Give the readings of cards written without separators, with 3 players."""
    found = Ruleset("dou_dizhu", seats=3, options=options).classify("-".join(cards))
    return [f"{one.category}:{one.key}:{one.run}" for one in found]


@pytest.mark.parametrize(
    ("cards", "distinct", "loose"),
    [
        ("34445555", [], []),
        ("33334444", [], ["quad_pairs:4:1", "quad_pairs:3:1"]),
        (
            "555666777888",
            ["triplet_sequence:8:4"],
            [
                "triplet_sequence:8:4",
                "triplet_sequence_singles:8:3",
                "triplet_sequence_singles:7:3",
            ],
        ),
        ("333344", [], ["quad_singles:3:1"]),
        ("666777br", [], ["triplet_sequence_singles:7:2"]),
        ("7777br", [], ["quad_singles:7:1"]),
        ("AAAAKKKK", [], ["quad_pairs:A:1", "quad_pairs:K:1"]),
    ],
)
def test_sets_that_others_misread(cards: str, distinct: list[str], loose: list[str]) -> None:
    """Sets that crash or confuse other engines are read by D4.20, D4.21 and D4.22."""
    assert read(cards) == distinct
    assert read(cards, kickers="loose") == loose


@pytest.mark.parametrize("cards", ["A2345", "23456", "JQKA2", "AA2233", "AAA222", "QQKKAA22"])
def test_twos_are_in_no_sequence(cards: str) -> None:
    """Two is in no sequence, and sequences do not wrap round (D1.4)."""
    assert read(cards) == []


def test_twos_may_be_triplets() -> None:
    """`22233` is a triplet with a pair (D4.5)."""
    assert read("22233") == ["triplet_pair:2:1"]


@pytest.mark.parametrize("cards", ["b-r", "r-b", "r b"])
def test_the_rocket_in_either_order(cards: str) -> None:
    """The rocket is the rocket in either card order, and beats everything (D4.12, D4.17)."""
    rules = Ruleset("dou_dizhu", seats=3)
    assert [one.category for one in rules.classify(cards)] == ["rocket"]
    for standing in ("3-4-5-6-7", "T-J-Q-K-A", "2-2-2-2", "r", "2-2", "A-A-A-2"):
        assert rules.beats(cards, standing)
        assert not rules.beats(standing, cards)


def test_what_stands_decides_not_what_was_led() -> None:
    """On `QQ` `8888` stands: then `22` is refused and `9999` may be played (D4.15)."""
    rules = Ruleset("dou_dizhu", seats=3)
    assert rules.beats("2-2", "Q-Q")
    assert rules.beats("8-8-8-8", "Q-Q")
    assert not rules.beats("2-2", "8-8-8-8")
    assert rules.beats("9-9-9-9", "8-8-8-8")


def test_an_equal_pair_is_refused() -> None:
    """A pair never beats an equal pair, whatever its suits (D1.2, D4.0g)."""
    rules = Ruleset("dou_dizhu", seats=4)
    assert not rules.beats("8s-8h", "8c-8d")
    assert not rules.beats("r-r", "r-r")
    assert rules.beats("r-r", "b-b")


# --- at a table -----------------------------------------------------------------------------------


def search(
    options: dict[str, str], wanted: Callable[[list[Cards]], tuple[int, str] | None]
) -> tuple[LoggedMatch, int, str]:
    """Find a deal in which some seat, as the landlord, holds what is wanted, and lead it."""
    rules = Ruleset("dou_dizhu", seats=3, options={**options, "first_bidder": "random"})
    for number in range(3_000):
        match = LoggedMatch(rules, f"search {number}")
        for landlord in range(3):
            other = match.clone()
            while other.asked()[0] != landlord:
                other.act(other.asked()[0], "pass")
            other.act(landlord, "bid 3")
            hands = [hand_of(other, seat) for seat in range(3)]
            found = wanted([hands[(landlord + step) % 3] for step in range(3)])
            if found is not None:
                return other, landlord, found[1]
    raise AssertionError("no such deal among the first 3 000")


def hand_of(match: LoggedMatch, seat: int) -> Cards:
    """Give a hand by ranks."""
    return played(f"play {match.view(seat).seats[seat].hand}").cards


def two_quads(hands: list[Cards]) -> tuple[int, str] | None:
    """Find two quads in the landlord's hand."""
    quads = [rank for rank in range(13) if hands[0][rank] == 4]
    return (0, show_ranks(quads[:2] * 4)) if len(quads) >= 2 else None


def show_ranks(ranks: list[int]) -> str:
    """Write ranks."""
    return "-".join(RANKS[rank] for rank in sorted(ranks))


def standing(match: LoggedMatch) -> tuple[str, str]:
    """Give type and key of what is to be beaten."""
    trick = match.view(None).trick
    one = trick.plays[trick.standing].combination
    return one.category, one.key


def test_a_player_names_the_reading_of_two_quads() -> None:
    """Bare it is quad_pairs of the higher quad, named it is the lower one (D4.21.2, D4.21.3)."""
    match, landlord, cards = search(LOOSE, two_quads)
    low, high = cards[0], cards[-1]
    bare, named, by_key = match.clone(), match.clone(), match.clone()
    bare.act(landlord, f"play {cards}")
    assert standing(bare) == ("quad_pairs", high)
    named.act(landlord, f"play {cards} as quad_pairs:{low}:1")
    assert standing(named) == ("quad_pairs", low)
    by_key.act(landlord, f"play {cards} as *:{low}")
    assert standing(by_key) == ("quad_pairs", low)
    for wrong in ("quad_singles", f"quad_pairs:{low}:2", "bomb", "quad_pairs:b"):
        with pytest.raises(RuleError) as refused:
            match.clone().act(landlord, f"play {cards} as {wrong}")
        assert (refused.value.reason, refused.value.rule) == ("NO_SUCH_READING", "D4.21")


def test_the_rocket_on_a_straight_and_on_a_bomb() -> None:
    """At a table the rocket beats a straight and a bomb, and all others are asked (D5.10)."""

    def rocket_after(hands: list[Cards]) -> tuple[int, str] | None:
        if not hands[1][13] or not hands[1][14]:
            return None
        for low in range(8):
            if all(hands[0][rank] for rank in range(low, low + 5)):
                return 1, show_ranks(list(range(low, low + 5)))
        return None

    def bomb_before(hands: list[Cards]) -> tuple[int, str] | None:
        quads = [rank for rank in range(13) if hands[0][rank] == 4]
        held = hands[1][13] and hands[1][14]
        return (1, show_ranks(quads[:1] * 4)) if quads and held else None

    for wanted in (rocket_after, bomb_before):
        match, landlord, cards = search({}, wanted)
        match.act(landlord, f"play {cards}")
        match.act((landlord + 1) % 3, "play r-b")
        assert standing(match) == ("rocket", "r")
        for step in (2, 0):
            assert match.asked() == [(landlord + step) % 3]
            assert match.legal(match.asked()[0]) == ("pass",)
            match.act(match.asked()[0], "pass")
        assert match.asked() == [(landlord + 1) % 3]


def test_after_an_all_pass_deal_everything_is_valid() -> None:
    """All pass: a redeal, and every view and record of that state is valid (D3.6, D6.5)."""
    rules = Ruleset("dou_dizhu", seats=3)
    match = LoggedMatch(rules, "all pass")
    dealer = match.view(None).dealer
    for _ in range(2):
        prepared = match.put(last_pass(match))
        assert prepared.needs_start
        for viewer in (None, 0, 1, 2):
            view = match.view(viewer)
            assert view.phase == "redeal"
            assert list(view.decisions) == []
            assert all(seat.hand == "" for seat in view.seats)
            assert [seat.total for seat in view.seats] == [0, 0, 0]
        match.follow()
    assert match.table.attempt == 3
    assert match.view(None).dealer == dealer
    table = Table(rules, seed=1)
    for _ in range(6):
        table.act(table.decisions[0].seat, "pass")
    for viewer in (None, 0, 1, 2):
        record = record_pb2.Record.FromString(table.record(viewer))
        assert [len(deal.attempts) for deal in record.deals] == [0]
        assert verify_record(table.record(viewer)) == []


def last_pass(match: LoggedMatch) -> entry_pb2.Entry:
    """Pass until one pass is missing, and give that one."""
    for _ in range(2):
        match.act(match.asked()[0], "pass")
    seat = match.asked()[0]
    return acted(seat, match.decision_id(seat), "pass")


def test_going_out_with_a_plane_ends_the_deal_at_once() -> None:
    """A hand that is played out by a plane with wings ends the deal; nobody is asked (D5.6)."""
    rules = Ruleset("dou_dizhu", seats=3, preset="douzero", options={"spring": "x2"})
    for number in range(4_000):
        match = LoggedMatch(rules, f"plane {number}")
        landlord = match.asked()[0]
        match.act(landlord, "bid 3")
        hand = hand_of(match, landlord)
        plane = finishing_plane(hand)
        if plane is None:
            continue
        play_all_but(match, landlord, plane)
        match.act(landlord, f"play {show(plane)}")
        assert match.view(None).phase == "between_deals"
        assert match.asked() == [0, 1, 2]
        assert list(match.view(None).last_deal.winners) == [landlord]
        return
    raise AssertionError("no plane among the first 4 000 deals")


def finishing_plane(hand: Cards) -> Cards | None:
    """Find two triplets in a row with two single cards in a hand."""
    for low in range(11):
        if hand[low] == hand[low + 1] == 3:
            singles = [r for r in range(15) if hand[r] == 1 and r not in {low, low + 1}]
            if len(singles) >= 2 and not {13, 14} <= set(singles[:2]):
                counts = [0] * 15
                counts[low] = counts[low + 1] = 3
                for rank in singles[:2]:
                    counts[rank] += 1
                return tuple(counts)
    return None


def play_all_but(match: LoggedMatch, landlord: int, kept: Cards) -> None:
    """Let the landlord lay everything else, card by card, while the others pass."""
    while hand_of(match, landlord) != kept:
        if match.asked() != [landlord]:
            match.act(match.asked()[0], "pass")
            continue
        hand = hand_of(match, landlord)
        rest = [rank for rank in range(15) for _ in range(hand[rank] - kept[rank])]
        match.act(landlord, f"play {show_ranks(rest[:1])}")
    while match.asked() != [landlord]:
        match.act(match.asked()[0], "pass")


@pytest.mark.parametrize("seats", [3, 4])
def test_calling_and_robbing_end(seats: int) -> None:
    """Everybody robs: the caller is asked once more, and the last robber is landlord (D3.10)."""
    rules = Ruleset("dou_dizhu", seats=seats, options={"auction": "call_rob"})
    match = LoggedMatch(rules, "rob")
    caller = match.asked()[0]
    match.act(caller, "call")
    for step in (*range(1, seats), 0):
        assert match.asked() == [(caller + step) % seats]
        assert set(match.legal(match.asked()[0])) == {"pass", "rob"}
        match.act(match.asked()[0], "rob")
    view = match.view(None)
    assert (view.phase, view.seats[caller].role) == ("play", "landlord")
    assert (view.stake.bid, view.stake.doublings, view.stake.value) == (1, seats, 2**seats)


@pytest.mark.parametrize("seats", [3, 4])
def test_nothing_tells_the_bottom_before_there_is_a_landlord(seats: int) -> None:
    """No counter, event, view or record lets anybody deduce the bottom cards (D2.5, D3.7).

    Whatever the viewer's own cards leave open is dealt again: nothing that is shown changes.
    """
    options: dict[str, str | bool | int] = {"reveal_bottom": True, "auction": "call_rob"}
    table = Table(Ruleset("dou_dizhu", seats=seats, options=options), seed=5)
    for _ in range(seats - 1):
        for viewer in (None, *range(seats)):
            shown = view_pb2.View.FromString(table.view(viewer))
            zones = {zone.name: zone for zone in shown.zones}
            assert (zones["bottom"].size, zones["bottom"].cards) == ({3: 3, 4: 8}[seats], "")
            assert shown.played == ""
            hidden = [seat.hand for seat in shown.seats if seat.seat != viewer]
            assert hidden == [""] * len(hidden)
            for seed in range(4):
                other = table.resample(viewer, seed)
                assert other.view(viewer) == table.view(viewer)
                if viewer is not None:
                    assert other.legal(viewer).message == table.legal(viewer).message
        table.act(table.decisions[0].seat, "pass")
