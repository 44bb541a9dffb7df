"""What somebody is told depends on nothing that he may not know (design 2.4).

A match is played twice over the real service, by the same script. The second time the
cards that one viewer cannot see are others, at every step. Whatever that viewer is told
must be the same to the last byte, and so of the same size: streams, answers, refusals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from paizhuo.tables.spectators import last_shown
from service.playing import Game, settings
from service.staged import HEARTBEAT_MS, staged
from service.twins import put_twins
from service.witness import Witness

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from paizhuo.v1 import action_pb2

Told = dict[str, list[tuple[str, bytes]]]

PUBLIC = "nobody's seat"
TABLE_OPTIONS = {"decision_ms": "600000", "bank_ms": "90000", "pause_by": "nobody"}


async def tell(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    seats: int,
    delay: int,
    script: Sequence[action_pb2.Action] | None = None,
    asking: str | None = None,
) -> tuple[Told, list[action_pb2.Action]]:
    """Play a match to its end, and return what everybody was told, and what was played.

    Everybody listens; if somebody is named, nobody else asks.
    """
    played: list[action_pb2.Action] = []
    deals = settings(match_end="deals", match_deals="1" if seats > 3 else "2")
    chosen = settings(**TABLE_OPTIONS, spectator_delay_revisions=str(delay))
    async with staged(folder, monkeypatch) as stage:
        client = stage.client
        owner = await client.guest("Olga")
        players = [await client.guest(name) for name in ("Ann", "Bao", "Chiara", "Dan")[:seats]]
        table_id, live = await stage.table(owner, players, options=deals, table_options=chosen)
        game = Game(client, table_id, players)
        names = [*map(str, range(seats)), PUBLIC]
        witnesses: dict[str, Witness] = {}
        for name, guest in zip(names, [*players, owner], strict=True):
            witnesses[name] = Witness(client, guest, table_id)
            # One after the other: who is there already is told to who comes.
            await witnesses[name].hear(1)
        principals = [guest.principal for guest in (*players, owner)]
        while not live.state.outline.match_over:
            step = len(played)
            made = script[step] if script else await stage.next_action(game, live)
            for witness, principal in zip(witnesses.values(), principals, strict=True):
                await witness.hear(last_shown(live.state, principal))
            for name, principal in zip(witnesses, principals, strict=True):
                witness, until = witnesses[name], last_shown(live.state, principal)
                if asking not in {None, name}:
                    continue
                await witness.ask(live, made)
                if step % 9 == 4:
                    await witness.look_back(max(until - 5, 0), until)
                    await witness.look_back(step % until, until)
            if step % 16 == 8:
                stage.clock.seconds += HEARTBEAT_MS / 1000
                for witness in witnesses.values():
                    for stream in witness.streams:
                        await stream.until_heartbeat()
            played.append(made)
            await stage.act(game, live, made)
        for witness, principal in zip(witnesses.values(), principals, strict=True):
            await witness.hear(last_shown(live.state, principal))
            await witness.stop()
        return {name: witness.told for name, witness in witnesses.items()}, played


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


@pytest.mark.parametrize(("seats", "delay"), [(3, 0), (4, 0), (3, 6)])
async def test_nobody_is_told_what_he_may_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seats: int, delay: int
) -> None:
    """Other hidden cards change nothing for a seat or an observer, in a whole match."""
    told, played = await tell(tmp_path, monkeypatch, seats, delay)
    assert sum(action.HasField("play") for action in played) > 20
    for viewer in [*range(seats), None]:
        name = PUBLIC if viewer is None else str(viewer)
        with monkeypatch.context() as patch:
            worlds = put_twins(patch, viewer)
            other, _ = await tell(tmp_path, monkeypatch, seats, delay, played, name)
        assert differences(told[name], other[name]) == []
        # The cards were others indeed, and who may see them saw that.
        assert worlds.share > 0.8
        for seen in set(told) - {name, PUBLIC}:
            assert streams(other[seen]) != streams(told[seen])
