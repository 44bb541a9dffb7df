"""Errors: one table, each with its status, and all details on the wire."""

from __future__ import annotations

from pathlib import Path

import grpc
import pytest
from google.rpc import error_details_pb2

from paizhuo import engine
from paizhuo.errors import (
    ServiceError,
    Why,
    engine_statuses,
    from_engine,
    from_store,
    render_errors_markdown,
    to_status,
)
from paizhuo.stores.base import (
    BadPageToken,
    EntryRefused,
    OutcomeUnknown,
    StoreError,
    StoreUnavailable,
    Trouble,
)
from paizhuo.v1 import reason_pb2

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("why", Why)
def test_every_reason_goes_over_the_wire(why: Why) -> None:
    """A reason's status carries its code twice, its facts, and its delay where it has one."""
    status = to_status(ServiceError(why, facts={"revision": 7}))
    info, refusal = error_details_pb2.ErrorInfo(), reason_pb2.Refusal()
    assert status.details[0].Unpack(info)
    assert status.details[1].Unpack(refusal)
    assert (info.reason, info.domain, dict(info.metadata)) == (
        why.name,
        "paizhuo",
        {"revision": "7"},
    )
    assert refusal.reason == why.name
    assert [(fact.name, fact.value) for fact in refusal.facts] == [("revision", "7")]
    assert status.code == why.value.status.value[0]
    assert len(status.details) == (2 if why.value.retry_ms is None else 3)


@pytest.mark.parametrize("why", Why)
def test_what_may_help_later_says_when(why: Why) -> None:
    """Everything UNAVAILABLE says when to try again, and nothing that can never help does."""
    if why.value.status is grpc.StatusCode.UNAVAILABLE:
        assert why.value.retry_ms
    if why.value.status is grpc.StatusCode.INVALID_ARGUMENT:
        assert why.value.retry_ms is None


def test_every_reason_of_the_engine_has_a_status() -> None:
    """No reason of the engine is left without a status, and shared codes have the same one."""
    statuses = engine_statuses()
    assert set(statuses) == {code for code, _, _ in engine.reasons()}
    shared = {why.name: why.value.status for why in Why if why.name in statuses}
    assert shared == {code: statuses[code] for code in shared}


def test_a_refusal_of_the_rules_keeps_everything() -> None:
    """Reason, rule, facts and the encoded refusal of the engine reach the status."""
    with pytest.raises(engine.SetupError) as error:
        engine.Ruleset("dou_dizhu", 3, options={"kickers": "wild"})
    refused = from_engine(error.value)
    assert (refused.code, refused.status) == (
        "BAD_OPTION_VALUE",
        grpc.StatusCode.INVALID_ARGUMENT,
    )
    assert refused.facts == error.value.facts
    refusal = reason_pb2.Refusal.FromString(refused.refusal)
    assert (refusal.reason, refusal.rule) == (refused.code, refused.rule)


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (BadPageToken(), Why.BAD_PAGE_TOKEN),
        (OutcomeUnknown(), Why.OUTCOME_UNKNOWN),
        (EntryRefused(), Why.STORE_UNAVAILABLE),
        (StoreUnavailable(Trouble.BUSY, "busy"), Why.STORE_UNAVAILABLE),
    ],
)
def test_every_error_of_a_store_has_a_reason(error: StoreError, why: Why) -> None:
    """What a store raises becomes a refusal that says whether something was written."""
    assert from_store(error).code == why.name


def test_the_document_is_current() -> None:
    """The document says what the tables say (`make gen` writes it)."""
    assert (ROOT / "docs" / "errors.md").read_text() == render_errors_markdown()
