"""What a set of cards is (Z4): every kind, tried one by one; every card a joker may stand for."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from oracle.zheng_fen.cards import BLACK, JOKERS, KEYS, NATURAL, Cards, rank, suit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.zheng_fen.options import Options

LABELS = ("pair", "adjacent", "points", "any")
"""In the order of Z4.19."""

PRIORITY = (
    "special",
    "quartet_sequence",
    "triplet_sequence",
    "pair_sequence",
    "suit_sequence",
    "poker",
    "quartet",
    "triplet",
    "pair",
    "single",
)
"""In the order of Z4.24; a single card is nothing else."""

FORMS = ("mixed", "suited", "twos")
"""Low to high (Z4.11)."""

TWO = KEYS.index("2")
LARGEST_HAND = 18
SAME_RANK = {2: "pair", 3: "triplet", 4: "quartet"}

Fixed = tuple[tuple[int, int], ...]
"""What jokers are said to stand for: (joker, card)."""


class Reading(NamedTuple):
    """One way to read a set; `key` is a rank, of specials the form (Z4.21)."""

    kind: str
    key: str
    n: int

    @property
    def height(self) -> int:
        """The key or the form as a number."""
        return FORMS.index(self.key) if self.kind == "special" else KEYS.index(self.key)

    def __str__(self) -> str:
        """`kind:key:n`, as in the test vectors."""
        return f"{self.kind}:{self.key}:{self.n}"


class Meaning(NamedTuple):
    """A reading with one of its labels, and on how many suits it rests where that matters."""

    reading: Reading
    label: str = ""
    suits: int = 0


def _consecutive(ranks: list[int]) -> bool:
    """Z1.4: neighbours in the order from 3 to 2; jokers have no neighbours."""
    return max(ranks) <= TWO and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def _groups(ranks: list[int], width: int, shortest: int) -> int:
    """The number of groups of `width` equal cards that follow each other, 0 if it is otherwise."""
    of_each = Counter(ranks)
    every = sorted(of_each)
    whole = all(count == width for count in of_each.values())
    return len(every) if whole and len(every) >= shortest and _consecutive(every) else 0


def _poker_labels(two: Cards) -> Iterator[str]:
    """The labels of a triplet with these two cards (Z4.8a to Z4.8d)."""
    low, high = sorted(rank(card) for card in two)
    if high <= TWO:
        if low == high:
            yield "pair"
        if suit(two[0]) == suit(two[1]) and high == low + 1:
            yield "adjacent"
        if {KEYS[low], KEYS[high]} <= {"5", "T", "K"}:
            yield "points"
    yield "any"


def _poker(cards: Cards) -> Iterator[Meaning]:
    """Z4.8: a triplet and two further cards; any three of four may be the triplet (Z4.0c)."""
    for key in {rank(card) for card in cards}:
        of_rank = [card for card in cards if rank(card) == key]
        for left_out in [None] if len(of_rank) == 3 else of_rank if len(of_rank) == 4 else []:
            two = tuple(card for card in cards if rank(card) != key or card == left_out)
            for label in _poker_labels(two):
                yield Meaning(Reading("poker", KEYS[key], 1), label)


def _five_ten_king(cards: Cards) -> Iterator[Meaning]:
    """Z4.10a, Z4.10b: exactly one 5, one T, one K; `suits` says how many suits."""
    if sorted(KEYS[rank(card)] for card in cards) == ["5", "K", "T"]:
        suits = len({suit(card) for card in cards})
        form = "suited" if suits == 1 else "mixed"
        yield Meaning(Reading("special", form, 1), suits=suits)


def _natural(cards: Cards) -> Iterator[Meaning]:
    """Everything that the cards are as they lie there, in the widest sense of all options."""
    ranks = sorted(rank(card) for card in cards)
    size, top = len(cards), KEYS[ranks[-1]]
    if size == 1:
        yield Meaning(Reading("single", top, 1))
    if size in SAME_RANK and len(set(ranks)) == 1:
        if (size, top) == (4, "2"):
            yield Meaning(Reading("special", "twos", 1))  # Z4.18
        else:
            yield Meaning(Reading(SAME_RANK[size], top, 1))
    for width, shortest in ((2, 3), (3, 3), (4, 2)):
        n = _groups(ranks, width, shortest)
        if n:
            yield Meaning(Reading(f"{SAME_RANK[width]}_sequence", top, n))
    if size >= 5 and len({suit(card) for card in cards}) == 1 and _consecutive(ranks):
        yield Meaning(Reading("suit_sequence", top, size))
    if size == 5:
        yield from _poker(cards)
    if size == 3:
        yield from _five_ten_king(cards)


@lru_cache(maxsize=200_000)
def natural(cards: Cards) -> frozenset[Meaning]:
    """Everything that these cards are as they lie there; more than 18 are nothing (Z4.0d)."""
    return frozenset(_natural(cards)) if 0 < len(cards) <= LARGEST_HAND else frozenset()


def assignments(cards: Cards, fixed: Fixed = ()) -> Iterator[Cards]:
    """What the set becomes, for everything that its jokers may stand for (Z4.22)."""
    jokers = [card for card in cards if card in JOKERS]
    rest = [card for card in cards if card not in JOKERS]
    free = [card for card in NATURAL if card not in rest]
    for meant in permutations(free, len(jokers)):
        if set(fixed) <= set(zip(jokers, meant, strict=True)):
            yield tuple(sorted([*rest, *meant]))


@lru_cache(maxsize=20_000)
def assigned(cards: Cards, fixed: Fixed = ()) -> frozenset[Meaning]:
    """Everything that some assignment of the jokers makes of the set (Z4.24)."""
    found: set[Meaning] = set()
    tried = set()
    for natural_cards in assignments(cards, fixed):
        # Which of two jokers stands for which of two cards makes no other set.
        if natural_cards not in tried:
            tried.add(natural_cards)
            found |= set(_natural(natural_cards)) if len(cards) <= LARGEST_HAND else set()
    return frozenset(found)


def _is_admitted(meaning: Meaning, options: Options, *, wild: bool) -> bool:
    """Whether the options know such a combination (Z4.13, Z4.16, Z4.23)."""
    kind, key, n = meaning.reading
    if kind == "quartet_sequence":
        return n >= options.quartet_seq_min
    if kind == "special":
        if wild and not options.wild_in_specials:
            return False
        if key == "mixed":
            return meaning.suits == 3 or options.mixed_rule == "not_all_same"
    return True


def readings(cards: Cards, options: Options, fixed: Fixed = ()) -> dict[Reading, list[str]]:
    """Every reading of the set with its labels, the canonical one first; none: no combination.

    `fixed` is the `represent` of a play: only assignments that agree with it count.
    """
    wild = options.jokers_wild and len(cards) > 1 and any(card >= BLACK for card in cards)
    if fixed and not (wild and {joker for joker, _ in fixed} <= set(cards)):
        return {}
    every = assigned(cards, fixed) if wild else natural(cards)
    labels: dict[Reading, set[str]] = {}
    for meaning in every:
        if _is_admitted(meaning, options, wild=wild):
            labels.setdefault(meaning.reading, set()).add(meaning.label)
    return {
        reading: [label for label in LABELS if label in labels[reading]]
        for reading in sorted(labels, key=priority)
    }


def priority(reading: Reading) -> tuple[int, int]:
    """Sorts the readings of a set by Z4.24: kind, then the highest form or key."""
    return PRIORITY.index(reading.kind), -reading.height
