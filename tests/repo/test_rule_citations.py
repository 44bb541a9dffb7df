"""Every numbered rule has a test that cites it, and nobody cites a rule that there is not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from repo.tree import sources, text, texts

DOCUMENTS: Final = {
    "D": Path("docs/games/dou_dizhu/rules.md"),
    "Z": Path("docs/games/zheng_fen/rules.md"),
    "HM-": Path("docs/games/hachinin_meri/rules.md"),
    "ZP-": Path("docs/games/zhao_pengyou/rules.md"),
}
"""By what its numbers begin with, the rules document of each game."""

NUMBER: Final = r"\d+\.\d+[a-z]?(?:\.\d+)?"
LETTER: Final = f"({'|'.join(DOCUMENTS)})"
CITATION: Final = re.compile(rf"(?<![\w.#-]){LETTER}({NUMBER})(?![\w]|\.\d)")
RANGE: Final = re.compile(
    rf"(?<![\w.#-]){LETTER}(\d+\.\d+)([a-z]?)(?: to |\u2013|-| - )"
    r"(?:\1\d+\.(\d+)([a-z]?)|([a-z])|(\d+))(?!\w|\.\d)"
)
"""`D3.1 to D3.8`, `Z4.8a to Z4.8d`, `D4.0a-f`, `D4.13-14`: the rules between are cited too."""

OWN_NAME: Final = "test_rule_citations.py"


def numbers(document: str) -> set[str]:
    """Give the numbers that a document gives to its rules: bold, alone or before a title."""
    found = re.findall(rf"\*\*{LETTER}(\d+\.\d+[a-z]?)\b", document)
    return {letter + number for letter, number in found}


def sections(letter: str, document: str) -> set[str]:
    """Give the numbers of a document's sections, which may be cited like rules."""
    return {letter + number for number in re.findall(r"^#+ (\d+\.\d+)\b", document, re.MULTILINE)}


def cited(source: str) -> set[str]:
    """Give the numbers that a text cites one by one; points count as their rule."""
    return {letter + number_of_rule(number) for letter, number in CITATION.findall(source)}


def cited_between(source: str) -> set[str]:
    """Give the numbers within ranges, both ends included."""
    found: set[str] = set()
    for game, first, low_letter, last, high_letter, letter, short in RANGE.findall(source):
        section, _, low = first.partition(".")
        if low_letter and (high_letter or letter):
            letters = range(ord(low_letter), ord(high_letter or letter) + 1)
            found |= {f"{game}{first}{chr(one)}" for one in letters}
        elif not low_letter and (last or short):
            found |= {f"{game}{section}.{one}" for one in range(int(low), int(last or short) + 1)}
    return found


def number_of_rule(number: str) -> str:
    """Drop the point of a rule: 3.12.1 is a point of 3.12."""
    return ".".join(number.split(".")[:2])


def is_test(name: Path) -> bool:
    """Tell whether a file holds tests or what they check: vectors, test files, test modules."""
    if "vectors" in name.parts and name.suffix == ".json":
        return True
    if name.name == OWN_NAME:
        return False
    return name.suffix in {".py", ".rs"} and ("tests" in name.parts)


def parts_with_tests(source: str) -> str:
    """Give what stands in the test modules of a Rust file."""
    return "\n".join(source.split("#[cfg(test)]")[1:])


def citing_tests() -> set[str]:
    """Give every rule that some test or vector cites; the oracle is no test."""
    found: set[str] = set()
    for name in texts():
        if "oracle" in name.parts:
            continue
        if is_test(name):
            found |= cited(text(name))
        elif name.suffix == ".rs":
            found |= cited(parts_with_tests(text(name)))
    return found


@pytest.mark.parametrize("letter", sorted(DOCUMENTS))
def test_every_rule_is_cited_by_a_test(letter: str) -> None:
    """Each number of a game's rules stands in a test or a vector, not only in a range."""
    rules = numbers(text(DOCUMENTS[letter]))
    assert len(rules) > 70
    assert {rule.rstrip("0123456789.abcdefgh") for rule in rules} == {letter}
    assert sorted(rules - citing_tests()) == []


def test_every_cited_rule_exists() -> None:
    """Whatever number of a rule stands in code, tests or documents, the document has it."""
    documents = {letter: text(name) for letter, name in DOCUMENTS.items()}
    rules = set[str]().union(*map(numbers, documents.values()))
    rules = rules.union(*(sections(letter, document) for letter, document in documents.items()))
    unknown = {
        str(name): sorted(strangers)
        for name in (*sources(), *[n for n in texts() if n.suffix in {".json", ".md", ".proto"}])
        if name.name != OWN_NAME
        if (strangers := (cited(text(name)) | cited_between(text(name))) - rules)
    }
    assert unknown == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("as D4.9 says", {"D4.9"}),
        ("(D4.0c, Z4.22)", {"D4.0c", "Z4.22"}),
        ("D3.12.3 is a point", {"D3.12"}),
        ("Z4.10a", {"Z4.10a"}),
        ("HM-4.9, HM-4.10", {"HM-4.9", "HM-4.10"}),
        ("HD4.9, 4.9, D4, D2-D4, M-4.9", set()),
    ],
)
def test_citations_are_found(source: str, found: set[str]) -> None:
    """Numbers are found alone and as points of a rule."""
    assert cited(source) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("D3.1 to D3.4", {"D3.1", "D3.2", "D3.3", "D3.4"}),
        ("D4.0a-c", {"D4.0a", "D4.0b", "D4.0c"}),
        ("Z4.8a to Z4.8c", {"Z4.8a", "Z4.8b", "Z4.8c"}),
        ("D3.1\u2013D3.3.", {"D3.1", "D3.2", "D3.3"}),
        ("D4.13\u201314", {"D4.13", "D4.14"}),
        ("HM-5.3 to HM-5.5", {"HM-5.3", "HM-5.4", "HM-5.5"}),
        ("D3.1 to Z3.4", set()),
        ("D3.1, D3.4", set()),
    ],
)
def test_ranges_are_found(source: str, found: set[str]) -> None:
    """A range cites all between its ends."""
    assert cited_between(source) == found


def test_numbers_of_a_document_are_found() -> None:
    """Bold numbers are rules; numbers in running text are citations."""
    document = '- **D2.6 Title.** See D9.9.\n| **D4.9** `x` |\n- **D4.0a** "Pair"'
    assert numbers(document) == {"D2.6", "D4.9", "D4.0a"}
