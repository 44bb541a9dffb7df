//! The questions about combinations.

use super::combinations::{combination, faces, laid, read};
use super::plays::plays;
use super::readings::readings;
use super::rules::Rules;
use super::steps::judge;
use crate::action::{self, Named};
use crate::cards::Card;
use crate::climbing::Faces;
use crate::combination::Combination;
use crate::error::RuleError;
use crate::game::{Climbing, PackedReading, packed_size};

impl Climbing for Rules {
    fn classify(&self, cards: &[Named]) -> Vec<Combination> {
        let Some(set) = faces(cards) else {
            return Vec::new();
        };
        readings(self, set).into_iter().map(|reading| read(set, reading)).collect()
    }

    fn compare(
        &self,
        cards: &[Named],
        reading: &action::Reading,
        standing: Option<&Combination>,
    ) -> Result<Combination, RuleError> {
        let judged = judge(self, cards, reading, standing)?;
        Ok(combination(judged.play.set, judged.play.laid))
    }

    fn plays(&self, hand: &[Named], standing: Option<&Combination>) -> Vec<Combination> {
        let Some(hand) = faces(hand) else {
            return Vec::new();
        };
        let standing =
            standing.map(|combination| laid(combination).expect("what stands is of this game"));
        let plays = plays(self, hand, standing).into_iter();
        plays.map(|play| combination(play.set, play.laid)).collect()
    }

    fn classify_packed(&self, counts: &[u8]) -> PackedReading {
        assert_eq!(counts.len(), self.packed_len(), "one count for each face");
        let size = packed_size(counts);
        let none = PackedReading::none(size);
        if counts.iter().any(|&count| count > 1) {
            return none;
        }
        let held = (0..).map(Card).zip(counts).filter(|&(_, &count)| count == 1);
        let set = Faces::from_cards(held.map(|(card, _)| card)).expect("each face once");
        let all = readings(self, set);
        all.first().map_or(none, |reading| PackedReading {
            category: (reading.kind as u8).cast_signed(),
            key: reading.key.cast_signed(),
            run: reading.run,
            size,
            readings: u8::try_from(all.len()).expect("a set has few readings"),
        })
    }

    fn packed_len(&self) -> usize {
        usize::from(Faces::COUNT)
    }
}
