"""Questions over the service that name a card more often than the packs of a match hold it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import grpc
import pytest

from paizhuo.v1 import rules_pb2, rules_service_pb2
from service.playing import Client, refused

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.over_http

RULES: Final = {
    "dou_dizhu": "D1.1",
    "zheng_fen": "Z1.1",
    "zhao_pengyou": "ZP-1.2",
    "hachinin_meri": "HM-1.4",
}

Case = tuple[str, int, dict[str, str], str, str, "Sequence[str]"]

QUESTIONS: Final[dict[str, Case]] = {
    "dou_dizhu classify": ("Classify", 3, {}, "3h", "1", ["3h-3h"]),
    "dou_dizhu classify a rank": ("Classify", 4, {}, "3", "8", ["3-3-3-3-3-3-3-3-3"]),
    "dou_dizhu compare": ("Compare", 3, {"standing": "4-4"}, "4", "4", ["5-5", "4-4-4"]),
    "dou_dizhu plays": ("ListPlays", 3, {"hand": "3-4", "standing": "4-4-4-4"}, "4", "4", []),
    "zheng_fen classify": ("Classify", 3, {}, "As", "1", ["As-As"]),
    "zheng_fen compare": ("Compare", 6, {"standing": "b"}, "b", "1", ["b"]),
    "zheng_fen plays": ("ListPlays", 3, {"hand": "3h-3h"}, "3h", "1", []),
    "zhao_pengyou classify": ("Classify", 5, {"trump": "8d"}, "As", "2", ["As-As", "As-As-As"]),
    "zhao_pengyou classify a joker": ("Classify", 7, {"trump": "8d"}, "r", "0", ["r"]),
    "zhao_pengyou compare": (
        "Compare",
        5,
        {"trump": "8d", "lead": "Ks-Ks", "standing": "As-As"},
        "As",
        "2",
        ["As-3s"],
    ),
    "zhao_pengyou compare with a hand": (
        "Compare",
        7,
        {"trump": "8d", "lead": "As", "hand": "As-As-3s"},
        "As",
        "2",
        ["3s"],
    ),
    "zhao_pengyou plays": (
        "ListPlays",
        7,
        {"trump": "8d", "hand": "As-b", "lead": "As"},
        "b",
        "0",
        [],
    ),
    "hachinin_meri classify": ("Classify", 8, {"trump": "K"}, "P9", "1", ["P9-P9"]),
    "hachinin_meri compare": ("Compare", 8, {"trump": "K", "lead": "P9"}, "P9", "1", ["P9"]),
    "hachinin_meri plays beside what wins": (
        "ListPlays",
        8,
        {"trump": "K", "lead": "P8", "standing": "P9", "hand": "P9"},
        "P9",
        "1",
        [],
    ),
    "hachinin_meri plays": (
        "ListPlays",
        8,
        {"trump": "K", "lead": "P9", "hand": "P9"},
        "P9",
        "1",
        [],
    ),
}


def asked(name: str) -> tuple[str, object]:
    """Return the method of a question, and its request."""
    method, seats, fields, _, _, cards = QUESTIONS[name]
    situation = rules_pb2.Situation(game=name.split(maxsplit=1)[0], seats=seats, **fields)  # type: ignore[arg-type]
    if method == "ListPlays":
        return method, rules_service_pb2.ListPlaysRequest(situation=situation)
    if method == "Compare":
        return method, rules_service_pb2.CompareRequest(situation=situation, cards=cards)
    return method, rules_service_pb2.ClassifyRequest(situation=situation, cards=cards)


@pytest.mark.parametrize("name", QUESTIONS)
async def test_a_card_that_is_named_too_often_is_refused(client: Client, name: str) -> None:
    """The refusal is INVALID_ARGUMENT and says which card there is how often, by which rule."""
    method, request = asked(name)
    found = await refused(getattr(client.rules, method)(request))
    assert (found.status, found.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED_CARDS")
    card, copies = QUESTIONS[name][3:5]
    assert found.rule == RULES[name.split(maxsplit=1)[0]]
    assert found.facts == {"card": card, "copies_max": copies}


async def test_the_play_that_leads_still_is_one_play(client: Client) -> None:
    """Where the lead wins so far, `standing` may say so: its cards are not counted twice."""
    situation = rules_pb2.Situation(
        game="zhao_pengyou", seats=5, trump="8d", lead="Ks-Ks", standing="Ks-Ks"
    )
    request = rules_service_pb2.CompareRequest(situation=situation, cards=["As-As", "Qs-Qs"])
    answer = await client.rules.Compare(request)
    assert [comparison.beats for comparison in answer.comparisons] == [True, False]
