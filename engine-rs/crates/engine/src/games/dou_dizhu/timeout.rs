//! What the rules prescribe for a seat that does not act in time (D5.14).

use super::faces::{rank, ranks};
use super::legal::{action, own_hand};
use super::plays::Play;
use super::readings::canonical;
use super::rules::Rules;
use crate::action::{Action, Verb};
use crate::climbing::Ranks;
use crate::view::View;

/// `timeout_policy = pass_or_lowest`: pass where that is allowed, stop between deals, open as low
/// as possible where one must (D3.11), and lead a single card of the lowest rank.
pub(super) fn on_timeout(rules: &Rules, view: &View) -> Action {
    let decision = view.own_decision().expect("the viewer is asked");
    let verbs = decision.verbs;
    if verbs.contains(&Verb::Stop) {
        Action::Stop
    } else if verbs.contains(&Verb::Pass) {
        Action::Pass
    } else if verbs.contains(&Verb::Call) {
        Action::Call
    } else if verbs.contains(&Verb::Bid) {
        Action::Bid(1)
    } else {
        lowest_single(rules, view)
    }
}

fn lowest_single(rules: &Rules, view: &View) -> Action {
    let hand = own_hand(view);
    let lowest = rank(hand.iter().next().expect("a leader holds cards"));
    let set: Ranks = ranks([lowest]).expect("one card");
    let reading = canonical(rules, set).expect("one card is a combination");
    action(&hand, Play { set, reading })
}
