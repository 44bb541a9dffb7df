"""Scenes for drawing, without a server: views come from the engine, names from its catalogue."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from paizhuo.engine import RuleError, Ruleset, catalogue_game
from paizhuo.engine import Table as EngineTable
from paizhuo.v1.action_pb2 import LegalActions as LegalMessage
from paizhuo.v1.catalogue_service_pb2 import Game as GameMessage
from paizhuo.v1.reason_pb2 import Refusal as RefusalMessage
from paizhuo.v1.view_pb2 import View as ViewMessage
from paizhuo_client.errors import from_refusal
from paizhuo_client.model import (
    Bot,
    Game,
    LegalActions,
    Person,
    Refusal,
    Seat,
    Setting,
    Table,
    TableState,
    View,
)
from paizhuo_client.snapshots import Change, ChangeKind, Snapshot
from paizhuo_table.answers import Answers
from paizhuo_table.calling import CallBoard
from paizhuo_table.look import UNICODE
from paizhuo_table.scene import Scene
from paizhuo_table.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from paizhuo_client import CallError
    from paizhuo_table.look import Look

NAMES = (
    "Anna",
    "李雷",
    "Борис",
    "Chiara",
    "Dmitri",
    "韩梅梅",
    "Eve",
    "Farid",
    "Gita",
    "Hugo",
    "Ines",
    "Jan",
)
NOW_MS = 1_800_000_000_000


def game(name: str = "dou_dizhu") -> Game:
    """Return what the catalogue says of a game."""
    return Game.from_proto(GameMessage.FromString(catalogue_game(name)))


def new_scene(language: str = "en", look: Look = UNICODE, shown: Game | None = None) -> Scene:
    """Return a scene in which nothing has happened."""
    return Scene(shown or game(), Words(language), look, now_ms=NOW_MS)


class Stage:
    """A table of the engine, shown to one seat the way a server would show it."""

    def __init__(  # noqa: PLR0917 - what a table consists of
        self,
        seats: int = 3,
        seed: int = 7,
        own: int = 1,
        preset: str = "seed",
        options: Mapping[str, str | int | bool] | None = None,
        game: str = "dou_dizhu",
        bots: Iterable[int] = (),
        *,
        draws: bool = True,
    ) -> None:
        self.game = game
        self.rules = Ruleset(game, seats=seats, preset=preset, options=dict(options or {}))
        self.table = EngineTable(
            self.rules, seed=seed, bots=dict.fromkeys(bots, "greedy"), draws=draws
        )
        self.seats, self.own, self.preset = seats, own, preset
        self.deadline_ms: int | None = None
        self.revision = 0
        self.is_ready = True

    @property
    def asked(self) -> int:
        """The seat that is asked first."""
        return self.table.decisions[0].seat

    def act(self, *notations: str) -> None:
        """Answer the first open decision, again and again."""
        for notation in notations:
            self.table.act(self.asked, notation)
            self.revision += 1

    def view(self) -> View:
        """Return what the own seat may know."""
        return View.from_proto(ViewMessage.FromString(self.table.view(self.own)))

    def shown(self) -> Table:
        """Return the table: the own seat is a person's, the others belong to bots and people."""
        asked = {decision.seat for decision in self.table.decisions if not decision.voluntary}
        held = [
            Seat(
                seat,
                Person(f"guest:{seat}", NAMES[seat], present=seat != 3),
                ready=self.is_ready,
                bank_ms=60_000 if self.deadline_ms else None,
                deadline_ms=self.deadline_ms if seat in asked else None,
            )
            if seat in {self.own, 2}
            else Seat(seat, Bot("greedy"), ready=True)
            for seat in range(self.seats)
        ]
        options = [Setting(name, str(value)) for name, value in self.rules.options.items()]
        return Table(
            table_id="k7w2",
            revision=self.revision,
            game=self.game,
            preset=self.preset,
            options=tuple(options),
            table_options=(Setting("bot_delay_ms", "600"), Setting("decision_ms", "20000")),
            state=TableState.PLAYING,
            seats=tuple(held),
            own_seat=self.own,
            deadline_ms=self.deadline_ms,
        )

    def show(self, scene: Scene, view: View | None = None) -> Scene:
        """Show the table in a scene, or another view of it, with what may be answered."""
        snapshot = Snapshot(self.revision, self.shown(), view or self.view())
        scene.snapshot = snapshot
        scene.story.follow(Change(ChangeKind.BEGUN, snapshot))
        scene.lay_out()
        scene.answers = None
        if snapshot.decision is not None:
            message = LegalMessage.FromString(self.table.legal(self.own).message)
            scene.answers = Answers.read(LegalActions.from_proto(message))
        calls = scene.answers.calls if scene.answers is not None else None
        scene.board = CallBoard.lay_out(calls, scene.deck) if calls is not None else None
        return scene


def refused(stage: Stage, notation: str) -> CallError:
    """Return what a server would say to an action that the rules refuse."""
    try:
        stage.table.act(stage.own, notation)
    except RuleError as error:
        refusal = RefusalMessage.FromString(error.refusal)
        return from_refusal(Refusal.from_proto(refusal))
    raise AssertionError(f"{notation} is legal")


def crowd(scene: Scene, seats: int, hand: str) -> Scene:
    """Seat so many at a table of the scene's game, with a hand, as later games will need it."""
    view = scene.snapshot.view
    held = [
        Seat(seat, Person(f"guest:{seat}", NAMES[seat % len(NAMES)], present=True))
        for seat in range(seats)
    ]
    shown = [replace(view.seats[0], seat=seat, hand_size=17, hand="") for seat in range(seats)]
    shown[1] = replace(shown[1], hand=hand, hand_size=len(hand.split("-")))
    table = replace(scene.snapshot.table, seats=tuple(held), own_seat=1)
    scene.snapshot = replace(scene.snapshot, table=table, view=replace(view, seats=tuple(shown)))
    scene.lay_out()
    return scene
