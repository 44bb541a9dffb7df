"""Every scene is drawn into just the room that there is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paizhuo_client.errors import from_refusal
from paizhuo_client.model import (
    ActionShape,
    CardsTaken,
    Dealt,
    Face,
    Fact,
    Game,
    LegalActions,
    LegalVerb,
    Person,
    Play,
    Rank,
    Reading,
    Refusal,
    SeatDelegated,
    SeatTimedOut,
    Suit,
    TableEnded,
    TableState,
    Verb,
)
from paizhuo_table.answers import Answers
from paizhuo_table.drawing import draw
from paizhuo_table.lexicon import LANGUAGES
from paizhuo_table.look import ASCII, UNICODE
from paizhuo_table.pages import help_sheet, legal_sheet, options_sheet
from paizhuo_table.refusal import refusal_notice
from paizhuo_table.scene import Link, Scene
from paizhuo_table.skin import Sorting
from terminal.staged import NOW_MS, Stage, crowd, new_scene

SIZES = [(80, 24), (81, 25), (100, 30), (132, 50), (220, 24)]


def shown(scene: Scene, width: int = 80, height: int = 24) -> str:
    """Draw a scene, and see to it that it fills its room exactly."""
    lines = draw(scene, width, height)
    assert len(lines) == height
    assert {line.cell_len for line in lines} == {width}
    assert "\n" not in "".join(line.plain for line in lines)
    return "\n".join(line.plain.rstrip() for line in lines)


def auction() -> Stage:
    """Deal; seat 1 is asked for a bid."""
    return Stage(seed=7)


def play() -> Stage:
    """Make seat 1 the landlord, with a clock running."""
    stage = auction()
    stage.act("bid 3")
    stage.deadline_ms = NOW_MS + 17_000
    return stage


def finished(**options: str | int) -> Stage:
    """Play a deal out by legal actions."""
    stage = Stage(seed=7, options=options)
    while not stage.table.match_over and stage.view().last_deal is None:
        decision = stage.table.decisions[0]
        stage.act(stage.table.legal(decision.seat).actions[-1])
    return stage


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("look", [UNICODE, ASCII])
@pytest.mark.parametrize("make", [auction, play])
def test_every_phase_fills_the_screen(
    language: str, width: int, height: int, look: object, make: object
) -> None:
    """Lines have the full width in every language and size, with and without Unicode."""
    assert callable(make)
    scene = make().show(new_scene(language, UNICODE if look is UNICODE else ASCII))
    text = shown(scene, width, height)
    assert scene.lexicon.phase(scene.snapshot.view.phase) in text
    assert scene.lexicon.bot("greedy") in text
    assert scene.words["you"] in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_turned_up_card_is_never_cut_off(language: str) -> None:
    """Who drew which card is shown on the smallest screen, whatever the zone is called (D2.6)."""
    stage = auction()
    scene = stage.show(new_scene(language))
    (zone,) = (zone for zone in stage.view().zones if zone.name == "faceup")
    assert zone.seat is not None
    whose = f"{scene.people.plain(zone.seat)}: {scene.deck.cards(zone.cards).plain}"
    middle = [line for line in shown(scene).split("\n") if scene.look.vertical in line]
    assert any(whose in line for line in middle)
    told = scene.narrator.event(Dealt(1, 1, 0, (17, 17, 17), zones=(zone,)))
    assert told is not None
    assert told.plain.endswith(whose)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_of_cards_is_no_rank(language: str) -> None:
    """Cards that are taken unseen are counted in words."""
    scene = auction().show(new_scene(language))
    told = scene.narrator.event(CardsTaken("bottom", 1, 3))
    assert told is not None
    assert scene.words.cards(3) in told.plain
    assert scene.words.cards(3) != "3"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_auction_offers_what_is_legal(language: str) -> None:
    """Every legal bid has a key, and the stake is shown once there is one."""
    stage = auction()
    scene = stage.show(new_scene(language))
    text = shown(scene)
    verb = scene.lexicon.verb
    for part in (f"[p] {verb('pass')}", f"[1] {verb('bid')} 1", f"[3] {verb('bid')} 3"):
        assert part in text
    stage.own = 2
    stage.act("bid 2")
    text = shown(stage.show(scene))
    assert scene.words.say("stake", value=2) in text
    assert f"[3] {verb('bid')} 3" in text
    assert f"[2] {verb('bid')} 2" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_play_is_shown_with_its_reading(language: str) -> None:
    """The play to beat stands in the middle with its reading, and after its seat."""
    stage = play()
    stage.act("play 5s-5c")
    stage.own = 2
    scene = stage.show(new_scene(language))
    text = shown(scene)
    pair = scene.lexicon.category("pair")
    assert text.count(f"5♣ 5♠ ({pair})") >= 3
    assert "→" in text
    assert scene.lexicon.role("landlord") in text
    assert scene.words.say("legal_count", count=5) in text
    assert "0:17" in text


def test_chosen_cards_are_lifted() -> None:
    """A chosen card stands a line higher, so that it is seen without colours."""
    scene = play().show(new_scene())
    flat = shown(scene).split("\n")
    scene.selection = scene.selection.press(("T",), scene.deck.rank)
    lifted = shown(scene).split("\n")
    assert [line.count("╭──") for line in flat[13:15]] == [0, 20]
    assert [line.count("╭──") for line in lifted[13:15]] == [1, 19]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_result_shows_every_seat(language: str) -> None:
    """After a deal each seat's result, total and left cards are shown, and what is next."""
    scene = finished().show(new_scene(language))
    text = shown(scene)
    ended = scene.snapshot.view.last_deal
    assert ended is not None
    for seat, result in enumerate(ended.results):
        line = next(
            line
            for line in text.split("\n")[2:]
            if line.strip().startswith(scene.people.plain(seat))
        )
        assert f"{result:+d}" in line
    assert scene.words.say("result_deal", deal=1) in text
    assert scene.words["won"] in text
    verb = scene.lexicon.verb
    assert f"[c] {verb('continue')}  [s] {verb('stop')}" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_the_match_shows_totals(language: str) -> None:
    """After the last deal it says so, and who has won."""
    scene = finished(match_end="deals", match_deals=1).show(new_scene(language))
    scene.snapshot = replace(
        scene.snapshot,
        table=replace(
            scene.snapshot.table,
            seats=tuple(replace(seat, ready=False) for seat in scene.snapshot.table.seats),
        ),
    )
    text = shown(scene)
    assert scene.words.say("result_match", match=1) in text
    assert scene.words["press_next_match"] in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("seats", range(3, 13))
def test_up_to_twelve_seats_are_drawn(seats: int, width: int, height: int, language: str) -> None:
    """Tables of later games fit: every seat is shown, and a hand of 36 cards beside them."""
    hand = "-".join(["3c", "5d", "Th", "Ks", "2c", "Ad"] * 6)
    scene = crowd(play().show(new_scene(language)), seats, hand)
    text = shown(scene, width, height)
    for seat in range(seats):
        assert scene.people.plain(seat) in text
    hand_lines = text[text.index(f"▶ {scene.people.plain(1)}") :]
    assert hand_lines.count("10♥") == 6 or hand_lines.count("│10") == 6


def unsun() -> Game:
    """Return a pack of five suits whose ranks have long names, as a later game has it."""
    suits = "PIKOG"
    ranks = ("1", "9", "sun", "un", "sota", "robai", "rei", "kaba")
    return Game(
        game="five_suits",
        suits=tuple(Suit(suit) for suit in suits),
        ranks=tuple(Rank(rank) for rank in ranks),
        faces=tuple(Face(suit + rank, suit, rank) for suit in suits for rank in ranks),
    )


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_five_suits_and_long_ranks_are_drawn(width: int, height: int) -> None:
    """A pack with other suits and ranks needs labels only: cards are told by their notation."""
    scene = play().show(new_scene(shown=unsun()))
    crowd(scene, 8, "Irobai-Gsun-P9-Kkaba-Orei-P1-Isota-Gun-K9")
    scene.selection = scene.selection.press(("robai",), scene.deck.rank)
    text = shown(scene, width, height)
    for rank, suit in (("robai", "I"), ("sun", "G"), ("9", "P"), ("kaba", "K")):
        assert f"│{rank:<5}" in text
        assert f"│{suit:<5}" in text
    assert "robaiI" in text
    assert scene.rank_keys["r"] == ("robai", "rei")
    assert scene.rank_keys["S"] == ("sun", "sota")


def test_a_long_hand_keeps_chosen_cards_apart() -> None:
    """Where there is no room to lift cards, chosen ones stand in brackets."""
    hand = "-".join(["3c", "5d", "Th", "Ks"] * 20)
    scene = crowd(play().show(new_scene()), 12, hand)
    scene.selection = scene.selection.press(("K",), scene.deck.rank)
    assert "[K♠]" in shown(scene)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [(79, 24), (80, 23), (40, 10), (5, 2), (1, 1)])
def test_too_little_room_is_said(language: str, width: int, height: int) -> None:
    """A terminal of less than 80 columns and 24 lines is told what it needs, as far as it fits."""
    text = shown(play().show(new_scene(language)), width, height)
    if width >= 40:
        assert "80×24" in text


def test_ascii_is_ascii() -> None:
    """With the plain look and English, only names of people have other signs."""
    scene = play().show(new_scene("en", ASCII))
    scene.selection = scene.selection.press(("T",), scene.deck.rank)
    for text in (shown(scene), shown(auction().show(new_scene("en", ASCII)))):
        assert text.replace("Борис", "Boris").isascii()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_explained(language: str) -> None:
    """A refusal shows its rule, the facts as cards with their readings, and the way out."""
    stage = play()
    stage.act("play 5s-5c")
    stage.own = 2
    scene = stage.show(new_scene(language))
    facts = (
        Fact("play", "7h"),
        Fact("play_reading", "single:7:1"),
        Fact("standing", "5c-5s"),
        Fact("standing_reading", "pair:5:1"),
    )
    way_out = Play("6c-6s", Reading("pair", "6", 1))
    error = from_refusal(Refusal("OTHER_TYPE", "D4.15", facts, way_out))
    scene.notice = refusal_notice(scene, error)
    text = " ".join(shown(scene, 132, 30).split())
    category = scene.lexicon.category
    assert f"D4.15: {scene.words.reason('OTHER_TYPE', error.message)}" in text
    assert f"7♥ ({category('single')})" in text
    assert f"5♣ 5♠ ({category('pair')})" in text
    assert "[x]" in text
    assert f"6♣ 6♠ ({category('pair')})" in text
    assert scene.notice.offered == way_out
    shown(scene)


def test_what_a_shape_asks_for_is_said() -> None:
    """Where cards are not listed, their number and the conditions are shown."""
    scene = play().show(new_scene())
    shape = ActionShape("3h-4h-5h", 8, 8, ("no aces (W9.9)",))
    scene.answers = Answers.read(LegalActions((LegalVerb("1", Verb.PLAY, shape),)))
    text = shown(scene)
    assert "choose 8 cards" in text
    assert "no aces (W9.9)" in text
    scene.answers = Answers.read(LegalActions((LegalVerb("1", Verb.PLAY, None),)))
    assert "Nothing in your hand may be played." in shown(scene)


@pytest.mark.parametrize("language", LANGUAGES)
def test_states_of_the_table_are_said(language: str) -> None:
    """Reconnecting, pauses, a closed table, stand-ins and people who are away are shown."""
    stage = Stage(seats=4, own=1, seed=3)
    scene = stage.show(new_scene(language))
    scene.link = Link.RECONNECTING
    assert scene.words["reconnecting"] in shown(scene)
    table = scene.snapshot.table
    seats = list(table.seats)
    seats[2] = replace(seats[2], delegate="greedy")
    seats[3] = replace(seats[3], wants_pause=True)
    scene.snapshot = replace(scene.snapshot, table=replace(table, seats=tuple(seats)))
    scene.story.events += [SeatTimedOut(2), SeatDelegated(2, "greedy")]
    text = shown(scene, 132, 40)
    assert scene.words.say("delegated", bot=scene.lexicon.bot("greedy")) in text
    assert scene.words["wants_pause"] in text
    assert scene.words.say("timed_out", name="Борис") in text
    scene.snapshot = replace(scene.snapshot, table=replace(table, paused=True))
    assert scene.words["table_paused"] in shown(scene)
    closed = replace(table, state=TableState.CLOSED, close_reason="forgotten")
    scene.snapshot = replace(scene.snapshot, table=closed)
    scene.story.events.append(TableEnded("forgotten"))
    assert scene.words.say("closed", reason="forgotten") in shown(scene)


def test_names_cannot_move_the_cursor() -> None:
    """Signs that a terminal would obey are no part of a name that is shown."""
    scene = play().show(new_scene())
    table = scene.snapshot.table
    seats = list(table.seats)
    person = seats[2].occupant
    assert isinstance(person, Person)
    seats[2] = replace(seats[2], occupant=replace(person, name="Bo\x1b[2J\nris"))
    scene.snapshot = replace(scene.snapshot, table=replace(table, seats=tuple(seats)))
    text = shown(scene)
    assert "\x1b" not in text
    assert "Bo?[2J?ris" in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_pages_fill_the_screen(language: str, width: int, height: int) -> None:
    """Keys, legal plays and rules lie over the whole table, and scroll."""
    scene = play().show(new_scene(language))
    legal = legal_sheet(scene)
    assert legal is not None
    for sheet in (help_sheet(scene), legal, options_sheet(scene), legal.move(80), legal.move(999)):
        scene.sheet = sheet
        assert sheet.title in shown(scene, width, height)
    scene.sheet = legal.move(80)
    assert f"▶ {scene.narrator.action(legal.actions[80]).plain}" in shown(scene, width, height)
    scene.answers = None
    assert legal_sheet(scene) is None


def test_the_rules_page_marks_what_differs() -> None:
    """Options that differ from their defaults stand out, with the number of their rule."""
    scene = Stage(options={"spring": "x3"}).show(new_scene())
    lines = [line.plain for line in options_sheet(scene).lines]
    assert any(line.startswith("● spring") and "D6.8" in line for line in lines)
    assert any(line.startswith("  ") and "D6.1" in line for line in lines)


def test_sorting_changes_the_hand_that_is_drawn() -> None:
    """The hand is laid out in the order that was asked for."""
    scene = play().show(new_scene())
    before = shown(scene)
    scene.sorting = Sorting.SUIT
    scene.lay_out()
    assert shown(scene) != before
    assert sorted(scene.selection.hand) == sorted(scene.snapshot.hand)


def test_suits_keep_their_colours() -> None:
    """A card has one colour wherever it stands: no style of what stands before it spreads."""
    stage = play()
    stage.act("play 5s-5c")
    stage.own = 2
    scene = stage.show(new_scene())
    drawn: dict[str, set[str]] = {}
    for line in draw(scene, 80, 24):
        for at, sign in enumerate(line.plain):
            if sign in "♣♠♥♦":
                styles = [str(span.style) for span in line.spans if span.start <= at < span.end]
                drawn.setdefault(sign, set()).update(found for found in styles if found)
    assert drawn["♣"] == {"green"}
    assert drawn.get("♠", set()) == set()
    assert drawn["♥"] == {"bright_red"}
