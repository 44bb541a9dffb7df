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
    if decision.verbs.contains(&Verb::Pass) {
        return Action::Pass;
    }
    let set = Faces::of(own_hand(view).lowest().expect("a leader holds cards"));
    let reading = readings(rules, set)[0];
    action(Play { set, laid: Laid::new(set, reading, None) })
}
