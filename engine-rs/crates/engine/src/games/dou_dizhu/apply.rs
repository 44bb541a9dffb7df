//! Applying a checked action, and telling what happened.

use std::sync::Arc;

use super::auction::Call;
use super::combinations::told;
use super::deal::{Move, Phase};
use super::faces::sorted;
use super::payment::{deal_end, match_is_over, stake, winners};
use super::plays::Play;
use super::roles::{LANDLORD, PEASANT};
use super::rules::{MatchEnd as Ending, RedealDealer, Rules};
use super::state::{InPlay, State};
use super::steps::{Step, laid};
use super::zones::{BOTTOM, FACEUP, HAND};
use crate::action::Action;
use crate::cards::Hand;
use crate::event::{Event, Fact, MatchEnd, SeatActed, Zone, size};
use crate::game::{DealNumber, Stage};
use crate::seat::Seat;

/// Applies a step of a seat, and tells what follows from it.
pub(super) fn apply(
    rules: &Rules,
    state: &mut State,
    number: DealNumber,
    seat: Seat,
    step: &Step,
    facts: &mut Vec<Fact>,
) {
    let before = state.in_play.as_ref();
    let faceup = before.and_then(InPlay::faceup_held);
    let worth = before.map(|deal| stake(rules, deal));
    happen(rules, state, number, seat, step, facts);
    let Some(deal) = &state.in_play else { return };
    if faceup.is_some() && deal.faceup_held().is_none() {
        facts.push(Fact::Public(Event::ZoneCleared { zone: FACEUP }));
    }
    if deal.is_over() {
        // What it was played for stands in how it ended.
        return;
    }
    if deal.core.phase() == Phase::Play && deal.trick.plays.is_empty() {
        facts.push(Fact::Public(Event::TrickBegun { leader: deal.trick.leader }));
    }
    let worth_now = stake(rules, deal);
    if worth.as_ref() != Some(&worth_now) {
        facts.push(Fact::Public(Event::StakeChanged(worth_now)));
    }
}

fn happen(
    rules: &Rules,
    state: &mut State,
    number: DealNumber,
    seat: Seat,
    step: &Step,
    facts: &mut Vec<Fact>,
) {
    match step {
        Step::Continue => {
            facts.push(acted(seat, Action::Continue));
            state.agreed |= 1 << seat.0;
            if state.agreed == (1 << rules.seats.count()) - 1 {
                state.stage = Stage::Deal;
            }
        }
        Step::Stop => {
            facts.push(acted(seat, Action::Stop));
            end_match(rules, state, number, facts);
        }
        Step::Word(Move::Call(call)) => {
            let action = called(*call);
            let calls = Arc::make_mut(&mut state.calls);
            calls.push(SeatActed { seat, action: action.clone(), size: 0 });
            facts.push(acted(seat, action));
            in_play(state).advance(rules, Move::Call(*call));
            after_call(rules, state, number, facts);
        }
        Step::Word(made) => word(rules, in_play(state), seat, *made, facts),
        Step::Lay { cards, play } => {
            lay(rules, in_play(state), seat, cards, *play, facts);
            if let Phase::Won(winner) = state.deal().core.phase() {
                end_deal(rules, state, number, Seat(winner), facts);
            }
        }
    }
}

fn in_play(state: &mut State) -> &mut InPlay {
    state.in_play.as_mut().expect("a deal is in play")
}

fn acted(seat: Seat, action: Action) -> Fact {
    Fact::Public(Event::Acted(SeatActed { seat, action, size: 0 }))
}

fn called(call: Call) -> Action {
    match call {
        Call::Pass => Action::Pass,
        Call::Bid(bid) => Action::Bid(u32::from(bid)),
        Call::Call => Action::Call,
        Call::Rob => Action::Rob,
    }
}

/// What follows from a call: nothing yet, a redeal (D3.6), or a landlord (D3.7).
fn after_call(rules: &Rules, state: &mut State, number: DealNumber, facts: &mut Vec<Fact>) {
    match state.deal().core.phase() {
        Phase::Auction => {}
        Phase::Redeal => {
            let dealer = state.dealer.expect("somebody dealt");
            let next = match rules.redeal_dealer {
                RedealDealer::Same => dealer,
                RedealDealer::Next => dealer.plus(1, rules.seats.count()),
            };
            state.next_dealer = Some(next);
            state.redeals = state.redeals.saturating_add(1);
            state.stage = Stage::Redeal;
            // The cards are gathered, and nobody sees any of them (D3.6).
            state.in_play = None;
            let (deal, attempt) = (number.deal, number.attempt);
            facts.push(Fact::Public(Event::AllPassed { deal, attempt, dealer: next }));
        }
        Phase::Reveal | Phase::Double | Phase::Play => {
            make_landlord(rules, in_play(state), facts);
        }
        Phase::Won(_) => unreachable!("a call lays no cards"),
    }
}

/// Roles, and the bottom cards, shown where the option says so, into the landlord's hand (D3.12).
fn make_landlord(rules: &Rules, deal: &mut InPlay, facts: &mut Vec<Fact>) {
    let seats = rules.seats.count();
    let landlord = deal.landlord().expect("the auction made a landlord");
    for steps in 0..seats {
        let role = if steps == 0 { LANDLORD } else { PEASANT };
        let seat = landlord.plus(steps, seats);
        facts.push(Fact::Public(Event::RoleGiven { seat, role }));
    }
    let cards = sorted(&deal.bottom);
    if rules.reveal_bottom {
        let shown = Some(cards.clone());
        let zone = Zone { name: BOTTOM, size: size(&cards), cards: shown, seat: None };
        facts.push(Fact::Public(Event::CardsShown(zone)));
    }
    for &card in &cards {
        deal.hands[landlord.index()].add(card);
    }
    deal.check_hand(landlord);
    let open = rules.reveal_bottom;
    facts.push(Fact::CardsTaken { zone: BOTTOM, seat: landlord, cards, open });
    deal.trick.leader = landlord;
}

/// Reveal, double, and a pass on either or in a trick.
fn word(rules: &Rules, deal: &mut InPlay, seat: Seat, made: Move, facts: &mut Vec<Fact>) {
    let action = match made {
        Move::Reveal(true) => Action::Reveal,
        Move::Double(true) => Action::Double,
        _ => Action::Pass,
    };
    facts.push(acted(seat, action));
    deal.advance(rules, made);
    if made == Move::Reveal(true) {
        let cards = sorted(&deal.hands[seat.index()]);
        let (size, cards) = (size(&cards), Some(cards));
        let zone = Zone { name: HAND, size, cards, seat: Some(seat) };
        facts.push(Fact::Public(Event::CardsShown(zone)));
    }
    if made == Move::Pass {
        deal.trick.plays.push((seat, None));
        if deal.core.standing().is_none() {
            let winner = Seat(deal.core.round().turn());
            deal.trick.plays.clear();
            deal.trick.leader = winner;
            deal.tricks += 1;
            let forgotten = !rules.card_memory;
            facts.push(Fact::Public(Event::TrickEnded { winner, points: 0, forgotten }));
        }
    }
}

fn lay(
    rules: &Rules,
    deal: &mut InPlay,
    seat: Seat,
    cards: &Hand,
    play: Play,
    facts: &mut Vec<Fact>,
) {
    for card in cards.iter() {
        deal.hands[seat.index()].remove(card);
        deal.played[seat.index()].add(card);
    }
    deal.advance(rules, Move::Play(play));
    deal.check_hand(seat);
    let combination = laid(cards, play);
    let action = Action::Play { cards: combination.cards.clone(), reading: told(play.reading) };
    let size = play.set.size();
    facts.push(Fact::Public(Event::Acted(SeatActed { seat, action, size })));
    deal.trick.plays.push((seat, Some(combination.into())));
}

/// Pays a deal that was played out, and ends the match where the option says so (D5.6, D5.13).
fn end_deal(
    rules: &Rules,
    state: &mut State,
    number: DealNumber,
    winner: Seat,
    facts: &mut Vec<Fact>,
) {
    let dealer = state.dealer.expect("somebody dealt");
    state.next_dealer = Some(dealer.plus(1, rules.seats.count()));
    state.previous_winner = Some(winner);
    state.redeals = 0;
    state.deals_played += 1;
    let settlement = state.deal().core.settle(rules).expect("the deal was played out");
    for (total, paid) in state.totals.iter_mut().zip(settlement.payments) {
        *total += paid;
    }
    let end = deal_end(rules, state, number, &settlement);
    facts.push(Fact::Public(Event::DealEnded(end.clone())));
    state.last_deal = Some(Arc::new(end));
    if match_is_over(rules, state) {
        end_match(rules, state, number, facts);
    } else if rules.match_end == Ending::Agreement {
        state.stage = Stage::Between;
    } else {
        state.stage = Stage::Deal;
    }
}

fn end_match(rules: &Rules, state: &mut State, number: DealNumber, facts: &mut Vec<Fact>) {
    let totals = state.totals[..usize::from(rules.seats.count())].to_vec();
    let end = MatchEnd { number: number.match_number, winners: winners(&totals), totals };
    facts.push(Fact::Public(Event::MatchEnded(end.clone())));
    state.match_end = Some(Arc::new(end));
    state.stage = Stage::Over;
}
