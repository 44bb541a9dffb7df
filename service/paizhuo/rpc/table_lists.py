"""List tables from the store's index."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from paizhuo.errors import ServiceError, Why
from paizhuo.rpc.paging import only_game
from paizhuo.stores.base import Page, TableFilter
from paizhuo.tables.index import STATE_NAMES
from paizhuo.tables.options import spectating
from paizhuo.tables.render import complete_table, outline_table
from paizhuo.v1 import table_pb2, table_service_pb2

if TYPE_CHECKING:
    from paizhuo.stores.base import TableRow
    from paizhuo.tables.hall import Hall

_USUAL: Final = frozenset({"open", "playing", "ended"})
_LOOKS_MAX: Final = 20
"""How often the store is asked for one page, where most rows are filtered out."""


async def list_tables(
    hall: Hall, request: table_service_pb2.ListTablesRequest, principal: str, size: int
) -> table_service_pb2.ListTablesResponse:
    """Return a page of tables; it may be short, and still not the last."""
    states = _states(request)
    chosen = TableFilter(
        game=only_game(request.game),
        state=next(iter(states)) if len(states) == 1 else None,
        listed=None if request.mine else True,
        principal=principal if request.mine else None,
    )
    rows: list[TableRow] = []
    token = request.page_token
    for _ in range(_LOOKS_MAX):
        page = await hall.services.log.list_tables(chosen, Page(size - len(rows), token))
        rows.extend(row for row in page.rows if row.summary.state in states)
        token = page.next_token
        if not token or len(rows) >= size:
            break
    await hall.services.names.learn(name for row in rows for name in row.summary.principals)
    response = table_service_pb2.ListTablesResponse(next_page_token=token)
    for row in rows:
        response.tables.append(_draw(hall, row, principal))
    return response


def _draw(hall: Hall, row: TableRow, principal: str) -> table_pb2.Table:
    """Draw a row, as somebody may know it: the index always tells the newest."""
    table = table_pb2.Table.FromString(row.summary.detail)
    has_seat = principal in row.summary.principals
    chosen = {setting.name: setting.value for setting in table.table_options}
    if table.state == table_pb2.TABLE_STATE_PLAYING and not (
        has_seat or spectating(chosen).is_free
    ):
        return complete_table(outline_table(table), 0, None, hall.services.names, ())
    seat = next((held.seat for held in table.seats if held.person.principal == principal), None)
    live = hall.loaded(row.summary.table_id)
    present = live.audience.present if live is not None else ()
    own = seat if has_seat else None
    return complete_table(table, row.revision, own, hall.services.names, present)


def _states(request: table_service_pb2.ListTablesRequest) -> frozenset[str]:
    """Return the names of the states that a request asks for."""
    if not request.states:
        return _USUAL
    unknown = [state for state in request.states if state not in STATE_NAMES]
    if unknown:
        facts = {"field": "states", "problem": f"there is no state {unknown[0]}"}
        raise ServiceError(Why.FIELD_INVALID, facts=facts)
    return frozenset(STATE_NAMES[state] for state in request.states)
