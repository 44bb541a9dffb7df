//! Points, levels and statuses (ZP-2.1, ZP-2.2, ZP-5.8 to ZP-5.10).

use super::equipment::rank_at;
use super::rules::Rules;
use crate::cards::french::FRENCH;
use crate::seat::Seat;

/// What a player may bid and start.
pub(super) const ACTIVE: &str = "active";
/// What a loser is until winning again.
pub(super) const PASSIVE: &str = "passive";

/// The rank that so many points play: as many steps above 2, and on from 2 again after the ace
/// (ZP-7.17).
pub fn level(points: u32) -> u8 {
    rank_at(u8::try_from(points % 13).expect("a rank"))
}

/// The level in notation.
pub(super) fn level_name(points: u32) -> &'static str {
    FRENCH.ranks[usize::from(level(points))].notation
}

/// Points and statuses of all seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// Points, by seat.
    pub points: Vec<u32>,
    /// Whether each is active.
    pub active: Vec<bool>,
}

impl Standings {
    /// Those of so many seats at the start of a match.
    pub fn new(seats: u8) -> Self {
        let seats = usize::from(seats);
        Self { points: vec![0; seats], active: vec![true; seats] }
    }

    /// A seat is active.
    pub fn is_active(&self, seat: Seat) -> bool {
        self.active[seat.index()]
    }

    /// The level of a seat.
    pub fn level(&self, seat: Seat) -> u8 {
        level(self.points[seat.index()])
    }

    /// Some active player plays this rank.
    pub fn has_level(&self, rank: u8) -> bool {
        let seats = self.points.iter().zip(&self.active);
        seats.into_iter().any(|(&points, &active)| active && level(points) == rank)
    }

    /// Of the winners of a deal, those who spend their first point to become active (ZP-5.9).
    pub fn reactivated(&self, rules: &Rules, winners: &[Seat]) -> Vec<Seat> {
        let spends = |seat: &Seat| !self.is_active(*seat) && !rules.first_point_counts;
        winners.iter().copied().filter(spends).collect()
    }

    /// Gives the winners of a deal their points (ZP-5.9); what each seat gains. Nothing changes
    /// where nobody won (ZP-5.14).
    pub fn reward(&mut self, rules: &Rules, winners: &[Seat], points: u32) -> Vec<u32> {
        let mut gains = vec![0; self.points.len()];
        if winners.is_empty() {
            return gains;
        }
        for (seat, gain) in (0..).map(Seat).zip(&mut gains) {
            let place = seat.index();
            let wins = winners.contains(&seat);
            if wins {
                let spends = !self.active[place] && !rules.first_point_counts;
                *gain = points - u32::from(spends && points > 0);
                self.points[place] += *gain;
            }
            self.active[place] = wins || !rules.active_passive;
        }
        gains
    }

    /// Who has won the match, after a deal that these seats won; nobody: it goes on.
    pub fn match_winners(&self, rules: &Rules, winners: &[Seat]) -> Vec<Seat> {
        let reached = |seat: &Seat| self.points[seat.index()] >= rules.target_points;
        let seats = Seat::all(rules.seats);
        let reached: Vec<Seat> = seats.filter(reached).collect();
        if rules.winning_team_wins && !reached.is_empty() {
            return winners.to_vec();
        }
        reached
    }
}
