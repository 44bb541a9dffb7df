//! The plays of a hand in groups that are counted without listing them.

use std::ops::ControlFlow;

use super::category::Category;
use super::reading::Reading;
use super::rules::{Kickers, Rules};
use crate::climbing::{RankMask, Ranks, binomial};

/// All plays of one category and length: each of the main groups that begin at `starts` goes
/// with each of the same number of attachments. That the number is the same for all of them is
/// what makes counting cheap: main ranks are held like any others, so however they lie, they
/// leave as many to attach.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    pub(super) category: Category,
    pub(super) run: u8,
    pub(super) starts: RankMask,
    pub(super) attachments: u32,
}

impl Cell {
    #[inline]
    pub(super) fn bare(category: Category, run: u8, starts: RankMask) -> Self {
        Self { category, run, starts, attachments: 1 }
    }

    #[inline]
    pub(super) fn weight(&self) -> u32 {
        u32::from(self.starts.count()) * self.attachments
    }
}

/// Whether plays fall into [`Cell`]s under these rules: any attachments all of whose ranks
/// differ go together, but for the two jokers as single cards.
#[inline]
pub(super) fn has_uniform_cells(rules: &Rules) -> bool {
    rules.kickers == Kickers::Distinct && !rules.mixed_joker_pair() && rules.fourp_both_joker_pairs
}

/// The number of plays of a hand, if it can be had without listing them.
pub(super) fn counted(rules: &Rules, hand: Ranks, standing: Option<Reading>) -> Option<u32> {
    let counts = has_uniform_cells(rules) && hand.size() <= rules.hand_size_max();
    counts.then(|| Holding::new(hand).count(rules, standing))
}

/// A hand seen as ranks of which there are at least so many cards.
pub(super) struct Holding {
    pub(super) hand: Ranks,
    pub(super) ones: RankMask,
    pub(super) twos: RankMask,
    pub(super) threes: RankMask,
    pub(super) fours: RankMask,
}

impl Holding {
    #[inline]
    pub(super) fn new(hand: Ranks) -> Self {
        Self {
            hand,
            ones: hand.at_least(1),
            twos: hand.at_least(2),
            threes: hand.at_least(3),
            fours: hand.at_least(4),
        }
    }

    /// The number of plays.
    pub(super) fn count(&self, rules: &Rules, standing: Option<Reading>) -> u32 {
        match standing {
            None => self.light_leads() + self.heavy_leads(rules),
            Some(standing) => {
                self.answers(standing).weight() + self.count_explosives(rules, standing)
            }
        }
    }

    /// The number of leads of one or two cards, the rocket not counted.
    #[inline]
    pub(super) fn light_leads(&self) -> u32 {
        u32::from(self.ones.count() + self.twos.count())
    }

    /// The number of all other leads.
    #[inline]
    pub(super) fn heavy_leads(&self, rules: &Rules) -> u32 {
        let mut number = 0;
        let _ = self.leads(rules, &mut |cell: Cell| {
            number += cell.weight();
            ControlFlow::Continue(())
        });
        number
    }

    /// The number of bombs and rockets that beat `standing`.
    #[inline]
    pub(super) fn count_explosives(&self, rules: &Rules, standing: Reading) -> u32 {
        if self.fours.is_empty() && !self.ones.has_all(Rules::JOKERS) {
            return 0;
        }
        let mut number = 0;
        let _ = self.explosives(rules, standing, &mut |cell: Cell| {
            number += cell.weight();
            ControlFlow::Continue(())
        });
        number
    }

    /// Visits the cells of the bombs and rockets that beat `standing` (D4.15).
    pub(super) fn explosives<F: FnMut(Cell) -> ControlFlow<()>>(
        &self,
        rules: &Rules,
        standing: Reading,
        visit: &mut F,
    ) -> ControlFlow<()> {
        let (least, above) = match standing.category {
            Category::Rocket => return ControlFlow::Continue(()),
            Category::Bomb => (standing.run, Some(standing.key)),
            _ => (4, None),
        };
        for count in least..=4 * rules.packs() {
            let ranks = self.hand.at_least(count);
            let starts = match above {
                Some(key) if count == least => ranks.above(key),
                _ => ranks,
            };
            visit(Cell::bare(Category::Bomb, count, starts))?;
        }
        self.rocket(rules, visit)
    }

    /// The plays of the type and length of `standing` that are higher; none where that is a bomb
    /// or rocket, see [`Self::explosives`].
    #[inline]
    pub(super) fn answers(&self, standing: Reading) -> Cell {
        let Reading { category, key, run } = standing;
        if standing.is_explosive() {
            return Cell::bare(category, run, RankMask::EMPTY);
        }
        let ranks = match category {
            Category::Single | Category::Straight => self.ones,
            Category::Pair | Category::PairSequence => self.twos,
            Category::QuadSingles | Category::QuadPairs => self.fours,
            _ => self.threes,
        };
        let starts = if run == 1 {
            ranks.above(key)
        } else {
            (ranks & Rules::SEQUENCE).run_starts(run).above(key + 1 - run)
        };
        let attachments = if starts.is_empty() { 0 } else { self.attachments(category, run) };
        Cell { category, run, starts, attachments }
    }

    /// Everything that may be led but single cards and pairs.
    #[inline]
    pub(super) fn leads<F: FnMut(Cell) -> ControlFlow<()>>(
        &self,
        rules: &Rules,
        visit: &mut F,
    ) -> ControlFlow<()> {
        self.runs(rules, &[Category::Straight], self.ones, 5, visit)?;
        self.runs(rules, &[Category::PairSequence], self.twos, 3, visit)?;
        if !self.threes.is_empty() {
            visit(Cell::bare(Category::Triplet, 1, self.threes))?;
            self.main_groups(rules, Category::TripletSingle, 1, self.threes, visit)?;
            self.main_groups(rules, Category::TripletPair, 1, self.threes, visit)?;
            let categories = [
                Category::TripletSequence,
                Category::TripletSequenceSingles,
                Category::TripletSequencePairs,
            ];
            self.runs(rules, &categories, self.threes, 2, visit)?;
            if !self.fours.is_empty() {
                for count in 4..=4 * rules.packs() {
                    visit(Cell::bare(Category::Bomb, count, self.hand.at_least(count)))?;
                }
                self.main_groups(rules, Category::QuadSingles, 1, self.fours, visit)?;
                self.main_groups(rules, Category::QuadPairs, 1, self.fours, visit)?;
            }
        }
        self.rocket(rules, visit)
    }

    /// The sequences of `categories` among `ranks`, of the shortest length and more.
    #[inline]
    fn runs<F: FnMut(Cell) -> ControlFlow<()>>(
        &self,
        rules: &Rules,
        categories: &[Category],
        ranks: RankMask,
        shortest: u8,
        visit: &mut F,
    ) -> ControlFlow<()> {
        let ranks = ranks & Rules::SEQUENCE;
        let mut starts = ranks.run_starts(shortest);
        let mut run = shortest;
        while !starts.is_empty() {
            for &category in categories {
                self.main_groups(rules, category, run, starts, visit)?;
            }
            starts = starts.longer_starts(ranks, run);
            run += 1;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn main_groups<F: FnMut(Cell) -> ControlFlow<()>>(
        &self,
        rules: &Rules,
        category: Category,
        run: u8,
        starts: RankMask,
        visit: &mut F,
    ) -> ControlFlow<()> {
        if !rules.allows(category) {
            return ControlFlow::Continue(());
        }
        visit(Cell { category, run, starts, attachments: self.attachments(category, run) })
    }

    #[inline]
    fn rocket<F: FnMut(Cell) -> ControlFlow<()>>(
        &self,
        rules: &Rules,
        visit: &mut F,
    ) -> ControlFlow<()> {
        let all = self.hand.within(Rules::JOKERS) == Ranks::uniform(Rules::JOKERS, rules.packs());
        if all { visit(Cell::bare(Category::Rocket, 1, TOP)) } else { ControlFlow::Continue(()) }
    }

    /// In how many ways something can be attached to `run` main groups that are held.
    #[inline]
    fn attachments(&self, category: Category, run: u8) -> u32 {
        match category {
            Category::TripletSingle | Category::TripletSequenceSingles => {
                self.attached_singles(run, run)
            }
            Category::QuadSingles => self.attached_singles(1, 2),
            Category::TripletPair | Category::TripletSequencePairs => {
                binomial(self.twos.count() - run, run)
            }
            Category::QuadPairs => binomial(self.twos.count() - 1, 2),
            _ => 1,
        }
    }

    /// The choices of single cards: of the jokers none or one (D4.0e).
    #[inline]
    fn attached_singles(&self, groups: u8, number: u8) -> u32 {
        let suited = (self.ones - Rules::JOKERS).count() - groups;
        let jokers = u32::from((self.ones & Rules::JOKERS).count());
        binomial(suited, number) + jokers * binomial(suited, number - 1)
    }
}

/// Where the only play of the rocket's cell begins.
const TOP: RankMask = RankMask::of(Rules::RED_JOKER);
