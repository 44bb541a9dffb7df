//! What the rules prescribe for a seat that does not act in time (Z5.15).

use super::legal::{action, own_hand};
use super::order::Laid;
use super::plays::Play;
use super::readings::readings;
use super::rules::Rules;
use crate::action::{Action, Verb};
use crate::climbing::Faces;
use crate::view::View;

/// `timeout_policy = pass_or_lowest`: a follower passes, a leader plays the lowest card.
pub(super) fn on_timeout(rules: &Rules, view: &View) -> Action {
    let decision = view.own_decision().expect("the viewer is asked");
    let may_pass = decision.verbs.contains(&Verb::Pass);
    prescribed(rules, own_hand(view), may_pass).map_or(Action::Pass, action)
}

/// The play of a hand; none for a pass.
pub(super) fn prescribed(rules: &Rules, hand: Faces, may_pass: bool) -> Option<Play> {
    if may_pass {
        return None;
    }
    let set = Faces::of(hand.lowest().expect("a leader holds cards"));
    let reading = readings(rules, set)[0];
    Some(Play { set, laid: Laid::new(set, reading, None) })
}
