//! The auction and what follows it before the first lead: section 3 of the rules.

use paizhuo_engine::action::Verb;
use paizhuo_engine::event::{Event, Fact, Zone};
use paizhuo_engine::game::Stage;
use paizhuo_engine::games::dou_dizhu::Position;
use paizhuo_engine::seat::Seat;

use crate::support::{Driven, dou_dizhu, happened, laid_out};

const HANDS: [&str; 4] = ["3-4-8", "5-6-8", "7-7-8", "9-T-8"];

fn opened(seats: u32, options: &[&str], redeals: u32) -> Driven {
    let (hands, bottom) = laid_out(&HANDS[..seats as usize], "J");
    let position = Position { redeals, ..Position::new(hands, bottom) };
    Driven::at(dou_dizhu(seats, options), &position)
}

/// How an auction ended: landlord, bid and doublings by robs.
fn ended(driven: &Driven) -> (u8, u32, u32) {
    let view = driven.public();
    let landlord = view.seats.iter().position(|seat| seat.role == "landlord").expect("a landlord");
    let stake = view.stake.expect("a stake");
    (u8::try_from(landlord).expect("a seat"), stake.bid, stake.doublings)
}

fn calls(seats: u32, options: &[&str], said: &str) -> Driven {
    let mut driven = opened(seats, options, 0);
    driven.say(&said.split(", ").collect::<Vec<_>>());
    driven
}

/// Seats, options, calls, and how the auction ended.
type Example = (u32, &'static [&'static str], &'static str, (u8, u32, u32));

/// D3.1, D3.2, D3.3, D3.4, D3.5, D3.7: the examples of section 3. The last call ends the
/// auction, no earlier one.
#[test]
fn the_examples_of_section_3_end_as_they_say() {
    let cases: [Example; 9] = [
        (3, &[], "bid 3", (0, 3, 0)),
        (3, &[], "pass, bid 1, pass, pass", (1, 1, 0)),
        (3, &[], "pass, bid 1, pass, bid 2, pass, pass", (0, 2, 0)),
        (4, &[], "bid 1, pass, pass, bid 2, pass, pass, pass", (3, 2, 0)),
        (4, &[], "pass, pass, pass, bid 1, pass, bid 3", (1, 3, 0)),
        (3, &["auction=bid_once"], "pass, bid 1, pass", (1, 1, 0)),
        (3, &["auction=call_rob"], "call, rob, pass, rob", (0, 1, 2)),
        (3, &["auction=call_rob"], "pass, call, rob, pass", (2, 1, 1)),
        (4, &["auction=call_rob"], "call, rob, pass, rob, pass", (3, 1, 2)),
    ];
    for (seats, options, said, expected) in cases {
        let (before, _) = said.rsplit_once(", ").unwrap_or(("", said));
        if !before.is_empty() {
            assert_eq!(calls(seats, options, before).public().phase, "auction", "{said}");
        }
        let driven = calls(seats, options, said);
        assert_eq!(ended(&driven), expected, "{said}");
        assert_eq!(driven.public().calls.len(), said.split(", ").count());
        assert_eq!(driven.asked(), Some(Seat(expected.0)), "the landlord leads (D5.1)");
    }
}

/// D3.2, D3.3: a bid is 1 to 3 and exceeds the highest so far; jumps are allowed, and who passed
/// may bid when the turn comes round.
#[test]
fn bids_rise_and_a_pass_does_not_remove_a_player() {
    let mut driven = opened(3, &[], 0);
    assert_eq!(driven.listed(), ["pass", "bid 1", "bid 2", "bid 3"]);
    assert_eq!(driven.refusal("bid 0"), "NO_SUCH_BID D3.2");
    assert_eq!(driven.refusal("bid 4"), "NO_SUCH_BID D3.2");
    assert_eq!(driven.refusal("bid 300"), "NO_SUCH_BID D3.2");
    driven.say(&["pass", "bid 2"]);
    assert_eq!(driven.listed(), ["pass", "bid 3"]);
    assert_eq!(driven.refusal("bid 2"), "BID_TOO_LOW D3.2");
    assert_eq!(driven.refusal("bid 1"), "BID_TOO_LOW D3.2");
    assert_eq!(driven.refusal("call"), "VERB_NOT_ALLOWED D3.2");
    assert_eq!(driven.refusal("play 3"), "VERB_NOT_ALLOWED D3.2");
    driven.say(&["pass"]);
    assert_eq!(driven.asked(), Some(Seat(0)), "D3.3");
    driven.say(&["bid 3"]);
    assert_eq!(ended(&driven), (0, 3, 0));
}

/// D3.8: the longest auctions have 7 calls with 3 players and 10 with 4.
#[test]
fn the_longest_auctions_end() {
    let three = calls(3, &[], "pass, pass, bid 1, pass, bid 2, pass, pass");
    assert_eq!((ended(&three), three.public().calls.len()), ((1, 2, 0), 7));
    let said = "pass, pass, pass, bid 1, pass, pass, bid 2, pass, pass, pass";
    let four = calls(4, &[], said);
    assert_eq!((ended(&four), four.public().calls.len()), ((2, 2, 0), 10));
}

/// D3.6, D6.5: nobody pays, the cards are gathered, nobody's cards are shown, and the same dealer
/// deals again, or with `redeal_dealer` the next.
#[test]
fn after_all_passes_the_cards_are_dealt_again() {
    for (options, dealer) in [(&[][..], Seat(0)), (&["redeal_dealer=next"], Seat(1))] {
        let mut driven = opened(3, options, 0);
        driven.say(&["pass", "pass", "pass"]);
        assert_eq!(driven.table.stage(), Stage::Redeal);
        let facts = happened(&driven.facts);
        let last = facts.last().expect("facts");
        let gathered = Event::AllPassed { deal: 1, attempt: 1, dealer };
        assert_eq!(last.seen_by(None), Some(gathered));
        for viewer in [None, Some(Seat(0)), Some(Seat(2))] {
            let view = driven.table.view(viewer);
            assert_eq!((view.phase, view.decisions.len(), view.calls.len()), ("redeal", 0, 3));
            assert!(view.seats.iter().all(|seat| seat.hand.is_none() && seat.hand_size == 0));
            assert!(view.seats.iter().all(|seat| seat.total == 0 && seat.role.is_empty()));
            assert!(view.zones.is_empty() && view.trick.is_none() && view.last_deal.is_none());
        }
        driven.follow();
        let view = driven.public();
        assert_eq!((view.deal, view.attempt, view.dealer), (1, 2, Some(dealer)));
        assert!(view.calls.is_empty());
        assert!(view.zones.iter().any(|zone| zone.name == "faceup"), "a new card is shown");
    }
}

/// D3.9: each player calls exactly once.
#[test]
fn with_bid_once_each_player_calls_once() {
    let once = &["auction=bid_once"][..];
    assert_eq!(ended(&calls(4, once, "bid 1, pass, bid 2, pass")), (2, 2, 0));
    assert_eq!(ended(&calls(3, once, "pass, bid 3")), (1, 3, 0));
    let mut driven = calls(3, once, "bid 1");
    assert_eq!(driven.refusal("bid 1"), "BID_TOO_LOW D3.2");
    assert_eq!(driven.refusal("rob"), "VERB_NOT_ALLOWED D3.9");
    assert_eq!(calls(3, once, "pass, pass, pass").table.stage(), Stage::Redeal);
}

/// D3.10: the words, who is asked, robbing back, and that a number is no call.
#[test]
fn calling_and_robbing_asks_whom_it_says() {
    let rob = &["auction=call_rob"][..];
    let mut driven = opened(3, rob, 0);
    assert_eq!(driven.listed(), ["pass", "call"]);
    assert_eq!(driven.refusal("bid 1"), "VERB_NOT_ALLOWED D3.10");
    assert_eq!(driven.refusal("rob"), "VERB_NOT_ALLOWED D3.10");
    driven.say(&["call"]);
    assert_eq!(driven.listed(), ["pass", "rob"]);
    assert_eq!(driven.refusal("call"), "VERB_NOT_ALLOWED D3.10");
    driven.say(&["pass", "rob"]);
    assert_eq!(driven.asked(), Some(Seat(0)), "the caller may rob back");
    driven.say(&["pass"]);
    assert_eq!(ended(&driven), (2, 1, 1));
    assert_eq!(ended(&calls(3, rob, "pass, pass, call")), (2, 1, 0), "nobody is left to ask");
    assert_eq!(ended(&calls(3, rob, "call, pass, pass")), (0, 1, 0));
    assert_eq!(ended(&calls(3, rob, "call, rob, rob, rob")), (0, 1, 3), "3 robs at most");
    assert_eq!(ended(&calls(4, rob, "call, rob, rob, rob, rob")), (0, 1, 4), "4 robs at most");
    assert_eq!(calls(4, rob, "pass, pass, pass, pass").table.stage(), Stage::Redeal);
    let mut driven = calls(4, rob, "pass, call");
    assert_eq!(driven.asked(), Some(Seat(2)));
    driven.say(&["pass", "rob"]);
    assert_eq!(driven.asked(), Some(Seat(1)), "seat 0 passed and is not asked again");
}

/// D3.11: after k all-pass deals in a row the first bidder may not pass; the others may.
#[test]
fn after_so_many_redeals_the_first_bidder_must_open() {
    for auction in ["bid123", "bid_once", "call_rob"] {
        let option = format!("auction={auction}");
        let options = [option.as_str(), "max_redeals=2"];
        assert_eq!(opened(3, &options, 1).listed()[0], "pass");
        let mut driven = opened(3, &options, 2);
        let opening = if auction == "call_rob" { "call" } else { "bid 1" };
        assert_eq!(driven.refusal("pass"), "MUST_OPEN D3.11");
        assert_eq!(driven.listed()[0], opening);
        let verbs = driven.public().decisions[0].verbs;
        assert!(!verbs.contains(&Verb::Pass), "it is asked without a pass");
        driven.say(&[opening, "pass", "pass"]);
        assert_eq!(ended(&driven), (0, 1, 0));
    }
    assert_eq!(opened(3, &[], 100).listed()[0], "pass", "0 is no limit");
}

/// D3.11: through the table: redeals are counted, and a deal that is played out ends the count.
#[test]
fn redeals_are_counted_until_a_deal_is_played_out() {
    let mut driven = Driven::dealt(dou_dizhu(3, &["max_redeals=2"]), 5);
    for _ in 0..2 {
        driven.say(&["pass", "pass", "pass"]);
        driven.follow();
    }
    assert_eq!(driven.refusal("pass"), "MUST_OPEN D3.11");
    assert_eq!(driven.public().attempt, 3);
    let (hands, bottom) = laid_out(&["3", "4", "5"], "6");
    let position = Position { redeals: 2, ..Position::new(hands, bottom) };
    let mut driven = Driven::at(dou_dizhu(3, &["max_redeals=2"]), &position);
    driven.say(&["bid 3", "play 3", "play 4", "continue", "continue", "continue"]);
    driven.follow();
    driven.say(&["pass", "pass", "pass"]);
    driven.follow();
    assert_eq!(driven.listed()[0], "pass");
}

/// The names of facts, in order.
fn names(facts: &[std::sync::Arc<Fact>]) -> Vec<String> {
    let name = |fact: &Fact| match fact {
        Fact::Public(Event::RoleGiven { seat, role }) => format!("{seat} {role}"),
        Fact::Public(Event::CardsShown(zone)) => format!("{} shown", zone.name),
        Fact::CardsTaken { seat, open, .. } => format!("{seat} takes open={open}"),
        Fact::Public(Event::Acted(acted)) => acted.action.verb().word().to_owned(),
        other => format!("{other:?}"),
    };
    happened(facts).iter().map(|fact| name(fact)).collect()
}

/// D1.6, D3.7, D3.12: roles; the bottom cards, shown to everybody only where the option says so,
/// and taken; then the landlord may reveal, peasants and landlord double, and the landlord leads.
#[test]
fn before_the_first_lead_everything_has_its_order() {
    let all = ["reveal_bottom=true", "landlord_reveal=on", "personal_double=on"];
    let mut driven = opened(3, &all, 0);
    driven.say(&["pass"]);
    let facts = driven.try_say("bid 3").expect("a bid");
    let order =
        ["bid", "1 landlord", "2 peasant", "0 peasant", "bottom shown", "1 takes open=true"];
    assert_eq!(names(&facts), order);
    let view = driven.view(2);
    assert_eq!((view.phase, driven.asked()), ("reveal", Some(Seat(1))));
    assert_eq!(driven.listed(), ["pass", "reveal"]);
    assert_eq!(driven.refusal("play 5"), "VERB_NOT_ALLOWED D3.12");
    assert_eq!(view.zones[0].cards.as_ref().map(Vec::len), Some(1), "the bottom stays public");
    assert_eq!(view.seats[1].hand, None);
    let facts = driven.try_say("reveal").expect("the landlord may");
    assert_eq!(names(&facts), ["reveal", "hand shown"]);
    let view = driven.view(2);
    assert!(view.seats[1].open && view.seats[1].hand.as_ref().is_some_and(|h| h.len() == 4));
    assert_eq!(view.stake.expect("a stake").doublings, 1);
    for (seat, said) in [(2, "double"), (0, "pass"), (1, "double")] {
        assert_eq!((driven.public().phase, driven.asked()), ("double", Some(Seat(seat))));
        assert_eq!(driven.refusal("reveal"), "VERB_NOT_ALLOWED D3.12");
        driven.say(&[said]);
    }
    let view = driven.public();
    assert_eq!((view.phase, driven.asked()), ("play", Some(Seat(1))));
    assert_eq!(view.stake.expect("a stake").doubled, [Seat(1), Seat(2)]);
}

/// D2.5, D3.7: by default only the landlord knows the bottom cards, and they are in the hand.
#[test]
fn the_bottom_cards_go_face_down_to_the_landlord() {
    let mut driven = opened(3, &[], 0);
    let facts = driven.try_say("bid 3").expect("a bid");
    assert_eq!(names(&facts).last().map(String::as_str), Some("0 takes open=false"));
    let facts = happened(&facts);
    let taken = facts.last().expect("taken");
    for (viewer, knows) in [(None, false), (Some(Seat(0)), true), (Some(Seat(1)), false)] {
        let Some(Event::CardsTaken { size, cards, .. }) = taken.seen_by(viewer) else {
            panic!("{taken:?}")
        };
        assert_eq!((size, cards.is_some()), (1, knows));
        let zone: Zone = driven.table.view(viewer).zones.swap_remove(0);
        assert_eq!((zone.name, zone.size, zone.seat), ("bottom", 1, Some(Seat(0))));
        assert_eq!(zone.cards.is_some(), knows);
    }
    assert_eq!(driven.view(0).own_hand().len(), 4);
}

/// D3.12: without the options the landlord leads at once; `pass` declines either.
#[test]
fn revealing_and_doubling_may_be_declined() {
    let mut driven = opened(3, &["landlord_reveal=on", "personal_double=on"], 0);
    driven.say(&["bid 3", "pass"]);
    assert!(!driven.public().seats[0].open);
    driven.say(&["pass", "pass", "pass"]);
    let stake = driven.public().stake.expect("a stake");
    assert_eq!((stake.value, stake.doublings, stake.doubled.len()), (3, 0, 0));
    let mut driven = opened(3, &[], 0);
    driven.say(&["bid 3"]);
    assert_eq!(driven.public().phase, "play");
}
