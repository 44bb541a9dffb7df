"""Zhao Pengyou at an embedded table: questions, drawing, what a client can fold, records."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from engine.logged import view_of
from paizhuo.engine import (
    NotationError,
    RuleError,
    Ruleset,
    SetupError,
    Table,
    catalogue_game,
    simulate,
    verify_record,
)
from paizhuo.v1 import rules_pb2, rules_service_pb2, table_service_pb2
from paizhuo.v1.action_pb2 import LegalActions
from paizhuo.v1.catalogue_service_pb2 import Game
from paizhuo.v1.record_pb2 import Record
from service.folded_view import FoldedView

if TYPE_CHECKING:
    from paizhuo.engine import Prepared

FACES = [face.notation for face in Game.FromString(catalogue_game("zhao_pengyou")).faces]
VIEW_BYTES_MAX = 8_192


def filled(table: Table, seat: int, rng: random.Random) -> str | None:
    """Return any action of a seat, those of shapes filled at random; None if it has none."""
    legal = table.legal(seat)
    if legal.actions:
        return rng.choice(legal.actions)
    for verb in LegalActions.FromString(legal.message).verbs:
        if verb.WhichOneof("form") == "shape":
            cards = rng.sample(verb.shape.cards.split("-"), verb.shape.count_min)
            return f"bury {'-'.join(cards)}"
        if verb.WhichOneof("form") == "calls":
            copies = [f"{card}:1" for card in verb.calls.cards.split("-")]
            return f"call_friends {' '.join(rng.sample(copies, verb.calls.count))}"
    return None


def step(table: Table, rng: random.Random) -> Prepared:
    """Draw some cards, or let a seat act that must or can."""
    decisions = table.decisions
    if table.to_draw and rng.random() < 0.7:
        return table.draw(rng.randint(1, 9))
    for decision in rng.sample(decisions, len(decisions)):
        action = filled(table, decision.seat, rng)
        if action is not None and (rng.random() < 0.3 or not decision.voluntary):
            return table.act(decision.seat, action)
    return table.draw(1)


@pytest.mark.parametrize("seats", [5, 8, 12])
def test_events_are_enough_to_follow_a_view(seats: int) -> None:
    """Folded from events alone, every view is the table's after every step."""
    rng = random.Random(seats)
    rules = Ruleset("zhao_pengyou", seats=seats, options={"target_points": 2})
    table = Table(rules, seed=seats, draws=False)
    viewers = [None, 0, seats - 1]
    folded = {viewer: FoldedView(view_of(table, viewer), FACES) for viewer in viewers}
    largest = 0
    while not table.match_over and table.deal < 4:
        told = step(table, rng)
        for viewer in viewers:
            events = table_service_pb2.WatchTableResponse.FromString(told.events(viewer))
            folded[viewer].follow(events)
            assert folded[viewer].view == view_of(table, viewer)
            largest = max(largest, len(table.view(viewer)))
    assert table.match_over or table.deal == 4
    assert largest < VIEW_BYTES_MAX


def test_views_of_twelve_seats_are_small() -> None:
    """At the largest table, with the largest pack, no view has more than 4 KiB."""
    options = {"target_points": "1", "kitty_mode": "full_jokers"}
    rules = Ruleset("zhao_pengyou", seats=12, options=options)
    table = Table(rules, seed=12, draws=False)
    sizes: list[int] = []
    while not table.match_over:
        sizes.extend(len(table.view(viewer)) for viewer in (None, *range(12)))
        if table.to_draw:
            table.draw(1)
            bidders = [(seat, table.seat_view(seat).volunteer("greedy", 0)) for seat in range(12)]
            bids = [(seat, bid) for seat, bid in bidders if bid is not None]
            if bids and not any(decision.kind == "defence" for decision in table.decisions):
                table.act(*bids[0])
        asked = [decision for decision in table.decisions if not decision.voluntary]
        if asked:
            table.act(asked[0].seat, table.seat_view(asked[0].seat).choose("greedy", 0))
    sizes.append(len(table.view(0)))
    assert 2_000 < max(sizes) < 4_096


def test_records_hold_what_was_drawn() -> None:
    """A match of bots is over, and its record, with every draw, leads to the same end."""
    rules = Ruleset("zhao_pengyou", seats=6, options={"target_points": 2})
    match = Table(rules, seed=7, bots=dict.fromkeys(range(6), "greedy"))
    assert match.match_over
    record = match.record()
    assert verify_record(record) == []
    assert Table.replay(record).hash == Record.FromString(record).state_hash


def test_simulation_draws_by_itself() -> None:
    """Deals of a simulation are the same for any number of threads, and bid while drawing."""
    bots = ["greedy", "random", "greedy", "random", "greedy"]
    one = simulate("zhao_pengyou", seats=5, deals=6, seed=3, bots=bots)
    two = simulate("zhao_pengyou", seats=5, deals=6, seed=3, bots=bots, threads=2)
    assert (one.deals, one.decisions, one.wins) == (6, two.decisions, two.wins)


def test_leads_follows_and_winners_are_asked_of_rules() -> None:
    """The questions of trick games: shape of a lead, its check, what may follow, who wins."""
    rules = Ruleset("zhao_pengyou", seats=5)
    lead = rules.lead_shape("As-Ks-Js-Js", trump="4d")
    shown = [(part.category, part.key, part.run, part.cards) for part in lead.components]
    assert (lead.kind, lead.suit) == ("group", "s")
    assert shown == [
        ("set", "J", 1, "Js-Js"),
        ("single", "A", 1, "As"),
        ("single", "K", 1, "Ks"),
    ]
    failed = rules.check_lead("As-Ks-Js-Js", hands=["Ts-9s", "Qs-Qs-2s"], trump="4d")
    assert failed is not None
    assert (failed.kept.cards, failed.beaten_by, failed.beating) == ("Js-Js", 1, "Qs-Qs")
    assert rules.check_lead("As-Js-Js", hands=["Ts-9s"], trump="4d") is None
    with pytest.raises(RuleError) as refused:
        rules.check_follow(lead="Jh-Jh", hand="Kh-Kh-Th-Th", cards="Kh-Th", trump="9c")
    assert (refused.value.reason, refused.value.rule) == ("MUST_FOLLOW_SETS", "ZP-4.10")
    rules.check_follow(lead="Jh-Jh", hand="Kh-Kh-Th-Th", cards="Th-Th", trump="9c")
    plays = ["Kh", "Ah", "2d", "8s", "Ad"]
    assert rules.trick_winner(plays=plays, trump="8d") == 3
    found, whole = rules.trick_plays("Kh-Kh-Th-Th", lead="Jh-Jh", trump="9c")
    assert ({play.cards for play in found}, whole) == ({"Kh-Kh", "Th-Th"}, True)


def test_bad_questions_are_refused() -> None:
    """A bad trump, a rank for a card, an unknown context, mixed suits, another size are refused."""
    rules = Ruleset("zhao_pengyou", seats=5)
    with pytest.raises(NotationError):
        rules.lead_shape("As", trump="d")
    with pytest.raises(NotationError):
        rules.lead_shape("A", trump="8d")
    with pytest.raises(SetupError):
        rules.trick_winner(plays=["As"], trump="8d", phase="open")
    with pytest.raises(RuleError) as refused:
        rules.lead_shape("As-Kh", trump="8d")
    assert (refused.value.reason, refused.value.rule) == ("MIXED_SUITS", "ZP-4.3")
    with pytest.raises(RuleError) as refused:
        rules.trick_plays("Kh-Qh", lead="As-Kh", trump="8d")
    assert (refused.value.reason, refused.value.rule) == ("MIXED_SUITS", "ZP-4.3")
    with pytest.raises(RuleError) as refused:
        rules.trick_winner(plays=["As", "2d-2d"], trump="8d")
    assert (refused.value.reason, refused.value.rule) == ("WRONG_CARD_COUNT", "ZP-4.2")
    with pytest.raises(SetupError):
        Ruleset("zheng_fen", seats=3).lead_shape("As", trump="8d")
    with pytest.raises(SetupError):
        rules.classify("As")


def test_situations_have_a_trump_and_a_lead() -> None:
    """RulesService reads leads, compares with what wins so far, and lists plays, under a trump."""
    rules = Ruleset("zhao_pengyou", seats=5)
    situation = rules_pb2.Situation(game="zhao_pengyou", seats=5, trump="9c")
    answer = rules.classify_response(situation.SerializeToString(), ["Jh-Jh", "Jh-Js"])
    classified = rules_service_pb2.ClassifyResponse.FromString(answer).classifications
    assert [one.lead.kind for one in classified] == ["set", ""]
    situation.lead, situation.standing, situation.hand = "Jh-Jh", "Qh-Qh", "Kh-Kh-Th-Th"
    bytes_of = situation.SerializeToString()
    answer = rules.compare_response(bytes_of, ["Kh-Kh", "Th-Th", "Kh-Th"])
    compared = rules_service_pb2.CompareResponse.FromString(answer).comparisons
    shown = [(one.beats, one.refusal.reason) for one in compared]
    assert shown == [(True, ""), (False, ""), (False, "MUST_FOLLOW_SETS")]
    situation.standing = "Jh-Jh"
    answer = rules.compare_response(situation.SerializeToString(), ["Kh-Kh", "Th-Th"])
    compared = rules_service_pb2.CompareResponse.FromString(answer).comparisons
    assert [one.beats for one in compared] == [True, False], "the lead wins so far"
    plays, total = rules.plays_response(bytes_of, 0, 10)
    listed = rules_service_pb2.ListPlaysResponse.FromString(plays).plays
    assert (total, {play.cards for play in listed}) == (2, {"Kh-Kh", "Th-Th"})
    situation.lead, situation.standing = "Jh-Js", ""
    with pytest.raises(RuleError) as refused:
        rules.plays_response(situation.SerializeToString(), 0, 10)
    assert refused.value.reason == "MIXED_SUITS"
