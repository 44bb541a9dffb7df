//! Where cards lie beside the hands.

use super::faces::sorted;
use super::state::InPlay;
use crate::event::Zone;

/// The zone of the bottom cards (底牌).
pub(super) const BOTTOM: &str = "bottom";
/// The zone of the card that was turned face up.
pub(super) const FACEUP: &str = "faceup";
/// The zone of a hand that lies open.
pub(super) const HAND: &str = "hand";

/// The bottom cards; once the landlord has taken them they belong to that seat.
pub(super) fn bottom_zone(deal: &InPlay, known: bool) -> Zone {
    let bottom = &deal.bottom;
    let size = u8::try_from(bottom.len()).expect("the bottom is a few cards");
    let cards = known.then(|| sorted(bottom));
    Zone { name: BOTTOM, size, cards, seat: deal.landlord() }
}

/// What everybody sees beside the hands while the auction runs.
pub(super) fn dealt_zones(in_play: &InPlay) -> Vec<Zone> {
    std::iter::once(bottom_zone(in_play, false)).chain(faceup_zone(in_play)).collect()
}

/// The card turned face up, as long as everybody knows who holds it (D2.6.7).
pub(super) fn faceup_zone(in_play: &InPlay) -> Option<Zone> {
    let (card, seat) = in_play.faceup_held()?;
    Some(Zone { name: FACEUP, size: 1, cards: Some(vec![card]), seat: Some(seat) })
}
