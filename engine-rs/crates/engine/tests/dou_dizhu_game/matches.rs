//! Matches over several deals: D5.9 and D5.13.

use paizhuo_engine::event::{Event, MatchEnd};
use paizhuo_engine::game::Stage;
use paizhuo_engine::seat::Seat;

use crate::support::{Driven, dou_dizhu};

/// The first deal is played out; seat 0, the landlord, wins 6.
fn after_a_deal(options: &[&str]) -> Driven {
    let mut driven = Driven::position(dou_dizhu(3, options), &["3", "5", "6"], "3");
    driven.say(&["bid 3", "play 3-3"]);
    driven
}

/// D5.13: between deals every player says whether to go on, in any order; the next deal begins
/// when all do.
#[test]
fn the_next_deal_begins_when_all_go_on() {
    let mut driven = after_a_deal(&[]);
    let decisions = driven.table.decisions();
    assert_eq!(decisions.iter().map(|open| open.seat.0).collect::<Vec<_>>(), [0, 1, 2]);
    assert!(decisions.iter().all(|open| open.kind == "between_deals"));
    assert_eq!(driven.listed(), ["continue", "stop"]);
    assert_eq!(driven.refusal("pass"), "VERB_NOT_ALLOWED D5.13");
    let go_on = paizhuo_engine::action::Action::Continue;
    for seat in [2, 0] {
        driven.act(Seat(seat), go_on.clone()).expect("it may");
        assert_eq!(driven.table.stage(), Stage::Between);
    }
    let again = driven.act(Seat(2), go_on.clone()).map(|_| ()).expect_err("it has answered");
    assert_eq!(again.reason.code(), "NOT_YOUR_TURN");
    driven.act(Seat(1), go_on).expect("it may");
    assert_eq!((driven.table.stage(), driven.public().phase), (Stage::Deal, "waiting"));
    driven.follow();
    let view = driven.public();
    assert_eq!((view.deal, view.match_number, view.phase), (2, 1, "auction"));
    assert_eq!(view.seats[0].total, 6);
    assert_eq!(view.last_deal.map(|end| end.deal), Some(1), "the last deal stays visible");
}

/// D5.13, D5.9: the match ends as soon as one stops; the highest total wins.
#[test]
fn one_who_stops_ends_the_match() {
    let mut driven = after_a_deal(&[]);
    driven.say(&["continue"]);
    let facts = driven.try_say("stop").expect("it may");
    let end = MatchEnd { number: 1, winners: vec![Seat(0)], totals: vec![6, -3, -3] };
    assert_eq!(facts[1].seen_by(None), Some(Event::MatchEnded(end.clone())));
    let view = driven.public();
    assert_eq!((view.phase, view.match_end), ("over", Some(end)));
    assert!(view.decisions.is_empty());
    assert_eq!(driven.table.stage(), Stage::Over);
}

/// D5.9: equal totals share.
#[test]
fn equal_totals_share() {
    let mut driven = Driven::position(dou_dizhu(3, &[]), &["3-4", "5", "6"], "");
    driven.say(&["bid 3", "play 3", "play 5", "stop"]);
    let end = driven.public().match_end.expect("it ended");
    assert_eq!((end.winners, end.totals), (vec![Seat(1), Seat(2)], vec![-6, 3, 3]));
}

/// D5.13: `deals:k` ends after k deals that were played out, without a question; deals in which
/// all passed do not count.
#[test]
fn a_match_of_deals_ends_after_so_many_played_out() {
    let driven = after_a_deal(&["match_end=deals", "match_deals=1"]);
    assert_eq!(driven.table.stage(), Stage::Over);
    let mut driven = after_a_deal(&["match_end=deals", "match_deals=2"]);
    assert_eq!(driven.table.stage(), Stage::Deal);
    driven.follow();
    for _ in 0..3 {
        driven.say(&["pass", "pass", "pass"]);
        assert_eq!(driven.table.stage(), Stage::Redeal);
        driven.follow();
    }
    play_out(&mut driven);
    assert_eq!(driven.table.stage(), Stage::Over);
    assert_eq!(driven.public().deal, 2);
}

/// D5.13: `target:t` ends after the first deal after which some total is at least t.
#[test]
fn a_match_to_a_target_ends_when_a_total_reaches_it() {
    for (target, stage) in [(5, Stage::Over), (6, Stage::Over), (7, Stage::Deal)] {
        let target = format!("match_target={target}");
        let driven = after_a_deal(&["match_end=target", &target]);
        assert_eq!(driven.table.stage(), stage, "{target}");
    }
}

/// D5.13, D5.9: a target that several reach at once is won by the highest of them, and equal
/// totals share it; who is below it may be among the players, the landlord here.
#[test]
fn several_may_reach_the_target_at_once() {
    let options = ["match_end=target", "match_target=3", "personal_double=on"];
    for (said, winners, totals) in [
        ("pass", vec![Seat(1), Seat(2)], vec![-6, 3, 3]),
        ("double", vec![Seat(1)], vec![-9, 6, 3]),
    ] {
        let mut driven = Driven::position(dou_dizhu(3, &options), &["3-4", "5", "6"], "");
        driven.say(&["bid 3", said, "pass", "pass", "play 3", "pass", "play 6"]);
        assert_eq!(driven.table.stage(), Stage::Over);
        let end = driven.public().match_end.expect("it ended");
        assert_eq!((end.winners, end.totals), (winners, totals));
    }
}

/// Beginners play the deal out.
fn play_out(driven: &mut Driven) {
    let before = driven.public().last_deal.map(|end| end.deal);
    while driven.public().last_deal.map(|end| end.deal) == before {
        driven.follow();
        let seat = driven.asked().expect("somebody is asked");
        let action = driven.ruleset.beginner(&driven.table.view(Some(seat)));
        driven.act(seat, action).expect("a beginner is legal");
    }
}

/// Totals are the sums of the results of the deals, and the next match begins with none; the
/// dealer of its first deal is drawn again (D2.1).
#[test]
fn totals_add_up_and_the_next_match_begins_anew() {
    let rules = dou_dizhu(4, &["match_end=deals", "match_deals=5"]);
    let mut driven = Driven::new(rules, 9);
    let mut sums = vec![0; 4];
    let mut dealers = Vec::new();
    for deal in 1..=5 {
        play_out(&mut driven);
        let end = driven.public().last_deal.expect("it ended");
        sums.iter_mut().zip(&end.results).for_each(|(sum, result)| *sum += result);
        assert_eq!((end.deal, &end.totals), (deal, &sums));
        assert_eq!(driven.public().deals_played, deal);
        dealers.push(driven.public().dealer.expect("somebody dealt").0);
    }
    let next = |dealer: &u8| (dealer + 1) % 4;
    let expected: Vec<u8> = dealers.iter().take(4).map(next).collect();
    assert_eq!(dealers[1..], expected);
    let end = driven.public().match_end.expect("it ended");
    let best = sums.iter().max().expect("four sums");
    assert!(end.winners.iter().all(|seat| sums[seat.index()] == *best));
    driven.make(crate::support::Made::Commit(6)).expect("the server commits");
    driven.make(crate::support::Made::Start(6, 1)).expect("the server deals");
    let view = driven.public();
    assert_eq!((view.match_number, view.deal, view.attempt), (2, 6, 1));
    assert_eq!(view.deals_played, 0, "none of this match");
    assert!(view.seats.iter().all(|seat| seat.total == 0));
    assert_eq!((view.match_end, view.last_deal), (None, None));
}
