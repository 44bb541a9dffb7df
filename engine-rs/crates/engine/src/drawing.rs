//! Drawing at a table that looks after itself: what is drawn at once, and which bots are asked.

use crate::seat::Seat;
use crate::table::Table;

/// The bots that have yet to be asked since cards were drawn last, the first one last.
///
/// After every single draw each bot is asked once whether it wants to answer a voluntary question.
/// Where bots alone play, cards between which none of them holds anything to answer with are drawn
/// at once; a person must not learn of that.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    unasked: Vec<Seat>,
}

impl Drawing {
    /// How many cards to draw now, so that all bots are asked who may answer in between; 0: none.
    pub fn count(table: &dyn Table, bots: &[Seat], seats: u8) -> u32 {
        match table.to_draw() {
            0 => 0,
            left if table.decisions().is_empty() || bots.is_empty() => left,
            _ if bots.len() < usize::from(seats) => 1,
            _ => table.draws_until_willing(bots),
        }
    }

    /// Cards were drawn: whoever of the bots could answer now is to be asked.
    pub fn drawn(&mut self, table: &dyn Table, bots: &[Seat]) {
        self.unasked = table.willing();
        self.unasked.retain(|seat| bots.contains(seat));
        self.unasked.reverse();
    }

    /// The next bot to be asked, once.
    pub fn next_asked(&mut self, table: &dyn Table) -> Option<Seat> {
        while let Some(seat) = self.unasked.pop() {
            let mut decisions = table.decisions().into_iter();
            if decisions.any(|decision| decision.seat == seat && decision.voluntary) {
                return Some(seat);
            }
        }
        None
    }
}
