//! The questions about combinations.

use super::combinations::{combination, reading};
use super::faces::{named_rank, ranks_of_named};
use super::legal::each_reading;
use super::readings::{classify, readings};
use super::rules::Rules;
use super::steps::judge;
use crate::action::{self, Named};
use crate::climbing::Ranks;
use crate::combination::Combination;
use crate::error::RuleError;
use crate::game::{Climbing, PackedReading, packed_size};

impl Climbing for Rules {
    fn classify(&self, cards: &[Named]) -> Vec<Combination> {
        let Some(set) = ranks_of_named(cards) else {
            return Vec::new();
        };
        readings(self, set).iter().map(|&reading| combination(cards, reading)).collect()
    }

    fn compare(
        &self,
        cards: &[Named],
        reading: &action::Reading,
        standing: Option<&Combination>,
    ) -> Result<Combination, RuleError> {
        judge(self, cards, reading, standing).map(|reading| combination(cards, reading))
    }

    fn plays(&self, hand: &[Named], standing: Option<&Combination>) -> Vec<Combination> {
        let mut hand = hand.to_vec();
        hand.sort_by_key(|&card| (named_rank(card), card));
        let Some(ranks) = ranks_of_named(&hand) else {
            return Vec::new();
        };
        // What no pack has makes no combination.
        let ranks = ranks.lesser(self.pack());
        let standing =
            standing.map(|combination| reading(combination).expect("what stands is of this game"));
        let mut plays = Vec::new();
        each_reading(self, ranks, standing, &mut |play| {
            let mut left = play.set.counts();
            let taken = hand.iter().copied().filter(|&card| {
                let wanted = &mut left[usize::from(named_rank(card))];
                let takes = *wanted > 0;
                *wanted -= u8::from(takes);
                takes
            });
            let cards: Vec<Named> = taken.collect();
            plays.push(combination(&cards, play.reading));
        });
        plays
    }

    fn classify_packed(&self, counts: &[u8]) -> PackedReading {
        let counts: &[u8; Ranks::RANK_COUNT] = counts.try_into().expect("one count for each rank");
        let Some(set) = Ranks::from_counts(counts) else {
            return PackedReading::none(packed_size(counts));
        };
        let (reading, readings) = classify(self, set);
        let size = set.size();
        reading.map_or(PackedReading::none(size), |reading| PackedReading {
            category: (reading.category as u8).cast_signed(),
            key: reading.key.cast_signed(),
            run: reading.run,
            size,
            readings,
        })
    }

    fn packed_len(&self) -> usize {
        Ranks::RANK_COUNT
    }
}
