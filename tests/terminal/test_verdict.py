"""What chosen cards may be played as, asked of a real server."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from paizhuo_client import Client
from paizhuo_client.model import Play, SeatActed
from paizhuo_table.look import UNICODE
from paizhuo_table.scene import Scene
from paizhuo_table.sitting import Seated
from paizhuo_table.verdict import Judge
from paizhuo_table.words import Words
from service.playing import served

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from paizhuo_client.snapshots import Snapshot

TABLES_MAX = 60


@pytest.fixture
async def address(tmp_path: Path) -> AsyncIterator[str]:
    """Run a server."""
    async with served(tmp_path) as server:
        yield f"127.0.0.1:{server.port}"


def two_pairs_and_a_joker(snapshot: Snapshot) -> tuple[str, ...]:
    """Choose what is a poker combination of either of two ranks; nothing where it is not held."""
    ranks = Counter(card[0] for card in snapshot.hand if len(card) == 2)
    jokers = [card for card in snapshot.hand if len(card) == 1]
    for low, high in combinations([rank for rank in "3456789JQA2" if ranks[rank] >= 2], 2):
        pairs = [[card for card in snapshot.hand if card[0] == rank][:2] for rank in (low, high)]
        if jokers:
            return (*pairs[0], *pairs[1], jokers[0])
    return ()


async def leading(client: Client) -> tuple[Seated, Snapshot, tuple[str, ...]]:
    """Sit at tables with wild jokers until the own seat leads and has what is needed."""
    game = await client.game("zheng_fen")
    for number in range(TABLES_MAX):
        await client.become_guest(f"Ann {number}")
        table = await client.create_table(
            "zheng_fen", 3, preset="pagat", table_options={"bot_delay_ms": 0}
        )
        await table.join()
        for _ in range(2):
            await table.add_bot("random")
        async with table.watch() as live:
            await table.ready()
            async for change in live:
                snapshot = change.snapshot
                if snapshot.decision is not None:
                    chosen = two_pairs_and_a_joker(snapshot)
                    if chosen and snapshot.view.trick is not None and not snapshot.view.trick.plays:
                        return Seated(client, table, game, ""), snapshot, chosen
                    break
    raise AssertionError("nobody was dealt what is needed")


async def test_readings_of_wild_jokers_are_found_and_played(address: str) -> None:
    """The readings of chosen cards are the server's, the one that counts first; one is played."""
    async with Client(address) as client:
        seated, snapshot, chosen = await leading(client)
        scene = Scene(seated.game, Words("en"), UNICODE, snapshot=snapshot)
        decision = snapshot.decision
        assert decision is not None
        verdict = await Judge(seated, scene).judge(Play("-".join(chosen)), decision.id)
        assert verdict is not None
        high = scene.deck.text(chosen[2][0]).plain
        assert f"poker combination {high}, with a pair: may be played  [v] 1/2" in verdict.plain
        readings = [play.reading for play in scene.variants if isinstance(play, Play)]
        assert [(read.category, read.key) for read in readings if read is not None] == [
            ("poker", chosen[2][0]),
            ("poker", chosen[0][0]),
        ]
        acted = await seated.table.act(scene.variants[1], decision.id)
        told = next(event for event in acted.events if isinstance(event, SeatActed))
        assert isinstance(told.action, Play)
        assert told.action.reading is not None
        assert told.action.reading.key == chosen[0][0]


async def test_a_refusal_has_no_readings(address: str) -> None:
    """Cards that may not be played are told why, and may be taken as nothing else."""
    async with Client(address) as client:
        seated, snapshot, chosen = await leading(client)
        scene = Scene(seated.game, Words("en"), UNICODE, snapshot=snapshot)
        decision = snapshot.decision
        assert decision is not None
        verdict = await Judge(seated, scene).judge(Play("-".join(chosen[:3])), decision.id)
        assert verdict is not None
        assert verdict.plain.startswith("✗ Rule Z4")
        assert scene.variants == ()
