"""Describe the options of a table: they are no part of the rules.

The list below is the one place: the catalogue shows it, CreateTable checks against
it, and what it names is read from the table's settings.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from paizhuo.errors import ServiceError, Why
from paizhuo.v1 import card_pb2, catalogue_service_pb2, rules_pb2

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class NumberOption:
    """Describe a table option that takes a whole number, or one of the names beside it."""

    name: str
    minimum: int
    maximum: int
    default: str
    meaning: str
    label: card_pb2.LocalizedName
    named: tuple[catalogue_service_pb2.Term, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Give the names that it takes."""
        return tuple(term.name for term in self.named)

    def check(self, value: str) -> bool:
        """Say whether the option takes that value, in its one notation."""
        if value in self.names:
            return True
        # Python makes no number of very many digits.
        is_short = len(value) <= len(str(self.maximum))
        is_plain = value.isascii() and value.isdigit() and is_short and str(int(value)) == value
        return is_plain and self.minimum <= int(value) <= self.maximum

    def describe(self) -> catalogue_service_pb2.Option:
        """Describe it as the catalogue does the options of a game."""
        return catalogue_service_pb2.Option(
            name=self.name,
            type=catalogue_service_pb2.OPTION_TYPE_INTEGER,
            values=self.names,
            minimum=self.minimum,
            maximum=self.maximum,
            default_value=self.default,
            meaning=self.meaning,
            label=self.label,
            value_labels=self.named,
        )


SERVER_DEFAULT: Final = "server"

TABLE_OPTIONS: Final = (
    NumberOption(
        name="bot_delay_ms",
        minimum=0,
        maximum=10_000,
        default=SERVER_DEFAULT,
        named=(
            catalogue_service_pb2.Term(
                name=SERVER_DEFAULT,
                label=card_pb2.LocalizedName(
                    en="as the operator chose",
                    zh="由服务器决定",
                    ru="как решил сервер",
                ),
            ),
        ),
        meaning=(
            "Milliseconds that a bot takes to answer, whatever its cards are; "
            "`server`: as the operator chose."
        ),
        label=card_pb2.LocalizedName(
            en="Bots' thinking time",
            zh="机器人思考时间",
            ru="Время на ход у ботов",  # noqa: RUF001 - it is Russian
        ),
    ),
)


def complete(given: Iterable[rules_pb2.Setting]) -> dict[str, str]:
    """Return every table option with its value, in the catalogue's order.

    Raises UNKNOWN_TABLE_OPTION, REPEATED_TABLE_OPTION or BAD_TABLE_OPTION_VALUE.
    """
    known = {option.name: option for option in TABLE_OPTIONS}
    chosen: dict[str, str] = {}
    for setting in given:
        facts = {"option": setting.name, "value": setting.value}
        if setting.name not in known:
            raise ServiceError(Why.UNKNOWN_TABLE_OPTION, facts=facts)
        if setting.name in chosen:
            raise ServiceError(Why.REPEATED_TABLE_OPTION, facts=facts)
        if not known[setting.name].check(setting.value):
            raise ServiceError(Why.BAD_TABLE_OPTION_VALUE, facts=facts)
        chosen[setting.name] = setting.value
    return {name: chosen.get(name, option.default) for name, option in known.items()}


def bot_delay_ms(settings: Mapping[str, str], server_default: int) -> int:
    """Return how long a bot of this table takes to answer."""
    value = settings.get("bot_delay_ms", SERVER_DEFAULT)
    return server_default if value == SERVER_DEFAULT else int(value)


@lru_cache(maxsize=1)
def describe_all() -> bytes:
    """Return the bytes that add the table options to an encoded Game."""
    options = [option.describe() for option in TABLE_OPTIONS]
    return catalogue_service_pb2.Game(table_options=options).SerializeToString()
