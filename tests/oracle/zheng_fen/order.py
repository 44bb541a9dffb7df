"""What beats what (Z4.11, Z4.12), and which reading of a set applies (Z4.20, Z4.21, Z4.24)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from oracle.zheng_fen.cards import BLACK, Cards, suit
from oracle.zheng_fen.meanings import Fixed, Reading, priority, readings

if TYPE_CHECKING:
    from oracle.zheng_fen.options import Options

SEQUENCES = ("pair_sequence", "triplet_sequence", "quartet_sequence", "suit_sequence")
SUIT_ORDER = "dchs"
"""Low to high, of suited specials (Z4.26)."""


class Laid(NamedTuple):
    """What lies on the table.

    The cards, what they count as, and of a poker combination all labels that it has and the one
    that was named or is the canonical one (Z4.20).
    """

    cards: Cards
    reading: Reading
    labels: tuple[str, ...] = ()
    label: str = ""


class Wanted(NamedTuple):
    """The `as` of a play (Z4.21): what is left out may be anything."""

    kind: str | None = None
    key: str | None = None
    n: int | None = None
    label: str | None = None
    represent: Fixed = ()

    def fits(self, reading: Reading, labels: list[str]) -> bool:
        """Whether the player may have meant this reading."""
        return (
            self.kind in {None, reading.kind}
            and self.key in {None, reading.key}
            and self.n in {None, reading.n}
            and (self.label is None or self.label in labels)
        )


ANY = Wanted()


def suit_of_special(cards: Cards) -> int:
    """The suit of a suited special, that of its natural cards (Z4.26), as a number."""
    return SUIT_ORDER.index(next(suit(card) for card in cards if card < BLACK))


def beats(a: Laid, b: Laid, options: Options) -> bool:
    """Whether `a` may be played on `b` (Z4.11), labels aside."""
    special, other = a.reading.kind == "special", b.reading.kind == "special"
    if special and other:
        return _special_beats(a, b, options)
    if special or other:
        return special
    if a.reading.kind != b.reading.kind:
        return False
    if a.reading.kind in SEQUENCES:
        return _sequence_beats(a.reading, b.reading, options)
    return a.reading.height > b.reading.height


def _special_beats(a: Laid, b: Laid, options: Options) -> bool:
    """Z4.11.2, Z4.26."""
    if options.special_order == "equal":
        return False
    if a.reading.key != b.reading.key:
        return a.reading.height > b.reading.height
    if a.reading.key == "suited" and options.suited_special_suit_rank == "s_h_c_d":
        return suit_of_special(a.cards) > suit_of_special(b.cards)
    return False


def _sequence_beats(a: Reading, b: Reading, options: Options) -> bool:
    """Z4.12, Z4.25."""
    if options.sequence_compare == "same_length":
        return a.n == b.n and a.height > b.height
    if options.sequence_compare == "top_card":
        return a.height > b.height
    return a.n > b.n or (a.n == b.n and a.height > b.height)


def may_be_laid(a: Laid, b: Laid, options: Options) -> bool:
    """Whether `a` may be played on `b`, the led label included (Z4.20)."""
    if options.poker_match == "label" and a.reading.kind == b.reading.kind == "poker":
        return b.label in a.labels and beats(a, b, options)
    return beats(a, b, options)


def usable(
    cards: Cards, options: Options, standing: Laid | None = None, wanted: Wanted = ANY
) -> list[Laid]:
    """Every reading in which a set may be played, as it would lie there; none: it may not be.

    The one that applies comes first (Z4.21, Z4.24): leading, the canonical one; following, the
    strongest of the led kind, else the strongest special.
    """
    every = readings(cards, options, wanted.represent)
    found = []
    for reading in sorted(every, key=priority):
        labels = every[reading]
        if not wanted.fits(reading, labels):
            continue
        label = wanted.label or (labels[0] if labels else "")
        laid = Laid(cards, reading, tuple(labels), label)
        if standing is not None:
            if not may_be_laid(laid, standing, options):
                continue
            if options.poker_match == "label" and reading.kind == "poker":
                if wanted.label not in {None, standing.label}:
                    continue
                laid = laid._replace(label=standing.label)
        found.append(laid)
    if standing is None:
        return found
    return sorted(
        found, key=lambda laid: (laid.reading.kind != standing.reading.kind, -laid.reading.height)
    )


def applied(
    cards: Cards, options: Options, standing: Laid | None = None, wanted: Wanted = ANY
) -> Laid | None:
    """How a set is laid, None if it may not be played."""
    found = usable(cards, options, standing, wanted)
    return found[0] if found else None
