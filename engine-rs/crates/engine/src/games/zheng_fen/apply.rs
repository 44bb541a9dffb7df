//! Applying a checked action, and telling what happened.

use super::combinations::{combination, told};
use super::dealing::HEART_THREE_ZONE;
use super::ending::end_deal;
use super::rules::Rules;
use super::state::{HEART_THREE, InPlay, State, points};
use super::steps::{Judged, Step};
use crate::action::Action;
use crate::climbing::{Faces, Step as Turn};
use crate::event::{Event, Fact, SeatActed};
use crate::game::DealNumber;
use crate::seat::Seat;

/// The role of who was out first (Z5.9).
pub(super) const FIRST_OUT: &str = "first_out";
/// The role of the others who have no cards (Z5.6).
pub(super) const OUT: &str = "out";
/// The role of the one player left with cards (Z5.8).
pub(super) const LAST: &str = "last";

/// Applies a step of a seat.
pub(super) fn apply(
    rules: &Rules,
    state: &mut State,
    number: DealNumber,
    seat: Seat,
    step: &Step,
    facts: &mut Vec<Fact>,
) {
    let deal = state.in_play.as_mut().expect("a deal is in play");
    let turn = match step {
        Step::Pass => {
            facts.push(acted(seat, Action::Pass, 0));
            deal.trick.plays.push((seat, None));
            deal.round.pass()
        }
        Step::Lay(judged) => lay(deal, seat, judged, facts),
    };
    let alone = deal.holding() <= 1;
    match turn {
        Turn::Taken { winner, leader } => {
            deal.decided = Some(Seat(winner));
            let leader = leader.map_or(Seat(winner), Seat);
            take_trick(deal, Seat(winner), leader, facts);
            deal.over = alone;
        }
        // Nobody is asked any more, and the trick goes to who played last (Z5.13).
        Turn::Asks(_) if rules.one_left && alone => {
            take_trick(deal, seat, seat, facts);
            deal.over = true;
        }
        Turn::Asks(_) => {}
    }
    if deal.over {
        end_deal(rules, state, number, facts);
    } else if deal.trick.plays.is_empty() {
        facts.push(Fact::Public(Event::TrickBegun { leader: deal.trick.leader }));
    }
}

fn acted(seat: Seat, action: Action, size: u8) -> Fact {
    Fact::Public(Event::Acted(SeatActed { seat, action, size }))
}

fn lay(deal: &mut InPlay, seat: Seat, judged: &Judged, facts: &mut Vec<Fact>) -> Turn {
    let set = judged.play.set;
    let hand = &mut deal.hands[seat.index()];
    assert!(hand.contains(set), "only held cards are laid");
    *hand = *hand - set;
    let goes_out = hand.is_empty();
    let opened = deal.opener == Some(seat) && set.has(HEART_THREE);
    deal.plays[seat.index()] += 1;
    let combination = combination(set, judged.play.laid);
    let reading = told(judged.play.laid, judged.represent);
    let cards = combination.cards.clone();
    facts.push(acted(seat, Action::Play { cards, reading }, set.size()));
    deal.trick.plays.push((seat, Some(combination.into())));
    if opened {
        facts.push(Fact::Public(Event::ZoneCleared { zone: HEART_THREE_ZONE }));
    }
    let turn = deal.round.play(goes_out);
    if goes_out {
        deal.out.push(seat);
        if deal.holding() > 0 {
            let role = if deal.out.len() == 1 { FIRST_OUT } else { OUT };
            facts.push(Fact::Public(Event::RoleGiven { seat, role }));
        }
        if let Some(seat) = deal.last().filter(|_| deal.holding() == 1) {
            facts.push(Fact::Public(Event::RoleGiven { seat, role: LAST }));
        }
    }
    turn
}

/// The winner takes all cards of the trick (Z5.5), and the next one is to lead (Z5.7).
fn take_trick(deal: &mut InPlay, winner: Seat, leader: Seat, facts: &mut Vec<Fact>) {
    let cards: Faces = deal.on_table();
    deal.piles[winner.index()] = deal.piles[winner.index()] | cards;
    deal.trick.plays.clear();
    deal.trick.leader = leader;
    deal.tricks += 1;
    facts.push(Fact::Public(Event::TrickEnded { winner, points: points(cards), forgotten: true }));
}
