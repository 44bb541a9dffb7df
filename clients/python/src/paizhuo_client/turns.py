"""The decisions of the own seat, one after another, as bots play them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from paizhuo_client.errors import BetterToWait, IllegalNow, PaizhuoError
from paizhuo_client.model import ActionList, LegalActions

if TYPE_CHECKING:
    from paizhuo_client.live import LiveTable
    from paizhuo_client.model import Accepted, Action, Decision
    from paizhuo_client.snapshots import Snapshot


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision of the own seat, with the table as it was when it came up."""

    live: LiveTable
    """Where it came up."""
    snapshot: Snapshot
    """The table then."""
    decision: Decision
    """What is asked."""

    async def act(self, action: Action, *, request_id: str = "") -> Accepted:
        """Answer it.

        Raises `IllegalNow`, after which another answer may be tried, and `DecisionClosed` where
        it is not open any more.
        """
        return await self.live.table.act(action, self.decision.id, request_id=request_id)

    async def check(self, action: Action) -> None:
        """Ask whether `act` would be accepted; raises what `act` would raise."""
        await self.live.table.check(action, self.decision.id)

    async def hint(self) -> Action:
        """Suggest an answer.

        Raises `DecisionClosed` where it is not open any more, `BetterToWait` for a voluntary
        decision that had better not be answered yet, and `PaizhuoError` where the server suggests
        an action of a kind that this client is too old to know.
        """
        hint = await self.live.table.hint(self.decision.id, min_revision=self.snapshot.revision)
        if hint.action is None:
            if self.decision.voluntary:
                raise BetterToWait("it is better not to answer yet")
            raise PaizhuoError("the server suggests what this client does not know: update it")
        return hint.action

    async def legal(self) -> LegalActions:
        """Say what answers it; raises `DecisionClosed` where it is not open any more.

        Actions of a kind that this client does not know are left out.
        """
        found = await self.live.table.legal(self.decision.id, min_revision=self.snapshot.revision)
        return found.legal or LegalActions()

    async def actions(self) -> tuple[Action, ...]:
        """List what answers it, action by action; raises as `legal` does.

        Of very many answers it is a sample, and answers that have a shape only (so many cards of
        these) are not in it: where that matters, `legal` tells.
        """
        forms = [part.form for part in (await self.legal()).verbs]
        return tuple(
            action for form in forms if isinstance(form, ActionList) for action in form.actions
        )


class Turns:
    """Iterate over the turns of a match; `LiveTable.turns` makes it."""

    def __init__(self, live: LiveTable, *, is_ready: bool, with_voluntary: bool) -> None:
        view = live.snapshot.view
        self._with_voluntary = with_voluntary
        self._looked_at = -1
        self._live = live
        self._is_ready = is_ready
        self._readied = -1
        self._over = view.match if live.snapshot.is_match_over else -1
        self._asked: set[str] = set()

    def __aiter__(self) -> Self:
        """Give every turn."""
        return self

    async def __anext__(self) -> Turn:
        """Wait for the next turn; ends with the match and with the table. Raises `CallError`."""
        while True:
            snapshot = self._live.snapshot
            if snapshot.is_match_over and snapshot.view.match != self._over:
                raise StopAsyncIteration
            if self._is_ready:
                await self._be_ready(snapshot)
            for decision in snapshot.own_decisions:
                if self._is_due(decision, snapshot.revision):
                    return Turn(self._live, snapshot, decision)
            await anext(self._live)

    def _is_due(self, decision: Decision, revision: int) -> bool:
        """Note a decision that has to be given now; a voluntary one is given at each revision."""
        if decision.voluntary:
            is_due = self._with_voluntary and revision > self._looked_at
            self._looked_at = max(self._looked_at, revision)
            return is_due
        is_due = decision.id not in self._asked
        self._asked.add(decision.id)
        return is_due

    async def _be_ready(self, snapshot: Snapshot) -> None:
        """Be ready once for each deal that waits for it."""
        if not snapshot.wants_ready or self._readied >= snapshot.view.deal:
            return
        try:
            await self._live.table.ready()
        except IllegalNow:
            # The table has moved on, or is paused; what it wants now is in the next snapshot.
            return
        self._readied = snapshot.view.deal
