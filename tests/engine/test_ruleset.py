"""Rules without a table: set-ups, combinations, packed questions, the catalogue."""

from __future__ import annotations

import copy
import pickle
import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from engine.enumerated import every_play
from engine.logged import rules_hash, tagged
from engine.swarm import random_options, random_preset, set_up_both
from oracle.dou_dizhu.options import ALLOWED, PRESETS, Options
from oracle.dou_dizhu.ranks import RANKS, from_ranks, full_pack, show, spell
from paizhuo.engine import (
    RuleError,
    Ruleset,
    bots,
    catalogue_game,
    catalogue_list,
    commitment,
    games,
    reasons,
)
from paizhuo.v1 import action_pb2, catalogue_service_pb2, rules_pb2, rules_service_pb2

if TYPE_CHECKING:
    from oracle.setting import Value


def text(value: Value | None) -> str:
    """Write an option's value as the catalogue does; nothing for none."""
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)


def game(name: str = "dou_dizhu") -> catalogue_service_pb2.Game:
    """Give the catalogue's entry of a game."""
    return catalogue_service_pb2.Game.FromString(catalogue_game(name))


# --- set-ups --------------------------------------------------------------------------------------


def test_defaults_are_those_of_the_rules() -> None:
    """Every option has the default of section 7.1, and no other option exists."""
    rules = Ruleset("dou_dizhu", seats=3)
    defaults = {name: text(getattr(Options(), name)) for name in ALLOWED}
    assert rules.options == {name: value for name, value in defaults.items() if value}
    assert [option.name for option in game().options] == list(ALLOWED)
    assert (rules.game, rules.seats, rules.preset) == ("dou_dizhu", 3, "seed")


@pytest.mark.parametrize("seats", [3, 4])
def test_every_value_is_taken(seats: int) -> None:
    """Every value of section 7.1 is taken, also where it has no effect with the seats (7)."""
    for name, allowed in ALLOWED.items():
        values = allowed if len(allowed) < 150 else (allowed[0], allowed[-1])
        for value in values:
            if name == "kickers" and seats == 4 and value != "distinct":
                continue
            beside: dict[str, Value] = {}
            if name == "match_end" and value != "agreement":
                beside = {f"match_{value}": 5}
            rules = Ruleset("dou_dizhu", seats=seats, options={name: value, **beside})
            assert rules.options[name] == text(value)


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("seats", [3, 4])
def test_presets(preset: str, seats: int) -> None:
    """A preset sets the values of section 7.2; options given beside it win."""
    named = PRESETS[preset]
    if seats == 4 and "kickers" in named:
        assert 4 not in next(one.seats for one in game().presets if one.name == preset)
        return
    plain, rules = Ruleset("dou_dizhu", seats), Ruleset("dou_dizhu", seats, preset)
    assert rules.options == {**plain.options, **{k: text(v) for k, v in named.items()}}
    for name in named:
        back = Ruleset("dou_dizhu", seats, preset, {name: plain.options[name]})
        assert back.options[name] == plain.options[name]


@pytest.mark.parametrize("unit", [7, "7"])
@pytest.mark.parametrize("reveal", [True, "true"])
def test_options_may_be_of_their_own_type(unit: int | str, reveal: bool | str) -> None:  # noqa: FBT001
    """`True` is `true`, 7 is `7`: the same rules and the same hash."""
    rules = Ruleset("dou_dizhu", 3, options={"unit": unit, "reveal_bottom": reveal})
    assert (rules.options["unit"], rules.options["reveal_bottom"]) == ("7", "true")
    same = Ruleset("dou_dizhu", 3, options={"reveal_bottom": "true", "unit": "7"})
    assert rules.hash == same.hash


def test_the_rules_hash_is_what_the_design_says() -> None:
    """SHA-256 over game, revision, seats and every option, in the catalogue's order (2.7)."""
    rng = random.Random(27)
    order = [option.name for option in game().options]
    seen = set()
    for _ in range(60):
        seats = rng.choice((3, 4))
        rules, _ = set_up_both(seats, random_options(rng, seats), random_preset(rng, seats))
        expected = rules_hash(rules.game, rules.revision, seats, rules.options, order)
        assert rules.hash == expected
        seen.add(rules.hash)
    assert len(seen) > 40


def test_commitments_are_what_the_design_says() -> None:
    """SHA-256 over table, deal, rules hash and seed, each with its length before it (2.7)."""
    rules = Ruleset("dou_dizhu", 4)
    for table_id, deal in (("", 1), ("table-1", 1), ("table-1", 2), ("a" * 300, 4_000_000_000)):
        seed = bytes(range(32))
        parts = (table_id.encode(), deal.to_bytes(4, "little"), rules.hash, seed)
        expected = tagged("paizhuo/commit/1", *parts)
        assert commitment(rules, table_id, deal, seed) == expected
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(rules, "t", 1, b"short")


# --- combinations ---------------------------------------------------------------------------------


def test_the_examples_of_the_documentation() -> None:
    """What the embedding API shows as its examples holds (D4.4, D4.11, D4.15)."""
    rules = Ruleset("dou_dizhu", seats=3, preset="seed", options={"kickers": "distinct"})
    (one,) = rules.classify("3-3-3-4")
    shown = (one.category, one.key, one.run, one.size, one.labels, one.cards)
    assert shown == ("triplet_single", "3", 1, 4, (), "3-3-3-4")
    assert rules.classify("3-4") == rules.classify("") == []
    assert rules.classify_many(["3-3-3-4", "3-4"]) == [[one], []]
    assert rules.beats("4-4-4-4", "3-3-3-A")
    assert not rules.beats("3-3-3-A", "4-4-4-4")
    assert [play.cards for play in rules.plays("3-3-4")] == ["3", "4", "3-3"]
    assert [play.cards for play in rules.plays("3-3-4-b-r", "A")] == ["b", "r", "b-r"]
    assert one == rules.classify("4-3-3-3")[0]
    assert hash(one) == hash(rules.classify("4-3-3-3")[0])
    assert one != rules.classify("3-3-3")[0]
    assert "triplet_single" in repr(one)


def test_what_stands_must_be_a_combination() -> None:
    """Against cards that are no combination nothing can be judged (D4.15)."""
    rules = Ruleset("dou_dizhu", seats=3)
    with pytest.raises(RuleError) as refused:
        rules.beats("3", "3-4")
    assert refused.value.reason == "NOT_A_COMBINATION"


@pytest.mark.parametrize("seats", [3, 4])
def test_packed_answers_are_those_of_classify(seats: int) -> None:
    """Packed bytes and NumPy arrays give the canonical reading of `classify` (D4.19, D4.21)."""
    rng = random.Random(seats)
    chosen: dict[str, Value] = {"kickers": "loose"} if seats == 3 else {"quadplex_4p": True}
    rules, options = set_up_both(seats, chosen)
    deck = spell(full_pack(seats))
    sets = rng.sample(sorted(every_play(options, seats)), 2_000)
    sets += [from_ranks(rng.sample(deck, rng.randint(0, 20))) for _ in range(2_000)]
    categories = [category.name for category in game().categories]
    ranks = [rank.notation for rank in game().ranks]
    assert ranks == list(RANKS)
    array = rules.classify_packed(np.array(sets, dtype=np.uint8))
    assert array.dtype.names == ("category", "key", "run", "size", "readings")
    for cards, row, readings in zip(
        sets, array, rules.classify_many([show(cards) for cards in sets]), strict=True
    ):
        packed = rules.classify_packed(bytes(cards))
        assert packed == tuple(int(field) for field in row)
        category, key, run, size, number = packed
        assert (size, number) == (sum(cards), len(readings))
        if readings:
            first = readings[0]
            assert (categories[category], ranks[key], run) == (first.category, first.key, first.run)
        else:
            assert (category, key, run) == (-1, -1, 0)


def test_one_packed_set_may_come_in_any_buffer() -> None:
    """The bytes of one set, however they are held, give the tuple of that set."""
    rules = Ruleset("dou_dizhu", seats=3)
    counts = bytes([3, 1] + [0] * 13)
    expected = rules.classify_packed(counts)
    array = np.frombuffer(counts, dtype=np.uint8)
    for held in (bytearray(counts), memoryview(counts), array):
        assert rules.classify_packed(held) == expected


def test_packed_questions_of_other_shapes_are_refused() -> None:
    """One byte a rank, 15 of them; another width is a ValueError, counts may be any byte."""
    rules = Ruleset("dou_dizhu", seats=3)
    for width in (0, 14, 16):
        with pytest.raises(ValueError, match="15"):
            rules.classify_packed(bytes(width))
        with pytest.raises(ValueError, match="15"):
            rules.classify_packed(np.zeros((2, width), dtype=np.uint8))
        with pytest.raises(ValueError, match="15"):
            rules.classify_packed(bytearray(width))
    for strange in (np.zeros((2, 15), dtype=np.float64), np.zeros((2, 15), dtype=np.int32), "x", 3):
        with pytest.raises((TypeError, BufferError, ValueError)):
            rules.classify_packed(strange)
    assert rules.classify_packed(bytes([255] * 15))[:2] == (-1, -1)
    assert len(rules.classify_packed(np.zeros((0, 15), dtype=np.uint8))) == 0
    turned = np.asfortranarray(np.eye(15, dtype=np.uint8))
    assert [int(row["key"]) for row in rules.classify_packed(turned)] == list(range(15))
    every_second = np.eye(15, dtype=np.uint8)[::2]
    assert [int(row["key"]) for row in rules.classify_packed(every_second)] == list(range(0, 15, 2))


def test_the_services_answers_say_the_same() -> None:
    """The encoded answers for the rules service agree with `classify` and `plays` (D5.2)."""
    rules = Ruleset("dou_dizhu", seats=3, options={"kickers": "loose"})
    sets = ["3-3-3-4", "3-4", "4-4-4-4-9-9-9-9", ""]
    encoded = rules.classify_response(b"", sets)
    answers = rules_service_pb2.ClassifyResponse.FromString(encoded).classifications
    for cards, answer in zip(sets, answers, strict=True):
        found = [(one.category, one.key, one.run, one.cards) for one in answer.readings]
        readings = rules.classify(cards)
        assert found == [(one.category, one.key, one.run, one.cards) for one in readings]
    hand, standing = "3-3-3-4-4-4-5-6-7-8-9-b-r", "3"
    situation = rules_pb2.Situation(hand=hand, standing=standing).SerializeToString()
    every = [play.cards for play in rules.plays(hand, standing)]
    for offset in range(0, len(every) + 2, 3):
        page, total = rules.plays_response(situation, offset, 3)
        plays = rules_service_pb2.ListPlaysResponse.FromString(page).plays
        assert total == len(every)
        assert [play.cards for play in plays] == every[offset : offset + 3]


# --- the catalogue --------------------------------------------------------------------------------


def test_the_catalogue_describes_the_pack() -> None:
    """54 faces, 15 ranks low to high, 4 suits, and names in three languages (D1.1 to D1.3)."""
    entry = game()
    assert [face.notation for face in entry.faces][:5] == ["3c", "3d", "3h", "3s", "4c"]
    assert [face.notation for face in entry.faces][-2:] == ["b", "r"]
    assert len({face.notation for face in entry.faces}) == 54
    assert [rank.notation for rank in entry.ranks] == list(RANKS)
    assert [suit.notation for suit in entry.suits] == list("cdhs")
    names = [one.name for one in entry.faces] + [one.name for one in entry.ranks]
    names += [one.name for one in entry.suits] + [entry.name]
    assert all(name.en and name.zh and name.ru for name in names)
    listed = catalogue_service_pb2.ListGamesResponse.FromString(catalogue_list())
    assert [one.game for one in listed.games] == games()
    assert games() == ["dou_dizhu", "zheng_fen", "zhao_pengyou", "hachinin_meri"]


def test_the_catalogue_describes_a_pack_of_five_suits() -> None:
    """75 faces in five suits of fifteen, named in Japanese and kana too, and two teams (HM-1.4)."""
    entry = game("hachinin_meri")
    assert [suit.notation for suit in entry.suits] == list("PIKOG")
    assert (len(entry.faces), len(entry.ranks)) == (75, 15)
    assert (entry.faces[12].notation, entry.faces[12].name.ja) == ("Probai", "花の龍")
    assert entry.faces[12].name.ja_kana == "ぱおのろばい"
    assert [(team.name, team.label.ja) for team in entry.teams] == [("a", "甲組"), ("b", "乙組")]
    assert [count.seats for count in entry.seat_counts] == [8]


def test_the_catalogue_names_all_that_a_form_shows() -> None:
    """Presets, named values, verbs and all other words have a rule and three languages."""
    entry = game()
    for option in entry.options:
        is_boolean = option.type == catalogue_service_pb2.OPTION_TYPE_BOOLEAN
        labelled = [term.name for term in option.value_labels]
        assert labelled == ([] if is_boolean else list(option.values)), option.name
        assert option.since == 1, "no released rules have more revisions"
    terms = [term for option in entry.options for term in option.value_labels]
    terms += [*entry.verbs, *entry.phases, *entry.categories, *entry.roles, *entry.zones]
    assert all(term.rule for term in terms)
    labels = [one.label for one in (*terms, *entry.bots)]
    labels += [one.label for one in entry.options] + [one.label for one in entry.presets]
    assert all(label.en and label.zh and label.ru for label in labels)
    assert all(preset.rule and preset.meaning for preset in entry.presets)
    verbs = [field.name for field in action_pb2.Action.DESCRIPTOR.oneofs_by_name["verb"].fields]
    assert {verb.name for verb in entry.verbs} <= set(verbs)


def test_reasons_and_bots_are_listed() -> None:
    """Reasons are codes without repetition, of four classes; two bots play (issue 2)."""
    codes = [code for code, _, _ in reasons()]
    assert len(codes) == len(set(codes))
    assert {kind for _, kind, _ in reasons()} == {"invalid", "closed", "foreign", "illegal"}
    assert set(bots()) >= {"random", "greedy"}


def test_rules_go_to_other_processes() -> None:
    """Rules are pickled by what they were made from, and equal where every option is."""
    rules = Ruleset("dou_dizhu", seats=3, preset="pagat", options={"auction": "call_rob"})
    sent = pickle.loads(pickle.dumps(rules))  # noqa: S301 - its own pickle
    for again in (sent, copy.copy(rules), copy.deepcopy(rules)):
        assert again == rules
        assert hash(again) == hash(rules)
        assert (again.preset, again.options) == (rules.preset, rules.options)
    assert rules != Ruleset("dou_dizhu", seats=3, preset="pagat")
    assert rules != "dou_dizhu"
