//! What a deal pays.

use super::category::Category;
use super::reading::Reading;
use super::rules::{Rules, Seats, Spring};

/// Everything about a deal that was played out that its payment depends on (D6.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Account {
    /// The landlord's seat.
    pub landlord: u8,
    /// The bid, 1 to 3.
    pub bid: u8,
    /// Whether the landlord won.
    pub landlord_wins: bool,
    /// The plays that [`doubles`] counts, made by anybody (D6.1).
    pub doubling_plays: u8,
    /// How often somebody robbed (D3.10).
    pub robs: u8,
    /// Whether the landlord laid the hand open (D3.12.3).
    pub revealed: bool,
    /// Bit `i`: seat `i` said `double` (D3.12.4).
    pub doubled: u8,
    /// The plays made by each seat, passes not counted (D6.8).
    pub plays: [u8; 4],
}

/// Which bonus a deal earned (D6.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpringKind {
    /// 春天: the landlord won and no peasant made a play.
    Spring,
    /// 反春天: peasants won and the landlord made the first lead alone.
    AntiSpring,
}

/// The payment of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Settlement {
    /// What each seat gets; the sum is 0 (D6.5). Seats that the table has not get 0.
    pub payments: [i64; 4],
    /// The m of D6.7, as far as it counts.
    pub doublings: u8,
    /// What happened for `spring`, whether or not the rules pay for it.
    pub spring: Option<SpringKind>,
}

/// The most doublings that the cards and calls of one deal allow under any rules: with two packs
/// 26 bombs of four cards, the rocket, four robs and the reveal.
pub const DOUBLINGS_POSSIBLE: u8 = 32;

/// Whether a play doubles the stake (D6.2, D6.3).
#[inline]
pub const fn doubles(rules: &Rules, reading: Reading) -> bool {
    match reading.category {
        Category::Rocket => true,
        Category::Bomb => match rules.seats {
            Seats::Three => true,
            Seats::Four => reading.run >= rules.bomb_double_min_4p,
        },
        _ => false,
    }
}

/// Settles a deal that was played out (D6.4, D6.7).
///
/// Panics if the account has more doublings than a deal can have ([`DOUBLINGS_POSSIBLE`]).
/// Within that no sum overflows: one flow is at most 10^6 × 3 × 2^32 × 3 × 2 × 2, three of them
/// together less than 2^59.
pub fn settle(rules: &Rules, account: &Account) -> Settlement {
    let spring = spring_kind(rules, account);
    let factor = match (spring, rules.spring) {
        (None, _) | (_, Spring::Off) => 1,
        (_, Spring::X2) => 2,
        (_, Spring::X3) => 3,
    };
    let made = account.doubling_plays + account.robs + u8::from(account.revealed);
    assert!(made <= DOUBLINGS_POSSIBLE, "more doublings than a deal can have");
    let doublings = rules.max_doublings.map_or(made, |most| made.min(most));
    let personal = |seat: u8| 1 + i64::from(account.doubled >> seat & 1);
    let stake = i64::from(rules.unit) * i64::from(account.bid) * (1 << doublings) * factor;
    let sign = if account.landlord_wins { 1 } else { -1 };
    let mut payments = [0; 4];
    for seat in (0..rules.seats.count()).filter(|&seat| seat != account.landlord) {
        let flow = sign * stake * personal(seat) * personal(account.landlord);
        payments[usize::from(seat)] -= flow;
        payments[usize::from(account.landlord)] += flow;
    }
    Settlement { payments, doublings, spring }
}

fn spring_kind(rules: &Rules, account: &Account) -> Option<SpringKind> {
    let mut peasants = (0..rules.seats.count()).filter(|&seat| seat != account.landlord);
    if account.landlord_wins {
        peasants.all(|seat| account.plays[usize::from(seat)] == 0).then_some(SpringKind::Spring)
    } else {
        (account.plays[usize::from(account.landlord)] == 1).then_some(SpringKind::AntiSpring)
    }
}
