"""Play a whole match through a server of its own, over gRPC, and print it.

Every person is a guest with a stream of their own, who takes the server's hints; the
last seat has a bot. Nothing here knows more than a client that anybody could write.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

import grpc
import grpc.aio
from rich.console import Console

from paizhuo.cli.demo_print import Narrator
from paizhuo.v1 import (
    action_pb2,
    auth_service_pb2,
    auth_service_pb2_grpc,
    catalogue_service_pb2,
    catalogue_service_pb2_grpc,
    replay_service_pb2,
    replay_service_pb2_grpc,
    rules_pb2,
    table_service_pb2,
    table_service_pb2_grpc,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from paizhuo.v1 import view_pb2

NAMES: Final = (
    *("Ann", "Bao", "Chiara", "Dmitri", "Emi", "Farid"),
    *("Gita", "Hugo", "Ines", "Jun", "Katya"),
)
"""Guests; a table has one seat more."""
START_S: Final = 30.0
SILENCE_S: Final = 60.0
"""How long a stream may tell nothing, beside what the reader wants to see of each message."""
Metadata = tuple[tuple[str, str], ...]


class DemoFailedError(Exception):
    """Say why the demonstration cannot go on."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Hold what is to be played: of which game, by how many, by which rules, how much of it."""

    game: str
    seats: int | None = None
    """None: as few as the game can be played with."""
    deals: int = 3
    """Deals after which the demonstration leaves, if the match goes on."""
    preset: str = ""
    options: Mapping[str, str] = field(default_factory=dict)


class _PipedConsole(Console):
    """Leave it to the caller what a reader means that went away."""

    def on_broken_pipe(self) -> None:
        """Pass it on."""
        raise BrokenPipeError


def run_demo(wish: Wish, pace_ms: int) -> int:
    """Play and print; returns the exit code."""
    console = _PipedConsole(highlight=False)
    try:
        asyncio.run(_run(console, wish, pace_ms / 1000))
    except BrokenPipeError:
        # Who read along has had enough. Nothing is left to be written when the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (DemoFailedError, TimeoutError, grpc.aio.AioRpcError) as error:
        text = error.details() if isinstance(error, grpc.aio.AioRpcError) else str(error)
        console.print(f"[bold red]The demonstration failed:[/] {text or 'it took too long'}")
        return 1
    return 0


async def _run(console: Console, wish: Wish, pace_s: float) -> None:
    """Start a server, play on it, and end it."""
    async with _own_server() as address, grpc.aio.insecure_channel(address) as channel:
        catalogue = catalogue_service_pb2_grpc.CatalogueServiceStub(channel)
        request = catalogue_service_pb2.GetGameRequest(game=wish.game)
        game = (await catalogue.GetGame(request)).game
        seats = wish.seats or min(count.seats for count in game.seat_counts)
        narrator = Narrator(console, game, pace_s)
        await Match(channel, narrator, wish, seats, pace_s).play(address)


@contextlib.asynccontextmanager
async def _own_server() -> AsyncIterator[str]:
    """Start a server on a free port with a data folder of its own; give its address."""
    with tempfile.TemporaryDirectory(prefix="paizhuo-demo-") as folder:
        announce = Path(folder) / "address"
        command = [sys.executable, "-m", "paizhuo", "serve", "--quiet"]
        command += ["--listen", "127.0.0.1:0", "--http-listen", "off"]
        command += ["--data", str(Path(folder) / "data")]
        command += ["--announce", str(announce), "--bot-delay-ms", "0"]
        process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.DEVNULL)
        try:
            async with asyncio.timeout(START_S):
                while not announce.exists():
                    if process.returncode is not None:
                        raise DemoFailedError("the server did not start")
                    await asyncio.sleep(0.02)
            yield announce.read_text()
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


class Match:
    """Seat everybody, let them play, and check the record in the end."""

    def __init__(
        self, channel: grpc.aio.Channel, narrator: Narrator, wish: Wish, seats: int, pace_s: float
    ) -> None:
        """Use one channel for all of them: who is who says the token."""
        self._auth = auth_service_pb2_grpc.AuthServiceStub(channel)
        self._tables = table_service_pb2_grpc.TableServiceStub(channel)
        self._replay = replay_service_pb2_grpc.ReplayServiceStub(channel)
        self._narrator = narrator
        self._wish = wish
        self._seats = seats
        self._silence_s = SILENCE_S + seats * pace_s
        self._table_id = ""

    async def play(self, address: str) -> None:
        """Play the match from the first guest to the verified record.

        Nothing is told before the server has accepted the table.
        """
        guests = [await self._make_guest(name) for name in NAMES[: self._seats - 1]]
        await self._set_table(guests)
        wish = self._wish
        self._narrator.greet(address, self._seats, wish.deals, wish.preset, NAMES[0])
        try:
            async with asyncio.TaskGroup() as group:
                for seat, guest in enumerate(guests):
                    group.create_task(self._sit(seat, guest))
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from failed
        await self._check_record(guests[0])

    async def _make_guest(self, name: str) -> Metadata:
        """Make a guest, and return what its calls carry."""
        guest = await self._auth.CreateGuest(auth_service_pb2.CreateGuestRequest(name=name))
        return (("authorization", f"Bearer {guest.token}"),)

    async def _set_table(self, guests: list[Metadata]) -> None:
        """Create a table, and seat everybody."""
        created = await self._tables.CreateTable(
            table_service_pb2.CreateTableRequest(
                request_id=_new_id(),
                game=self._wish.game,
                seats=self._seats,
                preset=self._wish.preset,
                options=[
                    rules_pb2.Setting(name=name, value=value)
                    for name, value in self._wish.options.items()
                ],
                table_options=[rules_pb2.Setting(name="draw_ms", value="0")],
                title="Demonstration",
            ),
            metadata=guests[0],
        )
        self._table_id = created.table.table_id
        for guest in guests:
            await self._tables.JoinTable(
                table_service_pb2.JoinTableRequest(request_id=_new_id(), table_id=self._table_id),
                metadata=guest,
            )
        await self._tables.AddBot(
            table_service_pb2.AddBotRequest(request_id=_new_id(), table_id=self._table_id),
            metadata=guests[0],
        )

    async def _sit(self, seat: int, guest: Metadata) -> None:
        """Be one person: listen, be ready, act; the first one also tells the story."""
        await self._be_ready(guest)
        stream = self._tables.WatchTable(
            table_service_pb2.WatchTableRequest(
                table_id=self._table_id,
                after_revision=0,
                views=table_service_pb2.VIEWS_EVERY,
            ),
            metadata=guest,
        )
        acted: set[str] = set()
        messages = aiter(stream)
        while True:
            async with asyncio.timeout(self._silence_s):
                message = await anext(messages)
            self._narrator.note_hand(seat, message)
            if seat == 0:
                await self._narrator.tell(message, self._seats - 1)
            kinds = {event.WhichOneof("kind") for event in message.events}
            if "match_ended" in kinds:
                break
            if "deal_ended" in kinds and not await self._go_on(seat, guest, message.view):
                break
            for decision in message.view.decisions:
                if decision.seat == seat and decision.id not in acted:
                    acted.add(decision.id)
                    await self._act(guest, decision, message)
        stream.cancel()

    async def _go_on(self, seat: int, guest: Metadata, view: view_pb2.View) -> bool:
        """Be ready for the next deal; False where nothing is left to do but to leave.

        Where the players themselves end the match, they are asked.
        """
        is_asked = any(action_pb2.VERB_STOP in decision.verbs for decision in view.decisions)
        if view.deal < self._wish.deals or is_asked:
            await self._be_ready(guest)
            return True
        if seat == 0:
            self._narrator.tell_leaving()
        return False

    async def _be_ready(self, guest: Metadata) -> None:
        """Be ready for the next deal."""
        await self._tables.SetReady(
            table_service_pb2.SetReadyRequest(
                request_id=_new_id(), table_id=self._table_id, ready=True
            ),
            metadata=guest,
        )

    async def _act(
        self,
        guest: Metadata,
        decision: action_pb2.Decision,
        message: table_service_pb2.WatchTableResponse,
    ) -> None:
        """Do what the server suggests, but stop after the last deal where that is asked.

        What need not be answered is not: the game goes on without.
        """
        if decision.voluntary:
            return
        is_over = message.view.deal >= self._wish.deals
        if is_over and action_pb2.VERB_STOP in decision.verbs:
            action = action_pb2.Action(stop=action_pb2.Stop())
        else:
            request = table_service_pb2.GetHintRequest(
                table_id=self._table_id, min_revision=message.revision
            )
            hint = await self._tables.GetHint(request, metadata=guest)
            if hint.decision_id != decision.id:
                return
            action = hint.action
        try:
            await self._tables.Act(
                table_service_pb2.ActRequest(
                    request_id=_new_id(),
                    table_id=self._table_id,
                    decision_id=decision.id,
                    action=action,
                ),
                metadata=guest,
            )
        except grpc.aio.AioRpcError as error:
            # Somebody else's answer may have closed the question, to stop the match for instance.
            if error.code() is not grpc.StatusCode.ABORTED:
                raise

    async def _check_record(self, guest: Metadata) -> None:
        """Fetch the record, and let it be played again."""
        got = await self._replay.GetRecord(
            replay_service_pb2.GetRecordRequest(table_id=self._table_id), metadata=guest
        )
        verified = await self._replay.VerifyRecord(
            replay_service_pb2.VerifyRecordRequest(record=got.record), metadata=guest
        )
        if not verified.valid:
            raise DemoFailedError("; ".join(verified.problems))
        self._narrator.tell_record(got.record)


def _new_id() -> str:
    """Return a new request id."""
    return str(uuid.uuid4())
