//! Between faces, which players see, and ranks, by which the rules work (D1.2).

use super::dealing::rank_of;
use crate::action::Named;
use crate::cards::french::FRENCH;
use crate::cards::{Card, Hand};
use crate::climbing::Ranks;

/// The most cards of one rank that [`Ranks`] counts, and that two packs have.
const COPIES_MAX: u8 = Ranks::COUNT_MAX;

/// The rank of a face.
pub(super) fn rank(card: Card) -> u8 {
    rank_of(card.0)
}

/// The rank of a card in an action.
pub(super) fn named_rank(card: Named) -> u8 {
    match card {
        Named::Face(card) => rank(card),
        Named::Rank(rank) => rank,
    }
}

/// Cards by rank; none if there are more of a rank than two packs have.
pub(super) fn ranks(cards: impl IntoIterator<Item = u8>) -> Option<Ranks> {
    let mut counts = [0u8; Ranks::RANK_COUNT];
    for rank in cards {
        let count = counts.get_mut(usize::from(rank))?;
        *count = count.checked_add(1)?;
    }
    Ranks::from_counts(&counts)
}

/// Named cards by rank; none if there are more of a rank than two packs have.
pub(super) fn ranks_of_named(cards: &[Named]) -> Option<Ranks> {
    ranks(cards.iter().copied().map(named_rank))
}

/// A hand by rank.
pub(super) fn ranks_of(hand: &Hand) -> Ranks {
    ranks(hand.iter().map(rank)).expect("a hand is out of two packs at most")
}

/// A hand as players sort it: r b 2 A K … 3, and spades before hearts, diamonds and clubs.
pub(super) fn sorted(hand: &Hand) -> Vec<Card> {
    hand.iter().rev().collect()
}

/// The cards of a set out of a hand, of each rank the lowest suits (c d h s), ascending.
pub(super) fn lowest(hand: &Hand, set: Ranks) -> Hand {
    let mut left = set.counts();
    let mut taken = Hand::default();
    for card in hand.iter() {
        let wanted = &mut left[usize::from(rank(card))];
        if *wanted > 0 {
            *wanted -= 1;
            taken.add(card);
        }
    }
    assert_eq!(taken.len(), usize::from(set.size()), "the hand has the cards of the set");
    taken
}

/// The cards of an action out of a hand: the faces named, then for ranks alone the lowest suits
/// of what is left. None if the hand has not all of them.
pub(super) fn out_of(hand: &Hand, cards: &[Named]) -> Option<Hand> {
    let mut left = *hand;
    let mut taken = Hand::default();
    let mut by_rank = [0u8; Ranks::RANK_COUNT];
    for &card in cards {
        match card {
            Named::Face(card) => {
                if FRENCH.faces.get(card.index()).is_none() || left.count(card) == 0 {
                    return None;
                }
                left.remove(card);
                taken.add(card);
            }
            Named::Rank(rank) => {
                let count = by_rank.get_mut(usize::from(rank))?;
                if *count == COPIES_MAX {
                    return None;
                }
                *count += 1;
            }
        }
    }
    let ranks = Ranks::from_counts(&by_rank)?;
    if !ranks_of(&left).contains(ranks) {
        return None;
    }
    for card in lowest(&left, ranks).iter() {
        taken.add(card);
    }
    Some(taken)
}
