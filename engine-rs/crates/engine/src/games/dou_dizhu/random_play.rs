//! Uniformly random plays, picked without listing them.

use std::ops::ControlFlow;

use super::category::Category;
use super::plays::{Play, count_listed, plays};
use super::reading::Reading;
use super::readings::ROCKET;
use super::rules::{Kickers, Rules};
use crate::climbing::{RankMask, Ranks, Select, binomial, nth_choice};

/// A uniformly random one of the things a player may do: a play, or none for a pass, which
/// counts as one more unless the player leads. `draw(n)` gives a random number below `n`; it is
/// asked once, or not at all where there is nothing but the pass.
///
/// A leader must have cards, and no hand more than the largest.
#[inline]
pub fn pick<S: Select>(
    rules: &Rules,
    hand: Ranks,
    standing: Option<Reading>,
    select: S,
    draw: impl FnOnce(u32) -> u32,
) -> Option<Play> {
    let passing = u32::from(standing.is_some());
    if !has_uniform_cells(rules) {
        let number = count_listed(rules, hand, standing);
        return if number == 0 {
            None
        } else {
            listed(rules, hand, standing, draw(number + passing))
        };
    }
    let holding = Holding::new(hand);
    match standing {
        Some(standing) => holding.answer(rules, standing, select, draw),
        None => Some(holding.lead(rules, select, draw)),
    }
}

/// The number of plays of a hand, if it can be had without listing them.
pub(super) fn counted(rules: &Rules, hand: Ranks, standing: Option<Reading>) -> Option<u32> {
    let counts = has_uniform_cells(rules) && hand.size() <= rules.hand_size_max();
    counts.then(|| Holding::new(hand).count(rules, standing))
}

/// Whether plays fall into [`Cell`]s under these rules: any attachments all of whose ranks
/// differ go together, but for the two jokers as single cards.
#[inline]
fn has_uniform_cells(rules: &Rules) -> bool {
    rules.kickers == Kickers::Distinct && !rules.mixed_joker_pair() && rules.fourp_both_joker_pairs
}

/// The play of this index in the order of [`plays`]; none past the last.
fn listed(rules: &Rules, hand: Ranks, standing: Option<Reading>, mut index: u32) -> Option<Play> {
    let mut picked = None;
    let _ = plays(rules, hand, standing, &mut |play| {
        if index == 0 {
            picked = Some(play);
            return ControlFlow::Break(());
        }
        index -= 1;
        ControlFlow::Continue(())
    });
    picked
}

/// All plays of one category and length: each of the main groups that begin at `starts` goes
/// with each of the same number of attachments. That the number is the same for all of them is
/// what makes counting cheap: main ranks are held like any others, so however they lie, they
/// leave as many to attach.
#[derive(Clone, Copy)]
struct Cell {
    category: Category,
    run: u8,
    starts: RankMask,
    attachments: u32,
}

impl Cell {
    #[inline]
    fn bare(category: Category, run: u8, starts: RankMask) -> Self {
        Self { category, run, starts, attachments: 1 }
    }

    #[inline]
    fn weight(&self) -> u32 {
        u32::from(self.starts.count()) * self.attachments
    }
}

/// A hand seen as ranks of which there are at least so many cards.
struct Holding {
    hand: Ranks,
    ones: RankMask,
    twos: RankMask,
    threes: RankMask,
    fours: RankMask,
}

impl Holding {
    #[inline]
    fn new(hand: Ranks) -> Self {
        Self {
            hand,
            ones: hand.at_least(1),
            twos: hand.at_least(2),
            threes: hand.at_least(3),
            fours: hand.at_least(4),
        }
    }

    /// The number of plays.
    fn count(&self, rules: &Rules, standing: Option<Reading>) -> u32 {
        match standing {
            None => self.light_leads() + self.heavy_leads(rules),
            Some(standing) => {
                self.answers(standing).weight() + self.count_explosives(rules, standing)
            }
        }
    }

    #[inline]
    fn answer<S: Select>(
        &self,
        rules: &Rules,
        standing: Reading,
        select: S,
        draw: impl FnOnce(u32) -> u32,
    ) -> Option<Play> {
        // The three most frequent types by themselves, as they need no cell.
        let (higher, count) = match standing.category {
            Category::Single => (self.ones.above(standing.key), 1),
            Category::Pair => (self.twos.above(standing.key), 2),
            Category::Triplet => (self.threes.above(standing.key), 3),
            _ => return self.answer_by_cells(rules, standing, select, draw),
        };
        let weight = u32::from(higher.count());
        let explosives = self.count_explosives(rules, standing);
        if weight + explosives == 0 {
            return None;
        }
        let index = draw(weight + explosives + 1);
        if index < weight {
            let key = select.nth(higher, index);
            let reading = Reading::new(standing.category, key, 1);
            return Some(Play { set: Ranks::of(key, count), reading });
        }
        if explosives == 0 { None } else { self.explosive(rules, standing, select, index - weight) }
    }

    fn answer_by_cells<S: Select>(
        &self,
        rules: &Rules,
        standing: Reading,
        select: S,
        draw: impl FnOnce(u32) -> u32,
    ) -> Option<Play> {
        let explosives = self.count_explosives(rules, standing);
        let cell = self.answers(standing);
        let weight = cell.weight();
        if weight + explosives == 0 {
            return None;
        }
        let index = draw(weight + explosives + 1);
        if index < weight {
            Some(self.play(&cell, select, index))
        } else {
            self.explosive(rules, standing, select, index - weight)
        }
    }

    #[inline]
    fn lead<S: Select>(&self, rules: &Rules, select: S, draw: impl FnOnce(u32) -> u32) -> Play {
        let light = self.light_leads();
        let index = draw(light + self.heavy_leads(rules));
        if index < light {
            let singles = u32::from(self.ones.count());
            return if index < singles {
                let key = select.nth(self.ones, index);
                Play { set: Ranks::of(key, 1), reading: Reading::new(Category::Single, key, 1) }
            } else {
                let key = select.nth(self.twos, index - singles);
                Play { set: Ranks::of(key, 2), reading: Reading::new(Category::Pair, key, 1) }
            };
        }
        self.heavy_lead(rules, select, index - light)
    }

    /// The number of leads of one or two cards, the rocket not counted.
    #[inline]
    fn light_leads(&self) -> u32 {
        u32::from(self.ones.count() + self.twos.count())
    }

    fn heavy_lead<S: Select>(&self, rules: &Rules, select: S, mut index: u32) -> Play {
        let mut found = Cell::bare(Category::Triplet, 1, self.threes);
        let _ = self.leads(rules, &mut |cell: Cell| {
            let weight = cell.weight();
            if index < weight {
                found = cell;
                return ControlFlow::Break(());
            }
            index -= weight;
            ControlFlow::Continue(())
        });
        self.play(&found, select, index)
    }

    /// The number of all other leads.
    #[inline]
    fn heavy_leads(&self, rules: &Rules) -> u32 {
        let mut number = 0;
        let _ = self.leads(rules, &mut |cell: Cell| {
            number += cell.weight();
            ControlFlow::Continue(())
        });
        number
    }

    /// The number of bombs and rockets that beat `standing`.
    #[inline]
    fn count_explosives(&self, rules: &Rules, standing: Reading) -> u32 {
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

    /// The bomb or rocket of this index among those that beat `standing`; none past the last.
    fn explosive<S: Select>(
        &self,
        rules: &Rules,
        standing: Reading,
        select: S,
        mut index: u32,
    ) -> Option<Play> {
        let mut picked = None;
        let _ = self.explosives(rules, standing, &mut |cell: Cell| {
            let weight = cell.weight();
            if index < weight {
                picked = Some(self.play(&cell, select, index));
                return ControlFlow::Break(());
            }
            index -= weight;
            ControlFlow::Continue(())
        });
        picked
    }

    /// Visits the cells of the bombs and rockets that beat `standing` (D4.15).
    fn explosives<F: FnMut(Cell) -> ControlFlow<()>>(
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
    fn answers(&self, standing: Reading) -> Cell {
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
    fn leads<F: FnMut(Cell) -> ControlFlow<()>>(
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

    /// The play of a cell with this index, below its weight.
    #[inline]
    fn play<S: Select>(&self, cell: &Cell, select: S, index: u32) -> Play {
        let Cell { category, run, starts, attachments } = *cell;
        let (place, attached) =
            if attachments == 1 { (index, 0) } else { (index / attachments, index % attachments) };
        let start = select.nth(starts, place);
        let bare = |count| Play {
            set: Ranks::of(start, count),
            reading: Reading::new(category, start, run),
        };
        match category {
            Category::Single => bare(1),
            Category::Pair => bare(2),
            Category::Triplet => bare(3),
            Category::Bomb => bare(run),
            Category::Rocket => Play { set: self.hand.within(Rules::JOKERS), reading: ROCKET },
            _ => self.grouped(cell, start, select, attached),
        }
    }

    /// The play of a cell with main groups from `start` and the attachment of this index.
    fn grouped<S: Select>(&self, cell: &Cell, start: u8, select: S, attached: u32) -> Play {
        let Cell { category, run, .. } = *cell;
        let main = RankMask::run(start, run);
        let singles = |number| self.nth_singles(select, main, number, attached);
        let pairs =
            |number| Ranks::uniform(nth_choice(select, self.twos - main, number, attached), 2);
        let set = match category {
            Category::Straight => Ranks::uniform(main, 1),
            Category::PairSequence => Ranks::uniform(main, 2),
            Category::TripletSequence => Ranks::uniform(main, 3),
            Category::TripletSingle | Category::TripletSequenceSingles => {
                Ranks::uniform(main, 3) + singles(run)
            }
            Category::TripletPair | Category::TripletSequencePairs => {
                Ranks::uniform(main, 3) + pairs(run)
            }
            Category::QuadSingles => Ranks::uniform(main, 4) + singles(2),
            Category::QuadPairs => Ranks::uniform(main, 4) + pairs(2),
            _ => unreachable!("a category without main groups"),
        };
        Play { set, reading: Reading::new(category, start + run - 1, run) }
    }

    /// The choice of single cards with this index among [`Self::attached_singles`].
    #[inline]
    fn nth_singles<S: Select>(&self, select: S, main: RankMask, number: u8, index: u32) -> Ranks {
        let suited = self.ones - Rules::JOKERS - main;
        let without_joker = binomial(suited.count(), number);
        let ranks = if index < without_joker {
            nth_choice(select, suited, number, index)
        } else {
            let with_one = binomial(suited.count(), number - 1);
            let index = index - without_joker;
            let joker = select.nth(self.ones & Rules::JOKERS, index / with_one);
            RankMask::of(joker) | nth_choice(select, suited, number - 1, index % with_one)
        };
        Ranks::uniform(ranks, 1)
    }
}

/// Where the only play of the rocket's cell begins.
const TOP: RankMask = RankMask::of(Rules::RED_JOKER);
