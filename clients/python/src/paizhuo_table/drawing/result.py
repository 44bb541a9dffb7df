"""How a deal, or the match, ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from paizhuo_client.snapshots import cards as split
from paizhuo_table import look as styles
from paizhuo_table.canvas import Canvas, fit, styled
from paizhuo_table.drawing.seats import signed
from paizhuo_table.narration import PILE

if TYPE_CHECKING:
    from paizhuo_client.model import DealEnded, Team
    from paizhuo_table.scene import Scene

_NAME, _ROLE, _NUMBER = 17, 16, 9
_HEAD_LINES = 3
_PILE_INDENT = 4


def draw_result(scene: Scene, width: int, height: int) -> list[Text]:
    """Draw the result of the last deal, with the final totals once the match is over."""
    view = scene.snapshot.view
    ended = view.last_deal
    if ended is None:
        return []
    canvas = Canvas(width, height, scene.look.cut)
    is_over = view.match_end is not None
    key, number = ("result_match", view.match) if is_over else ("result_deal", ended.deal)
    title = scene.words.text(key, styles.ACCENT, deal=number, match=number)
    winners = view.match_end.winners if view.match_end is not None else ended.winners
    title.append("   ")
    told = scene.words.text(
        "match_ended" if is_over else "deal_ended", names=scene.people.side(winners)
    )
    if is_over and not winners:
        told = styled(scene.words["is_drawn"], styles.GOOD)
    canvas.put(2, 0, title.append_text(told))
    canvas.put(2, 1, _stake(scene, ended))
    x_result = 2 + _NAME + _ROLE
    last = "column_left" if any(ended.hands) else ""
    if any(seat.level for seat in view.seats):
        last = "column_level"
    columns = (
        ("column_team" if view.teams else "column_seat", 2, _NAME),
        ("" if view.teams else "column_role", 2 + _NAME, _ROLE),
        ("column_result", x_result, _NUMBER),
        ("column_total", x_result + _NUMBER, _NUMBER),
        ("" if view.teams else last, x_result + 2 * _NUMBER + 1, width),
    )
    for at, (name, x, room) in enumerate(columns):
        head = styled(scene.words[name] if name else "", styles.DIM)
        is_number = at in {2, 3}
        canvas.put(x, 2, _right(head, room) if is_number else head, room)
    if view.teams:
        for at, team in enumerate(view.teams):
            _draw_team(scene, ended, canvas, team, _HEAD_LINES + 2 * at)
        return canvas.lines()
    seats = range(len(ended.results))
    piles = _piles(scene, ended, canvas.width - 2 * _PILE_INDENT)
    lines = 2 if piles and len(seats) * 2 <= height - _HEAD_LINES else 1
    for seat in seats:
        y = _HEAD_LINES + seat * lines
        _draw_row(scene, ended, canvas, seat, y)
        if lines == 2 and seat in piles:
            canvas.put(_PILE_INDENT, y + 1, piles[seat])
    return canvas.lines()


def result_lines_min(scene: Scene) -> int:
    """Return how many lines the result needs to name every seat or team."""
    view = scene.snapshot.view
    results = view.last_deal.results if view.last_deal is not None else ()
    return _HEAD_LINES + (2 * len(view.teams) or len(results))


def result_lines(scene: Scene) -> int:
    """Return how many lines the result of the last deal may fill."""
    ended = scene.snapshot.view.last_deal
    if ended is None:
        return 0
    if scene.snapshot.view.teams:
        return result_lines_min(scene)
    piles = _piles(scene, ended, 0)
    return _HEAD_LINES + len(ended.results) * (2 if piles else 1)


def _piles(scene: Scene, ended: DealEnded, width: int) -> dict[int, Text]:
    """Tell what each seat has taken, of which the cards that count are shown; by seat."""
    if not scene.deck.counts_points:
        return {}
    told = {}
    for zone in ended.zones:
        if zone.seat is not None and zone.name == PILE:
            line = styled(f"{scene.lexicon.zone(zone.name)}: ", styles.DIM)
            line.append_text(scene.deck.cards(scene.deck.scoring(split(zone.cards))))
            told[zone.seat] = fit(line, width, scene.look.cut) if width else line
    return told


def _draw_team(scene: Scene, ended: DealEnded, canvas: Canvas, team: Team, y: int) -> None:
    """Draw the line of a team: what it has won, and who played in it."""
    x_result = 2 + _NAME + _ROLE
    seat = next(iter(team.seats), 0)
    canvas.put(2, y, styled(scene.lexicon.team(team.name), styles.STRONG), _NAME)
    canvas.put(x_result, y, _right(signed(ended.results[seat]), _NUMBER), _NUMBER)
    canvas.put(x_result + _NUMBER, y, _right(signed(ended.totals[seat]), _NUMBER), _NUMBER)
    canvas.put(_PILE_INDENT, y + 1, scene.people.names(team.seats))


def _draw_row(scene: Scene, ended: DealEnded, canvas: Canvas, seat: int, y: int) -> None:
    """Draw the line of a seat."""
    view = scene.seat(seat)
    role = scene.lexicon.role(view.role) if view is not None and view.role else ""
    x_result = 2 + _NAME + _ROLE
    canvas.put(2, y, scene.people.name(seat), _NAME)
    canvas.put(2 + _NAME, y, Text(role), _ROLE)
    canvas.put(x_result, y, _right(signed(ended.results[seat]), _NUMBER), _NUMBER)
    canvas.put(x_result + _NUMBER, y, _right(signed(ended.totals[seat]), _NUMBER), _NUMBER)
    left = ended.hands[seat] if seat < len(ended.hands) else ""
    x_left = x_result + 2 * _NUMBER + 1
    if view is not None and view.level:
        level = scene.deck.rank_label(view.level)
        canvas.put(x_left, y, Text(f"{level:<3}{scene.lexicon.status(view.status)}"))
        return
    cards = scene.deck.cards(left) if left else styled(scene.words["won"], styles.GOOD)
    if not left and seat not in ended.winners:
        cards = Text("")
    if cards.cell_len > canvas.width - x_left:
        # A count says more than cards that are cut off.
        size = len(left.replace("-", " ").split())
        cards = Text(scene.words.cards(size) + "  ").append_text(cards)
    canvas.put(x_left, y, cards)


def _stake(scene: Scene, ended: DealEnded) -> Text:
    """Say what the deal was played for."""
    stake = ended.stake
    if stake is None:
        return _decided(scene, ended)
    line = stake_text(scene, stake.value, stake.unit, stake.bid, stake.doublings)
    if stake.bonus > 1:
        line.append(f"  {scene.words.say('bonus', bonus=stake.bonus)}", styles.TURN)
    return line


def _decided(scene: Scene, ended: DealEnded) -> Text:
    """Say which points decided the deal, and what lay aside."""
    parts = []
    if ended.points is not None:
        needed = scene.snapshot.view.points_needed
        key = "points_decided_of" if needed else "points_decided"
        told = scene.words.say(key, points=ended.points, needed=needed)
        parts.append(styled(told, styles.STRONG))
    for zone in ended.zones:
        if zone.cards and zone.name != PILE:
            name = styled(f"{scene.lexicon.zone(zone.name)}: ", styles.DIM)
            parts.append(name.append_text(scene.deck.cards(zone.cards)))
    return styled(f" {scene.look.dot} ", styles.DIM).join(parts)


def stake_text(scene: Scene, value: int, unit: int, bid: int, doublings: int) -> Text:
    """Write a stake with how it came about."""
    line = styled(scene.words.say("stake", value=value), styles.STRONG)
    times = scene.look.times
    how = f"{unit}{times}{bid}" + (f"{times}2^{doublings}" if doublings else "")
    return line.append(f" ({how})", styles.DIM)


def _right(text: Text, width: int) -> Text:
    made = Text(" " * max(0, width - text.cell_len)).append_text(text)
    return fit(made, width)
