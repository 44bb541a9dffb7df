//! Tricks: what is owed, what lies face down, who wins (HM-3, HM-4).

use std::sync::Arc;

use paizhuo_engine::event::{Event, Fact};
use paizhuo_engine::games::hachinin_meri::Position;
use paizhuo_engine::seat::Seat;

use crate::positions::{deal, position, winners};
use crate::support::Driven;

/// Koppu is trump; three cards a seat, so that the seventh trick begins.
fn koppu() -> Position {
    let hands = [
        "O5-I4-G9",
        "K3-O9-Psun",
        "Ksun-O4-I5",
        "Probai-O3-G8",
        "I9-I8-G7",
        "Krobai-P9-I3",
        "P8-P7-G6",
        "O2-K9-P6",
    ];
    position("K", hands)
}

fn listed_sorted(driven: &Driven) -> Vec<String> {
    let mut listed = driven.listed();
    listed.sort();
    listed
}

/// HM-4.6, HM-3.1: before the first Meri a plain lead binds nobody; HM-4.9, HM-3.3: in Monchi who
/// can follow follows or trumps, who cannot plays anything, and Tenka is no Pao card.
#[test]
fn a_plain_lead_binds_only_in_the_closed_phase() {
    let mut open = deal(&[], &koppu());
    open.say(&["play O5"]);
    assert_eq!(open.public().phase, "open");
    assert_eq!(open.listed().len(), 3);
    let mut closed = deal(&[], &Position { closed: true, ..koppu() });
    assert_eq!(closed.public().phase, "closed");
    closed.say(&["play O5"]);
    assert_eq!(listed_sorted(&closed), ["play K3", "play O9"]);
    assert_eq!(closed.refusal("play Psun"), "MUST_FOLLOW_SUIT HM-4.9");
    closed.say(&["play K3", "play O4"]);
    assert_eq!(listed_sorted(&closed), ["play O3", "play Probai"], "Tenka is a trump");
    closed.say(&["play O3"]);
    assert_eq!(closed.listed().len(), 3, "void in Oru");
}

/// HM-4.4, HM-4.5, HM-4.7, HM-3.2: a trump led is Meri, in either phase; trumps must be given,
/// Tenka too, whoever has none plays anything; the closed phase begins with the next trick.
#[test]
fn meri_asks_for_trumps() {
    for closed in [false, true] {
        let position = Position { closed, leader: Seat(1), gave_trump: vec![Seat(2)], ..koppu() };
        let mut driven = deal(&[], &position);
        driven.say(&["play K3"]);
        assert_eq!(driven.listed(), ["play Ksun"]);
        assert_eq!(driven.refusal("play O4"), "MUST_PLAY_TRUMP HM-4.7");
        driven.say(&["play Ksun"]);
        assert_eq!(driven.listed(), ["play Probai"], "Tenka is a trump");
        driven.say(&["play Probai"]);
        assert_eq!(driven.listed().len(), 3, "void in trumps");
        assert_eq!(driven.public().phase, if closed { "closed" } else { "open" });
        driven.say(&["play I9", "play Krobai", "play P8", "play K9", "play O5"]);
        assert_eq!((winners(&driven), driven.public().phase), (vec![2], "closed"));
        assert_eq!(driven.asked(), Some(Seat(2)), "the winner leads (HM-4.2)");
    }
}

/// HM-3.2, HM-3.3, HM-3.5: the lead says whether its trick is Meri or Monchi, and that is told with
/// it; a plain trick of the open phase is neither.
#[test]
fn a_lead_names_its_trick() {
    for (closed, card, label) in
        [(false, "K3", "meri"), (true, "K3", "meri"), (true, "O5", "monchi"), (false, "O5", "")]
    {
        let leader = Seat(u8::from(card == "K3"));
        let mut driven = deal(&[], &Position { leader, closed, ..koppu() });
        assert_eq!(driven.public().trick.expect("a trick").label, "", "nothing was led");
        let told = |facts: &[Arc<Fact>]| {
            let events = facts.iter().filter_map(|fact| fact.seen_by(None));
            let labels = events.filter_map(|event| match event {
                Event::TrickNamed { label } => Some(label),
                _ => None,
            });
            labels.collect::<Vec<_>>()
        };
        let named = driven.try_say(&format!("play {card}")).expect("legal");
        let expected: Vec<_> = Some(label).into_iter().filter(|label| !label.is_empty()).collect();
        assert_eq!(told(&named), expected, "{card}, closed: {closed}");
        let after = driven.try_say(if card == "K3" { "play Ksun" } else { "play K3" });
        assert!(told(&after.expect("legal")).is_empty());
        assert_eq!(driven.public().trick.expect("a trick").label, label);
    }
}

/// HM-4.8, HM-4.14: whose only trump is the Sun may play anything to Meri, and sees that as a zone
/// of its own; nobody else is shown whether there is one. HM-7.9: not by option.
#[test]
fn a_lone_sun_may_be_kept() {
    let lead = Position { leader: Seat(1), ..koppu() };
    let mut driven = deal(&[], &lead);
    driven.say(&["play K3"]);
    assert_eq!(driven.listed().len(), 3);
    for viewer in [None, Some(Seat(1)), Some(Seat(2)), Some(Seat(3))] {
        let zones = driven.table.view(viewer).zones;
        let shown = zones.iter().any(|zone| zone.name == "lone_sun");
        assert_eq!(shown, viewer == Some(Seat(2)), "{viewer:?}");
    }
    let mut keeping = deal(&[], &lead);
    keeping.say(&["play K3", "play O4"]);
    assert!(keeping.view(2).zones.iter().any(|zone| zone.name == "lone_sun"));
    driven.say(&["play Ksun"]);
    assert!(driven.view(2).zones.iter().all(|zone| zone.name != "lone_sun"));
    let mut strict = deal(&["lone_sun=off"], &lead);
    strict.say(&["play K3"]);
    assert_eq!(strict.listed(), ["play Ksun"]);
    let had_another = Position { gave_trump: vec![Seat(2)], ..lead };
    let mut driven = deal(&[], &had_another);
    driven.say(&["play K3"]);
    assert_eq!(driven.listed(), ["play Ksun"], "the Sun was not the only trump");
}

/// HM-4.10, HM-6.3: trumps on a plain lead lie face down; everybody sees that they are trumps, only
/// their player which. With the eighth card all are turned up together. HM-7.6: in Monchi they lie
/// face up by option.
#[test]
fn trumps_on_a_plain_lead_lie_face_down() {
    let mut driven = deal(&[], &koppu());
    driven.say(&["play O5", "play K3", "play O4", "play Probai"]);
    for viewer in [None, Some(Seat(0)), Some(Seat(1)), Some(Seat(3)), Some(Seat(7))] {
        let trick = driven.table.view(viewer).trick.expect("a trick");
        let faces: Vec<_> = trick
            .plays
            .iter()
            .map(|(_, laid)| laid.as_ref().expect("no passes"))
            .map(|laid| (laid.category, laid.cards.len(), laid.labels.contains(&"face_down")))
            .collect();
        let sees = |seat| usize::from(viewer == Some(Seat(seat)));
        let expected = [
            ("plain", 1, false),
            ("trump", sees(1), true),
            ("plain", 1, false),
            ("trump", sees(3), true),
        ];
        assert_eq!(faces, expected, "{viewer:?}");
        assert_eq!(trick.standing(), None, "nobody knows which trump wins");
    }
    driven.say(&["play I9", "play P9", "play P8"]);
    let facts = driven.try_say("play P6").expect("legal");
    let turned = facts.iter().filter_map(|fact| fact.seen_by(None)).find_map(|event| match event {
        Event::PlaysTurnedUp(plays) => Some(plays),
        _ => None,
    });
    let turned: Vec<_> = turned.expect("turned up").into_iter().map(|(seat, _)| seat.0).collect();
    assert_eq!(turned, [1, 3]);
    assert_eq!(winners(&driven), [3], "Tenka over the three (HM-4.11)");
    let mut shown = deal(&["monchi_trumps=face_up"], &Position { closed: true, ..koppu() });
    shown.say(&["play O5", "play K3"]);
    let trick = shown.public().trick.expect("a trick");
    let laid = trick.plays[1].1.as_ref().expect("a play");
    assert_eq!((laid.labels.len(), laid.key, trick.standing()), (0, "3", Some(1)));
    let mut open = deal(&["monchi_trumps=face_up"], &koppu());
    open.say(&["play O5", "play K3"]);
    assert_eq!(open.public().trick.expect("a trick").standing(), None);
}

/// HM-4.12, HM-4.13, HM-3.5: after the eighth trick all ninth cards are laid at once, nobody is
/// asked; without trumps the suit of the dealer's card is led, by option (HM-7.5) that of the
/// winner of the eighth trick.
#[test]
fn the_ninth_trick_plays_itself() {
    let hands = ["O5-O1", "I1-G1", "O9-K1", "Gsun-I9", "Isun-P1", "O2-P2", "O3-P3", "P9-I2"];
    // Seat 0 deals; seat 3 leads the eighth trick with the plain Gsun.
    let start = Position { leader: Seat(3), ..position("K", hands) };
    let eighth = ["play Gsun", "play Isun", "play O2", "play O3", "play P9", "play O5", "play I1"];
    let run = |options: &[&str], last: &str, dealer: u8| {
        let mut driven = deal(options, &Position { dealer: Seat(dealer), ..start.clone() });
        driven.say(&eighth).say(&[last]);
        assert!(driven.table.decisions().is_empty());
        winners(&driven)
    };
    assert_eq!(run(&[], "play O9", 0), [3, 2], "the trump wins the ninth");
    assert_eq!(run(&[], "play K1", 6), [2, 6], "Pao is led by the dealer, 3 the highest there");
    assert_eq!(run(&[], "play K1", 0), [2, 0], "the dealer's Oru 1");
    let by_winner = ["final_led_suit=trick8_winner"];
    assert_eq!(run(&by_winner, "play K1", 6), [2, 0], "Oru 9 of the winner is led, 1 is higher");
}

/// HM-1.11, HM-1.10: the led suit alone can win without a trump, and its plain order decides.
#[test]
fn only_the_led_suit_wins_without_a_trump() {
    let hands = ["I1-P1", "Irobai-P2", "Ksun-P3", "Gun-P4", "Gsun-P5", "G1-P6", "G2-P7", "G3-P8"];
    let mut driven = deal(&[], &position("O", hands));
    driven.say(&["play I1", "play Irobai", "play Ksun", "play Gun"]);
    assert_eq!(driven.public().trick.expect("a trick").standing(), Some(1));
    driven.say(&["play Gsun", "play G1", "play G2", "play G3"]);
    assert_eq!(winners(&driven)[0], 1);
}
