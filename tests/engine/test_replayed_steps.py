"""A record is gone through step by step: the table after each, of any match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from paizhuo.engine import NotationError, Ruleset, Table, verify_record
from paizhuo.v1.record_pb2 import Record
from paizhuo.v1.view_pb2 import View

if TYPE_CHECKING:
    from collections.abc import Mapping

GAMES: Mapping[str, tuple[int, dict[str, str | int]]] = {
    "dou_dizhu": (3, {"match_end": "deals", "match_deals": 2}),
    "zheng_fen": (4, {"target": 100}),
    "zhao_pengyou": (5, {"target_points": 1}),
    "hachinin_meri": (8, {"deals": 1}),
}


def matches(game: str) -> Table:
    """Have bots play two matches at one table."""
    seats, options = GAMES[game]
    rules = Ruleset(game, seats, options=options)
    table = Table(rules, seed=7, bots=dict.fromkeys(range(seats), "random"))
    assert table.match_over
    table.next_match()
    assert (table.match, table.match_over) == (2, True)
    return table


def steps_of(record: Record) -> int:
    """Count the steps of a record."""
    return sum(len(tried.steps) for deal in record.deals for tried in deal.attempts)


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_gone_through_step_by_step(game: str, number: int) -> None:
    """Before each step the table waits for just that step, by the seat that made it."""
    written = matches(game).record(match=number)
    record = Record.FromString(written)
    place = 0
    for deal in record.deals:
        for attempt, tried in enumerate(deal.attempts, start=1):
            for step in tried.steps:
                table = Table.replay(written, steps=place)
                assert (table.match, table.deal, table.attempt) == (number, deal.deal, attempt)
                if step.drawn:
                    assert table.to_draw >= step.drawn
                else:
                    assert step.seat in {decision.seat for decision in table.decisions}
                    table.act(step.seat, step.action.SerializeToString())
                place += 1
    assert place == steps_of(record) > 10
    last = Table.replay(written, steps=place)
    assert last.hash == Table.replay(written).hash == record.state_hash
    assert last.match_over


def test_a_table_between_two_steps_can_be_played_on() -> None:
    """What others would have done from there is tried on the table itself; its record holds."""
    written = matches("dou_dizhu").record(match=1)
    table = Table.replay(written, steps=0)
    assert View.FromString(table.view(None)).phase == "auction"
    for _ in range(3):
        table.act(table.decisions[0].seat, "pass")
    assert (table.deal, table.attempt) == (1, 2)
    assert verify_record(table.record()) == []


def test_only_steps_that_are_there_are_played() -> None:
    """More steps than the record has are a ValueError that counts them, fewer than 0 one too."""
    written = matches("dou_dizhu").record(match=2)
    count = steps_of(Record.FromString(written))
    with pytest.raises(ValueError, match=f"the record has {count} steps"):
        Table.replay(written, steps=count + 1)
    with pytest.raises((ValueError, OverflowError)):
        Table.replay(written, steps=-1)
    with pytest.raises(NotationError):
        Table.replay(b"\xff", steps=0)


def test_a_deal_in_play_has_no_steps() -> None:
    """Of a deal in play a record has a commitment alone, and is valid."""
    table = Table(Ruleset("dou_dizhu", 3), seed=1)
    written = table.record()
    assert verify_record(written) == []
    assert Table.replay(written, steps=0).needs_start
    with pytest.raises(ValueError, match="the record has 0 steps"):
        Table.replay(written, steps=1)


def test_a_record_without_an_end_is_not_believed_blindly() -> None:
    """No deals at all, deals behind an open one, and steps without a seed are problems."""
    table = Table(Ruleset("dou_dizhu", 3), seed=1)
    whole = Record.FromString(table.record())

    empty = Record()
    empty.CopyFrom(whole)
    del empty.deals[:]
    assert verify_record(empty.SerializeToString()) == ["there is no deal in it"]

    behind = Record()
    behind.CopyFrom(whole)
    behind.deals.add(deal=2, commitment=bytes(32))
    problems = verify_record(behind.SerializeToString())
    assert problems == ["deal 2 follows one that was not played out"]

    ended = Record()
    ended.CopyFrom(whole)
    ended.state_hash = table.hash
    assert verify_record(ended.SerializeToString())

    stepped = Record.FromString(matches("dou_dizhu").record(match=1))
    stepped.deals[1].ClearField("seed")
    problems = verify_record(stepped.SerializeToString())
    assert "deal 2: there are steps, and the seed is missing" in problems
