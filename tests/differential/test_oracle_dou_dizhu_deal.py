"""The Dou Dizhu oracle's dealing, options and auction against its rules document."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import pytest

from oracle.dou_dizhu.auction import Open, auction
from oracle.dou_dizhu.deal import Dealt, Request, deal
from oracle.dou_dizhu.options import PRESETS, set_up
from oracle.dou_dizhu.ranks import drawn_each, full_pack, parse, plus, rank_of
from oracle.setting import SetupError, Value
from oracle.words import chacha20_block, draw, key_stream, shuffle

if TYPE_CHECKING:
    from collections.abc import Iterator

# --- words and deals ------------------------------------------------------------------------------


def test_block_function() -> None:
    """The block function gives RFC 8439's example (2.3.2)."""
    last_words = [1, 0x09000000, 0x4A000000, 0]
    block = struct.pack("<16I", *chacha20_block(bytes(range(32)), last_words))
    assert block.hex().startswith("10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c06803")
    assert block.hex().endswith("a2503c4e")


def test_key_stream() -> None:
    """The stream of the zero key is the known one, and goes on into the second block."""
    words = key_stream(bytes(32))
    stream = struct.pack("<32I", *(next(words) for _ in range(32)))
    assert stream[:16].hex() == "76b8e0ada0f13d90405d6ae55386bd28"
    assert stream[64:80].hex() == "9f07e7be5551387a98ba977c732d080d"


def test_draw_rejects_the_incomplete_stretch() -> None:
    """A word is rejected from the last multiple of the bound on, and only there."""
    assert draw(iter([2**32 - 1, 7]), 3) == 1
    assert draw(iter([2**32 - 2]), 3) == 2
    assert draw(iter([2**32 - 1]), 4) == 3


def test_shuffle_swaps_downwards() -> None:
    """`i` runs from n-1 down to 1 with `j` uniform in 0..i (D2.6.2)."""
    assert shuffle(iter([0, 0, 0]), [0, 1, 2, 3]) == [1, 2, 3, 0]
    assert shuffle(iter([3, 2, 1]), [0, 1, 2, 3]) == [0, 1, 2, 3]


def deal_plainly(players: int, words: Iterator[int], first_bidder: str) -> Dealt:
    """The first deal of a match out of these words."""
    options = set_up(players, {"first_bidder": first_bidder})
    return deal(Request(1, 1, dealer=None, went_out=None), options, players, words)


@pytest.mark.parametrize("players", [3, 4])
def test_deal_without_swaps(players: int) -> None:
    """D2.6 step by step: dealer, cut, the face-up card put back, drawn in turn from the dealer."""
    size, drawn = 54 * (players - 2), players * drawn_each(players)
    words = [2, *range(size - 1, 0, -1), 9, 6]  # dealer 2, no swap, cut after 10, p = 6
    dealt = deal_plainly(players, iter(words), "faceup")
    cut = [*range(10, size), *range(10)]
    deck = [*cut[1:7], cut[0], *cut[7:]]
    assert (dealt.dealer, dealt.cut, dealt.faceup, dealt.faceup_index) == (2, 10, 10, 6)
    assert dealt.first_bidder == (2 + 6) % players
    assert list(dealt.deck) == deck
    for seat in range(players):
        cards = [deck[k] for k in range(drawn) if (2 + k) % players == seat]
        assert dealt.hands[seat] == parse(" ".join("3456789TJQKA2br"[rank_of(c)] for c in cards))
    assert sum(dealt.bottom) == size - drawn


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("first_bidder", ["faceup", "random", "previous_winner"])
def test_deal_conserves_cards(players: int, first_bidder: str) -> None:
    """All cards are dealt; the face-up card goes to the first bidder (D2.4, D2.6.7, D2.7)."""
    for seed in range(20):
        dealt = deal_plainly(players, key_stream(bytes([seed] * 32)), first_bidder)
        everything = dealt.bottom
        for hand in dealt.hands:
            everything = plus(everything, hand)
            assert sum(hand) == drawn_each(players)
        assert everything == full_pack(players)
        assert (dealt.faceup is None) == (first_bidder != "faceup")
        if dealt.faceup is not None:
            assert dealt.hands[dealt.first_bidder][rank_of(dealt.faceup)] > 0


# --- options --------------------------------------------------------------------------------------


REFUSED: list[tuple[str, Value]] = [
    ("jokers", 1),
    ("unit", 0),
    ("unit", True),
    ("quadplex_3p", 1),
    ("quadplex_as_bomb", True),
    ("max_doublings", 31),
    ("max_redeals", 101),
    ("spring", "on"),
    ("laizi", "on"),
    ("match_end", "deals"),
    ("match_end", "target"),
    ("match_deals", 0),
]


def test_options_are_checked() -> None:
    """Unknown options and values are refused, and what D4.22 and D5.13 refuse (D7)."""
    for name, value in REFUSED:
        with pytest.raises(SetupError):
            set_up(3, {name: value})
    for kickers in ("loose", "rlcard"):
        with pytest.raises(SetupError, match=r"D4\.22"):
            set_up(4, {"kickers": kickers})
    assert set_up(4, {"quadplex_3p": False, "max_doublings": 0}).max_doublings == 0


def test_presets() -> None:
    """Presets set what D7.2 names, options beside them win, two are for 3 players only."""
    assert set_up(3) == set_up(3, preset="seed") == set_up(3, preset="pagat")
    assert set_up(3, preset="online") == set_up(3, PRESETS["online"])
    assert set_up(3, {"kickers": "distinct"}, preset="rlcard").kickers == "distinct"
    for preset in ("rlcard", "douzero"):
        with pytest.raises(SetupError):
            set_up(4, preset=preset)


# --- the auction ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "how", "calls", "expected"),
    [
        (3, "bid123", "3", (0, 3, 0)),
        (3, "bid123", "pass 1 pass pass", (1, 1, 0)),
        (3, "bid123", "pass 1 pass 2 pass pass", (0, 2, 0)),
        (3, "bid123", "pass pass pass", ()),
        (4, "bid123", "1 pass pass 2 pass pass pass", (3, 2, 0)),
        (4, "bid123", "pass pass pass 1 pass 3", (1, 3, 0)),
        (3, "bid_once", "pass 1 pass", (1, 1, 0)),
        (3, "call_rob", "call rob pass rob", (0, 1, 2)),
        (3, "call_rob", "pass call rob pass", (2, 1, 1)),
        (4, "call_rob", "call rob pass rob pass", (3, 1, 2)),
    ],
)
def test_auction_examples(players: int, how: str, calls: str, expected: tuple[int, ...]) -> None:
    """The examples of section 3 end as its table says."""
    said = [f"bid {call}" if call.isdigit() else call for call in calls.split()]
    assert tuple(auction(said, set_up(players, {"auction": how}), players)) == expected


def all_auctions(players: int, how: str) -> list[list[str]]:
    """Every auction that is over."""
    options = set_up(players, {"auction": how})
    going, done = [list[str]()], list[list[str]]()
    while going:
        calls = going.pop()
        state = auction(calls, options, players)
        if isinstance(state, Open):
            going += [[*calls, call] for call in state.legal]
        else:
            done.append(calls)
    return done


@pytest.mark.parametrize(("players", "longest", "robs"), [(3, 7, 3), (4, 10, 4)])
def test_longest_auction(players: int, longest: int, robs: int) -> None:
    """No auction is longer than D3.8 says, nobody robs more often than D3.10.4 says."""
    assert max(map(len, all_auctions(players, "bid123"))) == longest
    assert max(map(len, all_auctions(players, "bid_once"))) == players
    assert max(calls.count("rob") for calls in all_auctions(players, "call_rob")) == robs
