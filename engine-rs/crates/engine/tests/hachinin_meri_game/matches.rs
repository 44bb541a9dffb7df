//! Matches (HM-2.1, HM-5.7 to HM-5.9, HM-7.2, HM-7.11).

use paizhuo_engine::game::Stage;
use paizhuo_engine::games::hachinin_meri::Position;
use paizhuo_engine::seat::Seat;

use crate::positions::{deal, position};
use crate::support::{Driven, Made, hachinin_meri};

fn play_out(driven: &mut Driven) {
    while let Some(seat) = driven.asked() {
        let action = driven.table.on_timeout(seat).expect("the seat is asked");
        driven.act(seat, action).expect("a time-out is legal");
    }
}

fn totals(driven: &Driven) -> [i64; 2] {
    let view = driven.public();
    [view.teams[0].total, view.teams[1].total]
}

/// HM-2.1, HM-7.2: so many deals are a match; each adds nine points to the totals, which the next
/// deal keeps. HM-5.9: the next match begins at nothing, with a dealer of its own.
#[test]
fn a_match_is_its_deals() {
    for (option, deals) in [("deals=1", 1), ("deals=4", 4), ("deals=8", 8)] {
        let mut driven = Driven::dealt(hachinin_meri(&[option]), 3);
        for deal in 1..=deals {
            assert_ne!(driven.table.stage(), Stage::Over);
            play_out(&mut driven);
            assert_eq!(totals(&driven).iter().sum::<i64>(), 9 * i64::from(deal));
            driven.follow();
        }
        assert_eq!(driven.table.stage(), Stage::Over);
        let end = driven.public().match_end.expect("the match has ended");
        let [a, b] = totals(&driven);
        let winners: Vec<Seat> =
            (0..8).filter(|seat| if seat % 2 == 0 { a > b } else { b > a }).map(Seat).collect();
        assert_eq!(end.winners, winners);
        let number = driven.table.number().deal;
        driven.make(Made::Commit(number + 1)).expect("the next match is committed to");
        driven.make(Made::Start(number + 1, 1)).expect("and dealt");
        assert_eq!((totals(&driven), driven.table.number().match_number), ([0, 0], 2));
        assert!(driven.public().match_end.is_none());
    }
}

/// A last deal in which A takes the two tricks that are left, with totals before it such that
/// both teams have as many after it.
fn tied() -> Position {
    let hands = ["O1-O2", "I1-P1", "I2-P2", "I3-P3", "I9-P4", "I8-P5", "I7-P6", "I6-P7"];
    Position { totals: [30, 32], deals_played: 7, ..position("K", hands) }
}

fn end_with(options: &[&str]) -> Driven {
    let mut driven = deal(options, &tied());
    driven.say(&["play O1", "play I1", "play I2", "play I3", "play I9", "play I8", "play I7"]);
    driven.say(&["play I6"]);
    driven
}

/// HM-5.8: equal totals are a draw, which nobody wins; HM-7.11: by option one more deal decides,
/// dealt by the next dealer.
#[test]
fn equal_totals_are_a_draw_or_one_more_deal() {
    let drawn = end_with(&[]);
    assert_eq!(totals(&drawn), [32, 32]);
    assert_eq!(drawn.table.stage(), Stage::Over);
    let end = drawn.public().match_end.expect("the match has ended");
    assert!(end.winners.is_empty());
    let mut extra = end_with(&["tie=extra_deal"]);
    assert_eq!(extra.table.stage(), Stage::Deal);
    assert!(extra.public().match_end.is_none());
    extra.follow();
    assert_eq!(extra.public().dealer, Some(Seat(1)));
    play_out(&mut extra);
    assert_eq!(extra.table.stage(), Stage::Over);
    assert_eq!(extra.public().match_end.expect("an end").winners.len(), 4);
}
