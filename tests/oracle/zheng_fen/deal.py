"""Dealing (Z2): from random words, from a key, or from hands that somebody chose."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from oracle.words import draw, key_stream, shuffle
from oracle.zheng_fen.cards import PACK, Cards, parse

if TYPE_CHECKING:
    from oracle.zheng_fen.options import Options


class Request(NamedTuple):
    """What is to be dealt: the number of the deal, from 1."""

    deal: int
    shuffler: int | None
    """None while the first shuffler is still to be drawn (Z2.1)."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """The hands before the first lead."""

    shuffler: int
    hands: tuple[Cards, ...]


def first_drawer(shuffler: int, players: int, options: Options) -> int:
    """Who takes the first card (Z2.4)."""
    return (shuffler + 1) % players if options.draw_start == "cutter" else shuffler


def hand_out(deck: Sequence[int], start: int, players: int) -> tuple[Cards, ...]:
    """Card k goes to seat start + k (Z2.7)."""
    return tuple(
        tuple(sorted(card for k, card in enumerate(deck) if (start + k) % players == seat))
        for seat in range(players)
    )


def deal(request: Request, options: Options, players: int, words: Iterator[int]) -> Dealt:
    """Deal by Z2.7, with the draws in the order of Z2.8."""
    shuffler = draw(words, players) if request.shuffler is None else request.shuffler
    deck = shuffle(words, PACK)
    cut = 1 + draw(words, len(deck) - 1)
    deck = deck[cut:] + deck[:cut]
    return Dealt(shuffler, hand_out(deck, first_drawer(shuffler, players, options), players))


Dealing = Callable[[Request], Dealt]
"""Deals whatever is asked for. The same request always gets the same cards."""


def from_keys(options: Options, players: int, key_of: Callable[[int, int], bytes]) -> Dealing:
    """Deals with the key stream of `key_of(deal, 1)`: there are no redeals."""

    def dealing(request: Request) -> Dealt:
        return deal(request, options, players, key_stream(key_of(request.deal, 1)))

    return dealing


def from_hands(hands: Sequence[str], shuffler: int = 0) -> Dealing:
    """Deals the same given hands, of any size, every time."""

    def dealing(request: Request) -> Dealt:
        who = shuffler if request.shuffler is None else request.shuffler
        return Dealt(who, tuple(parse(hand) for hand in hands))

    return dealing
