//! Cards are conserved: dealt, taken, played and opened, none is lost and none is made.

use std::sync::Arc;

use paizhuo_engine::Ruleset;
use paizhuo_engine::action::{Action, Named};
use paizhuo_engine::cards::Card;
use paizhuo_engine::event::{Event, Fact, SeatActed};
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
    /// Cards that were laid into zones.
    laid: Vec<Card>,
    /// Cards of the whole pack.
    pack_size: usize,
    /// Card points of the whole pack; none where a deal is paid.
    points: u32,
}

impl Conserved {
    pub(crate) fn new(ruleset: &Ruleset) -> Self {
        let info = ruleset.info();
        let counts = info.seat_counts.iter();
        let count = counts.clone().find(|count| count.seats == ruleset.seats());
        let count = count.expect("these seats");
        let points: u32 = info.pack.cards().map(info.points).sum();
        let points = points * u32::from(count.packs);
        let (hands, played, laid) = (Vec::new(), Vec::new(), Vec::new());
        let pack_size = pack_size(ruleset, usize::from(count.cards));
        Self { info, hands, played, left: 0, laid, pack_size, points }
    }

    pub(crate) fn follow(&mut self, facts: &[Arc<Fact>]) {
        for fact in facts {
            match &**fact {
                Fact::Dealt { hands, zones, .. } => {
                    self.hands.clone_from(hands);
                    self.played.clear();
                    self.laid.clear();
                    let in_hands = |seat: Option<Seat>| seat.is_some();
                    let left = zones.iter().filter(|zone| !in_hands(zone.seat));
                    self.left = left.map(|zone| usize::from(zone.size)).sum();
                    let dealt: usize = hands.iter().map(Vec::len).sum();
                    assert_eq!(dealt + self.left, self.pack_size);
                }
                Fact::CardsDrawn { drawn, .. } => {
                    for (seat, card) in drawn {
                        self.hands[seat.index()].push(*card);
                    }
                    self.left -= drawn.len();
                }
                Fact::CardsLaid(zone) => {
                    let seat = zone.seat.expect("cards come from a hand");
                    for card in zone.cards.as_ref().expect("a fact names the cards") {
                        self.take(seat, *card);
                        self.laid.push(*card);
                    }
                }
                Fact::Public(Event::LeadWithdrawn(withdrawn)) => {
                    for card in &withdrawn.withdrawn {
                        let place = self.played.iter().rposition(|played| played == card);
                        self.played.remove(place.expect("only what was led is taken back"));
                        self.hands[withdrawn.seat.index()].push(*card);
                    }
                }
                Fact::CardsTaken { seat, cards, .. } => {
                    self.hands[seat.index()].extend(cards);
                    self.left -= cards.len();
                }
                Fact::Public(Event::Acted(acted)) => self.play(acted),
                Fact::Seen { own, .. } => {
                    if let Event::Acted(acted) = &**own {
                        self.play(acted);
                    }
                }
                Fact::Public(Event::PlaysTurnedUp(turned)) => {
                    for card in turned.iter().flat_map(|(_, laid)| &laid.cards) {
                        let Named::Face(card) = card else { panic!("a fact names faces") };
                        assert!(self.played.contains(card), "what lay face down was played");
                    }
                }
                Fact::Public(Event::DealEnded(end)) => {
                    for (hand, shown) in self.hands.iter().zip(&end.hands) {
                        assert_eq!(sorted(hand), sorted(shown), "hands at the end are told true");
                    }
                    if ["dou_dizhu", "zheng_fen"].contains(&self.info.id) {
                        let scored = end.results.iter().sum::<i64>();
                        assert_eq!(scored, i64::from(self.points), "results are card points");
                    }
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
        if self.left == 0 {
            let all = piles + laid.sum::<u32>() + held + worth(&self.laid);
            assert_eq!(all, self.points, "card points are conserved");
        }
    }

    /// Cards that are played leave the hand.
    fn play(&mut self, acted: &SeatActed) {
        if let Action::Play { cards, .. } = &acted.action {
            for card in cards {
                let Named::Face(card) = card else { panic!("a fact names faces") };
                self.take(acted.seat, *card);
                self.played.push(*card);
            }
        }
    }

    /// Takes a card out of a hand.
    fn take(&mut self, seat: Seat, card: Card) {
        let hand = &mut self.hands[seat.index()];
        let place = hand.iter().position(|held| *held == card);
        hand.swap_remove(place.expect("only held cards are played or laid"));
    }
}

/// Cards of the whole pack: with `kitty_mode` = `full_jokers` one joker of each colour a pack
/// (ZP-7.8), else what the catalogue says.
fn pack_size(ruleset: &Ruleset, usual: usize) -> usize {
    let values = &ruleset.settings().values;
    if !values.iter().any(|(name, value)| *name == "kitty_mode" && value == "full_jokers") {
        return usual;
    }
    let packs = [2, 2, 2, 3, 3, 3, 3, 4][usize::from(ruleset.seats()) - 5];
    54 * packs
}

fn sorted(cards: &[Card]) -> Vec<Card> {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    cards
}
