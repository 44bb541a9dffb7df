"""Who receives the Oki, and what becomes of the native Robai (HM-2.6 to HM-2.14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from oracle.hachinin_meri.order import native_robai, plains

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from oracle.hachinin_meri.cards import Card, Cards
    from oracle.hachinin_meri.options import Options


class IllegalAnswerError(ValueError):
    """This seat may not declare."""


class Declared(NamedTuple):
    """How the declarations ended."""

    receiver: int
    status: str
    """`declared`, `undeclared`, `public` or `side` (HM-2.8)."""
    answers: tuple[tuple[int, bool], ...]
    """Seats in order with whether they declared, up to the declaration (HM-6.5)."""


def may_declare(hand: Sequence[Card], trump: str) -> bool:
    """Whether the holder of these cards may declare (HM-2.6)."""
    return native_robai(trump) in hand


def declare(
    hands: Sequence[Cards],
    oki: Card,
    dealer: int,
    answers: Mapping[int, bool],
    options: Options,
) -> Declared:
    """The result of the answers of all seats; nobody is asked where the Oki is the Robai."""
    robai = native_robai(oki[0])
    if oki == robai:
        return Declared(dealer, "public", ())  # HM-2.12
    told: list[tuple[int, bool]] = []
    for seat in options.round_from(options.next_seat(dealer)):
        told.append((seat, answers[seat]))
        if answers[seat]:
            if not may_declare(hands[seat], oki[0]):
                raise IllegalAnswerError(seat)
            return Declared(seat, "declared", tuple(told))
    held = any(robai in hand for hand in hands)
    return Declared(dealer, "undeclared" if held else "side", tuple(told))


def discards(hand: Sequence[Card], trump: str) -> list[Card]:
    """What the receiver may discard of ten cards (HM-2.10, HM-2.13)."""
    return plains(hand, trump) or list(hand)
