//! Shuffling and drawing (ZP-2.3 to ZP-2.5, ZP-2.18, ZP-7.3).

use super::bidding::{may_bid, may_bid_rank};
use super::final_round;
use super::rules::{LaterStarter, Rules};
use super::sight::{standings_changed, zones};
use super::state::{InPlay, Phase, State, back, drawing};
use crate::cards::Card;
use crate::cards::french::FRENCH;
use crate::event::{Event, Fact};
use crate::game::{DealNumber, Stage};
use crate::rng::DealRng;
use crate::seat::Seat;

/// The zone of cards that have yet to be drawn.
pub(super) const STOCK: &str = "stock";
/// The zone of the cards that the maker will take.
pub(super) const KITTY: &str = "kitty";

/// Begins the next deal, or the next attempt of it: the lot for the starter where one is drawn,
/// then the shuffle.
pub(super) fn deal(
    rules: &Rules,
    state: &mut State,
    number: DealNumber,
    rng: &mut DealRng,
    facts: &mut Vec<Fact>,
) {
    let starter = match state.stage {
        Stage::Redeal => state.starter.expect("a void deal had a starter"),
        _ => next_starter(rules, state, rng),
    };
    let mut pack = rules.equipment.pack();
    rng.shuffle(&mut pack);
    let in_play = InPlay::new(rules, pack.into(), starter);
    facts.push(Fact::Dealt {
        match_number: number.match_number,
        deal: number.deal,
        attempt: number.attempt,
        dealer: starter,
        hands: vec![Vec::new(); usize::from(rules.seats)],
        zones: zones(rules, &in_play, None),
    });
    state.starter = Some(starter);
    state.in_play = Some(in_play);
    state.stage = Stage::Decisions;
    facts.push(standings_changed(&state.standings));
}

/// Who draws first (ZP-2.3, ZP-7.3).
fn next_starter(rules: &Rules, state: &State, rng: &mut DealRng) -> Seat {
    let (Some(maker), Some(before)) = (state.last_maker, state.starter) else {
        return lot(rules, rng);
    };
    match rules.starter_later_deals {
        LaterStarter::Lot => lot(rules, rng),
        later => later_starter(rules, later, maker, before, &state.standings.active),
    }
}

fn lot(rules: &Rules, rng: &mut DealRng) -> Seat {
    Seat(u8::try_from(rng.below(u32::from(rules.seats))).expect("a seat fits"))
}

/// Who draws first after a deal, where that is not drawn by lot.
pub(super) fn later_starter(
    rules: &Rules,
    later: LaterStarter,
    maker: Seat,
    before: Seat,
    active: &[bool],
) -> Seat {
    if later == LaterStarter::NextCounterclockwise {
        return back(before, 1, rules.seats);
    }
    let mut seats = (0..rules.seats).map(|places| back(maker, places, rules.seats));
    seats.find(|seat| active[seat.index()]).expect("somebody is active")
}

/// How many cards can be drawn now: none while a challenge is open (ZP-2.16).
pub(super) fn to_draw(state: &State) -> usize {
    let Some(deal) = state.in_play.as_ref() else { return 0 };
    let waits = deal.phase != Phase::Draw || deal.bidding.challenge.is_some();
    if waits || state.stage != Stage::Decisions { 0 } else { deal.stock() }
}

/// Draws so many cards; after the last one the final round begins.
pub(super) fn draw(
    rules: &Rules,
    state: &mut State,
    number: DealNumber,
    count: usize,
    facts: &mut Vec<Fact>,
) {
    let starter = state.starter.expect("somebody draws first");
    let deal = state.deal_mut();
    let places = deal.drawn..deal.drawn + count;
    let drawn: Vec<(Seat, Card)> =
        places.map(|place| (drawing(rules, starter, place), deal.pack[place])).collect();
    for &(seat, card) in &drawn {
        deal.hands[seat.index()].add(card);
    }
    deal.drawn += count;
    let is_last = deal.stock() == 0;
    facts.push(Fact::CardsDrawn { zone: STOCK, seats: rules.seats, drawn });
    if is_last {
        state.deal_mut().phase = Phase::FinalRound;
        final_round::go_on(rules, state, number, facts);
        facts.push(Fact::Public(Event::ZoneCleared { zone: STOCK }));
    }
}

/// The seats that hold cards for a bid that would be admitted now, in the order in which bots are
/// polled: who drew last first, then in the direction of the drawing (ZP-2.6).
pub(super) fn willing(rules: &Rules, state: &State) -> Vec<Seat> {
    let Some(deal) = drawing_deal(rules, state) else { return Vec::new() };
    let starter = state.starter.expect("somebody draws first");
    let last = deal.drawn.saturating_sub(1);
    let seats = (0..usize::from(rules.seats)).map(|place| drawing(rules, starter, last + place));
    seats.filter(|&seat| can_bid(rules, state, deal, seat)).collect()
}

/// How many cards can be drawn until one of the seats can bid, that card counted.
pub(super) fn draws_until_willing(rules: &Rules, state: &State, seats: &[Seat]) -> usize {
    let left = to_draw(state);
    let mut later = state.clone();
    for count in 1..=left {
        let starter = state.starter.expect("somebody draws first");
        let Some(deal) = later.in_play.as_mut() else { return left };
        let (seat, card) = (drawing(rules, starter, deal.drawn), deal.pack[deal.drawn]);
        deal.hands[seat.index()].add(card);
        deal.drawn += 1;
        let able = |seat: &Seat| can_bid(rules, &later, later.deal(), *seat);
        if drawing_deal(rules, &later).is_some() && seats.iter().any(able) {
            return count;
        }
    }
    left
}

/// The deal, while bids may be made between draws.
fn drawing_deal<'a>(rules: &Rules, state: &'a State) -> Option<&'a InPlay> {
    let deal = state.in_play.as_ref().filter(|_| state.stage == Stage::Decisions)?;
    let open = deal.phase == Phase::Draw && deal.bidding.challenge.is_none();
    (open && rules.bids_while_drawing).then_some(deal)
}

fn can_bid(rules: &Rules, state: &State, deal: &InPlay, seat: Seat) -> bool {
    if deal.bidding.holder() == Some(seat) || !may_bid(rules, &state.standings, seat) {
        return false;
    }
    let over = deal.bidding.standing.map_or(0, |bid| bid.count);
    let enough = |card: Card| deal.hand(seat).count(card) > over;
    let suited = (0..52).map(Card).filter(|&card| enough(card));
    suited
        .into_iter()
        .any(|card| may_bid_rank(rules, &state.standings, seat, FRENCH.face(card).rank))
}
