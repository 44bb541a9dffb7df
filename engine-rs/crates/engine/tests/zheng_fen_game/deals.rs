//! Dealing and the first lead: sections 1 to 3 of the rules.

use paizhuo_engine::cards::Card;
use paizhuo_engine::error::Reason;
use paizhuo_engine::event::{Event, Fact};
use paizhuo_engine::game::Direction;
use paizhuo_engine::hash::tagged;
use paizhuo_engine::rng::DealRng;
use paizhuo_engine::seat::Seat;

use crate::support::{Driven, Setup, zheng_fen};

/// Every hand that was dealt, by deals.
fn dealt(driven: &Driven) -> Vec<(Seat, Vec<Vec<Card>>)> {
    let hands = driven.facts.iter().filter_map(|fact| match &**fact {
        Fact::Dealt { dealer, hands, .. } => Some((*dealer, hands.clone())),
        _ => None,
    });
    hands.collect()
}

/// Z1.1, Z1.5, Z1.6: three to six seats, one pack, everything anticlockwise, 100 points.
#[test]
fn the_catalogue_says_what_is_played_with() {
    let info = zheng_fen(3, &[]).info();
    let seats: Vec<u8> = info.seat_counts.iter().map(|count| count.seats).collect();
    assert_eq!(seats, [3, 4, 5, 6]);
    for count in info.seat_counts {
        let dealt: u8 = count.hand_sizes.iter().sum();
        assert_eq!((count.packs, dealt, count.left), (1, 54, 0));
    }
    assert_eq!(info.play_direction, Direction::Anticlockwise);
    assert_eq!(info.pack.cards().map(info.points).sum::<u32>(), 100);
    for seats in [2, 7] {
        let refused = Setup::new("zheng_fen", seats, "", &[]).ruleset().expect_err("refused");
        assert_eq!((refused.reason, refused.rule), (Reason::BadSeatCount, "Z1.1"));
    }
}

/// Z2.5: unequal hands go in drawing order from the first drawer; Z2.4: the shuffler, or the
/// cutter, who sits to the right (Z2.3).
#[test]
fn all_cards_are_dealt_from_the_first_drawer_on() {
    for (seats, larger) in [(3u8, 3), (4, 2), (5, 4), (6, 6)] {
        for (option, ahead) in [("draw_start=shuffler", 0), ("draw_start=cutter", 1)] {
            for seed in 0..8 {
                let driven = Driven::dealt(zheng_fen(u32::from(seats), &[option]), seed);
                let (shuffler, hands) = dealt(&driven).remove(0);
                let start = shuffler.plus(ahead, seats);
                let most = hands.iter().map(Vec::len).max().expect("hands");
                for steps in 0..seats {
                    let size = hands[start.plus(steps, seats).index()].len();
                    assert_eq!(size, most - usize::from(steps >= larger), "{seats} {option}");
                }
                let mut all: Vec<u8> = hands.concat().iter().map(|card| card.0).collect();
                all.sort_unstable();
                assert!(all.into_iter().eq(0..54), "every card once");
            }
        }
    }
}

/// Z2.1, Z2.7, Z2.8, Z2.3: the first shuffler, the shuffle and the cut are drawn in this order, and
/// nothing else.
#[test]
fn a_deal_is_what_its_key_says() {
    for seed in 0..12 {
        let driven = Driven::dealt(zheng_fen(5, &[]), seed);
        let parts: Vec<u8> =
            [seed, 1, 1].iter().flat_map(|part: &u64| part.to_le_bytes()).collect();
        let mut rng = DealRng::from_key(tagged("paizhuo/test/deal", &[&parts]));
        let shuffler = Seat(u8::try_from(rng.below(5)).expect("a seat"));
        let mut deck: Vec<Card> = (0..54).map(Card).collect();
        rng.shuffle(&mut deck);
        deck.rotate_left(1 + rng.below(53) as usize);
        let mut hands = vec![Vec::new(); 5];
        for (place, card) in (0..).zip(deck) {
            hands[shuffler.plus(place, 5).index()].push(card);
        }
        for hand in &mut hands {
            hand.sort_unstable_by(|one, other| other.cmp(one));
        }
        assert_eq!(dealt(&driven), [(shuffler, hands)]);
    }
}

/// Z2.1: every seat may be the first shuffler.
#[test]
fn the_first_shuffler_is_drawn() {
    let mut seen = [false; 6];
    for seed in 0..80 {
        let driven = Driven::dealt(zheng_fen(6, &[]), seed);
        seen[dealt(&driven)[0].0.index()] = true;
    }
    assert_eq!(seen, [true; 6]);
}

/// Z2.6, Z3.1: without an auction the holder of ♥3 is asked to lead, may lead anything, and is
/// publicly known.
#[test]
fn the_holder_of_the_three_of_hearts_leads() {
    for seed in 0..20 {
        let mut driven = Driven::dealt(zheng_fen(4, &[]), seed);
        let leader = driven.asked().expect("somebody leads");
        let view = driven.view(leader.0);
        assert_eq!(view.phase, "play");
        assert!(view.own_hand().contains(&Card(2)));
        let zone = |driven: &Driven| {
            let zones = driven.public().zones;
            zones.into_iter().find(|zone| zone.name == "h3").map(|zone| (zone.seat, zone.cards))
        };
        assert_eq!(zone(&driven), Some((Some(leader), Some(vec![Card(2)]))));
        let actions = driven.listed();
        let other = actions.iter().find(|action| !action.contains("3h")).expect("other cards");
        driven.say(&[&other.clone()]);
        assert_eq!(zone(&driven), Some((Some(leader), Some(vec![Card(2)]))), "still held");
        let mut again = Driven::dealt(zheng_fen(4, &[]), seed);
        again.say(&["play 3h"]);
        assert_eq!(zone(&again), None, "played");
    }
}

/// Z2.2, Z2.6, Z2.9: who was last shuffles next; the leader of a later deal is who holds ♥3, who
/// was out first, or who won the last trick.
#[test]
fn later_deals_have_other_shufflers_and_leaders() {
    for option in ["later_lead=h3", "later_lead=first_out", "later_lead=last_trick_winner"] {
        for seed in 0..6 {
            let mut driven = Driven::dealt(zheng_fen(4, &[option, "target=1000"]), seed);
            while driven.table.number().deal == 1 {
                let actions = driven.listed();
                driven.say(&[&actions[actions.len() - 1].clone()]);
                driven.follow();
            }
            let mut out = Vec::new();
            let mut winner = None;
            for fact in &driven.facts {
                match &**fact {
                    Fact::Public(Event::RoleGiven { seat, .. }) => out.push(*seat),
                    Fact::Public(Event::TrickEnded { winner: seat, .. }) => winner = Some(*seat),
                    _ => {}
                }
            }
            assert_eq!(out.len(), 4, "all have their place in the going-out order (Z5.9)");
            let (shuffler, hands) = dealt(&driven).remove(1);
            assert_eq!(Some(&shuffler), out.last());
            let holder = hands.iter().position(|hand| hand.contains(&Card(2))).expect("held");
            let expected = match option {
                "later_lead=h3" => holder,
                "later_lead=first_out" => out[0].index(),
                _ => winner.expect("a trick was won").index(),
            };
            assert_eq!(driven.asked().map(Seat::index), Some(expected), "{option} {seed}");
            let shown = driven.public().zones.iter().any(|zone| zone.name == "h3");
            assert_eq!(shown, option == "later_lead=h3", "public only where it is why");
        }
    }
}
