"""A record that leaves out what it knew is found out like one that was changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from paizhuo.engine import NotationError, Ruleset, Table, verify_record
from paizhuo.v1.record_pb2 import Record
from service.games import GAMES, lasting, seats_of

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture(scope="module", params=GAMES)
def whole(request: pytest.FixtureRequest) -> bytes:
    """Return the record of a finished match of two deals or more."""
    game = str(request.param)
    seats = seats_of(game)
    rules = Ruleset(game, seats=seats, options=dict(lasting(game, 2)))
    record = Table(rules, seed=5, bots=dict.fromkeys(range(seats), "greedy")).record()
    assert verify_record(record) == []
    return record


def _forget_reading(record: Record) -> None:
    steps = record.deals[-1].attempts[-1].steps
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


def _drop_draw(record: Record) -> None:
    steps = record.deals[0].attempts[-1].steps
    steps.remove(next(step for step in steps if step.drawn))


def _draw_less(record: Record) -> None:
    next(step for step in record.deals[0].attempts[-1].steps if step.drawn > 1).drawn -= 1


def _forget_cards(record: Record) -> None:
    for step in record.deals[0].attempts[-1].steps:
        if step.action.HasField("bury"):
            step.action.bury.cards = ""
        elif step.action.HasField("discard"):
            step.action.discard.card = ""


def _forget_calls(record: Record) -> None:
    for step in record.deals[0].attempts[-1].steps:
        del step.action.call_friends.calls[:]


def _drop_answer(record: Record) -> None:
    del record.deals[0].attempts[-1].steps[0]


@pytest.mark.parametrize(
    ("game", "shorten"),
    [
        ("zhao_pengyou", _drop_draw),
        ("zhao_pengyou", _draw_less),
        ("zhao_pengyou", _forget_cards),
        ("zhao_pengyou", _forget_calls),
        ("hachinin_meri", _forget_cards),
        ("hachinin_meri", _drop_answer),
    ],
)
def test_what_was_done_face_down_or_drawn_is_missed(
    game: str, shorten: Callable[[Record], None]
) -> None:
    """Without a draw, a call, an answer under seal or hidden cards a record holds no more."""
    seats = seats_of(game)
    rules = Ruleset(game, seats=seats, options=dict(lasting(game, 1)))
    record = Record.FromString(
        Table(rules, seed=5, bots=dict.fromkeys(range(seats), "greedy")).record()
    )
    assert verify_record(record.SerializeToString()) == []
    shorten(record)
    assert _problems(record)


def _problems(record: Record) -> list[str]:
    """Return what is wrong with a record, also where it is too wrong to be played."""
    try:
        return verify_record(record.SerializeToString())
    except (NotationError, ValueError) as error:
        return [str(error)]
