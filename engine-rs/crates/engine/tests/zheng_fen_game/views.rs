//! What viewers may know (Z5.14).

use paizhuo_engine::cards::Card;
use paizhuo_engine::event::Event;
use paizhuo_engine::seat::Seat;

use crate::support::{Driven, rng, zheng_fen};

/// Z5.14: hand sizes and points of piles are public; cards in piles are face down until the deal
/// ends, in views and in events told later.
#[test]
fn piles_are_face_down_until_the_deal_ends() {
    let hands = ["5c-9s", "Tc-3h", "Kc"];
    let mut driven = Driven::points(zheng_fen(3, &["target=1000"]), &hands, 0);
    driven.say(&["play 5c", "play Tc", "play Kc", "pass", "pass"]);
    for viewer in [None, Some(Seat(0)), Some(Seat(2))] {
        let view = driven.table.view(viewer);
        let piles: Vec<_> = view.zones.iter().filter(|zone| zone.name == "pile").collect();
        assert_eq!(piles.iter().map(|pile| pile.size).collect::<Vec<_>>(), [0, 0, 3]);
        assert!(piles.iter().all(|pile| pile.cards.is_none()));
        assert!(view.played.is_empty());
        assert_eq!(view.seats[2].points, 25);
        let named = view.last_events.iter().any(|event| match event {
            Event::Acted(acted) => match &acted.action {
                paizhuo_engine::action::Action::Play { cards, .. } => !cards.is_empty(),
                _ => false,
            },
            _ => false,
        });
        assert!(!named, "plays of ended tricks have forgotten their cards");
    }
    driven.say(&["play 9s", "pass"]);
    let view = driven.public();
    let piles: Vec<_> = view.zones.iter().filter(|zone| zone.name == "pile").collect();
    assert!(piles.iter().all(|pile| pile.cards.is_some()), "open once the deal has ended");
    let end = view.last_deal.expect("the deal has ended");
    assert_eq!(end.zones.len(), 3);
}

/// Dealing again moves every hidden card, keeps ♥3 where everybody knows it, and no hand's size.
#[test]
fn dealing_again_moves_hidden_cards_alone() {
    let driven = Driven::dealt(zheng_fen(5, &[]), 3);
    let leader = driven.asked().expect("somebody leads");
    let viewer = leader.plus(1, 5);
    let own = driven.view(viewer.0).own_hand().to_vec();
    let mut seen = [0u32; 54];
    let mut rng = rng("points", 1);
    for _ in 0..300 {
        let other = driven.table.resample(Some(viewer), &mut rng);
        assert_eq!(other.view(Some(viewer)), driven.view(viewer.0));
        for &card in other.view(Some(leader)).own_hand() {
            seen[card.index()] += 1;
        }
    }
    for card in (0..54).map(Card) {
        let times = seen[card.index()];
        if card == Card(2) {
            assert_eq!(times, 300);
        } else {
            assert_eq!(times == 0, own.contains(&card), "{card:?}");
        }
    }
}
