//! What a set of cards can count as.

use super::kind::{Form, Kind, Labels};
use super::poker::{self, SCORING_RANKS};
use super::reading::Reading;
use super::rules::{MixedRule, Rules};
use crate::cards::Card;
use crate::cards::french::{BLACK_JOKER, RED_JOKER};
use crate::climbing::{Faces, RankMask};

/// Most cards of a combination: no hand is larger (Z4.0d).
pub(super) const SIZE_MAX: u8 = 18;
/// Rank of the two.
pub(super) const TWO: u8 = 12;

/// What a play says that its jokers stand for (Z4.24); a joker not named is free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Represent {
    /// What the black joker stands for.
    pub black: Option<Card>,
    /// What the red joker stands for.
    pub red: Option<Card>,
}

/// Every reading of a set, the canonical one first (Z4.24); none if it is no combination.
pub fn readings(rules: &Rules, set: Faces) -> Vec<Reading> {
    readings_where(rules, set, Represent::default())
}

/// The readings of a set in which its jokers stand for what is said (Z4.24).
pub fn readings_where(rules: &Rules, set: Faces, represent: Represent) -> Vec<Reading> {
    let jokers = set & Faces::JOKERS;
    let wild = rules.jokers_wild && set.size() > 1 && !jokers.is_empty();
    if set.is_empty() || set.size() > SIZE_MAX {
        return Vec::new();
    }
    if !wild {
        let named = represent != Represent::default();
        return if named { Vec::new() } else { Meanings::of(rules, set, 0, true) };
    }
    let mut cards = set - jokers;
    let mut free = jokers.size();
    for (joker, named) in [(BLACK_JOKER, represent.black), (RED_JOKER, represent.red)] {
        let Some(card) = named else { continue };
        if !jokers.has(joker) || Faces::JOKERS.has(card) || cards.has(card) {
            return Vec::new();
        }
        cards = cards | Faces::of(card);
        free -= 1;
    }
    Meanings::of(rules, cards, free, rules.wild_in_specials)
}

/// Finds what natural cards and some jokers that stand for anything can be together.
struct Meanings<'a> {
    rules: &'a Rules,
    cards: Faces,
    /// Jokers that stand for whatever is needed, each for another card (Z4.22).
    free: u8,
    size: u8,
    found: Vec<Reading>,
}

impl<'a> Meanings<'a> {
    fn of(rules: &'a Rules, cards: Faces, free: u8, specials: bool) -> Vec<Reading> {
        let size = cards.size() + free;
        let mut meanings = Meanings { rules, cards, free, size, found: Vec::new() };
        if size <= 4 {
            meanings.equal_cards(specials);
        }
        if size == 3 && specials {
            meanings.five_ten_king();
        }
        if size == 5 {
            meanings.poker();
        }
        if size >= 5 {
            meanings.suit_sequences();
            meanings.sequences(Kind::PairSequence, 2, 3);
            meanings.sequences(Kind::TripletSequence, 3, 3);
            meanings.sequences(Kind::QuartetSequence, 4, rules.quartet_seq_min);
        }
        meanings.found.sort_unstable_by_key(|reading| reading.rank_in_set());
        meanings.found
    }

    /// Z4.1 to Z4.4, and Z4.10c.
    fn equal_cards(&mut self, specials: bool) {
        let ranks = self.cards.ranks().at_least(1);
        if self.size == 1 {
            self.found.push(Reading::new(Kind::Single, ranks.highest(), 1));
            return;
        }
        let suited = RankMask::run(0, Faces::SUITED_RANKS);
        let possible = if ranks.is_empty() { suited } else { ranks };
        if !ranks.is_empty() && !ranks.is_single() || !suited.has_all(ranks) {
            return;
        }
        for rank in possible {
            match self.size {
                2 => self.found.push(Reading::new(Kind::Pair, rank, 1)),
                3 => self.found.push(Reading::new(Kind::Triplet, rank, 1)),
                _ if rank != TWO => self.found.push(Reading::new(Kind::Quartet, rank, 1)),
                // Z4.18
                _ if specials => self.found.push(Reading::special(Form::Twos)),
                _ => {}
            }
        }
    }

    /// Z4.10a, Z4.10b.
    fn five_ten_king(&mut self) {
        let ranks = self.cards.ranks();
        let scoring = SCORING_RANKS.into_iter().fold(RankMask::EMPTY, |m, r| m | RankMask::of(r));
        if !ranks.at_least(2).is_empty() || !scoring.has_all(ranks.at_least(1)) {
            return;
        }
        let one_suit = self.cards.one_suit().is_some();
        let suits = (0..Faces::SUITS).filter(|&suit| !self.cards.of_suit(suit).is_empty());
        let all_different = suits.count() == usize::from(self.cards.size());
        let mixed = match self.rules.mixed_rule {
            MixedRule::AllDifferent => all_different,
            MixedRule::NotAllSame => self.free > 0 || !one_suit,
        };
        if mixed {
            self.found.push(Reading::special(Form::Mixed));
        }
        if one_suit {
            self.found.push(Reading::special(Form::Suited));
        }
    }

    /// Z4.8.
    fn poker(&mut self) {
        let counts = self.cards.ranks();
        let least = 3 - self.free;
        for rank in counts.at_least(least) & RankMask::run(0, Faces::SUITED_RANKS) {
            let labels = poker::labels(self.cards, self.free, rank);
            if labels != Labels::NONE {
                self.found.push(Reading { labels, ..Reading::new(Kind::Poker, rank, 1) });
            }
        }
    }

    /// Z4.9; of a set with free jokers every run that covers its cards.
    fn suit_sequences(&mut self) {
        if self.size > Faces::SUITED_RANKS || self.cards.one_suit().is_none() {
            return;
        }
        let ranks = self.cards.ranks().at_least(1);
        for start in 0..=Faces::SUITED_RANKS - self.size {
            if RankMask::run(start, self.size).has_all(ranks) {
                let top = start + self.size - 1;
                self.found.push(Reading::new(Kind::SuitSequence, top, self.size));
            }
        }
    }

    /// Z4.5 to Z4.7.
    fn sequences(&mut self, kind: Kind, width: u8, shortest: u8) {
        let run = self.size / width;
        if !self.size.is_multiple_of(width) || run < shortest || run > Faces::SUITED_RANKS {
            return;
        }
        let counts = self.cards.ranks();
        let ranks = counts.at_least(1);
        if !counts.at_least(width + 1).is_empty() {
            return;
        }
        for start in 0..=Faces::SUITED_RANKS - run {
            if RankMask::run(start, run).has_all(ranks) {
                self.found.push(Reading::new(kind, start + run - 1, run));
            }
        }
    }
}
