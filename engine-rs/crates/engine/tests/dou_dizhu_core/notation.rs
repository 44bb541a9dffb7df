//! Short ways to write cards and readings in tests.

use paizhuo_engine::climbing::Ranks;
use paizhuo_engine::games::dou_dizhu::{Category, Kickers, Reading, Rules, Seats, readings};

/// The cards of a string such as `3-3-3-4` or `3334`.
pub(crate) fn cards(text: &str) -> Ranks {
    text.chars().filter(|&name| name != '-').fold(Ranks::EMPTY, |sum, name| sum + one(name))
}

fn one(name: char) -> Ranks {
    Ranks::of(rank(name), 1)
}

fn rank(name: char) -> u8 {
    let place = Rules::RANK_NAMES.iter().position(|&other| other == name);
    u8::try_from(place.expect("a rank")).expect("small")
}

/// The reading of a string such as `straight:A:5`; n is 1 if left out.
pub(crate) fn reading(text: &str) -> Reading {
    let mut parts = text.split(':');
    let category = Category::from_name(parts.next().expect("a type")).expect("a type");
    let key = rank(parts.next().expect("a key").chars().next().expect("a key"));
    let run = parts.next().map_or(1, |run| run.parse().expect("a number"));
    Reading::new(category, key, run)
}

/// The readings of `text`, which may be none.
pub(crate) fn read(rules: &Rules, text: &str) -> Vec<Reading> {
    readings(rules, cards(text)).to_vec()
}

/// The default rules for three.
pub(crate) fn three() -> Rules {
    Rules::seed(Seats::Three)
}

/// The default rules for four.
pub(crate) fn four() -> Rules {
    Rules::seed(Seats::Four)
}

/// Rules for three with free attachments.
pub(crate) fn loose() -> Rules {
    Rules { kickers: Kickers::Loose, ..three() }
}

/// Rules for three with the attachments of `RLCard`.
pub(crate) fn rlcard() -> Rules {
    Rules { kickers: Kickers::Rlcard, ..three() }
}
