//! Uniformly random plays, picked without listing them.

use std::ops::ControlFlow;

use super::category::Category;
use super::holding::{Cell, Holding, has_uniform_cells};
use super::plays::{Play, count_listed, plays};
use super::reading::Reading;
use super::readings::ROCKET;
use super::rules::Rules;
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

impl Holding {
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
