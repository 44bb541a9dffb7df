"""Scenes of every game are drawn into just the room that there is."""

from __future__ import annotations

import pytest

from paizhuo_table.drawing import draw
from paizhuo_table.lexicon import languages_of
from paizhuo_table.look import ASCII, UNICODE
from terminal.scenes import GAMES, screens, staged
from terminal.staged import game

SIZES = [(80, 24), (81, 25), (100, 30), (132, 50), (220, 24)]
EVERY_LANGUAGE = [(name, language) for name in GAMES for language in languages_of(game(name))]
EVERY_SCENE = [
    (name, screen.__name__, language)
    for name, language in EVERY_LANGUAGE
    for screen in screens(name)
]


@pytest.mark.parametrize(("name", "stem", "language"), EVERY_SCENE)
def test_every_scene_fills_its_room(name: str, stem: str, language: str) -> None:
    """Lines have the full width in every language and size, with and without Unicode."""
    screen = getattr(GAMES[name], stem)
    for look in (UNICODE, ASCII):
        scene = staged(name, screen, language, look)
        for width, height in SIZES:
            lines = draw(scene, width, height)
            assert len(lines) == height
            assert {line.cell_len for line in lines} == {width}
            assert "\n" not in "".join(line.plain for line in lines)


@pytest.mark.parametrize(("name", "language"), EVERY_LANGUAGE)
def test_no_word_of_the_api_is_shown(name: str, language: str) -> None:
    """What the catalogue has a name for is called by it, in the language of the person."""
    shown = game(name)
    terms = (*shown.phases, *shown.categories, *shown.forms, *shown.labels, *shown.roles)
    raw = {
        term.name
        for term in (*terms, *shown.zones, *shown.verbs, *shown.statuses)
        if "_" in term.name
    }
    for screen in screens(name):
        text = "\n".join(
            line.plain for line in draw(staged(name, screen, language, UNICODE), 220, 50)
        )
        assert [word for word in sorted(raw) if word in text] == [], screen.__name__
