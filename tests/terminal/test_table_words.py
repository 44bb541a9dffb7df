"""The table speaks several languages, and says the same in each."""

from __future__ import annotations

import string
import tomllib
from importlib import resources
from typing import Any

import pytest

from paizhuo_client import errors
from paizhuo_table.lexicon import LANGUAGES, Lexicon, languages_of
from paizhuo_table.words import Words
from terminal.scenes import GAMES
from terminal.staged import game


def load(language: str) -> dict[str, Any]:
    """Read the words of a language."""
    path = resources.files("paizhuo_table") / "words" / f"{language}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def blanks(phrase: str) -> set[str]:
    """Return the names of the values that a phrase takes."""
    return {name for _, name, _, _ in string.Formatter().parse(phrase) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_have_the_same_phrases(language: str) -> None:
    """Every language has every phrase of English, and no other."""
    english, other = load("en"), load(language)
    assert other.keys() == english.keys()
    assert other["fact"].keys() == english["fact"].keys()
    assert other["reason"].keys() == english["reason"].keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_phrases_take_values_that_are_given(language: str) -> None:
    """A phrase takes no value that its English form does not take."""
    english, other = load("en"), load(language)
    odd = {
        key
        for key, phrase in other.items()
        if isinstance(phrase, str) and not blanks(phrase) <= blanks(english[key])
    }
    assert odd == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_exist(language: str) -> None:
    """Only reasons that the server may give are translated."""
    assert set(load(language)["reason"]) <= set(errors.BY_REASON)


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_of_a_play_are_translated(language: str) -> None:
    """What the rules may say to a player in the middle of a deal is said in the own language."""
    words = Words(language)
    reasons = ["NOT_A_COMBINATION", "OTHER_TYPE", "OTHER_LENGTH", "NOT_HIGHER", "MUST_LEAD"]
    reasons += ["BID_TOO_LOW", "NOT_YOUR_TURN", "CARDS_NOT_HELD", "DECISION_CLOSED", "MUST_OPEN"]
    reasons += ["NO_SUCH_BID", "NO_SUCH_READING", "VERB_NOT_ALLOWED", "TABLE_PAUSED"]
    assert [reason for reason in reasons if words.reason(reason, "") in {"", reason}] == []


def test_an_unknown_reason_keeps_the_servers_words() -> None:
    """A reason that is not translated is told as the server tells it, else by its code."""
    words = Words("ru")
    assert words.reason("NEW_REASON", "What the server says.") == "What the server says."
    assert words.reason("NEW_REASON", "") == "NEW_REASON"


@pytest.mark.parametrize("name", GAMES)
def test_names_come_from_the_catalogue(name: str) -> None:
    """Everything of a game is named in each of its languages; an unknown word stays as it is."""
    shown = game(name)
    for language in languages_of(shown):
        lexicon = Lexicon(shown, language)
        for terms, name_of in (
            (shown.phases, lexicon.phase),
            (shown.categories, lexicon.category),
            (shown.roles, lexicon.role),
            (shown.statuses, lexicon.status),
            (shown.teams, lexicon.team),
            (shown.zones, lexicon.zone),
            (shown.bots, lexicon.bot),
            (shown.verbs, lexicon.verb),
        ):
            for term in terms:
                assert term.label is not None
                assert name_of(term.name) == getattr(term.label, language)
            assert name_of("later_word") == "later_word"
    assert lexicon.option("later_option") == "later_option"


def test_options_are_named() -> None:
    """Options and their values have names, and the number of their rule."""
    lexicon = Lexicon(game(), "ru")
    assert lexicon.option("unit") not in {"", "unit"}
    assert lexicon.value("spring", "x2")
    assert lexicon.rule("spring") == "D6.8"


def test_a_game_is_told_in_the_languages_that_it_has() -> None:
    """Hachinin Meri has Japanese names; the other games have none."""
    assert languages_of(game("hachinin_meri")) == LANGUAGES
    assert languages_of(game("zhao_pengyou")) == ("en", "zh", "ru")
