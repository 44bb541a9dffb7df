"""What the demonstration says where nobody has won."""

from __future__ import annotations

import io

from rich.console import Console

from paizhuo.cli.demo_print import Narrator
from paizhuo.engine import catalogue_game
from paizhuo.v1 import event_pb2, table_pb2, table_service_pb2
from paizhuo.v1.catalogue_service_pb2 import Game


async def test_a_draw_is_told() -> None:
    """A match without a winner ends as a draw, with the totals of all (HM-5.8)."""
    written = io.StringIO()
    console = Console(file=written, width=120)
    narrator = Narrator(console, Game.FromString(catalogue_game("hachinin_meri")), 0)
    table = table_pb2.Table(seats=[table_pb2.Seat(seat=seat) for seat in range(8)])
    for seat in table.seats:
        seat.bot.bot = f"bot{seat.seat}"
    ended = event_pb2.Event(match_ended=event_pb2.MatchEnded(match=1, totals=[36] * 8))
    message = table_service_pb2.WatchTableResponse(table=table, events=[ended])
    await narrator.tell(message, 7)
    assert "the match is a draw" in written.getvalue()
    assert "bot7 bot +36" in written.getvalue()
