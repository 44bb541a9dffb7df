"""Dealing (D2): from random words, from a key, or from hands that somebody chose."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from oracle.dou_dizhu.ranks import (
    Cards,
    drawn_each,
    from_ranks,
    packs,
    parse,
    rank_of,
)
from oracle.words import draw, key_stream, shuffle

if TYPE_CHECKING:
    from oracle.dou_dizhu.options import Options


class Request(NamedTuple):
    """What is to be dealt: the deal and its attempt, both counted from 1."""

    deal: int
    attempt: int
    dealer: int | None
    """None while the first dealer is still to be drawn (D2.1)."""
    went_out: int | None
    """Who ran out of cards in the last deal that was played out (D2.8)."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A dealt position, before the first call. Cards are ids of the canonical pack."""

    dealer: int
    first_bidder: int
    hands: tuple[Cards, ...]
    bottom: Cards
    deck: tuple[int, ...] = ()
    """All cards in the order in which they were drawn; empty if the hands were given."""
    cut: int | None = None
    faceup: int | None = None
    faceup_index: int | None = None
    """p of D2.6.5."""


def first_bidder_by_card(dealer: int, faceup_index: int, players: int) -> int:
    """Who draws the face-up card (D2.6.7)."""
    return (dealer + faceup_index) % players


def deal(request: Request, options: Options, players: int, words: Iterator[int]) -> Dealt:
    """Deal by D2.6, with the draws in the order of D2.9."""
    dealer = draw(words, players) if request.dealer is None else request.dealer
    deck = shuffle(words, range(54 * packs(players)))
    cut = 1 + draw(words, len(deck) - 1)
    deck = deck[cut:] + deck[:cut]
    drawn = players * drawn_each(players)
    faceup = faceup_index = None
    if options.first_bidder == "faceup":
        faceup = deck.pop(0)
        faceup_index = draw(words, drawn)
        deck.insert(faceup_index, faceup)
        first_bidder = first_bidder_by_card(dealer, faceup_index, players)
    elif options.first_bidder == "previous_winner" and request.went_out is not None:
        first_bidder = request.went_out
    else:
        first_bidder = draw(words, players)
    ranks_of_seats: list[list[int]] = [[] for _ in range(players)]
    for k in range(drawn):
        ranks_of_seats[(dealer + k) % players].append(rank_of(deck[k]))
    return Dealt(
        dealer=dealer,
        first_bidder=first_bidder,
        hands=tuple(from_ranks(ranks) for ranks in ranks_of_seats),
        bottom=from_ranks(rank_of(card) for card in deck[drawn:]),
        deck=tuple(deck),
        cut=cut,
        faceup=faceup,
        faceup_index=faceup_index,
    )


Dealing = Callable[[Request], Dealt]
"""Deals whatever is asked for. The same request always gets the same cards."""


def from_words(
    options: Options, players: int, words_of: Callable[[int, int], Iterator[int]]
) -> Dealing:
    """Deals with the words of `words_of(deal, attempt)`, a fresh stream at every call."""

    def dealing(request: Request) -> Dealt:
        words = words_of(request.deal, request.attempt)
        return deal(request, options, players, words)

    return dealing


def from_keys(options: Options, players: int, key_of: Callable[[int, int], bytes]) -> Dealing:
    """Deals with the key stream of `key_of(deal, attempt)`."""

    def words_of(deal_number: int, attempt: int) -> Iterator[int]:
        return key_stream(key_of(deal_number, attempt))

    return from_words(options, players, words_of)


def from_hands(
    hands: Sequence[str], bottom: str, first_bidder: int = 0, dealer: int = 0
) -> Dealing:
    """Deals the same given hands, of any size, every time; `dealer` deals first."""

    def dealing(request: Request) -> Dealt:
        return Dealt(
            dealer=dealer if request.dealer is None else request.dealer,
            first_bidder=first_bidder,
            hands=tuple(parse(hand) for hand in hands),
            bottom=parse(bottom),
        )

    return dealing
