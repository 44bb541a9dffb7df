"""The Zhao Pengyou oracle against the vectors."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from oracle.setting import SetupError
from oracle.zhao_pengyou.calls import OTHER, Call, may_call, team
from oracle.zhao_pengyou.cards import FACES, Cards, ordered, points, without
from oracle.zhao_pengyou.check import check
from oracle.zhao_pengyou.components import Rules
from oracle.zhao_pengyou.contest import Contest, IllegalActionError, level_rank
from oracle.zhao_pengyou.equipment import (
    CALLED,
    OPPONENTS,
    TEAM,
    draw_order,
    equipment,
    play_order,
)
from oracle.zhao_pengyou.follow import broken
from oracle.zhao_pengyou.leads import Lead, lead
from oracle.zhao_pengyou.match import starter_after
from oracle.zhao_pengyou.options import ALLOWED, PRESETS, Options, set_up
from oracle.zhao_pengyou.scoring import (
    Played,
    Standing,
    match_winners,
    result,
    settled,
    void,
)
from oracle.zhao_pengyou.trump import TRUMPS, Trump, effective_suit, order
from oracle.zhao_pengyou.winner import winner

VECTORS_FOLDER = Path(__file__).parents[1] / "vectors" / "zhao_pengyou"
VECTORS: list[dict[str, Any]] = [
    vector
    for file in sorted(VECTORS_FOLDER.glob("*.json"))
    for vector in json.loads(file.read_text())["vectors"]
]

WITH_PACKS = {2: 5, 3: 8, 4: 12}
"""A number of players with so many packs."""


def trump_of(vector: dict[str, Any]) -> Trump:
    """Give the trumps of a vector."""
    return Trump(vector["trump"]["rank"], vector["trump"]["suit"])


def rules_of(vector: dict[str, Any], options: Options) -> Rules:
    """Give what decides how the cards of a vector count."""
    players = vector.get("players") or WITH_PACKS[vector.get("packs", 2)]
    return Rules(players, options, trump_of(vector))


def led_with(cards: list[str], rules: Rules) -> Lead:
    """Give a lead that may be led."""
    led = lead(ordered(cards), rules)
    assert led is not None
    return led


def standings(seats: list[list[Any]]) -> list[Standing]:
    """Give the standings of a vector."""
    return [Standing(status == "active", total) for status, total in seats]


def shown(after: list[Standing]) -> list[list[Any]]:
    """Give standings as a vector has them."""
    return [["active" if active else "passive", total] for active, total in after]


# --- equipment and order --------------------------------------------------------------------------


def check_deck(vector: dict[str, Any], options: Options) -> None:
    """So many players play with these cards."""
    players = vector["players"]
    table = equipment(players, options)
    assert vector["expect"] == {
        "packs": table.packs,
        "redJokers": table.red,
        "blackJokers": table.black,
        "hand": table.hand,
        "total": len(table.pack),
        "kitty": table.kitty,
        "cardPoints": points(table.pack),
        "calls": CALLED[players],
        "makerTeamMax": TEAM[players],
        "opponentsMin": OPPONENTS[players],
    }


def check_seat_order(vector: dict[str, Any], options: Options) -> None:
    """The table draws or plays in this order (ZP-1.6, ZP-1.7)."""
    players, start = vector["players"], vector["start"]
    draws = vector["use"] == "draw"
    found = draw_order(players, start, options) if draws else play_order(players, start)
    assert found == vector["expect"]


def check_order(vector: dict[str, Any], _: Options) -> None:
    """The cards of a suit stand in this order, high to low."""
    found = [list(step) for step in reversed(order(vector["suit"], trump_of(vector)))]
    assert [step if len(step) > 1 else step[0] for step in found] == vector["expect"]


def check_effective_suit(vector: dict[str, Any], _: Options) -> None:
    """Cards belong to these suits."""
    trump = trump_of(vector)
    assert [effective_suit(card, trump) for card in vector["cards"]] == vector["expect"]


# --- bids, calls, friends -------------------------------------------------------------------------


def check_bidding(vector: dict[str, Any], options: Options) -> None:
    """The contest goes like this; everybody holds every copy of every card."""
    names = vector.get("seats", sorted(vector["levels"]))
    active = [vector.get("status", {}).get(name) != "passive" for name in names]
    contest = Contest(0, [vector["levels"][name] for name in names], active, options)
    everything = ordered(FACES * vector["packs"])
    for event in vector["events"]:
        seat, cards = names.index(event["bid"]), tuple(event["cards"])
        if event.get("refused"):
            before = (contest.standing, contest.challenge)
            with pytest.raises(IllegalActionError):
                contest.bid(seat, cards, everything)
            assert (contest.standing, contest.challenge) == before
            continue
        contest.bid(seat, cards, everything)
        assert (contest.challenge is not None) is ("holderReply" in event)
        if event.get("holderReply") == "defend":
            contest.defend(everything)
            assert contest.standing is not None
            assert [contest.standing.face] * contest.standing.number == event["holderCards"]
        elif "holderReply" in event:
            contest.give_way()
    contest.final = True
    while (asked := contest.asked()) is not None:
        contest.pass_by(asked)
    maker, standing, expect = contest.maker(), contest.standing, vector["expect"]
    assert maker is not None
    assert standing is not None
    assert names[maker] == expect["maker"]
    assert contest.trump() == trump_of(expect)
    assert standing.number == expect.get("count", standing.number)


def check_bid_legal(vector: dict[str, Any], options: Options) -> None:
    """A bid is admitted or not, on another's standing bid, the own one or none."""
    bidder, other = 0, 1
    active = [vector["status"] == "active", True]
    contest = Contest(0, [vector["level"], vector["level"]], active, options)
    everything = ordered(FACES * 4)
    if vector["currentCount"] is not None:
        cards = (f"{vector['level']}c",) * vector["currentCount"]
        contest.bid(bidder if vector.get("isCurrentHolder") else other, cards, everything)
    if vector["expect"]:
        contest.bid(bidder, tuple(vector["cards"]), everything)
    else:
        with pytest.raises(IllegalActionError):
            contest.bid(bidder, tuple(vector["cards"]), everything)


def check_no_bid(vector: dict[str, Any], _: Options) -> None:
    """A deal without a bid leaves these standings."""
    assert shown(void(standings(vector["before"]))) == vector["expect"]["after"]
    assert vector["expect"]["redeal"]
    assert vector["expect"]["sameStarter"]


def check_next_starter(vector: dict[str, Any], options: Options) -> None:
    """The next deal is begun by this seat."""
    active = [seat in vector["active"] for seat in range(vector["players"])]
    found = starter_after(vector["prevMaker"], vector.get("prevStarter", 0), active, options)
    assert found == vector["expect"]


def call_of(call: dict[str, Any]) -> Call:
    """Give a call of a vector."""
    return Call(call["card"], OTHER if call["n"] == "other" else call["n"])


def check_call_legal(vector: dict[str, Any], options: Options) -> None:
    """A call may be made or not."""
    earlier = [call_of(call) for call in vector.get("earlier", [])]
    hand = tuple(vector.get("hand", []))
    found = may_call(call_of(vector["call"]), earlier, hand, rules_of(vector, options))
    assert found is vector["expect"]


def check_friends(vector: dict[str, Any], _: Options) -> None:
    """The maker's team is this."""
    plays = [(play["seat"], tuple(play["cards"])) for play in vector["plays"]]
    found = team([call_of(call) for call in vector["calls"]], vector["maker"], plays)
    assert sorted(found) == vector["expect"]


# --- tricks ---------------------------------------------------------------------------------------


def check_lead(vector: dict[str, Any], options: Options) -> None:
    """Cards are led as this, or may not be led."""
    found = lead(ordered(vector["cards"]), rules_of(vector, options))
    if found is None:
        assert vector["expect"] == {"kind": "illegal", "components": []}
        return
    components = [list(one.cards) for one in found.components]
    assert {"kind": found.kind, "components": components} == vector["expect"]


def check_follow(vector: dict[str, Any], options: Options) -> None:
    """A follower may play these cards, or not."""
    rules = rules_of(vector, options)
    hand, cards = ordered(vector["hand"]), ordered(vector["play"])
    rule = broken(led_with(vector["lead"], rules), hand, cards, rules)
    assert (rule is None) is vector["expect"]


def check_trick(vector: dict[str, Any], options: Options) -> None:
    """A trick is won by this seat, and is worth so much."""
    rules = rules_of(vector, options)
    plays = [ordered(play["cards"]) for play in vector["plays"]]
    place = winner(led_with(vector["plays"][0]["cards"], rules), plays, rules)
    assert vector["expect"] == {
        "winner": vector["plays"][place]["seat"],
        "cardPoints": sum(map(points, plays)),
    }


def check_group(vector: dict[str, Any], options: Options) -> None:
    """A group stands, or only this is left of it."""
    rules, expect = rules_of(vector, options), vector["expect"]
    led = led_with(vector["lead"], rules)
    assert led.kind == "group"
    hands = {other["seat"]: ordered(other["hand"]) for other in vector["others"]}
    failed = check(led, hands, rules)
    assert (failed is None) is expect["valid"]
    withdrawn: Cards = () if failed is None else failed.withdrawn
    kept = without(ordered(vector["lead"]), withdrawn)
    assert Counter(kept) == Counter(expect["leads"])
    assert len(withdrawn) == expect["withdrawn"]
    assert options.group_penalty * len(withdrawn) == expect["penalty"]


# --- scores ---------------------------------------------------------------------------------------


def check_deal_score(vector: dict[str, Any], options: Options) -> None:
    """A deal counts so much."""
    seats = range(vector["players"])
    played = Played(
        team=frozenset(vector["makerTeam"]),
        captured=tuple(vector["captured"].get(str(seat), 0) for seat in seats),
        last_winner=vector["lastTrickWinner"],
        last_points=vector.get("lastTrickPoints", 0),
        buried=tuple(vector["kitty"]),
        withdrawn=tuple((int(seat), cards) for seat, cards in vector["withdrawn"].items()),
    )
    found = result(played, options)
    assert vector["expect"] == {
        "D": found.opponents,
        "side": found.side,
        "points": found.points,
    }


def check_status(vector: dict[str, Any], options: Options) -> None:
    """Points and statuses after a deal are these."""
    before = standings(vector["before"])
    after = settled(before, vector["winners"], vector["points"], options)
    assert shown(after) == vector["expect"]


def check_level(vector: dict[str, Any], _: Options) -> None:
    """So many points are this level."""
    assert [level_rank(total) for total in vector["points"]] == vector["expect"]


def check_game_end(vector: dict[str, Any], options: Options) -> None:
    """The game has ended or not, and these have won it."""
    before = standings(vector["before"])
    after = settled(before, vector["winners"], vector["points"], options)
    won = match_winners(after, vector["winners"], options)
    assert vector["expect"] == {"after": shown(after), "ended": bool(won), "gameWinners": won}


CHECKS = {
    "deck": check_deck,
    "seat_order": check_seat_order,
    "order": check_order,
    "effective_suit": check_effective_suit,
    "bidding": check_bidding,
    "bid_legal": check_bid_legal,
    "no_bid": check_no_bid,
    "next_starter": check_next_starter,
    "call_legal": check_call_legal,
    "friends": check_friends,
    "lead": check_lead,
    "follow": check_follow,
    "trick": check_trick,
    "group_check": check_group,
    "deal_score": check_deal_score,
    "status": check_status,
    "level": check_level,
    "game_end": check_game_end,
}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_vector(vector: dict[str, Any]) -> None:
    """Every vector holds for the oracle."""
    options = set_up(vector.get("players", 5), vector.get("option"), vector.get("preset", "seed"))
    CHECKS[vector["kind"]](vector, options)


def test_every_kind_is_asked() -> None:
    """There are vectors of every kind."""
    assert {vector["kind"] for vector in VECTORS} == set(CHECKS)


# --- set-up ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [-1, 0, 4, 13])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    """Five to twelve may play (ZP-1.1)."""
    with pytest.raises(SetupError):
        set_up(players)


@pytest.mark.parametrize("name", sorted(ALLOWED))
def test_values_that_are_not_listed_are_refused(name: str) -> None:
    """An unknown option, and a value that is not listed, is refused (ZP-7.1)."""
    for value in ("nonsense", -1, 27, 3.5, None):
        with pytest.raises(SetupError):
            set_up(5, {name: value})  # type: ignore[dict-item]
    with pytest.raises(SetupError):
        set_up(5, {f"{name}_": next(iter(ALLOWED[name]))})


def test_presets_are_those_of_the_rules() -> None:
    """Preset `seed` is all defaults, `pagat2018` three values (ZP-7.18)."""
    assert set_up(5) == set_up(5, preset="seed") == Options()
    assert set_up(5, preset="pagat2018") == Options(
        draw_direction="anticlockwise", active_passive="off", scoring="pagat2018"
    )
    assert set(PRESETS) == {"seed", "pagat2018"}
    with pytest.raises(SetupError):
        set_up(5, preset="pagat")


def test_every_value_is_asked_for_by_vectors() -> None:
    """Every value of every option has at least two vectors of its own (ZP-7.1)."""
    asked = Counter(
        (name, value)
        for vector in VECTORS
        for name, value in {
            **PRESETS[vector.get("preset", "seed")],
            **vector.get("option", {}),
        }.items()
    )
    rare = [(name, value) for name in ALLOWED for value in ALLOWED[name] if asked[name, value] < 2]
    assert rare == []


def test_trumps_are_whole_packs() -> None:
    """Whatever is trumps, each face stands once in the order of its suit (ZP-1.8 to ZP-1.11)."""
    for rank in "23456789TJQKA":
        for suit in "shdc":
            trump = Trump(rank, suit)
            suits = [*(other for other in "shdc" if other != suit), TRUMPS]
            standing = [face for one in suits for step in order(one, trump) for face in step]
            assert sorted(standing) == sorted(FACES)
