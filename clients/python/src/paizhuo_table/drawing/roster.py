"""The seats as a list: a line each, with what each has laid in the trick."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from paizhuo_client.model import Play
from paizhuo_client.snapshots import cards as split
from paizhuo_table import look as styles
from paizhuo_table.canvas import fit, styled
from paizhuo_table.clock import show_ms
from paizhuo_table.drawing.seats import clock, head, marks, signed, table_seat

if TYPE_CHECKING:
    from paizhuo_client.model import TrickPlay
    from paizhuo_table.scene import Scene

_NAME_COLUMNS_MIN: Final = 12
_NAME_SHARE: Final = 5
_ROLE_SHARE: Final = 3
_GAP: Final = 1


def draw_roster(scene: Scene, width: int) -> tuple[list[Text], int]:
    """Draw every seat in a line; also return the column in which plays begin.

    The own seat comes last, above the own hand; the one after it in play comes first.
    While calls are chosen no play is shown: the board takes their place.
    """
    order = _in_turn(scene)
    cells = [_cells(scene, seat, width) for seat in order]
    widths = [max(row[at].cell_len for row in cells) for at in range(len(cells[0]))]
    x_play = sum(room + _GAP for room in widths if room)
    lines = []
    for seat, row in zip(order, cells, strict=True):
        line = Text()
        for cell, room in zip(row, widths, strict=True):
            if room:
                line.append_text(cell)
                line.append(" " * (room - cell.cell_len + _GAP))
        if scene.board is None:
            line.append_text(_laid(scene, seat, width - x_play))
        lines.append(fit(line, width, scene.look.cut))
    return lines, x_play


def _in_turn(scene: Scene) -> list[int]:
    """Return the seats in the order of play, the own one last."""
    count = max(1, len(scene.snapshot.table.seats))
    step = 1 if scene.play_direction == scene.direction else -1
    return [(scene.own + step * at) % count for at in range(1, count + 1)]


def _cells(scene: Scene, seat: int, width: int) -> list[Text]:
    """Say who sits there, as what, with how many cards, and what the seat has."""
    view, words, look = scene.seat(seat), scene.words, scene.look
    name = _shortened(head(scene, seat), max(_NAME_COLUMNS_MIN, width // _NAME_SHARE), look.cut)
    if seat == scene.snapshot.view.dealer:
        name.append(f" {look.dealer}", styles.ACCENT)
    if view is None:
        return [name, *(Text() for _ in range(6))]
    role = _shortened(_role(scene, seat), width // _ROLE_SHARE, look.cut)
    level = Text(words.say("level_is", level=scene.deck.rank_label(view.level)) * bool(view.level))
    points = Text()
    if scene.deck.counts_points:
        points = styled(f"{look.points}{view.points}", styles.TURN if view.points else styles.DIM)
        points.append(f"-{view.penalty}" if view.penalty else "", styles.BAD)
    total = Text() if view.level or scene.snapshot.view.teams else signed(view.total)
    held = table_seat(scene, seat)
    left = clock(scene, held)
    if left.plain and held is not None and held.bank_ms:
        left.append(f" {words.say('bank', time=show_ms(held.bank_ms))}", styles.DIM)
    return [name, role, Text(f"{look.back}{view.hand_size}"), level, total, points, left]


def _shortened(text: Text, width: int, cut: str) -> Text:
    return fit(text, width, cut) if text.cell_len > width else text


def _role(scene: Scene, seat: int) -> Text:
    """Say what a seat is: its team, its role, its status where that is not the usual one."""
    view, lexicon = scene.seat(seat), scene.lexicon
    parts = [
        styled(lexicon.team(team.name), styles.DIM)
        for team in scene.snapshot.view.teams
        if seat in team.seats
    ]
    if view is not None and view.role:
        parts.append(styled(lexicon.role(view.role), styles.ACCENT))
    usual = next((term.name for term in scene.game.statuses), "")
    if view is not None and view.status not in {"", usual}:
        parts.append(styled(lexicon.status(view.status), styles.DIM))
    parts += [styled(mark, styles.DIM) for mark in marks(scene, table_seat(scene, seat))]
    return Text(" ").join(parts)


def _laid(scene: Scene, seat: int, width: int) -> Text:
    """Say what a seat has laid in the trick; before a lead, what it did last."""
    trick = scene.snapshot.view.trick
    if trick is None or not (trick.plays or scene.snapshot.view.tricks):
        # A trick that has not begun at all is told by nothing; an auction by what each said.
        return Text() if trick is not None else _did(scene, seat)
    if not trick.plays:
        return _of_last_trick(scene, seat, width)
    at = next((at for at, play in enumerate(trick.plays) if play.seat == seat), None)
    if at is None:
        return Text()
    is_standing = at == trick.standing
    text = styled(f"{scene.look.arrow} " if is_standing else "  ", styles.TURN)
    return text.append_text(_play(scene, trick.plays[at], width - 2, names=at == 0))


def _play(scene: Scene, play: TrickPlay, width: int, *, names: bool) -> Text:
    """Draw a play, with its label, and of the lead what it is."""
    combination = play.combination
    if combination is None:
        return styled(scene.words["passes"], styles.DIM)
    cards = split(combination.cards)
    text = _cards(scene, cards, width) if cards else Text(scene.look.back)
    if names or combination.labels:
        text.append_text(scene.narrator.in_brackets(combination, cards))
    return text


def _cards(scene: Scene, cards: tuple[str, ...], width: int) -> Text:
    """Draw cards; where there is no room for all, each suit once and its ranks behind it."""
    text = scene.deck.cards(cards)
    if text.cell_len <= width or scene.deck.skin.is_named:
        return text
    made, suit = Text(), ""
    for card in cards:
        if not scene.deck.suit(card):
            made.append_text(scene.deck.text(card))
            continue
        if scene.deck.suit(card) != suit:
            suit = scene.deck.suit(card)
            made.append(scene.deck.suit_label(suit), scene.deck.suit_style(suit))
        made.append(scene.deck.rank(card), scene.deck.suit_style(suit))
    return made


def _did(scene: Scene, seat: int) -> Text:
    """Say what a seat did last in this deal."""
    last = scene.story.last.get(seat)
    if last is None or last.action is None:
        return Text()
    return Text("  ").append_text(scene.narrator.action(last.action, last.size))


def _of_last_trick(scene: Scene, seat: int, width: int) -> Text:
    """Say what a seat laid in the trick that has ended, and whether it won that."""
    last = scene.story.last.get(seat)
    if last is None or not isinstance(last.action, Play):
        return Text()
    is_winner = seat == scene.story.winner
    made = Text(f"{scene.look.good} " if is_winner else "  ")
    cards = _cards(scene, split(last.action.cards), width - 2) if last.action.cards else Text()
    made.append(cards.plain)
    made.stylize(styles.GOOD if is_winner else styles.DIM)
    return made
