"""Errors: a class for each reason, which stands below that of its status."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import grpc
import pytest

from paizhuo import engine
from paizhuo.errors import Why, engine_statuses
from paizhuo_client import CallError, Client, PaizhuoError, Play, errors, model
from paizhuo_client.failures import BY_STATUS, Failure
from paizhuo_client.refusals import status_of

if TYPE_CHECKING:
    from paizhuo_client.testing import FakeServer

STATUSES = {why.name: why.value.status for why in Why} | dict(engine_statuses())


@pytest.mark.parametrize("reason", sorted(STATUSES))
def test_every_reason_has_its_class(reason: str) -> None:
    """What the server can say, the client has a class for, below the class of its status."""
    found = errors.BY_REASON[reason]
    assert found.__name__.lower() == reason.replace("_", "").lower()
    assert issubclass(found, BY_STATUS[STATUSES[reason]])
    assert status_of(reason) is STATUSES[reason]
    assert getattr(errors, found.__name__) is found
    assert found.__name__ in errors.__all__


def test_no_class_has_gone_stale() -> None:
    """The client has no reason that the server does not know."""
    assert set(errors.BY_REASON) == set(STATUSES)
    assert len(engine.reasons()) > 20


async def test_a_refusal_comes_whole(fake_server: FakeServer, fake_client: Client) -> None:
    """Reason, rule, facts, alternative and wait are those that the server gave."""
    table = fake_server.add_table(own_seat=0)
    fake_server.refuse(
        "Act",
        "NOT_HIGHER",
        rule="D4.15",
        facts={"play": "3-3", "standing": "4-4"},
        alternative=Play("5h-5d", model.Reading("pair", "5", 1)),
    )
    with pytest.raises(errors.NotHigher) as caught:
        await fake_client.table(table.table_id).act(Play("3-3"), "d1")
    error = caught.value
    assert isinstance(error, errors.IllegalNow)
    assert isinstance(error, CallError)
    assert isinstance(error, PaizhuoError)
    assert (error.status, error.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "NOT_HIGHER")
    assert (error.rule, error.facts) == ("D4.15", {"play": "3-3", "standing": "4-4"})
    assert error.alternative == Play("5h-5d", model.Reading("pair", "5", 1))
    assert (error.retry_after_s, error.may_have_happened) == (None, False)
    assert error.failure.method == "TableService/Act"
    assert error.request_id == fake_server.calls_of("Act")[0].request_id
    assert "NOT_HIGHER" in str(error)
    assert "D4.15" in str(error)
    assert pickle.loads(pickle.dumps(error)).failure == error.failure  # noqa: S301 - our own


@pytest.mark.parametrize("text", ["It does not fit (D4.22): kickers=loose", "It does not fit"])
def test_the_rule_is_told_once(text: str) -> None:
    """The number of the rule stands in what an error says, also where the server wrote it."""
    failure = Failure(grpc.StatusCode.INVALID_ARGUMENT, text, rule="D4.22")
    assert str(CallError(failure)).count("D4.22") == 1


@pytest.mark.parametrize("status", list(BY_STATUS))
async def test_an_unknown_reason_survives(status: grpc.StatusCode, fake_server: FakeServer) -> None:
    """A reason of a later server is raised as the class of its status, and keeps its name."""
    # A wait beyond all patience: the first refusal is the last.
    fake_server.refuse("GetGame", "OF_TOMORROW", status=status, rule="X1.2", retry_after_s=1000)
    async with Client(fake_server.address) as client:
        with pytest.raises(BY_STATUS[status]) as caught:
            await client.game("dou_dizhu")
    assert type(caught.value) is BY_STATUS[status]
    assert (caught.value.reason, caught.value.rule) == ("OF_TOMORROW", "X1.2")


async def test_a_bare_status_is_raised_as_its_class(
    fake_server: FakeServer, fake_client: Client
) -> None:
    """Where no server spoke there is no reason, and statuses without a class are a CallError."""
    fake_server.fail("GetGame", grpc.StatusCode.INTERNAL)
    with pytest.raises(errors.ServerFault) as caught:
        await fake_client.game("dou_dizhu")
    assert (caught.value.reason, caught.value.facts) == ("", {})
    assert caught.value.may_have_happened
    fake_server.fail("GetGame", grpc.StatusCode.ALREADY_EXISTS)
    with pytest.raises(CallError) as other:
        await fake_client.game("dou_dizhu")
    assert type(other.value) is CallError
    with pytest.raises(errors.NotImplementedByServer, match="no answer to"):
        await fake_client.game("dou_dizhu")


def test_a_refusal_as_a_value_can_be_raised() -> None:
    """What a comparison says becomes the error that a call would have raised."""
    refusal = model.Refusal("NOT_HIGHER", "D4.15", (model.Fact("play", "3"),), Play("5"))
    error = errors.from_refusal(refusal)
    assert type(error) is errors.NotHigher
    assert (error.rule, error.facts, error.alternative) == ("D4.15", {"play": "3"}, Play("5"))
    unknown = errors.from_refusal(model.Refusal("OF_TOMORROW"))
    assert (type(unknown), unknown.reason) == (errors.IllegalNow, "OF_TOMORROW")
