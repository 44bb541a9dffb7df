"""Write down what was played, as the caller may know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo import engine
from paizhuo.errors import ServiceError, Why, from_engine
from paizhuo.stores.base import MatchFilter, Page, entries_from
from paizhuo.tables.wire import bytes_field
from paizhuo.v1 import record_pb2

if TYPE_CHECKING:
    from collections.abc import Iterable

    from paizhuo.stores.base import EndedMatch
    from paizhuo.tables.hall import Hall
    from paizhuo.tables.seating import Seating
    from paizhuo.tables.table import LiveTable

_PLAYERS = record_pb2.Record.PLAYERS_FIELD_NUMBER


async def get_record(hall: Hall, table_id: str, match: int, principal: str) -> bytes:
    """Return the encoded Record of a match; match 0 is the last one.

    Raises RECORD_NOT_FOUND if the table has no such match, as far as the caller may know.
    """
    table = await hall.visit(table_id, principal)
    async with hall.services.readers.turn(principal):
        return await _read_record(hall, table, match, principal)


async def _read_record(hall: Hall, table: LiveTable, match: int, principal: str) -> bytes:
    """Read a record, now that it is the caller's turn."""
    step, viewer, _ = await table.read(principal)
    table_id = table.table_id
    seating, last, revision = step.seating, step.outline.match, step.entry.revision
    wanted = match or last
    if not 1 <= wanted <= last:
        raise ServiceError(Why.RECORD_NOT_FOUND, facts={"matches": last})
    services = hall.services
    entries = [
        entry.data
        async for entry in entries_from(services.log, table_id)
        if entry.revision <= revision
    ]
    try:
        written = await services.readers.run(
            engine.record, table.state.rules, table_id, entries, wanted, viewer
        )
    except (engine.RuleError, engine.NotationError) as error:
        raise from_engine(error) from error
    players = await _players(hall, table_id, wanted, seating)
    return written + b"".join(
        bytes_field(_PLAYERS, player.SerializeToString()) for player in players
    )


async def verify_record(hall: Hall, record: bytes, principal: str) -> list[str]:
    """Return what does not fit together in a record; this takes a worker thread's time."""
    readers = hall.services.readers
    try:
        async with readers.turn(principal):
            return await readers.run(engine.verify_record, record)
    except (engine.NotationError, engine.SetupError) as error:
        raise from_engine(error) from error


async def only_listed(hall: Hall, rows: Iterable[EndedMatch]) -> list[EndedMatch]:
    """Return the matches of tables that lists show to everybody, as no private table is."""
    listed: dict[str, bool] = {}
    kept = []
    for row in rows:
        if row.table_id not in listed:
            found = await hall.services.log.find_table(row.table_id)
            listed[row.table_id] = found is not None and found.summary.listed
        if listed[row.table_id]:
            kept.append(row)
    return kept


async def name_players(hall: Hall, players: Iterable[record_pb2.RecordPlayer]) -> None:
    """Fill in the names of persons."""
    listed = list(players)
    await hall.services.names.learn(player.principal for player in listed)
    for player in listed:
        if player.principal:
            player.name = hall.services.names.get(player.principal)


async def _players(
    hall: Hall, table_id: str, match: int, seating: Seating
) -> list[record_pb2.RecordPlayer]:
    """Return who played a match: from the index once it has ended, else who sits there."""
    record = record_pb2.Record()
    token = ""
    while True:
        page = await hall.services.log.list_matches(
            MatchFilter(table_id=table_id), Page(token=token)
        )
        for row in page.rows:
            if row.end.match == match:
                record = record_pb2.Record.FromString(row.end.detail)
        token = page.next_token
        if not token or record.players:
            break
    if not record.players:
        for seat, held in enumerate(seating.seats):
            record.players.add(seat=seat, principal=held.principal, bot=held.bot)
    await name_players(hall, record.players)
    return list(record.players)
