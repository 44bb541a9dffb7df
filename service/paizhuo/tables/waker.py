"""Make one table do by itself what its state wants, at its time.

A bot thinks outside the table's task, from its seat's view, and answers at a time
that was fixed before it began. Whoever loads a table wakes it; two processes that do
write one entry, since its id and its place in the log are the same; that they try one
after the other (`peers`) saves the second one's work.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, TypeGuard

from paizhuo import engine, limits
from paizhuo.clock import draw_seed
from paizhuo.errors import ServiceError
from paizhuo.ids import system_entry_id
from paizhuo.tables.commands import BotMove
from paizhuo.tables.presence import last_seen_ms
from paizhuo.tables.system import ServerMove
from paizhuo.tables.waking import CLOSED_ABANDONED, WakeKind, bot_answers_ms

if TYPE_CHECKING:
    from paizhuo.tables.table import LiveTable
    from paizhuo.tables.waking import Wake

_RETRY_S: Final = 1.0
_FALLBACK_BOT: Final = "random"


class Waker:
    """Hold the one alarm of a table."""

    def __init__(self, table: LiveTable) -> None:
        """Begin with no alarm."""
        self._table = table
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._thinker: asyncio.Task[None] | None = None
        self._thinking_of = ""
        self._seen_ms = 0
        self._is_off = not table.services.config.drive

    @property
    def is_armed(self) -> bool:
        """Say whether an alarm is set or a bot thinks."""
        return self._timer is not None or self._thinker is not None

    @property
    def _wake(self) -> Wake | None:
        """Return what is next, as far as is known here of who watches."""
        return self._table.state.wake_if_seen(self._seen_ms)

    @property
    def is_set(self) -> bool:
        """Say whether the alarm is set for later, or a bot thinks: nobody else need wake it."""
        wake = self._wake
        return self.is_armed and wake is not None and wake.at_ms > self._table.now_ms()

    def arm(self) -> None:
        """Set the alarm for what the state wants next."""
        state = self._table.state
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        elif state.standing.settled:
            return
        wake = self._wake
        if wake is None or self._is_off or not self._table.services.peers.is_marked:
            return
        is_put_off = wake is not state.wake
        if wake.at_ms - state.time_ms > limits.WAKE_AHEAD_MS and not is_put_off:
            # The driver asks the store for it. Of what was put off the store knows nothing.
            return
        wait_ms = wake.at_ms - self._table.now_ms()
        wait_ms += self._table.services.peers.delay_ms(self._table.table_id)
        if wake.kind is WakeKind.BOT and wake.decision is not None:
            self._think(wake.decision, wake.at_ms)
        else:
            self._timer = self._loop.call_later(max(0, wait_ms) / 1000, self._ring)

    def disarm(self) -> None:
        """Do nothing by itself any more."""
        self._is_off = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._thinker is not None:
            self._thinker.cancel()
            self._thinker = None

    def _ring(self) -> None:
        """Hand the wake-up to the table's task."""
        self._timer = None
        self._table.post(self.check)

    async def check(self) -> None:
        """Catch up, then do what is due. This is a job of the table."""
        table = self._table
        try:
            await table.catch_up()
            if self._is_off:
                return
            if self._is_due(wake := self._wake) and wake.close_reason == CLOSED_ABANDONED:
                self._seen_ms = await last_seen_ms(table)
            if self._is_due(wake := self._wake):
                randomness = table.services.randomness
                await table.change(ServerMove(table.state, wake, randomness, self._seen_ms))
        except Exception as error:
            self._retry(error)
            raise
        if self._timer is None:
            self.arm()

    def _is_due(self, wake: Wake | None) -> TypeGuard[Wake]:
        """Say whether it is this process's turn to do that; bots come by themselves."""
        if wake is None or wake.kind is WakeKind.BOT:
            return False
        delay_ms = self._table.services.peers.delay_ms(self._table.table_id)
        return wake.at_ms + delay_ms <= self._table.now_ms()

    def _retry(self, error: Exception) -> None:
        """Try again later."""
        code = error.code if isinstance(error, ServiceError) else type(error).__name__
        self._table.services.report("wake_up_failed", table_id=self._table.table_id, cause=code)
        if self._timer is None and not self._is_off:
            self._timer = self._loop.call_later(_RETRY_S, self._ring)

    # --- bots ---------------------------------------------------------------------------------

    def _think(self, decision: engine.Decision, at_ms: int) -> None:
        """Let a bot think about its decision, unless it does already."""
        if self._thinker is not None and self._thinking_of == decision.id:
            return
        if self._thinker is not None:
            self._thinker.cancel()
        self._thinking_of = decision.id
        state = self._table.state
        bot = state.seating.seats[decision.seat].player_bot
        view = state.engine.seat_view(decision.seat)
        self._thinker = self._loop.create_task(self._play(view, bot, decision.id, at_ms))

    async def _play(self, view: engine.SeatView, bot: str, decision_id: str, at_ms: int) -> None:
        """Choose, wait for the time, and hand the choice to the table's task."""
        table = self._table
        try:
            action = await self._choose(view, bot)
            now_ms, delay_ms = table.now_ms(), table.state.timing.bot_delay_ms
            wait_ms = bot_answers_ms(at_ms, now_ms, delay_ms) - now_ms
            wait_ms += table.services.peers.delay_ms(table.table_id)
            if wait_ms > 0:
                await asyncio.sleep(wait_ms / 1000)
        except Exception as error:  # noqa: BLE001 - whatever it was, the table must go on
            self._thinker = None
            self._retry(error)
            return
        table.post(self._move, BotMove(system_entry_id("bot", decision_id), decision_id, action))

    async def _choose(self, view: engine.SeatView, bot: str) -> bytes:
        """Ask the bot in a worker thread; one that breaks is replaced by the simplest."""
        services = self._table.services
        seed = draw_seed(services.randomness)
        try:
            return await self._loop.run_in_executor(services.executor, view.choose, bot, seed)
        except (engine.RuleError, engine.EnginePanic) as error:
            services.report("bot_failed", table_id=self._table.table_id, bot=bot, exc_info=error)
            choose = view.choose
            return await self._loop.run_in_executor(services.executor, choose, _FALLBACK_BOT, seed)

    async def _move(self, move: BotMove) -> None:
        """Play what the bot chose. This is a job of the table."""
        self._thinker = None
        try:
            await self._table.change(move)
        except Exception as error:
            self._retry(error)
            raise
        if not self.is_armed:
            self.arm()
