//! What the viewer of a view may do, from the view alone.

use super::apply::played;
use super::bidding::{Bid, Bidding, may_bid_rank};
use super::calls::may_call_other;
use super::final_round::{BID, CHALLENGE};
use super::lead::{Lead, followed};
use super::levels::{ACTIVE, Standings};
use super::order::TrumpOrder;
use super::plays::{follows, leads};
use super::rules::Rules;
use crate::action::{Action, Named, Verb};
use crate::cards::french::FRENCH;
use crate::cards::{Card, Hand};
use crate::combination::Combination;
use crate::legal::{Legal, LegalForm};
use crate::trick::{EffectiveSuit, Order};
use crate::view::{Trick, View};

/// What the viewer may do: at most `limit` actions a verb.
pub(super) fn legal(rules: &Rules, view: &View, limit: usize) -> Legal {
    let Some(decision) = view.own_decision() else {
        return Legal::default();
    };
    let hand = own_hand(view);
    let forms = decision.verbs.iter().map(|&verb| {
        let form = match verb {
            Verb::Pass => LegalForm::list([Action::Pass], limit),
            Verb::Yield => LegalForm::list([Action::Yield], limit),
            Verb::BidCards => LegalForm::list(bids(rules, view).into_iter().map(bid_action), limit),
            Verb::Defend => LegalForm::list(defence(view).map(defend_action), limit),
            Verb::Bury => bury_shape(rules, &hand),
            Verb::CallFriends => calls_shape(rules, &order(rules, view), &hand),
            _ => plays(rules, view, &hand, limit),
        };
        (verb, form)
    });
    Legal { verbs: forms.collect() }
}

/// The viewer's hand.
pub(super) fn own_hand(view: &View) -> Hand {
    view.own_hand().iter().copied().collect()
}

/// The order of the cards; the trump is known.
pub(super) fn order(rules: &Rules, view: &View) -> TrumpOrder {
    TrumpOrder::new(rules, view.trump.expect("the trump is known"))
}

/// Points and statuses, as everybody sees them.
pub(super) fn standings(view: &View) -> Standings {
    let points = |total: i64| u32::try_from(total).expect("points are not negative");
    Standings {
        points: view.seats.iter().map(|seat| points(seat.total)).collect(),
        active: view.seats.iter().map(|seat| seat.status == ACTIVE).collect(),
    }
}

/// The bids on the table.
pub(super) fn bidding(view: &View) -> Bidding {
    let shown = |name: &str| {
        let zone = view.zones.iter().find(|zone| zone.name == name)?;
        let card = *zone.cards.as_ref()?.first()?;
        Some(Bid { seat: zone.seat?, card, count: zone.size })
    };
    Bidding { standing: shown(BID), challenge: shown(CHALLENGE) }
}

/// The bids that the viewer may make, the fewest cards first.
pub(super) fn bids(rules: &Rules, view: &View) -> Vec<Bid> {
    let Some(seat) = view.viewer else { return Vec::new() };
    let (hand, bidding, standings) = (own_hand(view), bidding(view), standings(view));
    if bidding.challenge.is_some() || bidding.holder() == Some(seat) {
        return Vec::new();
    }
    let over = bidding.standing.map_or(0, |bid| bid.count);
    let suited = (0..52).map(Card).filter(|&card| hand.count(card) > over);
    let allowed =
        suited.filter(|&card| may_bid_rank(rules, &standings, seat, FRENCH.face(card).rank));
    let bids = allowed
        .flat_map(|card| (over + 1..=hand.count(card)).map(move |count| Bid { seat, card, count }));
    let mut bids: Vec<Bid> = bids.collect();
    bids.sort_by_key(|bid| bid.count);
    bids
}

/// The bid that the viewer can defend with.
pub(super) fn defence(view: &View) -> Option<Bid> {
    let due = bidding(view).defence()?;
    (own_hand(view).count(due.card) >= due.count).then_some(due)
}

/// The action of a bid.
pub(super) fn bid_action(bid: Bid) -> Action {
    Action::BidCards(vec![Named::Face(bid.card); usize::from(bid.count)])
}

/// The action of a defence.
pub(super) fn defend_action(bid: Bid) -> Action {
    Action::Defend(vec![Named::Face(bid.card); usize::from(bid.count)])
}

/// The play of cards.
pub(super) fn play_action(cards: &Hand) -> Action {
    Action::play(cards.iter())
}

fn bury_shape(rules: &Rules, hand: &Hand) -> LegalForm {
    let count = rules.equipment.kitty(rules.seats);
    LegalForm::Shape {
        cards: hand.iter().rev().collect(),
        count_min: count,
        count_max: count,
        conditions: Vec::new(),
    }
}

fn calls_shape(rules: &Rules, order: &TrumpOrder, hand: &Hand) -> LegalForm {
    let plain = |card: &Card| order.suit(*card) != EffectiveSuit::Trumps;
    let cards: Vec<Card> = (0..52).rev().map(Card).filter(plain).collect();
    let others = cards.iter().copied().filter(|&card| may_call_other(rules, hand, card)).collect();
    LegalForm::Calls { cards, count: rules.equipment.calls, copies: rules.equipment.packs, others }
}

/// The lead of the trick on the table; none where the viewer leads.
pub(super) fn led(rules: &Rules, order: &TrumpOrder, trick: &Trick) -> Option<Lead> {
    let (_, combination) = trick.plays.first()?;
    let cards = combination.as_deref().map(cards_of)?;
    Some(Lead::of(rules, order, &cards).expect("what lies on the table was led"))
}

/// The cards of a combination on the table.
pub(super) fn cards_of(combination: &Combination) -> Hand {
    let faces = combination.cards.iter().filter_map(|card| match card {
        Named::Face(card) => Some(*card),
        Named::Rank(_) => None,
    });
    faces.collect()
}

fn plays(rules: &Rules, view: &View, hand: &Hand, limit: usize) -> LegalForm {
    let order = order(rules, view);
    let trick = view.trick.as_ref().expect("a trick is on the table");
    let lead = led(rules, &order, trick);
    let (found, whole) = match &lead {
        None => leads(rules, &order, hand, limit),
        Some(lead) => follows(rules, &order, lead, hand, limit),
    };
    let action = |cards: &Hand| {
        played(&match &lead {
            None => Lead::of(rules, &order, cards).expect("it may be led").combination(),
            Some(_) => followed(&order, cards),
        })
    };
    match LegalForm::sampled(&found, limit, action) {
        LegalForm::List { actions, truncated } => {
            LegalForm::List { actions, truncated: truncated || !whole }
        }
        shape => shape,
    }
}
