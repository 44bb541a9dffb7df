"""Scenes of Dou Dizhu, one of each phase and more, from deals of fixed seeds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from paizhuo_client.model import AllPassed, Pass, SeatActed, SeatView, View
from paizhuo_table.answers import cards_of
from paizhuo_table.pages import help_sheet, legal_sheet, options_sheet
from paizhuo_table.refusal import refusal_notice
from paizhuo_table.scene import Link
from paizhuo_table.skin import Sorting
from terminal.staged import NOW_MS, Stage, refused

if TYPE_CHECKING:
    from paizhuo_table.scene import Scene


def waiting(scene: Scene) -> Scene:
    """Before the first deal: it is waited until everybody is ready."""
    stage = Stage(seed=7, own=1)
    stage.is_ready = False
    seats = tuple(SeatView(seat) for seat in range(3))
    return stage.show(scene, View(phase="waiting", viewer=1, seats=seats))


def auction(scene: Scene) -> Scene:
    """A bid is asked for, after another one."""
    stage = Stage(seed=7, own=2)
    stage.act("bid 1")
    return stage.show(scene)


def calling(scene: Scene) -> Scene:
    """With calling and robbing: somebody has called and robbed."""
    stage = Stage(seed=7, own=0, preset="online")
    stage.act("call", "rob")
    return stage.show(scene)


def all_passed(scene: Scene) -> Scene:
    """Nobody has bid: the cards will be dealt again."""
    stage = Stage(seed=7, own=1)
    stage.act("pass", "pass")
    view = stage.view()
    passed = (SeatActed(0, Pass()), AllPassed(view.deal, view.attempt, 0))
    told = (*view.last_events, *passed)
    return stage.show(scene, replace(view, phase="redeal", decisions=(), last_events=told))


def revealing(scene: Scene) -> Scene:
    """The landlord may lay the hand open."""
    stage = Stage(seed=7, options={"landlord_reveal": "on"})
    stage.own = stage.table.decisions[0].seat
    stage.act("bid 3")
    return stage.show(scene)


def doubling(scene: Scene) -> Scene:
    """Each may double; the bottom cards lie open."""
    stage = Stage(seed=7, own=2, preset="online")
    stage.act("call", "pass", "pass")
    while stage.table.decisions[0].seat != stage.own:
        stage.act("double")
    return stage.show(scene)


def lead(scene: Scene) -> Scene:
    """The landlord leads: two cards are chosen, time runs."""
    stage = Stage(seed=7, own=1)
    stage.act("bid 3")
    stage.deadline_ms = NOW_MS + 17_000
    stage.show(scene)
    scene.selection = scene.selection.press(("T",), scene.deck.rank).press(("T",), scene.deck.rank)
    return scene


def follow(scene: Scene) -> Scene:
    """A peasant is to beat a play; the hand is sorted by sets."""
    stage = Stage(seed=7, own=0)
    stage.act("bid 3", "play 5s-5c", "play 6c-6s")
    scene.sorting = Sorting.COUNT
    stage.show(scene)
    if scene.answers is not None and scene.answers.plays:
        action = scene.answers.plays[0]
        scene.choose(action, cards_of(action))
    return scene


def refusal(scene: Scene) -> Scene:
    """A play was refused."""
    stage = Stage(seed=7, own=2)
    stage.act("bid 3", "play 5s-5c")
    stage.show(scene)
    scene.selection = scene.selection.press(("7",), scene.deck.rank)
    scene.notice = refusal_notice(scene, refused(stage, "play 7h"))
    return scene


def reconnecting(scene: Scene) -> Scene:
    """The server is away."""
    lead(scene)
    scene.link = Link.RECONNECTING
    return scene


def legal(scene: Scene) -> Scene:
    """The list of legal plays."""
    sheet = legal_sheet(lead(scene))
    scene.sheet = None if sheet is None else sheet.move(29)
    return scene


def rules(scene: Scene) -> Scene:
    """The rules of the table."""
    scene.sheet = options_sheet(calling(scene))
    return scene


def keys(scene: Scene) -> Scene:
    """The page of keys."""
    scene.sheet = help_sheet(lead(scene))
    return scene


def played_out(**options: str | int) -> Stage:
    """Play a deal by the last legal actions."""
    stage = Stage(seed=7, own=1, options=options)
    while not stage.table.match_over and stage.view().last_deal is None:
        stage.act(stage.table.legal(stage.table.decisions[0].seat).actions[-1])
    return stage


def between_deals(scene: Scene) -> Scene:
    """A deal has ended; another one, or the end of the match."""
    return played_out().show(scene)


def match_over(scene: Scene) -> Scene:
    """The match has ended."""
    stage = played_out(match_end="deals", match_deals=1)
    stage.is_ready = False
    return stage.show(scene)


SCREENS = (
    waiting,
    auction,
    calling,
    all_passed,
    revealing,
    doubling,
    lead,
    follow,
    refusal,
    reconnecting,
    legal,
    rules,
    keys,
    between_deals,
    match_over,
)
PICTURES = {
    "auction": "en",
    "calling": "zh",
    "doubling": "ru",
    "lead": "en",
    "follow": "zh",
    "refusal": "en",
    "between_deals": "ru",
}
"""Screens that there are pictures of, with their languages."""

ASCII = lead
