//! Dealing, and what follows before the first lead (HM-2).

use paizhuo_engine::cards::Card;
use paizhuo_engine::event::Event;
use paizhuo_engine::games::hachinin_meri::Trumps;
use paizhuo_engine::seat::Seat;
use paizhuo_engine::view::View;

use crate::positions::{card, cards, deal, text, whole_hands};
use crate::support::{Driven, hachinin_meri};
use paizhuo_engine::games::hachinin_meri::Position;

fn dealt(options: &[&str], seed: u64) -> Driven {
    Driven::dealt(hachinin_meri(options), seed)
}

fn oki(view: &View) -> Card {
    view.zones[0].cards.as_ref().expect("the Oki is turned up")[0]
}

fn native(view: &View) -> Card {
    Trumps { suit: view.trump.expect("the trump is known").suit }.native_robai()
}

/// HM-1.4, HM-2.4, HM-2.5: nine cards a seat, the Oki for all to see, two cards face down; the
/// printed suit of the Oki is trump, and there is no trump rank.
#[test]
fn nine_cards_a_seat_an_oki_and_two_left_over() {
    let driven = dealt(&[], 1);
    let view = driven.public();
    assert!(view.seats.iter().all(|seat| seat.hand_size == 9 && seat.hand.is_none()));
    let zones: Vec<_> = view.zones.iter().map(|zone| (zone.name, zone.size)).collect();
    assert_eq!(zones, [("oki", 1), ("side", 2)]);
    assert!(view.zones[1].cards.is_none());
    let trump = view.trump.expect("the trump is known");
    assert_eq!((trump.suit, trump.rank), (oki(&view).0 / 15, None));
    for seat in 0..8 {
        assert_eq!(driven.view(seat).own_hand().len(), 9);
    }
}

/// HM-2.2, HM-7.3, HM-7.4: the lot gives every seat the deal at times; a fixed first dealer deals,
/// and the deal moves to the left, or by option to the right.
#[test]
fn the_deal_moves_round_the_table() {
    let mut drawn = [false; 8];
    for seed in 0..60 {
        drawn[dealt(&[], seed).public().dealer.expect("somebody deals").index()] = true;
    }
    assert_eq!(drawn, [true; 8]);
    for (direction, second) in [("clockwise", 7), ("counterclockwise", 5)] {
        let direction = format!("direction={direction}");
        let mut driven = dealt(&["first_dealer=6", &direction], 2);
        assert_eq!(driven.public().dealer, Some(Seat(6)));
        play_out(&mut driven);
        driven.follow();
        assert_eq!(driven.public().dealer, Some(Seat(second)));
    }
}

/// Plays a deal out by what is prescribed for absent players.
fn play_out(driven: &mut Driven) {
    while let Some(seat) = driven.asked() {
        let action = driven.table.on_timeout(seat).expect("the seat is asked");
        driven.act(seat, action).expect("a time-out is legal");
    }
}

/// HM-2.12: an Oki that is the native Robai goes to the dealer at once; nobody is asked to declare.
/// HM-1.8: that holds for Tenka too, which makes Pao trump (HM-2.4).
#[test]
fn nobody_is_asked_where_the_oki_is_the_robai() {
    let mut seen = 0;
    for seed in 0..200 {
        let driven = dealt(&[], seed);
        let view = driven.public();
        if oki(&view) != native(&view) {
            assert_eq!(driven.table.decisions().len(), 8);
            continue;
        }
        seen += 1;
        let (dealer, decisions) = (view.dealer.expect("somebody deals"), driven.table.decisions());
        assert_eq!((decisions.len(), decisions[0].kind), (1, "discard"));
        assert_eq!(decisions[0].seat, dealer);
        assert_eq!(view.seats[dealer.index()].role, "receiver");
        assert_eq!(view.seats[dealer.index()].hand_size, 10);
        assert!(view.calls.is_empty());
    }
    assert!(seen > 3, "every fifteenth Oki is a Robai");
}

/// HM-2.7, HM-2.9 to HM-2.11: the declarer takes the Oki, discards face down, and leads; with the
/// lead the discard and the cards left over are shown. They count nowhere.
#[test]
fn the_receiver_discards_and_leads() {
    let hands = whole_hands(&[(4, "Grobai")]);
    let mut driven =
        deal(&[], &Position { dealer: Seat(2), ..Position::new(hands, card("Gkaba")) });
    for seat in [5, 6, 7, 0, 1, 2, 3] {
        driven.act(Seat(seat), cards_action("pass")).expect("a pass is legal");
    }
    driven.act(Seat(4), cards_action("declare")).expect("the Robai is there");
    let view = driven.view(4);
    assert_eq!(view.seats[4].role, "declarer");
    assert!(view.own_hand().contains(&card("Gkaba")));
    assert_eq!(view.zones[0].seat, Some(Seat(4)));
    let calls: Vec<_> = view.calls.iter().map(|call| call.seat.0).collect();
    assert_eq!(calls, [3, 4], "from the dealer's left up to the declaration");
    let discard = driven.listed()[0].clone();
    let put_away = cards(discard.strip_prefix("discard ").expect("a discard"));
    driven.say(&[&discard]);
    for viewer in 0..8 {
        let zone = driven.view(viewer).zones.into_iter().find(|zone| zone.name == "discard");
        let zone = zone.expect("the discard lies there");
        assert_eq!(zone.cards, (viewer == 4).then(|| put_away.clone()), "seat {viewer}");
        assert_eq!((zone.size, zone.seat), (1, Some(Seat(4))));
    }
    assert!(driven.public().zones.iter().all(|zone| zone.name != "side" || zone.cards.is_none()));
    assert_eq!(driven.asked(), Some(Seat(4)));
    let lead = driven.listed()[0].clone();
    driven.say(&[&lead]);
    let zones = driven.public().zones;
    let shown = |name: &str| zones.iter().find(|zone| zone.name == name).expect("there").clone();
    assert_eq!(shown("discard").cards, Some(put_away));
    assert_eq!(shown("side").cards.map(|cards| cards.len()), Some(2));
    play_out(&mut driven);
    let scored: i64 = driven.public().teams.iter().map(|team| team.points).sum();
    assert_eq!(scored, 9);
}

fn cards_action(text: &str) -> paizhuo_engine::action::Action {
    paizhuo_engine::notation::parse_action(&paizhuo_engine::cards::unsun::UNSUN, text)
        .expect("the test writes an action")
}

/// HM-2.8, HM-2.14: where all pass the dealer takes the Oki, also a dealer who hides the Robai.
#[test]
fn the_dealer_takes_the_oki_where_all_pass() {
    let hands = whole_hands(&[(2, "Grobai")]);
    let mut driven =
        deal(&[], &Position { dealer: Seat(2), ..Position::new(hands, card("Gkaba")) });
    for seat in 0..8 {
        driven.act(Seat(seat), cards_action("pass")).expect("a pass is legal");
    }
    let view = driven.public();
    assert_eq!((view.seats[2].role, view.seats[2].hand_size), ("receiver", 10));
    let calls: Vec<_> = view.calls.iter().map(|call| call.seat.0).collect();
    assert_eq!(calls, [3, 4, 5, 6, 7, 0, 1, 2]);
    assert_eq!(driven.asked(), Some(Seat(2)));
}

/// HM-2.10, HM-2.13, HM-4.3: of ten trumps any may be discarded; whose one plain card is discarded
/// must open with a trump, and that trick is Meri.
#[test]
fn trumps_are_discarded_and_led_only_by_who_has_nothing_else() {
    let trumps = ["Gsun", "Gun", "Gsota", "Probai", "Grobai", "Grei", "G1", "G2"];
    for (ninth, discards) in [("G3", 10), ("K1", 1)] {
        let own: Vec<(usize, &str)> =
            trumps.iter().chain([&ninth]).map(|&text| (0, text)).collect();
        let hands = whole_hands(&own);
        let mut driven = deal(&[], &Position::new(hands, card("Gkaba")));
        for seat in 0..8 {
            let word = if seat == 0 { "declare" } else { "pass" };
            driven.act(Seat(seat), cards_action(word)).expect("an answer is legal");
        }
        assert_eq!(driven.listed().len(), discards, "{ninth}");
        let discard = driven.listed()[0].clone();
        driven.say(&[&discard]);
        assert_eq!(driven.listed().len(), 9, "nine trumps: any may be led");
        let lead = driven.listed()[0].clone();
        driven.say(&[&lead]);
        let led = driven.public().trick.expect("a trick").plays[0].1.clone().expect("led");
        assert_eq!(led.category, "trump", "{}", text(&cards(&lead["play ".len()..])));
    }
}

/// HM-6.1: what happens in a deal, in its order.
#[test]
fn a_deal_tells_its_phases() {
    let mut driven = dealt(&["first_dealer=0"], 5);
    play_out(&mut driven);
    let mut phases: Vec<&str> = Vec::new();
    for event in driven.events(None) {
        if let Event::Asked { phase, .. } = event
            && phases.last() != Some(&phase)
        {
            phases.push(phase);
        }
    }
    phases.retain(|phase| *phase != "closed");
    assert_eq!(phases, ["declare", "discard", "open", "waiting"]);
}
