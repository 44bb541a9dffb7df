"""Serve paizhuo.v1.RulesService: questions about the rules, of no table. No token."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo import engine, limits
from paizhuo.errors import ServiceError, Why
from paizhuo.rpc.methods import Method
from paizhuo.rpc.paging import decode_offset, encode_offset, page_size
from paizhuo.tables.creation import make_rules
from paizhuo.tables.wire import number_field, text_field
from paizhuo.v1 import rules_service_pb2

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from paizhuo.auth.callers import Caller
    from paizhuo.v1 import rules_pb2

SERVICE = rules_service_pb2.DESCRIPTOR.services_by_name["RulesService"]
_NEXT = rules_service_pb2.ListPlaysResponse.NEXT_PAGE_TOKEN_FIELD_NUMBER
_TOTAL = rules_service_pb2.ListPlaysResponse.TOTAL_SIZE_FIELD_NUMBER


class RulesService:
    """Ask the engine, and nobody else."""

    def methods(self) -> Mapping[str, Method]:
        """Return what serves each method."""
        return {
            "Classify": Method(self.classify, needs_token=False),
            "Compare": Method(self.compare, needs_token=False),
            "ListPlays": Method(self.list_plays, needs_token=False),
        }

    async def classify(self, request: rules_service_pb2.ClassifyRequest, caller: Caller) -> bytes:
        """Read sets of cards."""
        del caller
        rules = _rules_of(request.situation)
        situation = request.situation.SerializeToString()
        return rules.classify_response(situation, _checked(request.cards))

    async def compare(self, request: rules_service_pb2.CompareRequest, caller: Caller) -> bytes:
        """Say which sets may be laid on what stands."""
        del caller
        rules = _rules_of(request.situation)
        situation = request.situation.SerializeToString()
        return rules.compare_response(situation, _checked(request.cards))

    async def list_plays(
        self, request: rules_service_pb2.ListPlaysRequest, caller: Caller
    ) -> bytes:
        """List what a hand may play, page by page."""
        del caller
        rules = _rules_of(request.situation)
        if not request.situation.hand:
            raise ServiceError(Why.FIELD_MISSING, facts={"field": "situation.hand"})
        situation = request.situation.SerializeToString(deterministic=True)
        size = page_size(request.page_size, limits.PAGE_SIZE_MAX)
        offset = decode_offset(situation, request.page_token)
        answer, total = rules.plays_response(situation, offset, size)
        behind = offset + size
        token = encode_offset(situation, behind) if behind < total else ""
        parts = (answer, text_field(_NEXT, token), number_field(_TOTAL, total))
        return b"".join(parts)


def _rules_of(situation: rules_pb2.Situation) -> engine.Ruleset:
    """Set up the rules of a situation, in which a trick game needs a trump."""
    rules = make_rules(situation)
    if rules.asks_for_trump and not situation.trump:
        raise ServiceError(Why.FIELD_MISSING, facts={"field": "situation.trump"})
    return rules


def _checked(cards: Sequence[str]) -> list[str]:
    """Return the sets of cards, if there are some and not too many."""
    if not cards:
        raise ServiceError(Why.FIELD_MISSING, facts={"field": "cards"})
    if len(cards) > limits.CARD_SETS_MAX:
        problem = f"more than {limits.CARD_SETS_MAX} sets"
        raise ServiceError(Why.FIELD_INVALID, facts={"field": "cards", "problem": problem})
    return list(cards)
