"""Play whole evenings at one table: chairs taken and left, matches in a row, all that may happen.

Everything goes through the API; what is drawn comes from a seed, so that an evening can be
played again with the same choices, if not to the millisecond.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import grpc

from paizhuo.v1 import action_pb2, table_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.games import DEFAULT, lasting
from service.playing import Client, Guest, new_id, settings

if TYPE_CHECKING:
    from collections.abc import Mapping

_RANDOM_SHARE: Final = 0.2
"""How many decisions are answered with any legal action, instead of a sensible one."""

_BID_SHARE: Final = 0.1
"""The same while cards are drawn, where everybody may bid again and again."""

_PASSED_OUT: Final = 2
"""Auctions in which everybody passes on purpose, where the evening wants redeals."""

_TOO_LATE: Final = {grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.ABORTED}


@dataclass(frozen=True, slots=True)
class Plan:
    """Say what kind of evening it is; redeals need a table without bots, which bid.

    A match lasts one deal, or at least so many as `deals` says.
    """

    game: str = DEFAULT
    seats: int = 3
    preset: str = "seed"
    options: Mapping[str, str] = field(default_factory=dict)
    table_options: Mapping[str, str] = field(default_factory=dict)
    bots: int = 1
    matches: int = 1
    deals: int = 1
    redeals: bool = False
    pauses: bool = False
    auto_passes: bool = False
    sleepers: bool = False
    kicks_in_play: bool = False


class Evening:
    """Hold a table, who sits there, who only looks on, and what was drawn."""

    def __init__(self, client: Client, plan: Plan, seed: int) -> None:
        """Begin with nobody."""
        self.client = client
        self.plan = plan
        self.table_id = ""
        self.guests: list[Guest] = []
        self._random = random.Random(seed)
        self._passes = 0
        self._answered: set[str] = set()
        """Decisions under seal that were answered: views go on showing them as open."""
        self._has_slept = False
        self._kicked = False
        self._has_kicked = False

    @property
    def owner(self) -> Guest:
        """Return who created the table."""
        return self.guests[0]

    async def open(self) -> None:
        """Make guests, one more than there are persons to play, and the table."""
        plan = self.plan
        persons = plan.seats - plan.bots
        self.guests = [await self.client.guest(f"G{place}") for place in range(persons + 2)]
        options = {**lasting(plan.game, plan.deals), **plan.options}
        self.table_id = await self.client.create(
            self.owner,
            plan.seats,
            plan.game,
            preset=plan.preset,
            options=settings(**options),
            table_options=settings(**{"bot_delay_ms": "0", **plan.table_options}),
        )

    async def play(self) -> int:
        """Play every match, and return the last revision."""
        await self._sit_down()
        for match in range(1, self.plan.matches + 1):
            await self._be_ready()
            await self._play_match(match)
            if match < self.plan.matches:
                await self._change_chairs()
        shown = await self.client.get(self.table_id, self.owner)
        return await self._until_still(shown.table.revision)

    async def call(self, method: str, guest: Guest, **fields: Any) -> Any:
        """Call a method that changes the table."""
        request = getattr(api, f"{method}Request")(
            **{"request_id": new_id(), "table_id": self.table_id, **fields}
        )
        return await getattr(self.client.tables, method)(request, metadata=guest.metadata)

    async def _until_still(self, revision: int) -> int:
        """Wait until the table does nothing more by itself."""
        while True:
            await asyncio.sleep(0.3)
            shown = await self.client.get(self.table_id, self.owner)
            if shown.table.revision == revision:
                return revision
            revision = shown.table.revision

    # --- chairs -------------------------------------------------------------------------------

    async def _sit_down(self) -> None:
        """Take every seat; some are left again, and somebody is sent away."""
        plan, stranger = self.plan, self.guests[-2]
        await self.call("JoinTable", stranger, seat=plan.seats - 1)
        await self.call("KickPlayer", self.owner, seat=plan.seats - 1)
        await self.call("AddBot", self.owner, bot="random")
        await self.call("RemoveBot", self.owner, seat=0)
        for guest in self.guests[:-2]:
            await self.call("JoinTable", guest)
        leaver = self._random.choice(self.guests[:-2])
        await self.call("LeaveTable", leaver)
        await self.call("JoinTable", leaver)
        for _ in range(plan.bots):
            await self.call("AddBot", self.owner, bot="greedy")

    async def _change_chairs(self) -> None:
        """Let somebody leave and come back; who looked on takes the chair of who was sent away."""
        if self._kicked:
            *others, _, stranger, onlooker = self.guests
            gone = self._persons()[-1].principal
            await self.client.until(
                self.table_id,
                self.owner,
                lambda shown: all(row.person.principal != gone for row in shown.table.seats),
            )
            await self.call("JoinTable", onlooker)
            self.guests = [*others, onlooker, stranger, self._persons()[-1]]
            self._kicked, self._has_kicked = False, True
        leaver = self._random.choice(self._persons())
        await self.call("LeaveTable", leaver)
        await self.call("JoinTable", leaver)

    def _persons(self) -> list[Guest]:
        """Return who plays."""
        return self.guests[:-2]

    async def _be_ready(self) -> None:
        """Be ready, all of them; one thinks twice, and one mixes something in."""
        first, *others = self._persons()
        await self.call("SetReady", first, ready=True)
        await self.call("SetReady", first, ready=False)
        for guest in others:
            await self.client.ready(self.table_id, guest, b"from a guest")
        await self.call("SetReady", first, ready=True)

    # --- playing ------------------------------------------------------------------------------

    async def _play_match(self, match: int) -> None:
        """Act until the match has ended."""
        async with asyncio.timeout(120):
            while True:
                shown = await self.client.get(self.table_id, self.owner)
                table, view = shown.table, shown.view
                if view.match == match and view.HasField("match_end"):
                    return
                if view.phase == "waiting" and view.match == match:
                    await self._go_on(table)
                elif not await self._answer(table, list(view.decisions)):
                    await asyncio.sleep(0.005)

    async def _go_on(self, table: table_pb2.Table) -> None:
        """Be ready for the next deal of the match, whoever is not yet."""
        seated = {row.person.principal: row for row in table.seats}
        for guest in self._persons():
            row = seated[guest.principal]
            if not row.ready and guest.principal not in self._gone():
                await self._try("SetReady", guest, ready=True)

    async def _answer(self, table: table_pb2.Table, asked: list[action_pb2.Decision]) -> bool:
        """Answer one decision, or let something else happen; False if nobody here is asked."""
        await self._disturb(table)
        by_principal = {guest.principal: guest for guest in self._persons()}
        for decision in asked:
            guest = by_principal.get(table.seats[decision.seat].person.principal)
            if guest is None or guest.principal in self._gone():
                continue
            if decision.id in self._answered:
                continue
            if decision.voluntary:
                if await self._act(guest, decision):
                    return True
                continue
            if self.plan.sleepers and not table.seats[decision.seat].delegate:
                is_first = not (self._has_slept or decision.sealed)
                if is_first or self._random.random() < 0.2:
                    self._has_slept |= is_first
                    await self._sleep_through(decision)
                    return True
            if table.seats[decision.seat].delegate and self._random.random() < 0.7:
                return False
            if decision.sealed:
                self._answered.add(decision.id)
            return await self._act(guest, decision)
        return False

    async def _sleep_through(self, decision: action_pb2.Decision) -> None:
        """Let a decision run out; a bot plays then, until the person acts again."""
        await self.client.until(
            self.table_id,
            self.owner,
            lambda shown: all(one.id != decision.id for one in shown.view.decisions),
        )

    def _gone(self) -> set[str]:
        """Return who was sent away while the match goes on."""
        return {self._persons()[-1].principal} if self._kicked else set()

    async def _disturb(self, table: table_pb2.Table) -> None:
        """Let something happen beside the play, now and then."""
        plan, drawn = self.plan, self._random.random()
        if plan.pauses and drawn < 0.05:
            await self._try("PauseTable", self.owner)
            await self._try("ResumeTable", self.owner)
        if plan.auto_passes and drawn > 0.95:
            await self._try("SetAutoPass", self._random.choice(self._persons()), on=drawn > 0.97)
        if plan.kicks_in_play and not self._kicked and not self._has_kicked and table.revision > 40:
            kicked = self._persons()[-1].principal
            for row in table.seats:
                if row.person.principal == kicked:
                    self._kicked = await self._try("KickPlayer", self.owner, seat=row.seat)

    async def _try(self, method: str, guest: Guest, **fields: Any) -> bool:
        """Call a method that may come too late, and say whether it did not."""
        try:
            await self.call(method, guest, **fields)
        except grpc.aio.AioRpcError as error:
            if error.code() not in _TOO_LATE:
                raise
            return False
        return True

    async def _act(self, guest: Guest, decision: action_pb2.Decision) -> bool:
        """Answer a decision, unless it was answered meanwhile."""
        action = await self._choose(guest, decision)
        if action is None:
            return False
        return await self._try("Act", guest, decision_id=decision.id, action=action)

    async def _choose(
        self, guest: Guest, decision: action_pb2.Decision
    ) -> action_pb2.Action | None:
        """Choose what to do: to pass for a redeal, anything legal, or what a bot would do.

        What is too much to be listed is done as a bot would; None is to do nothing yet.
        """
        request = api.GetLegalActionsRequest(table_id=self.table_id)
        legal = (await self.client.tables.GetLegalActions(request, metadata=guest.metadata)).legal
        listed = [action for part in legal.verbs for action in part.list.actions]
        if not legal.verbs or legal.verbs[0].decision_id != decision.id:
            return None
        wants_redeal = self.plan.redeals and self._passes < _PASSED_OUT * self.plan.seats
        if decision.kind == "auction" and wants_redeal:
            self._passes += 1
            return next(action for action in listed if action.HasField("pass"))
        share = _BID_SHARE if decision.voluntary else _RANDOM_SHARE
        if listed and self._random.random() < share:
            return self._random.choice(listed)
        hint = await self.client.hint(self.table_id, guest)
        is_hint = hint.decision_id == decision.id and hint.HasField("action")
        return hint.action if is_hint else None
