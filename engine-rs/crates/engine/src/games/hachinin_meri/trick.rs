//! A trick that is complete: who wins it, and what it transfers (HM-4.11, HM-5.2 to HM-5.5).

use super::combinations::Combo;
use super::order::Trumps;
use super::rules::{Rules, team};
use crate::cards::Card;
use crate::seat::Seat;
use crate::trick::{Order as _, winner};

/// What a trick is (HM-3.2).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TrickKind {
    /// Led with a card that is no trump; in the closed phase it is called Monchi (HM-3.3).
    Plain,
    /// メリ: led with a trump.
    Meri,
    /// The ninth trick, whatever its cards are (HM-3.5).
    Final,
}

/// What became of the native Robai before the first lead (HM-2.8).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum RobaiStatus {
    /// Its holder declared.
    Declared,
    /// Its holder passed.
    Undeclared,
    /// It is the Oki.
    Public,
    /// It is one of the two cards left over.
    Side,
}

/// A trick that is complete.
#[derive(Clone, Copy, Debug)]
pub struct Complete<'a> {
    /// What it is.
    pub kind: TrickKind,
    /// Who played what.
    pub plays: &'a [(Seat, Card)],
    /// Whose card gives the led suit: the leader's, in the final trick by HM-4.12.
    pub supplier: Seat,
    /// A Meri trick came earlier in the deal.
    pub meri_before: bool,
}

impl Complete<'_> {
    /// Who wins: the highest trump, else the highest card of the led suit (HM-4.11).
    ///
    /// # Panics
    /// If the supplier has not played.
    pub fn winner(&self, trumps: Trumps) -> Seat {
        let supplied = self.plays.iter().find(|(seat, _)| *seat == self.supplier);
        let led = trumps.suit(supplied.expect("the supplier of the led suit has played").1);
        let cards = self.plays.iter().map(|&(_, card)| card);
        let place = winner(&trumps, led, cards).expect("the supplied card competes");
        self.plays[place].0
    }

    /// Its combination, whether it counts or not (HM-5.2).
    pub fn combination(&self, trumps: Trumps) -> Option<Combo> {
        let won_by = team(self.winner(trumps));
        let strongest = |of_winners: bool| {
            let plays = self.plays.iter().filter(|(seat, _)| (team(*seat) == won_by) == of_winners);
            let trumps_played = plays.map(|&(_, card)| card).filter(|&card| trumps.has(card));
            trumps_played.max_by_key(|&card| trumps.strength(card))
        };
        Combo::of(trumps, strongest(true)?, strongest(false)?)
    }

    /// The combination that counts, with what it transfers to the winner's team (HM-5.3 to
    /// HM-5.5). It may transfer nothing, by option (HM-7.10).
    pub fn transfer(
        &self,
        rules: &Rules,
        trumps: Trumps,
        status: RobaiStatus,
    ) -> Option<(Combo, u8)> {
        let out_of_scope = rules.before_first_meri && self.meri_before;
        if self.kind == TrickKind::Meri || out_of_scope {
            return None;
        }
        let combo = self.combination(trumps)?;
        let hidden = match status {
            RobaiStatus::Undeclared => true,
            RobaiStatus::Public => rules.turned_counts,
            RobaiStatus::Declared | RobaiStatus::Side => false,
        };
        let concerned = rules.raises_all || combo.concerns_robai();
        let raised = self.kind == TrickKind::Final || (hidden && concerned);
        Some((combo, if raised { rules.combo_points_raised } else { rules.combo_points }))
    }
}
