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
///
/// How many ranks have one, two and three cards tells the type but for what the ranks are, so
/// that it is looked up, and the rest is arithmetic: a mispredicted branch would take longer.
#[expect(clippy::needless_bitwise_bool, reason = "lazy operators would be branches")]
#[inline]
fn strict_reading(rules: &Rules, set: Ranks) -> Option<Reading> {
    let set = if rules.mixed_joker_pair() { with_mixed_pair(set) } else { set };
    let fours = set.at_least(4);
    if !fours.is_empty() {
        return with_four(rules, set, fours);
    }
    let (ones, twos, threes) = (set.at_least(1), set.at_least(2), set.at_least(3));
    let (singles, pairs) = (ones - twos, twos - threes);
    let (one, two, three) = (singles.count(), pairs.count(), threes.count());
    let form = FORMS[usize::from(three)][usize::from(two)][usize::from(one)];
    let (main, run) = if two == 0 { (singles, one) } else { (pairs, two) };
    let (main, run) = if three == 0 { (main, run) } else { (threes, three) };
    let too_many_jokers = if rules.packs() == 1 { twos } else { threes } & Rules::JOKERS;
    if form == Some(Category::Rocket) {
        // Two ranks with one or two cards each.
        let all_jokers = main == Rules::JOKERS && (two > 0) == (rules.packs() == 2);
        return (all_jokers && too_many_jokers.is_empty()).then_some(ROCKET);
    }
    let in_order = (run == 1) | (Rules::SEQUENCE.has_all(main) & main.is_run());
    let fits = one + 2 * two + 3 * three <= rules.hand_size_max();
    let joker_singles = singles.has_all(Rules::JOKERS);
    let joker_pairs = pairs.has_all(Rules::JOKERS) & !rules.fourp_both_joker_pairs;
    let both_attached = (three > 0) & (joker_singles | joker_pairs);
    let legal = in_order & fits & !both_attached & too_many_jokers.is_empty();
    // A form that is none, or that these rules have not, is a bit as well.
    let absent = rules.absent_categories() | 1 << NO_FORM;
    let exists = absent >> form.map_or(NO_FORM, |category| category as u8) & 1 == 0;
    if legal & exists { Some(Reading::new(form?, main.highest(), run)) } else { None }
}

/// The bit after those of all categories.
const NO_FORM: u8 = 14;
const _: () = assert!(NO_FORM as usize == Category::ALL.len());

/// The set with `b-r` made `b-b`, whose rank it has as a pair (D4.24). Nothing is lost: as two
/// single cards they could not be attached (D4.0e).
#[inline]
fn with_mixed_pair(set: Ranks) -> Ranks {
    if set.within(Rules::JOKERS) == Ranks::uniform(Rules::JOKERS, 1) {
        set.without(Rules::JOKERS) + Ranks::of(Rules::BLACK_JOKER, 2)
    } else {
        set
    }
}

/// A set with four or more cards of a rank: D4.11, D4.13, D4.14.
#[inline]
fn with_four(rules: &Rules, set: Ranks, fours: RankMask) -> Option<Reading> {
    if !rules.pack().contains(set) {
        return None;
    }
    let (ones, twos) = (set.at_least(1), set.at_least(2));
    let rank = fours.lowest();
    if ones.is_single() {
        return Some(Reading::new(Category::Bomb, rank, set.count(rank)));
    }
    let alone = fours.is_single() && fours == set.at_least(3) && set.count(rank) == 4;
    let (singles, pairs) = (ones - twos, twos - fours);
    let (category, attached) = if pairs.is_empty() {
        (Category::QuadSingles, singles)
    } else {
        (Category::QuadPairs, pairs)
    };
    let other = if pairs.is_empty() { pairs } else { singles };
    let jokers = !attached.has_all(Rules::JOKERS)
        || category == Category::QuadPairs && rules.fourp_both_joker_pairs;
    let legal = alone & (attached.count() == 2) & other.is_empty() & jokers;
    (legal && rules.allows(category)).then(|| Reading::new(category, rank, 1))
}

/// The types by how many ranks have exactly three, two and one cards, where none has more. The
/// rocket is entered for two ranks with as many cards each, as which it is looked at.
static FORMS: [[[Option<Category>; 16]; 16]; 16] = {
    let mut forms = [[[None; 16]; 16]; 16];
    forms[0][0][1] = Some(Category::Single);
    forms[0][1][0] = Some(Category::Pair);
    forms[1][0][0] = Some(Category::Triplet);
    forms[1][0][1] = Some(Category::TripletSingle);
    forms[1][1][0] = Some(Category::TripletPair);
    forms[0][0][2] = Some(Category::Rocket);
    forms[0][2][0] = Some(Category::Rocket);
    let mut run = 2;
    while run <= 12 {
        forms[run][0][0] = Some(Category::TripletSequence);
        forms[run][0][run] = Some(Category::TripletSequenceSingles);
        forms[run][run][0] = Some(Category::TripletSequencePairs);
        if run >= 3 {
            forms[0][run][0] = Some(Category::PairSequence);
        }
        if run >= 5 {
            forms[0][0][run] = Some(Category::Straight);
        }
        run += 1;
    }
    forms
};

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
