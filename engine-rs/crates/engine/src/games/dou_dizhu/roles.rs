//! The roles of seats.

use super::state::InPlay;
use crate::seat::Seat;

/// The role of the one against the others (D1.6).
pub(super) const LANDLORD: &str = "landlord";
/// The role of the others.
pub(super) const PEASANT: &str = "peasant";

/// The role of a seat; empty before there is a landlord.
pub(super) fn role(deal: &InPlay, seat: Seat) -> &'static str {
    match deal.landlord() {
        None => "",
        Some(landlord) if landlord == seat => LANDLORD,
        Some(_) => PEASANT,
    }
}
