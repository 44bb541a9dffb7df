//! What a beginner says before the first lead.

use super::groups::{TWO, turns};
use crate::action::{Action, Verb};
use crate::climbing::Ranks;
use crate::games::dou_dizhu::faces::ranks_of;
use crate::games::dou_dizhu::legal::{highest_bid, own_hand};
use crate::games::dou_dizhu::rules::{Rules, Seats};
use crate::view::View;

/// The strength from which a bid of 1, 2 and 3 is made.
const FOR_BIDS: [i16; 3] = [6, 8, 10];
/// The strength from which the own stake is doubled.
const FOR_DOUBLE: i16 = 14;
/// The strength from which the hand is laid open: hardly ever.
const FOR_REVEAL: i16 = 22;

/// The call; none for a pass.
pub(super) fn call(rules: &Rules, view: &View, verbs: &[Verb]) -> Option<Action> {
    let strength = strength(rules, view);
    let must = !verbs.contains(&Verb::Pass);
    if verbs.contains(&Verb::Call) {
        return (must || strength >= FOR_BIDS[0]).then_some(Action::Call);
    }
    if verbs.contains(&Verb::Rob) {
        return (strength >= FOR_BIDS[2]).then_some(Action::Rob);
    }
    let worth = FOR_BIDS.iter().filter(|&&needed| strength >= needed).count();
    let worth = u32::try_from(worth).expect("three bids").max(u32::from(must));
    (worth > highest_bid(view)).then_some(Action::Bid(worth))
}

/// The landlord lays the hand open.
pub(super) fn reveals(rules: &Rules, view: &View) -> bool {
    strength(rules, view) >= FOR_REVEAL
}

/// The player doubles.
pub(super) fn doubles(rules: &Rules, view: &View) -> bool {
    strength(rules, view) >= FOR_DOUBLE
}

/// High cards and bombs, less what the hand needs beyond a few plays; with two packs every seat
/// has more of both, so that it counts for less.
fn strength(rules: &Rules, view: &View) -> i16 {
    let hand = ranks_of(&own_hand(view));
    let spare = match rules.seats {
        Seats::Three => 7,
        Seats::Four => 9,
    };
    let control = control(hand);
    let control = match rules.seats {
        Seats::Three => control,
        Seats::Four => control * 2 / 3,
    };
    control - (i16::from(turns(rules, hand)) - spare)
}

fn control(hand: Ranks) -> i16 {
    let count = |rank| i16::from(hand.count(rank));
    let bombs = i16::from(hand.at_least(4).count());
    4 * count(Rules::RED_JOKER)
        + 3 * count(Rules::BLACK_JOKER)
        + 2 * count(TWO)
        + 4 * bombs
        + count(TWO - 1) / 2
}
