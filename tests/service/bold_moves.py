"""Do in Zhao Pengyou what a sensible bot does not, and what others are told little of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo.v1 import action_pb2, view_pb2
from service.staged import Move

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from paizhuo import engine


def bold_move(table: engine.Table, asked: Iterable[int]) -> Move | None:
    """Return what somebody who is asked does boldly; None where there is nothing of the kind.

    While cards are drawn everybody bids as soon as the rules let him. A maker calls what he holds
    and what he has buried. Leads of the second and third trick are groups that hardly stand.
    """
    if table.rules.game != "zhao_pengyou":
        return None
    for seat in asked:
        shown = view_pb2.View.FromString(table.view(seat))
        made = None
        if shown.phase == "draw":
            made = _first_bid(table, seat)
        elif shown.phase == "call":
            made = _calls(table, shown, seat)
        elif shown.phase == "play" and shown.tricks in {1, 2} and not shown.trick.plays:
            made = _group(shown, seat)
        if made is not None:
            return Move(seat, made)
    return None


def _first_bid(table: engine.Table, seat: int) -> action_pb2.Action | None:
    """Return a bid of the least cards, if a seat can bid."""
    parts = action_pb2.LegalActions.FromString(table.legal(seat).message).verbs
    bids = [made for part in parts for made in part.list.actions if made.HasField("bid_cards")]
    return min(bids, key=lambda made: len(made.bid_cards.cards), default=None)


def _calls(table: engine.Table, shown: view_pb2.View, seat: int) -> action_pb2.Action:
    """Call first copies of buried cards and cards of the own hand by turns (ZP-3.3)."""
    (part,) = action_pb2.LegalActions.FromString(table.legal(seat).message).verbs
    buried = next(zone.cards for zone in shown.zones if zone.name == "buried")
    made = action_pb2.Action()
    named = set[str]()
    for place in range(part.calls.count):
        cards = shown.seats[seat].hand if place % 2 else buried
        called = next(card for card in _plain(shown, cards) if card not in named)
        named.add(called)
        made.call_friends.calls.add(card=called, copy=1)
    return made


def _group(shown: view_pb2.View, seat: int) -> action_pb2.Action | None:
    """Return the lead of a plain suit's two lowest cards of which there is one (ZP-4.7)."""
    plain = _plain(shown, shown.seats[seat].hand)
    for suit in "shdc":
        singles = [card for card in plain if card[1] == suit and plain.count(card) == 1]
        if len(singles) >= 2:
            return action_pb2.Action(play=action_pb2.Play(cards="-".join(singles[-2:])))
    return None


def _plain(shown: view_pb2.View, cards: str) -> Sequence[str]:
    """Return the cards that are no trumps, as they stand in a view."""
    trump = {shown.trump.suit, shown.trump.rank}
    return [card for card in cards.split("-") if len(card) == 2 and not trump & {*card}]
