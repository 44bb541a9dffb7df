//! A deal by packed cards alone: the course of play at a table, without what is only shown.

use super::ending::heirs;
use super::order::Laid;
use super::plays::{Play, plays};
use super::rules::Rules;
use super::state::points;
use crate::climbing::{Faces, Round, Step};
use crate::seat::Seat;

/// A deal in play, to be played out many times: for simulation, and for whoever searches.
///
/// A table does the same (`apply`), and tells what happens; tests hold the two to each other.
#[derive(Clone, Debug)]
pub struct Packed {
    hands: [Faces; Rules::SEATS_MAX],
    /// Points in each pile.
    piles: [u32; Rules::SEATS_MAX],
    round: Round,
    standing: Option<Laid>,
    /// The cards of the trick on the table.
    trick: Faces,
    first_out: Option<Seat>,
    last_out: Option<Seat>,
    over: bool,
}

impl Packed {
    /// A deal of these hands, by seat, that `leader` leads.
    ///
    /// # Panics
    /// If there are more hands than seats, or the leader has no cards.
    pub fn new(rules: &Rules, dealt: &[Faces], leader: Seat) -> Self {
        let mut hands = [Faces::EMPTY; Rules::SEATS_MAX];
        hands[..dealt.len()].copy_from_slice(dealt);
        let holding = (0..rules.seats).filter(|&seat| !hands[usize::from(seat)].is_empty());
        let holding = holding.fold(0, |seats, seat| seats | 1 << seat);
        Self {
            hands,
            piles: [0; Rules::SEATS_MAX],
            round: Round::new(holding, leader.0, rules.pass_locks),
            standing: None,
            trick: Faces::EMPTY,
            first_out: None,
            last_out: None,
            over: false,
        }
    }

    /// Who is asked; nobody once the deal is over.
    pub fn asked(&self) -> Option<Seat> {
        (!self.over).then_some(Seat(self.round.turn()))
    }

    /// The cards of a seat.
    pub const fn hand(&self, seat: Seat) -> Faces {
        self.hands[seat.0 as usize]
    }

    /// What must be beaten; none for a leader.
    pub const fn standing(&self) -> Option<Laid> {
        self.standing
    }

    /// The cards of the trick on the table.
    pub const fn trick(&self) -> Faces {
        self.trick
    }

    /// Who is asked, and when the trick is over.
    pub const fn round(&self) -> &Round {
        &self.round
    }

    /// Every play of who is asked, in the order of [`plays`].
    pub fn plays(&self, rules: &Rules) -> Vec<Play> {
        plays(rules, self.hands[usize::from(self.round.turn())], self.standing)
    }

    /// Who is asked passes, and must not be leading.
    pub fn pass(&mut self, rules: &Rules) {
        let turn = self.round.pass();
        self.follow(rules, Seat(self.round.turn()), turn);
    }

    /// Who is asked lays one of [`Packed::plays`].
    pub fn lay(&mut self, rules: &Rules, play: Play) {
        let seat = Seat(self.round.turn());
        let hand = &mut self.hands[seat.index()];
        debug_assert!(hand.contains(play.set), "only held cards are laid");
        *hand = *hand - play.set;
        let goes_out = hand.is_empty();
        self.trick = self.trick | play.set;
        self.standing = Some(play.laid);
        if goes_out {
            self.first_out = self.first_out.or(Some(seat));
            self.last_out = Some(seat);
        }
        let turn = self.round.play(goes_out);
        self.follow(rules, seat, turn);
    }

    /// What each seat has scored, once the deal is over (Z6.1).
    pub fn results(&self) -> Option<&[u32; Rules::SEATS_MAX]> {
        self.over.then_some(&self.piles)
    }

    fn follow(&mut self, rules: &Rules, seat: Seat, turn: Step) {
        let alone = self.round.holding().count_ones() <= 1;
        match turn {
            Step::Taken { winner, .. } => self.take(Seat(winner)),
            // Nobody is asked any more, and the trick goes to who played last (Z5.13).
            Step::Asks(_) if rules.one_left && alone => self.take(seat),
            Step::Asks(_) => return,
        }
        if alone {
            self.end(rules);
        }
    }

    /// The winner takes all cards of the trick (Z5.5).
    fn take(&mut self, winner: Seat) {
        self.piles[winner.index()] += points(self.trick);
        self.trick = Faces::EMPTY;
        self.standing = None;
    }

    /// Books what the last player has (Z5.8.2, Z5.13).
    fn end(&mut self, rules: &Rules) {
        self.over = true;
        let held = (0..rules.seats).map(Seat).find(|seat| !self.hands[seat.index()].is_empty());
        let last = held.or(self.last_out).expect("somebody is last");
        let first = self.first_out.unwrap_or(last);
        let (of_pile, of_hand) = heirs(rules, first, last);
        let pile = std::mem::take(&mut self.piles[last.index()]);
        self.piles[of_pile.index()] += pile;
        self.piles[of_hand.index()] += points(self.hands[last.index()]);
    }
}

/// Number of legal sequences of this length from a deal, as [`crate::perft::perft`] counts them at
/// a table of one deal.
pub fn perft_packed(rules: &Rules, deal: &Packed, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if deal.asked().is_none() {
        return 0;
    }
    let after = |next: &dyn Fn(&mut Packed)| {
        let mut other = deal.clone();
        next(&mut other);
        perft_packed(rules, &other, depth - 1)
    };
    let passing = deal.standing().map_or(0, |_| after(&|other| other.pass(rules)));
    let laying = deal.plays(rules).into_iter().map(|play| after(&|other| other.lay(rules, play)));
    passing + laying.sum::<u64>()
}
