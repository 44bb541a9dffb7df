"""What the oracle says of payments, auctions, tricks and first bidders, for the vector runner."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from engine.swarm import random_options
from oracle.dou_dizhu.auction import AllPassed, Open, auction
from oracle.dou_dizhu.deal import first_bidder_by_card
from oracle.dou_dizhu.options import Options, set_up
from oracle.dou_dizhu.payment import Story, settle
from oracle.dou_dizhu.play import Ask, TrickWon, turn
from oracle.dou_dizhu.ranks import bottom_size, drawn_each
from paizhuo.engine import run_vectors

if TYPE_CHECKING:
    from pathlib import Path

    from oracle.dou_dizhu.auction import State
    from oracle.setting import Value

Vector = dict[str, Any]


def check(folder: Path, vectors: list[Vector]) -> None:
    """The engine's runner passes all of these vectors."""
    for number, vector in enumerate(vectors):
        vector["id"] = f"{vector['kind']}-{number}"
    file = folder / "vectors.json"
    file.write_text(json.dumps({"game": "dou_dizhu", "format": "made", "vectors": vectors}))
    report, failed = run_vectors([str(file)])
    assert (report, failed) == (f"{len(vectors)} passed, 0 failed", 0)


def pays(rng: random.Random, seats: int, chosen: dict[str, Value], count: int) -> list[Vector]:
    """Draw stories of deals under the same options."""
    options = set_up(seats, chosen)
    return [{**pay(rng, seats, options), "options": chosen} for _ in range(count)]


def pay(rng: random.Random, seats: int, options: Options) -> Vector:
    """Draw the story of a deal, likely or not, with what the oracle pays for it."""
    winner = rng.choice(("landlord", "peasants"))
    sizes = [4] if seats == 3 else [4, 5, 6, 7, 8]
    bombs = [rng.choice(sizes) for _ in range(rng.choice((0, 1, 3, 8, 25)))]
    played = [rng.choice((0, 1, 5)) for _ in range(seats)]
    played[0] = max(1, played[0])  # the landlord leads (D5.1)
    if winner == "peasants" and sum(played[1:]) == 0:
        played[1] = 1
    story = Story(
        landlord=0,
        landlord_won=winner == "landlord",
        bid=rng.randint(1, 3),
        played=tuple(played),
        bombs=tuple(bombs),
        rocket=rng.random() < 0.3,
        robs=rng.randint(0, seats) if options.auction == "call_rob" else 0,
        revealed=options.landlord_reveal == "on" and rng.random() < 0.5,
        doubled=frozenset(
            seat for seat in range(seats) if options.personal_double == "on" and rng.random() < 0.5
        ),
    )
    return {
        "kind": "pay",
        "players": seats,
        "winner": winner,
        "bid": story.bid,
        "played": played,
        "bombs": bombs,
        "rocket": story.rocket,
        "robs": story.robs,
        "reveal": story.revealed,
        "doubled": sorted(story.doubled),
        "expect": settle(story, options),
    }


@pytest.mark.parametrize("seats", [3, 4])
def test_payments(tmp_path: Path, seats: int) -> None:
    """Random stories are paid alike under random options (D6.1 to D6.8)."""
    rng = random.Random(seats)
    vectors: list[Vector] = []
    for _ in range(150):
        vectors += pays(rng, seats, random_options(rng, seats), 10)
    check(tmp_path, vectors)


@pytest.mark.parametrize("seats", [3, 4])
def test_extreme_payments(tmp_path: Path, seats: int) -> None:
    """The highest unit and 30 doublings are paid to the last coin (D6.7, 7.1)."""
    rng = random.Random(seats)
    extreme: dict[str, Value] = {"unit": 1_000_000, "max_doublings": 30, "spring": "x3"}
    extreme |= {"auction": "call_rob", "landlord_reveal": "on", "personal_double": "on"}
    vectors = pays(rng, seats, {**extreme, "bomb_double_min_4p": 4}, 300)
    assert max(max(map(abs, vector["expect"])) for vector in vectors) >= 1_000_000 * 2**25
    check(tmp_path, vectors)


def expected_of(state: State, calls: list[str]) -> object:
    """Give what a vector expects of an auction that stands like this."""
    if isinstance(state, Open | AllPassed):
        return "open" if isinstance(state, Open) else "redeal"
    robs = {"robs": state.robs} if "call" in calls else {}
    return {"landlord": state.landlord, "bid": state.bid, **robs}


def random_auction(rng: random.Random, seats: int, chosen: dict[str, Value]) -> list[Vector]:
    """Draw calls until the auction is over or a call is illegal; every step is a vector."""
    options = set_up(seats, chosen)
    redeals = rng.randint(0, 3)
    calls: list[str] = []
    vectors: list[Vector] = []
    state = auction(calls, options, seats, redeals)
    while isinstance(state, Open):
        call = rng.choice(state.legal)
        if rng.random() < 0.15:
            call = rng.choice(("pass", "bid 1", "bid 2", "bid 3", "call", "rob"))
        calls = [*calls, call]
        legal = call in state.legal
        if legal:
            state = auction(calls, options, seats, redeals)
        vectors.append(
            {
                "kind": "auction",
                "players": seats,
                "options": chosen,
                "redeals": redeals,
                "calls": [one.removeprefix("bid ") for one in calls],
                "expect": expected_of(state, calls) if legal else "illegal_call",
            }
        )
        if not legal:
            break
    return vectors


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("how", ["bid123", "bid_once", "call_rob"])
def test_auctions(tmp_path: Path, seats: int, how: str) -> None:
    """Random calls lead to the same landlord, bid and robs (D3.1 to D3.11)."""
    rng = random.Random(f"{seats} {how}")
    vectors: list[Vector] = []
    for _ in range(300):
        chosen: dict[str, Value] = {"auction": how, "max_redeals": rng.randint(0, 3)}
        vectors += random_auction(rng, seats, chosen)
    check(tmp_path, vectors)


@pytest.mark.parametrize("seats", [3, 4])
def test_first_bidders(tmp_path: Path, seats: int) -> None:
    """Who draws the face-up card, or went out last, opens the auction (D2.6, D2.7, D2.8)."""
    drawn = seats * drawn_each(seats)
    assert drawn + bottom_size(seats) == 54 * (seats - 2)
    by_card = [
        {
            "kind": "first_bidder",
            "players": seats,
            "dealer": dealer,
            "faceup_index": index,
            "expect": first_bidder_by_card(dealer, index, seats),
        }
        for dealer in range(seats)
        for index in range(drawn)
    ]
    by_winner = [
        {
            "kind": "first_bidder",
            "players": seats,
            "options": {"first_bidder": "previous_winner"},
            "dealer": dealer,
            "winner": winner,
            "expect": winner,
        }
        for dealer in range(seats)
        for winner in range(seats)
    ]
    check(tmp_path, [*by_card, *by_winner])


def random_trick(rng: random.Random, seats: int) -> Vector:
    """Draw the turns of a trick, stopped anywhere."""
    left = [rng.randint(1, 6) for _ in range(seats)]
    leader = rng.randrange(seats)
    hands, laid = list(left), list[int | None]()
    state = turn(seats, left, leader, laid)
    for _ in range(rng.randint(1, 9)):
        if not isinstance(state, Ask):
            break
        cards = None if laid and rng.random() < 0.5 else rng.randint(1, hands[state.seat])
        hands[state.seat] -= cards or 0
        laid.append(cards)
        state = turn(seats, left, leader, laid)
    if isinstance(state, Ask):
        expect = {"ask": state.seat}
    elif isinstance(state, TrickWon):
        expect = {"winner": state.seat, "leader": state.seat}
    else:
        expect = {"out": state.seat}
    actions = ["pass" if cards is None else cards for cards in laid]
    return {
        "kind": "trick",
        "players": seats,
        "left": left,
        "leader": leader,
        "actions": actions,
        "expect": expect,
    }


@pytest.mark.parametrize("seats", [3, 4])
def test_tricks(tmp_path: Path, seats: int) -> None:
    """Random tricks go on, end and end the deal alike (D5.2 to D5.6, D5.10)."""
    rng = random.Random(seats)
    check(tmp_path, [random_trick(rng, seats) for _ in range(1_500)])


def test_wrong_expectations_fail(tmp_path: Path) -> None:
    """The runner does not pass whatever it is given: another result of a payment fails (D6.4)."""
    (vector,) = pays(random.Random(1), 3, {}, 1)
    vector["expect"] = [one + 1 for one in vector["expect"]]
    with pytest.raises(AssertionError):
        check(tmp_path, [vector])
