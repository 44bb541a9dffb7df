//! What a beginner does who must act.

use super::super::legal::{led, order, own_hand};
use super::super::rules::Rules;
use super::{bidding, follow, kitty, lead};
use crate::action::{Action, Verb};
use crate::view::View;

/// What a beginner does who must act.
pub(in super::super) fn beginner(rules: &Rules, view: &View) -> Action {
    let decision = view.own_decision().expect("the viewer is asked");
    let hand = own_hand(view);
    match decision.verbs {
        verbs if verbs.contains(&Verb::Yield) => bidding::answer(rules, view),
        verbs if verbs.contains(&Verb::Pass) => bidding::last_word(rules, view),
        [Verb::Bury] => kitty::bury(rules, view, &hand),
        [Verb::CallFriends] => kitty::call(rules, view, &hand),
        _ => {
            let order = order(rules, view);
            let trick = view.trick.as_ref().expect("a trick is on the table");
            match led(rules, &order, trick) {
                None => lead::lead(rules, view, &order, &hand),
                Some(led) => follow::follow(rules, view, &order, &led, &hand),
            }
        }
    }
}
