//! Every play that a hand allows.

use std::ops::ControlFlow;

use super::attach;
use super::category::Category;
use super::holding::counted;
use super::order::{Wish, beats, usable};
use super::reading::Reading;
use super::readings::ROCKET;
use super::rules::{Kickers, Rules};
use crate::climbing::{RankMask, Ranks, choose};

/// A set of cards, and the reading that counts for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Play {
    /// The cards.
    pub set: Ranks,
    /// What they are played as.
    pub reading: Reading,
}

/// Calls `visit` with every play that `hand` allows on `standing`, or as a lead if that is none.
///
/// Each set of ranks comes once, with the reading that [`usable`] gives it without a wish
/// (D4.21); so no play comes twice. Passing is not among them. The order is fixed, but means
/// nothing. Stops early where `visit` breaks.
pub fn plays(
    rules: &Rules,
    hand: Ranks,
    standing: Option<Reading>,
    visit: &mut dyn FnMut(Play) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut finder = Finder { rules, hand, standing, visit };
    for category in Category::ALL {
        let answers = standing.is_none_or(|standing| {
            category == standing.category || matches!(category, Category::Bomb | Category::Rocket)
        });
        if answers && rules.allows(category) {
            finder.category(category)?;
        }
    }
    ControlFlow::Continue(())
}

/// The number of plays that [`plays`] visits, mostly without listing them.
pub fn count_plays(rules: &Rules, hand: Ranks, standing: Option<Reading>) -> u32 {
    counted(rules, hand, standing).unwrap_or_else(|| count_listed(rules, hand, standing))
}

/// The number of plays, by listing them.
pub(super) fn count_listed(rules: &Rules, hand: Ranks, standing: Option<Reading>) -> u32 {
    let mut count = 0;
    let _ = plays(rules, hand, standing, &mut |_| {
        count += 1;
        ControlFlow::Continue(())
    });
    count
}

/// Every distinct play that some hand could lead: out of the full pack, none larger than the
/// largest hand (D4.0h). Their numbers are those of D4.19 and D4.26.
pub fn enumerate_all(
    rules: &Rules,
    visit: &mut dyn FnMut(Play) -> ControlFlow<()>,
) -> ControlFlow<()> {
    plays(rules, rules.pack(), None, visit)
}

/// What is needed to find the plays of one hand.
struct Finder<'a> {
    rules: &'a Rules,
    hand: Ranks,
    standing: Option<Reading>,
    visit: &'a mut dyn FnMut(Play) -> ControlFlow<()>,
}

impl Finder<'_> {
    fn category(&mut self, category: Category) -> ControlFlow<()> {
        match category {
            Category::Single => self.same(category, 1),
            Category::Pair => {
                self.same(category, 2)?;
                self.mixed_pair()
            }
            Category::Triplet => self.same(category, 3),
            Category::TripletSingle | Category::TripletPair => {
                self.each(self.hand.at_least(3), category)
            }
            Category::Straight => self.runs(category, 1, 5),
            Category::PairSequence => self.runs(category, 2, 3),
            Category::TripletSequence
            | Category::TripletSequenceSingles
            | Category::TripletSequencePairs => self.runs(category, 3, 2),
            Category::Bomb => (4..=Ranks::COUNT_MAX).try_for_each(|count| {
                self.hand.at_least(count).into_iter().try_for_each(|rank| {
                    self.offer(Ranks::of(rank, count), Reading::new(category, rank, count))
                })
            }),
            Category::Rocket => {
                let set = self.rules.pack().within(Rules::JOKERS);
                if self.hand.contains(set) { self.offer(set, ROCKET) } else { CONTINUE }
            }
            Category::QuadSingles | Category::QuadPairs => {
                self.each(self.hand.at_least(4), category)
            }
        }
    }

    /// All plays of `count` cards of one rank.
    fn same(&mut self, category: Category, count: u8) -> ControlFlow<()> {
        self.hand.at_least(count).into_iter().try_for_each(|rank| {
            self.offer(Ranks::of(rank, count), Reading::new(category, rank, 1))
        })
    }

    /// `b-r` as a pair (D4.24).
    fn mixed_pair(&mut self) -> ControlFlow<()> {
        if self.has_mixed_pair() {
            self.offer(MIXED_PAIR, Reading::new(Category::Pair, Rules::BLACK_JOKER, 1))?;
        }
        CONTINUE
    }

    fn has_mixed_pair(&self) -> bool {
        self.rules.mixed_joker_pair() && self.hand.contains(MIXED_PAIR)
    }

    /// All plays of this category with one main group, of a rank of `ranks`.
    fn each(&mut self, ranks: RankMask, category: Category) -> ControlFlow<()> {
        ranks
            .into_iter()
            .try_for_each(|rank| self.attach(RankMask::of(rank), Reading::new(category, rank, 1)))
    }

    /// All plays whose main groups, `group` cards each, are `shortest` or more ranks in a row.
    fn runs(&mut self, category: Category, group: u8, shortest: u8) -> ControlFlow<()> {
        let ranks = self.hand.at_least(group) & Rules::SEQUENCE;
        for run in shortest.. {
            let starts = ranks.run_starts(run);
            let size = Reading::new(category, 0, run).size(self.rules);
            if starts.is_empty() || size > self.rules.hand_size_max() {
                break;
            }
            for start in starts {
                let main = RankMask::run(start, run);
                self.attach(main, Reading::new(category, start + run - 1, run))?;
            }
        }
        CONTINUE
    }

    /// Offers the main groups of `reading` with everything that can be attached to them.
    fn attach(&mut self, main: RankMask, reading: Reading) -> ControlFlow<()> {
        if self.standing.is_some_and(|standing| !beats(reading, standing)) {
            return CONTINUE;
        }
        match reading.category {
            Category::Straight => self.offer(Ranks::uniform(main, 1), reading),
            Category::PairSequence => self.offer(Ranks::uniform(main, 2), reading),
            Category::TripletSequence => self.offer(Ranks::uniform(main, 3), reading),
            Category::TripletSingle | Category::TripletSequenceSingles => {
                self.attach_singles(main, 3, reading.run, reading)
            }
            Category::TripletPair | Category::TripletSequencePairs => {
                self.attach_pairs(main, 3, reading.run, reading)
            }
            Category::QuadSingles => self.attach_singles(main, 4, 2, reading),
            Category::QuadPairs => self.attach_pairs(main, 4, 2, reading),
            _ => unreachable!("a category without a main group"),
        }
    }

    fn attach_singles(
        &mut self,
        main: RankMask,
        group: u8,
        number: u8,
        reading: Reading,
    ) -> ControlFlow<()> {
        let groups = Ranks::uniform(main, group);
        let both_jokers = attach::both_jokers(self.rules);
        let available = self.hand.lesser(attach::single_limits(self.rules, main));
        choose(available, number, &mut |attached| {
            if !both_jokers && attached.at_least(1).has_all(Rules::JOKERS) {
                return CONTINUE;
            }
            self.offer(groups + attached, reading)
        })
    }

    fn attach_pairs(
        &mut self,
        main: RankMask,
        group: u8,
        number: u8,
        reading: Reading,
    ) -> ControlFlow<()> {
        let groups = Ranks::uniform(main, group);
        let mut available = Ranks::uniform(self.hand.at_least(2) - main, 1);
        if attach::pair_limit(self.rules) == 2 {
            available = available + Ranks::uniform(self.hand.at_least(4) - main, 1);
        }
        let both_allowed = self.rules.fourp_both_joker_pairs;
        choose(available, number, &mut |attached| {
            if !both_allowed && attached.at_least(1).has_all(Rules::JOKERS) {
                return CONTINUE;
            }
            self.offer(groups + attached + attached, reading)
        })?;
        if !self.has_mixed_pair() {
            return CONTINUE;
        }
        // b-r has the rank of b-b, so neither that nor, for want of jokers, r-r goes with it.
        choose(available.without(Rules::JOKERS), number - 1, &mut |attached| {
            self.offer(groups + attached + attached + MIXED_PAIR, reading)
        })
    }

    /// Shows a play if it may be made and this is the reading that counts.
    fn offer(&mut self, set: Ranks, reading: Reading) -> ControlFlow<()> {
        if self.standing.is_some_and(|standing| !beats(reading, standing)) {
            return CONTINUE;
        }
        let counts = self.rules.kickers != Kickers::Loose
            || usable(self.rules, set, self.standing, Wish::ANY) == Ok(reading);
        if counts { (self.visit)(Play { set, reading }) } else { CONTINUE }
    }
}

const CONTINUE: ControlFlow<()> = ControlFlow::Continue(());
const MIXED_PAIR: Ranks = Ranks::uniform(Rules::JOKERS, 1);
