"""Read a request to create a table, and write down everything that it leaves open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo import engine, limits
from paizhuo.errors import ServiceError, Why, from_engine
from paizhuo.ids import is_principal
from paizhuo.storage.v1 import entry_pb2
from paizhuo.tables import options
from paizhuo.tables.entries import FORMAT
from paizhuo.visible import is_plain

if TYPE_CHECKING:
    from paizhuo.v1 import rules_pb2, table_service_pb2


def write_creation(
    request: table_service_pb2.CreateTableRequest, principal: str
) -> entry_pb2.Entry:
    """Check a request to create a table, and write down everything it leaves open.

    Raises what the engine says of game, seats, preset and options.
    """
    if len(request.title) > limits.NAME_CHARACTERS_MAX:
        problem = f"more than {limits.NAME_CHARACTERS_MAX} characters"
        facts = {"field": "title", "problem": problem}
        raise ServiceError(Why.FIELD_INVALID, facts=facts)
    if not is_plain(request.title):
        facts = {"field": "title", "problem": "characters that do not show"}
        raise ServiceError(Why.FIELD_INVALID, facts=facts)
    rules = make_rules(request)
    kept = _seats_kept(request)
    table_options = options.complete(request.table_options)
    created = entry_pb2.TableCreated(
        game=rules.game,
        seats=rules.seats,
        preset=rules.preset,
        options=[
            entry_pb2.Setting(name=name, value=value) for name, value in rules.options.items()
        ],
        table_options=[
            entry_pb2.Setting(name=name, value=value) for name, value in table_options.items()
        ],
        owner=principal,
        title=request.title,
        listed=not request.unlisted and not request.private,
        seats_kept=kept,
        private=request.private,
    )
    return entry_pb2.Entry(
        revision=1, format=FORMAT, rules_revision=rules.revision, table_created=created
    )


def make_rules(
    request: table_service_pb2.CreateTableRequest | rules_pb2.Situation,
) -> engine.Ruleset:
    """Set up the rules that a request names."""
    given: dict[str, str] = {}
    if len(request.options) > limits.SETTINGS_MAX:
        facts = {"field": "options", "problem": f"more than {limits.SETTINGS_MAX}"}
        raise ServiceError(Why.FIELD_INVALID, facts=facts)
    for setting in request.options:
        if setting.name in given:
            raise ServiceError(Why.REPEATED_OPTION, facts={"option": setting.name})
        given[setting.name] = setting.value
    if not request.game:
        raise ServiceError(Why.FIELD_MISSING, facts={"field": "game"})
    if not request.seats:
        raise ServiceError(Why.FIELD_MISSING, facts={"field": "seats"})
    try:
        return engine.Ruleset(request.game, request.seats, request.preset or "seed", given)
    except (engine.SetupError, engine.NotationError) as error:
        raise from_engine(error) from error


def _seats_kept(request: table_service_pb2.CreateTableRequest) -> list[entry_pb2.SeatKept]:
    """Check the seats that are kept for principals; whether those exist is not asked."""
    seats: dict[int, str] = {}
    for kept in request.seats_for:
        if kept.seat >= request.seats:
            facts = {"seat": kept.seat, "seats": request.seats}
            raise ServiceError(Why.NO_SUCH_SEAT, facts=facts)
        if not is_principal(kept.principal):
            raise _refuse_kept("no principal")
        if kept.seat in seats:
            raise _refuse_kept("a seat twice")
        if kept.principal in seats.values():
            raise _refuse_kept("a principal twice")
        seats[kept.seat] = kept.principal
    return [
        entry_pb2.SeatKept(seat=seat, principal=principal)
        for seat, principal in sorted(seats.items())
    ]


def _refuse_kept(problem: str) -> ServiceError:
    """Refuse the seats that are to be kept."""
    return ServiceError(Why.FIELD_INVALID, facts={"field": "seats_for", "problem": problem})
