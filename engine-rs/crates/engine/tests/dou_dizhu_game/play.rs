//! Tricks and the end of a deal: section 5 of the rules.

use paizhuo_engine::action::{Action, Named, Reading};
use paizhuo_engine::cards::french::FRENCH;
use paizhuo_engine::climbing::Ranks;
use paizhuo_engine::event::{Event, SeatActed};
use paizhuo_engine::game::{Game, Stage};
use paizhuo_engine::games::dou_dizhu::{Call, Deal, Dealt, DouDizhu, Move, perft};
use paizhuo_engine::notation::{parse_cards, print_cards, print_named};
use paizhuo_engine::perft::perft as table_perft;
use paizhuo_engine::seat::Seat;

use crate::support::{Driven, dou_dizhu, happened};

/// Seat 0 bid 3 and leads; options as given.
fn playing(seats: u32, options: &[&str], hands: &[&str], bottom: &str) -> Driven {
    let auction = options.contains(&"auction=call_rob");
    let mut driven = Driven::position(dou_dizhu(seats, options), hands, bottom);
    if auction {
        driven.say(&["call"]);
        let passes = vec!["pass"; seats as usize - 1];
        driven.say(&passes);
    } else {
        driven.say(&["bid 3"]);
    }
    driven
}

/// D5.1, D5.2, D5.3: the landlord leads anything and may not pass; others pass or beat, nobody
/// is obliged to, also not to beat a fellow peasant.
#[test]
fn the_landlord_leads_and_the_others_pass_or_beat() {
    let mut driven = playing(3, &[], &["3-4-4-9", "5-6-6-8", "7-7-K-2"], "T");
    assert_eq!(driven.asked(), Some(Seat(0)));
    assert_eq!(driven.refusal("pass"), "MUST_LEAD D5.3");
    assert_eq!(driven.refusal("bid 3"), "VERB_NOT_ALLOWED D5.1");
    driven.say(&["play 4-4"]);
    assert_eq!(
        driven.listed(),
        ["pass", "play 6d-6c as pair:6:1"].map(|text| { text.replace("6d-6c", "6c-6d") })
    );
    assert_eq!(driven.refusal("play 8"), "OTHER_TYPE D4.15");
    assert_eq!(driven.refusal("double"), "VERB_NOT_ALLOWED D5.2");
    driven.say(&["play 6-6", "play 7-7", "pass", "pass"]);
    assert_eq!(driven.asked(), Some(Seat(2)), "a peasant may beat a fellow peasant");
}

/// D5.4, D5.5: a pass does not bind; N-1 passes in a row end the trick, its winner leads.
#[test]
fn a_trick_ends_when_the_others_pass_in_a_row() {
    let mut driven = playing(3, &[], &["3-7-4", "5-8-4", "6-9-4"], "");
    driven.say(&["play 3", "pass"]);
    assert!(driven.public().seats[1].passed);
    driven.say(&["play 6", "play 7"]);
    assert!(driven.public().seats.iter().all(|seat| !seat.passed));
    driven.say(&["play 8", "pass"]);
    assert_eq!(driven.public().trick.expect("a trick").plays.len(), 6);
    let facts = driven.try_say("pass").expect("a pass");
    let ended = Event::TrickEnded { winner: Seat(1), points: 0, forgotten: false };
    let told: Vec<_> = facts[1..].iter().filter_map(|fact| fact.seen_by(None)).collect();
    assert_eq!(told[..2], [ended, Event::TrickBegun { leader: Seat(1) }]);
    let view = driven.public();
    assert_eq!(driven.asked(), Some(Seat(1)));
    assert_eq!((view.tricks, view.trick.clone().expect("a trick").leader), (1, Seat(1)));
    assert!(view.trick.expect("a trick").plays.is_empty());
    assert_eq!(print_cards(&FRENCH, &view.played), "8c-7c-6c-3c");
    let mut driven = playing(4, &[], &["3-4", "5-4", "6-4", "7-4"], "");
    driven.say(&["play 3", "pass", "pass"]);
    assert_eq!(driven.asked(), Some(Seat(3)), "with four players it takes three passes");
    driven.say(&["pass"]);
    assert_eq!(driven.asked(), Some(Seat(0)));
}

/// D5.6, D5.7, D1.7: the deal ends at once when a hand is empty, and that side wins.
#[test]
fn the_deal_ends_when_a_hand_is_empty() {
    let mut driven = playing(3, &[], &["3-4", "5", "6-7"], "");
    driven.say(&["play 3"]);
    let facts = driven.try_say("play 5").expect("a play");
    assert_eq!(happened(&facts).len(), 2, "no reply is possible");
    let end = driven.public().last_deal.expect("it ended");
    assert_eq!(end.winners, [Seat(1), Seat(2)]);
    assert_eq!(facts[1].seen_by(None), Some(Event::DealEnded(end)));
    assert_eq!(driven.table.stage(), Stage::Between);
    let mut driven = playing(3, &[], &["3-4", "5", "6-7"], "");
    driven.say(&["play 4", "pass", "pass", "play 3"]);
    assert_eq!(driven.public().last_deal.expect("it ended").winners, [Seat(0)]);
}

/// D5.8: all hand sizes and plays are public.
#[test]
fn everybody_knows_how_many_cards_each_hand_has() {
    let mut driven = playing(3, &[], &["3-4-4", "5-8", "6-7"], "9");
    driven.say(&["play 4-4", "pass"]);
    let seats = driven.public().seats;
    let sizes: Vec<u8> = seats.iter().map(|seat| seat.hand_size).collect();
    let plays: Vec<u32> = seats.iter().map(|seat| seat.plays).collect();
    assert_eq!((sizes, plays), (vec![2, 2, 2], vec![1, 0, 0]));
}

/// D5.10: players are asked in turn and may pass or play even where nothing beats the table.
#[test]
fn on_the_rocket_everybody_is_asked() {
    let mut driven = playing(3, &[], &["b-r-3", "5-5-5-5-8", "6-7"], "9");
    driven.say(&["play b-r"]);
    for seat in [1, 2] {
        let view = driven.public();
        assert_eq!((view.decisions[0].seat, view.decisions[0].verbs.len()), (Seat(seat), 2));
        assert_eq!(driven.listed(), ["pass"]);
        driven.say(&["pass"]);
    }
    assert_eq!(driven.asked(), Some(Seat(0)));
}

/// D5.11: at the end of a deal the hands and the bottom cards are open to everybody.
#[test]
fn at_the_end_everything_lies_open() {
    let mut driven = playing(3, &[], &["3-4", "5", "6-7"], "9");
    driven.say(&["play 3", "play 5"]);
    for viewer in [None, Some(Seat(1))] {
        let view = driven.table.view(viewer);
        let end = view.last_deal.expect("it ended");
        let hands: Vec<String> = end.hands.iter().map(|hand| print_cards(&FRENCH, hand)).collect();
        assert_eq!(hands, ["9c-4c", "", "7c-6c"]);
        assert_eq!(
            end.zones[0].cards.as_ref().map(|cards| print_cards(&FRENCH, cards)),
            Some("9c".to_owned())
        );
        assert!(view.seats.iter().all(|seat| seat.open && seat.hand.is_some()));
        assert_eq!(view.phase, "between_deals");
    }
}

/// D5.12: with `card_memory = false` a trick that has ended is remembered by seats, numbers and
/// types alone; the one on the table stays visible; after the deal all is open.
#[test]
fn without_card_memory_ended_tricks_are_forgotten() {
    for (option, remembers) in [("card_memory=false", false), ("card_memory=true", true)] {
        let mut driven = playing(3, &[option], &["3-3-4", "5-8", "6-7"], "9");
        driven.say(&["play 3-3", "pass"]);
        let shown = |driven: &Driven| -> Vec<SeatActed> {
            let events = driven.public().last_events.into_iter();
            let acted = events.filter_map(|event| match event {
                Event::Acted(acted) if acted.size > 0 => Some(acted),
                _ => None,
            });
            acted.collect()
        };
        let Action::Play { cards, .. } = &shown(&driven)[0].action else { panic!("a play") };
        assert_eq!(print_named(&FRENCH, cards), "3c-3d", "the trick is on the table");
        driven.say(&["pass"]);
        let acted = shown(&driven).swap_remove(0);
        let Action::Play { cards, reading } = &acted.action else { panic!("a play") };
        assert_eq!((acted.seat, acted.size), (Seat(0), 2));
        assert_eq!(cards.is_empty(), !remembers);
        let pair = Some("pair".to_owned());
        let type_alone = Reading { category: pair, ..Reading::default() };
        assert_eq!(*reading == type_alone, !remembers);
        assert_eq!(driven.public().played.is_empty(), !remembers);
        assert_eq!(driven.public().seats[0].plays, 1);
        driven.say(&["play 4", "play 5", "play 6", "play 9"]);
        assert_eq!(driven.public().played.len(), 2, "the deal is over");
    }
}

/// D5.14: what happens for a player who does not act in time.
#[test]
fn a_time_out_passes_or_plays_the_lowest() {
    let timeout = |driven: &Driven| {
        let seat = driven.asked().expect("somebody is asked");
        let action = driven.table.on_timeout(seat).expect("it is asked");
        paizhuo_engine::notation::print_action(&FRENCH, &action)
    };
    let options = ["landlord_reveal=on", "personal_double=on"];
    let mut driven = Driven::position(dou_dizhu(3, &options), &["8-4s-4d", "5", "6-7"], "9");
    assert_eq!(timeout(&driven), "pass");
    driven.say(&["bid 3"]);
    for _ in 0..4 {
        assert_eq!(timeout(&driven), "pass", "{}", driven.public().phase);
        driven.say(&["pass"]);
    }
    assert_eq!(timeout(&driven), "play 4d as single:4:1");
    driven.say(&["play 4"]);
    assert_eq!(timeout(&driven), "pass");
    driven.say(&["play 5"]);
    assert_eq!(timeout(&driven), "stop");
    assert_eq!(driven.table.on_timeout(Seat(2)), Some(Action::Stop));
    driven.say(&["continue"]);
    assert_eq!(driven.table.on_timeout(Seat(0)), None, "it has answered");
    for (auction, opening) in [("auction=bid123", "bid 1"), ("auction=call_rob", "call")] {
        let rules = dou_dizhu(3, &[auction, "max_redeals=1"]);
        let mut driven = Driven::dealt(rules, 3);
        driven.say(&["pass", "pass", "pass"]);
        driven.follow();
        assert_eq!(timeout(&driven), opening, "D3.11");
    }
}

/// A play takes the lowest suits of the ranks that name none, and says which; suits matter to
/// nothing else (D1.2).
#[test]
fn ranks_alone_take_the_lowest_suits_in_hand() {
    let acted = |text: &str| {
        let mut driven = playing(3, &[], &["3s-3h-3c-3d-4h-4c-7s", "5", "6"], "");
        let facts = driven.try_say(text).expect("a play");
        let Some(Event::Acted(acted)) = facts[0].seen_by(Some(Seat(1))) else { panic!("acted") };
        let Action::Play { cards, reading } = acted.action else { panic!("a play") };
        assert_eq!(usize::from(acted.size), cards.len());
        let (category, key, run) = (reading.category, reading.key, reading.run);
        let told = |part: Option<String>| part.expect("a fact tells the whole reading");
        let run = run.expect("a fact tells the whole reading");
        format!("{} {}:{}:{run}", print_named(&FRENCH, &cards), told(category), told(key))
    };
    assert_eq!(acted("play 3-3-3-4"), "3c-3d-3h-4c triplet_single:3:1");
    assert_eq!(acted("play 3h-3-3"), "3c-3d-3h triplet:3:1");
    assert_eq!(acted("play 3s-3-4h-3"), "3c-3d-3s-4h triplet_single:3:1");
    assert_eq!(acted("play 4 3 3 3"), "3c-3d-3h-4c triplet_single:3:1");
    assert_eq!(acted("play 3-3-3-3-4-7"), "3c-3d-3h-3s-4c-7s quad_singles:3:1");
    let mut driven = playing(3, &[], &["3s-3h-4h", "5", "6"], "");
    assert_eq!(driven.refusal("play 3c"), "CARDS_NOT_HELD D5.1");
    assert_eq!(driven.refusal("play 3s-3s"), "CARDS_NOT_HELD D5.1");
    assert_eq!(driven.refusal("play 3s-3-3"), "CARDS_NOT_HELD D5.1");
    assert_eq!(driven.refusal("play r"), "CARDS_NOT_HELD D5.1");
    assert_eq!(driven.refusal("play 3-4"), "NOT_A_COMBINATION D4.2");
    assert_eq!(driven.refusal("play"), "NOT_A_COMBINATION D4.1");
    let nine = "play 3-3-3-3-3-3-3-3-3";
    assert_eq!(driven.refusal(nine), "CARDS_NOT_HELD D5.1");
    driven.say(&["play 3"]);
    assert_eq!(driven.refusal("play 9"), "CARDS_NOT_HELD D5.2");
}

/// Actions that are listed carry the cards and the reading that they get (D4.21), and
/// those of a play that the player may read in several ways come once for each.
#[test]
fn each_usable_reading_is_listed() {
    let hand = "3-3-3-4-4-4-5-5-5-6-6-6";
    let options = ["kickers=loose"];
    let driven = playing(3, &options, &[hand, "5", "6"], "");
    let whole = parse_cards(&FRENCH, hand).expect("cards").len();
    let listed = driven.listed();
    let of_all = listed.iter().filter(|text| text.matches('-').count() == whole - 1);
    let read: Vec<&str> = of_all.map(|text| text.split(" as ").nth(1).expect("read")).collect();
    let expected =
        ["triplet_sequence:6:4", "triplet_sequence_singles:6:3", "triplet_sequence_singles:5:3"];
    assert_eq!(read, expected);
}

/// The table and the core count the same sequences of actions, in every phase.
#[test]
fn the_table_counts_as_many_sequences_as_the_core() {
    let options = ["landlord_reveal=on", "personal_double=on"];
    let hands = ["3-3-4-5-6-7", "3-4-5-6-7-8-8", "9-9-9-T-b-r"];
    for (seats, hands) in [(3, &hands[..]), (4, &["3-3-4-5-6", "4-4-5-5-6-6", "8-8-8", "9-T-T"])] {
        let rules = dou_dizhu(seats, &options);
        let core_rules = DouDizhu::rules(rules.settings(), rules.revision()).expect("set up");
        let mut by_seat = [Ranks::EMPTY; 4];
        for (seat, hand) in hands.iter().enumerate() {
            by_seat[seat] = parse_cards(&FRENCH, hand)
                .expect("cards")
                .into_iter()
                .map(|card| match card {
                    Named::Rank(rank) => Ranks::of(rank, 1),
                    Named::Face(card) => Ranks::of(FRENCH.face(card).rank, 1),
                })
                .fold(Ranks::EMPTY, |sum, card| sum + card);
        }
        let dealt = Dealt { hands: by_seat, bottom: Ranks::of(7, 2), first_bidder: 0 };
        let mut core = Deal::new(&core_rules, &dealt, 0);
        let mut driven = Driven::position(rules, hands, "T-T");
        assert_eq!(table_perft(&*driven.table, 3), perft(&core_rules, &core, 3));
        driven.say(&["bid 3"]);
        core.apply(&core_rules, Move::Call(Call::Bid(3)));
        assert_eq!(table_perft(&*driven.table, 5), perft(&core_rules, &core, 5));
        driven.say(&["pass"]);
        core.apply(&core_rules, Move::Reveal(false));
        for _ in 0..seats {
            driven.say(&["pass"]);
            core.apply(&core_rules, Move::Double(false));
        }
        for depth in 1..=3 {
            assert_eq!(table_perft(&*driven.table, depth), perft(&core_rules, &core, depth));
        }
    }
}
