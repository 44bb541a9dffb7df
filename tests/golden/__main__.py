"""Play the golden matches that are not there yet: `python -m golden` in tests/.

What is there is never written again: it was made by the engine of its day, and has to be
played again alike for as long as its revision of the rules is listed. After a new revision
of the rules, add match-ups of a new name.
"""

from __future__ import annotations

import asyncio
import io
import random
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from google.protobuf import proto
from google.protobuf.wrappers_pb2 import BytesValue

from paizhuo.v1 import replay_service_pb2, table_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.playing import (
    Client,
    Game,
    Guest,
    action,
    connected,
    log_of,
    new_id,
    served,
    settings,
)

if TYPE_CHECKING:
    from paizhuo.v1.record_pb2 import Record

FOLDER: Final = Path(__file__).parent
NAMES: Final = ("Ann", "Bao", "Chiara", "Dmitri")


@dataclass(frozen=True, slots=True)
class Golden:
    """Describe a match: who plays it and how.

    Persons sit first and mostly take hints, bots have the seats behind them. In the first
    `redeals` attempts of each deal nobody bids.
    """

    name: str
    seats: int
    game: str = "dou_dizhu"
    preset: str = "seed"
    bots: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)
    table_options: dict[str, str] = field(default_factory=dict)
    redeals: int = 0
    deals: int = 2


GOLDEN: Final = (
    Golden("seed-3", 3, bots=("greedy",)),
    Golden("seed-4", 4, bots=("greedy", "random")),
    Golden("pagat-3", 3, preset="pagat", bots=("random",)),
    Golden("pagat-4", 4, preset="pagat", bots=("greedy",)),
    Golden("rlcard-3", 3, preset="rlcard", bots=("greedy", "random")),
    Golden("douzero-3", 3, preset="douzero", bots=("random",)),
    Golden("online-3", 3, preset="online", bots=("greedy",), deals=3),
    Golden("online-4", 4, preset="online", bots=("random",)),
    Golden("call-rob-3", 3, options={"auction": "call_rob", "landlord_reveal": "on"}),
    Golden("call-rob-4", 4, options={"auction": "call_rob", "personal_double": "on"}),
    Golden("loose-3", 3, bots=("random", "random"), options={"kickers": "loose", "spring": "x3"}),
    Golden(
        "options-4",
        4,
        bots=("random",),
        options={
            "joker_pair_4p": "any_two",
            "max_doublings": "4",
            "quadplex_4p": "true",
            "triplet_single_4p": "true",
        },
    ),
    Golden("redeals-3", 3, redeals=2),
    Golden("redeals-4", 4, redeals=1, options={"redeal_dealer": "next"}),
    Golden("bid-once-3", 3, options={"auction": "bid_once", "first_bidder": "random"}),
    *(
        Golden(
            f"points-{preset}-{seats}",
            seats,
            "zheng_fen",
            preset,
            bots=("greedy", "random", "greedy", "random")[: seats - 2],
            options={"target": "120"},
        )
        for preset in ("seed", "pagat")
        for seats in (3, 4, 5, 6)
    ),
    Golden(
        "meri-seed-8",
        8,
        "hachinin_meri",
        bots=("greedy", "random", "greedy", "greedy", "random", "greedy"),
        options={"deals": "2"},
    ),
    *(
        Golden(
            f"friends-{preset}-{seats}",
            seats,
            "zhao_pengyou",
            preset,
            bots=(("greedy", "random") * 5)[: seats - 2],
            options={"target_points": "1"},
            table_options={"draw_ms": "0"},
        )
        for preset in ("seed", "pagat2018")
        for seats in range(5, 13)
    ),
)


async def main() -> None:
    """Play what is missing, and say so."""
    for golden in GOLDEN:
        if (FOLDER / f"{golden.name}.record.binpb").exists():
            continue
        record, log = await play(golden)
        write(golden.name, record, log)
        size = sum(len(data) for data in log)
        print(f"{golden.name}: {len(log)} entries, {size} bytes")  # noqa: T201 - it is a script


async def play(golden: Golden) -> tuple[Record, list[bytes]]:
    """Play a match on a server, and return its record and the log of its table."""
    with tempfile.TemporaryDirectory() as folder:
        async with (
            served(Path(folder), bot_delay_ms=0) as server,
            connected(f"127.0.0.1:{server.port}") as client,
        ):
            game = await set_table(client, golden)
            await play_out(game, golden)
            return await record_of(game), await log_of(server, game.table_id)


async def set_table(client: Client, golden: Golden) -> Game:
    """Seat everybody; persons mix something into the first deal."""
    persons = NAMES[: golden.seats - len(golden.bots)]
    players = [await client.guest(name) for name in persons]
    options = golden.options
    if golden.game == "dou_dizhu":
        options = {"match_end": "deals", "match_deals": str(golden.deals), **options}
    table_id = await client.create(
        players[0],
        golden.seats,
        golden.game,
        preset=golden.preset,
        options=settings(**options),
        table_options=settings(**golden.table_options),
    )
    for player in players:
        await client.join(table_id, player)
    for bot in golden.bots:
        await client.add_bot(table_id, players[0], bot)
    for seat, player in enumerate(players):
        await client.ready(table_id, player, bytes([seat]) * (8 * seat))
    return Game(client, table_id, players)


async def play_out(game: Game, golden: Golden) -> None:
    """Act until the match has ended; between deals everybody is ready."""
    client, first = game.client, game.players[0]
    while True:
        shown = await client.get(game.table_id, first)
        if shown.table.state == table_pb2.TABLE_STATE_ENDED:
            return
        has_acted = False
        for seat, player in enumerate(game.players):
            # Everybody by what is shown to that seat: answers under seal are not shown to others.
            own = await client.get(game.table_id, player)
            asked = (each for each in own.view.decisions if not each.voluntary)
            if any(decision.seat == seat for decision in asked):
                request = await choose(game, golden, player, own)
                await client.tables.Act(request, metadata=player.metadata)
                has_acted = True
        if not has_acted:
            if not shown.view.decisions:
                for player in game.players:
                    await client.ready(game.table_id, player)
            await asyncio.sleep(0.02)


async def choose(
    game: Game, golden: Golden, player: Guest, shown: api.GetTableResponse
) -> api.ActRequest:
    """Take the hint, at times something else that is legal."""
    hint = await game.client.hint(game.table_id, player)
    chosen = hint.action
    verb = chosen.WhichOneof("verb")
    if verb in {"bid", "call", "pass"} and shown.view.attempt <= golden.redeals:
        chosen = action("pass")
    elif verb == "stop":
        chosen = action("continue")
    elif random.random() < 0.25:
        request = api.GetLegalActionsRequest(table_id=game.table_id)
        legal = await game.client.tables.GetLegalActions(request, metadata=player.metadata)
        listed = [each for verb in legal.legal.verbs for each in verb.list.actions]
        chosen = random.choice(
            [each for each in listed if each.WhichOneof("verb") != "stop"] or [chosen]
        )
    return api.ActRequest(
        request_id=new_id(),
        table_id=game.table_id,
        decision_id=hint.decision_id,
        action=chosen,
    )


async def record_of(game: Game) -> Record:
    """Return the record of the first match."""
    request = replay_service_pb2.GetRecordRequest(table_id=game.table_id, match=1)
    got = await game.client.replay.GetRecord(request, metadata=game.players[0].metadata)
    return got.record


def write(name: str, record: Record, log: list[bytes]) -> None:
    """Write both files, which must not be there."""
    stream = io.BytesIO()
    for data in log:
        # As they are: to decode and encode them again would put their fields in order.
        proto.serialize_length_prefixed(BytesValue(value=data), stream)
    with (FOLDER / f"{name}.log.binpb").open("xb") as file:
        file.write(stream.getvalue())
    with (FOLDER / f"{name}.record.binpb").open("xb") as file:
        file.write(record.SerializeToString())


if __name__ == "__main__":
    asyncio.run(main())
