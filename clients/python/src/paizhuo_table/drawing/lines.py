"""The lines round the table: header, what is asked, what was said, keys, the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from paizhuo_client.model import Person
from paizhuo_client.snapshots import cards as split
from paizhuo_table import look as styles
from paizhuo_table.canvas import fit, styled, wrap
from paizhuo_table.drawing.result import stake_text
from paizhuo_table.scene import Link

if TYPE_CHECKING:
    from paizhuo_table.scene import Scene


def draw_header(scene: Scene, width: int) -> Text:
    """Say what is played, where it stands, and how the connection is."""
    view, words, look = scene.snapshot.view, scene.words, scene.look
    parts = [
        styled(scene.lexicon.game.partition(" (")[0], styles.ACCENT),
        Text(scene.lexicon.phase(view.phase)),
    ]
    if view.deal:
        parts.append(Text(words.say("deal", deal=view.deal)))
    stake = view.stake
    if stake is not None and stake.bid and not scene.shows_result:
        parts.append(stake_text(scene, stake.value, stake.unit, stake.bid, stake.doublings))
    left = styled(f" {look.dot} ", styles.DIM).join(parts)
    if scene.snapshot.table.paused:
        right = styled(words["paused"], styles.TURN)
    elif scene.link is Link.CONNECTED:
        right = styled(words["connected"], styles.GOOD)
    else:
        right = styled(words["reconnecting"], styles.BAD)
    return Text.assemble(fit(left, width - right.cell_len - 1, look.cut), " ", right)


def draw_prompt(scene: Scene, width: int) -> list[Text]:
    """Say in two lines what is waited for, and what may be done."""
    snapshot, words = scene.snapshot, scene.words
    if snapshot.is_closed:
        text = words.say("closed", reason=snapshot.table.close_reason)
        lines = [styled(text, styles.BAD), Text(words["leave_key"])]
    elif snapshot.table.paused:
        lines = [styled(words["table_paused"], styles.TURN), _key(scene, "z", words["key_pause"])]
    elif snapshot.own_seat is None:
        lines = [styled(words["spectator"], styles.DIM), _waiting(scene)]
    elif snapshot.decision is not None:
        lines = _asked(scene, snapshot.decision.kind)
    elif snapshot.wants_ready:
        key = "press_ready" if snapshot.view.last_deal is None else "press_next_deal"
        if snapshot.is_match_over:
            key = "press_next_match"
        lines = [styled(words[key], styles.TURN), Text()]
    else:
        lines = [_waiting(scene), Text()]
    return [fit(line, width, scene.look.cut) for line in lines]


def draw_notice(scene: Scene, width: int, height: int) -> list[Text]:
    """Say what was said last; else what the server thinks of the chosen cards."""
    if scene.notice is not None:
        lines = wrap(scene.notice.text, width, height, scene.look.cut)
    elif scene.selection.cards:
        cards = scene.deck.cards(scene.selection.cards)
        line = scene.words.text("selected", cards=cards)
        if scene.verdict is not None:
            line.append("  ").append_text(scene.verdict)
        lines = wrap(line, width, height, scene.look.cut)
    else:
        lines = []
    return lines


def draw_keys(scene: Scene, width: int) -> Text:
    """List the keys that do something now, as many as there is room for."""
    words, line = scene.words, Text()
    answers = scene.answers
    keys: list[tuple[str, str]] = []
    if answers is not None:
        if answers.card_verb is not None:
            arrows = "<>" if scene.look.is_ascii else "←→"
            keys += [("Enter", words["key_play"]), ("h", words["key_hint"])]
            keys += [("Tab", words["key_cycle"]), ("Space", words["key_toggle"])]
            keys += [(arrows, words["key_move"]), ("l", words["key_list"])]
        else:
            keys.append(("h", words["key_hint"]))
    keys.append(("s", words.say("key_sort", order=words[scene.sorting.value])))
    last = [("?", words["key_help"]), ("^Q", words["key_leave"])]
    room = width - sum(_key(scene, *key).cell_len + 2 for key in last)
    for key in keys:
        part = _key(scene, *key)
        if line.cell_len + part.cell_len + 2 <= room:
            line.append_text(part).append("  ")
    for key in last:
        line.append_text(_key(scene, *key)).append("  ")
    return fit(line, width, scene.look.cut)


def draw_log(scene: Scene, width: int, height: int) -> list[Text]:
    """Tell the last events, the newest at the bottom."""
    lines: list[Text] = []
    narrator = scene.narrator
    for event in reversed(scene.story.events):
        if len(lines) >= height:
            break
        told = narrator.event(event)
        if told is not None:
            lines.insert(0, fit(told, width, scene.look.cut))
    return lines


def _asked(scene: Scene, kind: str) -> list[Text]:
    """Say what the own seat is asked."""
    words, answers, look = scene.words, scene.answers, scene.look
    title = styled(words.say("your_turn", phase=scene.lexicon.phase(kind)), styles.TURN)
    trick = scene.snapshot.view.trick
    if answers is not None and answers.card_verb is not None and trick is not None:
        title.append("  ")
        title.append_text(_to_beat(scene))
    line = Text()
    for choice in answers.choices if answers is not None else ():
        line.append_text(_key(scene, choice.key, scene.narrator.action(choice.action).plain))
        line.append("  ")
    if answers is not None and answers.card_verb is not None:
        shape = answers.shape
        if shape is not None:
            low, high = shape.count_min, shape.count_max
            count = str(low) if low == high else f"{low}-{high}"
            line.append(words.say("choose_cards", count=count))
            if shape.conditions:
                told = words.say("conditions", conditions="; ".join(shape.conditions))
                line.append(f" {look.dot} {told}", styles.DIM)
        elif answers.plays:
            key = "legal_count_more" if answers.is_sample else "legal_count"
            line.append(words.say(key, count=len(answers.plays)), styles.DIM)
        else:
            line.append(words["no_legal"], styles.DIM)
    return [title, line]


def _to_beat(scene: Scene) -> Text:
    """Say what lies on the table."""
    trick = scene.snapshot.view.trick
    if trick is None or trick.standing is None or trick.standing >= len(trick.plays):
        return Text(scene.words["to_lead"])
    play = trick.plays[trick.standing]
    if play.combination is None:
        return Text(scene.words["to_lead"])
    cards = split(play.combination.cards)
    return scene.words.text(
        "to_beat",
        cards=scene.deck.cards(cards),
        reading=scene.narrator.reading(play.combination, cards),
        name=scene.people.name(play.seat),
    )


def _waiting(scene: Scene) -> Text:
    """Say whom everybody waits for."""
    asked = sorted(scene.asked)
    if asked:
        return scene.words.text("waiting_for", styles.DIM, names=scene.people.names(asked))
    table = scene.snapshot.table
    if any(seat.occupant is None for seat in table.seats):
        return styled(scene.words.say("waiting_people", table=table.table_id), styles.TURN)
    late = [
        seat.seat
        for seat in table.seats
        if isinstance(seat.occupant, Person) and not seat.ready and not scene.shows_play
    ]
    if late:
        return scene.words.text("waiting_for", styles.DIM, names=scene.people.names(late))
    phase = scene.lexicon.phase(scene.snapshot.view.phase)
    return styled(scene.words.say("waiting_table", phase=phase), styles.DIM)


def _key(scene: Scene, key: str, text: str) -> Text:
    """Show a key with what it does."""
    del scene
    return Text.assemble((f"[{key}]", styles.STRONG), f" {text}")
