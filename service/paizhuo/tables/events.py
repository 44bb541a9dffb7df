"""Write the events that the service owns; everybody may know all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo.tables.wire import bytes_field
from paizhuo.v1 import event_pb2, table_service_pb2

if TYPE_CHECKING:
    from paizhuo.storage.v1.entry_pb2 import Entry
    from paizhuo.tables.names import Names
    from paizhuo.tables.seating import Seating

_EVENTS = table_service_pb2.WatchTableResponse.EVENTS_FIELD_NUMBER


def seating_events(entry: Entry, names: Names) -> bytes:
    """Return the events of an entry that the engine does not fold."""
    match entry.WhichOneof("body"):
        case "table_created":
            opened = event_pb2.TableOpened(owner=entry.table_created.owner)
            return encode(event_pb2.Event(table_opened=opened))
        case "seat_taken":
            taken = event_pb2.SeatTaken(
                seat=entry.seat_taken.seat,
                principal=entry.seat_taken.principal,
                name=names.get(entry.seat_taken.principal),
            )
            return encode(event_pb2.Event(seat_taken=taken))
        case "seat_left":
            freed = event_pb2.SeatFreed(seat=entry.seat_left.seat)
            return encode(event_pb2.Event(seat_freed=freed))
        case "bot_removed":
            freed = event_pb2.SeatFreed(seat=entry.bot_removed.seat)
            return encode(event_pb2.Event(seat_freed=freed))
        case "bot_added":
            seated = event_pb2.BotSeated(seat=entry.bot_added.seat, bot=entry.bot_added.bot)
            return encode(event_pb2.Event(bot_seated=seated))
        case "seat_ready":
            readied = event_pb2.SeatReadied(
                seat=entry.seat_ready.seat, ready=entry.seat_ready.ready
            )
            return encode(event_pb2.Event(seat_readied=readied))
        case "table_closed":
            ended = event_pb2.TableEnded(reason=entry.table_closed.reason)
            return encode(event_pb2.Event(table_ended=ended))
        case _:
            return b""


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
