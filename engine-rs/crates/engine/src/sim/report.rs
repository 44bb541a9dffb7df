//! What came of simulated deals.

/// What came of one deal that was played out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DealResult {
    /// The decisions that players made, those of deals before it that all passed included.
    pub decisions: u32,
    /// Bit `i`: seat `i` was on the winning side.
    pub winners: u16,
    /// What each seat got.
    pub payments: [i64; Self::SEATS_MAX],
}

/// The sums over all deals of a simulation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The deals that were played out.
    pub deals: u64,
    /// The decisions that players made.
    pub decisions: u64,
    /// By seat, the deals in which it was on the winning side; 0 for seats that are not there.
    pub wins: [u64; DealResult::SEATS_MAX],
    /// By seat, what it got in all.
    pub payments: [i128; DealResult::SEATS_MAX],
}

impl DealResult {
    /// The most seats of a table.
    pub const SEATS_MAX: usize = 12;
}

impl Report {
    pub(super) fn count(&mut self, result: &DealResult) {
        self.deals += 1;
        self.decisions += u64::from(result.decisions);
        for seat in 0..DealResult::SEATS_MAX {
            self.wins[seat] += u64::from(result.winners >> seat & 1);
            self.payments[seat] += i128::from(result.payments[seat]);
        }
    }

    pub(super) fn add(mut self, other: &Self) -> Self {
        self.deals += other.deals;
        self.decisions += other.decisions;
        for seat in 0..DealResult::SEATS_MAX {
            self.wins[seat] += other.wins[seat];
            self.payments[seat] += other.payments[seat];
        }
        self
    }
}
