"""Questions that name a card more often than the packs of the match hold it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from paizhuo.engine import NotationError, Ruleset

if TYPE_CHECKING:
    from collections.abc import Callable

DOU = Ruleset("dou_dizhu", seats=3)
DOU_FOUR = Ruleset("dou_dizhu", seats=4)
ZHENG = Ruleset("zheng_fen", seats=3)
FRIENDS = Ruleset("zhao_pengyou", seats=5)
NO_JOKERS = Ruleset("zhao_pengyou", seats=7)
MERI = Ruleset("hachinin_meri", seats=8)

Asked = tuple["Callable[[], object]", str, dict[str, str]]


def too_many(card: str, copies: int) -> dict[str, str]:
    """Return the facts of a refusal."""
    return {"card": card, "copies_max": str(copies)}


QUESTIONS: dict[str, Asked] = {
    "classify": (lambda: DOU.classify("3h-3h"), "D1.1", too_many("3h", 1)),
    "classify by rank": (lambda: DOU.classify("3-3-3-3-3"), "D1.1", too_many("3", 4)),
    "classify of two packs": (lambda: DOU_FOUR.classify("r-r-r"), "D1.1", too_many("r", 2)),
    "classify_many": (lambda: ZHENG.classify_many(["3h", "3h-3h"]), "Z1.1", too_many("3h", 1)),
    "beats": (lambda: DOU.beats("4-4-4-4-4", "4-4"), "D1.1", too_many("4", 4)),
    "beats, what stands": (lambda: ZHENG.beats("3h", "4h-4h"), "Z1.1", too_many("4h", 1)),
    "plays": (lambda: DOU_FOUR.plays("3-4", "b-b-b"), "D1.1", too_many("b", 2)),
    "plays of a hand": (lambda: ZHENG.plays("b-b"), "Z1.1", too_many("b", 1)),
    "lead_shape": (
        lambda: FRIENDS.lead_shape("As-As-As", trump="8d"),
        "ZP-1.2",
        too_many("As", 2),
    ),
    "lead_shape of jokers": (
        lambda: NO_JOKERS.lead_shape("r", trump="8d"),
        "ZP-1.2",
        too_many("r", 0),
    ),
    "check_lead": (
        lambda: FRIENDS.check_lead("As-Ks", hands=["As", "As-3s"], trump="8d"),
        "ZP-1.2",
        too_many("As", 2),
    ),
    "check_follow": (
        lambda: FRIENDS.check_follow(lead="As", hand="As-As-3s", cards="3s", trump="8d"),
        "ZP-1.2",
        too_many("As", 2),
    ),
    "check_follow, the cards": (
        lambda: FRIENDS.check_follow(lead="As", hand="As", cards="As-As-As", trump="8d"),
        "ZP-1.2",
        too_many("As", 2),
    ),
    "trick_winner": (
        lambda: FRIENDS.trick_winner(plays=["As", "As", "As"], trump="8d"),
        "ZP-1.2",
        too_many("As", 2),
    ),
    "trick_plays": (
        lambda: FRIENDS.trick_plays("As-As", lead="As", trump="8d"),
        "ZP-1.2",
        too_many("As", 2),
    ),
    "one pack, trick_winner": (
        lambda: MERI.trick_winner(plays=["P9", "P9"], trump="K"),
        "HM-1.4",
        too_many("P9", 1),
    ),
    "one pack, check_follow": (
        lambda: MERI.check_follow(lead="P9", hand="P9-P3", cards="P3", trump="K"),
        "HM-1.4",
        too_many("P9", 1),
    ),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_that_names_a_card_too_often_is_refused(name: str) -> None:
    """However the copies are spread over one question, the refusal names the card and its rule."""
    ask, rule, facts = QUESTIONS[name]
    with pytest.raises(NotationError) as refused:
        ask()
    error = refused.value
    assert (error.reason, error.rule, error.facts) == ("MALFORMED_CARDS", rule, facts)


def test_what_is_played_is_among_the_hand() -> None:
    """Cards of a play are not counted beside the hand that they come from."""
    FRIENDS.check_follow(lead="Ks", hand="As-As", cards="As", trump="8d")


def test_sets_are_compared_by_themselves() -> None:
    """`beats` and `plays` ask for an order of sets, which need not come out of the same packs."""
    assert not DOU.beats("4-4-4", "4-4-4")
    assert [play.cards for play in DOU.plays("4-5-5", "4-4-4")] == []
    assert ZHENG.beats("3h", "3h") is False


@pytest.mark.parametrize(("rules", "copies"), [(DOU, 5), (DOU_FOUR, 9)])
def test_packed_counts_beyond_the_packs_are_no_combination(rules: Ruleset, copies: int) -> None:
    """Packed counts have no words to be refused with: what no pack holds reads as nothing."""
    counts = bytes([copies] + [0] * 14)
    category, key, *_, readings = rules.classify_packed(counts)
    assert (category, key, readings) == (-1, -1, 0)
