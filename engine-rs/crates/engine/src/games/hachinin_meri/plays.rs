//! Single cards as games show what is played: their category, and how they lie.

use super::order::{Trumps, rank};
use super::state::{InPlay, Laid};
use crate::action::{Named, Reading};
use crate::cards::Card;
use crate::cards::unsun::UNSUN;
use crate::combination::Combination;
use crate::seat::Viewer;

/// A card that is no trump.
pub(super) const PLAIN: &str = "plain";
/// A trump.
pub(super) const TRUMP: &str = "trump";
/// The label of a card that lies face down, and the form of one that the viewer does not see.
pub(super) const FACE_DOWN: &str = "face_down";

/// A card as it is played, face up.
pub(super) fn combination(trumps: Trumps, card: Card) -> Combination {
    Combination {
        category: if trumps.has(card) { TRUMP } else { PLAIN },
        key: UNSUN.ranks[usize::from(rank(card))].notation,
        run: 1,
        labels: Vec::new(),
        cards: vec![Named::Face(card)],
    }
}

/// A trump that lies face down, as others than its player see it (HM-6.3).
fn covered() -> Combination {
    Combination {
        category: TRUMP,
        key: FACE_DOWN,
        run: 1,
        labels: vec![FACE_DOWN],
        cards: Vec::new(),
    }
}

/// A card of the trick on the table, as a viewer sees it.
pub(super) fn seen(deal: &InPlay, laid: Laid, viewer: Viewer) -> Combination {
    if !laid.face_down {
        return combination(deal.trumps, laid.card);
    }
    if viewer != Some(laid.seat) {
        return covered();
    }
    Combination { labels: vec![FACE_DOWN], ..combination(deal.trumps, laid.card) }
}

/// What the event of a play says that the card counts as.
pub(super) fn reading(counts: &Combination) -> Reading {
    Reading {
        category: Some(counts.category.to_owned()),
        key: Some(counts.key.to_owned()),
        run: Some(counts.run),
        label: counts.labels.first().map(|&label| label.to_owned()),
        represent: Vec::new(),
    }
}
