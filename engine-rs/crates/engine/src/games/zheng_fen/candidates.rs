//! Sets of cards out of a hand that may be combinations.

use super::kind::Kind;
use super::poker::SCORING_RANKS;
use super::rules::Rules;
use crate::cards::Card;
use crate::climbing::Faces;

/// Every set out of a hand that may be of one of these kinds, each once, small ones first. What it
/// counts as is for [`super::readings`] to say.
pub(super) fn candidates(rules: &Rules, hand: Faces, kinds: &[Kind]) -> Vec<Faces> {
    let jokers = if rules.jokers_wild { hand & Faces::JOKERS } else { Faces::EMPTY };
    let mut finder = Finder { natural: hand - jokers, jokers, found: Vec::new() };
    for &kind in kinds {
        match kind {
            Kind::Single => finder.found.extend(hand.iter().map(Faces::of)),
            Kind::Pair => finder.equal_cards(2),
            Kind::Triplet => finder.equal_cards(3),
            Kind::Quartet => finder.equal_cards(4),
            Kind::PairSequence => finder.sequences(2, 3),
            Kind::TripletSequence => finder.sequences(3, 3),
            Kind::QuartetSequence => finder.sequences(4, rules.quartet_seq_min),
            Kind::Poker => finder.poker(),
            Kind::SuitSequence => finder.suit_sequences(),
            Kind::Special => {
                finder.equal_cards(4);
                finder.five_ten_king();
            }
        }
    }
    finder.found.sort_unstable_by_key(|set| (set.size(), *set));
    finder.found.dedup();
    finder.found
}

struct Finder {
    /// Cards that are what they are.
    natural: Faces,
    /// Jokers that may stand for others: also for cards that are in the hand.
    jokers: Faces,
    found: Vec<Faces>,
}

impl Finder {
    /// Adds a set with so many jokers in it, whichever.
    fn add(&mut self, cards: Faces, jokers: u8) {
        self.found.extend(self.jokers.choices(jokers).into_iter().map(|wild| cards | wild));
    }

    /// Z4.2 to Z4.4: every set of `size` cards of a rank, jokers among them.
    fn equal_cards(&mut self, size: u8) {
        for jokers in 0..=self.jokers.size().min(size) {
            if jokers == size {
                self.add(Faces::EMPTY, jokers);
                continue;
            }
            for rank in 0..Faces::SUITED_RANKS {
                for cards in (self.natural & Faces::of_rank(rank)).choices(size - jokers) {
                    self.add(cards, jokers);
                }
            }
        }
    }

    /// Z4.5 to Z4.7.
    fn sequences(&mut self, width: u8, shortest: u8) {
        for start in 0..Faces::SUITED_RANKS {
            self.extend_run(width, shortest, (start, 0), Faces::EMPTY, 0);
        }
    }

    /// Goes on with a run of groups from `next`, of which there are `run` with `jokers` in them.
    fn extend_run(
        &mut self,
        width: u8,
        shortest: u8,
        (next, run): (u8, u8),
        cards: Faces,
        jokers: u8,
    ) {
        if run >= shortest {
            self.add(cards, jokers);
        }
        if next == Faces::SUITED_RANKS {
            return;
        }
        let held = self.natural & Faces::of_rank(next);
        for wild in 0..=(self.jokers.size() - jokers).min(width) {
            for group in held.choices(width - wild) {
                self.extend_run(width, shortest, (next + 1, run + 1), cards | group, jokers + wild);
            }
        }
    }

    /// Z4.9.
    fn suit_sequences(&mut self) {
        for suit in 0..Faces::SUITS {
            for start in 0..Faces::SUITED_RANKS {
                self.extend_suit(suit, (start, 0), Faces::EMPTY, 0);
            }
        }
    }

    fn extend_suit(&mut self, suit: u8, (next, run): (u8, u8), cards: Faces, jokers: u8) {
        if run >= 5 {
            self.add(cards, jokers);
        }
        if next == Faces::SUITED_RANKS {
            return;
        }
        let card = Card(4 * next + suit);
        if self.natural.has(card) {
            self.extend_suit(suit, (next + 1, run + 1), cards | Faces::of(card), jokers);
        }
        if jokers < self.jokers.size() {
            self.extend_suit(suit, (next + 1, run + 1), cards, jokers + 1);
        }
    }

    /// Z4.8: three of a rank, or jokers in place of some of them, and whatever else.
    fn poker(&mut self) {
        for jokers in 0..=self.jokers.size() {
            for rank in 0..Faces::SUITED_RANKS {
                let of_rank = self.natural & Faces::of_rank(rank);
                for held in 3 - jokers..=(5 - jokers).min(of_rank.size()) {
                    for cards in of_rank.choices(held) {
                        for more in (self.natural - of_rank).choices(5 - jokers - held) {
                            self.add(cards | more, jokers);
                        }
                    }
                }
            }
        }
    }

    /// Z4.10a, Z4.10b.
    fn five_ten_king(&mut self) {
        let mut partial = vec![(Faces::EMPTY, 0)];
        for rank in SCORING_RANKS {
            let held = self.natural & Faces::of_rank(rank);
            let mut longer = Vec::new();
            for (cards, jokers) in partial {
                let with = held.iter().map(|card| (cards | Faces::of(card), jokers));
                longer.extend(with);
                if jokers < self.jokers.size() {
                    longer.push((cards, jokers + 1));
                }
            }
            partial = longer;
        }
        for (cards, jokers) in partial {
            self.add(cards, jokers);
        }
    }
}
