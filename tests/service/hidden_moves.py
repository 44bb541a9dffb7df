"""Do something else of which others are told the same.

Whether others see what was done is read off the rules here, and not off what the engine tells:
what it told too much would be missed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from paizhuo.v1 import action_pb2, view_pb2

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

    from paizhuo import engine

TENKA: Final = "Probai"
"""The card that is a trump in every deal (HM-1.8)."""

_FACE_DOWN: Final = frozenset(("bury", "discard"))
_UNDER_SEAL: Final = frozenset(("pass", "declare"))


def instead(
    true: engine.Table,
    world: engine.Table,
    seat: int,
    made: action_pb2.Action,
    rng: random.Random,
) -> action_pb2.Action | None:
    """Return what a seat does on other cards instead; None if these leave it nothing to do.

    What is done for all to see is done there, too.
    """
    is_alike = _alike(true, seat, made)
    if is_alike is None:
        return made
    listed = [action for action in _legal(world, seat, rng) if is_alike(action)]
    others = [action for action in listed if action != made]
    return rng.choice(others or listed) if listed else None


def _alike(
    true: engine.Table, seat: int, made: action_pb2.Action
) -> Callable[[action_pb2.Action], bool] | None:
    """Return what looks the same to others as what was done; None if nothing else does.

    Those are what is buried (ZP-2.15) or put away (HM-2.10), any answer under seal (HM-6.5), and a
    trump that lies face down (HM-4.10).
    """
    verb = made.WhichOneof("verb")
    if verb in _FACE_DOWN:
        return lambda other: other.WhichOneof("verb") == verb
    own = next(decision for decision in true.decisions if decision.seat == seat)
    if own.sealed and verb in _UNDER_SEAL:
        return lambda other: other.WhichOneof("verb") in _UNDER_SEAL
    if verb == "play" and true.rules.game == "hachinin_meri":
        is_trump = _trumps(view_pb2.View.FromString(true.view(None)))
        if is_trump is not None and is_trump(made):
            return is_trump
    return None


def _trumps(shown: view_pb2.View) -> Callable[[action_pb2.Action], bool] | None:
    """Return which plays are trumps face down; None if nothing lies face down (HM-4.10)."""

    def is_trump(card: str) -> bool:
        return card == TENKA or card.startswith(shown.trump.suit)

    plays = shown.trick.plays
    if not plays or is_trump(plays[0].combination.cards):
        return None
    return lambda action: action.HasField("play") and is_trump(action.play.cards)


def _legal(world: engine.Table, seat: int, rng: random.Random) -> Iterator[action_pb2.Action]:
    """Give what a seat may do; of what is too much to be listed, something."""
    for part in action_pb2.LegalActions.FromString(world.legal(seat).message).verbs:
        yield from part.list.actions
        if part.WhichOneof("form") == "shape":
            cards = rng.sample(part.shape.cards.split("-"), part.shape.count_min)
            yield action_pb2.Action(bury=action_pb2.Bury(cards="-".join(cards)))
