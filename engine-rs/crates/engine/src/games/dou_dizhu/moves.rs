//! The moves of a deal, which every table after it shares.

use std::sync::Arc;

use super::deal::Move;

/// Moves in the order in which they were made.
///
/// Each move makes another table beside the one before, so that a list of its own would be copied
/// whole with every move. A deal has a few hundred moves, and so few links.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves(Option<Arc<Link>>);

#[derive(Debug)]
struct Link {
    made: Move,
    before: Moves,
}

impl Moves {
    /// Adds a move.
    pub(super) fn push(&mut self, made: Move) {
        let before = std::mem::take(self);
        *self = Self(Some(Arc::new(Link { made, before })));
    }

    /// The moves, the first one first.
    pub(super) fn to_vec(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut last = self;
        while let Some(link) = &last.0 {
            moves.push(link.made);
            last = &link.before;
        }
        moves.reverse();
        moves
    }
}
