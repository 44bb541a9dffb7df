//! What a set of cards can count as.

use super::attach;
use super::category::Category;
use super::reading::{Reading, Readings};
use super::rules::{Kickers, Rules, Seats};
use crate::climbing::{RankMask, Ranks};

/// Every reading of `set`, the canonical one first (D4.21.2); none if it is no combination.
///
/// A set that is not among the cards of the pack, or is larger than the largest hand (D4.0h), is
/// none. Only `kickers = loose` gives a set more than one reading (D4.19, D4.26).
pub fn readings(rules: &Rules, set: Ranks) -> Readings {
    let mut all = Readings::none();
    if let Some(reading) = strict_reading(rules, set) {
        all.insert(reading);
    }
    if rules.kickers != Kickers::Distinct && rules.seats == Seats::Three {
        add_free_attachments(rules, set, &mut all);
    }
    all
}

/// The reading that a set has when it is led without a word (D4.21.2).
#[inline]
pub fn canonical(rules: &Rules, set: Ranks) -> Option<Reading> {
    classify(rules, set).0
}

/// The canonical reading, and how many readings there are.
#[inline]
pub fn classify(rules: &Rules, set: Ranks) -> (Option<Reading>, u8) {
    if rules.kickers == Kickers::Distinct {
        let reading = strict_reading(rules, set);
        return (reading, u8::from(reading.is_some()));
    }
    let all = readings(rules, set);
    (all.first().copied(), all.count())
}

/// The one reading under `kickers = distinct` (D4.19).
#[inline]
fn strict_reading(rules: &Rules, set: Ranks) -> Option<Reading> {
    if set.size() > rules.hand_size_max() || !rules.pack().contains(set) {
        return None;
    }
    let (ones, twos, threes) = (set.at_least(1), set.at_least(2), set.at_least(3));
    if threes.is_empty() {
        return if twos.is_empty() { singles(rules, ones) } else { pairs(ones, twos) };
    }
    if ones.is_single() {
        return Some(one_rank(ones.lowest(), set));
    }
    let rest = Rest { singles: ones - twos, pairs: twos - threes };
    if set.at_least(4).is_empty() {
        triplets(rules, threes, &rest)
    } else {
        quad(rules, set, &rest)
    }
}

/// What is left of a set beside its triplets or its quad: ranks with exactly one or two cards.
struct Rest {
    singles: RankMask,
    pairs: RankMask,
}

impl Rest {
    /// The number of single cards, if they may be attached (D4.0e, D4.0f).
    fn attached_singles(&self) -> Option<u8> {
        let fits = self.pairs.is_empty() && !self.singles.has_all(Rules::JOKERS);
        fits.then(|| self.singles.count())
    }

    /// The number of pairs, if they may be attached (D4.0f, D4.24).
    fn attached_pairs(&self, rules: &Rules) -> Option<u8> {
        if self.singles.is_empty() {
            let both = self.pairs.has_all(Rules::JOKERS);
            return (!both || rules.fourp_both_joker_pairs).then(|| self.pairs.count());
        }
        let mixed = rules.mixed_joker_pair() && self.singles == Rules::JOKERS;
        mixed.then(|| self.pairs.count() + 1)
    }
}

/// A set of no rank twice: D4.1, D4.6, and `b-r`.
#[inline]
fn singles(rules: &Rules, ones: RankMask) -> Option<Reading> {
    match ones.count() {
        1 => Some(Reading::new(Category::Single, ones.lowest(), 1)),
        2 if ones == Rules::JOKERS => match rules.seats {
            Seats::Three => Some(ROCKET),
            Seats::Four => rules
                .mixed_joker_pair()
                .then(|| Reading::new(Category::Pair, Rules::BLACK_JOKER, 1)),
        },
        run if run >= 5 => sequence(Category::Straight, ones, run),
        _ => None,
    }
}

/// A set of no rank three times, and some twice: D4.2, D4.7, and `b-b-r-r`.
#[inline]
fn pairs(ones: RankMask, twos: RankMask) -> Option<Reading> {
    if ones != twos {
        return None;
    }
    match twos.count() {
        1 => Some(Reading::new(Category::Pair, twos.lowest(), 1)),
        2 if twos == Rules::JOKERS => Some(ROCKET),
        2 => None,
        run => sequence(Category::PairSequence, twos, run),
    }
}

/// Three or more cards of one rank: D4.3, D4.11.
#[inline]
fn one_rank(rank: u8, set: Ranks) -> Reading {
    match set.count(rank) {
        3 => Reading::new(Category::Triplet, rank, 1),
        count => Reading::new(Category::Bomb, rank, count),
    }
}

/// Triplets and something else: D4.4, D4.5, D4.8–D4.10. All the triplets are main groups, as
/// none can be attached (D4.0d).
#[inline]
fn triplets(rules: &Rules, threes: RankMask, rest: &Rest) -> Option<Reading> {
    let run = threes.count();
    let in_sequence = run > 1;
    if in_sequence && !(Rules::SEQUENCE.has_all(threes) && threes.is_run()) {
        return None;
    }
    let category = if rest.singles.is_empty() && rest.pairs.is_empty() {
        Category::TripletSequence
    } else if rest.attached_pairs(rules) == Some(run) {
        if in_sequence { Category::TripletSequencePairs } else { Category::TripletPair }
    } else if rest.attached_singles() == Some(run) {
        if in_sequence { Category::TripletSequenceSingles } else { Category::TripletSingle }
    } else {
        return None;
    };
    rules.allows(category).then(|| Reading::new(category, threes.highest(), run))
}

/// A rank with four or more cards and something else: D4.13, D4.14.
#[inline]
fn quad(rules: &Rules, set: Ranks, rest: &Rest) -> Option<Reading> {
    let fours = set.at_least(4);
    let alone = fours.is_single() && fours == set.at_least(3) && set.at_least(5).is_empty();
    if !alone || !rules.allows(Category::QuadSingles) {
        return None;
    }
    let category = if rest.attached_pairs(rules) == Some(2) {
        Category::QuadPairs
    } else if rest.attached_singles() == Some(2) {
        Category::QuadSingles
    } else {
        return None;
    };
    Some(Reading::new(category, fours.lowest(), 1))
}

/// A sequence of all the ranks of `ranks`, which are `run` many (D1.4).
#[inline]
fn sequence(category: Category, ranks: RankMask, run: u8) -> Option<Reading> {
    let fits = Rules::SEQUENCE.has_all(ranks) && ranks.is_run();
    fits.then(|| Reading::new(category, ranks.highest(), run))
}

/// The rocket (D4.12).
pub(super) const ROCKET: Reading = Reading::new(Category::Rocket, Rules::RED_JOKER, 1);

/// Adds what `kickers` other than `distinct` let a set be (D4.22), with three players.
fn add_free_attachments(rules: &Rules, set: Ranks, all: &mut Readings) {
    let size = set.size();
    if size > rules.hand_size_max() || !rules.pack().contains(set) {
        return;
    }
    let threes = (set.at_least(3) - set.at_least(4)) & Rules::SEQUENCE;
    for (category, group_size) in
        [(Category::TripletSequenceSingles, 4), (Category::TripletSequencePairs, 5)]
    {
        let run = size / group_size;
        if run < 2 || !size.is_multiple_of(group_size) {
            continue;
        }
        for start in threes.run_starts(run) {
            let main = RankMask::run(start, run);
            if attachable(rules, category, set.without(main), main) {
                all.insert(Reading::new(category, start + run - 1, run));
            }
        }
    }
    let category = match size {
        6 => Category::QuadSingles,
        8 => Category::QuadPairs,
        _ => return,
    };
    if !rules.allows(category) {
        return;
    }
    for rank in set.at_least(4) {
        let main = RankMask::of(rank);
        if attachable(rules, category, set.without(main), main) {
            all.insert(Reading::new(category, rank, 1));
        }
    }
}

/// Whether `rest`, of the right size and without a card of `main`, may be attached to it.
fn attachable(rules: &Rules, category: Category, rest: Ranks, main: RankMask) -> bool {
    match category {
        Category::TripletSequenceSingles | Category::QuadSingles => {
            let jokers = attach::both_jokers(rules) || !rest.at_least(1).has_all(Rules::JOKERS);
            jokers && attach::single_limits(rules, main).contains(rest)
        }
        _ => {
            let singles = rest.at_least(1) - rest.at_least(2);
            let threes = rest.at_least(3) - rest.at_least(4);
            let even = singles.is_empty() && threes.is_empty();
            even && (rest.at_least(4).is_empty() || attach::pair_limit(rules) == 2)
        }
    }
}
