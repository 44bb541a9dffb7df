//! What a follower owes (ZP-4.9 to ZP-4.12, ZP-4.22, ZP-7.11).

use super::component::Shape;
use super::grouping::{faces, holdings};
use super::lead::{Kind, Lead};
use super::order::TrumpOrder;
use super::rules::{FollowSets, Rules};
use crate::cards::Hand;
use crate::error::{Reason, RuleError};
use crate::trick::{held, owed};

/// Most copies of a card.
const COPIES_MAX: usize = 4;

/// For each size of sets a number of them: `[0]` pairs, `[1]` triples, `[2]` fours.
type Sets = [u32; COPIES_MAX - 1];

/// Whether a hand may follow a lead with cards, which it holds.
///
/// # Errors
/// `WRONG_CARD_COUNT`, `MUST_FOLLOW_SUIT` and `MUST_FOLLOW_SETS`, in this order.
pub fn check_follow(
    rules: &Rules,
    order: &TrumpOrder,
    lead: &Lead,
    hand: &Hand,
    cards: &Hand,
) -> Result<(), RuleError> {
    let size = lead.size();
    if cards.len() != size {
        return Err(RuleError::new(Reason::WrongCardCount, "ZP-4.2").with("cards", size));
    }
    let due = owed(order, hand, lead.suit, size);
    if held(order, cards, lead.suit).count() < due {
        let rule = if due < size { "ZP-4.12" } else { "ZP-4.9" };
        return Err(RuleError::new(Reason::MustFollowSuit, rule).with("cards", due));
    }
    if due < size || lead.kind == Kind::Trio || rules.follow_sets == FollowSets::SuitOnly {
        return Ok(());
    }
    let suited: Hand = held(order, hand, lead.suit).collect();
    if let Some(shape) = owed_sequence(rules, order, lead, &suited) {
        if is_sequence(order, cards, shape) {
            return Ok(());
        }
        let error = RuleError::new(Reason::MustFollowSets, "ZP-7.11");
        return Err(error.with("sequence", format!("{}x{}", shape.copies, shape.run)));
    }
    let smaller_too = rules.follow_sets == FollowSets::ForcedSubpatterns;
    let need = needed(lead);
    let (due, given) = (given(need, &suited, smaller_too), given(need, cards, smaller_too));
    if given >= due {
        return Ok(());
    }
    let rule = match (smaller_too, lead.kind) {
        (true, _) => "ZP-7.11",
        (false, Kind::Group) => "ZP-4.11",
        (false, _) => "ZP-4.10",
    };
    let mut error = RuleError::new(Reason::MustFollowSets, rule);
    for (name, due) in ["fours", "triples", "pairs"].into_iter().zip(due) {
        if due > 0 {
            error = error.with(name, due);
        }
    }
    Err(error)
}

/// The sequence that is owed against a sequence, by option, where the suit holds one.
fn owed_sequence(rules: &Rules, order: &TrumpOrder, lead: &Lead, suited: &Hand) -> Option<Shape> {
    let forced = rules.follow_sets == FollowSets::ForcedSubpatterns;
    let shape = lead.components[0].shape();
    let owes = forced && lead.kind == Kind::Sequence && !holdings(order, suited, shape).is_empty();
    owes.then_some(shape)
}

/// The cards are one sequence of this shape and nothing else.
pub(super) fn is_sequence(order: &TrumpOrder, cards: &Hand, shape: Shape) -> bool {
    cards.len() == usize::from(shape.size()) && !holdings(order, cards, shape).is_empty()
}

/// How many sets of each size the canonical grouping of a lead has; a sequence counts every set.
fn needed(lead: &Lead) -> Sets {
    let mut need = Sets::default();
    for shape in lead.components.iter().map(super::component::Component::shape) {
        if shape.copies > 1 {
            need[usize::from(shape.copies) - 2] += u32::from(shape.run);
        }
    }
    need
}

/// How many fours, triples and pairs cards give against what is needed: the lexicographic maximum
/// over all ways to divide them, each number at most what is needed of it. With `smaller_too` a
/// set that cannot be given is owed one size smaller.
///
/// Why this greedy choice is exact: only the number of faces with two, three and four copies
/// matters. Fours come from faces with four copies alone. As many triples as faces allow can be
/// given whichever fours were taken, and to take them from faces with three copies leaves most
/// pairs: that costs one pair, from four copies it costs two. More cards never give less, and what
/// is needed fits into the lead's size, so the whole suit tells what some choice of that many cards
/// can give.
fn given(need: Sets, cards: &Hand, smaller_too: bool) -> [u32; COPIES_MAX - 1] {
    let mut with = [0u32; COPIES_MAX + 1];
    for card in faces(cards) {
        with[usize::from(cards.count(card)).min(COPIES_MAX)] += 1;
    }
    let left_owed = |owed: u32, given: u32| if smaller_too { owed - given } else { 0 };
    let [need_pairs, need_triples, need_fours] = need;
    let fours = need_fours.min(with[4]);
    let owed_triples = need_triples + left_owed(need_fours, fours);
    let triples = owed_triples.min(with[3] + with[4] - fours);
    let from_threes = triples.min(with[3]);
    let from_fours = triples - from_threes;
    let owed_pairs = need_pairs + left_owed(owed_triples, triples);
    let pairs_left = with[2] + (with[3] - from_threes) + 2 * (with[4] - fours - from_fours);
    [fours, triples, owed_pairs.min(pairs_left)]
}
