"""The Hachinin Meri oracle against its rules document and the vectors."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from oracle.hachinin_meri.cards import PACK, SEATS, SUITS, TEAMS, TENKA, team
from oracle.hachinin_meri.deal import from_deck, from_keys, hand_out
from oracle.hachinin_meri.declaring import declare, discards, may_declare
from oracle.hachinin_meri.match import Match
from oracle.hachinin_meri.options import ALLOWED, Options, set_up
from oracle.hachinin_meri.order import (
    is_trump,
    lowest,
    native_robai,
    plain_order,
    trump_order,
    winner,
)
from oracle.hachinin_meri.perft import perft
from oracle.hachinin_meri.play import Setting, face, legal
from oracle.hachinin_meri.round import TRICKS, Round
from oracle.hachinin_meri.scoring import Trick, deal_points, result, transfer
from oracle.setting import SetupError

Vector = dict[str, Any]

VECTORS_FOLDER = Path(__file__).parents[1] / "vectors" / "hachinin_meri"
VECTORS: list[Vector] = [
    vector
    for file in sorted(VECTORS_FOLDER.glob("*.json"))
    for vector in json.loads(file.read_text())["vectors"]
]

# --- the vectors ----------------------------------------------------------------------------------


def answer_deck(vector: Vector, options: Options) -> object:
    """What the pack consists of, and how many cards are dealt."""
    hands = hand_out(PACK, 0, options).hands
    return {
        "cards": len(set(PACK)),
        "suits": list(SUITS),
        "perSuit": Counter(card[0] for card in PACK)[vector["expect"]["suits"][0]],
        "hands": sum(len(hand) for hand in hands),
        "left": len(PACK) - sum(len(hand) for hand in hands),
    }


def answer_teams(vector: Vector, options: Options) -> object:
    """Who plays together, and who sits at whose left."""
    return {
        "teamA": [seat for seat in range(SEATS) if team(seat) == "A"],
        "teamB": [seat for seat in range(SEATS) if team(seat) == "B"],
        "leftOf": {seat: options.next_seat(int(seat)) for seat in vector["expect"]["leftOf"]},
    }


def answer_deal(vector: Vector, options: Options) -> object:
    """What the seats that are asked for, and the middle, get of the pack as it lies."""
    assert "not shuffled" not in vector["deckOrder"]
    dealt = hand_out(PACK, vector["dealer"], options)
    found: dict[str, object] = {
        "oki": dealt.oki,
        "sideCards": list(dealt.side),
        "trump": dealt.oki[0],
    }
    for seat, hand in enumerate(dealt.hands):
        if f"seat{seat}" in vector["expect"]:
            found[f"seat{seat}"] = list(hand)
    return found


def answer_declaration(vector: Vector, options: Options) -> object:
    """Who receives the Oki, and what the native Robai counts as."""
    trump, where = vector["trump"], vector["robaiAt"]
    robai = native_robai(trump)
    hands = [((robai,) if where == f"seat{seat}" else ()) for seat in range(SEATS)]
    oki = robai if where == "oki" else f"{trump}1"
    answers = dict.fromkeys(range(SEATS), False)
    for answer in vector.get("answers", []):
        seat, _, word = answer.partition(":")
        answers[int(seat)] = word == "declare"
    declared = declare(hands, oki, vector["dealer"], answers, options)
    told = [f"{seat}:{'declare' if yes else 'pass'}" for seat, yes in declared.answers]
    assert told == vector.get("answers", told)
    receiver = declared.receiver
    return {"receiver": receiver, "robaiStatus": declared.status, "firstLeader": receiver}


def answer_legal(vector: Vector, options: Options) -> object:
    """Which cards may be played."""
    setting = Setting(
        vector["trump"], vector["led"], vector["phase"] == "closed", opening=vector["openingLead"]
    )
    found = legal(vector["hand"], vector["initialTrumps"], setting, options)
    return sorted(found, key=vector["expect"].index)


def supplier(vector: Vector, options: Options, *, final: bool) -> int:
    """Whose card gives the led suit."""
    if not final:
        return int(vector["plays"][0][0])
    by_dealer = options.final_led_suit == "dealer"
    return int(vector.get("dealer", 0) if by_dealer else vector["trick8Winner"])


def plays_of(vector: Vector) -> tuple[tuple[int, str], ...]:
    """The plays of a vector, in order."""
    return tuple((seat, card) for seat, card in vector["plays"])


def answer_winner(vector: Vector, options: Options) -> object:
    """Who wins the trick."""
    by = supplier(vector, options, final=vector.get("final", False))
    won = winner(plays_of(vector), by, vector["trump"])
    return {"winner": won, "team": team(won)}


def answer_transfer(vector: Vector, options: Options) -> object:
    """Who wins the trick, and what goes over to the winning team."""
    kind, trump = vector["trickKind"], vector["trump"]
    by = supplier(vector, options, final=kind == "final")
    trick = Trick(kind, plays_of(vector), by, vector.get("meriBefore", False))
    won = winner(trick.plays, by, trump)
    moved = transfer(trick, trump, vector["robaiStatus"], options)
    return {"winner": won, "team": team(won), "transfer": moved}


def answer_face(vector: Vector, options: Options) -> object:
    """How the cards lie before the trick is complete."""
    closed, final = vector.get("phase") == "closed", vector.get("final", False)
    led, trump = vector["plays"][0][1], vector["trump"]
    return [
        face(card, led, trump, closed=closed, final=final, options=options)
        for _, card in vector["plays"]
    ]


def answer_match(vector: Vector, options: Options) -> object:
    """The totals, and whether the match is over."""
    deals = vector["dealTotals"]
    totals = [sum(deal[side] for deal in deals) for side in (0, 1)]
    over = result(totals, len(deals), options) or "open"
    return {"A": totals[0], "B": totals[1], "result": over}


def answer_dealers(vector: Vector, options: Options) -> object:
    """Who deals, one deal after the other."""
    fixed = options.first_dealer
    seat = fixed if isinstance(fixed, int) else vector["first"]
    return (options.round_from(seat) * 2)[: vector["deals"]]


def answer_timeout(vector: Vector, options: Options) -> object:
    """What is played or discarded in place of an absent player."""
    hand, trump = vector["hand"], vector["trump"]
    if vector["phase"] == "discard":
        return lowest(discards(hand, trump), trump)
    setting = Setting(trump, vector["led"], vector["phase"] == "closed")
    return lowest(legal(hand, vector["initialTrumps"], setting, options), trump)


ANSWERS = {
    "deck": answer_deck,
    "teams": answer_teams,
    "order_trump": lambda vector, _: trump_order(vector["trump"]),
    "order_plain": lambda vector, _: plain_order(vector["suit"]),
    "is_trump": lambda vector, _: [is_trump(card, vector["trump"]) for card in vector["cards"]],
    "deal": answer_deal,
    "declaration": answer_declaration,
    "declare_legal": lambda vector, _: [
        [card, may_declare([card], vector["trump"])] for card, _ in vector["cards"]
    ],
    "discard_legal": lambda vector, _: discards(vector["hand"], vector["trump"]),
    "legal": answer_legal,
    "winner": answer_winner,
    "transfer": answer_transfer,
    "face": answer_face,
    "deal_total": lambda vector, _: deal_points([(won, moved) for won, moved in vector["tricks"]]),
    "match": answer_match,
    "dealers": answer_dealers,
    "timeout": answer_timeout,
}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_vector(vector: Vector) -> None:
    """Every vector holds for the oracle."""
    options = set_up(SEATS, vector.get("options"))
    expected = vector["cards"] if vector["kind"] == "declare_legal" else vector["expect"]
    assert ANSWERS[vector["kind"]](vector, options) == expected


def test_vectors_name_every_value_twice() -> None:
    """Every value of every option has at least two vectors of its own (HM-7.1)."""
    named = Counter(
        (name, value) for vector in VECTORS for name, value in vector.get("options", {}).items()
    )
    rare = [(name, value) for name in ALLOWED for value in ALLOWED[name] if named[name, value] < 2]
    assert rare == []


# --- the parts against each other -----------------------------------------------------------------


@pytest.mark.parametrize("trump", SUITS)
def test_every_card_has_one_place(trump: str) -> None:
    """Each card is a trump or stands in the order of its suit, never both (HM-1.7, HM-1.8)."""
    plain = [card for suit in SUITS if suit != trump for card in plain_order(suit)]
    others = [card for card in plain if card != native_robai(trump)]
    assert sorted([*trump_order(trump), *others]) == sorted(PACK)
    assert len(trump_order(trump)) == (15 if trump == "P" else 16)
    assert TENKA in trump_order(trump)
    assert TENKA not in plain


def pairwise_winner(plays: list[tuple[int, str]], led: str, trump: str) -> int:
    """Give the winner by comparing two cards at a time."""

    def strength(card: str) -> tuple[int, int]:
        if is_trump(card, trump):
            return 2, -trump_order(trump).index(card)
        return (1, -plain_order(led).index(card)) if card[0] == led else (0, 0)

    return max(plays, key=lambda play: strength(play[1]))[0]


@pytest.mark.parametrize("trump", SUITS)
def test_the_winner_beats_each_other_card(trump: str) -> None:
    """Looked up in the orders or compared two by two, the winner is the same (HM-4.11)."""
    rng = random.Random(f"winner {trump}")
    for _ in range(400):
        plays = list(enumerate(rng.sample(PACK, SEATS)))
        led = plays[0][1]
        if is_trump(led, trump):
            continue
        assert winner(plays, 0, trump) == pairwise_winner(plays, led[0], trump)


def random_options(rng: random.Random) -> dict[str, Any]:
    """Draw a value for some of the options."""
    names = [name for name in ALLOWED if rng.random() < 0.5]
    return {name: rng.choice(list(ALLOWED[name])) for name in names}


@pytest.mark.parametrize("seed", range(12))
def test_random_matches_keep_what_always_holds(seed: int) -> None:
    """Nine tricks and nine points a deal, conserved cards, dealers in turn (HM-2.2, HM-4.1).

    Whoever is asked, and nobody else, may do something, a time-out too (HM-5.6, HM-6.4).
    """
    rng = random.Random(seed)
    chosen = random_options(rng)
    options = set_up(SEATS, chosen)
    match = Match(options, from_keys(options, lambda *_: rng.randbytes(32)))
    while not match.over:
        round_ = match.round
        seat = rng.choice(match.asked())
        assert match.timeout(seat) in match.legal(seat)
        for other in range(SEATS):
            assert bool(match.legal(other)) is (other in match.asked())
        match.act(seat, rng.choice(match.legal(seat)))
        gone = [card for one in round_.done for _, card in one.trick.plays]
        gone += [card for _, card in round_.plays]
        held = [card for hand in round_.hands for card in hand]
        apart = [round_.discard] if round_.discard else []
        middle = [*round_.dealt.side, *([] if round_.declared else [round_.dealt.oki])]
        assert sorted([*gone, *held, *apart, *middle]) == sorted(PACK)
    assert len(match.finished) in {options.deals, options.deals + 1}
    assert sum(match.totals) == TRICKS * len(match.finished)
    dealers = [round_.dealt.dealer for round_ in match.finished]
    assert dealers == (options.round_from(dealers[0]) * 3)[: len(dealers)]
    assert all(len(round_.done) == TRICKS for round_ in match.finished)
    if match.result != "draw":
        assert match.result == TEAMS[match.totals[1] > match.totals[0]]


def declared_round(rng: random.Random, *, hides: bool) -> Round:
    """Play a deal in which the holder of the native Robai declares or hides up to the lead."""
    options = Options()
    while True:
        deck = rng.sample(PACK, len(PACK))
        round_ = Match(options, from_deck(options, deck, rng.randrange(SEATS))).round
        trump = round_.trump
        holder = [seat for seat in range(SEATS) if native_robai(trump) in round_.hands[seat]]
        if holder:
            break
    for seat in rng.sample(range(SEATS), SEATS):
        assert round_.legal(seat) == (["pass", "declare"] if seat in holder else ["pass"])
        assert round_.declared is None
        round_.act(seat, "declare" if seat in holder and not hides else "pass")
    assert round_.declared is not None
    receiver = holder[0] if not hides else round_.dealt.dealer
    assert round_.declared.receiver == receiver
    assert round_.declared.status == ("undeclared" if hides else "declared")
    return round_


@pytest.mark.parametrize("hides", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_the_receiver_takes_the_oki_and_discards(seed: int, *, hides: bool) -> None:
    """Ten cards, a discard that is shown with the opening lead (HM-2.7, HM-2.9 to HM-2.11)."""
    rng = random.Random(seed)
    round_ = declared_round(rng, hides=hides)
    assert round_.declared is not None
    receiver = round_.declared.receiver
    assert round_.dealt.oki in round_.hands[receiver]
    assert len(round_.hands[receiver]) == 10
    round_.act(receiver, rng.choice(round_.legal(receiver)))
    assert round_.shown_apart() == ()
    assert round_.asked() == [receiver]
    round_.act(receiver, rng.choice(round_.legal(receiver)))
    assert round_.discard is not None
    assert round_.shown_apart() == (round_.discard, *round_.dealt.side)


@pytest.mark.parametrize("seed", range(8))
def test_a_deal_goes_its_way(seed: int) -> None:
    """Phases and turns follow each other; the ninth trick plays itself (HM-4.2, HM-4.13, HM-6.1).

    The deal is closed after its first Meri and stays so (HM-3.1); Monchi is a plain trick in
    it (HM-3.3).
    """
    rng = random.Random(seed)
    round_ = declared_round(rng, hides=seed % 2 == 1)
    phases = ["declare"]
    while not round_.over:
        phases += [round_.phase] if round_.phase != phases[-1] else []
        (seat,) = round_.asked()
        before = len(round_.done)
        round_.act(seat, rng.choice(round_.legal(seat)))
        if len(round_.done) == before + 1 and not round_.over:
            assert round_.asked() == [round_.done[-1].winner]
        elif round_.plays:
            assert round_.asked() == [(seat + 1) % SEATS]
    assert phases == ["declare", "discard", "play"]
    kinds = [one.trick.kind for one in round_.done]
    assert kinds.index("final") == TRICKS - 1
    assert before == TRICKS - 2
    meri = [number for number, kind in enumerate(kinds) if kind == "meri"]
    first = meri[0] if meri else TRICKS
    closed = [one.trick.meri_before for one in round_.done]
    assert closed == [number > first for number in range(TRICKS)]


def test_the_lone_sun_may_be_kept_again_and_again() -> None:
    """HM-4.8 and HM-4.14: the right lasts as long as the Sun is held, and binds to nothing."""
    hand = ["Ksun", "O5", "I4", "G2"]
    meri = Setting("K", "K9", closed=True)
    while hand != ["Ksun"]:
        assert legal(hand, ["Ksun"], meri, Options()) == hand
        hand.pop()
    assert legal(["O5"], ["Ksun"], meri, Options()) == ["O5"]


def test_sequences_are_counted() -> None:
    """Seven seats have one answer, the holder of the Robai two, in any order (HM-6.5)."""
    match = Match(Options(), from_deck(Options(), PACK[::-1]))
    assert match.round.trump == "P"
    assert [may_declare(hand, "P") for hand in match.round.dealt.hands].count(True) == 1
    assert perft(match, 1) == 7 + 2
    assert perft(match, 2) == 7 * (6 + 2) + 2 * 7


@pytest.mark.parametrize("name", sorted(ALLOWED))
def test_values_that_are_not_listed_are_refused(name: str) -> None:
    """An unknown option, and a value that is not listed, is refused (HM-7.1)."""
    for value in ("nonsense", -1, 100_001, None, True):
        with pytest.raises(SetupError):
            set_up(SEATS, {name: value})  # type: ignore[dict-item]
    with pytest.raises(SetupError):
        set_up(SEATS, {f"{name}_": next(iter(ALLOWED[name]))})


@pytest.mark.parametrize("seats", [0, 4, 7, 9])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    """There are eight seats (HM-1.1)."""
    with pytest.raises(SetupError):
        set_up(seats)
