//! Applying a checked action, and telling what happened.

use super::asks::FRIEND;
use super::bidding::Bid;
use super::calls::{begun, count_played};
use super::ending::end_deal;
use super::final_round::{BID, CHALLENGE, go_on};
use super::group_check::Fallen;
use super::lead::{Lead, component, followed};
use super::order::sorted;
use super::rules::Rules;
use super::sight::pile;
use super::state::{InPlay, Phase, State, points, suit_bit};
use super::steps::Step;
use super::winner::winner;
use crate::action::{Action, FriendCall, Named, Reading};
use crate::cards::{Card, Hand};
use crate::combination::Combination;
use crate::event::{Event, Fact, LeadWithdrawn, SeatActed, Zone, size};
use crate::game::DealNumber;
use crate::seat::Seat;
use crate::trick::held;

/// The zone of the cards that the maker buried.
pub(super) const BURIED: &str = "buried";

/// Applies a step of a seat.
pub(super) fn apply(
    rules: &Rules,
    state: &mut State,
    number: DealNumber,
    seat: Seat,
    step: &Step,
    facts: &mut Vec<Fact>,
) {
    let deal = state.deal_mut();
    match step {
        Step::Pass => {
            deal.passed |= 1 << seat.0;
            say(deal, seat, Action::Pass, 0, facts);
            go_on(rules, state, number, facts);
        }
        Step::Bid(bid) => {
            say(deal, seat, Action::BidCards(named(*bid)), bid.count, facts);
            deal.bidding.admit(rules, *bid);
            expose(deal, *bid);
            show_bids(deal, facts);
            bid_made(rules, state, number, facts);
        }
        Step::Defend(bid) => {
            say(deal, seat, Action::Defend(named(*bid)), bid.count, facts);
            deal.bidding.defend();
            expose(deal, *bid);
            show_bids(deal, facts);
            facts.push(Fact::Public(Event::ZoneCleared { zone: CHALLENGE }));
            bid_made(rules, state, number, facts);
        }
        Step::Yield => {
            say(deal, seat, Action::Yield, 0, facts);
            deal.bidding.give_way();
            show_bids(deal, facts);
            facts.push(Fact::Public(Event::ZoneCleared { zone: CHALLENGE }));
            bid_made(rules, state, number, facts);
        }
        Step::Bury(cards) => bury(deal, seat, cards, facts),
        Step::Call(calls) => call(deal, seat, calls, facts),
        Step::Lead { cards, lead, fallen } => {
            let kept = lead_cards(rules, deal, seat, cards, lead, fallen.as_ref(), facts);
            lay(rules, state, number, seat, kept, facts);
        }
        Step::Follow(cards) => {
            let combination = followed(&deal.order(rules), cards);
            let play = played(&combination);
            say(deal, seat, play, size(&cards.to_cards()), facts);
            note_void(rules, deal, seat, cards);
            let laid = Laid { cards: *cards, combination };
            lay(rules, state, number, seat, laid, facts);
        }
    }
}

/// Tells what a seat did; in the final round it is among the calls.
fn say(deal: &mut InPlay, seat: Seat, action: Action, size: u8, facts: &mut Vec<Fact>) {
    let acted = SeatActed { seat, action, size };
    if deal.phase == Phase::FinalRound {
        deal.auction.push(acted.clone());
    }
    facts.push(Fact::Public(Event::Acted(acted)));
}

fn named(bid: Bid) -> Vec<Named> {
    vec![Named::Face(bid.card); usize::from(bid.count)]
}

/// Everybody has seen these cards in the hand.
fn expose(deal: &mut InPlay, bid: Bid) {
    let shown = &mut deal.shown[bid.seat.index()];
    while shown.count(bid.card) < bid.count {
        shown.add(bid.card);
    }
}

/// Shows the cards of the bids.
fn show_bids(deal: &InPlay, facts: &mut Vec<Fact>) {
    facts.extend(bid_zones(deal).into_iter().map(|zone| Fact::Public(Event::CardsShown(zone))));
}

/// The cards of the bid that stands and of a challenge.
pub(super) fn bid_zones(deal: &InPlay) -> Vec<Zone> {
    let bids = [(BID, deal.bidding.standing), (CHALLENGE, deal.bidding.challenge)];
    let zones = bids.into_iter().filter_map(|(name, bid)| {
        let bid = bid?;
        let cards = Some(vec![bid.card; usize::from(bid.count)]);
        Some(Zone { name, size: bid.count, cards, seat: Some(bid.seat) })
    });
    zones.collect()
}

/// A bid, or its answer, begins the final round again, if it has begun (ZP-2.6).
fn bid_made(rules: &Rules, state: &mut State, number: DealNumber, facts: &mut Vec<Fact>) {
    let deal = state.deal_mut();
    if deal.phase == Phase::FinalRound {
        deal.passed = 0;
        go_on(rules, state, number, facts);
    }
}

fn bury(deal: &mut InPlay, seat: Seat, cards: &Hand, facts: &mut Vec<Fact>) {
    let buried = sorted(cards.iter());
    let hand = &mut deal.hands[seat.index()];
    cards.iter().for_each(|card| hand.remove(card));
    deal.buried = *cards;
    deal.phase = Phase::Call;
    // Records hold the action: its cards stay in the order of the pack.
    let action = Action::Bury(cards.iter().rev().map(Named::Face).collect());
    facts.push(Fact::Covered(SeatActed { seat, action, size: size(&buried) }));
    let zone = Zone { name: BURIED, size: size(&buried), cards: Some(buried), seat: Some(seat) };
    facts.push(Fact::CardsLaid(zone));
}

fn call(deal: &mut InPlay, seat: Seat, calls: &[FriendCall], facts: &mut Vec<Fact>) {
    say(deal, seat, Action::CallFriends(calls.to_vec()), 0, facts);
    // Who calls the other copy holds one (ZP-7.9), and everybody knows it.
    for call in calls.iter().filter(|call| call.copy.is_none()) {
        if let Named::Face(card) = call.card {
            show(deal, seat, &[card]);
        }
    }
    deal.calls = begun(calls);
    deal.phase = Phase::Play;
    deal.trick = crate::view::Trick::new(seat);
    facts.push(Fact::Public(Event::FriendCallsChanged(deal.calls.clone())));
    facts.push(Fact::Public(Event::TrickBegun { leader: seat }));
}

/// Cards on the table, and how they count.
struct Laid {
    cards: Hand,
    combination: Combination,
}

/// The play of a combination, with the reading that counts.
pub(super) fn played(combination: &Combination) -> Action {
    let reading = Reading {
        category: Some(combination.category.to_owned()),
        key: Some(combination.key.to_owned()),
        run: Some(combination.run),
        ..Reading::default()
    };
    Action::Play { cards: combination.cards.clone(), reading }
}

/// Leads cards; of a group that does not stand one component is left (ZP-4.8).
fn lead_cards(
    rules: &Rules,
    deal: &mut InPlay,
    seat: Seat,
    cards: &Hand,
    lead: &Lead,
    fallen: Option<&Fallen>,
    facts: &mut Vec<Fact>,
) -> Laid {
    let combination = lead.combination();
    say(deal, seat, played(&combination), size(&cards.to_cards()), facts);
    let Some(fallen) = fallen else {
        deal.lead = Some(lead.clone());
        return Laid { cards: *cards, combination };
    };
    let kept: Hand = fallen.kept.all().collect();
    let mut back = *cards;
    kept.iter().for_each(|card| back.remove(card));
    let withdrawn = sorted(back.iter());
    let penalty = rules.group_penalty * u32::from(size(&withdrawn));
    deal.penalties[seat.index()] += penalty;
    let others = (1..rules.seats).map(|places| super::state::back(seat, places, rules.seats));
    let beaten_by = others.clone().nth(fallen.beaten_by).expect("one of the others");
    show(deal, seat, &withdrawn);
    show(deal, beaten_by, &fallen.beating);
    deal.lead = Some(lead.kept(&fallen.kept));
    let combination = component(&fallen.kept);
    facts.push(Fact::Public(Event::LeadWithdrawn(LeadWithdrawn {
        seat,
        kept: combination.clone(),
        withdrawn,
        beaten_by,
        beating: fallen.beating.clone(),
        penalty,
    })));
    Laid { cards: kept, combination }
}

/// Everybody knows these cards to be in a hand, after the burying.
fn show(deal: &mut InPlay, seat: Seat, cards: &[Card]) {
    let seen: Hand = cards.iter().copied().collect();
    let shown = &mut deal.shown[seat.index()];
    for &card in cards {
        if shown.count(card) < seen.count(card) {
            shown.add(card);
        }
        if deal.maker == Some(seat) && deal.shown_since.count(card) < seen.count(card) {
            deal.shown_since.add(card);
        }
    }
}

/// Who gives fewer cards of the led suit than were led has no more of it.
fn note_void(rules: &Rules, deal: &mut InPlay, seat: Seat, cards: &Hand) {
    let order = deal.order(rules);
    let suit = deal.lead.as_ref().expect("somebody led").suit;
    if held(&order, cards, suit).count() < cards.len() {
        deal.voids[seat.index()] |= suit_bit(suit);
    }
}

/// Lays cards into the trick, counts them towards the calls, and ends the trick after the last.
fn lay(
    rules: &Rules,
    state: &mut State,
    number: DealNumber,
    seat: Seat,
    laid: Laid,
    facts: &mut Vec<Fact>,
) {
    let deal = state.deal_mut();
    let place = seat.index();
    for card in laid.cards.iter() {
        deal.hands[place].remove(card);
        if deal.shown[place].count(card) > 0 {
            deal.shown[place].remove(card);
        }
        if deal.maker == Some(seat) && deal.shown_since.count(card) > 0 {
            deal.shown_since.remove(card);
        }
    }
    deal.plays[place] += 1;
    deal.trick.plays.push((seat, Some(laid.combination.into())));
    deal.laid.push(laid.cards);
    let team = deal.team();
    let maker = deal.maker.expect("a maker is known");
    let calls_changed = count_played(&mut deal.calls, maker, seat, &laid.cards);
    let joined = deal.team() & !team != 0;
    if joined {
        facts.push(Fact::Public(Event::RoleGiven { seat, role: FRIEND }));
    }
    let lead = deal.lead.clone().expect("somebody led");
    let best = winner(rules, &deal.order(rules), &lead, &deal.laid);
    let before = deal.trick.plays.len() - 1;
    deal.trick.best = Some(best);
    let is_last = deal.trick.plays.len() == usize::from(rules.seats);
    let consequences = facts.len();
    if is_last {
        end_trick(rules, state, number, best, facts);
    } else if best != before {
        let place = u8::try_from(best).ok();
        facts.push(Fact::Public(Event::TrickStands { place }));
    }
    if calls_changed {
        let calls = state.deal().calls.clone();
        let place = facts[consequences..].iter().position(Fact::is_consequence);
        let place = place.map_or(facts.len(), |place| consequences + place);
        facts.insert(place, Fact::Public(Event::FriendCallsChanged(calls)));
    }
}

fn end_trick(
    rules: &Rules,
    state: &mut State,
    number: DealNumber,
    best: usize,
    facts: &mut Vec<Fact>,
) {
    let deal = state.deal_mut();
    let (winner, _) = deal.trick.plays[best];
    let mut worth = 0;
    let mut scoring = false;
    for cards in std::mem::take(&mut deal.laid) {
        worth += points(&cards);
        deal.pile_sizes[winner.index()] += size(&cards.to_cards());
        for card in cards.iter() {
            deal.played.add(card);
            if super::order::card_points(card) > 0 {
                deal.piles[winner.index()].add(card);
                scoring = true;
            }
        }
    }
    deal.tricks += 1;
    deal.lead = None;
    deal.trick = crate::view::Trick::new(winner);
    let ended = Event::TrickEnded { winner, points: worth, forgotten: true };
    facts.push(Fact::Public(ended));
    if scoring {
        facts.push(Fact::Public(Event::CardsShown(pile(deal, winner))));
    }
    if deal.hands.iter().all(Hand::is_empty) {
        end_deal(rules, state, number, winner, worth, facts);
    } else {
        facts.push(Fact::Public(Event::TrickBegun { leader: winner }));
    }
}
