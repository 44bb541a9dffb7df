"""Dealing (ZP-2.3 to ZP-2.5, ZP-7.3): from a key, or in an order that somebody chose."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from oracle.words import draw, key_stream, shuffle
from oracle.zhao_pengyou.cards import ordered
from oracle.zhao_pengyou.equipment import draw_order, equipment

if TYPE_CHECKING:
    from oracle.zhao_pengyou.cards import Cards
    from oracle.zhao_pengyou.options import Options


class Request(NamedTuple):
    """What is to be dealt: the numbers of the deal and of the attempt, from 1."""

    deal: int
    attempt: int
    starter: int | None
    """None where a lot is to be drawn."""


class Dealt(NamedTuple):
    """Who draws first, and the shuffled order."""

    starter: int
    order: tuple[str, ...]


def deal(request: Request, options: Options, players: int, words: Iterator[int]) -> Dealt:
    """The lot, where one is drawn, then the shuffle (ZP-2.4)."""
    starter = draw(words, players) if request.starter is None else request.starter
    pack = equipment(players, options).pack
    return Dealt(starter, tuple(pack[place] for place in shuffle(words, range(len(pack)))))


Dealing = Callable[[Request], Dealt]
"""Deals whatever is asked for. The same request always gets the same cards."""


def from_keys(options: Options, players: int, key_of: Callable[[int, int], bytes]) -> Dealing:
    """Deals with the key stream of `key_of(deal, attempt)`."""

    def dealing(request: Request) -> Dealt:
        return deal(request, options, players, key_stream(key_of(request.deal, request.attempt)))

    return dealing


def drawer(k: int, dealt: Dealt, players: int, options: Options) -> int:
    """Who gets card k of the order (ZP-2.5, ZP-7.2)."""
    return draw_order(players, dealt.starter, options)[k % players]


def hands(dealt: Dealt, drawn: int, players: int, options: Options) -> list[Cards]:
    """What every seat has after so many draws."""
    found: list[list[str]] = [[] for _ in range(players)]
    for k, card in enumerate(dealt.order[:drawn]):
        found[drawer(k, dealt, players, options)].append(card)
    return [ordered(cards) for cards in found]


def in_order(order: Sequence[str], starter: int = 0) -> Dealing:
    """Deals the same given order every time."""

    def dealing(request: Request) -> Dealt:
        return Dealt(starter if request.starter is None else request.starter, tuple(order))

    return dealing
