//! Cards are conserved: dealt, taken, played and opened, none is lost and none is made.

use std::sync::Arc;

use paizhuo_engine::action::{Action, Named};
use paizhuo_engine::cards::Card;
use paizhuo_engine::event::{Event, Fact};
use paizhuo_engine::game::{GameInfo, Stage};
use paizhuo_engine::seat::Seat;
use paizhuo_engine::table::Table;
use paizhuo_engine::view::View;

/// Counts cards from the facts alone.
pub(crate) struct Conserved {
    info: &'static GameInfo,
    hands: Vec<Vec<Card>>,
    played: Vec<Card>,
    left: usize,
    /// Card points of the pack; none where a deal is paid.
    points: u32,
}

impl Conserved {
    pub(crate) fn new(info: &'static GameInfo) -> Self {
        let points = info.pack.cards().map(info.points).sum();
        Self { info, hands: Vec::new(), played: Vec::new(), left: 0, points }
    }

    pub(crate) fn follow(&mut self, facts: &[Arc<Fact>]) {
        for fact in facts {
            match &**fact {
                Fact::Dealt { hands, zones, .. } => {
                    self.hands.clone_from(hands);
                    self.played.clear();
                    let in_hands = |seat: Option<Seat>| seat.is_some();
                    let left = zones.iter().filter(|zone| !in_hands(zone.seat));
                    self.left = left.map(|zone| usize::from(zone.size)).sum();
                    let count = self.info.seat_counts.iter();
                    let count = count.filter(|count| usize::from(count.seats) == hands.len());
                    let packs = usize::from(count.clone().next().expect("these seats").packs);
                    let dealt: usize = hands.iter().map(Vec::len).sum();
                    assert_eq!(dealt + self.left, packs * self.info.pack.faces.len());
                }
                Fact::CardsTaken { seat, cards, .. } => {
                    self.hands[seat.index()].extend(cards);
                    self.left -= cards.len();
                }
                Fact::Public(Event::Acted(acted)) => {
                    if let Action::Play { cards, .. } = &acted.action {
                        for card in cards {
                            let Named::Face(card) = card else { panic!("a fact names faces") };
                            let hand = &mut self.hands[acted.seat.index()];
                            let place = hand.iter().position(|held| held == card);
                            hand.swap_remove(place.expect("only held cards are played"));
                            self.played.push(*card);
                        }
                    }
                }
                Fact::Public(Event::DealEnded(end)) => {
                    for (hand, shown) in self.hands.iter().zip(&end.hands) {
                        assert_eq!(sorted(hand), sorted(shown), "hands at the end are told true");
                    }
                    let scored = end.results.iter().sum::<i64>();
                    assert_eq!(scored, i64::from(self.points), "results are the pack's points");
                }
                _ => {}
            }
        }
    }

    /// Every seat sees exactly its cards, and sizes of the others'; no card point is lost.
    pub(crate) fn check_views(&self, table: &dyn Table) {
        if table.stage() != Stage::Decisions {
            return;
        }
        self.check_points(&table.view(None));
        for (seat, hand) in (0..).map(Seat).zip(&self.hands) {
            let view = table.view(Some(seat));
            assert_eq!(sorted(view.own_hand()), sorted(hand));
            for (other, hand) in view.seats.iter().zip(&self.hands) {
                assert_eq!(usize::from(other.hand_size), hand.len());
                assert!(other.hand.as_ref().is_none_or(|shown| shown.len() == hand.len()));
            }
        }
    }
}

impl Conserved {
    /// The points in piles, on the table and in hands are those of the pack.
    fn check_points(&self, view: &View) {
        let worth = |cards: &[Card]| cards.iter().copied().map(self.info.points).sum::<u32>();
        let piles: u32 = view.seats.iter().map(|seat| seat.points).sum();
        let laid = view.trick.iter().flat_map(|trick| &trick.plays);
        let laid = laid.filter_map(|(_, combination)| combination.as_ref());
        let laid = laid.flat_map(|combination| &combination.cards).map(|card| match card {
            Named::Face(card) => (self.info.points)(*card),
            Named::Rank(_) => panic!("a view names faces"),
        });
        let held: u32 = self.hands.iter().map(|hand| worth(hand)).sum();
        assert_eq!(piles + laid.sum::<u32>() + held, self.points, "card points are conserved");
    }
}

fn sorted(cards: &[Card]) -> Vec<Card> {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    cards
}
