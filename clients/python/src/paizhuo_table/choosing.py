"""Choosing an answer at the keyboard: cards of the hand, or calls on the board."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, Protocol

from paizhuo_client.model import CallFriends
from paizhuo_table import look as styles
from paizhuo_table.answers import cards_of
from paizhuo_table.canvas import styled
from paizhuo_table.scene import Notice
from paizhuo_table.verdict import Judge

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from paizhuo_client.model import Action
    from paizhuo_table.calling import CallBoard
    from paizhuo_table.scene import Scene
    from paizhuo_table.selection import Selection
    from paizhuo_table.sitting import Seated

FIRST_COPY: Final = 1
JUDGE_AFTER_S: Final = 0.15
"""How long the choice must rest before the server is asked about it."""


class Spawn(Protocol):
    """Runs something beside the keyboard; a new one of a group ends the one before."""

    def __call__(self, work: Coroutine[object, object, None], group: str) -> object:
        """Run it."""


class Redraw(Protocol):
    """Draws the scene anew."""

    def __call__(self) -> None:
        """Draw it."""


class Choosing:
    """Each method is what a key does; what is chosen rests a moment, then the server is asked."""

    def __init__(self, seated: Seated, scene: Scene, spawn: Spawn, redraw: Redraw) -> None:
        self._scene = scene
        self._spawn = spawn
        self._redraw = redraw
        self._judge_of = Judge(seated, scene)
        self._cycle_at = -1

    def press(self, ranks: tuple[str, ...]) -> None:
        """Choose one card more of these ranks."""
        scene = self._scene
        if scene.board is not None:
            scene.board = scene.board.go_to(ranks)
            return
        self._choose(scene.selection.press(ranks, scene.deck.rank, scene.group))

    def toggle(self) -> None:
        """Choose the card at the cursor, or let go of it."""
        if self._scene.board is not None:
            self.call(FIRST_COPY)
            return
        self._choose(self._scene.selection.toggle())

    def call(self, copy: int) -> None:
        """Call a copy of the card at the cursor of the board, or not any more."""
        if self._scene.board is not None:
            self._set_board(self._scene.board.toggle(copy))

    def clear(self) -> None:
        """Choose nothing."""
        if self._scene.board is not None:
            self._set_board(self._scene.board.choose(()))
            return
        self._choose(self._scene.selection.clear())

    def move_left(self) -> None:
        """Move the cursor to the left."""
        self._move(-1)

    def move_right(self) -> None:
        """Move the cursor to the right."""
        self._move(1)

    def move_up(self) -> None:
        """Move the cursor to the group of cards before, or a line up on the board."""
        self._move_group(-1)

    def move_down(self) -> None:
        """Move the cursor to the next group of cards, or a line down on the board."""
        self._move_group(1)

    def move_first(self) -> None:
        """Move the cursor to the first card."""
        self._scene.selection = self._scene.selection.move_to(0)

    def move_last(self) -> None:
        """Move the cursor to the last card."""
        self._scene.selection = self._scene.selection.move_to(-1)

    def cycle_on(self) -> None:
        """Choose the next legal play."""
        self._cycle(1)

    def cycle_back(self) -> None:
        """Choose the legal play before."""
        self._cycle(-1)

    def pick(self, action: Action) -> None:
        """Choose the cards of an answer, with its reading, or its calls."""
        if self._scene.board is not None and isinstance(action, CallFriends):
            self._set_board(self._scene.board.choose(action.calls))
            return
        self._scene.choose(action, cards_of(action))
        self._judge()

    def next_variant(self) -> None:
        """Choose the next of what the chosen cards may be played as."""
        scene = self._scene
        if not scene.variants:
            self._say(scene.words["no_variants" if scene.selection.cards else "nothing_chosen"])
            return
        at = scene.variants.index(scene.picked) if scene.picked in scene.variants else 0
        scene.picked = scene.variants[(at + 1) % len(scene.variants)]
        self._judge()

    def sort(self) -> None:
        """Lay the hand out in another order."""
        self._scene.sorting = self._scene.sorting.next()
        self._scene.lay_out()

    def _move(self, step: int) -> None:
        scene = self._scene
        if scene.board is not None:
            scene.board = scene.board.move(0, step)
        else:
            scene.selection = scene.selection.move(step)

    def _move_group(self, step: int) -> None:
        scene = self._scene
        if scene.board is not None:
            scene.board = scene.board.move(step, 0)
        else:
            scene.selection = scene.selection.move_group(step, scene.group)

    def _set_board(self, board: CallBoard) -> None:
        self._scene.board = board
        self._judge()

    def _cycle(self, step: int) -> None:
        answers = self._scene.answers
        if answers is None or not answers.plays:
            if answers is None:
                self._say_not_asked()
            else:
                self._say(self._scene.words["no_legal"])
            return
        start = -1 if step > 0 else 0
        at = self._cycle_at if self._scene.picked is not None else start
        self._cycle_at = (at + step) % len(answers.plays)
        self.pick(answers.plays[self._cycle_at])

    def _choose(self, selection: Selection) -> None:
        if selection.chosen != self._scene.selection.chosen:
            self._scene.picked = None
        self._scene.selection = selection
        self._judge()

    def _judge(self) -> None:
        """Ask the server about the chosen cards, once they rest."""
        scene = self._scene
        scene.verdict = None
        action = self._chosen()
        if sorted(cards_of(next(iter(scene.variants), None))) != sorted(cards_of(action)):
            scene.variants = ()
        if action is not None and self._is_whole() and self._decision_id:
            self._spawn(self._ask_verdict(action, self._decision_id), "verdict")

    def _is_whole(self) -> bool:
        """Say whether enough is chosen to ask about it."""
        scene = self._scene
        if scene.board is not None:
            return True
        shape = scene.answers.shape if scene.answers is not None else None
        return len(scene.selection.cards) >= (shape.count_min if shape is not None else 1)

    def _chosen(self) -> Action | None:
        """Return what Enter would play."""
        scene = self._scene
        if scene.board is not None:
            return scene.board.action
        if scene.picked is not None or scene.answers is None:
            return scene.picked
        return scene.answers.with_cards(scene.selection.cards)

    @property
    def _decision_id(self) -> str:
        decision = self._scene.snapshot.decision
        return decision.id if decision is not None else ""

    async def _ask_verdict(self, action: Action, decision_id: str) -> None:
        """Ask whether the chosen cards may be played, and what they count as."""
        await asyncio.sleep(JUDGE_AFTER_S)
        verdict = await self._judge_of.judge(action, decision_id)
        if decision_id == self._decision_id:
            self._scene.verdict = verdict
            self._redraw()

    def _say_not_asked(self) -> None:
        text = styled(self._scene.words["not_asked"], styles.DIM)
        self._scene.notice = Notice(text, is_waiting=True)

    def _say(self, text: str) -> None:
        self._scene.notice = Notice(styled(text, styles.DIM))
