"""Choosing cards by keyboard."""

from __future__ import annotations

import pytest

from paizhuo_table.deck import Deck
from paizhuo_table.look import ASCII, UNICODE
from paizhuo_table.selection import Selection
from paizhuo_table.skin import Sorting
from terminal.staged import game

HAND = ("r", "2s", "2h", "Kd", "Ks", "Kh", "Tc", "Td", "3s")
DECK = Deck(game(), UNICODE)


def held(*cards: str) -> Selection:
    """Hold a hand in which nothing is chosen."""
    return Selection(cards or HAND)


def test_a_rank_key_chooses_one_card_more_and_then_lets_go() -> None:
    """Each press takes the next card of the rank; after the last one all are let go of."""
    selection = held()
    counts = []
    for _ in range(5):
        selection = selection.press(("K",), DECK.rank)
        counts.append(selection.cards)
    assert counts == [("Kd",), ("Kd", "Ks"), ("Kd", "Ks", "Kh"), (), ("Kd",)]


def test_a_rank_that_is_not_held_changes_nothing() -> None:
    """Pressing a rank of which there is no card is no choice."""
    assert held().press(("9",), DECK.rank) == held()


def test_the_cursor_goes_round() -> None:
    """Left of the first card is the last one, and Space chooses where the cursor is."""
    selection = held().move(-1).toggle()
    assert selection.cards == ("3s",)
    assert selection.move(1).cursor == 0
    assert selection.toggle().cards == ()
    assert (held().move_to(-1).cursor, held().move_to(0).cursor) == (8, 0)


def test_nothing_can_be_chosen_of_an_empty_hand() -> None:
    """An empty hand has no cursor to move and no card to choose."""
    empty = Selection()
    assert [empty.move(1), empty.toggle(), empty.move_to(-1), empty.clear()] == [empty] * 4


def test_what_is_chosen_stays_chosen_when_the_hand_changes() -> None:
    """Cards that are still there stay chosen in any order, those that are gone do not."""
    selection = held().choose(("Kd", "Tc", "3s"), DECK.rank).hold(("3s", "Kh", "Kd", "2h"))
    assert sorted(selection.cards) == ["3s", "Kd"]
    assert selection.hand[selection.cursor] in {"Kd", "3s", "Kh"}
    assert selection.hold(()).cards == ()


def test_copies_of_one_face_are_told_apart() -> None:
    """With several packs each copy is chosen by itself, and the same count stays chosen."""
    selection = held("Ks", "Ks", "Ks", "3h").press(("K",), DECK.rank).press(("K",), DECK.rank)
    assert selection.chosen == {0, 1}
    assert selection.hold(("3h", "Ks", "Ks", "Ks")).cards == ("Ks", "Ks")


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [
        (("Kh", "Ks"), ("Ks", "Kh")),
        (("K", "K"), ("Kd", "Ks")),
        (("K", "Kd"), ("Kd", "Ks")),
        (("9", "3"), ("3s",)),
        ((), ()),
    ],
)
def test_named_cards_are_chosen(wanted: tuple[str, ...], chosen: tuple[str, ...]) -> None:
    """Cards are found by their faces, and by rank alone where the suit is left out."""
    assert held().press(("T",), DECK.rank).choose(wanted, DECK.rank).cards == chosen


def test_hands_are_sorted() -> None:
    """By rank as the server does, by suit, by sets of a rank; nothing gets lost."""
    assert DECK.order(HAND, Sorting.SERVER) == HAND
    suits = DECK.order(HAND, Sorting.SUIT)
    assert [DECK.suit(card) for card in suits] == ["", "s", "s", "s", "h", "h", "d", "d", "c"]
    assert DECK.order(HAND, Sorting.COUNT)[:5] == ("Kd", "Ks", "Kh", "2s", "2h")
    assert all(sorted(DECK.order(HAND, way)) == sorted(HAND) for way in Sorting)
    assert [Sorting.SERVER.next(), Sorting.SUIT.next(), Sorting.COUNT.next()] == [
        Sorting.SUIT,
        Sorting.COUNT,
        Sorting.SERVER,
    ]


def test_every_rank_has_a_key() -> None:
    """Ranks are chosen by their sign, ten by 0 too; a key that does something else is not used."""
    keys = DECK.keys(frozenset("hk"))
    assert {rank for ranks in keys.values() for rank in ranks} == {r.notation for r in game().ranks}
    assert keys["t"] == keys["0"] == ("T",)
    assert "k" not in keys
    assert keys["K"] == ("K",)


def test_cards_have_labels_in_every_look() -> None:
    """Ten is 10, suits have their sign or their letter, a face that is unknown is itself."""
    assert DECK.cards("Th-3s-r").plain == "10♥ 3♠ ★r"
    assert Deck(game(), ASCII).cards("Th-3s-b").plain == "10h 3s ob"
    assert DECK.cards("Zz").plain == "Zz"
    assert DECK.style("Th") != DECK.style("Ts")
