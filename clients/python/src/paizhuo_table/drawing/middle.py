"""The middle of the table: open cards, the auction, the trick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from paizhuo_client.snapshots import cards as split
from paizhuo_table import look as styles
from paizhuo_table.canvas import fit, styled, wrap
from paizhuo_table.drawing.info import score_parts

if TYPE_CHECKING:
    from paizhuo_client.model import Trick
    from paizhuo_table.scene import Scene

_FRAME_LINES_MIN = 6
_PLAY_LINES_MAX = 2
_NAME_MIN = 6
"""Columns of a zone's name that are shown however long its cards are."""


def draw_middle(scene: Scene, width: int, height: int) -> list[Text]:
    """Draw the middle in exactly so many lines, with a frame where there is room for one."""
    if height < _FRAME_LINES_MIN:
        return _centred(_content(scene, width, height), width, height)
    inner = _centred(_content(scene, width - 4, height - 2), width - 4, height - 2)
    look, bar = scene.look, scene.look.horizontal * (width - 2)
    edge = styled(f"{look.vertical} ", styles.DIM), styled(f" {look.vertical}", styles.DIM)
    return [
        styled(look.corner_left + bar + look.corner_right, styles.DIM),
        *(Text.assemble(edge[0], line, edge[1]) for line in inner),
        styled(look.foot_left + bar + look.foot_right, styles.DIM),
    ]


def _centred(lines: list[Text], width: int, height: int) -> list[Text]:
    made = [Text()] * ((height - len(lines)) // 2)
    for line in lines:
        left = max(0, (width - line.cell_len) // 2)
        made.append(Text(" " * left).append_text(line))
    made += [Text()] * (height - len(made))
    return [fit(line, width) for line in made]


def _content(scene: Scene, width: int, height: int) -> list[Text]:
    """Return what there is to show, at most so many lines."""
    view = scene.snapshot.view
    open_cards = _open_cards(scene, width)[: max(1, height // 2)]
    room = height - len(open_cards)
    play: list[Text] = []
    if view.trick is not None:
        play = _trick(scene, view.trick, width, room)
    elif view.calls:
        narrator = scene.narrator
        calls = [
            _acted(scene, call.seat, narrator.action(call.action, call.size))
            for call in view.calls
            if call.action is not None
        ]
        play = _tail(scene, calls, room)
    elif not open_cards:
        play = [styled(scene.lexicon.phase(view.phase), styles.DIM)]
    return [fit(line, min(width, line.cell_len), scene.look.cut) for line in open_cards + play]


def _open_cards(scene: Scene, width: int) -> list[Text]:
    """Show the zones, and hands of others that lie open.

    What lies face down before a seat is told there. Where room is short a zone's name is cut off,
    never whose it is and its cards.
    """
    view, lines = scene.snapshot.view, _score(scene)
    for zone in view.zones:
        if zone.seat is not None and not zone.cards:
            continue
        cards = scene.deck.cards(zone.cards) if zone.cards else Text(scene.look.back * zone.size)
        name = Text(scene.lexicon.zone(zone.name))
        whose = f", {scene.people.plain(zone.seat)}: " if zone.seat is not None else ": "
        if zone.cards or zone.size:
            room = max(_NAME_MIN, width - Text(whose).cell_len - cards.cell_len)
            shown = fit(name, min(room, name.cell_len), scene.look.cut).plain
            lines.append(styled(f"{shown}{whose}", styles.DIM).append_text(cards))
    for seat in view.seats:
        if seat.open and seat.hand and seat.seat != scene.snapshot.own_seat:
            line = scene.people.name(seat.seat).append(": ", styles.DIM)
            lines.append(line.append_text(scene.deck.cards(seat.hand)))
    return lines


def _score(scene: Scene) -> list[Text]:
    """Say what is trump, and what teams have in this deal; nothing in games without either."""
    parts = score_parts(scene)
    return [styled(f" {scene.look.dot} ", styles.DIM).join(parts)] if parts else []


def _trick(scene: Scene, trick: Trick, width: int, room: int) -> list[Text]:
    """Show the plays of a trick: the one to beat stands out, the oldest are counted only."""
    narrator, cut = scene.narrator, scene.look.cut
    lines: list[Text] = []
    standing: list[Text] = []
    rest_from = 0
    for at, play in enumerate(trick.plays):
        combination = play.combination
        if combination is None:
            text = styled(scene.words["passes"], styles.DIM)
        else:
            text = scene.deck.cards(combination.cards) or Text(scene.look.back)
            text.append_text(narrator.in_brackets(combination, split(combination.cards)))
        line = _acted(scene, play.seat, text)
        if at == trick.standing:
            line = styled(f"{scene.look.arrow} ", styles.TURN).append_text(line)
            standing = wrap(line, width, _PLAY_LINES_MAX, cut)
            rest_from = len(lines) + len(standing)
        lines += wrap(line, width, _PLAY_LINES_MAX, cut)
    if not lines:
        return [scene.words.text("leads", styles.DIM, name=scene.people.name(trick.leader))]
    if standing and rest_from - len(standing) < len(lines) - room + 1 < len(lines):
        # The play to beat has scrolled out: it takes the place of the oldest that would show.
        kept = standing[: room - 1]
        return [*kept, *_tail(scene, lines[rest_from:], room - len(kept))]
    return _tail(scene, lines, room)


def _tail(scene: Scene, lines: list[Text], room: int) -> list[Text]:
    """Show the last lines, and how many came before them."""
    if len(lines) <= room:
        return lines
    if room < 2:
        return lines[len(lines) - room :]
    hidden = len(lines) - room + 1
    more = styled(scene.words.say("earlier", count=hidden), styles.DIM)
    return [more, *lines[hidden:]]


def _acted(scene: Scene, seat: int, text: Text) -> Text:
    return scene.people.name(seat).append(": ", styles.DIM).append_text(text)
