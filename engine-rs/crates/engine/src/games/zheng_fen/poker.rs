//! Triplets with two further cards, and their labels (Z4.8, Z4.19).

use super::kind::{Label, Labels};
use crate::cards::Card;
use crate::cards::french::FRENCH;
use crate::climbing::Faces;

/// The cards that count points: 5, T and K (Z1.6).
pub(super) const SCORING_RANKS: [u8; 3] = [2, 7, 10];

/// The labels of five cards as a triplet of `rank` with two more, where `wild` more cards stand
/// for whatever is needed; none if they are no such combination.
///
/// Jokers that stand for nothing are among `cards` and fit no label but `any`.
pub(super) fn labels(cards: Faces, wild: u8, rank: u8) -> Labels {
    let of_rank = cards & Faces::of_rank(rank);
    let others = cards - of_rank;
    let held = of_rank.size();
    let mut found = Labels::NONE;
    // All of the rank are in the triplet, or one of them is among the two further cards; with two
    // there would be five of a rank (Z4.22).
    for left_out in 0..=1 {
        let Some(natural) = held.checked_sub(left_out).filter(|&natural| natural <= 3) else {
            continue;
        };
        let filled = 3 - natural;
        if filled > wild {
            continue;
        }
        for beside in of_rank.choices(left_out) {
            let triplet = Triplet { cards, rank, spare: 4 - held - filled };
            found = found.and(triplet.labels(others | beside, wild - filled));
        }
    }
    found
}

/// A triplet, partly of jokers.
struct Triplet {
    /// Every natural card of the combination.
    cards: Faces,
    rank: u8,
    /// Cards of its rank that neither the combination nor a joker of the triplet has.
    spare: u8,
}

impl Triplet {
    /// The labels with these natural cards beside it and `wild` jokers, two in all.
    fn labels(&self, beside: Faces, wild: u8) -> Labels {
        if beside.size() + wild != 2 {
            return Labels::NONE;
        }
        let fits = |label: Label| match (beside.lowest(), wild) {
            (None, _) => true,
            (Some(one), 0) => {
                let other = (beside - Faces::of(one)).lowest().expect("two cards");
                are(label, one, other)
            }
            (Some(one), _) => {
                FRENCH.cards().any(|other| self.is_free(other) && are(label, one, other))
            }
        };
        let fitting = Label::ALL.into_iter().filter(|&label| fits(label));
        fitting.fold(Labels::NONE, |found, label| found.and(Labels::of(label)))
    }

    /// A joker beside the triplet may stand for this card.
    fn is_free(&self, card: Card) -> bool {
        let taken = FRENCH.face(card).rank == self.rank && self.spare == 0;
        !Faces::JOKERS.has(card) && !self.cards.has(card) && !taken
    }
}

/// Two cards are what a label says (Z4.8a to Z4.8d).
fn are(label: Label, one: Card, other: Card) -> bool {
    let (one, other) = (FRENCH.face(one), FRENCH.face(other));
    let natural = one.suit.is_some() && other.suit.is_some();
    match label {
        Label::Pair => natural && one.rank == other.rank,
        Label::Adjacent => natural && one.suit == other.suit && one.rank.abs_diff(other.rank) == 1,
        Label::Points => SCORING_RANKS.contains(&one.rank) && SCORING_RANKS.contains(&other.rank),
        Label::Any => true,
    }
}
