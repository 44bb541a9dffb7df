"""What the person at the keyboard can do."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Final, Protocol

from paizhuo_client.errors import CallError, DecisionClosed
from paizhuo_table import look as styles
from paizhuo_table.answers import Answers, cards_of
from paizhuo_table.canvas import styled
from paizhuo_table.lexicon import LANGUAGES
from paizhuo_table.patience import patiently
from paizhuo_table.refusal import offer, refusal_notice
from paizhuo_table.scene import Notice
from paizhuo_table.sheet import help_sheet, legal_sheet, options_sheet
from paizhuo_table.sitting import ENTROPY_BYTES
from paizhuo_table.verdict import Judge
from paizhuo_table.words import Words

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from paizhuo_client.model import Action
    from paizhuo_table.scene import Scene
    from paizhuo_table.selection import Selection
    from paizhuo_table.sitting import Seated

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


class Commands:
    """Each method is what a key does; what the server must be asked goes on beside."""

    def __init__(self, seated: Seated, scene: Scene, spawn: Spawn, redraw: Redraw) -> None:
        self._seated = seated
        self._table = seated.table
        self._scene = scene
        self._spawn = spawn
        self._redraw = redraw
        self._judge_of = Judge(seated, scene)
        self._cycle_at = -1
        self._answered = ""

    @property
    def _decision_id(self) -> str:
        decision = self._scene.snapshot.decision
        return decision.id if decision is not None else ""

    # --- answering ------------------------------------------------------------------------------

    def learn_answers(self) -> None:
        """Ask what answers the decision that came up."""
        scene = self._scene
        scene.answers, scene.picked, scene.verdict, scene.variants = None, None, None, ()
        self._cycle_at = -1
        if self._decision_id:
            if scene.notice is not None and scene.notice.is_waiting:
                scene.notice = None
            self._spawn(self._learn(self._decision_id), "answers")

    def learn_missing_answers(self) -> None:
        """Ask again where the open decision came up and nobody could be asked about it."""
        if self._decision_id and self._scene.answers is None:
            self._spawn(self._learn(self._decision_id), "answers")

    def answer(self, action: Action) -> None:
        """Answer the open decision."""
        if not self._decision_id:
            self._say_not_asked()
        elif self._answered != self._decision_id:
            # Pressed twice, it is answered once.
            self._answered = self._decision_id
            self._spawn(self._act(action, self._decision_id), "act")

    def enter(self) -> None:
        """Play what is chosen; else take the hint that was given, or be ready for a deal."""
        scene = self._scene
        if scene.snapshot.wants_ready:
            self._spawn(self._call(self._be_ready()), "ready")
            return
        chosen = scene.selection.cards
        if not self._decision_id:
            self._say_not_asked()
        elif scene.notice is not None and scene.notice.is_hint and scene.notice.offered is not None:
            self.take()
        elif chosen and scene.answers is not None:
            action = scene.picked or scene.answers.with_cards(chosen)
            if action is not None:
                self.answer(action)
        else:
            self._say(scene.words["nothing_chosen"])

    def take(self) -> None:
        """Take what a refusal or a hint offers."""
        notice = self._scene.notice
        if notice is not None and notice.offered is not None:
            self.answer(notice.offered)

    def hint(self) -> None:
        """Ask what the server suggests: cards are chosen, anything else is offered."""
        if not self._decision_id:
            self._say_not_asked()
            return
        self._spawn(self._call(self._hint(self._decision_id)), "hint")

    # --- choosing cards -------------------------------------------------------------------------

    def press(self, ranks: tuple[str, ...]) -> None:
        """Choose one card more of these ranks."""
        self._choose(self._scene.selection.press(ranks, self._scene.deck.rank))

    def toggle(self) -> None:
        """Choose the card at the cursor, or let go of it."""
        self._choose(self._scene.selection.toggle())

    def clear(self) -> None:
        """Choose nothing."""
        self._choose(self._scene.selection.clear())

    def move_left(self) -> None:
        """Move the cursor to the left."""
        self._scene.selection = self._scene.selection.move(-1)

    def move_right(self) -> None:
        """Move the cursor to the right."""
        self._scene.selection = self._scene.selection.move(1)

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
        """Choose the cards of an answer, with its reading."""
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
        if action is not None and scene.selection.cards and self._decision_id:
            self._spawn(self._ask_verdict(action, self._decision_id), "verdict")

    def _chosen(self) -> Action | None:
        """Return what Enter would play."""
        scene = self._scene
        if scene.picked is not None or scene.answers is None:
            return scene.picked
        return scene.answers.with_cards(scene.selection.cards)

    # --- the table ------------------------------------------------------------------------------

    def pause(self) -> None:
        """Stop the clocks, or let them go on."""
        is_paused = self._scene.snapshot.table.paused
        call = self._table.resume() if is_paused else self._table.pause()
        self._spawn(self._call(call), "table")

    def auto_pass(self) -> None:
        """Pass by itself until the deal ends, or not any more."""
        own = self._scene.snapshot.own_seat
        seats = self._scene.snapshot.table.seats
        is_on = any(seat.seat == own and seat.auto_pass for seat in seats)
        self._spawn(self._call(self._table.auto_pass(on=not is_on)), "table")

    def show_help(self) -> None:
        """Show what every key does."""
        self._scene.sheet = help_sheet(self._scene)

    def show_legal(self) -> None:
        """Show the legal plays, to choose one."""
        self._scene.sheet = legal_sheet(self._scene)
        if self._scene.sheet is None:
            self._say_not_asked()

    def show_options(self) -> None:
        """Show by which rules the table plays."""
        self._scene.sheet = options_sheet(self._scene)

    def speak_next(self) -> None:
        """Change the language."""
        language = self._scene.words.language
        at = (LANGUAGES.index(language) + 1) % len(LANGUAGES)
        self._scene.speak(Words(LANGUAGES[at]))
        self._judge()

    # --- the server -----------------------------------------------------------------------------

    async def _learn(self, decision_id: str) -> None:
        """Ask what may be answered."""
        revision = self._scene.snapshot.revision
        try:
            found = await self._table.legal(decision_id, min_revision=revision)
        except DecisionClosed:
            return
        except CallError as error:
            self._refused(error)
            return
        if found.legal is not None and decision_id == self._decision_id:
            self._scene.answers = Answers.read(found.legal)
            self._judge()
        self._redraw()

    async def _act(self, action: Action, decision_id: str) -> None:
        """Answer, and say why where that was refused."""
        try:
            await patiently(self._scene, self._redraw, self._table.act(action, decision_id))
        except CallError as error:
            self._answered = ""
            self._refused(error)
            return
        # What was chosen was played; what is left of it in the hand is no choice any more.
        self._scene.selection = self._scene.selection.clear()
        self._scene.picked, self._scene.verdict = None, None
        self._redraw()

    async def _hint(self, decision_id: str) -> None:
        """Show what the server suggests."""
        revision = self._scene.snapshot.revision
        try:
            found = await self._table.hint(decision_id, min_revision=revision)
        except DecisionClosed:
            return
        if found.action is None or decision_id != self._decision_id:
            return
        scene, cards = self._scene, cards_of(found.action)
        told = scene.words.text("hint_is", action=scene.narrator.action(found.action))
        if cards:
            self.pick(found.action)
            scene.notice = None
        else:
            taken = offer(scene, "alternative", found.action)
            told.append("  ").append_text(taken)
            scene.notice = Notice(told, found.action, is_hint=True)
        self._redraw()

    async def _ask_verdict(self, action: Action, decision_id: str) -> None:
        """Ask whether the chosen cards may be played, and what they count as."""
        await asyncio.sleep(JUDGE_AFTER_S)
        verdict = await self._judge_of.judge(action, decision_id)
        if decision_id == self._decision_id:
            self._scene.verdict = verdict
            self._redraw()

    async def _be_ready(self) -> int:
        """Be ready, and mix something into the deal."""
        return await self._table.ready(entropy=os.urandom(ENTROPY_BYTES))

    async def _call(self, work: Coroutine[object, object, object]) -> None:
        """Call, and say why where that was refused."""
        try:
            await patiently(self._scene, self._redraw, work)
        except CallError as error:
            self._refused(error)

    def _refused(self, error: CallError) -> None:
        self._scene.notice = refusal_notice(self._scene, error)
        self._redraw()

    def _say_not_asked(self) -> None:
        text = styled(self._scene.words["not_asked"], styles.DIM)
        self._scene.notice = Notice(text, is_waiting=True)

    def _say(self, text: str) -> None:
        self._scene.notice = Notice(styled(text, styles.DIM))
