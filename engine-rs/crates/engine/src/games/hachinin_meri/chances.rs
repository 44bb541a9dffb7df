//! What a beginner sees in a view, and how likely a card wins the trick for the own team.

use super::legal::{trumps, turn};
use super::order::{Trumps, pack, suit};
use super::rules::{Rules, team};
use crate::action::Named;
use crate::cards::{Card, Hand};
use crate::seat::Seat;
use crate::trick::Order as _;
use crate::view::View;

/// A certainty, in the unit of chances.
pub(super) const CERTAIN: i64 = 1000;
/// The chance that an opponent to come beats a plain card by a trump or by a higher card of its
/// suit, and what each higher card that is not seen yet adds.
const BEATS_PLAIN: i64 = 220;
const BEATS_PLAIN_EACH: i64 = 40;
/// What each trump that is in some hand adds to the chance that one player holds any.
const HOLDS_ONE_EACH: i64 = 130;
/// The chance that a partner to come wins a trick that is lost so far.
const RESCUES: i64 = 170;

/// What a beginner looks at before playing.
pub(super) struct Situation<'a> {
    pub(super) rules: &'a Rules,
    pub(super) trumps: Trumps,
    pub(super) led: Option<Card>,
    /// Trumps that are neither in the own hand nor seen yet.
    pub(super) unseen_trumps: Vec<Card>,
    /// Plain cards of the led suit of which the same is true.
    unseen_led: Vec<Card>,
    /// What partners and opponents have laid for all to see.
    pub(super) by_partners: Vec<Card>,
    pub(super) by_opponents: Vec<Card>,
    /// How many of their trumps lie face down.
    pub(super) covered_by_partners: usize,
    pub(super) covered_by_opponents: usize,
    /// How many are still to play after the viewer.
    pub(super) partners_to_come: usize,
    pub(super) opponents_to_come: usize,
}

impl<'a> Situation<'a> {
    pub(super) fn new(rules: &'a Rules, view: &View) -> Self {
        let own = view.viewer.expect("the viewer is asked");
        let (trumps, led) = (trumps(view), turn(view).led);
        let unseen = unseen(view);
        let of_led = |card: &Card| led.is_some_and(|led| suit(*card) == suit(led));
        let plays = view.trick.iter().flat_map(|trick| &trick.plays);
        let plays: Vec<(Seat, Option<Card>)> =
            plays.map(|(seat, laid)| (*seat, laid.as_deref().and_then(face))).collect();
        let laid_by = |partners: bool| {
            let of = plays.iter().filter(move |(seat, _)| (team(*seat) == team(own)) == partners);
            of.map(|(_, card)| *card).collect::<Vec<Option<Card>>>()
        };
        let (partners, opponents) = (laid_by(true), laid_by(false));
        let covered = |laid: &[Option<Card>]| laid.iter().filter(|card| card.is_none()).count();
        let team_size = usize::from(Rules::SEATS / 2);
        Self {
            rules,
            trumps,
            led,
            unseen_trumps: unseen.iter().copied().filter(|&card| trumps.has(card)).collect(),
            unseen_led: unseen
                .iter()
                .copied()
                .filter(|card| of_led(card) && !trumps.has(*card))
                .collect(),
            covered_by_partners: covered(&partners),
            covered_by_opponents: covered(&opponents),
            partners_to_come: team_size - 1 - partners.len(),
            opponents_to_come: team_size - opponents.len(),
            by_partners: partners.into_iter().flatten().collect(),
            by_opponents: opponents.into_iter().flatten().collect(),
        }
    }

    /// The chance that the own team wins the trick if this card is played to it.
    pub(super) fn wins(&self, card: Card) -> i64 {
        let held = self.holds(self.best(card));
        let lost = CERTAIN - held;
        let rescued = (0..self.partners_to_come)
            .fold(CERTAIN, |left, _| left * (CERTAIN - RESCUES) / CERTAIN);
        held + lost * (CERTAIN - rescued) / CERTAIN
    }

    /// The best card of the own team that everybody will see, this one played; and whether a
    /// partner's trump lies face down beside it.
    fn best(&self, card: Card) -> Card {
        let own = self.by_partners.iter().copied().chain([card]);
        own.max_by_key(|&card| self.level(card)).expect("the card itself is one")
    }

    /// How high a card stands in this trick: other plain suits do not compete (HM-1.11).
    pub(super) fn level(&self, card: Card) -> u8 {
        let led = self.led.unwrap_or(card);
        match card {
            _ if self.trumps.has(card) => 20 + self.trumps.strength(card),
            _ if suit(card) == suit(led) => 1 + self.trumps.strength(card),
            _ => 0,
        }
    }

    /// The chance that the own team's best card is ahead and stays so.
    fn holds(&self, best: Card) -> i64 {
        let level = self.level(best);
        let beaten = self.by_opponents.iter().any(|&card| self.level(card) > level);
        let covered_partner = self.covered_by_partners > 0;
        if !self.trumps.has(best) {
            // A partner's trump that lies face down stands for the team.
            return match (covered_partner, self.covered_by_opponents) {
                (false, 0) if !beaten => self.holds_plain(best),
                (true, 0) => self.after_trumps(CERTAIN / 2, self.opponents_to_come),
                (true, opponents) => {
                    let partners = i64::try_from(self.covered_by_partners).expect("few seats");
                    let all = partners + i64::try_from(opponents).expect("few seats");
                    let ahead = CERTAIN * partners / all;
                    ahead * self.after_trumps(CERTAIN / 2, self.opponents_to_come) / CERTAIN
                }
                _ => 0,
            };
        }
        if beaten {
            return 0;
        }
        let higher = self.share_above(best);
        let ahead = (0..self.covered_by_opponents)
            .fold(CERTAIN, |chance, _| chance * (CERTAIN - higher) / CERTAIN);
        ahead * self.after_trumps(higher, self.opponents_to_come) / CERTAIN
    }

    fn holds_plain(&self, best: Card) -> i64 {
        let above = self.unseen_led.iter().filter(|&&card| self.level(card) > self.level(best));
        let above = i64::try_from(above.count()).expect("few cards");
        let beats = (BEATS_PLAIN + BEATS_PLAIN_EACH * above).min(700);
        (0..self.opponents_to_come).fold(CERTAIN, |chance, _| chance * (CERTAIN - beats) / CERTAIN)
    }

    /// The chance that opponents to come do not beat a trump that so many of the unseen ones beat:
    /// about every second who holds a trump plays one.
    fn after_trumps(&self, higher: i64, opponents: usize) -> i64 {
        let covered = self.covered_by_partners + self.covered_by_opponents;
        let in_hands = i64::try_from(self.unseen_trumps.len().saturating_sub(covered));
        let holds_one = (HOLDS_ONE_EACH * in_hands.expect("few cards")).min(CERTAIN);
        let beats = higher * holds_one / CERTAIN;
        let beats = if self.is_meri() { beats } else { beats / 2 };
        (0..opponents).fold(CERTAIN, |chance, _| chance * (CERTAIN - beats) / CERTAIN)
    }

    fn is_meri(&self) -> bool {
        self.led.is_some_and(|led| self.trumps.has(led))
    }

    /// The share of unseen trumps that are higher.
    pub(super) fn share_above(&self, card: Card) -> i64 {
        let all = i64::try_from(self.unseen_trumps.len()).expect("few cards");
        let strength = self.trumps.strength(card);
        let higher = self.unseen_trumps.iter().filter(|&&c| self.trumps.strength(c) > strength);
        let higher = i64::try_from(higher.count()).expect("few cards");
        CERTAIN * higher / all.max(1)
    }

    /// The chance that an opponent lays a trump in this trick that is not seen yet.
    pub(super) fn comes_from_opponents(&self, card: Card) -> i64 {
        if !self.unseen_trumps.contains(&card) {
            return 0;
        }
        let all = i64::try_from(self.unseen_trumps.len()).expect("few cards").max(1);
        let covered = i64::try_from(self.covered_by_opponents).expect("few seats");
        let to_come = i64::try_from(self.opponents_to_come).expect("few seats");
        // Every seventh has it in hand, and about one of four plays it now.
        (CERTAIN * covered / all + CERTAIN * to_come / 28).min(CERTAIN)
    }
}

fn face(laid: &crate::combination::Combination) -> Option<Card> {
    match laid.cards.as_slice() {
        [Named::Face(card)] => Some(*card),
        _ => None,
    }
}

/// Cards that the viewer has not seen: in hands of others, or face down.
fn unseen(view: &View) -> Vec<Card> {
    let mut seen: Hand = view.own_hand().iter().chain(&view.played).copied().collect();
    let shown = view.zones.iter().flat_map(|zone| zone.cards.iter().flatten());
    let plays = view.trick.iter().flat_map(|trick| &trick.plays);
    let laid = plays.filter_map(|(_, laid)| laid.as_deref().and_then(face));
    shown.copied().chain(laid).for_each(|card| seen.add(card));
    pack().filter(|&card| seen.count(card) == 0).collect()
}
