"""A record that leaves out what it knew is found out like one that was changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from paizhuo.engine import NotationError, Ruleset, Table, verify_record
from paizhuo.v1.record_pb2 import Record

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture(scope="module")
def whole() -> bytes:
    """Return the record of a finished match of two deals."""
    options: dict[str, str | bool | int] = {"match_end": "deals", "match_deals": 2, "unit": 3}
    rules = Ruleset("dou_dizhu", seats=3, options=options)
    record = Table(rules, seed=5, bots=dict.fromkeys(range(3), "greedy")).record()
    assert verify_record(record) == []
    return record


def _forget_reading(record: Record) -> None:
    steps = record.deals[0].attempts[-1].steps
    step = next(step for step in steps if step.action.HasField("play"))
    step.action.play.ClearField("reading")


@pytest.mark.parametrize(
    ("shorten", "told"),
    [
        (lambda record: record.ClearField("end"), "end of the match"),
        (lambda record: record.ClearField("state_hash"), "come together"),
        (_forget_reading, "not written out"),
    ],
    ids=["end", "state_hash", "reading"],
)
def test_a_part_that_is_missing_is_a_problem(
    whole: bytes, shorten: Callable[[Record], None], told: str
) -> None:
    """Without its end, its hash or a reading a record does not hold any more."""
    record = Record.FromString(whole)
    shorten(record)
    problems = verify_record(record.SerializeToString())
    assert any(told in problem for problem in problems)


def _drop_default(record: Record) -> None:
    del record.options[1]


def _swap_options(record: Record) -> None:
    first, second = record.options[0].name, record.options[1].name
    record.options[0].name, record.options[1].name = second, first


@pytest.mark.parametrize(
    "change",
    [lambda record: record.ClearField("match"), _drop_default, _swap_options],
    ids=["match", "option", "order"],
)
def test_a_record_names_its_match_and_every_option(
    whole: bytes, change: Callable[[Record], None]
) -> None:
    """Without the match's number or an option, or with options out of order, it is none."""
    record = Record.FromString(whole)
    change(record)
    with pytest.raises((NotationError, ValueError)):
        verify_record(record.SerializeToString())
