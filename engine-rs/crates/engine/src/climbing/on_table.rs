//! The trick on the table, as a state hash reads it.

use crate::cards::french::FRENCH;
use crate::hash::Canonical;
use crate::notation::print_named;
use crate::view::Trick;

/// Writes the trick on the table and the number of ended tricks.
pub fn write_trick(trick: &Trick, tricks: u32, canonical: &mut Canonical) {
    canonical.byte(trick.leader.0);
    canonical.number(u64::from(tricks));
    canonical.number(trick.plays.len() as u64);
    for (seat, combination) in &trick.plays {
        canonical.byte(seat.0);
        canonical.flag(combination.is_some());
        if let Some(combination) = combination {
            canonical.text(combination.category);
            canonical.text(combination.key);
            canonical.byte(combination.run);
            canonical.text(&print_named(&FRENCH, &combination.cards));
        }
    }
}
