//! Counting sequences of moves, to compare engines.

use std::ops::ControlFlow;

use super::deal::{Deal, Phase};
use super::plays::count_plays;
use super::rules::Rules;

/// The number of sequences of `depth` legal moves from here.
///
/// A play counts once for each distinct set of ranks, with the reading that it has without a
/// wish (D4.21). A deal that is over has no moves, so that shorter sequences do not count.
pub fn perft(rules: &Rules, deal: &Deal, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 && deal.phase() == Phase::Play {
        let hand = deal.hand(deal.round().turn());
        let pass = u64::from(deal.standing().is_some());
        return pass + u64::from(count_plays(rules, hand, deal.standing()));
    }
    let mut sequences = 0;
    let _ = deal.moves(rules, &mut |made| {
        let mut next = *deal;
        next.apply(rules, made);
        sequences += perft(rules, &next, depth - 1);
        ControlFlow::Continue(())
    });
    sequences
}
