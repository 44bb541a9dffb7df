"""What is shown of a seat: who, as what, how many cards, how long, what last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from paizhuo_client.model import Person
from paizhuo_table import look as styles
from paizhuo_table.canvas import fit, styled
from paizhuo_table.clock import show_ms

if TYPE_CHECKING:
    from paizhuo_client.model import Seat
    from paizhuo_table.scene import Scene

_SOON_MS = 5_000


def signed(amount: int) -> Text:
    """Write an amount that may be lost."""
    style = styles.GOOD if amount > 0 else styles.BAD if amount < 0 else ""
    return styled(f"{amount:+d}" if amount else "0", style)


def draw_seat(scene: Scene, seat: int, width: int, lines: int) -> list[Text]:
    """Draw another seat in two or three lines."""
    title = head(scene, seat)
    left = clock(scene, table_seat(scene, seat))
    if left.plain:
        title.append(" ").append_text(left)
    facts = _facts(scene, seat)
    last = _last(scene, seat)
    if lines <= 2:
        facts.append("  ")
        facts.append_text(last)
        return [fit(title, width, scene.look.cut), fit(facts, width, scene.look.cut)]
    return [fit(line, width, scene.look.cut) for line in (title, facts, last)]


def draw_own(scene: Scene, width: int) -> Text:
    """Draw the line above the own hand."""
    line = head(scene, scene.own)
    held = table_seat(scene, scene.own)
    view = scene.seat(scene.own)
    if view is not None:
        parts = [styled(scene.lexicon.role(view.role), styles.ACCENT)] if view.role else []
        parts += [Text(scene.words.cards(view.hand_size))]
        parts.append(scene.words.text("total", total=signed(view.total)))
        if scene.deck.counts_points:
            parts.append(Text(scene.words.say("points_taken", points=view.points)))
        else:
            parts += [
                Text(f"{scene.lexicon.zone(zone.name)}: {scene.look.back}{zone.size}")
                for zone in scene.lying(scene.own)
            ]
        if held is not None and held.bank_ms is not None and held.bank_ms > 0:
            parts.append(Text(scene.words.say("bank_left", time=show_ms(held.bank_ms))))
        parts.extend(styled(mark, styles.ACCENT) for mark in marks(scene, held))
        for part in parts:
            line.append(f" {scene.look.dot} ", styles.DIM)
            line.append_text(part)
    left = clock(scene, held)
    if left.plain:
        line.append("  ")
        line.append_text(left)
    return fit(line, width, scene.look.cut)


def table_seat(scene: Scene, seat: int) -> Seat | None:
    """Return who sits on a seat."""
    return next((found for found in scene.snapshot.table.seats if found.seat == seat), None)


def head(scene: Scene, seat: int) -> Text:
    """Say whose turn it is, who that is, and what is unusual."""
    line = styled(f"{scene.look.turn} " if seat in scene.asked else "  ", styles.TURN)
    line.append_text(scene.people.name(seat))
    held, view = table_seat(scene, seat), scene.seat(seat)
    person = held.occupant if held is not None else None
    if isinstance(person, Person) and not person.present and seat != scene.snapshot.own_seat:
        line.append(f" {scene.look.away}", styles.BAD)
    if view is not None and view.doubled:
        line.append(f" {scene.look.times}2", styles.TURN)
    if view is not None and view.open:
        line.append(f" {scene.look.open}", styles.TURN)
    return line


def _facts(scene: Scene, seat: int) -> Text:
    """Say how many cards a seat holds, its total, the points that it has taken, its role."""
    view, held = scene.seat(seat), table_seat(scene, seat)
    line = Text("  ")
    if view is not None:
        line.append(f"{scene.look.back}{view.hand_size} ")
        line.append_text(signed(view.total))
        if scene.deck.counts_points:
            line.append(f" {scene.look.points}{view.points}", styles.TURN)
        if view.role:
            line.append(f" {scene.lexicon.role(view.role)}", styles.ACCENT)
    for mark in marks(scene, held):
        line.append(f" {mark}", styles.DIM)
    return line


def clock(scene: Scene, held: Seat | None) -> Text:
    """Count down to the end of a seat's decision."""
    if held is None or held.deadline_ms is None:
        return Text()
    left = held.deadline_ms - scene.now_ms
    return styled(show_ms(left), styles.BAD if left <= _SOON_MS else styles.TURN)


def marks(scene: Scene, held: Seat | None) -> list[str]:
    """Say what is unusual about a seat, and whether it is ready where that counts."""
    if held is None:
        return []
    found = []
    if held.delegate:
        found.append(scene.words.say("delegated", bot=scene.lexicon.bot(held.delegate)))
    if held.auto_pass:
        found.append(scene.words["auto_pass"])
    if held.wants_pause:
        found.append(scene.words["wants_pause"])
    if (
        held.ready
        and isinstance(held.occupant, Person)
        and not scene.asked
        and not scene.shows_play
    ):
        found.append(scene.words["ready"])
    return found


def _last(scene: Scene, seat: int) -> Text:
    """Say what a seat did last in this deal."""
    last = scene.story.last.get(seat)
    line = Text("  ")
    if last is not None and last.action is not None:
        line.append_text(scene.narrator.action(last.action, last.size))
    return line
