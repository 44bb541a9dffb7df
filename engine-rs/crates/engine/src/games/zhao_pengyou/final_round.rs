//! The final round of bidding, and what follows its closing (ZP-2.6, ZP-2.11 to ZP-2.13).

use super::asks::MAKER;
use super::bidding::may_bid;
use super::dealing::KITTY;
use super::order::sorted;
use super::rules::Rules;
use super::sight::standings_changed;
use super::state::{InPlay, Phase, State, drawing};
use crate::cards::french::FRENCH;
use crate::event::{Event, Fact};
use crate::game::{DealNumber, Stage};
use crate::seat::Seat;
use crate::trick::Trump;

/// The zone of the cards of the bid that stands.
pub(super) const BID: &str = "bid";
/// The zone of the cards of a bid that the holder has yet to answer.
pub(super) const CHALLENGE: &str = "challenge";

/// Who is asked in the final round: from the starter on in the direction of the drawing, the first
/// who may bid, does not hold the bidding, and has not passed since the last bid.
pub(super) fn asked(rules: &Rules, state: &State) -> Option<Seat> {
    let deal = state.deal();
    let starter = state.starter.expect("somebody draws first");
    let mut seats = (0..usize::from(rules.seats)).map(|places| drawing(rules, starter, places));
    seats.find(|&seat| {
        let passed = deal.passed >> seat.0 & 1 == 1;
        let holds = deal.bidding.holder() == Some(seat);
        !passed && !holds && may_bid(rules, &state.standings, seat)
    })
}

/// Closes the final round where nobody is left to be asked.
pub(super) fn go_on(rules: &Rules, state: &mut State, number: DealNumber, facts: &mut Vec<Fact>) {
    let open = state.deal().bidding.challenge.is_some() || asked(rules, state).is_some();
    if open {
        return;
    }
    let maker = state.deal().bidding.maker(rules, &state.standings);
    match maker {
        None => void(rules, state, number, facts),
        Some(maker) => close(rules, state.deal_mut(), maker, facts),
    }
}

/// Nobody bid: everybody becomes active, and the same starter draws again (ZP-2.12).
fn void(rules: &Rules, state: &mut State, number: DealNumber, facts: &mut Vec<Fact>) {
    state.standings.active = vec![true; usize::from(rules.seats)];
    let dealer = state.starter.expect("somebody drew first");
    let auction = std::mem::take(&mut state.deal_mut().auction);
    state.in_play = Some(InPlay::void(rules, dealer, auction));
    state.stage = Stage::Redeal;
    let (deal, attempt) = (number.deal, number.attempt);
    facts.push(Fact::Public(Event::AllPassed { deal, attempt, dealer }));
    facts.push(standings_changed(&state.standings));
}

/// The holder, or who stands for the holder, is the maker and takes the kitty.
fn close(rules: &Rules, deal: &mut InPlay, maker: Seat, facts: &mut Vec<Fact>) {
    let bid = deal.bidding.standing.expect("somebody bid");
    let face = FRENCH.face(bid.card);
    let suit = face.suit.expect("jokers are no bids");
    let trump = Trump { suit, rank: Some(face.rank) };
    let kitty = deal.kitty().to_vec();
    for &card in &kitty {
        deal.hands[maker.index()].add(card);
    }
    deal.set_trump(rules, trump);
    deal.maker = Some(maker);
    deal.bidding.standing = None;
    deal.phase = Phase::Bury;
    facts.push(Fact::Public(Event::RoleGiven { seat: maker, role: MAKER }));
    let ranking = deal.ranking.clone();
    facts.push(Fact::Public(Event::TrumpSet { trump, ranking }));
    let cards = sorted(kitty);
    facts.push(Fact::CardsTaken { zone: KITTY, seat: maker, cards, open: false });
    facts.push(Fact::Public(Event::ZoneCleared { zone: BID }));
    facts.push(Fact::Public(Event::ZoneCleared { zone: KITTY }));
}
