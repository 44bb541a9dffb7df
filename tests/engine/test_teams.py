"""Hachinin Meri at an embedded table: what a client can fold, matches in a row, records."""

from __future__ import annotations

import random

import pytest

from engine.logged import ALL, view_of
from paizhuo.engine import (
    NotationError,
    RuleError,
    Ruleset,
    Table,
    catalogue_game,
    simulate,
    verify_record,
)
from paizhuo.v1 import table_service_pb2
from paizhuo.v1.catalogue_service_pb2 import Game
from service.folded_view import FoldedView

FACES = [face.notation for face in Game.FromString(catalogue_game("hachinin_meri")).faces]
VIEWERS = (None, *range(8))

CHOSEN: tuple[dict[str, str], ...] = (
    {},
    {"monchi_trumps": "face_up", "final_led_suit": "trick8_winner"},
    {"lone_sun": "off", "direction": "counterclockwise", "combo_points": "9"},
)


@pytest.mark.parametrize("number", range(len(CHOSEN)))
def test_events_are_enough_to_follow_a_view(number: int) -> None:
    """Folded from events alone, everybody's view is the table's after every action.

    So do answers under seal, trumps that lie face down, and the ninth trick (HM-4.10, HM-6.5).
    """
    rng = random.Random(number)
    rules = Ruleset("hachinin_meri", seats=8, options={"deals": "4", **CHOSEN[number]})
    table = Table(rules, seed=number)
    folded = {viewer: FoldedView(view_of(table, viewer), FACES) for viewer in VIEWERS}
    while not table.match_over:
        decision = rng.choice(table.decisions)
        action = rng.choice(table.legal(decision.seat, ALL).actions)
        told = table.act(decision.seat, action)
        for viewer, view in folded.items():
            view.follow(table_service_pb2.WatchTableResponse.FromString(told.events(viewer)))
            assert view.view == view_of(table, viewer), (viewer, decision.seat, action)
    assert table.deal == 4


def test_there_is_one_pack_in_questions() -> None:
    """A card that is there twice, and a lead of two cards, are no questions (HM-1.4, HM-4.1)."""
    rules = Ruleset("hachinin_meri", seats=8)
    with pytest.raises(NotationError):
        rules.check_follow(lead="K1", hand="K2-K2", cards="K2", trump="K")
    with pytest.raises(NotationError):
        rules.trick_winner(plays=["K1", "P1", "K1"], trump="K")
    with pytest.raises(NotationError):
        rules.trick_plays("K2-K2", trump="K")
    with pytest.raises(RuleError) as refused:
        rules.trick_plays("K2-K3", lead="P1-P2", trump="K")
    assert (refused.value.reason, refused.value.rule) == ("NOT_A_COMBINATION", "HM-4.1")


def test_the_next_match_keeps_seats_and_begins_at_nothing() -> None:
    """After the last deal another match is dealt at the same table, with totals of 0 (HM-5.9)."""
    rules = Ruleset("hachinin_meri", seats=8, options={"deals": "1"})
    table = Table(rules, seed=3, bots=dict.fromkeys(range(1, 8), "greedy"))
    while not table.match_over:
        table.act(0, table.legal(0).actions[0])
    first = view_of(table, 0)
    assert sum(team.total for team in first.teams) == 9
    table.next_match()
    second = view_of(table, 0)
    assert (second.match, second.deal) == (2, 2)
    assert [team.total for team in second.teams] == [0, 0]
    assert [list(team.seats) for team in second.teams] == [[0, 2, 4, 6], [1, 3, 5, 7]]
    assert second.viewer == 0
    assert {decision.seat for decision in table.decisions} <= {0}


def test_records_are_played_again() -> None:
    """A match of bots is over, its points add up to 72, and its record holds (HM-5.7)."""
    match = Table(Ruleset("hachinin_meri", seats=8), seed=7, bots=dict.fromkeys(range(8), "random"))
    assert match.match_over
    end = view_of(match, None).match_end
    assert sum(end.totals) == 4 * 72
    assert verify_record(match.record()) == []
    assert view_of(Table.replay(match.record()), None).match_end == end


def test_a_record_of_a_deal_in_play_keeps_answers_under_seal() -> None:
    """Before all have answered a record shows its reader no answer but the own one (HM-6.5)."""
    table = Table(Ruleset("hachinin_meri", seats=8), seed=7)
    table.act(3, "pass")
    own, other = table.record(3), table.record(5)
    fresh = Table(Ruleset("hachinin_meri", seats=8), seed=7)
    assert other == fresh.record(5)
    assert own != fresh.record(3)


def test_simulation_counts_deals() -> None:
    """Deals of a simulation are the same for any number of threads, and partners win together."""
    bots = ["greedy", "random"] * 4
    one = simulate("hachinin_meri", seats=8, deals=60, seed=3, bots=bots)
    two = simulate("hachinin_meri", seats=8, deals=60, seed=3, bots=bots, threads=2)
    assert (one.deals, one.decisions, one.wins) == (two.deals, two.decisions, two.wins)
    assert one.deals == 60
    assert one.wins[0] == one.wins[2]
    assert one.wins[0] + one.wins[1] == 60
