"""The terminal table: hears the server and the keys, and keeps the scene."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from rich.text import Text
from textual.app import App
from textual.strip import Strip
from textual.widget import Widget

from paizhuo_client.errors import CallError
from paizhuo_client.model import LeadWithdrawn
from paizhuo_client.snapshots import ChangeKind
from paizhuo_table import keys
from paizhuo_table import look as styles
from paizhuo_table.canvas import styled
from paizhuo_table.commands import Commands
from paizhuo_table.drawing import draw
from paizhuo_table.scene import Link, Notice, Scene

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.events import Key

    from paizhuo_client import Change, LiveTable
    from paizhuo_table.look import Look
    from paizhuo_table.sitting import Seated
    from paizhuo_table.words import Words

TICK_S: Final = 0.5
"""How often clocks are drawn anew."""


class TableView(Widget, can_focus=True):
    """Draws the scene, and hands keys on."""

    DEFAULT_CSS = "TableView { width: 100%; height: 100%; }"

    def __init__(self, scene: Scene, hear: Callable[[Key], None]) -> None:
        super().__init__()
        self._scene = scene
        self._hear = hear
        self._lines: list[Text] = []

    def redraw(self) -> None:
        """Draw the scene as it is now."""
        self._lines = draw(self._scene, self.size.width, self.size.height)
        self.refresh()

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.redraw()

    def render_line(self, y: int) -> Strip:
        """Give a line of the table."""
        if y >= len(self._lines):
            return Strip.blank(self.size.width)
        return Strip(self._lines[y].render(self.app.console), self.size.width)

    def on_key(self, event: Key) -> None:
        """Every key is the table's own, but those that leave it."""
        if event.key in keys.LEAVING:
            return
        event.stop()
        event.prevent_default()
        self._hear(event)


class TableApp(App[str]):
    """Play at a table. It returns why it ended; empty where the person left."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [(key, "leave", "leave") for key in keys.LEAVING]
    CSS = "Screen { background: ansi_default; color: ansi_default; }"

    def __init__(self, seated: Seated, words: Words, look: Look) -> None:
        # The terminal's own colours: they suit its background, and NO_COLOR takes them away.
        super().__init__(ansi_color=True)
        self.scene = Scene(seated.game, words, look)
        self._table = seated.table
        self._live: LiveTable | None = None
        self._decision_id = ""
        self._view = TableView(self.scene, self._hear)
        self._commands = Commands(seated, self.scene, self._spawn, self._view.redraw)

    def compose(self) -> ComposeResult:
        """Fill the screen with the table."""
        yield self._view

    def on_mount(self) -> None:
        """Begin to watch."""
        self.title = self.scene.lexicon.game
        self._view.focus()
        self.set_interval(TICK_S, self._tick)
        self._spawn(self._watch(), "watch")

    def action_leave(self) -> None:
        """Leave the terminal; the seat stays taken."""
        self.exit("")

    def _spawn(self, work: Coroutine[object, object, None], group: str) -> None:
        """Run something beside; a new one of a group ends the one before."""
        self.run_worker(work, group=group, exclusive=True)

    # --- the server -----------------------------------------------------------------------------

    async def _watch(self) -> None:
        """Follow the table, however often the connection breaks."""
        try:
            async with self._table.watch(on_break=self._note_break) as live:
                self._live = live
                async for change in live:
                    self._follow(change)
        except CallError as error:
            self.exit(str(error))

    def _note_break(self, error: CallError | None) -> None:
        """Show whether the connection stands."""
        self.scene.link = Link.CONNECTED if error is None else Link.RECONNECTING
        if error is None:
            self._commands.learn_missing_answers()
        self._view.redraw()

    def _follow(self, change: Change) -> None:
        """Take over what happened."""
        scene = self.scene
        if change.kind is ChangeKind.RESYNCED:
            scene.notice = Notice(styled(scene.words["resynced"], styles.TURN))
        scene.snapshot = change.snapshot
        scene.story.follow(change)
        scene.lay_out()
        for event in change.events:
            if isinstance(event, LeadWithdrawn) and event.seat == change.snapshot.own_seat:
                scene.notice = Notice(scene.narrator.event(event) or Text())
        decision = change.snapshot.decision
        decision_id = decision.id if decision is not None else ""
        if decision_id != self._decision_id:
            self._decision_id = decision_id
            self._commands.learn_answers()
        elif decision is not None and decision.voluntary and change.events:
            # It stays open while cards are drawn, and what answers it becomes more.
            self._commands.learn_more_answers()
        self._tick()
        self._view.redraw()

    def _tick(self) -> None:
        """Let the clocks go on, and show who came or went."""
        if self._live is not None:
            self.scene.now_ms = self._live.now_ms
            shown, latest = self.scene.snapshot, self._live.snapshot
            if latest is not shown and latest.revision == shown.revision:
                self.scene.snapshot = latest
                self._view.redraw()
        if self.scene.snapshot.table.deadline_ms is not None:
            self._view.redraw()

    # --- keys -----------------------------------------------------------------------------------

    def _hear(self, event: Key) -> None:
        """Do what a key stands for."""
        sign = keys.sign(event.key, event.character)
        scene, commands = self.scene, self._commands
        answer = scene.answers.by_key(sign) if scene.answers is not None else None
        if scene.sheet is not None:
            self._hear_sheet(sign)
        elif scene.board is not None and sign.isdecimal():
            scene.notice = None
            commands.call(int(sign))
        elif answer is not None:
            scene.notice = None
            commands.answer(answer)
        elif (name := keys.COMMANDS.get(sign)) is not None:
            told = scene.notice
            getattr(commands, name)()
            if scene.notice is told:
                scene.notice = None
        elif (ranks := scene.rank_keys.get(sign)) is not None:
            scene.notice = None
            commands.press(ranks)
        self._view.redraw()

    def _hear_sheet(self, sign: str) -> None:
        """Do what a key stands for on a page."""
        sheet = self.scene.sheet
        if sheet is None:
            return
        if sign in keys.STEPS:
            self.scene.sheet = sheet.move(keys.STEPS[sign])
            return
        self.scene.sheet = None
        if sign == "enter" and sheet.action is not None:
            self._commands.pick(sheet.action)
