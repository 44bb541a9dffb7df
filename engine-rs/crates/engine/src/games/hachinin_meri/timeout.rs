//! What the rules prescribe for a seat that does not act in time (HM-6.4).

use super::legal::{playable, put_away, trumps};
use super::playable::discards;
use crate::action::{Action, Verb};
use crate::cards::Card;
use crate::view::View;

/// A pass; the lowest plain card where one may be put away or played, otherwise the lowest trump.
pub(super) fn on_timeout(view: &View) -> Action {
    let decision = view.own_decision().expect("the viewer is asked");
    let lowest = |cards: Vec<Card>| trumps(view).lowest(cards).expect("there is something to do");
    match decision.verbs.first() {
        Some(Verb::Discard) => put_away(lowest(discards(trumps(view), view.own_hand()))),
        Some(Verb::Play) => Action::play([lowest(playable(view))]),
        _ => Action::Pass,
    }
}
