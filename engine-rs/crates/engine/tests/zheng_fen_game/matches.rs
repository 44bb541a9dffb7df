//! Scores and the end of a match: section 6 of the rules.

use paizhuo_engine::cards::Card;
use paizhuo_engine::event::{Event, Fact};
use paizhuo_engine::game::Stage;
use paizhuo_engine::games::zheng_fen::Position;
use paizhuo_engine::seat::Seat;

use crate::support::{Driven, Setup, laid_out, zheng_fen};

/// A deal in which seat 0 goes out with a king and seat 2 is left with a hand of 15 points, after
/// seat 1; with these totals before it.
fn ended(options: &[&str], totals: &[i64]) -> Driven {
    let (hands, _) = laid_out(&["Kc", "", "5d-Tc-3s"], "");
    let (piles, _) = laid_out(&["Ks-Kh-Kd", "Ts-Th", "5s-5h-Td"], "");
    let mut position = Position::new(hands, Seat(0));
    position.piles = piles;
    position.totals = totals.to_vec();
    let mut driven = Driven::of_points(zheng_fen(3, options), &position);
    driven.say(&["play Kc"]);
    if driven.table.stage() == Stage::Decisions {
        driven.say(&["pass"]);
    }
    driven
}

fn results(options: &[&str]) -> Vec<i64> {
    ended(options, &[0, 0, 0]).public().last_deal.expect("the deal has ended").results
}

/// Z5.13, Z6.1: what the last player has goes where the options say; the sum is the same.
#[test]
fn the_last_players_cards_go_where_the_options_say() {
    for end in ["end_of_play=all_out", "end_of_play=one_left"] {
        for (option, expected) in [
            ("last_player=keeps", [40, 20, 35]),
            ("last_player=tricks_to_first", [40, 40, 15]),
            ("last_player=tricks_and_hand_to_first", [40, 55, 0]),
        ] {
            assert_eq!(results(&[end, option]), expected, "{end} {option}");
        }
    }
}

/// Z5.13: with `one_left` the last player is not asked, and the trick goes to who played last.
#[test]
fn the_play_is_over_when_one_is_left() {
    let driven = ended(&["end_of_play=one_left"], &[0, 0, 0]);
    let passes = driven.facts.iter().filter(|fact| match &***fact {
        Fact::Public(Event::Acted(acted)) => acted.seat == Seat(2),
        _ => false,
    });
    assert_eq!(passes.count(), 0);
    let end = driven.public().last_deal.expect("the deal has ended");
    assert_eq!(end.results[0], 40, "its own king with the pile");
}

/// Z6.2, Z1.7: who has the most once somebody has the target wins; equal totals go on, or share.
#[test]
fn a_match_ends_by_its_totals() {
    let end = |options: &[&str], totals: &[i64]| {
        let driven = ended(options, totals);
        driven.public().match_end.map(|end| (end.winners, end.totals))
    };
    assert_eq!(end(&["target=500"], &[459, 479, 464]), None, "nobody has it");
    assert_eq!(end(&["target=500"], &[460, 400, 0]), Some((vec![Seat(0)], vec![500, 420, 35])));
    let higher = Some((vec![Seat(1)], vec![505, 515, 35]));
    assert_eq!(end(&["target=500"], &[465, 495, 0]), higher, "the highest, not the first");
    assert_eq!(end(&["target=500"], &[470, 490, 0]), None, "equal totals go on");
    let shared = Some((vec![Seat(0), Seat(1)], vec![510, 510, 35]));
    assert_eq!(end(&["target=500", "tie_rule=shared"], &[470, 490, 0]), shared);
    assert_eq!(end(&["target=1000"], &[470, 495, 0]), None);
    assert_eq!(end(&["target=5"], &[0, 0, 0]).map(|end| end.0), Some(vec![Seat(0)]));
}

/// After a match the next begins at the same table with totals of nothing, deals counted on.
#[test]
fn the_next_match_begins_anew() {
    let mut driven = ended(&["target=5"], &[0, 0, 0]);
    assert_eq!((driven.table.stage(), driven.public().phase), (Stage::Over, "over"));
    let made = [crate::support::Made::Commit(2), crate::support::Made::Start(2, 1)];
    for made in made {
        driven.make(made).expect("the next match can begin");
    }
    let view = driven.public();
    assert_eq!((view.match_number, view.deal, view.deals_played), (2, 2, 0));
    assert!(view.seats.iter().all(|seat| seat.total == 0 && seat.points == 0));
}

/// Z6.1, Z6.3: every deal of a match brings 100 points, and a match to 500 without ties lasts at
/// most five deals a seat.
#[test]
fn a_match_to_500_is_played_out() {
    for (seed, preset) in (0..4).zip(["seed", "pagat", "seed", "pagat"]) {
        for seats in 3..=6 {
            let setup = Setup::new("zheng_fen", seats, preset, &[]);
            let mut driven = Driven::dealt(setup.ruleset().expect("accepted"), seed);
            let mut ties = 0;
            while driven.table.stage() != Stage::Over {
                driven.follow();
                let actions = driven.listed();
                driven.say(&[&actions[actions.len() - 1].clone()]);
                let view = driven.public();
                if let Some(end) = view.last_deal {
                    assert_eq!(end.results.iter().sum::<i64>(), 100);
                    let most = end.totals.iter().max().expect("totals");
                    let leading = end.totals.iter().filter(|&total| total == most).count();
                    ties += u32::from(*most >= 500 && leading > 1);
                }
            }
            let view = driven.public();
            assert!(ties > 0 || view.deals_played <= 5 * seats);
            let totals = view.match_end.expect("the match has ended").totals;
            assert_eq!(totals.iter().sum::<i64>(), 100 * i64::from(view.deals_played));
        }
    }
}

/// Z1.6: the points of every card.
#[test]
fn kings_tens_and_fives_count() {
    let ruleset = zheng_fen(3, &[]);
    let (info, pack) = (ruleset.info(), ruleset.info().pack);
    let worth = |notation: &str| (info.points)(pack.card(notation).expect("a card"));
    assert_eq!(["Kc", "Th", "5s", "2d", "Ah", "b", "r"].map(worth), [10, 10, 5, 0, 0, 0, 0]);
    let scoring = pack.cards().filter(|&card: &Card| (info.points)(card) > 0);
    assert_eq!(scoring.count(), 12);
}
