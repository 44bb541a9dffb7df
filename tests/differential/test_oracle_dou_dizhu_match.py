"""The Dou Dizhu oracle's play, payment, matches and perft against its rules document."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from oracle.dou_dizhu.auction import AllPassed, auction
from oracle.dou_dizhu.deal import Request, deal, from_hands, from_keys
from oracle.dou_dizhu.match import Match
from oracle.dou_dizhu.options import ALLOWED, set_up
from oracle.dou_dizhu.order import Wanted
from oracle.dou_dizhu.payment import Story, settle
from oracle.dou_dizhu.perft import actions, after, divide, perft
from oracle.dou_dizhu.ranks import EMPTY, parse
from oracle.dou_dizhu.round import IllegalActionError
from oracle.words import key_stream

if TYPE_CHECKING:
    from collections.abc import Callable

    from oracle.setting import Value

SMALL = ["3-4-4", "5-6-6", "7-8-8"]
"""Hands with which a deal is short."""


def small(players: int = 3, bottom: str = "9", **chosen: Any) -> Match:
    """A match of small hands; seat 0 is the first bidder."""
    hands = [*SMALL, "9-T-T"][:players]
    return Match(players, set_up(players, chosen), from_hands(hands, bottom))


def run(match: Match, *script: str) -> Match:
    """Take `seat action` in turn; one seat says it for all of a script like `0 pass`."""
    for line in script:
        seat, action = line.split(" ", 1)
        match.act(int(seat), action)
    return match


def test_all_pass_redeals_until_somebody_must_open() -> None:
    """An all-pass deal is dealt again; after `max_redeals` the first may not pass (D3.11)."""
    match = small(max_redeals=2, redeal_dealer="next")
    for redeals in range(2):
        assert (match.round.redeals, match.round.dealt.dealer) == (redeals, redeals)
        run(match, "0 pass", "1 pass", "2 pass")
    assert match.legal(0) == ["bid 1", "bid 2", "bid 3"]
    assert match.timeout(0) == "bid 1"
    run(match, "0 bid 1")
    assert match.legal(1) == ["pass", "bid 2", "bid 3"]
    assert match.totals == [0, 0, 0]
    forced = auction([], set_up(3, {"auction": "call_rob", "max_redeals": 1}), 3, 1)
    assert forced == (0, ["call"])
    assert isinstance(auction(["pass"] * 3, set_up(3), 3), AllPassed)
    assert run(small(), "0 pass", "1 pass", "2 pass").round.dealt.dealer == 0


# --- play -----------------------------------------------------------------------------------------


def test_steps_before_the_first_lead() -> None:
    """Bottom, `reveal`, `double` by the peasants and then the landlord, lead (D3.12)."""
    match = small(landlord_reveal="on", personal_double="on", reveal_bottom=True)
    run(match, "0 pass")
    assert (match.phase, match.round.bottom_is_public) == ("auction", False)
    run(match, "1 bid 3")
    assert (match.phase, match.asked(), match.legal(1)) == ("reveal", [1], ["pass", "reveal"])
    assert match.round.bottom_is_public
    assert match.round.hands[1] == parse("5-6-6-9")
    run(match, "1 reveal")
    assert (match.phase, match.asked(), match.legal(2)) == ("double", [2], ["pass", "double"])
    assert match.timeout(2) == "pass"
    run(match, "2 double", "0 pass")
    assert (match.phase, match.asked()) == ("double", [1])
    run(match, "1 double")
    assert (match.phase, match.asked(), match.timeout(1)) == ("play", [1], "play 5")
    assert match.legal(1) == ["play 5", "play 6", "play 9", "play 6-6"]


def test_a_trick() -> None:
    """Passing is not binding, N-1 passes end a trick, its winner leads (D5.2 to D5.5)."""
    match = run(small(), "0 bid 3", "0 play 3")
    assert match.legal(1) == ["pass", "play 5", "play 6"]
    run(match, "1 pass", "2 play 7", "0 pass", "1 pass")
    assert match.asked() == [2]
    assert "pass" not in match.legal(2)
    with pytest.raises(IllegalActionError):
        match.act(2, "pass")
    with pytest.raises(IllegalActionError):
        match.act(2, "play 9")
    with pytest.raises(IllegalActionError):
        match.act(0, "play 9")
    run(match, "2 play 8-8")
    assert match.phase == "between"
    assert match.totals == [-6, 3, 3]


def test_a_play_with_a_wanted_reading() -> None:
    """The accepted reading is what later plays must beat (D4.21.3)."""
    hands = ["3-3-3-4-4-4-5-5-5-6-6-6-9", "5-5-5-6-6-6-7-7-7-8-8-9", "T"]
    options = set_up(3, {"kickers": "loose"})
    match = run(Match(3, options, from_hands(hands, "2")), "0 bid 3")
    bare = after(match, 0, "play 3-3-3-4-4-4-5-5-5-6-6-6")
    assert bare.legal(1) == ["pass"]
    match.act(0, "play 3-3-3-4-4-4-5-5-5-6-6-6", Wanted("triplet_sequence_singles", key="5"))
    assert f"play {hands[1]}" in match.legal(1)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("how", ["bid123", "bid_once", "call_rob"])
@pytest.mark.parametrize("seed", range(3))
def test_random_matches(players: int, how: str, seed: int) -> None:
    """What is listed is taken; cards and money are conserved; the best total wins (D5, D6.5)."""
    chosen: dict[str, Value] = {
        "auction": how,
        "match_end": "deals",
        "match_deals": 2,
        "spring": "x2",
    }
    chosen |= {"landlord_reveal": "on", "personal_double": "on", "max_redeals": 1}
    options = set_up(players, chosen)
    rng = random.Random(seed)
    match = Match(players, options, from_keys(options, players, key_of_deal(seed)))
    while not match.over:
        (seat,) = match.asked()
        match.act(seat, rng.choice(match.legal(seat)))
        assert sum(match.totals) == 0
    first, second = match.finished
    assert second.dealt.dealer == (first.dealt.dealer + 1) % players
    for done in (first, second):
        assert [hand == EMPTY for hand in done.hands].count(True) == 1
        assert done.played[done.went_out() or 0]
    assert match.winners() == [s for s in range(players) if match.totals[s] == max(match.totals)]


def key_of_deal(seed: int) -> Callable[[int, int], bytes]:
    """Keys that differ by seed, deal and attempt."""
    return lambda deal_number, attempt: bytes([seed, deal_number, attempt, *[0] * 29])


# --- payment --------------------------------------------------------------------------------------

ON: dict[str, Value] = {"personal_double": "on"}


PAID: list[tuple[int, dict[str, Any], str, dict[str, Value], list[int]]] = [
    (2, {}, "landlord", {}, [4, -2, -2]),
    (3, {"bombs": (4,), "rocket": True}, "peasants", {}, [-24, 12, 12]),
    (1, {}, "landlord", {}, [2, -1, -1]),
    (2, {"bombs": (4, 5, 6)}, "landlord", {}, [12, -4, -4, -4]),
    (3, {"bombs": (7, 8), "rocket": True}, "peasants", {}, [-72, 24, 24, 24]),
    (3, {"bombs": (4, 4, 4)}, "landlord", {}, [48, -24, -24]),
    (3, {"played": (1, 0, 0)}, "landlord", {"spring": "x2"}, [12, -6, -6]),
    (1, {"bombs": (4,), "played": (1, 3, 0)}, "peasants", {"spring": "x3"}, [-12, 6, 6]),
    (1, {"robs": 2, "revealed": True, "bombs": (4,)}, "landlord", {}, [32, -16, -16]),
    (3, {"bombs": (4, 4), "rocket": True}, "landlord", {"max_doublings": 2}, [24, -12, -12]),
    (2, {"doubled": frozenset({0, 1})}, "peasants", ON, [-12, 8, 4]),
]
"""Bid, what happened, who won, options, results from the landlord on."""


@pytest.mark.parametrize(("bid", "happened", "winner", "chosen", "results"), PAID)
def test_payment_examples(
    bid: int,
    happened: dict[str, Any],
    winner: str,
    chosen: dict[str, Value],
    results: list[int],
) -> None:
    """The eleven examples of section 6 pay what its tables say."""
    players = len(results)
    told = {"played": (2,) * players, **happened}
    story = Story(landlord=0, landlord_won=winner == "landlord", bid=bid, **told)
    assert settle(story, set_up(players, chosen)) == results


def test_payment_of_a_played_deal() -> None:
    """A deal is paid by what was played in it: bombs of both sides, spring, doubles (D6)."""
    hands = ["3-3-3-3-4", "5-5-5-5-6", "7-8"]
    options = set_up(3, {"personal_double": "on", "spring": "x3", "unit": 10})
    match = run(Match(3, options, from_hands(hands, "9")), "0 bid 2", "1 pass", "2 pass")
    run(match, "1 double", "2 pass", "0 pass", "0 play 3-3-3-3", "1 play 5-5-5-5", "2 pass")
    run(match, "0 pass", "1 play 6")
    assert match.totals == [-10 * 2 * 4 * 3 * 3, 10 * 2 * 4 * 3 * 2, 10 * 2 * 4 * 3]
    story = match.finished[0].story()
    assert story is not None
    assert (story.bombs, story.played, story.doubled) == ((4, 4), (1, 2, 0), frozenset({1}))
    assert match.round.bottom_is_public


# --- the match ------------------------------------------------------------------------------------

SHORT_DEAL = ("0 bid 1", "1 pass", "2 pass", "0 play 3", "1 pass", "2 pass", "0 play 4-4")
"""The landlord goes out with the bottom card; the peasants never play."""


def test_agreement() -> None:
    """All must say `continue`, in any order; one `stop` ends the match (D5.9, D5.13)."""
    match = run(small(), *SHORT_DEAL, "1 pass", "2 pass", "0 play 9")
    assert (match.phase, match.asked(), match.winners()) == ("between", [0, 1, 2], None)
    assert match.timeout(2) == "stop"
    stopped = after(match, 1, "stop")
    assert (stopped.over, stopped.asked(), stopped.legal(0)) == (True, [], [])
    assert stopped.winners() == [0]
    run(match, "2 continue", "0 continue")
    with pytest.raises(IllegalActionError):
        match.act(0, "stop")
    assert match.asked() == [1]
    run(match, "1 continue")
    assert (match.phase, match.round.dealt.dealer, match.totals) == ("auction", 1, [2, -1, -1])


@pytest.mark.parametrize(
    ("chosen", "deals"),
    [
        ({"match_end": "deals", "match_deals": 1}, 1),
        ({"match_end": "deals", "match_deals": 3}, 3),
        ({"match_end": "target", "match_target": 2}, 1),
        ({"match_end": "target", "match_target": 3}, 2),
    ],
)
def test_match_ends_by_itself(chosen: dict[str, Any], deals: int) -> None:
    """`deals:k` counts deals that were played out, `target:t` looks at totals (D5.13)."""
    match = run(small(**chosen), "0 pass", "1 pass", "2 pass")
    for played in range(deals):
        assert (match.over, len(match.finished)) == (False, played)
        run(match, *SHORT_DEAL, "1 pass", "2 pass", "0 play 9")
    assert (match.over, match.totals) == (True, [2 * deals, -deals, -deals])


def test_equal_totals_share() -> None:
    """Equal totals share the win (D5.9)."""
    match = run(small(match_end="deals", match_deals=1), "0 bid 1", "1 pass", "2 pass")
    run(match, "0 play 3", "1 play 5", "2 pass", "0 pass", "1 play 6-6")
    assert match.winners() == [1, 2]


def test_previous_winner_opens() -> None:
    """Who ran out of cards in the last deal opens the next and its redeals (D2.8)."""
    options = set_up(3, {"first_bidder": "previous_winner"})
    for seed in range(5):
        key = bytes([seed] * 32)
        dealt = deal(Request(2, 3, dealer=1, went_out=0), options, 3, key_stream(key))
        assert (dealt.dealer, dealt.first_bidder, dealt.faceup) == (1, 0, None)


@pytest.mark.parametrize("players", [3, 4])
def test_timeouts_are_legal(players: int) -> None:
    """A match in which nobody ever acts passes for ever; forced open, it ends (D5.14)."""
    for how in ALLOWED["auction"]:
        chosen = {"auction": how, "max_redeals": 1, "landlord_reveal": "on", **ON}
        options = set_up(players, chosen)
        match = Match(players, options, from_keys(options, players, key_of_deal(5)))
        while not match.over:
            seat = match.asked()[0]
            assert match.timeout(seat) in match.legal(seat)
            match.act(seat, match.timeout(seat))
        assert match.finished[0].redeals == 1
        assert match.finished[0].went_out() == match.finished[0].landlord


# --- perft ----------------------------------------------------------------------------------------


def test_perft_by_hand() -> None:
    """Small trees counted by hand: calls, leads and answers, and the answers between deals."""
    assert [perft(small(), depth) for depth in (0, 1)] == [1, 4]
    # pass: 4 calls more; 1: 3; 2: 2; 3: the leads 3, 4, 9 and 4-4.
    assert divide(small(), 2) == {(0, "pass"): 4, (0, "bid 1"): 3, (0, "bid 2"): 2, (0, "bid 3"): 4}
    won = run(small(), "0 bid 3")
    # On 3: pass, 5, 6; on 4 the same; on 9 and on 4-4: pass; 6-6 too on 4-4.
    assert perft(won, 2) == 3 + 3 + 1 + 2
    between = run(small(), *SHORT_DEAL, "1 pass", "2 pass", "0 play 9")
    # 3 seats with 2 answers each; after a stop nothing, after a continue 2 seats are left.
    assert [perft(between, depth) for depth in (1, 2, 3)] == [6, 3 * 4, 3 * 2 * 2]
    # All 6 orders of three continues lead to the 4 first calls of the next deal.
    assert perft(between, 4) == 6 * 4


@pytest.mark.parametrize(
    ("players", "chosen", "counts"),
    [
        (3, {}, [4, 72, 316, 1750]),
        (3, {"auction": "call_rob"}, [2, 4, 8, 170]),
        (4, {}, [4, 195, 1339, 10_920]),
        (4, {"triplet_single_4p": True, "quadplex_4p": True}, [4, 832, 6_028]),
    ],
)
def test_perft_from_a_key(players: int, chosen: dict[str, Any], counts: list[int]) -> None:
    """The counts from the deal with key 00 01 .. 1f stay what they are."""
    options = set_up(players, chosen)
    match = Match(players, options, from_keys(options, players, lambda *_: bytes(range(32))))
    assert [perft(match, depth) for depth in range(1, len(counts) + 1)] == counts


def test_cloning_changes_nothing() -> None:
    """Acting on a copy leaves the match as it was, whatever the action."""
    match = run(small(), "0 bid 3", "0 play 3", "1 play 5")
    before = (actions(match), list(match.round.hands), perft(match, 2))
    for seat, action in actions(match):
        after(match, seat, action)
    assert (actions(match), list(match.round.hands), perft(match, 2)) == before
