"""What README and docs point at is there, and what they describe is what the code has."""

from __future__ import annotations

import re
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from paizhuo import limits
from paizhuo.engine import bots, catalogue_game, games
from paizhuo.stores.principals import TOKEN_LIFETIME_MS
from paizhuo.tables import waking
from paizhuo.tables.options import describe_all
from paizhuo.v1.catalogue_service_pb2 import OPTION_TYPE_BOOLEAN, Game, Option
from repo.tree import ROOT, text, texts, tracked

LINK: Final = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
FENCED: Final = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
PLACE: Final = re.compile(
    r"(?<![\w./-])(?:docs|engine-rs|proto|service|scripts|tests|clients)/[\w./*<>-]+"
)
TARGET: Final = re.compile(r"(?:^    |`)make ([a-z][a-z-]*)", re.MULTILINE)
DEFINED: Final = re.compile(r"^(?:- |\| )\*\*([A-Z]+-?\d+\.\d+[a-z]?)\b", re.MULTILINE)
LIVES: Final = re.compile(r"token(?: |, which )lives for (\d+) days")
SECTION: Final = re.compile(r"^#+ (\d+\.\d+) ", re.MULTILINE)


def pages() -> list[Path]:
    """Give the committed Markdown files."""
    return [name for name in texts() if name.suffix == ".md"]


def anchors(page: str) -> set[str]:
    """Give what a link may point at within a page, as GitHub derives it from headings."""
    headings = re.findall(r"^#+ (.*)$", FENCED.sub("", page), re.MULTILINE)
    plain = [re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings]
    return {heading.replace(" ", "-") for heading in plain}


def broken(page: Path) -> list[str]:
    """Give the links of a page that lead nowhere within the repository."""
    found = []
    for link in LINK.findall(FENCED.sub("", text(page))):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (ROOT / page).parent / path if path else ROOT / page
        is_there = target.exists() and target.resolve().is_relative_to(ROOT)
        if not is_there or (anchor and anchor not in anchors(target.read_text(encoding="utf-8"))):
            found.append(f"{page}: {link}")
    return found


def missing_places(page: Path) -> list[str]:
    """Give the paths that a page names and that are not there."""
    named = {place.rstrip(".,") for place in PLACE.findall(text(page))}
    return [
        f"{page}: {place}"
        for place in sorted(named)
        if "<" not in place and not any(ROOT.glob(place.rstrip("/")))
    ]


def rows(page: Path, head: str) -> dict[str, list[str]]:
    """Give the cells of each row of the tables whose first column has this head."""
    found: dict[str, list[str]] = {}
    for table in re.findall(r"(?:^\|.*\n)+", text(page), re.MULTILINE):
        lines = [line.strip("| ").split(" | ") for line in table.splitlines()]
        if lines[0][0] == head:
            found |= {cells[0].strip("`"): cells for cells in lines[2:]}
    return found


def described(option: Option) -> tuple[str, str, str]:
    """Give the cells that a guide must have for an option: values, default and rule."""
    names = ["true", "false"] if option.type == OPTION_TYPE_BOOLEAN else list(option.values)
    values = [f"`{name}`" for name in names]
    if option.HasField("minimum"):
        values.append(f"{option.minimum}..{option.maximum}")
    default = f"`{option.default_value}`" if option.default_value else "none"
    return ", ".join(values), default, option.rule


def catalogue(game: str) -> Game:
    """Give what the catalogue says of a game."""
    return Game.FromString(catalogue_game(game))


def test_links_lead_somewhere() -> None:
    """Every link within the repository leads to a file and a heading that exist."""
    assert [link for page in pages() for link in broken(page)] == []


def test_named_paths_exist() -> None:
    """Every file and folder that a page names exists."""
    assert [place for page in pages() for place in missing_places(page)] == []


def test_make_targets_exist() -> None:
    """Every `make` target that a page names is in the Makefile."""
    targets = set(re.findall(r"^([a-z-]+):", text(Path("Makefile")), re.MULTILINE))
    named = {target for page in pages() for target in TARGET.findall(text(page))}
    assert named - targets == set()


@pytest.mark.parametrize("game", games())
def test_every_game_has_its_pages(game: str) -> None:
    """A game has a guide, its rules and the format of its vectors."""
    folder = ROOT / "docs" / "games" / game
    assert {page.name for page in folder.glob("*.md")} >= {"README.md", "rules.md", "vectors.md"}


@pytest.mark.parametrize("game", games())
def test_the_guide_describes_every_option(game: str) -> None:
    """A row a option, with the values, the default and the rule that the catalogue says."""
    told = rows(Path(f"docs/games/{game}/README.md"), "option")
    said = {
        option.name: (told[option.name][1], told[option.name][2], told[option.name][4])
        for option in catalogue(game).options
        if option.name in told
    }
    assert said == {option.name: described(option) for option in catalogue(game).options}
    assert list(told) == [option.name for option in catalogue(game).options]


@pytest.mark.parametrize("game", games())
def test_the_guide_describes_every_preset_and_phase(game: str) -> None:
    """A preset's row names all that it sets, and every phase has its row with its rule."""
    guide = Path(f"docs/games/{game}/README.md")
    told, phases = rows(guide, "preset"), rows(guide, "phase")
    for preset in catalogue(game).presets:
        sets = re.findall(r"`(\w+) = (\w+)`", told[preset.name][2])
        assert sets == [(value.name, value.value) for value in preset.values], preset.name
        assert told[preset.name][1] == ", ".join(str(seats) for seats in preset.seats)
    for phase in catalogue(game).phases:
        assert phases[phase.name][3] == phase.rule, phase.name


@pytest.mark.parametrize("game", games())
def test_rules_are_numbered_once_and_without_gaps(game: str) -> None:
    """Every number of a rules document is given once, and the next follows it."""
    numbers = DEFINED.findall(text(Path(f"docs/games/{game}/rules.md")))
    assert [number for number, count in Counter(numbers).items() if count > 1] == []
    split = [re.fullmatch(r"([A-Z]+-?\d+)\.(\d+)([a-z]?)", number) for number in numbers]
    parts = [(found[1], int(found[2]), found[3]) for found in split if found is not None]
    for (section, one, letter), (next_section, two, next_letter) in pairwise(parts):
        is_next_letter = one == two and ord(next_letter or "\0") == ord(letter or "\0") + 1
        is_next = two == one + 1 if section == next_section else two == 1
        assert is_next or is_next_letter or next_letter == "a" or two == 0


@pytest.mark.parametrize("game", games())
def test_what_the_catalogue_cites_is_a_rule(game: str) -> None:
    """The rules that the catalogue names are sections or numbers of the game's document."""
    told, document = catalogue(game), text(Path(f"docs/games/{game}/rules.md"))
    terms = [*told.phases, *told.categories, *told.roles, *told.zones, *told.verbs]
    terms += [*told.forms, *told.labels, *told.events]
    for option in told.options:
        terms += option.value_labels
    cited = {*(term.rule for term in terms), *(option.rule for option in told.options)}
    cited |= {preset.rule for preset in told.presets}
    known = {*DEFINED.findall(document), *SECTION.findall(document)}
    assert cited - known == set()


def test_the_guide_describes_every_table_option() -> None:
    """A row a table option, with the values and the default that the catalogue says."""
    told = rows(Path("docs/games/dou_dizhu/README.md"), "table option")
    options = Game.FromString(describe_all()).table_options
    said = {name: (cells[1], cells[2]) for name, cells in told.items()}
    assert said == {option.name: described(option)[:2] for option in options}


def test_every_tree_of_tests_is_told_of() -> None:
    """Every folder of tests has its row where testing is described."""
    below = [name.parts for name in tracked() if name.parts[0] == "tests"]
    folders = {f"tests/{parts[1]}" for parts in below if len(parts) > 2}
    assert folders - set(rows(Path("docs/testing.md"), "tree")) == set()


def test_the_reasons_for_closing_are_listed() -> None:
    """Every reason for which a table is closed has its row."""
    told = rows(Path("docs/architecture.md"), "reason")
    assert set(told) == {
        waking.CLOSED_ALONE,
        waking.CLOSED_FORGOTTEN,
        waking.CLOSED_FULL,
        waking.CLOSED_ABANDONED,
        waking.CLOSED_BY_OWNER,
        waking.CLOSED_BY_ADMIN,
    }


def test_the_limits_of_tables_are_told() -> None:
    """The numbers that hold up a house stand in the pages for operators and for platforms."""
    told = rows(Path("docs/operations.md"), "limit")
    every_s = limits.CREATION_EVERY_MS // 1000
    assert [cells[1] for cells in told.values()] == [
        f"{limits.OPEN_TABLES_PER_PRINCIPAL_MAX}",
        f"{limits.CREATIONS_BURST} at once, then one every {every_s} seconds, in each worker",
        f"{limits.OPEN_TABLES_MAX:,}".replace(",", " "),
    ]
    page = " ".join(text(Path("docs/platforms.md")).split())
    assert f"owns {limits.OPEN_TABLES_PER_PRINCIPAL_MAX} tables at most" in page
    assert f"creates {limits.CREATIONS_BURST} tables at once" in page
    assert f"one more every {every_s} seconds" in page


def test_a_token_lives_as_long_as_is_told() -> None:
    """What the API and the pages say of how long a guest's token lives is what the store keeps."""
    days, rest = divmod(TOKEN_LIFETIME_MS, 24 * 3600 * 1000)
    assert rest == 0
    said = {name.as_posix(): LIVES.findall(text(name)) for name in texts()}
    assert {number for found in said.values() for number in found} == {str(days)}
    assert {name for name, found in said.items() if found} >= {
        "proto/paizhuo/v1/auth_service.proto",
        "docs/other-languages.md",
        "clients/python/src/paizhuo_client/tokens.py",
    }


def test_the_pages_name_the_bots() -> None:
    """Every bot is told of where embedding is."""
    page = text(Path("docs/embedding.md"))
    assert [bot for bot in bots() if bot not in page] == []


def test_a_broken_link_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Links to missing files and headings are found, others are not."""
    page = tmp_path / "a.md"
    page.write_text(
        "# A b\n\n[x](#a-b) [x](a.md#a-b) [x](#c) [x](b.md) [x](https://x.org/)\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    monkeypatch.setattr(sys.modules[__name__], "text", lambda name: (tmp_path / name).read_text())
    assert broken(Path("a.md")) == ["a.md: #c", "a.md: b.md"]


def test_headings_become_anchors() -> None:
    """Anchors are made as GitHub makes them."""
    assert anchors("# What it is\n## `a` (b), c\n```sh\n# no\n```\n") == {"what-it-is", "a-b-c"}
