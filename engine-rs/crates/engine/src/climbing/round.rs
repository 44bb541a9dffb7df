//! The course of one trick in a climbing game: who is asked, and when the trick is over.

/// A trick in progress, by seats alone: which plays beat which is not its business.
///
/// Seats are asked in rising order, round and round. A trick starts with its leader, who must
/// play (D5.3, Z5.1); then each seat that still holds cards plays or passes, and it ends when
/// all of them but the last player have passed since the last play (D5.5, Z5.4). A player who
/// ran out of cards is asked no more and may still win the trick (Z5.6, Z5.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Round {
    /// Bits of the seats that hold cards.
    holding: u16,
    /// Bits of the seats that passed: since the last play, or in this trick if passes lock.
    passed: u16,
    turn: u8,
    /// The seat of the last play; none before the lead.
    last: Option<u8>,
    locks: bool,
}

/// What a play or a pass led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The trick goes on, and this seat is asked.
    Asks(u8),
    /// The trick is over.
    Taken {
        /// The seat of the last play.
        winner: u8,
        /// Who leads next: the winner, or the next seat that holds cards; nobody if none does.
        leader: Option<u8>,
    },
}

impl Round {
    /// The most seats of a table.
    pub const SEATS_MAX: u8 = 12;

    /// A trick that `leader` is to lead, at a table where the seats of `holding` (bit `i` for
    /// seat `i`) have cards. With `pass_locks` a pass binds until the trick ends (Z5.12).
    pub const fn new(holding: u16, leader: u8, pass_locks: bool) -> Self {
        assert!(holding >> Self::SEATS_MAX == 0, "too many seats");
        assert!(holding >> leader & 1 == 1, "the leader has no cards");
        Self { holding, passed: 0, turn: leader, last: None, locks: pass_locks }
    }

    /// The seat whose turn it is.
    #[inline]
    pub const fn turn(&self) -> u8 {
        self.turn
    }

    /// The seat of the last play; none while the leader is to lead.
    #[inline]
    pub const fn last_player(&self) -> Option<u8> {
        self.last
    }

    /// Whether the seat to act leads, and so may not pass (D5.3, Z5.1).
    #[inline]
    pub const fn is_lead(&self) -> bool {
        self.last.is_none()
    }

    /// Whether `seat` has passed and, as things stand, that still counts.
    pub const fn has_passed(&self, seat: u8) -> bool {
        self.passed >> seat & 1 == 1
    }

    /// Bits of the seats that hold cards.
    pub const fn holding(&self) -> u16 {
        self.holding
    }

    /// The seat to act plays, and with `goes_out` has no card left.
    #[inline]
    pub fn play(&mut self, goes_out: bool) -> Step {
        if goes_out {
            self.holding &= !(1 << self.turn);
        }
        if !self.locks {
            self.passed = 0;
        }
        self.last = Some(self.turn);
        self.step(self.turn)
    }

    /// The seat to act passes; it must not be leading.
    #[inline]
    pub fn pass(&mut self) -> Step {
        let last = self.last.expect("a leader may not pass");
        self.passed |= 1 << self.turn;
        self.step(last)
    }

    fn step(&mut self, last: u8) -> Step {
        let asked = self.holding & !self.passed & !(1 << last);
        if let Some(seat) = next_seat(asked, self.turn) {
            self.turn = seat;
            return Step::Asks(seat);
        }
        self.last = None;
        self.passed = 0;
        let leader =
            if self.holding >> last & 1 == 1 { Some(last) } else { next_seat(self.holding, last) };
        if let Some(seat) = leader {
            self.turn = seat;
        }
        Step::Taken { winner: last, leader }
    }
}

/// The first seat of `seats` after `seat`, going round.
#[inline]
fn next_seat(seats: u16, seat: u8) -> Option<u8> {
    let ahead = seats & !((2 << seat) - 1);
    let from = if ahead == 0 { seats } else { ahead };
    #[expect(clippy::cast_possible_truncation, reason = "a word has 16 bits")]
    (from != 0).then(|| from.trailing_zeros() as u8)
}

#[cfg(test)]
mod tests {
    use super::{Round, Step};

    #[test]
    fn who_went_out_may_win_and_the_next_with_cards_leads() {
        // Hands of 1, 3, 2 and 4 cards: the leader goes out with the lead (Z5.7).
        let mut round = Round::new(0b1111, 0, false);
        assert_eq!(round.play(true), Step::Asks(1));
        assert_eq!(round.pass(), Step::Asks(2));
        assert_eq!(round.pass(), Step::Asks(3));
        assert_eq!(round.pass(), Step::Taken { winner: 0, leader: Some(1) });
        assert_eq!((round.turn(), round.is_lead(), round.holding()), (1, true, 0b1110));
        // Hands of 3, 1, 2 and 4: the second player goes out and wins.
        let mut round = Round::new(0b1111, 0, false);
        round.play(false);
        assert_eq!(round.play(true), Step::Asks(2));
        round.pass();
        assert_eq!(round.pass(), Step::Asks(0));
        assert_eq!(round.pass(), Step::Taken { winner: 1, leader: Some(2) });
    }

    #[test]
    fn a_pass_binds_only_where_passes_lock() {
        for (locks, after) in
            [(false, Step::Asks(1)), (true, Step::Taken { winner: 2, leader: Some(2) })]
        {
            let mut round = Round::new(0b111, 0, locks);
            round.play(false);
            assert_eq!(round.pass(), Step::Asks(2));
            assert_eq!(round.play(false), Step::Asks(0));
            assert_eq!(round.pass(), after, "locks: {locks}");
        }
    }

    #[test]
    fn locks_end_with_the_trick() {
        let mut round = Round::new(0b111, 0, true);
        round.play(false);
        round.pass();
        assert!(round.has_passed(1) && round.last_player() == Some(0));
        round.pass();
        assert!(!round.has_passed(1) && !round.has_passed(2) && round.last_player().is_none());
    }

    #[test]
    fn nobody_left_to_ask_ends_the_trick_and_nobody_with_cards_leads() {
        let mut round = Round::new(0b101, 0, false);
        round.play(true);
        assert_eq!(round.play(true), Step::Taken { winner: 2, leader: None });
        // The last player with cards may still beat what lies there (Z5.8.1).
        let mut round = Round::new(0b101, 0, false);
        assert_eq!(round.play(true), Step::Asks(2));
        assert_eq!(round.play(false), Step::Taken { winner: 2, leader: Some(2) });
    }

    #[test]
    #[should_panic(expected = "a leader may not pass")]
    fn a_leader_who_passes_is_a_broken_invariant() {
        Round::new(0b111, 0, false).pass();
    }
}
