//! Whole deals: dealing, the phases, tricks, the end.

use std::ops::ControlFlow;

use paizhuo_engine::climbing::Ranks;
use paizhuo_engine::games::dou_dizhu::{
    AuctionKind, Call, Deal, Dealt, FirstBidder, Move, Phase, Play, Rules, canonical, deal_ranks,
    perft, rank_of, shuffle,
};
use paizhuo_engine::rng::DealRng;

use crate::notation::{cards, four, three};

/// A deal of these hands, bottom cards for seat 0, who opens.
fn deal(rules: &Rules, hands: &[&str], bottom: &str) -> Deal {
    let mut by_seat = [Ranks::EMPTY; 4];
    for (seat, hand) in hands.iter().enumerate() {
        by_seat[seat] = cards(hand);
    }
    Deal::new(rules, &Dealt { hands: by_seat, bottom: cards(bottom), first_bidder: 0 }, 0)
}

/// As [`deal`], after seat 0 bid 3.
fn playing(rules: &Rules, hands: &[&str], bottom: &str) -> Deal {
    let mut deal = deal(rules, hands, bottom);
    deal.apply(rules, Move::Call(Call::Bid(3)));
    deal
}

fn moves(rules: &Rules, deal: &Deal) -> Vec<Move> {
    let mut all = Vec::new();
    let _ = deal.moves(rules, &mut |made| {
        all.push(made);
        ControlFlow::Continue(())
    });
    all
}

/// Makes moves in turn: cards, or `pass`. Each must be legal.
fn act(rules: &Rules, deal: &mut Deal, texts: &str) {
    for text in texts.split_whitespace() {
        let made = if text == "pass" {
            Move::Pass
        } else {
            let set = cards(text);
            Move::Play(Play { set, reading: canonical(rules, set).expect("a combination") })
        };
        assert!(moves(rules, deal).contains(&made), "{text} is not legal");
        deal.apply(rules, made);
    }
}

#[test]
fn the_landlord_takes_the_bottom_and_leads_and_may_not_pass() {
    let rules = three();
    let deal = playing(&rules, &["3", "4", "5"], "6");
    assert_eq!((deal.phase(), deal.to_act(), deal.landlord()), (Phase::Play, Some(0), Some(0)));
    assert_eq!(deal.hand(0), cards("36"));
    assert_eq!(deal.bottom(), cards("6"));
    assert!(!moves(&rules, &deal).contains(&Move::Pass));
}

#[test]
fn a_trick_ends_when_all_others_pass_in_a_row_and_a_pass_does_not_bind() {
    let rules = three();
    let mut deal = playing(&rules, &["3-4-7", "5-8", "6-9"], "");
    act(&rules, &mut deal, "3 pass 6 7");
    assert_eq!(deal.to_act(), Some(1));
    act(&rules, &mut deal, "8 pass pass");
    assert_eq!((deal.to_act(), deal.standing()), (Some(1), None));
    let mut deal = playing(&four(), &["3-4", "5-8", "6-9", "T"], "");
    act(&four(), &mut deal, "3 pass pass");
    assert_eq!(deal.to_act(), Some(3));
    act(&four(), &mut deal, "pass");
    assert_eq!((deal.to_act(), deal.standing()), (Some(0), None));
}

#[test]
fn the_deal_ends_at_once_when_a_hand_is_empty_whatever_the_play_was() {
    let rules = three();
    let wings = "333444555678";
    let mut deal = playing(&rules, &[wings, "9999", "br"], "");
    act(&rules, &mut deal, wings);
    assert_eq!((deal.phase(), deal.to_act()), (Phase::Won(0), None));
    assert!(moves(&rules, &deal).is_empty());
    assert_eq!(deal.settle(&rules).expect("played out").payments, [6, -3, -3, 0]);
}

#[test]
fn peasants_win_together_and_doubling_plays_of_anybody_count() {
    let rules = three();
    let mut deal = playing(&rules, &["3-9-9-9-9-4", "b-r-5", "7"], "");
    act(&rules, &mut deal, "3 pass 7");
    assert_eq!(deal.phase(), Phase::Won(2));
    assert_eq!(deal.settle(&rules).expect("played out").payments, [-6, 3, 3, 0]);
    let mut deal = playing(&rules, &["3-9-9-9-9-4", "b-r-5", "7-8"], "");
    act(&rules, &mut deal, "3 br pass pass 5");
    assert_eq!(deal.phase(), Phase::Won(1));
    assert_eq!(deal.settle(&rules).expect("played out").payments, [-12, 6, 6, 0]);
}

#[test]
fn everybody_is_asked_even_on_the_rocket() {
    let rules = three();
    let mut deal = playing(&rules, &["b-r-3", "4-4-4-4", "5"], "");
    act(&rules, &mut deal, "br");
    assert_eq!(moves(&rules, &deal), [Move::Pass]);
    act(&rules, &mut deal, "pass pass");
    assert_eq!(deal.to_act(), Some(0));
}

#[test]
fn all_pass_is_a_redeal_that_pays_nothing() {
    let rules = three();
    let mut deal = deal(&rules, &["3", "4", "5"], "6");
    for _ in 0..3 {
        assert_eq!(deal.landlord(), None);
        deal.apply(&rules, Move::Call(Call::Pass));
    }
    assert_eq!((deal.phase(), deal.to_act()), (Phase::Redeal, None));
    assert_eq!(deal.settle(&rules), None);
    assert!(moves(&rules, &deal).is_empty());
}

#[test]
fn revealing_and_doubling_come_between_auction_and_lead_in_the_order_of_d3_12() {
    let rules = Rules {
        landlord_reveal: true,
        personal_double: true,
        auction: AuctionKind::CallRob,
        ..four()
    };
    let mut deal = deal(&rules, &["3", "4", "5", "6"], "7");
    for call in [Call::Pass, Call::Call, Call::Pass, Call::Pass] {
        deal.apply(&rules, Move::Call(call));
    }
    assert_eq!((deal.phase(), deal.to_act(), deal.landlord()), (Phase::Reveal, Some(1), Some(1)));
    deal.apply(&rules, Move::Reveal(true));
    assert!(deal.is_revealed());
    for (seat, yes) in [(2, true), (3, false), (0, false), (1, true)] {
        assert_eq!((deal.phase(), deal.to_act()), (Phase::Double, Some(seat)));
        deal.apply(&rules, Move::Double(yes));
        assert_eq!(deal.has_doubled(seat), yes);
    }
    assert_eq!((deal.phase(), deal.to_act()), (Phase::Play, Some(1)));
    act(&rules, &mut deal, "4 5");
    assert_eq!(deal.phase(), Phase::Won(2));
    assert_eq!(deal.settle(&rules).expect("played out").payments, [4, -16, 8, 4]);
}

#[test]
fn dealing_follows_d2_6_step_by_step() {
    for rules in [three(), four()] {
        let seats = rules.seats.count();
        for dealer in 0..seats {
            let mut rng = DealRng::from_key([dealer; 32]);
            let mut slow = DealRng::from_key([dealer; 32]);
            let shuffled = shuffle(&rules, dealer, None, &mut rng);
            let mut deck: Vec<u8> = (0..rules.pack_size()).collect();
            slow.shuffle(&mut deck);
            let cut = 1 + slow.below(u32::from(rules.pack_size()) - 1) as usize;
            deck = [&deck[cut..], &deck[..cut]].concat();
            let shown = deck.remove(0);
            let place = slow.below(u32::from(seats * rules.hand_size())) as usize;
            deck.insert(place, shown);
            assert_eq!(shuffled.cards(), deck);
            assert_eq!(usize::from(shuffled.cut), cut);
            let seen = shuffled.shown.expect("a card is shown");
            assert_eq!((seen.card, usize::from(seen.place)), (shown, place));
            assert_eq!(usize::from(seen.seat), (usize::from(dealer) + place) % usize::from(seats));
            assert_eq!(shuffled.first_bidder, seen.seat);
            let mut again = DealRng::from_key([dealer; 32]);
            let dealt = deal_ranks(&rules, dealer, None, &mut again);
            let mut hands = [Ranks::EMPTY; 4];
            let drawn = usize::from(seats * rules.hand_size());
            for (k, &card) in deck[..drawn].iter().enumerate() {
                let seat = (usize::from(dealer) + k) % usize::from(seats);
                hands[seat] = hands[seat] + Ranks::of(rank_of(card), 1);
            }
            assert_eq!(dealt.hands, hands);
            let all = hands.into_iter().fold(dealt.bottom, |sum, hand| sum + hand);
            assert_eq!(all, rules.pack());
            assert_eq!(dealt.bottom.size(), rules.bottom_size());
        }
    }
}

#[test]
fn other_first_bidders_show_no_card() {
    let random = Rules { first_bidder: FirstBidder::Random, ..three() };
    let winner = Rules { first_bidder: FirstBidder::PreviousWinner, ..three() };
    let draw =
        |rules: &Rules, previous| shuffle(rules, 1, previous, &mut DealRng::from_key([9; 32]));
    assert_eq!(draw(&random, Some(2)), draw(&random, None));
    assert_eq!(draw(&winner, None), draw(&random, None));
    assert_eq!(draw(&winner, Some(2)).first_bidder, 2);
    assert!([draw(&random, None), draw(&winner, Some(2))].iter().all(|deck| deck.shown.is_none()));
    // The face-up card is not moved, and the pack lies as it was cut.
    assert_eq!(draw(&winner, Some(2)).cards(), draw(&random, None).cards());
    let seats: Vec<u8> = (0..32)
        .map(|key| shuffle(&random, 0, None, &mut DealRng::from_key([key; 32])).first_bidder)
        .collect();
    assert!((0..3).all(|seat| seats.contains(&seat)));
}

/// The number of sequences, by listing each move.
fn slow_perft(rules: &Rules, deal: &Deal, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let all = moves(rules, deal);
    all.into_iter()
        .map(|made| {
            let mut next = *deal;
            next.apply(rules, made);
            slow_perft(rules, &next, depth - 1)
        })
        .sum()
}

#[test]
fn perft_counts_sequences_of_moves() {
    let rules = three();
    let small = deal(&rules, &["3", "4", "5"], "6");
    // Pass or a bid of 1, 2, 3 for the first; see D3.2 for the rest.
    assert_eq!(perft(&rules, &small, 0), 1);
    assert_eq!(perft(&rules, &small, 1), 4);
    // After pass 4 calls, after 1 three, after 2 two, after 3 the lead of 3 or 6.
    assert_eq!(perft(&rules, &small, 2), 4 + 3 + 2 + 2);
    for rules in [three(), four()] {
        let mut rng = DealRng::from_key([5; 32]);
        let dealt = deal_ranks(&rules, 0, None, &mut rng);
        let mut deal = Deal::new(&rules, &dealt, 0);
        deal.apply(&rules, Move::Call(Call::Bid(3)));
        for depth in 0..4 {
            assert_eq!(perft(&rules, &deal, depth), slow_perft(&rules, &deal, depth));
        }
    }
}

#[test]
fn a_deal_that_is_over_has_no_sequences() {
    let rules = three();
    let mut deal = playing(&rules, &["3", "4", "5"], "");
    act(&rules, &mut deal, "3");
    assert_eq!((perft(&rules, &deal, 0), perft(&rules, &deal, 1)), (1, 0));
}
