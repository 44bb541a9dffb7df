//! Which rule a set of cards breaks that is no combination.

use super::category::Category;
use super::readings::canonical;
use super::rules::{JokerPair, Kickers, Rules, Seats};
use crate::climbing::Ranks;

/// The number of the rule that fits best; of the many that a set breaks no one is the only one.
/// No set stands for more cards of a rank than two packs have.
pub(super) fn misfit_rule(rules: &Rules, set: Option<Ranks>) -> &'static str {
    let Some(set) = set.filter(|&set| rules.pack().contains(set)) else {
        return "D1.1";
    };
    if set.is_empty() {
        return "D4.1";
    }
    if set.size() > rules.hand_size_max() {
        return "D4.0h";
    }
    option_rule(rules, set).unwrap_or_else(|| shape_rule(rules, set))
}

/// The rule of the option that would make it one.
fn option_rule(rules: &Rules, set: Ranks) -> Option<&'static str> {
    let fits = |other: Rules| canonical(&other, set).is_some();
    match rules.seats {
        Seats::Three => {
            if fits(Rules { quadplex_3p: true, ..*rules }) {
                return Some("D4.25");
            }
            let loose = Rules { kickers: Kickers::Loose, quadplex_3p: true, ..*rules };
            if !fits(loose) {
                return None;
            }
            let by_jokers = set.at_least(1).has_all(Rules::JOKERS);
            Some(match rules.kickers {
                Kickers::Distinct if by_jokers => "D4.0e",
                Kickers::Distinct => "D4.0d",
                Kickers::Rlcard | Kickers::Loose => "D4.22",
            })
        }
        Seats::Four => {
            if fits(Rules { triplet_single_4p: true, quadplex_4p: true, ..*rules }) {
                return Some("D4.23");
            }
            let jokers =
                Rules { joker_pair_4p: JokerPair::AnyTwo, fourp_both_joker_pairs: true, ..*rules };
            fits(jokers).then_some("D4.24")
        }
    }
}

/// The rule of the combination that it comes nearest to.
fn shape_rule(rules: &Rules, set: Ranks) -> &'static str {
    let (ones, twos) = (set.at_least(1), set.at_least(2));
    let (threes, fours) = (set.at_least(3), set.at_least(4));
    if !fours.is_empty() {
        return quad_shape(rules, set);
    }
    if threes.is_empty() {
        return match set.size() {
            2 if ones == Rules::JOKERS => "D4.0a",
            2 => "D4.2",
            3 => "D4.3",
            4 if rules.seats == Seats::Four && Rules::JOKERS.has_all(ones) => "D4.12",
            _ if ones == twos => "D4.7",
            _ => "D4.6",
        };
    }
    let single_cards = !(ones - twos).is_empty();
    let pairs = !(twos - threes).is_empty();
    let in_sequence = Rules::SEQUENCE.has_all(threes) && threes.is_run();
    match threes.count() {
        1 if single_cards && pairs => "D4.0f",
        1 => "D4.5",
        _ if !in_sequence => "D4.8",
        _ if single_cards && pairs => "D4.0f",
        _ if single_cards && rules.allows(Category::TripletSequenceSingles) => "D4.9",
        _ => "D4.10",
    }
}

/// The same for a set with four or more cards of a rank.
fn quad_shape(rules: &Rules, set: Ranks) -> &'static str {
    let fours = set.at_least(4);
    let others_in_threes = !(set.at_least(3) - fours).is_empty();
    if !fours.is_single() || others_in_threes || !set.at_least(5).is_empty() {
        return "D4.0c";
    }
    match set.size() {
        5 => "D4.11",
        _ if !rules.allows(Category::QuadSingles) => "D4.11",
        8 => "D4.14",
        _ => "D4.13",
    }
}
