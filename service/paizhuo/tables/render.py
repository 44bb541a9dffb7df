"""Draw the Table message: names, seats, presence; never anything of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo.v1 import rules_pb2, table_pb2

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from paizhuo.tables.names import Names
    from paizhuo.tables.seating import Seating


def public_table(seating: Seating, state: table_pb2.TableState.ValueType) -> table_pb2.Table:
    """Draw a table without what is not in its log: names, presence, the viewer's seat."""
    origin = seating.origin
    table = table_pb2.Table(
        table_id=origin.table_id,
        game=origin.game,
        preset=origin.preset,
        options=_settings(origin.options),
        table_options=_settings(origin.table_options),
        title=origin.title,
        owner=origin.owner,
        state=state,
        listed=origin.listed,
        create_time_ms=origin.created_ms,
        close_reason=seating.close_reason,
        private=origin.is_private,
    )
    for seat, held in enumerate(seating.seats):
        row = table.seats.add(seat=seat, ready=held.is_ready, kept_for=origin.kept.get(seat, ""))
        if held.principal:
            row.person.principal = held.principal
        elif held.bot:
            row.bot.bot = held.bot
    return table


def complete_table(
    table: table_pb2.Table, revision: int, viewer: int | None, names: Names, present: Container[str]
) -> table_pb2.Table:
    """Add to a table what is not in its log."""
    table.revision = revision
    if viewer is not None:
        table.own_seat = viewer
    for row in table.seats:
        if row.HasField("person"):
            row.person.name = names.get(row.person.principal)
            row.person.present = row.person.principal in present
    return table


def _settings(values: Mapping[str, str]) -> list[rules_pb2.Setting]:
    """List options with their values."""
    return [rules_pb2.Setting(name=name, value=value) for name, value in values.items()]
