//! How many cards of which ranks may be attached to triplets and quads (D4.0c–f, D4.22).

use super::rules::{Kickers, Rules};
use crate::climbing::{RankMask, Ranks};

/// How many single cards of each rank may be attached to main groups of the ranks `main`.
pub(super) fn single_limits(rules: &Rules, main: RankMask) -> Ranks {
    let free = RankMask::ALL - main;
    match rules.kickers {
        Kickers::Distinct => Ranks::uniform(free, 1),
        Kickers::Loose => rules.pack().without(main),
        Kickers::Rlcard => {
            // Three cards of a neighbouring sequence rank would lengthen the run of triplets; a
            // quad is no run and has only two cards to attach.
            let neighbours = neighbours(main) & free & Rules::SEQUENCE;
            let jokers = Ranks::uniform(free & Rules::JOKERS, 1);
            let others = Ranks::uniform(free - Rules::JOKERS - neighbours, 3);
            jokers + others + Ranks::uniform(neighbours, 2)
        }
    }
}

/// How many pairs of one rank may be attached.
pub(super) const fn pair_limit(rules: &Rules) -> u8 {
    match rules.kickers {
        Kickers::Distinct | Kickers::Rlcard => 1,
        Kickers::Loose => 2,
    }
}

/// Whether both jokers may be attached as single cards (D4.0e, D4.22).
pub(super) const fn both_jokers(rules: &Rules) -> bool {
    matches!(rules.kickers, Kickers::Loose)
}

/// The ranks just below and just above those of a run.
fn neighbours(run: RankMask) -> RankMask {
    let (low, high) = (run.lowest(), run.highest());
    let below = if low == 0 { RankMask::EMPTY } else { RankMask::of(low - 1) };
    below | RankMask::of(high + 1)
}
