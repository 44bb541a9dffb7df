"""What holds of combinations for every set of cards and all options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.enumerated import every_play
from engine.notation import SUITS, played, reading
from engine.swarm import every_combination_setting, set_up_both
from oracle.dou_dizhu.ranks import RANKS, contains, from_ranks, full_pack, parse, show, spell
from paizhuo.engine import Ruleset

if TYPE_CHECKING:
    import random

    from oracle.setting import Value

SETTINGS = [(seats, chosen) for seats in (3, 4) for chosen in every_combination_setting(seats)]
RULES = [Ruleset("dou_dizhu", seats, options=chosen) for seats, chosen in SETTINGS]
UNAMBIGUOUS = [
    place for place, (_, chosen) in enumerate(SETTINGS) if chosen.get("kickers") != "loose"
]

places = st.integers(0, len(RULES) - 1)
faces = st.one_of(
    st.tuples(st.sampled_from(RANKS[:13]), st.sampled_from(["", *SUITS])).map("".join),
    st.sampled_from(["b", "r"]),
)
texts = st.lists(faces, max_size=24)
randoms = st.randoms(use_true_random=False)


def within(rules: Ruleset, cards: list[str]) -> list[str]:
    """Return the cards that the packs hold beside those before them."""
    packs = 1 if rules.seats == 3 else 2
    kept: list[str] = []
    for card in cards:
        same_rank = sum(other[0] == card[0] for other in kept)
        of_rank = packs if card in "br" else 4 * packs
        if same_rank < of_rank and (len(card) == 1 or kept.count(card) < packs):
            kept.append(card)
    return kept


def draw_plays(place: int, rng: random.Random, count: int) -> list[str]:
    """Draw plays of the game; those that are drawn are rather alike, so that many compare."""
    seats, chosen = SETTINGS[place]
    _, options = set_up_both(seats, chosen)
    every = every_play(options, seats)
    ordered = sorted(every)
    first = rng.choice(ordered)
    kind = (every[first][0].type, every[first][0].n)
    alike = [cards for cards in ordered if (every[cards][0].type, every[cards][0].n) == kind]
    bombs = [cards for cards in ordered if every[cards][0].type in {"bomb", "rocket"}]
    pool = (alike, alike, bombs, ordered)
    return [show(rng.choice(rng.choice(pool))) for _ in range(count)]


@given(place=places, cards=texts, rng=randoms)
def test_order_never_matters(place: int, cards: list[str], rng: random.Random) -> None:
    """A set is the same in any order and with either separator (D1.2)."""
    rules = RULES[place]
    cards = within(rules, cards)
    other = list(cards)
    rng.shuffle(other)
    assert rules.classify("-".join(cards)) == rules.classify(" ".join(other))
    counts = from_ranks(RANKS.index(card[0]) for card in cards)
    assert rules.classify(show(counts)) == rules.classify(show(counts).replace("-", " "))


@given(place=places, rng=randoms)
def test_printed_cards_are_read_again(place: int, rng: random.Random) -> None:
    """Reading what was printed gives the same combination: parse after print changes nothing."""
    rules = RULES[place]
    for cards in draw_plays(place, rng, 5):
        ranks = spell(parse(cards))
        suited = within(
            rules, [RANKS[rank] + (rng.choice(SUITS) if rank < 13 else "") for rank in ranks]
        )
        for text in (cards, "-".join(suited)):
            readings = rules.classify(text)
            for one in readings:
                assert sorted(one.cards.split("-")) == sorted(text.split("-"))
                assert rules.classify(one.cards) == readings


@given(place=places, cards=texts)
def test_plays_and_classify_agree(place: int, cards: list[str]) -> None:
    """What a hand may lead is a part of it with just that reading, and none is missing (D5.1)."""
    rules = RULES[place]
    cards = within(rules, cards)
    hand = from_ranks(RANKS.index(card[0]) for card in cards)
    plays = rules.plays("-".join(cards))
    for play in plays:
        assert contains(hand, parse(play.cards))
        assert reading(play) in [reading(one) for one in rules.classify(play.cards)]
        assert play.size == len(play.cards.split("-"))
    assert len({(parse(play.cards), reading(play)) for play in plays}) == len(plays)
    listed = {parse(play.cards) for play in plays}
    assert (hand in listed) is bool(rules.classify("-".join(cards)))


@given(place=places, rng=randoms)
def test_beats_is_strict(place: int, rng: random.Random) -> None:
    """Nothing beats itself, and of two plays at most one beats the other (D4.0g, D4.15)."""
    rules = RULES[place]
    one, other = draw_plays(place, rng, 2)
    assert not rules.beats(one, one)
    assert not (rules.beats(one, other) and rules.beats(other, one))


@given(place=st.sampled_from(UNAMBIGUOUS), rng=randoms)
def test_beats_is_transitive(place: int, rng: random.Random) -> None:
    """Where sets have one reading, what beats a play beats all that the play beats (D4.15)."""
    rules = RULES[place]
    one, other, third = draw_plays(place, rng, 3)
    if rules.beats(one, other) and rules.beats(other, third):
        assert rules.beats(one, third)


@given(place=places, rng=randoms)
def test_following_is_leading_what_beats(place: int, rng: random.Random) -> None:
    """What a hand may lay on a play is what it may lead and what beats the play (D5.2)."""
    rules = RULES[place]
    (standing,) = draw_plays(place, rng, 1)
    deck = spell(full_pack(rules.seats))
    hand = show(from_ranks(rng.sample(deck, rng.randint(1, 17))))
    leads = {parse(play.cards) for play in rules.plays(hand)}
    follows = {parse(play.cards) for play in rules.plays(hand, standing)}
    assert follows == {cards for cards in leads if rules.beats(show(cards), standing)}


@settings(max_examples=50)
@given(place=places, rng=randoms)
def test_attachments_never_matter(place: int, rng: random.Random) -> None:
    """Plays with the same reading beat the same plays, whatever is attached (D4.18)."""
    rules = RULES[place]
    one, *others = draw_plays(place, rng, 12)
    first = [reading(way) for way in rules.classify(one)]
    for other in others:
        if [reading(way) for way in rules.classify(other)] == first:
            for third in others:
                assert rules.beats(one, third) is rules.beats(other, third)
                assert rules.beats(third, one) is rules.beats(third, other)


@given(cards=st.text(max_size=12))
def test_any_text_is_read_or_refused(cards: str) -> None:
    """Whatever is written, it is read or refused as notation: nothing else happens (D1.3)."""
    rules = RULES[0]
    try:
        readings = rules.classify(cards)
    except ValueError:
        return
    for one in readings:
        assert played(f"play {one.cards}").cards == parse(cards)


def test_every_setting_is_there() -> None:
    """The properties are tried under every choice of the options of D4.22 to D4.25."""
    chosen: list[dict[str, Value]] = [options for _, options in SETTINGS]
    assert len(chosen) == 22
