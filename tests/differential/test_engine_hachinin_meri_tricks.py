"""Legal cards, winners and transfers of the engine against the oracle's (HM-1, HM-4, HM-5)."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from engine.hachinin_meri import set_up_both
from oracle.hachinin_meri.cards import PACK, SEATS, SUITS, team
from oracle.hachinin_meri.options import ALLOWED, Options, set_up
from oracle.hachinin_meri.order import is_trump, trump_order, trumps, winner
from oracle.hachinin_meri.play import Setting, has_lone_sun, legal
from oracle.hachinin_meri.scoring import Trick, kind_of, transfer
from paizhuo.engine import RuleError, run_vectors

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from oracle.setting import Value

SETS = int(os.environ.get("PAIZHUO_SETS", "5000"))
"""Random cases of each kind; `make test-sets` tries 100 000 of each."""

CHUNK = 5_000

Vector = dict[str, Any]
STATUSES = ("declared", "undeclared", "public", "side")
SCORING = (
    "final_led_suit",
    "combo_scope",
    "turned_robai_counts_as_undeclared",
    "combo_points",
    "combo_points_raised",
    "hidden_robai_scope",
)


def check(folder: Path, vectors: list[Vector]) -> None:
    """The engine's runner passes all of these vectors."""
    for number, vector in enumerate(vectors):
        vector["id"] = f"{vector['kind']}-{number}"
    file = folder / "vectors.json"
    file.write_text(json.dumps({"game": "hachinin_meri", "format": "made", "vectors": vectors}))
    report, failed = run_vectors([str(file)])
    assert (report, failed) == (f"{len(vectors)} passed, 0 failed", 0)


def numbers(total: int) -> Iterator[range]:
    """Give the numbers below a total, some thousand at a time."""
    for start in range(0, total, CHUNK):
        yield range(start, min(total, start + CHUNK))


def some_options(rng: random.Random, names: tuple[str, ...]) -> dict[str, Value]:
    """Draw values for some of these options."""
    return {name: rng.choice(list(ALLOWED[name])) for name in names if rng.random() < 0.4}


def random_cards(rng: random.Random, trump: str, count: int) -> list[str]:
    """Draw cards, trumps among them rarely or often."""
    share = rng.choice((0.05, 0.2, 0.5, 0.9))
    high = trump_order(trump)
    rest = [card for card in PACK if card not in high]
    wanted = sum(rng.random() < share for _ in range(count))
    number = max(0, min(wanted, len(high)))
    drawn = rng.sample(high, number) + rng.sample(rest, count - number)
    rng.shuffle(drawn)
    return drawn


# --- what may be played ---------------------------------------------------------------------------


def random_turn(rng: random.Random, trump: str, phase: str) -> Vector:
    """Draw a hand that is to lead or to follow, with what the oracle lets it play."""
    chosen = some_options(rng, ("lone_sun",))
    options = set_up(SEATS, chosen)
    size = rng.randint(1, 9)
    cards = random_cards(rng, trump, size + 3)
    hand, led = cards[:size], rng.choice((cards[size], cards[size], None))
    if rng.random() < 0.3:
        # Nothing but the Sun is left of the trumps, or ever was there.
        plain = [card for card in hand if not is_trump(card, trump)]
        hand = [f"{trump}sun", *plain]
    opening = led is None and rng.random() < 0.3
    gone = [] if opening or rng.random() < 0.6 else [cards[size + 1]]
    initial = trumps([*hand, *gone], trump)
    setting = Setting(trump, led, phase == "closed", opening=opening)
    return {
        "kind": "legal",
        "options": chosen,
        "trump": trump,
        "hand": hand,
        "led": led,
        "phase": phase,
        "initialTrumps": list(dict.fromkeys(initial)),
        "openingLead": opening,
        "expect": legal(hand, list(dict.fromkeys(initial)), setting, options),
    }


@pytest.mark.slow
@pytest.mark.parametrize("trump", SUITS)
def test_random_hands_may_play_alike(tmp_path: Path, trump: str) -> None:
    """In both phases hands may play the oracle's cards and no others (HM-4.3 to HM-4.9).

    Each way to be bound, and not to be, is there often enough to mean something.
    """
    rng = random.Random(f"legal {trump}")
    seen: Counter[tuple[str, bool, bool]] = Counter()
    for chunk in numbers(SETS // len(SUITS)):
        vectors = [random_turn(rng, trump, ("open", "closed")[number % 2]) for number in chunk]
        for vector in vectors:
            led = vector["led"]
            is_bound = len(vector["expect"]) < len(vector["hand"])
            seen[vector["phase"], led is not None and is_trump(led, trump), is_bound] += 1
        check(tmp_path, vectors)
    ways = [
        (phase, meri, bound)
        for phase in ("open", "closed")
        for meri in (False, True)
        for bound in (False, True)
    ]
    assert all(seen[way] > SETS // 5 // 100 for way in ways), seen


@pytest.mark.slow
@pytest.mark.parametrize("trump", SUITS)
def test_questions_without_a_table_are_answered_alike(trump: str) -> None:
    """`check_follow` lets a hand play the oracle's cards, and names the rule otherwise (HM-4.7)."""
    rng = random.Random(f"follow {trump}")
    rules, options = set_up_both()
    for number in range(SETS // 20):
        phase = ("open", "closed")[number % 2]
        turn = random_turn(rng, trump, phase)
        if turn["led"] is None or turn["led"] in turn["hand"]:
            continue
        hand, initial = turn["hand"], turn["initialTrumps"]
        lone_sun = has_lone_sun(initial, hand, trump, options)
        setting = Setting(trump, turn["led"], phase == "closed")
        allowed = legal(hand, initial, setting, options)
        for card in hand:
            asked = {"lead": turn["led"], "hand": "-".join(hand), "cards": card, "trump": trump}
            try:
                rules.check_follow(**asked, phase=phase, lone_sun=lone_sun)
                found = True
            except RuleError as error:
                found = error.rule not in {"HM-4.7", "HM-4.9"}
            assert found is (card in allowed), (turn, card)


# --- who wins, and what goes over -----------------------------------------------------------------


def random_trick(rng: random.Random, trump: str, options: Options) -> Vector:
    """Draw a complete trick, high trumps next to each other now and then."""
    cards = random_cards(rng, trump, SEATS)
    if rng.random() < 0.5:
        order = trump_order(trump)
        at = rng.choice((0, 1, 2, 3, 4, len(order) - 2))
        pair = order[at : at + rng.choice((2, 2, 3))]
        kept = [card for card in cards if not is_trump(card, trump)]
        cards = rng.sample(pair, len(pair)) + [card for card in kept if card not in pair]
        fill = [card for card in PACK if not is_trump(card, trump) and card not in cards]
        cards = (cards + rng.sample(fill, SEATS))[:SEATS]
        rng.shuffle(cards)
    leader = rng.randrange(SEATS)
    plays = [((leader + turn) % SEATS, card) for turn, card in enumerate(cards)]
    final = rng.random() < 0.3
    dealer, eighth = rng.randrange(SEATS), rng.randrange(SEATS)
    supplier = leader
    if final:
        supplier = dealer if options.final_led_suit == "dealer" else eighth
    kind = kind_of(cards[0], trump, final=final)
    trick = Trick(kind, tuple(plays), supplier, rng.random() < 0.5)
    status = rng.choice(STATUSES)
    won = winner(plays, supplier, trump)
    return {
        "kind": "transfer",
        "trump": trump,
        "trickKind": kind,
        "robaiStatus": status,
        "meriBefore": trick.meri_before,
        "plays": plays,
        "dealer": dealer,
        "trick8Winner": eighth,
        "expect": {
            "winner": won,
            "team": team(won),
            "transfer": transfer(trick, trump, status, options),
        },
    }


@pytest.mark.slow
@pytest.mark.parametrize("trump", SUITS)
def test_random_tricks_score_alike(tmp_path: Path, trump: str) -> None:
    """Random tricks go to the same seat and move the same points (HM-4.11, HM-5.2 to HM-5.5)."""
    rng = random.Random(f"tricks {trump}")
    transferred = 0
    for chunk in numbers(SETS // len(SUITS)):
        vectors: list[Vector] = []
        for _ in chunk:
            chosen = some_options(rng, SCORING)
            options = set_up(SEATS, chosen)
            vectors.append({**random_trick(rng, trump, options), "options": chosen})
        transferred += sum(vector["expect"]["transfer"] > 0 for vector in vectors)
        check(tmp_path, vectors)
    assert transferred > SETS // len(SUITS) // 20


@pytest.mark.parametrize("trump", SUITS)
def test_winners_are_asked_for_without_a_table(trump: str) -> None:
    """`trick_winner` gives the place of the oracle's winner, final tricks too (HM-4.12)."""
    rng = random.Random(f"winner {trump}")
    rules, options = set_up_both()
    for _ in range(200):
        trick = random_trick(rng, trump, options)
        plays = trick["plays"]
        final = trick["trickKind"] == "final"
        seats = [seat for seat, _ in plays]
        asked: dict[str, int] = {"supplier": seats.index(trick["dealer"])} if final else {}
        place = rules.trick_winner(plays=[card for _, card in plays], trump=trump, **asked)
        assert seats[place] == trick["expect"]["winner"]


def test_wrong_expectations_fail(tmp_path: Path) -> None:
    """The runner does not pass whatever it is given: another transfer fails (HM-5.4)."""
    vector = random_trick(random.Random(1), "K", Options())
    vector["expect"]["transfer"] += 1
    with pytest.raises(AssertionError):
        check(tmp_path, [vector])
