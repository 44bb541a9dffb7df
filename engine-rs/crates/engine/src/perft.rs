//! Counting action sequences, to compare one implementation of the rules with another.

use crate::table::{Command, Table};

/// Number of legal action sequences of length `depth` from a table: at every step each open
/// decision, in the order of seats, takes each of its listed actions.
///
/// # Panics
/// If a listed action is refused.
pub fn perft(table: &dyn Table, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let sequences = table.decisions().into_iter().map(|decision| {
        let legal = table.legal(decision.seat, usize::MAX);
        let after = legal.actions().map(|action| {
            if depth == 1 {
                return 1;
            }
            let command = Command::Act { seat: decision.seat, decision_id: None, action };
            let prepared = table.prepare(command).expect("a listed action is legal");
            perft(&*prepared.next, depth - 1)
        });
        after.sum::<u64>()
    });
    sequences.sum()
}
