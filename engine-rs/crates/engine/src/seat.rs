//! Seats and those who look on.

use std::fmt;

/// A seat of the table, from 0, numbered as the rules of the game say.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The seat `steps` further in the order of seat numbers, of `seats` in all.
    #[must_use]
    pub fn plus(self, steps: u8, seats: u8) -> Self {
        let sum = u16::from(self.0) + u16::from(steps);
        Self(u8::try_from(sum % u16::from(seats)).expect("a remainder of seats is a seat"))
    }

    /// Every seat of a table, in order.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..seats).map(Self)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Who looks at the table: a seat, or nobody's seat (the public).
pub type Viewer = Option<Seat>;
