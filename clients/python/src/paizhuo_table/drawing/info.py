"""What lies open for everybody beside seats and tricks: trumps, teams, zones, friends' cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from paizhuo_table import look as styles
from paizhuo_table.canvas import fit, styled
from paizhuo_table.narration import PILE

if TYPE_CHECKING:
    from paizhuo_client.model import CalledFriend, Zone
    from paizhuo_table.scene import Scene

INFO_LINES_MAX: Final = 3


def draw_info(scene: Scene, width: int) -> list[Text]:
    """Tell it in at most three lines; a thing is not broken where it fits into a line."""
    dot = styled(f" {scene.look.dot} ", styles.DIM)
    lines: list[Text] = []
    for part in _parts(scene):
        if lines and lines[-1].cell_len + dot.cell_len + part.cell_len <= width:
            lines[-1].append_text(dot).append_text(part)
        else:
            lines.append(part)
    return [fit(line, width, scene.look.cut) for line in lines[:INFO_LINES_MAX]]


def score_parts(scene: Scene) -> list[Text]:
    """Say what is trump, and what teams have; nothing in games without either."""
    view, words = scene.snapshot.view, scene.words
    parts = []
    if view.trump is not None:
        parts.append(words.text("trump_is", styles.STRONG, trump=scene.narrator.trump(view.trump)))
    for team in view.teams:
        name = scene.lexicon.team(team.name)
        values = {"team": name, "points": team.points, "total": team.total}
        parts.append(styled(words.say("team_points", **values), styles.STRONG))
    return parts


def _parts(scene: Scene) -> list[Text]:
    """Return everything that there is to tell."""
    view = scene.snapshot.view
    parts = score_parts(scene)
    parts += [told for zone in view.zones if (told := _zone(scene, zone)) is not None]
    for seat in view.seats:
        if seat.open and seat.hand and seat.seat != scene.snapshot.own_seat:
            line = scene.people.name(seat.seat).append(": ", styles.DIM)
            parts.append(line.append_text(scene.deck.cards(seat.hand)))
    friends = [_friend(scene, called) for called in view.friend_calls]
    if friends:
        title = styled(f"{scene.words['friend_cards']}: ", styles.DIM)
        parts += [title.append_text(friends[0]), *friends[1:]]
    return parts


def _zone(scene: Scene, zone: Zone) -> Text | None:
    """Tell what lies somewhere; what a seat has won is counted at the seat."""
    if zone.name == PILE or not (zone.size or zone.cards):
        return None
    name = scene.lexicon.zone(zone.name)
    if zone.seat is not None:
        name = f"{name}, {scene.people.plain(zone.seat)}"
    cards = scene.deck.cards(zone.cards) if zone.cards else Text(f"{scene.look.back}{zone.size}")
    return styled(f"{name}: ", styles.DIM).append_text(cards)


def _friend(scene: Scene, called: CalledFriend) -> Text:
    """Tell which card a friend was called by, and who played it, or how many of it were played."""
    if called.call is None:
        return Text()
    text = scene.narrator.call(called.call)
    if called.met_by is not None:
        text.append(f" {scene.look.arrow} ", styles.DIM)
        return text.append_text(scene.people.name(called.met_by))
    if called.played:
        text.append(f" {called.played}/{called.call.copy or '?'}", styles.DIM)
    return text
