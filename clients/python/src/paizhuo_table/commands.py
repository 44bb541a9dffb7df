"""What the person at the keyboard can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo_client.errors import CallError, DecisionClosed
from paizhuo_table import look
from paizhuo_table.answers import Answers, cards_of
from paizhuo_table.calling import CallBoard
from paizhuo_table.canvas import styled
from paizhuo_table.choosing import Choosing
from paizhuo_table.lexicon import languages_of
from paizhuo_table.pages import events_sheet, help_sheet, legal_sheet, options_sheet
from paizhuo_table.patience import patiently
from paizhuo_table.readiness import be_ready
from paizhuo_table.refusal import HINT_KEY, refusal_notice
from paizhuo_table.scene import Notice
from paizhuo_table.words import Words

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from paizhuo_client.model import Action
    from paizhuo_table.choosing import Redraw, Spawn
    from paizhuo_table.scene import Scene
    from paizhuo_table.sitting import Seated


class Commands(Choosing):
    """Each method is what a key does; what the server must be asked goes on beside."""

    def __init__(self, seated: Seated, scene: Scene, spawn: Spawn, redraw: Redraw) -> None:
        super().__init__(seated, scene, spawn, redraw)
        self._table = seated.table
        self._answered = ""

    # --- answering ------------------------------------------------------------------------------

    def learn_answers(self) -> None:
        """Ask what answers the decision that came up."""
        scene = self._scene
        scene.answers, scene.picked, scene.verdict, scene.variants = None, None, None, ()
        scene.board = None
        self._cycle_at = -1
        if self._decision_id:
            if scene.notice is not None and scene.notice.is_waiting:
                scene.notice = None
            self._spawn(self._learn(self._decision_id), "answers")

    def learn_more_answers(self) -> None:
        """Ask again what answers a decision that stays open while other things happen."""
        if self._decision_id:
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
        elif scene.board is not None:
            if scene.board.action is not None:
                self.answer(scene.board.action)
            else:
                self._say(scene.words.say("calls_missing", count=scene.board.shape.count))
        elif chosen and scene.answers is not None:
            action = scene.picked or scene.answers.with_cards(chosen)
            if action is not None:
                self.answer(action)
        else:
            takes_cards = scene.answers is not None and scene.answers.card_verb is not None
            self._say(scene.words["nothing_chosen" if takes_cards else "answer_by_key"])

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

    def show_events(self) -> None:
        """Show what has happened."""
        self._scene.sheet = events_sheet(self._scene)

    def show_options(self) -> None:
        """Show by which rules the table plays."""
        self._scene.sheet = options_sheet(self._scene)

    def speak_next(self) -> None:
        """Change the language."""
        languages, spoken = languages_of(self._scene.game), self._scene.words.language
        at = (languages.index(spoken) + 1) % len(languages) if spoken in languages else 0
        self._scene.speak(Words(languages[at]))
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
            calls = self._scene.answers.calls
            if calls is not None and self._scene.board is None:
                self._scene.board = CallBoard.lay_out(calls, self._scene.deck)
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
        decision = self._scene.snapshot.decision
        if decision is None or decision.id != decision_id or decision.voluntary:
            self._answered = ""
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
        decision = self._scene.snapshot.decision
        if decision is None or decision_id != decision.id:
            return
        if found.action is None:
            # Where nobody waits for an answer, to wait may be best.
            if decision.voluntary:
                self._say(self._scene.words["hint_wait"])
                self._redraw()
            return
        scene, cards = self._scene, cards_of(found.action)
        told = scene.words.text("hint_is", action=scene.narrator.action(found.action))
        if cards or scene.board is not None:
            self.pick(found.action)
            scene.notice = None
        else:
            key = styled(f"[{HINT_KEY}]", look.STRONG)
            told.append("  ").append_text(scene.words.text("hint_take", key=key))
            scene.notice = Notice(told, found.action, is_hint=True)
        self._redraw()

    async def _be_ready(self) -> int:
        """Be ready, and mix something into the deal."""
        return await be_ready(self._table)

    async def _call(self, work: Coroutine[object, object, object]) -> None:
        """Call, and say why where that was refused."""
        try:
            await patiently(self._scene, self._redraw, work)
        except CallError as error:
            self._refused(error)

    def _refused(self, error: CallError) -> None:
        self._scene.notice = refusal_notice(self._scene, error)
        self._redraw()
