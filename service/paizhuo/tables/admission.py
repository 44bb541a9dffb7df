"""Say who finds a private table, and who may take a seat that is kept.

A private table is there for its owner, for those who sit there, for those for whom a
seat is kept, and for who gives the join code with the call. For everybody else it does
not exist, whatever they ask; who was sent away is told so, also with the code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo.errors import ServiceError, Why

if TYPE_CHECKING:
    from paizhuo.tables.seating import Seating


def is_known_at(seating: Seating, principal: str) -> bool:
    """Say whether somebody finds a private table without its code."""
    origin = seating.origin
    return principal not in seating.barred and (
        principal == origin.owner
        or principal in seating.by_principal
        or principal in origin.kept.values()
    )


def check_finds(seating: Seating, principal: str, *, has_code: bool) -> None:
    """Raise BARRED or TABLE_NOT_FOUND for whom a table is not there."""
    if not seating.origin.is_private:
        return
    if principal in seating.barred:
        raise ServiceError(Why.BARRED)
    if not has_code and not is_known_at(seating, principal):
        raise ServiceError(Why.TABLE_NOT_FOUND)


def check_seat(seating: Seating, wanted: int | None) -> None:
    """Raise NO_SUCH_SEAT for a seat that the table does not have."""
    if wanted is not None and wanted >= len(seating.seats):
        raise ServiceError(Why.NO_SUCH_SEAT, facts={"seat": wanted, "seats": len(seating.seats)})


def pick_seat(seating: Seating, wanted: int | None, principal: str = "") -> int:
    """Return the seat that somebody takes, a bot where no principal is named.

    Who has a seat kept takes that one; everybody else one that is kept for nobody.
    """
    kept = seating.origin.kept
    own = next((seat for seat, whose in kept.items() if principal and whose == principal), None)
    if wanted is None:
        wanted = own
    if wanted is None:
        free = (seat for seat, held in enumerate(seating.seats) if held.is_free)
        found = next((seat for seat in free if seat not in kept), None)
        if found is None:
            raise ServiceError(Why.TABLE_FULL)
        return found
    check_seat(seating, wanted)
    if own not in {None, wanted} or (wanted in kept and wanted != own):
        raise ServiceError(Why.SEAT_KEPT, facts={"seat": wanted if own is None else own})
    if not seating.seats[wanted].is_free:
        raise ServiceError(Why.SEAT_TAKEN, facts={"seat": wanted})
    return wanted
