"""Draw the Table message: names, seats, presence; never anything of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo.v1 import rules_pb2, table_pb2

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from paizhuo.tables.clocks import Clocks
    from paizhuo.tables.names import Names
    from paizhuo.tables.seating import Seating
    from paizhuo.tables.step import Step


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
        paused=seating.is_paused,
    )
    for seat, held in enumerate(seating.seats):
        row = table.seats.add(
            seat=seat,
            ready=held.is_ready,
            kept_for=origin.kept.get(seat, ""),
            delegate=held.delegate,
            wants_pause=held.wants_pause,
        )
        if held.principal:
            row.person.principal = held.principal
        elif held.bot:
            row.bot.bot = held.bot
    return table


def shown_table(
    step: Step, viewer: int | None, names: Names, present: Container[str]
) -> table_pb2.Table:
    """Draw the table after a revision, whole, for a viewer."""
    table = public_table(step.seating, step.state)
    add_clocks(table, step.seating, step.clocks, viewer)
    return complete_table(table, step.entry.revision, viewer, names, present)


def outline_table(row: table_pb2.Table) -> table_pb2.Table:
    """Draw of a table in a list what stands still as long as a match goes on.

    It has no revision, and tells of no seat but who has it: whoever lives behind may know
    nothing newer, and this never is.
    """
    table = table_pb2.Table(
        table_id=row.table_id,
        game=row.game,
        preset=row.preset,
        options=row.options,
        table_options=row.table_options,
        title=row.title,
        owner=row.owner,
        state=row.state,
        listed=row.listed,
        create_time_ms=row.create_time_ms,
        private=row.private,
    )
    for held in row.seats:
        seat = table.seats.add(seat=held.seat, kept_for=held.kept_for)
        if held.HasField("person"):
            seat.person.principal = held.person.principal
        elif held.HasField("bot"):
            seat.bot.bot = held.bot.bot
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


def add_clocks(
    table: table_pb2.Table, seating: Seating, clocks: Clocks, viewer: int | None
) -> table_pb2.Table:
    """Add to a table what lists do not show: its clocks, and what is the viewer's own."""
    if viewer is not None:
        table.seats[viewer].auto_pass = seating.seats[viewer].auto_pass_ms > 0
    if not clocks.decision_ms:
        return table
    for row, bank_ms in zip(table.seats, clocks.banks, strict=True):
        row.bank_ms = bank_ms
        deadline_ms = clocks.seat_deadline_ms(row.seat)
        if deadline_ms is not None:
            row.deadline_ms = deadline_ms
            first_ms = table.deadline_ms if table.HasField("deadline_ms") else deadline_ms
            table.deadline_ms = min(first_ms, deadline_ms)
    return table


def _settings(values: Mapping[str, str]) -> list[rules_pb2.Setting]:
    """List options with their values."""
    return [rules_pb2.Setting(name=name, value=value) for name, value in values.items()]
