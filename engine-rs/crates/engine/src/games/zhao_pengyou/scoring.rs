//! What a deal is worth (ZP-5, ZP-7.15, ZP-7.16).

use super::rules::Rules;
use crate::seat::Seat;

/// What the score of a deal depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The maker's team at the end, as bits of seats.
    pub team: u16,
    /// Card points captured, by seat.
    pub captured: Vec<u32>,
    /// Card points charged for withdrawn cards, by seat.
    pub penalties: Vec<u32>,
    /// Who won the last trick.
    pub last_winner: Seat,
    /// Card points of the last trick.
    pub last_points: u32,
    /// Card points of the buried cards.
    pub buried: u32,
}

/// Who wins a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The maker's team.
    Maker,
    /// Everybody else.
    Opponents,
    /// Nobody (ZP-5.14).
    Nobody,
}

/// The score of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The opponents' points as they count, `D`.
    pub counted: u32,
    /// Who wins.
    pub side: Side,
    /// What each winner gets.
    pub points: u32,
}

/// Scores a deal, in the order of ZP-5.13.
pub fn score(rules: &Rules, outcome: &Outcome) -> Score {
    let on_team = |seat: usize| outcome.team >> seat & 1 == 1;
    let signed = |points: u32| i64::from(points);
    let mut counted: i64 = 0;
    for (seat, &captured) in outcome.captured.iter().enumerate() {
        counted += if on_team(seat) { 0 } else { signed(captured) };
    }
    if !on_team(outcome.last_winner.index()) {
        counted += signed(rules.kitty_multiplier * outcome.buried);
        if rules.last_trick_points_doubled {
            counted += signed(outcome.last_points);
        }
    }
    for (seat, &penalty) in outcome.penalties.iter().enumerate() {
        counted += if on_team(seat) { signed(penalty) } else { -signed(penalty) };
    }
    let counted = u32::try_from(counted.max(0)).expect("card points fit");
    let short = u32::from(rules.equipment.team_max()) - outcome.team.count_ones();
    let (side, points) = result(rules, counted, short);
    Score { counted, side, points }
}

/// Card points with which the opponents win a deal.
pub(super) fn needed(rules: &Rules) -> u32 {
    let bands = bands(rules).iter();
    let least = bands.filter(|&&(_, side, _)| side == Side::Opponents).map(|&(from, ..)| from);
    u32::from(rules.equipment.packs) * least.min().expect("opponents may win")
}

/// The lower ends of the bands by card points a pack, each with who wins and how much.
fn bands(rules: &Rules) -> &'static [(u32, Side, u32)] {
    if rules.pagat2018_scoring { &PAGAT } else { &CLASSIC }
}

/// Who wins with so many points against, and what each winner gets.
fn result(rules: &Rules, counted: u32, short: u32) -> (Side, u32) {
    let packs = u32::from(rules.equipment.packs);
    let band = bands(rules).iter().rev().find(|(from, ..)| counted >= from * packs);
    let &(_, side, points) = band.expect("the first band begins at 0");
    let points = if side == Side::Maker && counted == 0 { points + 1 } else { points };
    let points = if side == Side::Maker { points * (1 + short) } else { points };
    (side, points)
}

/// Bands by card points a pack (ZP-5.6, ZP-5.7); with none against the maker's side gets one more.
const CLASSIC: [(u32, Side, u32); 4] = [
    (0, Side::Maker, 1),
    (40, Side::Opponents, 1),
    (80, Side::Opponents, 2),
    (100, Side::Opponents, 3),
];

/// Bands of the current pagat text (ZP-7.16).
const PAGAT: [(u32, Side, u32); 6] = [
    (0, Side::Maker, 2),
    (20, Side::Maker, 1),
    (40, Side::Nobody, 0),
    (60, Side::Opponents, 1),
    (80, Side::Opponents, 2),
    (100, Side::Opponents, 3),
];

/// The seats of the winning side.
pub(super) fn winners(rules: &Rules, team: u16, side: Side) -> Vec<Seat> {
    let wins = |seat: &Seat| {
        let on_team = team >> seat.0 & 1 == 1;
        side == if on_team { Side::Maker } else { Side::Opponents }
    };
    Seat::all(rules.seats).filter(wins).collect()
}
