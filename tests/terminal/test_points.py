"""Games in which cards count points: piles, going out, hands of different sizes, wild jokers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from paizhuo_client.model import Combination, Play, Reading, Represented
from paizhuo_table.drawing import draw
from paizhuo_table.lexicon import LANGUAGES
from paizhuo_table.look import UNICODE
from terminal import scenes_zheng_fen as scenes
from terminal.scenes import staged
from terminal.staged import Stage, game, new_scene

if TYPE_CHECKING:
    from paizhuo_table.scene import Scene

GAME = "zheng_fen"


def shown(scene: Scene, width: int = 80, height: int = 24) -> str:
    """Draw a scene."""
    return "\n".join(line.plain.rstrip() for line in draw(scene, width, height))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_hands_of_different_sizes_are_shown(seats: int, language: str) -> None:
    """With three to six seats each hand's size stands at its seat, and nobody's pile is empty."""
    stage = Stage(seats, seed=11, game=GAME)
    scene = stage.show(new_scene(language, UNICODE, game(GAME)))
    text = shown(scene)
    sizes = [seat.hand_size for seat in scene.snapshot.view.seats]
    assert sum(sizes) == 54
    assert max(sizes) - min(sizes) <= 1
    for seat, size in enumerate(sizes):
        told = scene.words.cards(size) if seat == stage.own else f"▒{size} 0 ◆0"
        assert told in text
    assert scene.lexicon.zone("pile") not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_stand_at_the_seats(language: str) -> None:
    """What each seat has taken in this deal is shown beside it, and the own in words."""
    scene = staged(GAME, scenes.six_seats, language, UNICODE)
    text = shown(scene)
    view = scene.snapshot.view
    assert sum(seat.points for seat in view.seats) > 0
    for seat in view.seats:
        if seat.seat == scene.own:
            assert scene.words.say("points_taken", points=seat.points) in text
        else:
            assert f"◆{seat.points}" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_trick_with_points_is_told(language: str) -> None:
    """The log says who won a trick, and what it counted."""
    scene = staged(GAME, scenes.six_seats, language, UNICODE)
    assert scene.words.say("trick_points", name="", points=5)[-8:] in shown(scene, 132, 50)


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_out_and_who_is_last_is_told(language: str) -> None:
    """Roles say who is out; the last player is asked alone."""
    scene = staged(GAME, scenes.last_player, language, UNICODE)
    text = shown(scene)
    for role in ("first_out", "out", "last"):
        assert scene.lexicon.role(role) in text
    assert scene.asked == {scene.own}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_result_shows_what_was_taken(language: str) -> None:
    """Behind each result stand the cards that count in the pile, and what the last one held."""
    scene = staged(GAME, scenes.between_deals, language, UNICODE)
    text = shown(scene)
    ended = scene.snapshot.view.last_deal
    assert ended is not None
    taken = [zone for zone in ended.zones if zone.name == "pile"]
    for zone, result in zip(taken, ended.results, strict=True):
        scoring = scene.deck.scoring(zone.cards.split("-"))
        assert sum(10 if card[0] in "TK" else 5 for card in scoring) == result
        line = f"{scene.lexicon.zone('pile')}: {scene.deck.cards(scoring).plain}".rstrip()
        assert line in text
    left = next(hand for hand in ended.hands if hand)
    assert scene.deck.cards(left).plain in text
    assert scene.words["press_next_deal"] in text


def test_a_result_without_room_shows_the_results() -> None:
    """Where there are not two lines for each seat the piles are left out, and no seat is."""
    stage = Stage(6, seed=7, options={"target": 5}, game=GAME)
    scenes.play_on(stage, lambda view: view.match_end is not None)
    scene = stage.show(new_scene("en", UNICODE, game(GAME)))
    small, large = shown(scene), shown(scene, 80, 30)
    assert "pile of cards won" not in small
    assert large.count("pile of cards won:") == 6
    for seat in range(6):
        assert scene.people.plain(seat) in small


@pytest.mark.parametrize(
    ("reading", "cards", "told"),
    [
        (Reading("pair", "9", 1), "9c-9d", "pair"),
        (Reading("pair", "2", 1), "b-r", "pair 2"),
        (Reading("triplet", "7", 1), "7c-7d-b", "triplet 7"),
        (Reading("suit_sequence", "T", 5), "7h-8h-9h-b-r", "suited run 10"),
        (Reading("special", "suited", 1), "5h-b-r", "5-10-K of one suit"),
        (Reading("special", "twos", 1), "2c-2d-2h-2s", "four twos"),
        (Reading("single", "r", 1), "r", "single card"),
        (Reading("quartet", "7", 1), "7c-7d-7h-b", "quartet"),
        (Reading("poker", "J", 1, "pair"), "Jc-Jd-Jh-5c-5d", "poker combination, with a pair"),
        (
            Reading("pair", "9", 1, represent=(Represented("b", "9s"),)),
            "9c-b",
            "pair 9, ☆b as 9♠",
        ),
    ],
)
def test_readings_are_named(reading: Reading, cards: str, told: str) -> None:
    """Forms and labels have their names; the rank is told where a joker may be anything."""
    scene = new_scene("en", UNICODE, game(GAME))
    action = scene.narrator.action(Play(cards, reading)).plain
    assert action == f"{scene.deck.cards(cards).plain} ({told})"
    labels = (reading.label,) if reading.label else ()
    laid = Combination(reading.category, reading.key, reading.run, labels=labels, cards=cards)
    assert scene.narrator.reading(laid, cards.split("-")) == told.partition(", ☆")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_several_readings_are_offered(language: str) -> None:
    """The chosen cards are told as one of several readings, with the key for the next."""
    scene = staged(GAME, scenes.readings, language, UNICODE)
    assert len(scene.variants) == 6
    text = " ".join(shown(scene).split())
    assert "[v] 2/6" in text
    assert f"{scene.lexicon.category('suit_sequence')} J" in text


def test_a_play_of_wild_cards_is_to_be_beaten() -> None:
    """What lies on the table is told as what it was played as."""
    scene = staged(GAME, scenes.wild, "en", UNICODE)
    assert shown(scene).count("(suited run J)") >= 2


def test_games_without_points_show_none() -> None:
    """Where no card counts points, no seat has any."""
    scene = Stage(3).show(new_scene())
    assert scene.snapshot.view.seats[0].points == 0
    assert "◆" not in shown(scene)
    assert not scene.deck.counts_points


def test_what_lies_before_a_seat_is_no_part_of_the_middle() -> None:
    """Piles lie at their seats; a zone that is nobody's, or lies open, is in the middle."""
    scene = staged(GAME, scenes.follow, "en", UNICODE)
    view = scene.snapshot.view
    assert any(zone.name == "pile" and zone.size for zone in view.zones)
    assert "pile" not in shown(scene)
    opened = tuple(
        replace(zone, cards="3c-4c") if zone.seat == scene.own else zone for zone in view.zones
    )
    scene.snapshot = replace(scene.snapshot, view=replace(view, zones=opened))
    text = shown(scene)
    assert "pile of cards won, You: 3♣ 4♣" in text
