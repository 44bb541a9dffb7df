//! What the viewer of a view may do, from the view alone.

use std::ops::ControlFlow;

use super::combinations::{combination, reading, told};
use super::faces::{lowest, ranks_of};
use super::order::beats;
use super::plays::{Play, count_plays, plays};
use super::reading::Reading;
use super::readings::readings;
use super::rules::{Kickers, Rules};
use crate::action::{Action, Named, Verb};
use crate::cards::Hand;
use crate::climbing::Ranks;
use crate::legal::{Legal, LegalForm};
use crate::view::View;

/// The bids (D3.2).
pub(super) const BIDS: std::ops::RangeInclusive<u32> = 1..=3;

/// What the viewer may do: at most `limit` actions a verb.
pub(super) fn legal(rules: &Rules, view: &View, limit: usize) -> Legal {
    let Some(decision) = view.own_decision() else {
        return Legal::default();
    };
    let forms = decision.verbs.iter().map(|&verb| {
        let form = match verb {
            Verb::Play => list_plays(rules, view, limit),
            Verb::Bid => {
                let highest = highest_bid(view);
                LegalForm::list(BIDS.filter(|&bid| bid > highest).map(Action::Bid), limit)
            }
            Verb::Pass => LegalForm::list([Action::Pass], limit),
            Verb::Call => LegalForm::list([Action::Call], limit),
            Verb::Rob => LegalForm::list([Action::Rob], limit),
            Verb::Reveal => LegalForm::list([Action::Reveal], limit),
            Verb::Double => LegalForm::list([Action::Double], limit),
            Verb::Continue => LegalForm::list([Action::Continue], limit),
            Verb::Stop => LegalForm::list([Action::Stop], limit),
            verb => unreachable!("nobody is asked to {}", verb.word()),
        };
        (verb, form)
    });
    Legal { verbs: forms.collect() }
}

/// The highest bid so far; 0 for none.
pub(super) fn highest_bid(view: &View) -> u32 {
    let bids = view.calls.iter().filter_map(|call| match call.action {
        Action::Bid(bid) => Some(bid),
        _ => None,
    });
    bids.max().unwrap_or(0)
}

/// What the viewer must beat; none for a leader.
pub(super) fn standing(view: &View) -> Option<Reading> {
    let to_beat = view.trick.as_ref()?.to_beat()?;
    Some(reading(to_beat).expect("what stands is of this game"))
}

/// The viewer's hand.
pub(super) fn own_hand(view: &View) -> Hand {
    view.own_hand().iter().copied().collect()
}

/// Every play of the hand, or where there are more than `limit` an even sample, in one order.
fn list_plays(rules: &Rules, view: &View, limit: usize) -> LegalForm {
    let (hand, standing) = (own_hand(view), standing(view));
    let ranks = ranks_of(&hand);
    let number = if rules.kickers == Kickers::Loose {
        let mut number = 0;
        each_reading(rules, ranks, standing, &mut |_| number += 1);
        number
    } else {
        count_plays(rules, ranks, standing) as usize
    };
    let listed = number.min(limit);
    let mut actions = Vec::with_capacity(listed);
    let mut place = 0;
    each_reading(rules, ranks, standing, &mut |play| {
        if actions.len() < listed && place == actions.len() * number / listed {
            actions.push(action(&hand, play));
        }
        place += 1;
    });
    LegalForm::List { actions, truncated: listed < number }
}

/// Visits every play of a hand; where the player may choose among readings (D4.21.3), each.
pub(super) fn each_reading(
    rules: &Rules,
    hand: Ranks,
    standing: Option<Reading>,
    visit: &mut dyn FnMut(Play),
) {
    let _ = plays(rules, hand, standing, &mut |play| {
        visit(play);
        if rules.kickers == Kickers::Loose {
            for &reading in readings(rules, play.set).iter() {
                let usable = standing.is_none_or(|standing| beats(reading, standing));
                if usable && reading != play.reading {
                    visit(Play { set: play.set, reading });
                }
            }
        }
        ControlFlow::Continue(())
    });
}

/// The action of a play, with the lowest suits of the hand.
pub(super) fn action(hand: &Hand, play: Play) -> Action {
    let cards: Vec<Named> = lowest(hand, play.set).iter().map(Named::Face).collect();
    let cards = combination(&cards, play.reading).cards;
    Action::Play { cards, reading: told(play.reading) }
}
