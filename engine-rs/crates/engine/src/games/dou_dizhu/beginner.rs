//! What a sensible beginner does, from the view alone.

use super::rules::Rules;
use super::timeout::on_timeout;
use crate::action::{Action, Verb};
use crate::view::View;

/// The action of a sensible beginner.
pub(super) fn beginner(rules: &Rules, view: &View) -> Action {
    let decision = view.own_decision().expect("the viewer is asked");
    if decision.verbs.contains(&Verb::Continue) {
        return Action::Continue;
    }
    if decision.kind == super::asks::AUCTION && decision.verbs.contains(&Verb::Bid) {
        return Action::Bid(super::legal::highest_bid(view) + 1);
    }
    on_timeout(rules, view)
}
