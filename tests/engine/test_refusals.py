"""What the engine refuses, how it says so, and that nothing has changed then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from engine.logged import LoggedMatch, acted, committed, started
from paizhuo.engine import (
    NotationError,
    RuleError,
    Ruleset,
    SetupError,
    Table,
    bots,
    commitment,
    reasons,
    simulate,
    verify_record,
)
from paizhuo.storage.v1 import entry_pb2
from paizhuo.v1 import reason_pb2, rules_pb2, rules_service_pb2

if TYPE_CHECKING:
    from collections.abc import Callable

Refused = SetupError | NotationError | RuleError

BAD_SETUPS: list[tuple[dict[str, Any], str, str]] = [
    ({"game": "go"}, "UNKNOWN_GAME", ""),
    ({"game": ""}, "UNKNOWN_GAME", ""),
    ({"seats": 2}, "BAD_SEAT_COUNT", "D1.1"),
    ({"seats": 5}, "BAD_SEAT_COUNT", "D1.1"),
    ({"preset": "house"}, "UNKNOWN_PRESET", ""),
    ({"preset": "rlcard", "seats": 4}, "PRESET_NOT_FOR_SEATS", "D4.22"),
    ({"preset": "douzero", "seats": 4}, "PRESET_NOT_FOR_SEATS", "D4.22"),
    ({"options": {"jokers": "3"}}, "UNKNOWN_OPTION", ""),
    ({"options": {"players": 3}}, "UNKNOWN_OPTION", ""),
    ({"options": {"preset": "seed"}}, "UNKNOWN_OPTION", ""),
    ({"options": {"kickers": "none"}}, "BAD_OPTION_VALUE", "D4.22"),
    ({"options": {"unit": 0}}, "BAD_OPTION_VALUE", "D6.1"),
    ({"options": {"unit": 1_000_001}}, "BAD_OPTION_VALUE", "D6.1"),
    ({"options": {"unit": -1}}, "BAD_OPTION_VALUE", "D6.1"),
    ({"options": {"unit": "1.0"}}, "BAD_OPTION_VALUE", "D6.1"),
    ({"options": {"unit": 10**30}}, "BAD_OPTION_VALUE", "D6.1"),
    ({"options": {"max_doublings": 31}}, "BAD_OPTION_VALUE", "D6.7"),
    ({"options": {"max_redeals": 101}}, "BAD_OPTION_VALUE", "D3.11"),
    ({"options": {"quadplex_3p": 1}}, "BAD_OPTION_VALUE", "D4.25"),
    ({"options": {"quadplex_3p": "True"}}, "BAD_OPTION_VALUE", "D4.25"),
    ({"options": {"quadplex_as_bomb": True}}, "BAD_OPTION_VALUE", "D4.16"),
    ({"options": {"bomb_double_min_4p": 7}}, "BAD_OPTION_VALUE", "D6.2"),
    ({"options": {"laizi": "on"}}, "BAD_OPTION_VALUE", "7.1"),
    ({"options": {"laizi": True}}, "BAD_OPTION_VALUE", "7.1"),
    ({"options": {"match_end": "deals:3"}}, "BAD_OPTION_VALUE", "D5.13"),
    ({"options": {"match_deals": 1_001}}, "BAD_OPTION_VALUE", "D5.13"),
    ({"options": {"match_target": 0}}, "BAD_OPTION_VALUE", "D5.13"),
    ({"options": {"match_end": "deals"}}, "MISSING_OPTION", "D5.13"),
    ({"options": {"match_end": "target", "match_deals": 3}}, "MISSING_OPTION", "D5.13"),
    ({"options": {"kickers": "loose"}, "seats": 4}, "OPTIONS_CONFLICT", "D4.22"),
    ({"options": {"kickers": "rlcard"}, "seats": 4}, "OPTIONS_CONFLICT", "D4.22"),
    ({"revision": 999}, "UNKNOWN_REVISION", ""),
]

LONG = ["x" * 1000, "-".join("3" * 257)]
"""Texts that would not fit into an answer."""

BAD_READINGS = ["play 3 as", "play 3 as a:b:c:d", "play 3 as single:3:x", "play 3 as single:3:300"]


def check_refusal(error: Refused, reason: str, rule: str) -> reason_pb2.Refusal:
    """The exception and the message in it say the same."""
    refusal = reason_pb2.Refusal.FromString(error.refusal)
    assert (error.reason, error.rule) == (reason, rule)
    assert (refusal.reason, refusal.rule) == (reason, rule)
    assert {fact.name: fact.value for fact in refusal.facts} == error.facts
    assert all(isinstance(value, str) for value in error.facts.values())
    meaning = next(meaning for code, _, meaning in reasons() if code == reason)
    assert str(error).startswith(meaning.rstrip("."))
    return refusal


@pytest.mark.parametrize(("setup", "reason", "rule"), BAD_SETUPS, ids=str)
def test_a_bad_setup_is_refused(setup: dict[str, Any], reason: str, rule: str) -> None:
    """Unknown names and values, and what rules refuse, is a SetupError (7.1, D4.22, D5.13)."""
    arguments: dict[str, Any] = {"game": "dou_dizhu", "seats": 3, **setup}
    with pytest.raises(SetupError) as refused:
        Ruleset(**arguments)
    check_refusal(refused.value, reason, rule)
    assert isinstance(refused.value, ValueError)
    arguments.pop("revision", None)
    if reason != "UNKNOWN_REVISION":
        with pytest.raises(SetupError):
            simulate(**arguments, deals=1, seed=1)


@pytest.mark.parametrize("value", [1.5, None, b"true", ["x"]])
def test_an_option_of_a_strange_type_is_refused(value: object) -> None:
    """Options are text, booleans or whole numbers; anything else is a TypeError."""
    strange: Any = {"unit": value}
    with pytest.raises(TypeError):
        Ruleset("dou_dizhu", seats=3, options=strange)


@pytest.mark.parametrize(
    "text",
    [
        "1",
        "3h-",
        "-3h",
        "3h--4h",
        "3h - 4h",
        "-",
        "3x",
        "B",
        "R",
        "10",
        "3hh",
        "h3",
        "bc",
        "rs",
        "3,4",
        "♠3",
        "3-é",
        *LONG,
    ],
    ids=lambda text: text[:8],
)
def test_bad_notation_is_refused(text: str) -> None:
    """Text that names no cards is a NotationError, wherever cards are asked for (D1.3)."""
    rules = Ruleset("dou_dizhu", seats=3)
    questions: list[Callable[[], object]] = [
        lambda: rules.classify(text),
        lambda: rules.classify_many(["3", text]),
        lambda: rules.beats(text, "3"),
        lambda: rules.beats("3", text),
        lambda: rules.plays(text),
        lambda: rules.plays("3", text),
        lambda: rules.classify_response(b"", [text]),
    ]
    for question in questions:
        with pytest.raises(NotationError) as refused:
            question()
        check_refusal(refused.value, "MALFORMED_CARDS", "")
        assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    "action",
    [
        *BAD_READINGS,
        "",
        "bid",
        "bid x",
        "bid -1",
        "bid 99999999999",
        "fold",
        "pass 1",
        "PASS",
        "double up",
    ],
)
def test_a_text_that_is_no_action_is_refused(action: str) -> None:
    """Text that is no action is a NotationError and changes nothing."""
    table = Table(Ruleset("dou_dizhu", seats=3), seed=1)
    before = table.hash
    with pytest.raises(NotationError) as refused:
        table.act(table.decisions[0].seat, action)
    check_refusal(refused.value, "MALFORMED_ACTION", "")
    assert table.hash == before


@pytest.mark.parametrize("message", [b"", b"\xff", b"\x0a\xff", b"\x12\x02\x08"])
def test_bytes_that_are_no_action_are_refused(message: bytes) -> None:
    """Bytes that are no action with a verb are a NotationError and change nothing."""
    table = Table(Ruleset("dou_dizhu", seats=3), seed=1)
    before = table.hash
    with pytest.raises(NotationError) as refused:
        table.act(table.decisions[0].seat, message)
    check_refusal(refused.value, "MALFORMED_ACTION", "")
    assert table.hash == before


def check_illegal(table: Table, seat: int, action: str, reason: str, rule: str) -> RuleError:
    """The action is refused for this reason, changes nothing, and the alternative is legal."""
    before = (table.hash, table.view(None), table.view(seat), table.record())
    with pytest.raises(RuleError) as refused:
        table.act(seat, action)
    assert (table.hash, table.view(None), table.view(seat), table.record()) == before
    error = refused.value
    refusal = check_refusal(error, reason, rule)
    asked = [decision.seat for decision in table.decisions]
    assert (error.alternative is not None) is (seat in asked)
    assert refusal.HasField("alternative") is (error.alternative is not None)
    if error.alternative is not None:
        table.clone().act(seat, error.alternative)
        table.clone().act(seat, refusal.alternative.SerializeToString())
    return error


def test_illegal_calls() -> None:
    """Calls that the auction does not have are refused by their rule (D3.2, D3.9, D3.10)."""
    table = Table(Ruleset("dou_dizhu", seats=3), seed=1)
    (decision,) = table.decisions
    seat = decision.seat
    check_illegal(table, seat, "bid 0", "NO_SUCH_BID", "D3.2")
    check_illegal(table, seat, "bid 4", "NO_SUCH_BID", "D3.2")
    check_illegal(table, seat, "bid 4294967295", "NO_SUCH_BID", "D3.2")
    for word in ("call", "rob", "reveal", "double", "continue", "stop", "play 3"):
        check_illegal(table, seat, word, "VERB_NOT_ALLOWED", "D3.2")
    other = (seat + 1) % 3
    assert check_illegal(table, other, "pass", "NOT_YOUR_TURN", "").facts == {"seat": str(other)}
    table.act(seat, "bid 2")
    error = check_illegal(table, other, "bid 2", "BID_TOO_LOW", "D3.2")
    assert (error.facts, error.alternative) == ({"highest": "2"}, "bid 3")
    once = Table(Ruleset("dou_dizhu", seats=3, options={"auction": "bid_once"}), seed=1)
    check_illegal(once, once.decisions[0].seat, "rob", "VERB_NOT_ALLOWED", "D3.9")
    rob = Table(Ruleset("dou_dizhu", seats=4, preset="online"), seed=1)
    for word in ("rob", "bid 1", "bid 0", "double"):
        check_illegal(rob, rob.decisions[0].seat, word, "VERB_NOT_ALLOWED", "D3.10")


def test_a_duty_to_open() -> None:
    """After `max_redeals` all-pass deals a pass of the first bidder is refused (D3.11)."""
    for how, alternative in (("bid123", "bid 1"), ("call_rob", "call")):
        options: dict[str, str | int] = {"auction": how, "max_redeals": 1}
        table = Table(Ruleset("dou_dizhu", seats=3, options=options), seed=3)
        while table.attempt == 1:
            table.act(table.decisions[0].seat, "pass")
        error = check_illegal(table, table.decisions[0].seat, "pass", "MUST_OPEN", "D3.11")
        assert error.alternative == alternative


def test_illegal_plays() -> None:
    """Plays are refused by the first reason that holds, with the rule behind it (D5.1 to D5.3)."""
    table = Table(Ruleset("dou_dizhu", seats=3), seed=1)
    table.act(table.decisions[0].seat, "bid 3")
    landlord = table.decisions[0].seat
    held = [action.split(" ")[1] for action in table.legal(landlord).actions]
    check_illegal(table, landlord, "pass", "MUST_LEAD", "D5.3")
    check_illegal(table, landlord, "bid 3", "VERB_NOT_ALLOWED", "D5.1")
    check_illegal(table, landlord, "play " + "-".join("3" * 21), "CARDS_NOT_HELD", "D5.1")
    check_illegal(table, landlord, "play", "NOT_A_COMBINATION", "D4.1")
    single = f"play {held[0]}"
    check_illegal(table, landlord, f"{single} as pair", "NO_SUCH_READING", "D4.21")
    check_illegal(table, landlord, f"{single} as joke:3:1", "NO_SUCH_READING", "D4.21")
    check_illegal(table, landlord, f"play {held[0]}-{held[0]}", "CARDS_NOT_HELD", "D5.1")
    table.act(landlord, single)
    after = (landlord + 1) % 3
    assert table.decisions[0].seat == after
    check_illegal(table, after, "reveal", "VERB_NOT_ALLOWED", "D5.2")
    check_illegal(table, after, "play " + "-".join("b" * 2), "CARDS_NOT_HELD", "D5.2")
    check_illegal(table, landlord, "pass", "NOT_YOUR_TURN", "")


@pytest.mark.parametrize(
    ("play", "standing", "reason"),
    [
        ("4-4", "3", "OTHER_TYPE"),
        ("4-5-6-7-8-9", "3-4-5-6-7", "OTHER_LENGTH"),
        ("3-3", "3-3", "NOT_HIGHER"),
        ("3-3-3-3", "4-4-4-4", "NOT_HIGHER"),
        ("2", "r", "NOT_HIGHER"),
        ("2-2-2-2", "b-r", "OTHER_TYPE"),
        ("3-4", "3", "NOT_A_COMBINATION"),
    ],
)
def test_why_cards_do_not_beat(play: str, standing: str, reason: str) -> None:
    """A comparison that fails says why, by D4.15 (D4.0g: equal never beats equal)."""
    rules = Ruleset("dou_dizhu", seats=3)
    situation = rules_pb2.Situation(standing=standing).SerializeToString()
    response = rules.compare_response(situation, [play])
    (answer,) = rules_service_pb2.CompareResponse.FromString(response).comparisons
    assert (answer.beats, answer.refusal.reason) == (False, reason)
    assert answer.refusal.rule.startswith("D4.")
    assert rules.beats(play, standing) is False


@pytest.mark.parametrize("viewer", [3, 4, 255])
def test_wrong_seats(viewer: int) -> None:
    """A seat that a table does not have is a ValueError, whatever is asked of it."""
    table = Table(Ruleset("dou_dizhu", seats=3), seed=1)
    for question in (table.view, table.legal, table.seat_view, table.record):
        with pytest.raises(ValueError, match="seat"):
            question(viewer)
    with pytest.raises(ValueError, match="seat"):
        table.act(viewer, "pass")
    with pytest.raises(ValueError, match="seat"):
        table.resample(viewer, 1)
    with pytest.raises(ValueError, match="seat"):
        Table(table.rules, bots={viewer: "random"})
    assert table.legal((table.decisions[0].seat + 1) % 3).actions == ()


def test_numbers_that_are_no_seat() -> None:
    """A seat below 0 or beyond a byte is an OverflowError; an unknown bot a SetupError."""
    table = Table(Ruleset("dou_dizhu", seats=3), seed=1)
    for seat in (-1, 256, 2**70):
        with pytest.raises(OverflowError):
            table.view(seat)
    with pytest.raises(SetupError) as refused:
        Table(table.rules, bots={0: "genius"})
    check_refusal(refused.value, "UNKNOWN_BOT", "")
    with pytest.raises(SetupError):
        table.seat_view(0).choose("genius", 1)


def impossible_entries(match: LoggedMatch) -> list[bytes]:
    """Give entries that no server can have written here."""
    keys, deal = match.keys, match.table.deal
    entries = [
        committed(deal + 1, keys.seed(deal + 1), bytes(32)),
        committed(deal + 1, keys.seed(deal + 1), keys.commitment(deal + 1)),
        committed(deal + 7, keys.seed(deal + 7), keys.commitment(deal + 7)),
        started(deal, 1, keys.entropy(deal, 1)),
        started(deal + 1, 1, keys.entropy(deal + 1, 1)),
        started(deal, 2, []),
    ]
    return [entry.SerializeToString() for entry in entries]


def test_an_impossible_entry_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    """An entry that cannot stand here is a NotationError, and has changed nothing."""
    match = LoggedMatch(Ruleset("dou_dizhu", seats=3), "refused")
    before = match.table.hash
    for entry in impossible_entries(match):
        with pytest.raises(NotationError) as refused:
            match.table.prepare(entry)
        check_refusal(refused.value, "MALFORMED_ACTION", "")
        assert refused.value.facts["part"] in {"deal_committed", "deal_started"}
        assert match.table.hash == before
    assert capfd.readouterr().err == ""
    match.act(match.asked()[0], "bid 3")
    assert match.table.hash != before


def test_entries_that_fit_in_all_but_one_part() -> None:
    """Where a commitment, a deal or draws are due, what does not fit is named."""
    rules = Ruleset("dou_dizhu", seats=3)
    table = Table.logged(rules, "parts")
    seed = bytes(range(32))
    made, other = (commitment(rules, "parts", deal, seed) for deal in (1, 7))

    def refused(entry: entry_pb2.Entry) -> dict[str, str]:
        before = table.hash
        with pytest.raises(NotationError) as refusal:
            table.prepare(entry.SerializeToString())
        check_refusal(refusal.value, "MALFORMED_ACTION", "")
        assert table.hash == before
        return refusal.value.facts

    def put(entry: entry_pb2.Entry) -> None:
        table.commit(table.prepare(entry.SerializeToString()))

    assert refused(committed(1, seed, bytes(32))) == {"part": "commitment"}
    assert refused(committed(7, seed, other)) == {
        "part": "deal",
        "given": "7",
        "expected": "1",
    }
    put(committed(1, seed, made))
    assert refused(started(1, 1, [])) == {"part": "entropy", "given": "0", "expected": "3"}
    assert refused(started(2, 1, [b""] * 3)) == {"part": "deal", "given": "2", "expected": "1"}
    assert refused(started(1, 2, [b""] * 3)) == {"part": "attempt", "given": "2", "expected": "1"}
    put(started(1, 1, [b""] * 3))
    drawn = entry_pb2.Entry(cards_drawn=entry_pb2.CardsDrawn(count=1))
    assert refused(drawn) == {"part": "count", "given": "1", "most": "0"}


ALLOWED_BY_REASON: Final[dict[str, tuple[dict[str, Any], str, list[str]]]] = {
    "UNKNOWN_GAME": ({"game": "poker"}, "known", ["dou_dizhu", "hachinin_meri"]),
    "UNKNOWN_PRESET": ({"preset": "house"}, "known", ["seed", "douzero"]),
    "PRESET_NOT_FOR_SEATS": ({"preset": "douzero", "seats": 4}, "allowed", ["3"]),
    "UNKNOWN_OPTION": ({"options": {"kicker": "loose"}}, "known", ["kickers", "auction"]),
    "UNKNOWN_REVISION": ({"revision": 999}, "known", ["1"]),
    "BAD_SEAT_COUNT": ({"seats": 9}, "allowed", ["3", "4"]),
}


@pytest.mark.parametrize("reason", ALLOWED_BY_REASON)
def test_a_refused_setup_says_what_there_is(reason: str) -> None:
    """Whoever names what is not there is told what is."""
    setup, fact, some = ALLOWED_BY_REASON[reason]
    arguments: dict[str, Any] = {"game": "dou_dizhu", "seats": 3, **setup}
    with pytest.raises(SetupError) as refused:
        Ruleset(**arguments)
    assert refused.value.reason == reason
    assert set(some) <= set(refused.value.facts[fact].split(", "))
    assert refused.value.facts[fact] in str(refused.value)


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        ("kickers", "wild", "distinct, rlcard, loose"),
        ("reveal_bottom", "yes", "true, false"),
        ("unit", "0", "1 to 1000000"),
        ("max_doublings", "-1", "0 to 30, none"),
    ],
)
def test_a_refused_value_is_answered_with_those_that_are_allowed(
    option: str, value: str, allowed: str
) -> None:
    """BAD_OPTION_VALUE lists names, and the ends of a range."""
    with pytest.raises(SetupError) as refused:
        Ruleset("dou_dizhu", seats=3, options={option: value})
    assert refused.value.reason == "BAD_OPTION_VALUE"
    assert refused.value.facts == {"option": option, "value": value, "allowed": allowed}


def test_an_unknown_bot_is_answered_with_those_there_are() -> None:
    """UNKNOWN_BOT lists the bots."""
    with pytest.raises(SetupError) as refused:
        Table(Ruleset("dou_dizhu", seats=3), seed=1, bots={0: "genius"})
    assert refused.value.facts == {"bot": "genius", "known": ", ".join(bots())}


def test_entries_with_decisions_that_are_not_open() -> None:
    """An entry names its decision: a closed or foreign one is refused (design 2.8)."""
    match = LoggedMatch(Ruleset("dou_dizhu", seats=3), "decisions")
    (decision,) = match.table.decisions
    seat, other = decision.seat, (decision.seat + 1) % 3
    cases = [
        (seat, "9-9-9", "DECISION_CLOSED"),
        (seat, "", "DECISION_CLOSED"),
        (other, decision.id, "NOT_YOUR_SEAT"),
    ]
    for who, name, reason in cases:
        with pytest.raises(RuleError) as refused:
            match.put(acted(who, name, "pass"))
        check_refusal(refused.value, reason, "")
        assert refused.value.alternative is None
    match.act(seat, "pass")
    with pytest.raises(RuleError) as refused:
        match.put(acted(seat, decision.id, "pass"))
    check_refusal(refused.value, "DECISION_CLOSED", "")


def test_entries_that_mean_nothing() -> None:
    """Bytes that are no entry are a NotationError, entries of the table alone a ValueError."""
    table = Table.logged(Ruleset("dou_dizhu", seats=3), "t")
    for entry in (b"", b"\xff", entry_pb2.Entry(revision=1).SerializeToString()):
        with pytest.raises(NotationError):
            table.prepare(entry)
    short = committed(1, b"short", bytes(32)).SerializeToString()
    with pytest.raises(NotationError):
        table.prepare(short)
    seat_left = entry_pb2.Entry(seat_left=entry_pb2.SeatLeft(seat=1)).SerializeToString()
    with pytest.raises(ValueError, match="nothing"):
        table.prepare(seat_left)


def test_a_prepared_entry_is_committed_once() -> None:
    """`commit` takes what `prepare` gave, once; the two kinds of table do not mix."""
    rules = Ruleset("dou_dizhu", seats=3)
    match = LoggedMatch(rules, "once")
    seat = match.asked()[0]
    entry = acted(seat, match.decision_id(seat), "bid 1").SerializeToString()
    before = match.table.hash
    prepared = match.table.prepare(entry)
    assert match.table.hash == before
    match.table.commit(prepared)
    assert match.table.hash == prepared.hash != before
    with pytest.raises(ValueError, match="before"):
        match.table.commit(prepared)
    with pytest.raises(TypeError):
        match.table.act(match.asked()[0], "pass")
    with pytest.raises(TypeError):
        match.table.record()
    playing = Table(rules, seed=1)
    with pytest.raises(TypeError):
        playing.prepare(entry)
    with pytest.raises((TypeError, ValueError)):
        playing.commit(playing.act(playing.decisions[0].seat, "pass"))


@pytest.mark.parametrize("record", [b"\xff", b"", b"\x08\x63"])
def test_bytes_that_are_no_record_are_refused(record: bytes) -> None:
    """What is no record of this format is a NotationError for `replay`, a problem to verify."""
    with pytest.raises(NotationError) as refused:
        Table.replay(record)
    check_refusal(refused.value, "MALFORMED_RECORD", "")
    try:
        problems = verify_record(record)
    except NotationError:
        problems = ["refused"]
    assert problems != []
