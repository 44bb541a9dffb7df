//! Uniformly random plays, picked without listing them.

use super::kind::{Form, Kind};
use super::order::{Laid, Wish, beats, usable};
use super::packed::Packed;
use super::plays::{Play, plays};
use super::poker::SCORING_RANKS;
use super::reading::Reading;
use super::readings::TWO;
use super::rules::{MixedRule, Rules};
use crate::cards::Card;
use crate::climbing::{Faces, Ranks, binomial};

/// A uniformly random one of the things that who is asked may do: a play, or none for a pass, which
/// counts as one more unless there is a lead. `draw(n)` gives a random number below `n`; it is
/// asked once, or not at all where there is nothing but the pass.
pub(super) fn pick(rules: &Rules, deal: &Packed, draw: impl FnOnce(u32) -> u32) -> Option<Play> {
    let hand = deal.hand(deal.asked()?);
    let standing = deal.standing();
    let passing = u32::from(standing.is_some());
    if !has_one_reading_a_set(rules, hand) {
        let plays = plays(rules, hand, standing);
        let number = u32::try_from(plays.len()).expect("a hand has few plays");
        return if number == 0 {
            None
        } else {
            plays.get(draw(number + passing) as usize).copied()
        };
    }
    let cells = Cells::of(rules, hand, standing);
    let number = cells.count();
    if number == 0 { None } else { cells.nth(draw(number + passing)) }
}

/// Every play that a hand allows, each once, in an order of its own: what `pick` picks from.
pub fn picks(rules: &Rules, hand: Faces, standing: Option<Laid>) -> Vec<Play> {
    if !has_one_reading_a_set(rules, hand) {
        return plays(rules, hand, standing);
    }
    let cells = Cells::of(rules, hand, standing);
    (0..cells.count()).filter_map(|index| cells.nth(index)).collect()
}

/// No joker stands for another card, and no label binds, so that sets need only be counted.
fn has_one_reading_a_set(rules: &Rules, hand: Faces) -> bool {
    let is_wild = rules.jokers_wild && !(hand & Faces::JOKERS).is_empty();
    !rules.labels_bind && !is_wild
}

/// Plays of one reading that are counted together.
#[derive(Clone, Copy, Debug)]
enum Cell {
    /// Some cards of a rank.
    Equal { rank: u8, size: u8 },
    /// As many cards of each of some ranks.
    Groups { start: u8, run: u8, width: u8 },
    /// Three cards of a rank and two others.
    Poker { rank: u8 },
    /// A set as it is.
    Set(Faces),
}

/// The plays of a hand, in cells with how many there are of each.
struct Cells<'a> {
    rules: &'a Rules,
    hand: Faces,
    counts: Ranks,
    standing: Option<Laid>,
    found: Vec<(Cell, u32)>,
}

impl<'a> Cells<'a> {
    fn of(rules: &'a Rules, hand: Faces, standing: Option<Laid>) -> Self {
        let mut cells = Self { rules, hand, counts: hand.ranks(), standing, found: Vec::new() };
        match standing {
            None => Kind::ALL.into_iter().for_each(|kind| cells.add_kind(kind)),
            Some(standing) => {
                let kind = standing.reading.kind;
                cells.add_kind(kind);
                if kind != Kind::Special {
                    cells.add_kind(Kind::Special);
                }
            }
        }
        cells
    }

    fn count(&self) -> u32 {
        self.found.iter().map(|(_, weight)| weight).sum()
    }

    /// The play of this index; none past the last.
    fn nth(&self, mut index: u32) -> Option<Play> {
        let &(cell, _) = self.found.iter().find(|(_, weight)| {
            let is_there = index < *weight;
            if !is_there {
                index -= weight;
            }
            is_there
        })?;
        let set = self.set(cell, index);
        let ways = usable(self.rules, set, self.standing, &Wish::default());
        Some(Play { set, laid: ways.expect("what is counted is legal")[0] })
    }

    /// Adds a cell if its plays beat what stands.
    fn add(&mut self, kind: Kind, key: u8, run: u8, cell: Cell, weight: u32) {
        let reading = Reading::new(kind, key, run);
        let of_cell = if let Cell::Set(set) = cell { set } else { Faces::EMPTY };
        let beats = |standing| beats(self.rules, Laid::new(of_cell, reading, None), standing);
        if weight > 0 && self.standing.is_none_or(beats) {
            self.found.push((cell, weight));
        }
    }

    fn add_kind(&mut self, kind: Kind) {
        match kind {
            Kind::Single => {
                self.add_equal(kind, 1);
                for card in (self.hand & Faces::JOKERS).iter() {
                    // The jokers are ranks of their own, above the two.
                    let rank = card.0 - 4 * Faces::SUITED_RANKS + Faces::SUITED_RANKS;
                    self.add(kind, rank, 1, Cell::Set(Faces::of(card)), 1);
                }
            }
            Kind::Pair => self.add_equal(kind, 2),
            Kind::Triplet => self.add_equal(kind, 3),
            Kind::Quartet => self.add_equal(kind, 4),
            Kind::PairSequence => self.add_groups(kind, 2, 3),
            Kind::TripletSequence => self.add_groups(kind, 3, 3),
            Kind::QuartetSequence => self.add_groups(kind, 4, self.rules.quartet_seq_min),
            Kind::Poker => self.add_poker(),
            Kind::SuitSequence => self.add_suit_sequences(),
            Kind::Special => self.add_specials(),
        }
    }

    /// Z4.1 to Z4.4; four twos are a special (Z4.18).
    fn add_equal(&mut self, kind: Kind, size: u8) {
        for rank in self.counts.at_least(size) {
            if rank < Faces::SUITED_RANKS && !(kind == Kind::Quartet && rank == TWO) {
                let weight = binomial(self.counts.count(rank), size);
                self.add(kind, rank, 1, Cell::Equal { rank, size }, weight);
            }
        }
    }

    /// Z4.5 to Z4.7.
    fn add_groups(&mut self, kind: Kind, width: u8, shortest: u8) {
        for start in 0..Faces::SUITED_RANKS {
            let (mut weight, mut run) = (1, 0);
            while start + run < Faces::SUITED_RANKS {
                weight *= binomial(self.counts.count(start + run), width);
                run += 1;
                if weight == 0 {
                    break;
                }
                if run >= shortest {
                    let cell = Cell::Groups { start, run, width };
                    self.add(kind, start + run - 1, run, cell, weight);
                }
            }
        }
    }

    /// Z4.8: three of a rank with two others, or all four with another.
    fn add_poker(&mut self) {
        for rank in self.counts.at_least(3) {
            let held = self.counts.count(rank);
            let others = self.hand.size() - held;
            let four = if held == 4 { u32::from(others) } else { 0 };
            let weight = four + binomial(held, 3) * binomial(others, 2);
            self.add(Kind::Poker, rank, 1, Cell::Poker { rank }, weight);
        }
    }

    /// Z4.9.
    fn add_suit_sequences(&mut self) {
        for suit in 0..Faces::SUITS {
            let ranks = self.hand.of_suit(suit);
            for start in ranks {
                let mut cards = Faces::EMPTY;
                let ahead = (start..Faces::SUITED_RANKS).take_while(|&rank| ranks.has(rank));
                for (run, rank) in (1..).zip(ahead) {
                    cards = cards | Faces::of(Card(4 * rank + suit));
                    if run >= 5 {
                        self.add(Kind::SuitSequence, rank, run, Cell::Set(cards), 1);
                    }
                }
            }
        }
    }

    /// Z4.10.
    fn add_specials(&mut self) {
        let [fives, tens, kings] = SCORING_RANKS.map(|rank| self.hand & Faces::of_rank(rank));
        for five in fives.iter() {
            for ten in tens.iter() {
                for king in kings.iter() {
                    let set = Faces::of(five) | Faces::of(ten) | Faces::of(king);
                    let suits = [five, ten, king].map(|card| card.0 % Faces::SUITS);
                    let all_differ =
                        suits[0] != suits[1] && suits[1] != suits[2] && suits[0] != suits[2];
                    let form = if set.one_suit().is_some() {
                        Form::Suited
                    } else if all_differ || self.rules.mixed_rule == MixedRule::NotAllSame {
                        Form::Mixed
                    } else {
                        continue;
                    };
                    self.add(Kind::Special, form as u8, 1, Cell::Set(set), 1);
                }
            }
        }
        let twos = self.hand & Faces::of_rank(TWO);
        if twos.size() == 4 {
            self.add(Kind::Special, Form::Twos as u8, 1, Cell::Set(twos), 1);
        }
    }

    /// The set of a cell with this index.
    fn set(&self, cell: Cell, mut index: u32) -> Faces {
        match cell {
            Cell::Set(set) => set,
            Cell::Equal { rank, size } => nth_choice(self.hand & Faces::of_rank(rank), size, index),
            Cell::Groups { start, run, width } => {
                (start..start + run).fold(Faces::EMPTY, |set, rank| {
                    let held = self.hand & Faces::of_rank(rank);
                    let ways = binomial(held.size(), width);
                    let group = nth_choice(held, width, index % ways);
                    index /= ways;
                    set | group
                })
            }
            Cell::Poker { rank } => {
                let of_rank = self.hand & Faces::of_rank(rank);
                let others = self.hand - of_rank;
                if of_rank.size() == 4 {
                    let four = u32::from(others.size());
                    if index < four {
                        return of_rank | nth_choice(others, 1, index);
                    }
                    index -= four;
                }
                let triplets = binomial(of_rank.size(), 3);
                nth_choice(of_rank, 3, index % triplets) | nth_choice(others, 2, index / triplets)
            }
        }
    }
}

/// The choice of so many of the cards with this index, below their number.
fn nth_choice(cards: Faces, number: u8, mut index: u32) -> Faces {
    let (mut chosen, mut left, mut number) = (Faces::EMPTY, cards, number);
    while number > 0 {
        let card = Faces::of(left.lowest().expect("the index is below the number of choices"));
        left = left - card;
        let with = binomial(left.size(), number - 1);
        if index < with {
            chosen = chosen | card;
            number -= 1;
        } else {
            index -= with;
        }
    }
    chosen
}
