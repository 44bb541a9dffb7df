//! What a sensible beginner does, from the view alone: leaves tricks to partners who win them,
//! keeps high trumps for tricks that they decide, the Sun above all for the Un, and declares the
//! Robai unless hiding it costs little.

use super::chances::{CERTAIN, Situation};
use super::combinations::Combo;
use super::legal::{may_declare, playable, put_away, trumps};
use super::order::{SOTA, SUN, Trumps, UN, card, rank, suit};
use super::playable::discards;
use super::rules::{Rules, team};
use crate::action::{Action, Verb};
use crate::cards::Card;
use crate::trick::Order as _;
use crate::view::View;

/// The chance that a plain lead is won by the own team, without what its height adds.
const LEADS: i64 = 400;
/// What each step of height adds to a plain lead.
const LEADS_HIGHER: i64 = 14;
/// The chance that the own team wins a trump lead that is not the highest trump left. A team that
/// leads such trumps at every chance scores up to about 0.15 points less in a deal: Meri has no
/// combinations, and draws own trumps as well.
const LEADS_TRUMP: i64 = 430;
/// With so many trumps a hidden Robai is guarded.
const MANY_TRUMPS: usize = 5;

/// The action.
pub(super) fn beginner(rules: &Rules, view: &View) -> Action {
    let decision = view.own_decision().expect("the viewer is asked");
    match decision.verbs.first() {
        Some(Verb::Discard) => put_away(least_useful(view)),
        Some(Verb::Play) => Action::play([best_play(rules, view)]),
        _ if may_declare(view) && !hides(rules, view) => Action::Declare,
        _ => Action::Pass,
    }
}

/// To hide the Robai leaves the Oki to the dealer and raises what is won or lost with the Robai:
/// worth it where the own team gets the Oki anyway, and the Sota, which alone captures a Robai for
/// more, is in the own hand or many trumps guard it.
fn hides(rules: &Rules, view: &View) -> bool {
    let own = view.viewer.expect("the viewer is asked");
    let dealer = view.dealer.expect("somebody dealt");
    let (trumps, hand) = (trumps(view), view.own_hand());
    let has_sota = hand.contains(&card(trumps.suit, SOTA));
    let number = hand.iter().filter(|&&card| trumps.has(card)).count();
    let guarded = has_sota || (dealer != own && number >= MANY_TRUMPS);
    let raises = rules.combo_points_raised >= rules.combo_points;
    team(dealer) == team(own) && guarded && raises
}

/// The discard: low, and of a suit of which little is left.
fn least_useful(view: &View) -> Card {
    let (trumps, hand) = (trumps(view), view.own_hand());
    let worth = |&card: &Card| {
        let others = hand.iter().filter(|&&other| suit(other) == suit(card)).count();
        (u8::try_from(others).expect("a hand fits") * 3 + trumps.strength(card), card)
    };
    discards(trumps, hand).into_iter().min_by_key(worth).expect("there is something to discard")
}

/// The card that wins most beside what it costs.
fn best_play(rules: &Rules, view: &View) -> Card {
    let situation = Situation::new(rules, view);
    let tricks_left = i64::from(Rules::TRICKS) - i64::from(view.tricks);
    let rated = playable(view).into_iter().map(|card| {
        let chance = if situation.led.is_none() {
            lead_chance(&situation, card)
        } else {
            situation.wins(card)
        };
        let cost = price(situation.trumps, card) * tricks_left / i64::from(Rules::TRICKS);
        (chance + spoils(&situation, card) - cost, card)
    });
    // Of equal ones the lowest.
    let low = |card: Card| std::cmp::Reverse((situation.trumps.strength(card), suit(card)));
    let best = rated.max_by_key(|&(worth, card)| (worth, low(card)));
    best.expect("the viewer holds a card that may be played").1
}

/// The chance that the own team wins with a lead.
fn lead_chance(situation: &Situation<'_>, card: Card) -> i64 {
    let trumps = situation.trumps;
    if !trumps.has(card) {
        return LEADS + LEADS_HIGHER * i64::from(trumps.strength(card));
    }
    if situation.share_above(card) == 0 { CERTAIN } else { LEADS_TRUMP }
}

/// What combinations may bring or cost beside the trick (HM-5.2). Meri has none.
fn spoils(situation: &Situation<'_>, card: Card) -> i64 {
    let trumps = situation.trumps;
    if situation.led.is_none_or(|led| trumps.has(led)) {
        return 0;
    }
    let points = i64::from(situation.rules.combo_points);
    let combos = Combo::ALL.into_iter().map(|combo| {
        let (high, low) = combo.cards(trumps);
        if card == high {
            let laid = situation.by_opponents.contains(&low);
            let comes = if laid { CERTAIN } else { situation.comes_from_opponents(low) };
            points * comes * situation.wins(card) / CERTAIN
        } else if card == low {
            let laid = situation.by_opponents.contains(&high);
            let comes = if laid { CERTAIN } else { situation.comes_from_opponents(high) };
            -points * comes
        } else {
            0
        }
    });
    combos.sum()
}

/// What it costs not to have a card any more, at the beginning of a deal.
fn price(trumps: Trumps, card: Card) -> i64 {
    let strength = i64::from(trumps.strength(card));
    if !trumps.has(card) {
        return strength * 4;
    }
    match rank(card) {
        SUN => 950,
        UN => 700,
        _ => 90 + strength * 35,
    }
}
