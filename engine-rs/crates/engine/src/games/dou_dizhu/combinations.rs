//! Combinations as games show them, out of the readings of the core and back.

use super::category::Category;
use super::faces::named_rank;
use super::reading::Reading;
use crate::action::{self, Named};
use crate::cards::french::FRENCH;
use crate::combination::Combination;

/// The notation of a rank.
pub(super) fn rank_name(rank: u8) -> &'static str {
    FRENCH.ranks[usize::from(rank)].notation
}

/// A combination of the cards of a set with its reading.
pub(super) fn combination(cards: &[Named], reading: Reading) -> Combination {
    Combination {
        category: reading.category.name(),
        key: rank_name(reading.key),
        run: reading.run,
        labels: Vec::new(),
        cards: arrange(cards, reading),
    }
}

/// The reading of a combination; none if it is of no type or rank of this game.
pub(super) fn reading(combination: &Combination) -> Option<Reading> {
    let category = Category::from_name(combination.category)?;
    Some(Reading::new(category, FRENCH.rank(combination.key)?, combination.run))
}

/// A reading as an action tells it.
pub(super) fn told(reading: Reading) -> action::Reading {
    action::Reading {
        category: Some(reading.category.name().to_owned()),
        key: Some(rank_name(reading.key).to_owned()),
        run: Some(reading.run),
        ..action::Reading::default()
    }
}

/// A reading as text: `type:key:n`.
pub(super) fn text(reading: Reading) -> String {
    format!("{}:{}:{}", reading.category.name(), rank_name(reading.key), reading.run)
}

/// The cards with the main groups first, each part ascending.
pub(super) fn arrange(cards: &[Named], reading: Reading) -> Vec<Named> {
    let mut rest = cards.to_vec();
    // A face comes before its rank alone, as the order of `Named` has it.
    rest.sort_by_key(|&card| (named_rank(card), card));
    let (group, ranks) = main_groups(reading);
    let mut main = Vec::with_capacity(rest.len());
    let mut taken = 0;
    let mut of_rank = None;
    rest.retain(|&card| {
        let rank = named_rank(card);
        if of_rank != Some(rank) {
            (of_rank, taken) = (Some(rank), 0);
        }
        taken += 1;
        let in_group = ranks.contains(&rank) && taken <= group;
        if in_group {
            main.push(card);
        }
        !in_group
    });
    main.append(&mut rest);
    main
}

/// The cards of each main group, and the ranks of the groups.
fn main_groups(reading: Reading) -> (u8, std::ops::RangeInclusive<u8>) {
    let one = reading.key..=reading.key;
    let sequence = reading.key.saturating_sub(reading.run - 1)..=reading.key;
    match reading.category {
        Category::Single | Category::Straight => (1, sequence),
        Category::Pair | Category::PairSequence => (2, sequence),
        Category::Triplet
        | Category::TripletSingle
        | Category::TripletPair
        | Category::TripletSequence
        | Category::TripletSequenceSingles
        | Category::TripletSequencePairs => (3, sequence),
        Category::Bomb => (reading.run, one),
        Category::Rocket => (4, reading.key - 1..=reading.key),
        Category::QuadSingles | Category::QuadPairs => (4, one),
    }
}
