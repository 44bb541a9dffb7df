"""Names of a game in one language, from its catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from paizhuo_client.model import Game, LocalizedName, Option, Preset, Term

LANGUAGES: Final = ("en", "zh", "ru", "ja")
"""Languages that the table speaks."""


def languages_of(game: Game) -> tuple[str, ...]:
    """Return the languages in which both the table and a game have names."""
    return tuple(language for language in LANGUAGES if getattr(game.name, language, ""))


def pick(name: LocalizedName | None, language: str) -> str:
    """Return a name in a language, else in English; empty if there is none."""
    return "" if name is None else getattr(name, language, "") or name.en


class Lexicon:
    """What the words of the API are called; a word that is not known is shown as it is."""

    def __init__(self, game: Game, language: str) -> None:
        self._language = language
        self.game = pick(game.name, language) or game.game
        self._phases = self._named(game.phases)
        self._categories = self._named(game.categories)
        self._forms = self._named(game.forms)
        self._labels = self._named(game.labels)
        self._roles = self._named(game.roles)
        self._statuses = self._named(game.statuses)
        self._zones = self._named(game.zones)
        self._teams = self._named(game.teams)
        self._suits = {
            suit.notation: pick(suit.name, language) or suit.notation for suit in game.suits
        }
        self._bots = self._named(game.bots)
        self._verbs = self._named(game.verbs)
        self._presets: Mapping[str, Preset] = {preset.name: preset for preset in game.presets}
        self._options: Mapping[str, Option] = {
            option.name: option for option in (*game.options, *game.table_options)
        }

    @property
    def short_game(self) -> str:
        """The name of the game, without what stands behind it in brackets."""
        # Chinese and Japanese names have the wide bracket.
        return self.game.partition(" (")[0].partition("\N{FULLWIDTH LEFT PARENTHESIS}")[0]

    def phase(self, name: str) -> str:
        """Return the name of a phase."""
        return self._phases.get(name, name)

    def category(self, name: str) -> str:
        """Return the name of a combination."""
        return self._categories.get(name, name)

    def form(self, key: str) -> str:
        """Return the name of the form that a combination is named by; empty if that is a rank."""
        return self._forms.get(key, "")

    def label(self, name: str) -> str:
        """Return the name of a label of a combination."""
        return self._labels.get(name, name)

    def role(self, name: str) -> str:
        """Return the name of a role."""
        return self._roles.get(name, name)

    def status(self, name: str) -> str:
        """Return the name of a status."""
        return self._statuses.get(name, name)

    def zone(self, name: str) -> str:
        """Return the name of a zone."""
        return self._zones.get(name, name)

    def team(self, name: str) -> str:
        """Return the name of a team."""
        return self._teams.get(name, name)

    def suit(self, notation: str) -> str:
        """Return the name of a suit."""
        return self._suits.get(notation, notation)

    def bot(self, name: str) -> str:
        """Return the name of a bot."""
        return self._bots.get(name, name)

    def verb(self, name: str) -> str:
        """Return the name of a verb."""
        return self._verbs.get(name, name)

    def preset(self, name: str) -> str:
        """Return the name of a preset."""
        preset = self._presets.get(name)
        return (pick(preset.label, self._language) if preset is not None else "") or name

    def option(self, name: str) -> str:
        """Return the name of an option of the game or of the table."""
        option = self._options.get(name)
        return (pick(option.label, self._language) if option is not None else "") or name

    def value(self, option: str, value: str) -> str:
        """Return the name of an option's value."""
        known = self._options.get(option)
        return self._named(known.value_labels).get(value, value) if known is not None else value

    def rule(self, option: str) -> str:
        """Return the number of the rule behind an option, empty if there is none."""
        known = self._options.get(option)
        return known.rule if known is not None else ""

    def is_default(self, option: str, value: str) -> bool:
        """Say whether an option has the value that it has where none is given."""
        known = self._options.get(option)
        return known is not None and known.default_value == value

    def _named(self, terms: Iterable[Term]) -> dict[str, str]:
        return {term.name: pick(term.label, self._language) or term.name for term in terms}
