"""What somebody is told depends on nothing that he may not know (design 2.4).

A match is played twice over the real service, by the same script. The second time the
cards that one viewer cannot see are others, at every step. Whatever that viewer is told
must be the same to the last byte, and so of the same size: streams, answers, refusals.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import pytest

from paizhuo.tables.spectators import last_shown
from paizhuo.tables.step import Step
from paizhuo.v1 import replay_service_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.bold_moves import bold_move
from service.folded_view import forget, is_lasting
from service.games import lasting, seats_of
from service.playing import Game, action, settings
from service.staged import HEARTBEAT_MS, Move, Stage, staged
from service.twins import put_twins
from service.witness import Witness

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Container, Sequence
    from pathlib import Path

    from paizhuo.tables.table import LiveTable
    from paizhuo.v1 import event_pb2, record_pb2
    from service.playing import Guest

NAMES = ("Ann", "Bao", "Chiara", "Dan", "Eve", "Fay", "Gus", "Hana")
PUBLIC = "the public"
TABLE_OPTIONS = {
    "decision_ms": "600000",
    "bank_ms": "90000",
    "pause_by": "nobody",
}


class Plan(NamedTuple):
    """Say what is played, by how many, how much later spectators are told, and how long.

    The name of the `stage` fixes the cards.
    """

    game: str
    seats: int
    delay: int
    deals: int
    stage: str = "stage"

    @property
    def viewers(self) -> list[int | None]:
        """Return for whom the hidden cards are others in turn."""
        return [None] if self.delay else [*range(self.seats), None]

    def asks(self, step: int, name: str) -> bool:
        """Say whether somebody asks at a step; of many seats one does, in turns."""
        turn = self.seats if name == PUBLIC else int(name)
        return self.seats <= 4 or step % (self.seats + 1) == turn


PLANS = (
    Plan("dou_dizhu", 3, 0, 2),
    Plan("dou_dizhu", 4, 0, 1),
    Plan("dou_dizhu", 3, 6, 2),
    Plan("zheng_fen", 3, 0, 1),
    Plan("zheng_fen", 4, 6, 1),
    # A bid is challenged there, and the holder yields.
    Plan("zhao_pengyou", 6, 0, 1, "stage 5"),
    Plan("hachinin_meri", 8, 0, 1),
)


KINDS = {
    "zhao_pengyou": {
        *("bid_cards", "pass", "yield", "bury", "call_friends"),
        *("cards_drawn", "cards_taken", "lead_withdrawn", "role_given"),
    },
    "hachinin_meri": {"declare", "pass", "discard", "answers_opened", "plays_turned_up"},
}
"""What must happen in a match of a game: verbs and events."""


@dataclass(slots=True)
class Played:
    """Hold a match that goes on, who hears of it, and what was played.

    Witnesses are named by their seats; `PUBLIC` is the owner of the table, who has none.
    """

    stage: Stage
    game: Game
    live: LiveTable
    guests: dict[str, Guest]
    witnesses: dict[str, Witness] = field(default_factory=dict)
    moves: list[Move | None] = field(default_factory=list)

    @classmethod
    async def begin(
        cls, stage: Stage, seats: int, delay: int, deals: int, draw_ms: int = 400
    ) -> Played:
        """Deal the first deal, and let everybody listen."""
        client = stage.client
        owner = await client.guest("Olga")
        players = [await client.guest(name) for name in NAMES[:seats]]
        table_id, live = await stage.table(
            owner,
            players,
            options=settings(**lasting(stage.game, deals)),
            table_options=settings(
                **TABLE_OPTIONS, spectator_delay_revisions=str(delay), draw_ms=str(draw_ms)
            ),
        )
        guests = dict(zip([*map(str, range(seats)), PUBLIC], [*players, owner], strict=True))
        played = cls(stage, Game(client, table_id, players), live, guests)
        for name, guest in guests.items():
            witness = played.witnesses[name] = Witness(client, guest, table_id)
            # One after the other: who is there already is told to who comes.
            await witness.hear(1)
        return played

    async def steps(
        self, script: Sequence[Move | None] | None
    ) -> AsyncIterator[tuple[int, Move | None]]:
        """Give every step before it is played; the match ends, and everybody has heard of it."""
        while not self.live.state.outline.match_over:
            step = len(self.moves)
            made = script[step] if script else await self.next_move()
            await self.hear()
            yield step, made
            self.moves.append(made)
            await self.stage.move(self.game, self.live, made)
        await self.hear()

    async def next_move(self) -> Move | None:
        """Return what is to be done next: what is advised, or what hides more."""
        state = self.live.state
        bold = bold_move(state.engine, [decision.seat for decision in state.decisions])
        return bold or await self.stage.next_move(self.game, self.live)

    def last(self, name: str) -> int:
        """Return the last revision that somebody may know of."""
        return last_shown(self.live.state, self.guests[name].principal)

    async def hear(self) -> None:
        """Wait until everybody has heard what he may."""
        for name, witness in self.witnesses.items():
            await witness.hear(self.last(name))

    async def beat(self) -> None:
        """Let time pass in which nothing happens."""
        self.stage.clock.seconds += HEARTBEAT_MS / 1000
        for witness in self.witnesses.values():
            for stream in witness.streams:
                await stream.until_heartbeat()


@dataclass(slots=True)
class Told:
    """Hold what everybody was told in a match, and what was played."""

    by_name: dict[str, list[tuple[str, bytes]]]
    moves: list[Move | None]

    @property
    def kinds(self) -> Counter[str]:
        """Count the verbs of what was done, and the events that the public was told of."""
        done = [move.action.WhichOneof("verb") for move in self.moves if move]
        told = [
            event.WhichOneof("kind")
            for heard in streams(self.by_name[PUBLIC])
            for event in api.WatchTableResponse.FromString(heard).events
        ]
        return Counter(name or "" for name in (*done, *told))


async def tell(
    stage: Stage,
    plan: Plan,
    script: Sequence[Move | None] | None = None,
    asking: Container[str] | None = None,
) -> Told:
    """Play a match to its end. Everybody listens; if some are named, nobody else asks."""
    played = await Played.begin(stage, plan.seats, plan.delay, plan.deals)
    async for step, made in played.steps(script):
        for name, witness in played.witnesses.items():
            if (asking is None or name in asking) and plan.asks(step, name):
                await witness.ask(played.live, made.action if made else action("pass"))
                if step % 9 == 4:
                    until = played.last(name)
                    await witness.look_back(max(until - 5, 0), until)
                    await witness.look_back(step % until, until)
        if step % 16 == 8:
            await played.beat()
    for witness in played.witnesses.values():
        await witness.stop()
    by_name = {name: witness.told for name, witness in played.witnesses.items()}
    return Told(by_name, played.moves)


def name_of(viewer: int | None) -> str:
    """Name the witness of a seat, or of nobody's."""
    return PUBLIC if viewer is None else str(viewer)


def differences(
    told: Sequence[tuple[str, bytes]], other: Sequence[tuple[str, bytes]]
) -> list[tuple[str, bytes, bytes]]:
    """Return the questions that were answered in another way, and both answers."""
    assert [question for question, _ in told] == [question for question, _ in other]
    return [
        (question, answer, instead)
        for (question, answer), (_, instead) in zip(told, other, strict=True)
        if answer != instead
    ]


def streams(told: Sequence[tuple[str, bytes]]) -> list[bytes]:
    """Return what was heard without asking."""
    return [message for question, message in told if question.startswith("stream")]


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: "-".join(map(str, plan[:4])))
async def test_nobody_is_told_what_he_may_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plan: Plan
) -> None:
    """Other hidden cards change nothing for a seat or an observer, in a whole match."""
    game_name = plan.game
    async with staged(tmp_path, monkeypatch, plan.stage, game_name) as stage:
        told = await tell(stage, plan, asking={name_of(viewer) for viewer in plan.viewers})
    assert told.kinds["play"] > 10
    assert set(told.kinds) >= KINDS.get(game_name, set())
    for viewer in plan.viewers:
        name = name_of(viewer)
        with monkeypatch.context() as patch:
            worlds = put_twins(patch, viewer)
            async with staged(tmp_path, monkeypatch, plan.stage, game_name) as stage:
                other = await tell(stage, plan, told.moves, {name})
        assert differences(told.by_name[name], other.by_name[name]) == []
        # The cards were others indeed, and who may see them saw that.
        assert worlds.share > 0.8
        # So was what was done face down or under seal; who did all of it knows what it was.
        assert worlds.otherwise or viewer is not None or game_name not in KINDS
        for seen in set(told.by_name) - {name, PUBLIC}:
            assert streams(other.by_name[seen]) != streams(told.by_name[seen])


@pytest.mark.parametrize(("played", "verb"), [("hachinin_meri", "play"), ("zhao_pengyou", "bury")])
async def test_what_lies_face_down_is_missed_where_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: str, verb: str
) -> None:
    """A server that told everybody what a seat lays face down would be found out."""
    tell_what_is_hidden(monkeypatch, verb)
    plan = next(plan for plan in PLANS if plan.game == played)
    async with staged(tmp_path, monkeypatch, plan.stage, played) as stage:
        told = await tell(stage, plan, asking=())
    with monkeypatch.context() as patch:
        put_twins(patch, None)
        async with staged(tmp_path, monkeypatch, plan.stage, played) as stage:
            other = await tell(stage, plan, told.moves, ())
    assert streams(told.by_name[PUBLIC]) != streams(other.by_name[PUBLIC])


def tell_what_is_hidden(monkeypatch: pytest.MonkeyPatch, verb: str) -> None:
    """Let a server tell everybody of one verb what it tells who acts."""
    right = Step.events

    def events(step: Step, viewer: int | None) -> bytes:
        told = api.WatchTableResponse.FromString(right(step, viewer)).events
        for event in told[:1]:
            if event.acted.action.WhichOneof("verb") == verb:
                return right(step, event.acted.seat)
        return right(step, viewer)

    monkeypatch.setattr(Step, "events", events)


@pytest.mark.every_game
async def test_a_record_tells_of_a_deal_in_play_what_its_reader_was_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game_name: str
) -> None:
    """Before the end a record shows the events of the reader's own stream, and nothing else."""
    async with staged(tmp_path, monkeypatch, game=game_name) as stage:
        played = await Played.begin(stage, seats_of(game_name), 0, 2, draw_ms=0)
        often = 4 if seats_of(game_name) == 3 else 16
        whole = 0
        async for step, _ in played.steps(None):
            if step % often:
                continue
            for name, witness in played.witnesses.items():
                record = await record_of(played, name)
                *past, present = record.deals
                whole += len(past)
                assert all(len(deal.seed) == 32 and deal.attempts[-1].steps for deal in past)
                assert not record.HasField("end")
                assert (record.state_hash, present.seed) == (b"", b"")
                assert all(not attempt.steps for attempt in present.attempts)
                assert list(present.observed) == since_dealt(witness)
        assert whole > 0
        for name, witness in played.witnesses.items():
            record = await record_of(played, name)
            assert record.HasField("end")
            assert all(deal.seed and not deal.observed for deal in record.deals)
            await witness.stop()


async def record_of(played: Played, name: str) -> record_pb2.Record:
    """Return the record of the match, as somebody gets it."""
    request = replay_service_pb2.GetRecordRequest(table_id=played.game.table_id)
    got = await played.stage.client.replay.GetRecord(request, metadata=played.guests[name].metadata)
    return got.record


def since_dealt(witness: Witness) -> list[event_pb2.Event]:
    """Return what a witness was told of the deal in play, without what is forgotten."""
    told: list[event_pb2.Event] = []
    for message in of_this_deal(witness):
        for event in message.view.last_events or message.events:
            if event.WhichOneof("kind") == "dealt":
                told.clear()
            if event.trick_ended.forgotten:
                forget(told)
            if is_lasting(event):
                told.append(event)
    return told


def of_this_deal(witness: Witness) -> list[api.WatchTableResponse]:
    """Return what a stream said from the message on that tells of the last dealing."""
    messages: list[api.WatchTableResponse] = []
    for heard in reversed(witness.streams[0].heard):
        messages.append(api.WatchTableResponse.FromString(heard))
        events = messages[-1].view.last_events or messages[-1].events
        if any(event.HasField("dealt") for event in events):
            break
    return messages[::-1]
