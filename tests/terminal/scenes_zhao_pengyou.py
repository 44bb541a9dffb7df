"""Scenes of Zhao Pengyou, one of each phase and more, most of them with twelve seats."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rich.text import Text

from paizhuo.v1.action_pb2 import LegalActions
from paizhuo_client.model import LeadWithdrawn, MatchEnded, SeatView, View
from paizhuo_table.pages import events_sheet, options_sheet
from paizhuo_table.refusal import refusal_notice
from paizhuo_table.scene import Notice
from terminal.staged import NOW_MS, Stage, refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from paizhuo.v1.action_pb2 import ActionShape, CallsShape
    from paizhuo_table.scene import Scene

GAME = "zhao_pengyou"
STEPS_MAX = 1_000


def waiting(scene: Scene) -> Scene:
    """Before the first deal: it is waited until everybody is ready."""
    stage = Stage(12, own=3, game=GAME)
    stage.is_ready = False
    seats = tuple(SeatView(seat, level="2", status="active") for seat in range(12))
    return stage.show(scene, View(phase="waiting", viewer=3, seats=seats))


def draw(scene: Scene) -> Scene:
    """Cards are drawn: somebody has bid, and the own seat could bid more."""
    stage = drawn(140, seed=28)
    stage.table.act(*bids_of(stage, 1)[0])
    stage.own = bids_of(stage, 2)[0][0]
    stage.table.draw(5)
    return stage.show(scene)


def auction(scene: Scene) -> Scene:
    """The last bids: a bid stands, and it is the own seat's turn."""
    stage = Stage(12, seed=10, own=3, game=GAME)
    while stage.asked != stage.own:
        actions = stage.table.legal(stage.asked).actions
        stage.act("bid_cards 2c" if "bid_cards 2c" in actions else "pass")
    return stage.show(scene)


def defence(scene: Scene) -> Scene:
    """The own bid is challenged; time runs."""
    return challenged().show(scene)


def bury(scene: Scene) -> Scene:
    """The maker has taken the kitty: some cards are chosen."""
    stage = maker()
    stage.show(scene)
    scene.selection = scene.selection.choose(("9c", "7c", "6c", "6c"), scene.deck.rank)
    return scene


def call(scene: Scene) -> Scene:
    """The maker calls friends on the board; three are chosen."""
    stage = maker()
    stage.act(buried(stage))
    stage.show(scene)
    board = scene.board
    assert board is not None
    scene.board = board.toggle(1).move(1, 1).toggle(2).move(1, -1).toggle(3)
    return scene


def lead(scene: Scene) -> Scene:
    """The maker leads: two cards are chosen, time runs."""
    stage = leader()
    stage.deadline_ms = NOW_MS + 17_000
    stage.show(scene)
    scene.selection = scene.selection.choose(("Kh", "Kh"), scene.deck.rank)
    return scene


def follow(scene: Scene) -> Scene:
    """In the middle of a deal: friends are found, the trick goes round, points are taken."""
    stage = leader()
    play_on(stage, lambda view: view.tricks >= 6 and has_plays(view, 4))
    return stage.show(scene)


def refusal(scene: Scene) -> Scene:
    """Another suit was played than the one that is owed."""
    stage = leader()
    play_on(stage, lambda view: view.tricks >= 2 and has_plays(view, 4) and owes_suit(stage, view))
    stage.show(scene)
    size = len(stage.table.legal(stage.own).actions[0].split()[1].split("-"))
    wrong = wrong_cards(stage, size)
    scene.selection = scene.selection.choose(wrong, scene.deck.rank)
    scene.notice = refusal_notice(scene, refused(stage, f"play {'-'.join(wrong)}"))
    return scene


def withdrawn(scene: Scene) -> Scene:
    """The own lead of a group did not stand: cards go back, and points are charged."""
    stage = leader()
    stage.act("play Kh-Kh-6h")
    stage.show(scene)
    events = scene.snapshot.view.last_events
    told = next(event for event in events if isinstance(event, LeadWithdrawn))
    scene.notice = Notice(scene.narrator.event(told) or Text())
    return scene


def five_seats(scene: Scene) -> Scene:
    """Five play with two packs, and twenty cards each."""
    stage = Stage(5, seed=3, own=3, game=GAME)
    play_on(stage, lambda view: view.tricks >= 4 and has_plays(view, 3))
    return stage.show(scene)


def eight_seats(scene: Scene) -> Scene:
    """Eight play with three packs."""
    stage = Stage(8, seed=4, own=3, game=GAME)
    play_on(stage, lambda view: view.tricks >= 4 and has_plays(view, 3))
    return stage.show(scene)


def events(scene: Scene) -> Scene:
    """What has happened so far."""
    scene = follow(scene)
    scene.sheet = events_sheet(scene)
    return scene


def rules(scene: Scene) -> Scene:
    """The rules of the table."""
    scene.sheet = options_sheet(lead(scene))
    return scene


def between_deals(scene: Scene) -> Scene:
    """A deal has ended; the next one waits for everybody."""
    stage = played_out(12)
    view = stage.view()
    told = tuple(event for event in view.last_events if not isinstance(event, MatchEnded))
    view = replace(view, phase="waiting", match_end=None, last_events=told)
    return stage.show(scene, view)


def match_over(scene: Scene) -> Scene:
    """The match has ended."""
    return played_out(6).show(scene)


# --- stages ---------------------------------------------------------------------------------------


def drawn(cards: int, seed: int) -> Stage:
    """Draw so many cards at a table of twelve at which nobody is a bot."""
    stage = Stage(12, seed=seed, game=GAME, draws=False)
    stage.table.draw(cards)
    return stage


def bids_of(stage: Stage, size: int) -> list[tuple[int, str]]:
    """Return the seats that can bid with so many cards, and how; nobody twice."""
    found: dict[int, str] = {}
    for seat in range(stage.seats):
        for action in stage.table.legal(seat).actions:
            if action.startswith("bid_cards") and action.count("-") == size - 1:
                found.setdefault(seat, action)
    return list(found.items())


def challenged() -> Stage:
    """Let the own seat bid, and another one challenge that; the own one could defend."""
    stage = drawn(160, seed=29)
    both = bids_of(stage, 2)
    own, pair = both[0]
    stage.own = own
    stage.table.act(own, f"bid_cards {pair.split('-')[1]}")
    stage.table.act(*both[1])
    stage.deadline_ms = NOW_MS + 12_000
    return stage


def maker() -> Stage:
    """Make the own seat the maker at a table of twelve."""
    stage = Stage(12, seed=28, own=3, game=GAME)
    while stage.table.decisions[0].kind == "auction":
        own = "bid_cards 2s-2s"
        stage.act(own if own in stage.table.legal(stage.asked).actions else "pass")
    return stage


def leader() -> Stage:
    """Let the own seat bury and call, so that it leads."""
    stage = maker()
    stage.act(buried(stage))
    stage.act(called(stage))
    return stage


def shape(stage: Stage) -> ActionShape:
    """Return what the answer of who is asked must look like."""
    return LegalActions.FromString(stage.table.legal(stage.asked).message).verbs[0].shape


def calls(stage: Stage) -> CallsShape:
    """Return what the calls of who is asked must look like."""
    return LegalActions.FromString(stage.table.legal(stage.asked).message).verbs[0].calls


def buried(stage: Stage) -> str:
    """Bury the last cards of the hand."""
    form = shape(stage)
    return f"bury {'-'.join(form.cards.split('-')[-form.count_min :])}"


def called(stage: Stage) -> str:
    """Call aces and kings, now the first copy and now a later one."""
    form = calls(stage)
    high = [card for card in form.cards.split("-") if card[0] in "AK"]
    return "call_friends " + " ".join(
        f"{card}:{1 + at % form.copies}" for at, card in enumerate(high[: form.count])
    )


def play_on(stage: Stage, is_there: Callable[[View], bool]) -> None:
    """Answer for every seat until something holds, and the own one is asked if anybody is."""
    for step in range(STEPS_MAX):
        decisions = stage.table.decisions
        if (not decisions or stage.asked == stage.own) and is_there(stage.view()):
            return
        kind = decisions[0].kind
        if kind == "bury":
            stage.act(buried(stage))
        elif kind == "call":
            stage.act(called(stage))
        else:
            stage.act(played(stage, step))
    raise AssertionError("it never came about")


def played(stage: Stage, step: int) -> str:
    """Bid where nobody has, else pass; lead now this and now that, follow with the first."""
    actions = stage.table.legal(stage.asked).actions
    view = stage.view()
    if stage.table.decisions[0].kind == "play":
        return actions[5 * step % len(actions) if not has_plays(view, 1) else 0]
    return actions[0] if any(zone.name == "bid" for zone in view.zones) else actions[-1]


def has_plays(view: View, count: int) -> bool:
    """Say whether so many plays lie on the table."""
    return view.trick is not None and len(view.trick.plays) >= count


def owes_suit(stage: Stage, view: View) -> bool:
    """Say whether the own seat has other cards than those that it may play."""
    hand = next(seat for seat in view.seats if seat.seat == stage.own).hand.split("-")
    legal = {
        card for action in stage.table.legal(stage.own).actions for card in action[5:].split("-")
    }
    return len(hand) > 3 and len(legal) < len(set(hand)) - 2


def wrong_cards(stage: Stage, size: int) -> list[str]:
    """Return cards of the own hand that may not be played now."""
    hand = next(seat for seat in stage.view().seats if seat.seat == stage.own).hand.split("-")
    legal = {
        card for action in stage.table.legal(stage.own).actions for card in action[5:].split("-")
    }
    return [card for card in hand if card not in legal][:size]


def played_out(seats: int) -> Stage:
    """Play a match of one deal out."""
    stage = Stage(seats, seed=28, own=3, options={"target_points": 1}, game=GAME)
    play_on(stage, lambda view: view.match_end is not None)
    stage.is_ready = False
    return stage


SCREENS = (
    waiting,
    draw,
    auction,
    defence,
    bury,
    call,
    lead,
    follow,
    refusal,
    withdrawn,
    five_seats,
    eight_seats,
    events,
    rules,
    between_deals,
    match_over,
)
PICTURES = {
    "draw": "en",
    "call": "zh",
    "follow": "en",
    "withdrawn": "ru",
    "between_deals": "en",
}
"""Screens that there are pictures of, with their languages."""

ASCII = follow
