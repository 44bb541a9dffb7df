"""The lines round the table: header, what is asked, what was said, keys, the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from paizhuo_client.model import CardsShown, Person, Play, SeatActed, Verb
from paizhuo_client.snapshots import cards as split
from paizhuo_table import look as styles
from paizhuo_table.answers import cards_of, verb_name
from paizhuo_table.canvas import fit, styled, wrap
from paizhuo_table.drawing.result import stake_text
from paizhuo_table.scene import Link

if TYPE_CHECKING:
    from paizhuo_client.model import Decision, Event, Trick
    from paizhuo_table.answers import Answers
    from paizhuo_table.scene import Scene


def draw_header(scene: Scene, width: int) -> Text:
    """Say what is played, where it stands, and how the connection is."""
    view, words, look = scene.snapshot.view, scene.words, scene.look
    parts = [
        styled(scene.lexicon.short_game, styles.ACCENT),
        Text(scene.lexicon.phase(view.phase)),
    ]
    if view.deal:
        parts.append(Text(_deal(scene)))
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


def _deal(scene: Scene) -> str:
    """Say which deal it is, and of how many where the match has a number of them."""
    view, table = scene.snapshot.view, scene.snapshot.table
    wanted = scene.deck.skin.deals_option
    deals = next((setting.value for setting in table.options if setting.name == wanted), "")
    if not deals:
        return scene.words.say("deal", deal=view.deal)
    at = view.deals_played + (0 if scene.shows_result else 1)
    return scene.words.say("deal_of", deal=at, deals=deals)


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
        lines = _asked(scene, snapshot.decision)
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
    elif scene.selection.cards or (scene.board is not None and scene.board.chosen):
        if scene.board is not None:
            chosen = scene.narrator.calls(scene.board.chosen)
        else:
            chosen = scene.deck.cards(scene.selection.cards)
        line = scene.words.text("selected", cards=chosen)
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
        if scene.board is not None:
            keys += [(f"1-{scene.board.shape.copies}", words["key_copy"])]
            keys += [("Enter", scene.lexicon.verb("call_friends")), ("h", words["key_hint"])]
            keys += [("<>" if scene.look.is_ascii else "←→↑↓", words["key_move"])]
        elif answers.card_verb is not None:
            arrows = "<>" if scene.look.is_ascii else "←→"
            verb = answers.card_verb
            name = words["key_play"] if verb is Verb.PLAY else scene.lexicon.verb(verb.name.lower())
            keys += [("Enter", name), ("h", words["key_hint"])]
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
    narrator, is_listed = scene.narrator, scene.deck.skin.is_listed
    for event in reversed(scene.story.events):
        if len(lines) >= height:
            break
        if is_listed and _is_seen(event):
            continue
        told = narrator.event(event)
        if told is not None:
            lines.insert(0, fit(told, width, scene.look.cut))
    return lines


def _is_seen(event: Event) -> bool:
    """Say whether an event shows by itself where seats are listed: at its seat, or above them."""
    is_play = isinstance(event, SeatActed) and isinstance(event.action, Play)
    return is_play or isinstance(event, CardsShown)


def _asked(scene: Scene, decision: Decision) -> list[Text]:
    """Say what the own seat is asked."""
    words, answers = scene.words, scene.answers
    phase = scene.lexicon.phase(decision.kind)
    if decision.voluntary and decision.verbs:
        verb = scene.lexicon.verb(decision.verbs[0].name.lower())
        title = styled(words.say("may_answer", phase=phase, verb=verb), styles.TURN)
    else:
        title = styled(words.say("your_turn", phase=phase), styles.TURN)
    trick = scene.snapshot.view.trick
    if answers is not None and answers.card_verb is not None and trick is not None:
        title.append("  ")
        title.append_text(_to_beat(scene))
    line = Text()
    for choice in answers.choices if answers is not None else ():
        line.append_text(_key(scene, choice.key, scene.narrator.action(choice.action).plain))
        line.append("  ")
    if answers is not None and answers.card_verb is not None:
        line.append_text(_with_cards(scene, answers, decision))
    elif scene.board is not None:
        shape = scene.board.shape
        values = {"count": shape.count, "chosen": len(scene.board.chosen)}
        line.append(words.say("choose_calls", **values))
    return [title, line]


def _with_cards(scene: Scene, answers: Answers, decision: Decision) -> Text:
    """Say which cards answer, or how many there are to choose from."""
    words, shape = scene.words, answers.shape
    line = Text()
    if shape is not None:
        low, high = shape.count_min, shape.count_max
        count = str(low) if low == high else f"{low}-{high}"
        chosen = len(scene.selection.cards)
        line.append(words.say("choose_cards", count=count))
        line.append(f" {words.say('chosen_so_far', count=chosen)}" if chosen else "", styles.TURN)
        if shape.conditions:
            told = words.say("conditions", conditions="; ".join(shape.conditions))
            line.append(f" {scene.look.dot} {told}", styles.DIM)
    elif answers.plays and answers.card_verb is not Verb.PLAY:
        sets = [scene.deck.cards(cards_of(action)) for action in answers.plays]
        line.append_text(_key(scene, "Tab", scene.lexicon.verb(verb_name(answers.plays[0]))))
        line.append(": ").append_text(styled("  |  ", styles.DIM).join(sets))
    elif answers.plays:
        key = "legal_count_more" if answers.is_sample else "legal_count"
        line.append(words.say(key, count=len(answers.plays)), styles.DIM)
    else:
        key = "no_answer_needed" if decision.voluntary else "no_legal"
        line.append(words[key], styles.DIM)
    return line


def _to_beat(scene: Scene) -> Text:
    """Say what lies on the table: what is to be beaten, or what was led and what wins so far."""
    trick, words = scene.snapshot.view.trick, scene.words
    if trick is None or not trick.plays:
        return Text(words["to_lead"])
    if scene.deck.skin.is_listed:
        return _led(scene, trick)
    if trick.standing is None or trick.standing >= len(trick.plays):
        return Text(words["to_lead"])
    play = trick.plays[trick.standing]
    if play.combination is None:
        return Text(words["to_lead"])
    cards = split(play.combination.cards)
    return words.text(
        "to_beat",
        cards=scene.deck.cards(cards),
        reading=scene.narrator.reading(play.combination, cards),
        name=scene.people.name(play.seat),
    )


def _led(scene: Scene, trick: Trick) -> Text:
    """Say what was led, by the name of its trick if that has one, and what else wins so far."""
    lead = trick.plays[0].combination
    if lead is None:
        return Text()
    if trick.label:
        name = styled(f" ({scene.lexicon.label(trick.label)})", styles.DIM)
    else:
        name = scene.narrator.in_brackets(lead, lead.cards)
    told = scene.deck.cards(lead.cards).append_text(name)
    line = scene.words.text("led_is", cards=told)
    winning = trick.plays[trick.standing] if trick.standing else None
    if winning is not None and winning.combination is not None:
        cards, name = scene.deck.cards(winning.combination.cards), scene.people.name(winning.seat)
        line.append("  ").append_text(scene.words.text("wins_so_far", cards=cards, name=name))
    return line


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
