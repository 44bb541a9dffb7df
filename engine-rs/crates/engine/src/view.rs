//! What one viewer may know of a game.

use std::sync::Arc;

use crate::action::{FriendCall, Verb};
use crate::cards::Card;
use crate::combination::Combination;
use crate::event::{DealEnd, Event, MatchEnd, SeatActed, Stake, Zone};
use crate::game::Directions;
use crate::seat::{Seat, Viewer};
use crate::trick::{Ranking, Trump};

/// What one viewer may know of a game: enough to draw the table, and all that a bot gets. It is
/// built from nothing out of what the viewer may know.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// The phase.
    pub phase: &'static str,
    /// Number of the match at its table, from 1; 0 before the first deal.
    pub match_number: u32,
    /// Number of the deal at its table, from 1; 0 before the first.
    pub deal: u32,
    /// The attempt, from 1; 0 before the first deal.
    pub attempt: u32,
    /// Deals that were played out in this match.
    pub deals_played: u32,
    /// Who looks.
    pub viewer: Viewer,
    /// Which way things go round at its table.
    pub directions: Directions,
    /// Seat of the dealer.
    pub dealer: Option<Seat>,
    /// Every seat, in order.
    pub seats: Vec<SeatView>,
    /// Open decisions.
    pub decisions: Vec<Decision>,
    /// The teams, in games in which the same seats always play together.
    pub teams: Vec<TeamView>,
    /// The calls of the auction, or answers that were opened together, in order.
    pub calls: Vec<SeatActed>,
    /// The trick on the table.
    pub trick: Option<Trick>,
    /// Cards that lie elsewhere.
    pub zones: Vec<Zone>,
    /// What the deal is played for.
    pub stake: Option<Stake>,
    /// Cards of the ended tricks of this deal, sorted, where they stay visible.
    pub played: Vec<Card>,
    /// Number of ended tricks of this deal.
    pub tricks: u32,
    /// Commitment to the seed of the deal that is next or in play.
    pub commitment: Option<[u8; 32]>,
    /// What is trump, once that is known.
    pub trump: Option<Trump>,
    /// The cards that are trumps, once that is known.
    pub ranking: Ranking,
    /// Card points with which those whose points decide a deal win it, in games that have such.
    pub points_needed: Option<u32>,
    /// The cards that friends were called by.
    pub friend_calls: Vec<CalledFriend>,
    /// How the last deal that was played out ended.
    pub last_deal: Option<DealEnd>,
    /// How the match ended.
    pub match_end: Option<MatchEnd>,
    /// What happened last, oldest first.
    pub last_events: Vec<Event>,
}

/// What one viewer may know of a seat.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct SeatView {
    /// Its role in the deal; empty where it has none.
    pub role: &'static str,
    /// Cards in hand.
    pub hand_size: u8,
    /// The hand, sorted as players sort it, where the viewer may know it.
    pub hand: Option<Vec<Card>>,
    /// The hand lies open to everybody.
    pub open: bool,
    /// Total of the match.
    pub total: i64,
    /// Card points in its pile, where the game counts them.
    pub points: u32,
    /// Plays in this deal.
    pub plays: u32,
    /// It passed since the last play of this trick.
    pub passed: bool,
    /// It doubled its own stake.
    pub doubled: bool,
    /// The rank that it plays, in notation, in games of levels.
    pub level: &'static str,
    /// What it is in the match beside its role; empty where all are alike.
    pub status: &'static str,
    /// Card points that were charged to it in this deal.
    pub penalty: u32,
}

/// A card that a friend was called by, and what became of it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct CalledFriend {
    /// The call.
    pub call: FriendCall,
    /// Copies that count towards it and have been played.
    pub played: u8,
    /// Who played the called copy.
    pub met_by: Option<Seat>,
}

/// Seats that play together throughout a match.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TeamView {
    /// Its name, one of the catalogue's.
    pub name: &'static str,
    /// Its seats.
    pub seats: Vec<Seat>,
    /// Points that it has scored in the deal in play, or scored in the last one.
    pub points: i64,
    /// Its total of the match, of deals that were played out.
    pub total: i64,
}

/// The trick on the table.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Trick {
    /// Who led or is to lead.
    pub leader: Seat,
    /// Plays and passes, in order; a pass has no combination.
    pub plays: Vec<(Seat, Option<Arc<Combination>>)>,
    /// Place of the play that wins so far, where that need not be the last one.
    pub best: Option<usize>,
    /// Cards lie face down in it, so that nobody knows yet which play wins.
    pub undecided: bool,
    /// What the lead makes of it, one of the catalogue's labels; empty where that has no name.
    pub label: &'static str,
}

impl Trick {
    /// A trick that a seat is to lead.
    pub fn new(leader: Seat) -> Self {
        Self { leader, plays: Vec::new(), best: None, undecided: false, label: "" }
    }

    /// Place in [`Trick::plays`] of the play that is to be beaten.
    pub fn standing(&self) -> Option<usize> {
        let last = || self.plays.iter().rposition(|(_, combination)| combination.is_some());
        if self.undecided { None } else { self.best.or_else(last) }
    }

    /// The combination that is to be beaten.
    pub fn to_beat(&self) -> Option<&Combination> {
        self.plays[self.standing()?].1.as_deref()
    }
}

/// An open question to one seat.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Decision {
    /// Its name; the same as long as it is open.
    pub id: String,
    /// The seat that is asked.
    pub seat: Seat,
    /// The phase that asks.
    pub kind: &'static str,
    /// What the seat may do, independent of its cards.
    pub verbs: &'static [Verb],
    /// Nobody waits for an answer.
    pub voluntary: bool,
    /// It is answered under seal: who has answered is not shown before all have.
    pub sealed: bool,
}

impl View {
    /// The decision that is open to the viewer.
    pub fn own_decision(&self) -> Option<&Decision> {
        let viewer = self.viewer?;
        self.decisions.iter().find(|decision| decision.seat == viewer)
    }

    /// The viewer's own hand.
    pub fn own_hand(&self) -> &[Card] {
        let seat = self.viewer.and_then(|seat| self.seats.get(seat.index()));
        seat.and_then(|seat| seat.hand.as_deref()).unwrap_or_default()
    }
}
