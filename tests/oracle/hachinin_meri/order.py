"""Which card is higher, and who wins a trick (HM-1.5 to HM-1.12, HM-4.11, HM-4.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.hachinin_meri.cards import LONG, SUITS, TENKA, Card, suit

if TYPE_CHECKING:
    from collections.abc import Sequence

Play = tuple[int, Card]
"""Who played what."""


def numerals(of: str) -> list[str]:
    """Numerals from high to low: 9 is the highest in long suits, 1 in round ones (HM-1.6)."""
    upwards = [str(number) for number in range(1, 10)]
    return upwards[::-1] if of in LONG else upwards


def native_robai(trump: str) -> Card:
    """The Robai of the trump suit; with Pao trumps that is Tenka (HM-1.8)."""
    return f"{trump}robai"


def trump_order(trump: str) -> list[Card]:
    """All trumps, high to low (HM-1.7, HM-1.9)."""
    high = [f"{trump}{rank}" for rank in ("sun", "un", "sota")]
    robais = [TENKA] if trump == "P" else [TENKA, native_robai(trump)]
    low = [f"{trump}{rank}" for rank in ("rei", "kaba", *numerals(trump))]
    return [*high, *robais, *low]


def plain_order(of: str) -> list[Card]:
    """The cards of a suit that is not trump, high to low (HM-1.10)."""
    courts = ["sun", "un", "rei", "kaba", "sota"]
    if of == "P":
        ranks = [*courts, *numerals(of)]
    elif of == "I":
        ranks = [*courts, "9", "8", "7", "6", "5", "4", "3", "2", "robai", "1"]
    else:
        ranks = [*courts, "robai", *numerals(of)]
    return [f"{of}{rank}" for rank in ranks]


def is_trump(card: Card, trump: str) -> bool:
    """HM-1.7."""
    return card in trump_order(trump)


def trumps(cards: Sequence[Card], trump: str) -> list[Card]:
    """The trumps among cards."""
    return [card for card in cards if is_trump(card, trump)]


def plains(cards: Sequence[Card], trump: str) -> list[Card]:
    """What else there is among cards."""
    return [card for card in cards if not is_trump(card, trump)]


def led_suit(card: Card, trump: str) -> str | None:
    """The suit that a lead asks for; nothing for a trump."""
    return None if is_trump(card, trump) else suit(card)


def winner(plays: Sequence[Play], supplier: int, trump: str) -> int:
    """The seat that wins; without trumps the suit of the card of `supplier` counts (HM-4.11)."""
    of = {card: seat for seat, card in plays}
    for card in trump_order(trump):
        if card in of:
            return of[card]
    led = next(card for seat, card in plays if seat == supplier)
    return next(of[card] for card in plain_order(suit(led)) if card in of)


def lowest(cards: Sequence[Card], trump: str) -> Card:
    """The lowest plain card of several, or the lowest trump where all are trumps (HM-1.12)."""
    plain = plains(cards, trump)
    if not plain:
        return [card for card in trump_order(trump) if card in cards][-1]

    def height(card: Card) -> tuple[int, int]:
        order = plain_order(suit(card))
        return len(order) - 1 - order.index(card), SUITS.index(suit(card))

    return min(plain, key=height)
