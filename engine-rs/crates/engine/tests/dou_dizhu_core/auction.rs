//! Auctions of all three kinds.

use paizhuo_engine::games::dou_dizhu::{Auction, AuctionKind, Call, CallRefusal, Outcome, Rules};

use crate::notation::{four, three};

fn call(word: &str) -> Call {
    match word {
        "pass" => Call::Pass,
        "call" => Call::Call,
        "rob" => Call::Rob,
        bid => Call::Bid(bid.parse().expect("a bid")),
    }
}

/// The auction after these calls, each of which must be allowed, the first by seat `first`.
fn after(rules: &Rules, first: u8, calls: &str) -> Auction {
    let mut auction = Auction::new(rules, first, 0);
    for word in calls.split_whitespace() {
        auction.check(call(word)).unwrap_or_else(|refusal| panic!("{word}: {refusal}"));
        auction.apply(call(word));
    }
    auction
}

fn won(landlord: u8, bid: u8, robs: u8) -> Outcome {
    Outcome::Won { landlord, bid, robs }
}

fn once(rules: Rules) -> Rules {
    Rules { auction: AuctionKind::BidOnce, ..rules }
}

fn rob(rules: Rules) -> Rules {
    Rules { auction: AuctionKind::CallRob, ..rules }
}

#[test]
fn auctions_end_as_the_examples_of_section_3_say() {
    let redeal = Some(Outcome::Redeal);
    let examples = [
        (three(), "3", Some(won(0, 3, 0))),
        (three(), "pass 1 pass pass", Some(won(1, 1, 0))),
        (three(), "pass 1 pass 2 pass pass", Some(won(0, 2, 0))),
        (three(), "pass pass pass", redeal),
        (four(), "1 pass pass 2 pass pass pass", Some(won(3, 2, 0))),
        (four(), "pass pass pass 1 pass 3", Some(won(1, 3, 0))),
        (four(), "1 pass pass", None),
        (once(three()), "pass 1 pass", Some(won(1, 1, 0))),
        (once(four()), "1 pass 2 pass", Some(won(2, 2, 0))),
        (once(three()), "1 3", Some(won(1, 3, 0))),
        (once(three()), "pass pass pass", redeal),
        (rob(three()), "call rob pass rob", Some(won(0, 1, 2))),
        (rob(three()), "pass call rob pass", Some(won(2, 1, 1))),
        (rob(four()), "call rob pass rob pass", Some(won(3, 1, 2))),
        (rob(three()), "pass pass call", Some(won(2, 1, 0))),
        (rob(three()), "call pass pass", Some(won(0, 1, 0))),
        (rob(three()), "call rob rob", None),
        (rob(four()), "pass pass pass pass", redeal),
    ];
    for (rules, calls, outcome) in examples {
        assert_eq!(after(&rules, 0, calls).outcome(), outcome, "{calls}");
        // Seats count from the first bidder.
        let turned = after(&rules, 2, calls).outcome();
        let seats = rules.seats.count();
        let moved = outcome.map(|outcome| match outcome {
            Outcome::Won { landlord, bid, robs } => {
                Outcome::Won { landlord: (landlord + 2) % seats, bid, robs }
            }
            Outcome::Redeal => Outcome::Redeal,
        });
        assert_eq!(turned, moved, "{calls} from seat 2");
    }
}

#[test]
fn the_turn_goes_round_and_back_to_the_caller() {
    assert_eq!(after(&three(), 1, "1").to_act(), Some(2));
    assert_eq!(after(&three(), 1, "1 pass").to_act(), Some(0));
    assert_eq!(after(&three(), 1, "pass 1 pass").to_act(), Some(1));
    assert_eq!(after(&rob(four()), 0, "pass call rob pass").to_act(), Some(1));
    assert_eq!(after(&three(), 0, "3").to_act(), None);
}

#[test]
fn a_call_is_refused_for_its_reason() {
    let check = |rules: &Rules, calls: &str, word: &str| after(rules, 0, calls).check(call(word));
    assert_eq!(check(&three(), "2", "1"), Err(CallRefusal::BidTooLow));
    assert_eq!(check(&three(), "2", "2"), Err(CallRefusal::BidTooLow));
    assert_eq!(check(&three(), "", "4"), Err(CallRefusal::NoSuchBid));
    assert_eq!(check(&three(), "", "0"), Err(CallRefusal::NoSuchBid));
    assert_eq!(check(&three(), "", "call"), Err(CallRefusal::NotInThisAuction));
    assert_eq!(check(&rob(three()), "", "1"), Err(CallRefusal::NotInThisAuction));
    assert_eq!(check(&rob(three()), "", "rob"), Err(CallRefusal::NotAsked));
    assert_eq!(check(&rob(three()), "call", "call"), Err(CallRefusal::NotAsked));
    assert_eq!(check(&three(), "3", "pass"), Err(CallRefusal::Over));
}

#[test]
fn after_so_many_redeals_the_first_bidder_must_open() {
    for kind in [AuctionKind::Bid123, AuctionKind::BidOnce, AuctionKind::CallRob] {
        let rules = Rules { auction: kind, max_redeals: 2, ..three() };
        let forced = Auction::new(&rules, 1, 2);
        assert_eq!(forced.check(Call::Pass), Err(CallRefusal::MustOpen));
        assert!(forced.must_open() && forced.legal().all(|call| call != Call::Pass));
        assert!(Auction::new(&rules, 1, 1).check(Call::Pass).is_ok());
        let mut opened = forced;
        opened.apply(forced.legal().next().expect("a way to open"));
        assert!(opened.outcome().is_some() || opened.check(Call::Pass).is_ok());
    }
    let unlimited = Auction::new(&three(), 0, 1_000_000);
    assert!(unlimited.check(Call::Pass).is_ok());
}

/// The numbers of calls of all the auctions that can be held from here.
fn lengths(auction: Auction, calls: usize, seen: &mut Vec<usize>) {
    match auction.outcome() {
        Some(_) => seen.push(calls),
        None => {
            for call in auction.legal() {
                let mut next = auction;
                next.apply(call);
                lengths(next, calls + 1, seen);
            }
        }
    }
}

#[test]
fn the_longest_auction_has_7_calls_with_three_players_and_10_with_four() {
    let longest = |rules: &Rules| {
        let mut seen = Vec::new();
        lengths(Auction::new(rules, 0, 0), 0, &mut seen);
        seen.into_iter().max()
    };
    assert_eq!(longest(&three()), Some(7));
    assert_eq!(longest(&four()), Some(Auction::CALLS_MAX));
    assert_eq!(longest(&once(four())), Some(4));
    assert_eq!(longest(&rob(three())), Some(4));
    assert_eq!(longest(&rob(four())), Some(5));
}

#[test]
fn at_most_three_rob_with_three_players_and_four_with_four() {
    assert_eq!(after(&rob(three()), 0, "call rob rob rob").outcome(), Some(won(0, 1, 3)));
    assert_eq!(after(&rob(four()), 0, "call rob rob rob rob").outcome(), Some(won(0, 1, 4)));
}
