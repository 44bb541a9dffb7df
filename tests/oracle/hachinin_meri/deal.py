"""Dealing (HM-2.1 to HM-2.5): from random words, from a key, or from a pack in a given order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from oracle.hachinin_meri.cards import PACK, SEATS, Card, Cards, ordered
from oracle.words import draw, key_stream, shuffle

if TYPE_CHECKING:
    from oracle.hachinin_meri.options import Options


class Request(NamedTuple):
    """What is to be dealt: the number of the deal, from 1."""

    deal: int
    dealer: int | None
    """None while the first dealer is still to be drawn (HM-2.2)."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards before the declarations."""

    dealer: int
    hands: tuple[Cards, ...]
    oki: Card
    side: Cards
    """What stays face down until the opening lead (HM-2.5)."""


def hand_out(deck: Sequence[Card], dealer: int, options: Options) -> Dealt:
    """Three rounds of packets of three, from the dealer's left on (HM-2.3)."""
    hands: dict[int, list[Card]] = {seat: [] for seat in range(SEATS)}
    rest = list(deck)
    for _ in range(3):
        for seat in options.round_from(options.next_seat(dealer)):
            hands[seat] += rest[:3]
            rest = rest[3:]
    oki, *side = rest
    return Dealt(dealer, tuple(ordered(hands[seat]) for seat in range(SEATS)), oki, ordered(side))


def deal(request: Request, options: Options, words: Iterator[int]) -> Dealt:
    """Deal with the draws in the order of HM-2.3: the first dealer by lot, then the shuffle."""
    dealer = request.dealer
    if dealer is None:
        fixed = options.first_dealer
        dealer = fixed if isinstance(fixed, int) else draw(words, SEATS)
    return hand_out(shuffle(words, PACK), dealer, options)


Dealing = Callable[[Request], Dealt]
"""Deals whatever is asked for. The same request always gets the same cards."""


def from_keys(options: Options, key_of: Callable[[int, int], bytes]) -> Dealing:
    """Deals with the key stream of `key_of(deal, 1)`: there are no redeals."""

    def dealing(request: Request) -> Dealt:
        return deal(request, options, key_stream(key_of(request.deal, 1)))

    return dealing


def from_deck(options: Options, deck: Sequence[Card], dealer: int = 0) -> Dealing:
    """Deals the same pack in the same order every time."""

    def dealing(request: Request) -> Dealt:
        return hand_out(deck, dealer if request.dealer is None else request.dealer, options)

    return dealing
