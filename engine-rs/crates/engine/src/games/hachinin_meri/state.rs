//! A match at one moment.

use std::sync::Arc;

use super::declaring::Declared;
use super::order::{Trumps, pack};
use super::playable::Turn;
use super::rules::Rules;
use super::trick::RobaiStatus;
use crate::cards::{Card, Hand};
use crate::event::{DealEnd, MatchEnd, SeatActed};
use crate::game::Stage;
use crate::hash::Canonical;
use crate::seat::Seat;
use crate::trick::{Order as _, Ranking, ranking, winner};

/// Seats as an index.
pub(super) const SEATS: usize = Rules::SEATS as usize;

/// A match at one moment: what is carried over from deal to deal, and the deal in play.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) stage: Stage,
    /// Of both teams (HM-5.7).
    pub(super) totals: [i64; 2],
    /// Who dealt the deal in play, or the last one.
    pub(super) dealer: Option<Seat>,
    /// Deals played out in this match.
    pub(super) deals_played: u32,
    /// The deal in play, or the last one as it ended.
    pub(super) in_play: Option<InPlay>,
    pub(super) last_deal: Option<Arc<DealEnd>>,
    pub(super) match_end: Option<Arc<MatchEnd>>,
}

/// Where a deal stands (HM-6.1).
#[derive(Clone, Debug)]
pub(super) enum Phase {
    /// All seats are asked at once whether they declare; these have answered (HM-6.5).
    Declaring([Option<bool>; SEATS]),
    /// The receiver is to discard.
    Discarding,
    /// Cards are played.
    Playing,
    /// All tricks were played.
    Over,
}

/// A card in the trick on the table.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Laid {
    pub(super) seat: Seat,
    pub(super) card: Card,
    /// Only its player sees it until the trick is complete (HM-4.10).
    pub(super) face_down: bool,
}

/// A deal.
#[derive(Clone, Debug)]
pub(super) struct InPlay {
    pub(super) dealer: Seat,
    pub(super) trumps: Trumps,
    /// The cards that are trumps, which follow from it.
    pub(super) ranking: Ranking,
    pub(super) hands: [Hand; SEATS],
    pub(super) oki: Card,
    /// The two cards left over (HM-2.5).
    pub(super) side: [Card; 2],
    pub(super) phase: Phase,
    /// How the declarations ended, once they have.
    pub(super) declared: Option<Declared>,
    /// What was told of the answers (HM-6.5).
    pub(super) calls: Vec<SeatActed>,
    pub(super) discard: Option<Card>,
    /// The opening lead was made, and so discard and side cards are shown (HM-2.11).
    pub(super) opened: bool,
    /// A Meri trick has ended (HM-3.1).
    pub(super) closed: bool,
    /// Who led or is to lead.
    pub(super) leader: Seat,
    /// The trick on the table.
    pub(super) trick: Vec<Laid>,
    /// Ended tricks.
    pub(super) tricks: u8,
    /// Cards of the ended tricks.
    pub(super) played: Hand,
    /// Seats that have played a trump: who has cannot have the right of HM-4.8.
    pub(super) gave_trump: [bool; SEATS],
    /// Points of both teams in this deal (HM-5.1).
    pub(super) points: [i64; 2],
    /// Plays of each seat.
    pub(super) plays: [u32; SEATS],
}

impl State {
    /// A match before its first deal.
    pub(super) fn new() -> Self {
        Self {
            stage: Stage::Deal,
            totals: [0; 2],
            dealer: None,
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
        canonical.seat(self.dealer);
        canonical.number(u64::from(self.deals_played));
        canonical.flag(self.in_play.is_some());
        if let Some(deal) = &self.in_play {
            deal.write(canonical);
        }
        canonical.flag(self.match_end.is_some());
    }
}

impl InPlay {
    /// A deal before anybody was asked.
    pub(super) fn new(dealer: Seat, hands: &[Hand; SEATS], oki: Card, side: [Card; 2]) -> Self {
        // The printed suit, also of Tenka (HM-2.4).
        let trumps = Trumps { suit: super::order::suit(oki) };
        Self {
            dealer,
            trumps,
            ranking: ranking(&trumps, pack()),
            hands: *hands,
            oki,
            side,
            phase: Phase::Declaring([None; SEATS]),
            declared: None,
            calls: Vec::new(),
            discard: None,
            opened: false,
            closed: false,
            leader: dealer,
            trick: Vec::new(),
            tricks: 0,
            played: Hand::default(),
            gave_trump: [false; SEATS],
            points: [0; 2],
            plays: [0; SEATS],
        }
    }

    /// The hand of a seat as cards.
    pub(super) fn hand(&self, seat: Seat) -> Vec<Card> {
        self.hands[seat.index()].to_cards()
    }

    /// Who received the Oki, once that is decided.
    pub(super) fn receiver(&self) -> Option<Seat> {
        self.declared.map(|declared| declared.receiver)
    }

    /// What became of the native Robai.
    pub(super) fn status(&self) -> RobaiStatus {
        self.declared.expect("the declarations have ended").status
    }

    /// The seat holds the native Robai.
    pub(super) fn holds_robai(&self, seat: Seat) -> bool {
        self.hands[seat.index()].count(self.trumps.native_robai()) > 0
    }

    /// The right of HM-4.8: the Sun is the only trump of the hand, and was when the opening lead
    /// was made. Before that nobody has it.
    pub(super) fn has_lone_sun(&self, rules: &Rules, seat: Seat) -> bool {
        let trumps = self.hands[seat.index()].iter().filter(|&card| self.trumps.has(card));
        let only_sun = trumps.eq([self.trumps.sun()]);
        rules.lone_sun && self.opened && !self.gave_trump[seat.index()] && only_sun
    }

    /// What legality depends on for a seat that is to play.
    pub(super) fn turn(&self, rules: &Rules, seat: Seat) -> Turn {
        Turn {
            trumps: self.trumps,
            led: self.trick.first().map(|laid| laid.card),
            closed: self.closed,
            opening: !self.opened,
            lone_sun: self.has_lone_sun(rules, seat),
        }
    }

    /// Who is to play.
    pub(super) fn to_play(&self, rules: &Rules) -> Seat {
        let mut turns = rules.round_from(self.leader).skip(self.trick.len());
        turns.next().expect("a trick that is complete has ended")
    }

    /// Some trump lies face down, so that nobody knows which play wins.
    pub(super) fn is_undecided(&self) -> bool {
        self.trick.iter().any(|laid| laid.face_down)
    }

    /// The place of the play that wins so far, as far as it is known.
    pub(super) fn standing(&self) -> Option<usize> {
        let led = self.trumps.suit(self.trick.first()?.card);
        let cards = self.trick.iter().map(|laid| laid.card);
        if self.is_undecided() { None } else { winner(&self.trumps, led, cards) }
    }

    /// The trick on the table is led with a trump (HM-3.2).
    pub(super) fn is_meri(&self) -> bool {
        self.trick.first().is_some_and(|laid| self.trumps.has(laid.card))
    }

    /// A card that is played now lies face down: a trump in a plain trick, which is not led with
    /// it (HM-4.10, HM-7.6).
    pub(super) fn lies_face_down(&self, rules: &Rules, card: Card) -> bool {
        let in_plain_trick = !self.trick.is_empty() && !self.is_meri();
        let shown = self.closed && rules.monchi_face_up;
        in_plain_trick && self.trumps.has(card) && !shown
    }

    fn write(&self, canonical: &mut Canonical) {
        canonical.byte(self.dealer.0);
        for hand in &self.hands {
            canonical.hand(hand);
        }
        canonical.byte(self.oki.0);
        canonical.cards(self.side.iter().copied());
        self.write_phase(canonical);
        canonical.byte(self.discard.map_or(u8::MAX, |card| card.0));
        canonical.flag(self.opened);
        canonical.flag(self.closed);
        canonical.byte(self.leader.0);
        canonical.cards(self.trick.iter().map(|laid| laid.card));
        canonical.byte(self.tricks);
        canonical.hand(&self.played);
        self.gave_trump.iter().for_each(|&gave| canonical.flag(gave));
        self.points.iter().for_each(|&points| canonical.money(points));
    }

    fn write_phase(&self, canonical: &mut Canonical) {
        match &self.phase {
            Phase::Declaring(answers) => {
                canonical.byte(0);
                for answer in answers {
                    canonical.byte(answer.map_or(2, u8::from));
                }
            }
            Phase::Discarding => canonical.byte(1),
            Phase::Playing => canonical.byte(2),
            Phase::Over => canonical.byte(3),
        }
        canonical.flag(self.declared.is_some());
        if let Some(declared) = self.declared {
            canonical.byte(declared.receiver.0);
            canonical.byte(declared.status as u8);
        }
    }
}

/// Cards as players sort them: the pack's last first.
pub(super) fn sorted(cards: impl IntoIterator<Item = Card>) -> Vec<Card> {
    let mut cards: Vec<Card> = cards.into_iter().collect();
    cards.sort_unstable_by(|one, other| other.cmp(one));
    cards
}
