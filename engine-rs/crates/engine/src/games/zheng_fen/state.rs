//! A match at one moment.

use std::sync::Arc;

use super::combinations::faces;
use super::poker::SCORING_RANKS;
use super::rules::Rules;
use crate::cards::Card;
use crate::cards::french::FRENCH;
use crate::climbing::{Faces, Round, write_trick};
use crate::event::{DealEnd, MatchEnd};
use crate::game::Stage;
use crate::hash::Canonical;
use crate::seat::Seat;
use crate::view::Trick;

/// ♥3, whose holder leads (Z2.6).
pub(super) const HEART_THREE: Card = Card(2);

/// A match at one moment: what is carried over from deal to deal, and the deal in play.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) stage: Stage,
    pub(super) totals: [i64; Rules::SEATS_MAX],
    /// Who shuffled for the deal in play, or for the last one.
    pub(super) shuffler: Option<Seat>,
    /// What the next deal takes over from the last one; nothing before the first has ended.
    pub(super) before: Option<Before>,
    /// Deals played out in this match.
    pub(super) deals_played: u32,
    /// The deal in play, or the last one as it ended.
    pub(super) in_play: Option<InPlay>,
    pub(super) last_deal: Option<Arc<DealEnd>>,
    pub(super) match_end: Option<Arc<MatchEnd>>,
}

/// What a deal leaves to the next one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    /// Who was out first (Z2.9).
    pub(super) first_out: Seat,
    /// Who was last, and shuffles (Z2.2).
    pub(super) last: Seat,
    /// Who won the last trick that was decided in play (Z2.9); nobody where none was.
    pub(super) decided: Option<Seat>,
}

/// A deal.
#[derive(Clone, Debug)]
pub(super) struct InPlay {
    pub(super) hands: [Faces; Rules::SEATS_MAX],
    pub(super) piles: [Faces; Rules::SEATS_MAX],
    /// Who is asked, and when the trick is over.
    pub(super) round: Round,
    /// The trick on the table.
    pub(super) trick: Trick,
    /// Ended tricks.
    pub(super) tricks: u32,
    /// Who is out, in order; in the end everybody (Z5.9).
    pub(super) out: Vec<Seat>,
    /// Plays of each seat.
    pub(super) plays: [u32; Rules::SEATS_MAX],
    /// Who won the last trick that was decided in play (Z2.9).
    pub(super) decided: Option<Seat>,
    /// Who leads because of holding ♥3, which makes that public (Z2.9).
    pub(super) opener: Option<Seat>,
    /// The play is over (Z5.10).
    pub(super) over: bool,
}

impl State {
    /// A match before its first deal.
    pub(super) fn new() -> Self {
        Self {
            stage: Stage::Deal,
            totals: [0; Rules::SEATS_MAX],
            shuffler: None,
            before: None,
            deals_played: 0,
            in_play: None,
            last_deal: None,
            match_end: None,
        }
    }

    /// The deal in play.
    pub(super) fn deal(&self) -> &InPlay {
        self.in_play.as_ref().expect("a deal is in play")
    }

    /// Writes everything that the rules depend on.
    pub(super) fn write(&self, canonical: &mut Canonical) {
        canonical.byte(self.stage as u8);
        self.totals.iter().for_each(|&total| canonical.money(total));
        canonical.seat(self.shuffler);
        for before in [
            self.before.map(|before| before.first_out),
            self.before.map(|before| before.last),
            self.before.and_then(|before| before.decided),
        ] {
            canonical.seat(before);
        }
        canonical.number(u64::from(self.deals_played));
        canonical.flag(self.in_play.is_some());
        if let Some(deal) = &self.in_play {
            deal.write(canonical);
        }
        canonical.flag(self.match_end.is_some());
    }
}

impl InPlay {
    /// A deal of these hands before its first lead; every seat holds cards.
    pub(super) fn new(
        rules: &Rules,
        hands: [Faces; Rules::SEATS_MAX],
        leader: Seat,
        opener: Option<Seat>,
    ) -> Self {
        let holding = (0..rules.seats).filter(|&seat| !hands[usize::from(seat)].is_empty());
        let holding = holding.fold(0, |seats, seat| seats | 1 << seat);
        Self {
            hands,
            piles: [Faces::EMPTY; Rules::SEATS_MAX],
            round: Round::new(holding, leader.0, rules.pass_locks),
            trick: Trick::new(leader),
            tricks: 0,
            out: Vec::new(),
            plays: [0; Rules::SEATS_MAX],
            decided: None,
            opener,
            over: false,
        }
    }

    /// How many seats hold cards.
    pub(super) fn holding(&self) -> u32 {
        self.round.holding().count_ones()
    }

    /// The one player who holds cards, or held them last (Z5.13); nobody while several do.
    pub(super) fn last(&self) -> Option<Seat> {
        match self.holding() {
            0 => self.out.last().copied(),
            1 => Some(Seat(u8::try_from(self.round.holding().trailing_zeros()).expect("a seat"))),
            _ => None,
        }
    }

    /// The cards of the trick on the table.
    pub(super) fn on_table(&self) -> Faces {
        let plays = self.trick.plays.iter().filter_map(|(_, combination)| combination.as_ref());
        plays.fold(Faces::EMPTY, |all, play| {
            all | faces(&play.cards).expect("cards on the table have faces")
        })
    }

    /// Who holds ♥3, as long as everybody knows that (Z2.9).
    pub(super) fn known_opener(&self) -> Option<Seat> {
        self.opener.filter(|seat| self.hands[seat.index()].has(HEART_THREE))
    }

    fn write(&self, canonical: &mut Canonical) {
        for cards in self.hands.iter().chain(&self.piles) {
            canonical.number(cards.word());
        }
        canonical.number(u64::from(self.round.holding()));
        canonical.byte(self.round.turn());
        canonical.byte(self.round.last_player().unwrap_or(u8::MAX));
        let passed = (0..Rules::SEATS_MAX).map(|seat| u8::try_from(seat).expect("a seat"));
        for seat in passed {
            canonical.flag(self.round.has_passed(seat));
        }
        write_trick(&self.trick, self.tricks, canonical);
        for (_, combination) in &self.trick.plays {
            for label in combination.iter().flat_map(|combination| &combination.labels) {
                canonical.text(label);
            }
        }
        canonical.bytes(&self.out.iter().map(|seat| seat.0).collect::<Vec<_>>());
        for plays in self.plays {
            canonical.number(u64::from(plays));
        }
        canonical.seat(self.decided);
        canonical.seat(self.opener);
        canonical.flag(self.over);
    }
}

/// The points of a card (Z1.6).
pub(super) fn card_points(card: Card) -> u32 {
    match FRENCH.face(card).rank {
        five if five == SCORING_RANKS[0] => 5,
        ten_or_king if SCORING_RANKS.contains(&ten_or_king) => 10,
        _ => 0,
    }
}

/// The points of cards.
pub(super) fn points(cards: Faces) -> u32 {
    cards.iter().map(card_points).sum()
}
