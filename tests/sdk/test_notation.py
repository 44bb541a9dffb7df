"""Actions as text are the engine's: what it writes the client reads, and the other way round."""

from __future__ import annotations

import pytest
from google.protobuf.descriptor import FieldDescriptor
from hypothesis import given
from hypothesis import strategies as st

from paizhuo.engine import RuleError, Ruleset, Table
from paizhuo.v1 import action_pb2
from paizhuo_client import Action, Bid, Pass, Play, Reading, format_action, parse_action
from paizhuo_client.model import (
    BidCards,
    Bury,
    CallFriends,
    Discard,
    FriendCall,
    Represented,
    action_from_proto,
    action_to_proto,
)

VERBS = tuple(action_pb2.Action.DESCRIPTOR.oneofs_by_name["verb"].fields)
SETTINGS = [
    ("dou_dizhu", 3, "seed", {}),
    ("dou_dizhu", 4, "online", {}),
    ("zheng_fen", 3, "seed", {"jokers_wild": True}),
]
ACTIONS_MAX = 600
"""After so many a match is left: by then every phase was there."""

words = st.text("abcdefgh_23456789TJQKA", min_size=1, max_size=8)
readings = st.builds(
    Reading,
    category=words | st.just(""),
    key=words | st.just(""),
    run=st.integers(0, 20),
    label=words | st.just(""),
    represent=st.lists(st.builds(Represented, card=words, as_=words), max_size=3).map(tuple),
)
plays = st.builds(
    Play,
    cards=st.lists(st.sampled_from(["3", "Th", "b", "r"]), max_size=6).map("-".join),
    reading=st.none() | readings.filter(lambda reading: reading != Reading()),
)


@pytest.mark.parametrize(("game", "seats", "preset", "options"), SETTINGS)
def test_the_engine_and_the_client_write_alike(
    game: str, seats: int, preset: str, options: dict[str, bool]
) -> None:
    """Of every legal action of a match the text is the engine's, and is read as that action."""
    table = Table(Ruleset(game, seats=seats, preset=preset, options=options), seed=4)
    for step in range(ACTIONS_MAX):
        if table.match_over:
            break
        decision = table.decisions[0]
        legal = table.legal(decision.seat, 64)
        told = action_pb2.LegalActions.FromString(legal.message)
        messages = [action for part in told.verbs for action in part.list.actions]
        actions = [action_from_proto(message) for message in messages]
        assert [format_action(action) for action in actions if action] == list(legal.actions)
        assert [parse_action(text) for text in legal.actions] == actions
        chosen = legal.actions[step % len(legal.actions)]
        table.act(decision.seat, format_action(parse_action(chosen)))


def filled(verb: FieldDescriptor) -> Action:
    """Make an action with everything that its verb can say."""
    message = action_pb2.Action()
    part = getattr(message, verb.name)
    part.SetInParent()
    for field in part.DESCRIPTOR.fields:
        if field.type == FieldDescriptor.TYPE_STRING:
            setattr(part, field.name, "3h-4d" if field.name == "cards" else "3h")
        elif field.type == FieldDescriptor.TYPE_UINT32:
            setattr(part, field.name, 7)
        elif field.name == "reading":
            part.reading.category, part.reading.run = "single", 2
        else:
            assert field.name == "calls"
            part.calls.add(card="Ac", copy=2)
            part.calls.add(card="Kd")
    action = action_from_proto(message)
    assert action is not None
    return action


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.name)
def test_every_verb_is_written_whole(verb: FieldDescriptor) -> None:
    """A verb begins with its name in the API, and all that it says comes back."""
    action = filled(verb)
    assert format_action(action).split()[0] == verb.name
    assert parse_action(format_action(action)) == action


@given(plays)
def test_a_play_comes_back(play: Play) -> None:
    """Whatever is left free or said of a reading."""
    assert parse_action(format_action(play)) == play


@given(plays)
def test_the_engine_reads_what_the_client_writes(play: Play) -> None:
    """The engine takes the text for the same play as the message: it refuses both alike."""
    table = Table(Ruleset("dou_dizhu", seats=3), seed=4)
    seat = table.decisions[0].seat
    said = []
    for form in (format_action(play), action_to_proto(play).SerializeToString()):
        with pytest.raises(RuleError) as refused:
            table.act(seat, form)
        said.append((refused.value.reason, refused.value.facts))
    assert said[0] == said[1]


@pytest.mark.parametrize(
    ("text", "action"),
    [
        (" pass ", Pass()),
        ("bid 3", Bid(3)),
        ("bury", Bury()),
        ("discard", Discard()),
        ("bid_cards 2s 2s", BidCards("2s-2s")),
        ("call_friends Ac:1 Kd:other", CallFriends((FriendCall("Ac", 1), FriendCall("Kd")))),
        ("play 3h 3d", Play("3h-3d")),
        ("play 3h-3d as *:3", Play("3h-3d", Reading(key="3"))),
        (
            "play 3h as single:3:1 label=low b=3h",
            Play("3h", Reading("single", "3", 1, "low", (Represented("b", "3h"),))),
        ),
    ],
)
def test_texts_are_read(text: str, action: Action) -> None:
    """Cards may stand apart, and parts of a reading be left free."""
    assert parse_action(text) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fold",
        "pass 3",
        "bid",
        "bid x",
        "bid -1",
        "bid 4294967296",
        "play 3 as",
        "play 3 as a:b:c",
        "play 3 as a:3:1:2",
        "discard 3 4",
        "call_friends Ac",
        "call_friends Ac:0",
        "call_friends Ac:x",
    ],
)
def test_what_is_no_action_is_refused(text: str) -> None:
    """The error says what was not understood."""
    with pytest.raises(ValueError, match="is no"):
        parse_action(text)
