//! The action, by the phase that asks.

use super::situation::Situation;
use super::{follow, lead, words};
use crate::action::{Action, Verb};
use crate::games::dou_dizhu::asks::{AUCTION, DOUBLE, REVEAL};
use crate::games::dou_dizhu::legal::{action, own_hand};
use crate::games::dou_dizhu::rules::Rules;
use crate::view::View;

/// The action of a sensible beginner.
pub(in crate::games::dou_dizhu) fn beginner(rules: &Rules, view: &View) -> Action {
    let decision = view.own_decision().expect("the viewer is asked");
    let verbs = decision.verbs;
    if verbs.contains(&Verb::Continue) {
        return Action::Continue;
    }
    let said = match decision.kind {
        AUCTION => words::call(rules, view, verbs),
        REVEAL => words::reveals(rules, view).then_some(Action::Reveal),
        DOUBLE => words::doubles(rules, view).then_some(Action::Double),
        _ => {
            let situation = Situation::new(rules, view);
            let play = match situation.standing {
                None => Some(lead::lead(&situation)),
                Some(standing) => follow::follow(&situation, standing),
            };
            play.map(|play| action(&own_hand(view), play))
        }
    };
    said.unwrap_or(Action::Pass)
}
