"""Fold who plays: missed decisions, bots that stand in, pauses, and who was sent away.

This goes on from `Seating.after`, which folds who sits where.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from paizhuo.storage.v1 import entry_pb2
from paizhuo.tables.seating import NOBODY

if TYPE_CHECKING:
    from paizhuo.tables.seating import Seating


def after(  # noqa: PLR0911 - a kind each
    seating: Seating, entry: entry_pb2.Entry, *, is_sealed: bool = False
) -> Seating:
    """Return the seating after an entry of any kind; `is_sealed`: an answer under seal."""
    match entry.WhichOneof("body"):
        case "acted":
            return _after_acted(seating.after(entry), entry.acted, is_sealed=is_sealed)
        case "seat_delegated":
            said = entry.seat_delegated
            held = seating.seats[said.seat]
            return seating.with_occupant(said.seat, replace(held, delegate=said.bot))
        case "auto_pass_set":
            wish = entry.auto_pass_set
            since_ms = entry.time_ms if wish.on else 0
            held = seating.seats[wish.seat]
            return seating.with_occupant(wish.seat, replace(held, auto_pass_ms=since_ms))
        case "paused":
            return _after_paused(seating, entry)
        case "resumed":
            return _after_resumed(seating, entry.time_ms)
        case "seat_kicked":
            return _after_kicked(seating, entry.seat_kicked)
        case _:
            return seating.after(entry)


def after_own_act(
    seating: Seating, seat: int, *, goes_on: bool, is_sealed: bool = False
) -> Seating:
    """Return the seating after a person acted, who so takes the seat back from a bot.

    After an answer under seal he does so once the answers are opened: everybody would see
    before who has answered.
    """
    return _after_presence(seating.after_acted(seat, goes_on=goes_on), seat, is_sealed=is_sealed)


def _after_presence(seating: Seating, seat: int, *, is_sealed: bool) -> Seating:
    """Forget what a person missed who is there again."""
    held = seating.seats[seat]
    if is_sealed and held.delegate:
        return seating.with_occupant(seat, replace(held, misses=0, comes_back=True))
    if not held.misses and not held.delegate:
        return seating
    return seating.with_occupant(seat, replace(held, misses=0, delegate=""))


def after_opening(seating: Seating) -> tuple[Seating, list[int]]:
    """Return the seating once answers under seal are opened, and the seats that were taken back."""
    back = [seat for seat, held in enumerate(seating.seats) if held.comes_back]
    for seat in back:
        held = replace(seating.seats[seat], delegate="", comes_back=False)
        seating = seating.with_occupant(seat, held)
    return seating, back


def after_match(seating: Seating) -> Seating:
    """Return the seating when a match began or ended: bots stand in for nobody any more."""
    if not any(held.misses or held.delegate or held.wants_pause for held in seating.seats):
        return seating
    return seating.with_seats(
        tuple(
            held
            if held.is_kicked
            else replace(held, misses=0, delegate="", wants_pause=False, auto_pass_ms=0)
            for held in seating.seats
        )
    )


def _after_acted(seating: Seating, acted: entry_pb2.Acted, *, is_sealed: bool) -> Seating:
    """Count a decision that ran out; an answer of the person begins anew."""
    if acted.actor == entry_pb2.ACTOR_TIMEOUT:
        held = seating.seats[acted.seat]
        return seating.with_occupant(acted.seat, replace(held, misses=held.misses + 1))
    if acted.actor == entry_pb2.ACTOR_PERSON:
        return _after_presence(seating, acted.seat, is_sealed=is_sealed)
    return seating


def _after_paused(seating: Seating, entry: entry_pb2.Entry) -> Seating:
    """Note who wants a pause, and begin it."""
    paused = entry.paused
    if paused.HasField("seat"):
        held = seating.seats[paused.seat]
        seating = seating.with_occupant(paused.seat, replace(held, wants_pause=True))
    if not paused.begins:
        return seating
    return replace(seating, paused_ms=entry.time_ms, is_paused_by_server=paused.by_server)


def _after_resumed(seating: Seating, time_ms: int) -> Seating:
    """End the pause, and forget who wanted it; the time to be ready goes on as well."""
    if any(held.wants_pause for held in seating.seats):
        seating = seating.with_seats(
            tuple(replace(held, wants_pause=False) for held in seating.seats)
        )
    if not seating.is_paused:
        return seating
    return replace(
        seating,
        paused_ms=0,
        is_paused_by_server=False,
        committed_ms=seating.committed_ms + time_ms - max(seating.paused_ms, seating.committed_ms),
    )


def _after_kicked(seating: Seating, kicked: entry_pb2.SeatKicked) -> Seating:
    """Free the seat, or leave it to a bot until the match is over."""
    barred = seating.barred | {kicked.principal}
    occupant = NOBODY
    if kicked.bot:
        held = seating.seats[kicked.seat]
        occupant = replace(
            held,
            delegate=kicked.bot,
            comes_back=False,
            is_kicked=True,
            wants_pause=False,
            auto_pass_ms=0,
        )
    return replace(seating.with_occupant(kicked.seat, occupant), barred=barred)
