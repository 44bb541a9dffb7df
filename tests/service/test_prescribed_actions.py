"""What the rules prescribe for who does not answer in time, in games of tricks (ZP-6.6, HM-6.4).

Deals are played on a stage to their end by time-outs, and each is compared with what the oracle of
the game makes of the view that the seat had before.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from oracle.hachinin_meri import options as meri_options
from oracle.hachinin_meri import order as meri_order
from oracle.hachinin_meri.declaring import discards
from oracle.hachinin_meri.play import Setting, legal
from oracle.zhao_pengyou import timeouts
from oracle.zhao_pengyou.cards import ordered, parse
from oracle.zhao_pengyou.components import Rules
from oracle.zhao_pengyou.follow import broken
from oracle.zhao_pengyou.leads import lead
from oracle.zhao_pengyou.options import set_up
from oracle.zhao_pengyou.trump import Trump
from paizhuo.storage.v1 import entry_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.bold_moves import bold_move
from service.games import lasting, seats_of
from service.log_checks import check
from service.playing import NAMES, Game, action, log_of, settings
from service.staged import Listener, Stage, staged

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import pytest

    from paizhuo.tables.table import LiveTable
    from paizhuo.v1 import action_pb2, view_pb2

TABLE_OPTIONS = {"decision_ms": "70000", "draw_ms": "400", "delegate_after_misses": "0"}
"""A decision lasts longer than what the stage takes for soon: time runs out where the test says."""

STAGES_MAX = 12
"""So many deals until everything that is wanted has happened."""


class RanOut(NamedTuple):
    """Hold what was done for a seat, and what it saw before."""

    seat: int
    before: view_pb2.View
    action: action_pb2.Action

    @property
    def verb(self) -> str:
        """Return what was done."""
        return self.action.WhichOneof("verb") or ""

    @property
    def hand(self) -> str:
        """Return the cards of the seat."""
        return self.before.seats[self.seat].hand


async def play_deal(stage: Stage) -> tuple[list[RanOut], list[entry_pb2.Entry]]:
    """Play one deal in which nobody answers, but for bold moves; returns every time-out."""
    client = stage.client
    players = [await client.guest(name) for name in NAMES[: seats_of(stage.game)]]
    table_id, live = await stage.open_table(
        players[0],
        len(players),
        options=settings(**lasting(stage.game, 5)),
        table_options=settings(**TABLE_OPTIONS),
    )
    request = api.WatchTableRequest(table_id=table_id, views=api.VIEWS_EVERY)
    listeners = [Listener(client, player, request) for player in players]
    await stage.seat(players, live)
    game = Game(client, table_id, players)
    while live.state.outline.is_running and not live.state.outline.needs_commit:
        move = bold_move(live.state.engine, asked(live))
        if move is not None and move.action.HasField("call_friends"):
            move = None
        await stage.move(game, live, move)
        if live.state.seating.deal > 1:
            break
    found = []
    for seat, listener in enumerate(listeners):
        await listener.until(live.state.revision)
        found += list(ran_out(seat, listener.messages))
        await listener.stop()
    return found, check(table_id, await log_of(stage.server, table_id))


def asked(live: LiveTable) -> list[int]:
    """Return who may act now: nobody beside a challenge that is open (ZP-2.16)."""
    decisions = live.state.decisions
    waiting = [decision.seat for decision in decisions if not decision.voluntary]
    return waiting or [decision.seat for decision in decisions]


def ran_out(seat: int, messages: Sequence[api.WatchTableResponse]) -> Iterator[RanOut]:
    """Give what was done for a seat because its time was over, as it was told."""
    before = None
    for message in messages:
        if any(event.HasField("seat_timed_out") for event in message.events):
            acted = message.events[0].acted
            if acted.seat == seat:
                assert before is not None
                yield RanOut(seat, before, acted.action)
        before = message.view


def check_zhao_pengyou(one: RanOut) -> Iterator[str]:
    """Check what was done for a seat, and name what it was."""
    hand = parse(one.hand)
    trump = Trump(one.before.trump.rank, one.before.trump.suit)
    rules = Rules(5, set_up(5), trump)
    yield one.verb
    if one.verb == "bury":
        assert parse(one.action.bury.cards) == timeouts.bury(hand, 8, trump)
    elif one.verb == "call_friends":
        (buried,) = [zone.cards for zone in one.before.zones if zone.name == "buried"]
        called = [(call.card, call.copy) for call in one.action.call_friends.calls]
        assert called == timeouts.calls(hand, parse(buried), rules)
    elif one.verb == "play":
        cards, plays = parse(one.action.play.cards), one.before.trick.plays
        if not plays:
            yield "lead"
            assert cards == timeouts.lead(hand, trump)
            return
        led = lead(parse(plays[0].combination.cards), rules)
        assert led is not None
        assert broken(led, hand, ordered(cards), rules) is None
        if any(event.HasField("lead_withdrawn") for event in one.before.last_events):
            yield "follow a withdrawn lead"


async def test_who_does_not_answer_in_zhao_pengyou(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pass, yield, bury, call and lead are as ZP-6.6 says, and who follows does as he must."""
    wanted = {
        *("pass", "yield", "bury", "call_friends", "play"),
        *("lead", "follow a withdrawn lead"),
    }
    seen = set[str]()
    for number in range(STAGES_MAX):
        async with staged(tmp_path, monkeypatch, f"late {number}", "zhao_pengyou") as stage:
            found, _ = await play_deal(stage)
        seen.update(name for one in found for name in check_zhao_pengyou(one))
        if seen == wanted:
            break
    assert seen == wanted


async def test_who_does_not_answer_in_hachinin_meri(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody passes under seal; the lowest plain card is put away and played (HM-6.4)."""
    for number in range(STAGES_MAX):
        async with staged(tmp_path, monkeypatch, f"late {number}", "hachinin_meri") as stage:
            found, log = await play_deal(stage)
        late = [entry for entry in log if entry.acted.actor == entry_pb2.ACTOR_TIMEOUT]
        check_hachinin_meri(found)
        if len(late) > len(found):
            break
    # What is done under seal is told of nobody alone.
    sealed = late[: len(late) - len(found)]
    assert sorted(entry.acted.seat for entry in sealed) == list(range(8))
    assert {entry.acted.action for entry in sealed} == {action("pass").SerializeToString()}


def check_hachinin_meri(found: Sequence[RanOut]) -> None:
    """Check what was done in one deal."""
    options = meri_options.set_up()
    seen: Counter[str] = Counter()
    initial: dict[int, list[str]] = {}
    for one in found:
        seen[one.verb] += 1
        hand, trump = one.hand.split("-"), one.before.trump.suit
        if one.verb == "discard":
            lowest = meri_order.lowest(discards(hand, trump), trump)
            assert one.action.discard.card == lowest
            continue
        plays = one.before.trick.plays
        own = initial.setdefault(one.seat, meri_order.trumps(hand, trump))
        setting = Setting(
            trump,
            plays[0].combination.cards if plays else None,
            closed=one.before.phase == "closed",
            opening=not plays and not one.before.tricks,
        )
        lowest = meri_order.lowest(legal(hand, own, setting, options), trump)
        assert one.action.play.cards == lowest
    assert seen == {"discard": 1, "play": 64}
