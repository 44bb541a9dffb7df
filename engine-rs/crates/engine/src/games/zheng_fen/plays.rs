//! Every play that a hand allows.

use super::candidates::candidates;
use super::kind::Kind;
use super::order::{Laid, Wish, usable};
use super::readings::SIZE_MAX;
use super::rules::Rules;
use crate::climbing::Faces;

/// A set of cards as it would lie on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    /// The cards.
    pub set: Faces,
    /// What they are laid as.
    pub laid: Laid,
}

/// Every play that a hand allows on `standing`, or as a lead if that is none, in one fixed order:
/// by sets, of each the reading that counts without a word first, then the others that may be
/// named (Z4.21); where labels bind, each that a lead may name (Z4.20). Passing is not among them.
///
/// More cards than any hand has (Z4.0d) allow nothing.
pub fn plays(rules: &Rules, hand: Faces, standing: Option<Laid>) -> Vec<Play> {
    let mut found = Vec::new();
    for set in sets(rules, hand, standing) {
        let Ok(ways) = usable(rules, set, standing, &Wish::default()) else { continue };
        for laid in ways {
            found.push(Play { set, laid });
            if rules.labels_bind && standing.is_none() {
                let others = laid.reading.labels.iter().skip(1);
                let named = others.map(|label| Laid { label: Some(label), ..laid });
                found.extend(named.map(|laid| Play { set, laid }));
            }
        }
    }
    found
}

/// The sets that may be plays.
fn sets(rules: &Rules, hand: Faces, standing: Option<Laid>) -> Vec<Faces> {
    if hand.size() > SIZE_MAX {
        return Vec::new();
    }
    match standing {
        None => candidates(rules, hand, &Kind::ALL),
        Some(standing) => candidates(rules, hand, &[standing.reading.kind, Kind::Special]),
    }
}
