"""Scenes of Hachinin Meri, one of each phase and more, from deals of fixed seeds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from paizhuo_client.model import MatchEnded, SeatView, Team, View
from paizhuo_table.pages import legal_sheet, options_sheet
from paizhuo_table.refusal import refusal_notice
from terminal.staged import NOW_MS, Stage, refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from paizhuo_table.scene import Scene

GAME = "hachinin_meri"
TEAMS = (Team("a", (0, 2, 4, 6)), Team("b", (1, 3, 5, 7)))
STEPS_MAX = 1_000


def waiting(scene: Scene) -> Scene:
    """Before the first deal: it is waited until everybody is ready."""
    stage = Stage(8, own=0, game=GAME)
    stage.is_ready = False
    seats = tuple(SeatView(seat) for seat in range(8))
    return stage.show(scene, View(phase="waiting", viewer=0, seats=seats, teams=TEAMS))


def declare(scene: Scene) -> Scene:
    """All are asked under seal; the own seat holds the Robai, and may declare it."""
    return Stage(8, seed=7, own=1, game=GAME).show(scene)


def sealed(scene: Scene) -> Scene:
    """The own answer was given, and nobody's is shown before all have answered."""
    stage = Stage(8, seed=7, own=1, game=GAME)
    stage.table.act(5, "pass")
    stage.table.act(1, "declare")
    return stage.show(scene)


def discard(scene: Scene) -> Scene:
    """Who has taken the Oki puts a card away; time runs."""
    stage = declared()
    stage.deadline_ms = NOW_MS + 17_000
    stage.show(scene)
    scene.selection = scene.selection.choose(("Prei",), scene.deck.rank)
    return scene


def lead(scene: Scene) -> Scene:
    """The receiver opens with a plain card."""
    stage = declared()
    stage.act("discard Prei")
    return stage.show(scene)


def follow(scene: Scene) -> Scene:
    """A plain lead before the first Meri: trumps lie face down, the own one is seen."""
    stage = Stage(8, seed=2, own=0, game=GAME)
    play_on(stage, lambda view: view.tricks >= 2 and has_face_down(view))
    return stage.show(scene)


def face_down(scene: Scene) -> Scene:
    """The own trump lies face down: its owner alone sees which it is."""
    stage = Stage(8, seed=7, own=1, game=GAME)
    answers(stage, 1)
    stage.act("discard Prei", "play K8")
    stage.own = 2
    stage.act("play Oun")
    return stage.show(scene)


def meri(scene: Scene) -> Scene:
    """A trump was led: everybody who has trumps gives one."""
    stage = Stage(8, seed=17, own=0, game=GAME)
    play_on(stage, lambda view: is_meri(view) and has_plays(view, 3))
    return stage.show(scene)


def monchi(scene: Scene) -> Scene:
    """A plain lead after the first Meri: follow suit, or trump."""
    stage = Stage(8, seed=22, own=0, game=GAME)
    play_on(
        stage, lambda view: view.phase == "closed" and not is_meri(view) and has_face_down(view)
    )
    return stage.show(scene)


def refusal(scene: Scene) -> Scene:
    """A plain card was played to a trump lead."""
    stage = Stage(8, seed=17, own=0, game=GAME)
    play_on(stage, lambda view: is_meri(view) and has_plays(view, 2) and bool(wrong(stage)))
    stage.show(scene)
    card = wrong(stage)[0]
    scene.selection = scene.selection.choose((card,), scene.deck.rank)
    scene.notice = refusal_notice(scene, refused(stage, f"play {card}"))
    return scene


def legal(scene: Scene) -> Scene:
    """The list of legal plays."""
    scene.sheet = legal_sheet(lead(scene))
    return scene


def rules(scene: Scene) -> Scene:
    """The rules of the table."""
    scene.sheet = options_sheet(lead(scene))
    return scene


def between_deals(scene: Scene) -> Scene:
    """A deal has ended; the next one waits for everybody."""
    stage = played_out()
    view = stage.view()
    told = tuple(event for event in view.last_events if not isinstance(event, MatchEnded))
    view = replace(view, phase="waiting", match_end=None, last_events=told)
    return stage.show(scene, view)


def match_over(scene: Scene) -> Scene:
    """The match has ended."""
    return played_out().show(scene)


# --- stages ---------------------------------------------------------------------------------------


def answers(stage: Stage, declarer: int) -> None:
    """Let one seat declare, and the others pass."""
    for seat in range(8):
        stage.table.act(seat, "declare" if seat == declarer else "pass")


def declared() -> Stage:
    """Let the own seat declare the Robai, so that it has taken the Oki."""
    stage = Stage(8, seed=7, own=1, game=GAME)
    answers(stage, 1)
    return stage


def play_on(stage: Stage, is_there: Callable[[View], bool]) -> None:
    """Answer for every seat until something holds, and the own one is asked if anybody is."""
    for step in range(STEPS_MAX):
        if (not stage.table.decisions or stage.asked == stage.own) and is_there(stage.view()):
            return
        actions = stage.table.legal(stage.asked).actions
        # Who may declare does, and leads are now this card and now that.
        stage.act(actions[-1] if "pass" in actions else actions[3 * step % len(actions)])
    raise AssertionError("it never came about")


def has_plays(view: View, count: int) -> bool:
    """Say whether so many plays lie on the table."""
    return view.trick is not None and len(view.trick.plays) >= count


def has_face_down(view: View) -> bool:
    """Say whether a card lies face down that the viewer does not see."""
    plays = view.trick.plays if view.trick is not None else ()
    return any(play.combination is not None and not play.combination.cards for play in plays)


def is_meri(view: View) -> bool:
    """Say whether a trump was led."""
    plays = view.trick.plays if view.trick is not None else ()
    lead = plays[0].combination if plays else None
    return lead is not None and lead.category == "trump"


def wrong(stage: Stage) -> list[str]:
    """Return cards of the own hand that may not be played now."""
    hand = next(seat for seat in stage.view().seats if seat.seat == stage.own).hand.split("-")
    return [card for card in hand if f"play {card}" not in stage.table.legal(stage.own).actions]


def played_out() -> Stage:
    """Play a match of one deal out."""
    stage = Stage(8, seed=7, own=0, options={"deals": 1}, game=GAME)
    play_on(stage, lambda view: view.match_end is not None)
    stage.is_ready = False
    return stage


SCREENS = (
    waiting,
    declare,
    sealed,
    discard,
    lead,
    follow,
    face_down,
    meri,
    monchi,
    refusal,
    legal,
    rules,
    between_deals,
    match_over,
)
PICTURES = {
    "declare": "en",
    "follow": "ja",
    "meri": "en",
    "monchi": "ru",
    "between_deals": "zh",
}
"""Screens that there are pictures of, with their languages."""

ASCII = follow
