//! What a beginner plays on a play of another seat.

use std::ops::ControlFlow;

use super::groups::{TWO, turns};
use super::situation::Situation;
use crate::climbing::Ranks;
use crate::games::dou_dizhu::category::Category;
use crate::games::dou_dizhu::plays::{Play, plays};
use crate::games::dou_dizhu::reading::Reading;
use crate::games::dou_dizhu::rules::Rules;

/// Plays that are looked at; a beginner does not look at all ways to attach cards.
const LOOKED_AT_MAX: u32 = 20_000;
/// Keys from which a fellow peasant's play is left alone: jack and higher.
const HIGH: u8 = 8;
/// An opponent with so few cards is about to go out.
const FEW: u8 = 4;
/// An opponent with so few cards is worth a bomb.
const BOMBED: u8 = 6;

/// A play, and how many more plays the rest of the hand needs.
struct Candidate {
    play: Play,
    turns: u8,
}

/// The play on what stands; none for a pass.
pub(super) fn follow(situation: &Situation<'_>, standing: Reading) -> Option<Play> {
    if let Some(play) = situation.whole_hand() {
        return Some(play);
    }
    let candidates = candidates(situation, standing);
    let (bombs, calm): (Vec<_>, Vec<_>) =
        candidates.into_iter().partition(|candidate| candidate.play.reading.is_explosive());
    let (broken, calm): (Vec<_>, Vec<_>) =
        calm.into_iter().partition(|candidate| breaks_a_bomb(situation, candidate.play.set));
    let present = turns(situation.rules, situation.hand);
    if situation.partner_stands {
        return on_partner(situation, standing, &calm, present);
    }
    let urgent = situation.danger <= FEW;
    let blocks = situation.next_opponent <= 2;
    let best = if blocks {
        calm.iter().max_by_key(|candidate| candidate.play.reading.key)
    } else {
        calm.iter().min_by_key(|candidate| (candidate.turns, candidate.play.reading.key))
    };
    if let Some(candidate) = best {
        let spends = candidate.play.reading.key >= TWO && standing.key + 3 < TWO;
        let fits = candidate.turns < present && (!spends || candidate.turns <= 4);
        if fits || urgent {
            return Some(candidate.play);
        }
    }
    let bomb = bombs.iter().min_by_key(|bomb| (bomb.turns, bomb.play.reading.key));
    if let Some(bomb) = bomb {
        let worth = situation.danger <= BOMBED || bomb.turns <= 2;
        return worth.then_some(bomb.play);
    }
    let last = broken.iter().max_by_key(|candidate| candidate.play.reading.key);
    last.filter(|_| blocks).map(|candidate| candidate.play)
}

/// The set takes some of a bomb or of the rocket, and leaves some.
fn breaks_a_bomb(situation: &Situation<'_>, set: Ranks) -> bool {
    let hand = situation.hand;
    let rocket = situation.rules.pack().within(Rules::JOKERS);
    let jokers = set.within(Rules::JOKERS);
    let breaks_rocket = hand.contains(rocket) && !jokers.is_empty() && jokers != rocket;
    let mut bombs = hand.at_least(4).into_iter();
    breaks_rocket || bombs.any(|rank| (1..hand.count(rank)).contains(&set.count(rank)))
}

/// On a fellow peasant's play: nothing if it is high or the landlord is not next; else a
/// cheap card that the landlord has to beat.
fn on_partner(
    situation: &Situation<'_>,
    standing: Reading,
    calm: &[Candidate],
    present: u8,
) -> Option<Play> {
    let small = matches!(standing.category, Category::Single | Category::Pair);
    let threatens = situation.landlord_follows && situation.danger <= 2;
    if !small || standing.key >= HIGH && !threatens {
        return None;
    }
    let cheap = calm.iter().filter(|candidate| {
        candidate.turns < present && (candidate.play.reading.key < TWO || threatens)
    });
    let chosen = if situation.landlord_follows {
        cheap.max_by_key(|candidate| candidate.play.reading.key)
    } else {
        cheap.min_by_key(|candidate| candidate.play.reading.key)
    };
    chosen.map(|candidate| candidate.play)
}

/// For every reading that beats what stands the cheapest way to make it.
fn candidates(situation: &Situation<'_>, standing: Reading) -> Vec<Candidate> {
    let mut cheapest: Vec<(u32, Play)> = Vec::new();
    let mut looked_at = 0;
    let _ = plays(situation.rules, situation.hand, Some(standing), &mut |play| {
        looked_at += 1;
        let price = price(situation.hand, play.set);
        match cheapest.iter_mut().find(|(_, other)| other.reading == play.reading) {
            Some(known) if price < known.0 => *known = (price, play),
            Some(_) => {}
            None => cheapest.push((price, play)),
        }
        if looked_at < LOOKED_AT_MAX { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let rated = cheapest.into_iter().map(|(_, play)| {
        let turns = turns(situation.rules, situation.hand - play.set);
        Candidate { play, turns }
    });
    rated.collect()
}

/// What a set costs: high cards, and groups that it breaks.
fn price(hand: Ranks, set: Ranks) -> u32 {
    let prices = set.at_least(1).into_iter().map(|rank| {
        let left = hand.count(rank) - set.count(rank);
        u32::from(rank) * u32::from(set.count(rank)) + if left > 0 { 20 } else { 0 }
    });
    prices.sum()
}
