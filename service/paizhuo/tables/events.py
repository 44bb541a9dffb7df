"""Write the events that the service owns; everybody may know all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo.storage.v1.entry_pb2 import ACTOR_PERSON, ACTOR_TIMEOUT
from paizhuo.tables.wire import bytes_field
from paizhuo.v1 import event_pb2, table_service_pb2

if TYPE_CHECKING:
    from paizhuo.storage.v1.entry_pb2 import Acted, Entry
    from paizhuo.tables.names import Names
    from paizhuo.tables.seating import Seating

_EVENTS = table_service_pb2.WatchTableResponse.EVENTS_FIELD_NUMBER


def seating_events(entry: Entry, names: Names) -> bytes:
    """Return the events of an entry that the engine does not fold."""
    event = event_pb2.Event()
    match entry.WhichOneof("body"):
        case "table_created":
            event.table_opened.owner = entry.table_created.owner
        case "seat_taken":
            event.seat_taken.seat = entry.seat_taken.seat
            event.seat_taken.principal = entry.seat_taken.principal
            event.seat_taken.name = names.get(entry.seat_taken.principal)
        case "seat_left":
            event.seat_freed.seat = entry.seat_left.seat
        case "bot_removed":
            event.seat_freed.seat = entry.bot_removed.seat
        case "bot_added":
            event.bot_seated.seat = entry.bot_added.seat
            event.bot_seated.bot = entry.bot_added.bot
        case "seat_ready":
            event.seat_readied.seat = entry.seat_ready.seat
            event.seat_readied.ready = entry.seat_ready.ready
        case "table_closed":
            event.table_ended.reason = entry.table_closed.reason
        case _:
            return _attendance_events(entry)
    return encode(event)


def _attendance_events(entry: Entry) -> bytes:
    """Return the events of pauses, of bots that step in, and of who was sent away."""
    event = event_pb2.Event()
    match entry.WhichOneof("body"):
        case "seat_delegated":
            event.seat_delegated.seat = entry.seat_delegated.seat
            event.seat_delegated.bot = entry.seat_delegated.bot
        case "paused" if entry.paused.begins:
            event.table_paused.by_server = entry.paused.by_server
        case "paused":
            event.pause_wished.seat = entry.paused.seat
        case "resumed":
            event.table_resumed.SetInParent()
        case "seat_kicked":
            event.seat_kicked.seat = entry.seat_kicked.seat
            event.seat_kicked.bot = entry.seat_kicked.bot
        case _:
            return b""
    return encode(event)


def acting_events(before: Seating, acted: Acted, *, is_sealed: bool) -> bytes:
    """Return what the service adds to an action: it ran out, or a seat was taken back.

    To an action under seal it adds nothing: nobody may see who has answered.
    """
    if is_sealed:
        return b""
    if acted.actor == ACTOR_TIMEOUT:
        timed_out = event_pb2.SeatTimedOut(seat=acted.seat, decision_id=acted.decision_id)
        return encode(event_pb2.Event(seat_timed_out=timed_out))
    if acted.actor == ACTOR_PERSON and before.seats[acted.seat].delegate:
        return seat_reclaimed(acted.seat)
    return b""


def seat_reclaimed(seat: int) -> bytes:
    """Return the event that a person took a seat back from a bot."""
    return encode(event_pb2.Event(seat_reclaimed=event_pb2.SeatReclaimed(seat=seat)))


def seed_opened(seating: Seating) -> bytes:
    """Return the event that opens the seed of a deal; nothing if it was opened before."""
    if not seating.seed:
        return b""
    return encode(
        event_pb2.Event(
            seed_opened=event_pb2.SeedOpened(
                deal=seating.deal,
                seed=seating.seed,
                entropy=[event_pb2.Entropy(by_seat=mixed) for mixed in seating.entropies],
            )
        )
    )


def encode(event: event_pb2.Event) -> bytes:
    """Encode an event as a field of ActResponse and of WatchTableResponse."""
    return bytes_field(_EVENTS, event.SerializeToString())
