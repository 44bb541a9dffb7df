//! Every way to take some cards out of many, by rank.

use std::ops::ControlFlow;

use super::rank_mask::RankMask;
use super::ranks::Ranks;
use super::select::Select;

/// Calls `visit` with every choice of `number` out of `available`, each once.
///
/// A unit may be a card or a pair, as the caller counts; copies of a rank are alike. Stops early
/// where `visit` breaks.
pub fn choose(
    available: Ranks,
    number: u8,
    visit: &mut dyn FnMut(Ranks) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if available.size() < number {
        return ControlFlow::Continue(());
    }
    extend(available, number, Ranks::EMPTY, visit)
}

/// Adds `number` more units of `available`, lowest ranks first, to `chosen`.
fn extend(
    available: Ranks,
    number: u8,
    chosen: Ranks,
    visit: &mut dyn FnMut(Ranks) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if number == 0 {
        return visit(chosen);
    }
    let mut left = available;
    for rank in available.at_least(1) {
        let held = left.count(rank);
        left = left - Ranks::of(rank, held);
        for count in 1..=held.min(number) {
            extend(left, number - count, chosen + Ranks::of(rank, count), visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// The number of ways to choose `number`, at most 15, out of `many`, at most 31.
#[inline]
pub const fn binomial(many: u8, number: u8) -> u32 {
    BINOMIALS[many as usize][number as usize]
}

/// The choice of `number` ranks out of `ranks` with this index, below `binomial(count, number)`;
/// each choice has one index.
#[inline]
pub fn nth_choice<S: Select>(select: S, ranks: RankMask, number: u8, index: u32) -> RankMask {
    match number {
        0 => RankMask::EMPTY,
        1 => RankMask::of(select.nth(ranks, index)),
        _ => nth_of_several(ranks, number, index),
    }
}

fn nth_of_several(ranks: RankMask, mut number: u8, mut index: u32) -> RankMask {
    let mut chosen = RankMask::EMPTY;
    let mut left = ranks.count();
    for rank in ranks {
        if number == 0 {
            break;
        }
        left -= 1;
        let with = binomial(left, number - 1);
        if index < with {
            chosen = chosen | RankMask::of(rank);
            number -= 1;
        } else {
            index -= with;
        }
    }
    debug_assert!(number == 0, "the index is too large");
    chosen
}

const BINOMIALS: [[u32; 16]; 32] = {
    let mut table = [[0; 16]; 32];
    let mut many = 0;
    while many < 32 {
        table[many][0] = 1;
        let mut number = 1;
        while number <= many && number < 16 {
            table[many][number] = table[many - 1][number - 1] + table[many - 1][number];
            number += 1;
        }
        many += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    use super::{binomial, choose, nth_choice};
    use crate::climbing::{Portable, RankMask, Ranks};

    fn choices(available: Ranks, number: u8) -> Vec<Ranks> {
        let mut all = Vec::new();
        let _ = choose(available, number, &mut |chosen| {
            all.push(chosen);
            ControlFlow::Continue(())
        });
        all
    }

    #[test]
    fn choices_of_single_units_are_the_subsets_and_have_an_index_each() {
        let ranks = RankMask::run(2, 4) | RankMask::of(9) | RankMask::of(14);
        for number in 0..=6 {
            let listed = choices(Ranks::uniform(ranks, 1), number);
            assert_eq!(listed.len(), binomial(6, number) as usize);
            let by_index: BTreeSet<_> = (0..binomial(6, number))
                .map(|index| Ranks::uniform(nth_choice(Portable, ranks, number, index), 1))
                .collect();
            assert_eq!(by_index, listed.into_iter().collect());
        }
    }

    #[test]
    fn copies_are_alike() {
        let two_and_one = Ranks::of(0, 2) + Ranks::of(5, 1);
        assert_eq!(choices(two_and_one, 2), [Ranks::of(0, 1) + Ranks::of(5, 1), Ranks::of(0, 2),]);
        assert_eq!(choices(two_and_one, 4), []);
        assert_eq!(choices(Ranks::EMPTY, 0), [Ranks::EMPTY]);
    }

    #[test]
    fn a_break_stops_at_once() {
        let mut seen = 0;
        let stopped = choose(Ranks::uniform(RankMask::ALL, 1), 3, &mut |_| {
            seen += 1;
            ControlFlow::Break(())
        });
        assert_eq!((stopped, seen), (ControlFlow::Break(()), 1));
    }
}
