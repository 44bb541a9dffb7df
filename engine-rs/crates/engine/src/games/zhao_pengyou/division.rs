//! Whether cards can be divided into given shapes (ZP-4.16).

use std::collections::BTreeSet;

use super::component::{Component, Shape};
use super::grouping::{faces, holdings};
use super::order::TrumpOrder;
use crate::cards::Hand;
use crate::trick::Order;

/// The highest top, in strength, that the principal component of a group can have in a division of
/// trumps into exactly the group's shapes; the first shape is the principal one. None where the
/// cards cannot be divided so.
///
/// Each possible principal component is taken out, the highest first, and the rest looked at by
/// [`divides`].
pub(super) fn highest_principal(order: &TrumpOrder, cards: &Hand, shapes: &[Shape]) -> Option<u8> {
    let (principal, others) = shapes.split_first()?;
    let size: usize = shapes.iter().map(|shape| usize::from(shape.size())).sum();
    if cards.len() != size {
        return None;
    }
    let fits = |held: &Component| {
        let mut rest = *cards;
        held.all().for_each(|card| rest.remove(card));
        divides(order, &rest, others)
    };
    let highest = holdings(order, cards, *principal).into_iter().rev().find(fits)?;
    Some(order.strength(highest.top()))
}

/// Cards at one place of a run: how many copies of each face.
type Place = Vec<u8>;

/// A sequence that has begun: set size, and how many places it has yet to come to.
type Begun = (u8, u8);

/// Whether trumps can be divided into exactly these shapes.
///
/// Sequences are laid out place by place from low to high; since a face has four copies at most,
/// two can be open at a time. What they leave is divided into sets and singles by counting, as in
/// following: the number of faces with two, three and four copies decides. Equal situations are
/// looked at once.
fn divides(order: &TrumpOrder, cards: &Hand, shapes: &[Shape]) -> bool {
    let mut places: Vec<Place> = vec![Vec::new(); 16];
    let mut counts = Counts::default();
    for card in faces(cards) {
        match order.step(card) {
            Some(step) => places[usize::from(step)].push(cards.count(card)),
            None => counts.leave(cards.count(card)),
        }
    }
    let mut sets = [0u8; 5];
    let mut sequences: Vec<Shape> = Vec::new();
    for shape in shapes {
        if shape.run > 1 {
            sequences.push(*shape);
        } else {
            sets[usize::from(shape.copies)] += 1;
        }
    }
    sequences.sort_unstable();
    let mut search = Search { places, sets, seen: BTreeSet::new() };
    search.fits(&Situation { place: 0, open: Vec::new(), sequences, counts })
}

/// How many faces have so many copies left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Counts([u8; 5]);

impl Counts {
    fn leave(&mut self, copies: u8) {
        self.0[usize::from(copies)] += 1;
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Situation {
    place: usize,
    open: Vec<Begun>,
    /// Sequences that have not begun, sorted.
    sequences: Vec<Shape>,
    counts: Counts,
}

struct Search {
    places: Vec<Place>,
    /// How many sets of each size are asked; `[1]` are singles.
    sets: [u8; 5],
    seen: BTreeSet<Situation>,
}

impl Search {
    fn fits(&mut self, at: &Situation) -> bool {
        if !self.seen.insert(at.clone()) {
            return false;
        }
        let Some(place) = self.places.get(at.place).cloned() else {
            return at.open.is_empty() && at.sequences.is_empty() && self.sets_fit(at.counts);
        };
        let mut choices = Vec::new();
        serve(&place, &at.open, &[], at, &mut choices);
        choices.iter().any(|next| self.fits(next))
    }

    /// The faces that are left divide into the sets; see [`super::follow`] for why counting does.
    fn sets_fit(&self, counts: Counts) -> bool {
        let [_, _, pairs, triples, fours] = self.sets;
        let [_, _, twos, threes, quads] = counts.0;
        if fours > quads || triples > threes + quads - fours {
            return false;
        }
        let from_threes = triples.min(threes);
        let from_quads = triples - from_threes;
        pairs <= twos + (threes - from_threes) + 2 * (quads - fours - from_quads)
    }
}

/// Every way to serve the open sequences at a place, and to begin others there.
fn serve(
    place: &[u8],
    waiting: &[Begun],
    open: &[Begun],
    at: &Situation,
    choices: &mut Vec<Situation>,
) {
    let Some((&(copies, left), waiting)) = waiting.split_last() else {
        return begin(place, open, &at.sequences, 0, at, choices);
    };
    for face in 0..place.len() {
        if place[face] >= copies {
            let mut place = place.to_vec();
            place[face] -= copies;
            let mut open = open.to_vec();
            if left > 1 {
                open.push((copies, left - 1));
            }
            serve(&place, waiting, &open, at, choices);
        }
    }
}

/// Every way to begin sequences at a place, those from `first` on.
fn begin(
    place: &[u8],
    open: &[Begun],
    sequences: &[Shape],
    first: usize,
    at: &Situation,
    choices: &mut Vec<Situation>,
) {
    let mut counts = at.counts;
    for &copies in place {
        counts.leave(copies);
    }
    let mut sorted = open.to_vec();
    sorted.sort_unstable();
    let sequences_left = sequences.to_vec();
    choices.push(Situation {
        place: at.place + 1,
        open: sorted,
        sequences: sequences_left,
        counts,
    });
    for index in first..sequences.len() {
        let shape = sequences[index];
        for face in 0..place.len() {
            if place[face] >= shape.copies {
                let mut place = place.to_vec();
                place[face] -= shape.copies;
                let mut open = open.to_vec();
                open.push((shape.copies, shape.run - 1));
                let mut rest = sequences.to_vec();
                rest.remove(index);
                begin(&place, &open, &rest, index, at, choices);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Counts, Place, Search, Shape, Situation};
    use crate::rng::DealRng;
    use std::collections::BTreeSet;

    /// How many situations are looked at to divide cards at these places into these shapes.
    fn work(places: &[Place], shapes: &[Shape]) -> usize {
        let mut sequences: Vec<Shape> =
            shapes.iter().copied().filter(|shape| shape.run > 1).collect();
        sequences.sort_unstable();
        let mut sets = [0u8; 5];
        for shape in shapes.iter().filter(|shape| shape.run == 1) {
            sets[usize::from(shape.copies)] += 1;
        }
        let mut search = Search { places: places.to_vec(), sets, seen: BTreeSet::new() };
        let counts = Counts::default();
        search.fits(&Situation { place: 0, open: Vec::new(), sequences, counts });
        search.seen.len()
    }

    /// Shapes of seventeen cards, which is the largest hand of a game of four packs.
    fn shapes(rng: &mut DealRng) -> Vec<Shape> {
        let mut left = 17u8;
        let mut found = Vec::new();
        while left > 0 {
            let copies = 1 + u8::try_from(rng.below(4)).expect("small");
            let run = if copies == 1 { 1 } else { 1 + u8::try_from(rng.below(4)).expect("small") };
            let shape = Shape { copies, run };
            if shape.size() <= left {
                left -= shape.size();
                found.push(shape);
            }
        }
        found
    }

    /// ZP-4.16: seventeen cards have 131 071 subsets and far more divisions; a thousand situations
    /// tell whether one fits, whatever the cards and the shapes, also with the run of ZP-7.13.
    #[test]
    fn no_division_takes_long() {
        let mut rng = DealRng::from_key([7; 32]);
        let mut most = 0;
        for _ in 0..3_000 {
            let shapes = shapes(&mut rng);
            let mut places: Vec<Place> = vec![Vec::new(); 16];
            let mut left = 17u8;
            while left > 0 {
                let place = usize::try_from(rng.below(16)).expect("small");
                let copies = (1 + u8::try_from(rng.below(4)).expect("small")).min(left);
                let faces = if place == 12 { 3 } else { 1 };
                if places[place].len() < faces {
                    places[place].push(copies);
                    left -= copies;
                }
            }
            most = most.max(work(&places, &shapes));
        }
        assert!(most > 10, "something was divided");
        assert!(most < 1_000, "{most}");
    }
}
