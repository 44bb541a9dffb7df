//! Which rule a set of cards breaks that is no combination.

use super::poker::SCORING_RANKS;
use super::readings::{SIZE_MAX, readings};
use super::rules::{MixedRule, Rules};
use crate::climbing::Faces;

/// The number of the rule that fits best; of the many that a set breaks no one is the only one.
/// No set stands for cards that one pack has not.
pub(super) fn misfit_rule(rules: &Rules, set: Option<Faces>) -> &'static str {
    let Some(set) = set else {
        return "Z1.1";
    };
    if set.size() > SIZE_MAX {
        return "Z4.0d";
    }
    option_rule(rules, set).unwrap_or_else(|| shape_rule(set))
}

/// The rule of the option that would make it one.
fn option_rule(rules: &Rules, set: Faces) -> Option<&'static str> {
    let fits = |other: Rules| !readings(&other, set).is_empty();
    let others = [
        (Rules { quartet_seq_min: 2, ..*rules }, "Z4.13"),
        (Rules { mixed_rule: MixedRule::NotAllSame, ..*rules }, "Z4.16"),
        (Rules { wild_in_specials: true, ..*rules }, "Z4.23"),
        (Rules { jokers_wild: true, ..*rules }, "Z4.0a"),
    ];
    others.into_iter().find(|&(other, _)| fits(other)).map(|(_, rule)| rule)
}

/// The rule of the combination that it comes nearest to.
fn shape_rule(set: Faces) -> &'static str {
    let counts = set.ranks();
    if set.size() >= 4 && set.one_suit().is_some() {
        return "Z4.9";
    }
    let scoring = |rank: &u8| counts.count(*rank) > 0;
    match set.size() {
        0 => "Z4.1",
        2 => "Z4.2",
        3 if SCORING_RANKS.iter().filter(|rank| scoring(rank)).count() > 1 => "Z4.10",
        3 => "Z4.3",
        4 => "Z4.4",
        5 => "Z4.8",
        _ if !counts.at_least(4).is_empty() => "Z4.7",
        _ if !counts.at_least(3).is_empty() => "Z4.6",
        _ if !counts.at_least(2).is_empty() => "Z4.5",
        _ => "Z4.9",
    }
}
