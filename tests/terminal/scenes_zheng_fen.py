"""Scenes of Zheng Fen, one of each phase and more, from deals of fixed seeds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from paizhuo_client.model import MatchEnded, Play, Reading, SeatView, View
from paizhuo_table.answers import cards_of
from paizhuo_table.pages import legal_sheet, options_sheet
from paizhuo_table.refusal import refusal_notice
from paizhuo_table.skin import Sorting
from paizhuo_table.verdict import accepted
from terminal.staged import NOW_MS, Stage, refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from paizhuo_table.scene import Scene

GAME = "zheng_fen"
STEPS_MAX = 1_000


def waiting(scene: Scene) -> Scene:
    """Before the first deal: it is waited until everybody is ready."""
    stage = Stage(4, game=GAME)
    stage.is_ready = False
    seats = tuple(SeatView(seat) for seat in range(4))
    return stage.show(scene, View(phase="waiting", viewer=1, seats=seats))


def lead(scene: Scene) -> Scene:
    """Who holds the three of hearts leads: two cards are chosen, time runs."""
    stage = Stage(3, seed=7, game=GAME)
    stage.own = stage.asked
    stage.deadline_ms = NOW_MS + 17_000
    stage.show(scene)
    for _ in range(2):
        scene.selection = scene.selection.press(("8",), scene.deck.rank)
    return scene


def follow(scene: Scene) -> Scene:
    """A play is to be beaten, others have points in their piles; the hand is sorted by suits."""
    stage = Stage(4, seed=129, game=GAME)
    play_on(stage, lambda view: view.tricks >= 4 and has_plays(view, 2))
    stage.own = stage.asked
    scene.sorting = Sorting.SUIT
    return stage.show(scene)


def readings(scene: Scene) -> Scene:
    """With wild jokers: the chosen cards may be played as several things."""
    stage = Stage(4, seed=8, own=3, preset="pagat", game=GAME)
    stage.show(scene)
    cards = "8c-9c-Tc-b-r"
    scene.variants = tuple(
        Play(cards, Reading(read.category, read.key, read.run, next(iter(read.labels), "")))
        for read in stage.rules.classify(cards)
    )
    action = scene.variants[1]
    scene.choose(action, cards_of(action))
    scene.verdict = accepted(scene, action)
    return scene


def wild(scene: Scene) -> Scene:
    """A combination with wild jokers is to be beaten."""
    stage = Stage(4, seed=8, own=3, preset="pagat", game=GAME)
    stage.act("play 8c-9c-Tc-b-r as suit_sequence:J:5", "pass")
    stage.own = stage.asked
    return stage.show(scene)


def six_seats(scene: Scene) -> Scene:
    """Six play, with nine cards each."""
    stage = Stage(6, seed=3, own=2, game=GAME)
    play_on(stage, lambda view: view.tricks >= 3 and has_plays(view, 3))
    stage.own = stage.asked
    return stage.show(scene)


def going_out(scene: Scene) -> Scene:
    """The own seat is out, and its last play is still on the table."""
    stage = Stage(4, seed=5, game=GAME)
    play_on(stage, lambda view: any(seat.role == "first_out" for seat in view.seats))
    stage.own = next(seat.seat for seat in stage.view().seats if seat.role == "first_out")
    return stage.show(scene)


def last_player(scene: Scene) -> Scene:
    """One player alone holds cards, and may still beat what lies there."""
    stage = Stage(4, seed=5, game=GAME)
    play_on(stage, lambda view: any(seat.role == "last" for seat in view.seats))
    stage.own = stage.asked
    return stage.show(scene)


def refusal(scene: Scene) -> Scene:
    """A play was refused."""
    stage = Stage(3, seed=7, game=GAME)
    stage.act(stage.table.legal(stage.asked).actions[0])
    stage.own = stage.asked
    stage.show(scene)
    low = next(seat for seat in stage.view().seats if seat.seat == stage.own).hand.split("-")[-2:]
    scene.selection = scene.selection.choose(low, scene.deck.rank)
    scene.notice = refusal_notice(scene, refused(stage, f"play {'-'.join(low)}"))
    return scene


def legal(scene: Scene) -> Scene:
    """The list of legal plays, with every reading of each."""
    sheet = legal_sheet(readings(scene))
    scene.sheet = None if sheet is None else sheet.move(len(sheet.actions) - 15)
    return scene


def rules(scene: Scene) -> Scene:
    """The rules of the table."""
    scene.sheet = options_sheet(readings(scene))
    return scene


def between_deals(scene: Scene) -> Scene:
    """A deal has ended, and the piles lie open; the next one waits for everybody."""
    stage = played_out(seats=4, target=5)
    stage.is_ready = False
    view = stage.view()
    told = tuple(event for event in view.last_events if not isinstance(event, MatchEnded))
    view = replace(view, phase="waiting", match_end=None, last_events=told)
    return stage.show(scene, view)


def match_over(scene: Scene) -> Scene:
    """The match has ended."""
    stage = played_out(seats=5, target=5)
    stage.is_ready = False
    return stage.show(scene)


def play_on(stage: Stage, is_there: Callable[[View], bool]) -> None:
    """Play on until something holds of the view: now low, now much, and at times a pass."""
    for step in range(STEPS_MAX):
        if is_there(stage.view()):
            return
        actions = stage.table.legal(stage.asked).actions
        plays = [action for action in actions if action != "pass"]
        if "pass" in actions and (not plays or step % 5 == 0):
            stage.act("pass")
        else:
            stage.act(plays[0] if "pass" in actions or step % 2 else plays[-1])
    raise AssertionError("it never came about")


def has_plays(view: View, count: int) -> bool:
    """Say whether so many plays and passes lie on the table."""
    return view.trick is not None and len(view.trick.plays) >= count


def played_out(seats: int, target: int) -> Stage:
    """Play a match of one deal out."""
    stage = Stage(seats, seed=7, preset="pagat", options={"target": target}, game=GAME)
    play_on(stage, lambda view: view.match_end is not None)
    return stage


SCREENS = (
    waiting,
    lead,
    follow,
    readings,
    wild,
    six_seats,
    going_out,
    last_player,
    refusal,
    legal,
    rules,
    between_deals,
    match_over,
)
PICTURES = {
    "lead": "en",
    "follow": "zh",
    "readings": "en",
    "six_seats": "ru",
    "between_deals": "en",
}
"""Screens that there are pictures of, with their languages."""

ASCII = readings
