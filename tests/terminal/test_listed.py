"""Games whose seats are listed: trumps laid together, plays at their seats, calls on a board."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from paizhuo_client.model import (
    AnswersOpened,
    CallFriends,
    CallsShape,
    CardsDrawn,
    Combination,
    Declare,
    FriendCall,
    Pass,
    Play,
    PlaysTurnedUp,
    SeatActed,
    TrickEnded,
    TrickNamed,
    Trump,
    TurnedPlay,
)
from paizhuo_client.snapshots import Change, ChangeKind
from paizhuo_table.calling import CallBoard
from paizhuo_table.deck import TRUMPS, Deck
from paizhuo_table.drawing import draw
from paizhuo_table.lexicon import languages_of
from paizhuo_table.look import ASCII, UNICODE
from paizhuo_table.skin import Sorting
from paizhuo_table.story import Story
from terminal import scenes_hachinin_meri, scenes_zhao_pengyou
from terminal.scenes import staged
from terminal.staged import Stage, game, new_scene

if TYPE_CHECKING:
    from paizhuo_client.model import Event
    from paizhuo_table.scene import Scene

ZHAO = Deck(game("zhao_pengyou"), UNICODE)
MERI = Deck(game("hachinin_meri"), UNICODE)


def shown(scene: Scene, width: int = 80, height: int = 24) -> str:
    """Draw a scene."""
    return "\n".join(line.plain.rstrip() for line in draw(scene, width, height))


def laid(deck: Deck, cards: str, trump: Trump | None) -> str:
    """Lay cards out by suits."""
    return "-".join(deck.order(tuple(cards.split("-")), Sorting.SUIT, trump))


# --- hands ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trump", "cards", "expected"),
    [
        # ZP-1.10: jokers, the trump rank with that of the trump suit first, the trump suit.
        (
            Trump("d", "8"),
            "2d-Ad-8c-8h-8s-8d-b-r-As-2s-Kh",
            "r-b-8d-8s-8h-8c-Ad-2d-As-2s-Kh",
        ),
        # ZP-1.8: without a trump the ace is high and the two low.
        (None, "2s-As-Ks-r-2c-Ac", "r-As-Ks-2s-Ac-2c"),
        # Before the trump suit is known, what the own level would make trumps lies first.
        (Trump(rank="2"), "As-2s-Kh-2c-b", "b-2s-2c-As-Kh"),
    ],
)
def test_zhao_pengyou_lays_trumps_together(trump: Trump | None, cards: str, expected: str) -> None:
    """Cards lie by effective suit, trumps first, the highest first (ZP-1.8, ZP-1.10)."""
    assert laid(ZHAO, cards, trump) == expected


@pytest.mark.parametrize(
    ("suit", "cards", "expected"),
    [
        # HM-1.9: Tenka is the fourth of all trumps, numerals of round suits rise to 1.
        (
            "K",
            "K9-K1-Kkaba-Krei-Krobai-Probai-Ksota-Kun-Ksun",
            "Ksun-Kun-Ksota-Probai-Krobai-Krei-Kkaba-K1-K9",
        ),
        # HM-1.6, HM-1.8: of Pao the Robai is Tenka, and numerals of long suits rise to 9.
        ("P", "P1-P9-Prei-Probai-Psota", "Psota-Probai-Prei-P9-P1"),
        # HM-1.10: plain courts, and the Robai of Isu between 2 and 1.
        (
            "K",
            "I1-Irobai-I2-I9-Isota-Ikaba-Irei-Iun-Isun",
            "Isun-Iun-Irei-Ikaba-Isota-I9-I2-Irobai-I1",
        ),
        ("K", "G9-G1-Grobai-Gsota-Gsun", "Gsun-Gsota-Grobai-G1-G9"),
    ],
)
def test_hachinin_meri_lays_trumps_together(suit: str, cards: str, expected: str) -> None:
    """Cards lie as they rank, trumps first (HM-1.6 to HM-1.10)."""
    assert laid(MERI, cards, Trump(suit)) == expected


@pytest.mark.parametrize("trump", [Trump(suit) for suit in "PIKOG"])
def test_every_card_has_its_place(trump: Trump) -> None:
    """Trumps are as many as the rules say (HM-1.7), and no two cards share a place."""
    faces = tuple(face.notation for face in game("hachinin_meri").faces)
    order = MERI.order(faces, Sorting.SUIT, trump)
    groups = [MERI.group(card, trump) for card in order]
    assert sorted(order) == sorted(faces)
    assert groups.count(TRUMPS) == (15 if trump.suit == "P" else 16)
    assert sum(one != two for one, two in pairwise(groups)) == 4
    assert MERI.order(faces[::-1], Sorting.SUIT, trump) == order


def test_cards_are_written_in_each_language() -> None:
    """A card has its suit first and is written alike everywhere: in hands, tricks and the log."""
    shown_game = game("hachinin_meri")
    expected = {
        "en": "P9 Gsun Irobai Oun Kkaba",
        "zh": "花9 巴寸 剑龙 币福 杯马",
        "ru": "П9 Гсун Иробай Оун Ккаба",
        "ja": "花9 巴寸 剣龍 貨福 杯馬",
    }
    assert set(languages_of(shown_game)) == set(expected)
    for language, text in expected.items():
        deck = Deck(shown_game, UNICODE, language)
        assert deck.cards("P9-Gsun-Irobai-Oun-Kkaba").plain == text
        labels = [deck.text(face.notation).plain for face in shown_game.faces]
        assert len(set(labels)) == 75
    plain = Deck(shown_game, ASCII, "ja").cards("P9-Gsun-Irobai").plain
    assert plain == "P9 Gsun Irobai"


def test_a_suit_is_not_broken_where_that_costs_no_line() -> None:
    """Rows of a long hand end with a suit if there are no more rows for it."""
    scene = staged("zhao_pengyou", scenes_zhao_pengyou.bury, "en", UNICODE)
    rows = [line for line in shown(scene).split("\n") if line.startswith("2♠")]
    assert rows[0].split()[-1][-1] == "♦"
    assert len(scene.selection.hand) == 23


def test_a_rank_is_taken_from_the_suit_under_the_cursor() -> None:
    """Up and down go from suit to suit, and a rank's key takes from where the cursor is."""
    scene = staged("zhao_pengyou", scenes_zhao_pengyou.auction, "en", UNICODE)
    start = scene.selection.move_to(0)
    spades = start.move_group(1, scene.group)
    hearts = spades.move_group(1, scene.group)
    assert [start.hand[s.cursor] for s in (start, spades, hearts)] == ["2h", "Ks", "Jh"]
    assert hearts.press(("9",), scene.deck.rank, scene.group).cards == ("9h",)
    assert spades.press(("9",), scene.deck.rank, scene.group).cards == ("9s",)
    assert start.move_group(-1, scene.group).hand[-2:] == ("Qc", "Tc")


# --- seats ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
@pytest.mark.parametrize("seats", [5, 6, 8, 12])
def test_every_seat_has_its_line(seats: int, language: str) -> None:
    """Each seat is there once with name, cards and level, also with most cards to hold."""
    bots = [seat for seat in range(seats) if seat != 3]
    options = {"kitty_mode": "full_jokers"}
    stage = Stage(seats, seed=5, own=3, options=options, game="zhao_pengyou", bots=bots)
    scene = stage.show(new_scene(language, UNICODE, game("zhao_pengyou")))
    for width, height in ((80, 24), (120, 40)):
        lines = shown(scene, width, height).split("\n")
        for seat in scene.snapshot.view.seats:
            level = scene.words.say("level_is", level="2")
            own = [
                line
                for line in lines
                if line[2:].startswith(f"{scene.people.plain(seat.seat)} ")
                and f"▒{seat.hand_size} {level}" in line
            ]
            assert len(own) == 1, (seat.seat, "\n".join(lines))


def test_the_next_to_play_comes_first() -> None:
    """Seats go round as play does, anticlockwise here (ZP-1.7), the own one last."""
    scene = staged("zhao_pengyou", scenes_zhao_pengyou.lead, "en", UNICODE)
    text = shown(scene)
    names = [scene.people.plain(seat) for seat in (2, 1, 0, 11, 10, 9, 8, 7, 6, 5, 4, 3)]
    places = [text.index(f" {name} ") for name in names]
    assert places == sorted(places)


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
def test_friends_are_told_as_far_as_play_has_shown_them(language: str) -> None:
    """Calls stand above the seats, with who met them, or how many copies were played (ZP-3.5)."""
    told = []
    for screen in (scenes_zhao_pengyou.follow, scenes_zhao_pengyou.eight_seats):
        scene = staged("zhao_pengyou", screen, language, UNICODE)
        text = " ".join(shown(scene).split())
        for called in scene.snapshot.view.friend_calls:
            assert called.call is not None
            expected = scene.narrator.call(called.call).plain
            if called.met_by is not None:
                expected += f" → {scene.people.plain(called.met_by)}"
            elif called.played:
                expected += f" {called.played}/{called.call.copy}"
            told.append(expected)
            assert expected in text
    assert len(told) == 8
    assert sum("→" in call for call in told) > 2
    assert any("/" in call for call in told)


def test_a_long_play_is_drawn_in_short() -> None:
    """Where many cards of a suit do not fit, the suit is written once."""
    scene = staged("zhao_pengyou", scenes_zhao_pengyou.follow, "en", UNICODE)
    trick = scene.snapshot.view.trick
    assert trick is not None
    cards = "-".join(["Ts", "9s", "8s", "7s", "6s", "5s"] * 3 + ["4h", "r"])
    play = replace(trick.plays[0], combination=Combination("group", cards=cards, size=20))
    plays = (play, *trick.plays[1:])
    view = replace(scene.snapshot.view, trick=replace(trick, plays=plays))
    scene.snapshot = replace(scene.snapshot, view=view)
    assert "♠T98765T98765T98765♥4★r (group)" in shown(scene)
    assert "10♠ 9♠ 8♠" in shown(scene, 120, 40)


@pytest.mark.parametrize("language", ["en", "zh", "ru", "ja"])
def test_a_face_down_trump_is_a_trump_and_no_more(language: str) -> None:
    """Others' face-down cards are told as trumps, the own one as itself (HM-6.3)."""
    own = staged("hachinin_meri", scenes_hachinin_meri.face_down, language, UNICODE)
    label = f"({own.lexicon.category('trump')}, {own.lexicon.label('face_down')})"
    assert f"{own.deck.text('Oun').plain} {label}" in shown(own)
    others = staged("hachinin_meri", scenes_hachinin_meri.follow, language, UNICODE)
    assert f"▒ {label}" in shown(others)


@pytest.mark.parametrize("language", ["en", "zh", "ru", "ja"])
def test_a_trick_is_told_by_its_name(language: str) -> None:
    """A trick that was led with a trump is Meri, a plain one after that Monchi (HM-3.2, HM-3.3)."""
    for name, made in (
        ("meri", scenes_hachinin_meri.meri),
        ("monchi", scenes_hachinin_meri.monchi),
    ):
        scene = staged("hachinin_meri", made, language, UNICODE)
        trick = scene.snapshot.view.trick
        assert trick is not None
        assert trick.label == name
        told = scene.narrator.event(TrickNamed(name))
        assert told is not None
        label = scene.lexicon.label(name)
        assert told.plain == label != name
        assert f"({label})" in shown(scene)


@pytest.mark.parametrize(("direction", "first"), [("clockwise", 2), ("counterclockwise", 0)])
def test_seats_are_listed_in_the_order_of_play(direction: str, first: int) -> None:
    """Who comes after the own seat stands first, also where an option turns the play (HM-7.4)."""
    stage = Stage(8, own=1, game="hachinin_meri", options={"direction": direction})
    scene = stage.show(new_scene(shown=game("hachinin_meri")))
    names = [scene.people.plain(seat) for seat in range(8)]
    rows = [line[2:] for line in shown(scene).split("\n") if "▒9" in line]
    found = [next(at for at, name in enumerate(names) if row.startswith(name)) for row in rows]
    step = 1 if direction == "clockwise" else -1
    assert found == [(first + step * place) % 8 for place in range(8)]


def test_an_answer_under_seal_is_shown_to_who_gave_it() -> None:
    """Nobody else is shown to have answered, though another one has (HM-6.5)."""
    scene = staged("hachinin_meri", scenes_hachinin_meri.sealed, "en", UNICODE)
    lines = shown(scene).split("\n")
    rows = [line for line in lines if "team " in line and "▒9" in line]
    assert [line[0] for line in rows] == ["▶"] * 7 + [" "]
    assert "declare the Robai" in rows[-1]
    assert "pass" not in "\n".join(rows)


@pytest.mark.parametrize("language", ["en", "zh", "ru", "ja"])
def test_the_result_of_teams_is_told_by_team(language: str) -> None:
    """Both teams have a line, and A + B = 9 (HM-5.6)."""
    scene = staged("hachinin_meri", scenes_hachinin_meri.match_over, language, UNICODE)
    text = shown(scene)
    teams = scene.snapshot.view.teams
    assert sum(team.points for team in teams) == 9
    for team in teams:
        name = scene.lexicon.team(team.name)
        assert any(
            line.strip().startswith(name) and line.split()[-1] == f"{team.total:+d}"
            for line in text.split("\n")
        )
    assert scene.words.say("deal_of", deal=1, deals=1) in text


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
def test_the_result_names_all_twelve(language: str) -> None:
    """Every seat has its line, with its level and whether it may bid in the next deal."""
    scene = staged("zhao_pengyou", scenes_zhao_pengyou.between_deals, language, UNICODE)
    lines = shown(scene).split("\n")
    ended = scene.snapshot.view.last_deal
    assert ended is not None
    assert ended.points is not None
    needed = scene.snapshot.view.points_needed
    told = scene.words.say("points_decided_of", points=ended.points, needed=needed)
    assert needed
    assert told in "\n".join(lines)
    for seat in scene.snapshot.view.seats:
        row = next(line for line in lines if line[2:].startswith(scene.people.plain(seat.seat)))
        assert row.endswith(f"{seat.level}  {scene.lexicon.status(seat.status)}")


# --- what happens ---------------------------------------------------------------------------------


def told(scene: Scene, event: Event) -> str:
    """Tell an event."""
    text = scene.narrator.event(event)
    return "" if text is None else text.plain


def test_answers_are_told_together() -> None:
    """Of answers those that are no pass are told; if there is none, that everybody passes."""
    scene = staged("hachinin_meri", scenes_hachinin_meri.declare, "en", UNICODE)
    passed = tuple(SeatActed(seat, Pass()) for seat in range(2, 5))
    declared = (*passed, SeatActed(5, Declare()))
    assert told(scene, AnswersOpened(declared)) == "beginner 5: declare the Robai"
    assert told(scene, AnswersOpened(passed)) == "Everybody: pass"


def story_of(*events: Event) -> Story:
    """Let a story follow events."""
    story = Story()
    scene = staged("hachinin_meri", scenes_hachinin_meri.declare, "en", UNICODE)
    story.follow(Change(ChangeKind.NEXT, scene.snapshot, events))
    return story


def test_a_turned_up_card_takes_the_place_of_its_back() -> None:
    """What lay face down is remembered as what it was."""
    story = story_of(
        SeatActed(4, Play(), 1),
        PlaysTurnedUp((TurnedPlay(4, Combination("trump", cards="Gsun", size=1)),)),
    )
    assert story.last[4].action == Play("Gsun")


def test_tricks_that_are_turned_down_are_forgotten() -> None:
    """Their plays are remembered until the next lead, afterwards who won alone (ZP-4.18)."""
    trick = (SeatActed(1, Play("As"), 1), SeatActed(0, Play("3s"), 1))
    story = story_of(*trick, TrickEnded(1, 10, forgotten=True))
    assert story.events[:2] == list(trick)
    assert (story.winner, set(story.last)) == (1, {0, 1})
    story = story_of(*trick, TrickEnded(1, 10, forgotten=True), SeatActed(1, Play("Kd"), 1))
    plays = [event.action for event in story.events if isinstance(event, SeatActed)]
    assert plays == [Play("Kd")]
    assert TrickEnded(1, 10, forgotten=True) in story.events
    assert set(story.last) == {1}


def test_tricks_that_stay_open_are_remembered() -> None:
    """Where the rules leave a trick in sight, its cards are told later, too."""
    acted = SeatActed(1, Play("Gsun"), 1)
    story = story_of(acted, TrickEnded(1), SeatActed(1, Play("P9"), 1))
    assert story.events[0] == acted


def test_cards_of_others_are_drawn_without_a_word() -> None:
    """Only the own cards are worth a line while cards are drawn."""
    story = story_of(CardsDrawn("stock", (1, 0, 0)), CardsDrawn("stock", (0, 1, 0), "5s"))
    assert story.events == [CardsDrawn("stock", (0, 1, 0), "5s")]


# --- calls ----------------------------------------------------------------------------------------


def board(count: int = 2, others: str = "") -> CallBoard:
    """Lay out four cards of two suits."""
    return CallBoard.lay_out(CallsShape("Kh-Ac-Ah-3c", count, 2, others), ZHAO)


def test_the_board_lays_cards_out() -> None:
    """Suits are lines, ranks columns from the ace down; the cursor goes round."""
    start = board()
    assert (start.suits, start.ranks) == (("h", "c"), ("A", "K", "3"))
    assert [start.move(0, step).card for step in range(4)] == ["Ah", "Kh", "", "Ah"]
    assert start.move(1, -1).card == "3c"
    assert start.go_to(("3",)).move(1, 0).card == "3c"
    assert start.go_to(("Q",)) == start


def test_calls_are_chosen_and_let_go() -> None:
    """A digit names the copy; one call too many replaces the first."""
    one = board().toggle(2)
    assert one.chosen == (FriendCall("Ah", 2),)
    assert one.action is None
    assert one.toggle(2).chosen == ()
    two = one.move(0, 1).toggle(1)
    assert two.action == CallFriends((FriendCall("Ah", 2), FriendCall("Kh", 1)))
    three = two.move(1, -1).toggle(1)
    assert three.chosen == (FriendCall("Kh", 1), FriendCall("Ac", 1))
    assert three.copies("Ac") == (1,)


def test_only_copies_that_there_are_are_called() -> None:
    """There is no third copy of two packs, no "other" one unless the rules allow it."""
    assert board().toggle(3).chosen == ()
    assert board().toggle(0).chosen == ()
    assert board().move(0, 2).toggle(1).chosen == ()
    assert board(others="Ah").toggle(0).chosen == (FriendCall("Ah", 0),)
