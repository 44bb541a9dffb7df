//! A hand as the plays that shed it: how many it still needs, and which.

use crate::climbing::{RankMask, Ranks};
use crate::games::dou_dizhu::category::Category;
use crate::games::dou_dizhu::plays::Play;
use crate::games::dou_dizhu::readings::canonical;
use crate::games::dou_dizhu::rules::Rules;

/// Rank of the two; it and the jokers win tricks by themselves and are not attached.
pub(super) const TWO: u8 = 12;
/// Sequences that are tried for one hand; a beginner does not see all.
const NODES_MAX: u32 = 160;
/// Copies a rank, fewest ranks: of sequences of triplets, of pairs, of single cards.
const SHAPES: [(u8, u8); 3] = [(3, 2), (2, 3), (1, 5)];

/// A sequence taken out of a hand.
#[derive(Clone, Copy)]
struct Run {
    copies: u8,
    start: u8,
    length: u8,
}

impl Run {
    fn set(self) -> Ranks {
        Ranks::uniform(RankMask::run(self.start, self.length), self.copies)
    }
}

/// How many plays the hand still needs, about.
pub(super) fn turns(rules: &Rules, hand: Ranks) -> u8 {
    search(rules, hand).0
}

/// The plays that shed the hand, about as few as can be.
pub(super) fn groups(rules: &Rules, hand: Ranks) -> Vec<Play> {
    let runs = search(rules, hand).1;
    let mut rest = hand;
    let mut triplets = Vec::new();
    let mut sets = Vec::new();
    for run in runs {
        rest = rest - run.set();
        let kept = if run.copies == 3 { &mut triplets } else { &mut sets };
        kept.push((run.set(), run.length));
    }
    let rocket = rules.pack().within(Rules::JOKERS);
    if rest.contains(rocket) {
        rest = rest - rocket;
        sets.push((rocket, 1));
    }
    for rank in rest.at_least(4) {
        sets.push((rest.within(RankMask::of(rank)), 1));
    }
    rest = rest.without(rest.at_least(4));
    for rank in rest.at_least(3) {
        triplets.push((Ranks::of(rank, 3), 1));
    }
    rest = rest.without(rest.at_least(3));
    for (set, length) in triplets {
        let attached = attached(rules, rest, set, length);
        rest = rest - attached;
        sets.push((set + attached, length));
    }
    for rank in rest.at_least(1) {
        sets.push((rest.within(RankMask::of(rank)), 1));
    }
    let plays = sets
        .into_iter()
        .filter_map(|(set, _)| canonical(rules, set).map(|reading| Play { set, reading }));
    plays.collect()
}

/// What is attached to triplets: the lowest single cards or pairs that are left, if it makes a
/// combination.
fn attached(rules: &Rules, rest: Ranks, triplets: Ranks, length: u8) -> Ranks {
    let low = RankMask::run(0, TWO);
    let pairs = rest.at_least(2) & low;
    let singles = (rest.at_least(1) - rest.at_least(2)) & low;
    let first = |ranks: RankMask, copies: u8| {
        let chosen = ranks.into_iter().take(usize::from(length));
        chosen.fold(Ranks::EMPTY, |sum, rank| sum + Ranks::of(rank, copies))
    };
    let choices = [(singles, 1), (pairs, 2)];
    let fitting = choices.into_iter().filter(|(ranks, _)| ranks.count() >= length);
    let fitting = fitting.map(|(ranks, copies)| first(ranks, copies));
    fitting
        .into_iter()
        .find(|&more| canonical(rules, triplets + more).is_some())
        .unwrap_or_default()
}

fn search(rules: &Rules, hand: Ranks) -> (u8, Vec<Run>) {
    let mut search =
        Search { rules, nodes: 0, turns: u8::MAX, runs: Vec::new(), taken: Vec::new() };
    search.descend(hand, (0, 0));
    (search.turns, search.runs)
}

struct Search<'a> {
    rules: &'a Rules,
    nodes: u32,
    turns: u8,
    runs: Vec<Run>,
    taken: Vec<Run>,
}

impl Search<'_> {
    /// Takes further sequences out, from a shape and a start on, so that none comes twice in
    /// another order.
    fn descend(&mut self, hand: Ranks, from: (usize, u8)) {
        self.nodes += 1;
        let turns = self.without_sequences(hand);
        if turns < self.turns {
            self.turns = turns;
            self.runs.clone_from(&self.taken);
        }
        for (shape, &(copies, shortest)) in SHAPES.iter().enumerate().skip(from.0) {
            // Bombs stay whole.
            let ranks = (hand.at_least(copies) - hand.at_least(4)) & Rules::SEQUENCE;
            for start in ranks.run_starts(shortest) {
                if (shape, start) < from {
                    continue;
                }
                let mut longest = shortest;
                while ranks.run_starts(longest + 1).has(start) {
                    longest += 1;
                }
                let shorter = (longest > shortest).then_some(shortest);
                for length in std::iter::once(longest).chain(shorter) {
                    if self.nodes >= NODES_MAX {
                        return;
                    }
                    let run = Run { copies, start, length };
                    self.taken.push(run);
                    self.descend(hand - run.set(), (shape, start));
                    self.taken.pop();
                }
            }
        }
    }

    /// Plays that a hand needs beside the sequences taken so far, without a further one.
    fn without_sequences(&self, hand: Ranks) -> u8 {
        let rocket = self.rules.pack().within(Rules::JOKERS);
        let has_rocket = hand.contains(rocket);
        let hand = if has_rocket { hand - rocket } else { hand };
        let (ones, twos) = (hand.at_least(1), hand.at_least(2));
        let (threes, fours) = (hand.at_least(3), hand.at_least(4));
        let low = RankMask::run(0, TWO);
        let singles = (ones - twos) & low;
        let pairs = (twos - threes) & low;
        let high = ones - threes - low;
        let triplets = threes - fours;
        let lengths = self.taken.iter().filter(|run| run.copies == 3).map(|run| run.length);
        let places = triplets.count() + lengths.sum::<u8>();
        let runs = u8::try_from(self.taken.len()).expect("few sequences fit into a hand");
        let loose = if self.rules.allows(Category::TripletSingle) {
            (singles.count() + pairs.count()).saturating_sub(places)
        } else {
            singles.count() + pairs.count().saturating_sub(places)
        };
        u8::from(has_rocket) + fours.count() + triplets.count() + runs + loose + high.count()
    }
}
