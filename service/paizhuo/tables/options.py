"""Describe the options of a table: they are no part of the rules.

The list below is the one place: the catalogue shows it, CreateTable checks against
it, and what it names is read from the table's settings.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from paizhuo import limits
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

    @property
    def allowed(self) -> str:
        """Say what it takes, as a refusal does."""
        return ", ".join((f"{self.minimum} to {self.maximum}", *self.names))

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


@dataclass(frozen=True, slots=True)
class ChoiceOption:
    """Describe a table option that takes one of a few names."""

    name: str
    default: str
    meaning: str
    label: card_pb2.LocalizedName
    named: tuple[catalogue_service_pb2.Term, ...]

    @property
    def values(self) -> tuple[str, ...]:
        """Give the names that it takes."""
        return tuple(term.name for term in self.named)

    def check(self, value: str) -> bool:
        """Say whether the option takes that value."""
        return value in self.values

    @property
    def allowed(self) -> str:
        """Say what it takes, as a refusal does."""
        return ", ".join(self.values)

    def describe(self) -> catalogue_service_pb2.Option:
        """Describe it as the catalogue does the options of a game."""
        return catalogue_service_pb2.Option(
            name=self.name,
            type=catalogue_service_pb2.OPTION_TYPE_NAME,
            values=self.values,
            default_value=self.default,
            meaning=self.meaning,
            label=self.label,
            value_labels=self.named,
        )


def _name(en: str, zh: str, ru: str) -> card_pb2.LocalizedName:
    """Name something for people."""
    return card_pb2.LocalizedName(en=en, zh=zh, ru=ru)


def _term(name: str, en: str, zh: str, ru: str) -> catalogue_service_pb2.Term:
    """Name a value, for programs and for people."""
    return catalogue_service_pb2.Term(name=name, label=_name(en, zh, ru))


SERVER_DEFAULT: Final = "server"
PAUSE_BY_OWNER: Final = "owner"
PAUSE_BY_ALL: Final = "all_persons"
PAUSE_BY_NOBODY: Final = "nobody"
SPECTATORS_EVERYBODY: Final = "everybody"
SPECTATORS_NOBODY: Final = "nobody"

TABLE_OPTIONS: Final = (
    NumberOption(
        name="bot_delay_ms",
        minimum=0,
        maximum=10_000,
        default=SERVER_DEFAULT,
        named=(_term(SERVER_DEFAULT, "as the operator chose", "由服务器决定", "как решил сервер"),),
        meaning=(
            "Milliseconds that a bot takes to answer, whatever its cards are, but at least "
            f"{limits.BOT_DELAY_MS_MIN}; `server`: as the operator chose."
        ),
        label=_name(
            "Bots' thinking time",
            "机器人思考时间",
            "Время на ход у ботов",  # noqa: RUF001 - it is Russian
        ),
    ),
    NumberOption(
        name="decision_ms",
        minimum=0,
        maximum=3_600_000,
        default="0",
        meaning=(
            "Milliseconds that a person has for each decision, and to be ready for the next "
            "deal of a match; 0: no limit."
        ),
        label=_name("Time for a decision", "每次决定时间", "Время на решение"),
    ),
    NumberOption(
        name="bank_ms",
        minimum=0,
        maximum=3_600_000,
        default="0",
        meaning=(
            "Milliseconds that a seat may use beyond `decision_ms`, in all decisions of a match "
            "together; they need a `decision_ms`."
        ),
        label=_name("Time bank", "备用时间", "Запас времени"),
    ),
    NumberOption(
        name="draw_ms",
        minimum=0,
        maximum=5_000,
        default="150",
        meaning=(
            "In games that draw cards one by one: milliseconds between two cards while a person "
            "may bid in between; 0: none. Where nobody may, cards are drawn at once."
        ),
        label=_name("Pace of drawing", "摸牌间隔", "Темп набора карт"),
    ),
    NumberOption(
        name="delegate_after_misses",
        minimum=0,
        maximum=100,
        default="2",
        meaning=(
            "Decisions in a row that a person lets run out before a bot plays for the seat; "
            "0: never."
        ),
        label=_name(
            "Missed decisions before a bot steps in", "几次超时后托管", "Пропусков до замены ботом"
        ),
    ),
    NumberOption(
        name="abandon_after_ms",
        minimum=0,
        maximum=86_400_000,
        default="0",
        meaning=(
            "Milliseconds for which all persons at the table are away, neither watching nor "
            "calling anything that changes it, after which it is closed unless it is paused, but "
            f"at least {limits.ABANDON_MS_MIN}; 0: never."
        ),
        label=_name("Close when everybody is away", "无人操作后关闭", "Закрыть, если все ушли"),
    ),
    ChoiceOption(
        name="pause_by",
        named=(
            _term(PAUSE_BY_OWNER, "The owner", "桌主", "Владелец стола"),
            _term(
                PAUSE_BY_ALL,
                "All persons together",
                "全体玩家",
                "Все люди вместе",  # noqa: RUF001 - it is Russian
            ),
            _term(PAUSE_BY_NOBODY, "Nobody", "无人", "Никто"),
        ),
        default=PAUSE_BY_OWNER,
        meaning=(
            "Who may stop the clocks: the owner of the table, all persons together (whom no bot "
            "plays for), or nobody."
        ),
        label=_name("Who may pause", "谁可以暂停", "Кто может прервать игру"),
    ),
    ChoiceOption(
        name="spectators",
        named=(
            _term(
                SPECTATORS_EVERYBODY,
                "Everybody who finds the table",
                "所有能找到牌桌的人",
                "Все, кто нашёл стол",  # noqa: RUF001 - it is Russian
            ),
            _term(SPECTATORS_NOBODY, "Nobody", "无人", "Никто"),
        ),
        default=SPECTATORS_EVERYBODY,
        meaning=(
            "Who may watch a match without a seat, the owner too. They see what is public and no "
            "hidden card; deals that were played out, and ended matches, are whole in the record."
        ),
        label=_name("Who may watch", "谁可以观战", "Кто может смотреть"),
    ),
    NumberOption(
        name="spectator_delay_revisions",
        minimum=0,
        maximum=limits.SPECTATOR_DELAY_MAX,
        default="0",
        meaning=(
            "Revisions in which a match goes on (deals and actions; no pauses, wishes and the "
            "like) that whoever has no seat lives behind, in everything; when the match has "
            "ended, or the table is closed, there is no delay any more."
        ),
        label=_name(
            "Delay of spectators, in plays", "观战延迟(步数)", "Задержка для зрителей, в ходах"
        ),
    ),
)


def complete(given: Iterable[rules_pb2.Setting]) -> dict[str, str]:
    """Return every table option with its value, in the catalogue's order.

    Raises UNKNOWN_TABLE_OPTION, REPEATED_TABLE_OPTION or BAD_TABLE_OPTION_VALUE, the first
    and the last with what could have been given instead.
    """
    known = {option.name: option for option in TABLE_OPTIONS}
    chosen: dict[str, str] = {}
    for setting in given:
        facts = {"option": setting.name, "value": setting.value}
        if setting.name not in known:
            facts = {**facts, "known": ", ".join(known)}
            raise ServiceError(Why.UNKNOWN_TABLE_OPTION, facts=facts)
        if setting.name in chosen:
            raise ServiceError(Why.REPEATED_TABLE_OPTION, facts=facts)
        if not known[setting.name].check(setting.value):
            facts = {**facts, "allowed": known[setting.name].allowed}
            raise ServiceError(Why.BAD_TABLE_OPTION_VALUE, facts=facts)
        chosen[setting.name] = setting.value
    return {name: chosen.get(name, option.default) for name, option in known.items()}


@dataclass(frozen=True, slots=True)
class Timing:
    """Hold the table options that say when a table does something by itself."""

    bot_delay_ms: int = 0
    decision_ms: int = 0
    bank_ms: int = 0
    draw_ms: int = 0
    delegate_after_misses: int = 0
    abandon_after_ms: int = 0


def timing(settings: Mapping[str, str], server_delay_ms: int) -> Timing:
    """Read the times of a table; one that was created before an option was has none."""
    delay = settings.get("bot_delay_ms", SERVER_DEFAULT)
    delay_ms = server_delay_ms if delay == SERVER_DEFAULT else int(delay)
    abandon_after_ms = int(settings.get("abandon_after_ms", "0"))
    return Timing(
        bot_delay_ms=max(delay_ms, limits.BOT_DELAY_MS_MIN),
        decision_ms=int(settings.get("decision_ms", "0")),
        bank_ms=int(settings.get("bank_ms", "0")),
        draw_ms=int(settings.get("draw_ms", "0")),
        delegate_after_misses=int(settings.get("delegate_after_misses", "0")),
        abandon_after_ms=abandon_after_ms and max(abandon_after_ms, limits.ABANDON_MS_MIN),
    )


@dataclass(frozen=True, slots=True)
class Spectating:
    """Hold the table options that say what somebody without a seat may know of a match."""

    is_allowed: bool = True
    delay: int = 0

    @property
    def is_free(self) -> bool:
        """Say whether everybody may know everything that is public, at once."""
        return self.is_allowed and not self.delay


def spectating(settings: Mapping[str, str]) -> Spectating:
    """Read who may watch; at a table that was created before the options were, everybody."""
    return Spectating(
        is_allowed=settings.get("spectators", SPECTATORS_EVERYBODY) != SPECTATORS_NOBODY,
        delay=int(settings.get("spectator_delay_revisions", "0")),
    )


def pause_by(settings: Mapping[str, str]) -> str:
    """Return who may pause a table."""
    return settings.get("pause_by", PAUSE_BY_OWNER)


@lru_cache(maxsize=1)
def describe_all() -> bytes:
    """Return the bytes that add the table options to an encoded Game."""
    options = [option.describe() for option in TABLE_OPTIONS]
    return catalogue_service_pb2.Game(table_options=options).SerializeToString()
