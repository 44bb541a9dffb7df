//! Records of matches: what they show during a deal, and what they must hold after it.

use paizhuo_engine::action::Action;
use paizhuo_engine::event::Event;
use paizhuo_engine::notation::parse_action;
use paizhuo_engine::play::Playing;
use paizhuo_engine::record::Record;
use paizhuo_engine::seat::{Seat, Viewer};

use crate::support::dou_dizhu;

/// A match among persons, its first deal dealt.
fn begun(options: &[&str]) -> Playing {
    Playing::new(&dou_dizhu(3, options), [7; 32], vec![None; 3], true)
}

/// The seat that is asked acts, the first where there are several.
fn say(playing: &mut Playing, text: &str) {
    let pack = playing.ruleset().info().pack;
    let action = parse_action(pack, text).expect("the test writes an action");
    act(playing, &action);
}

fn act(playing: &mut Playing, action: &Action) {
    let seat = playing.table().decisions().first().expect("somebody is asked").seat;
    playing.act(seat, action).expect("it is legal");
}

/// What the seat that is asked plays that wants to get rid of cards: the longest play.
fn longest(playing: &Playing) -> Action {
    let seat = playing.table().decisions()[0].seat;
    let legal = playing.table().legal(seat, usize::MAX);
    let cards = |action: &&Action| match action {
        Action::Play { cards, .. } => cards.len(),
        _ => 0,
    };
    legal.actions().max_by_key(cards).expect("something is legal").clone()
}

fn play_out(playing: &mut Playing) {
    say(playing, "bid 3");
    while playing.table().view(None).last_deal.is_none() {
        let action = longest(playing);
        act(playing, &action);
    }
}

fn written(playing: &Playing, viewer: Viewer) -> Record {
    playing.record(0, viewer).expect("a match has begun")
}

/// The plays that a record of the deal in play shows: how many cards are named of how many, and
/// whether the deciding rank is.
fn shown(playing: &Playing, viewer: Viewer) -> Vec<(usize, u8, bool)> {
    let record = written(playing, viewer);
    let observed = &record.deals.last().expect("a deal").observed;
    let plays = observed.iter().filter_map(|event| match event {
        Event::Acted(acted) => match &acted.action {
            Action::Play { cards, reading } => {
                assert!(reading.category.is_some(), "the type stays known");
                Some((cards.len(), acted.size, reading.key.is_some()))
            }
            _ => None,
        },
        _ => None,
    });
    plays.collect()
}

/// D5.12: with `card_memory = false` a record made before the deal ends tells of ended tricks
/// who played how many cards of which type; the trick on the table is whole. D5.11: once the
/// deal was played out, everything is in it.
#[test]
fn a_record_forgets_ended_tricks_where_the_table_does() {
    for (option, forgets) in [("card_memory=false", true), ("card_memory=true", false)] {
        let mut playing = begun(&[option]);
        say(&mut playing, "bid 3");
        let lead = longest(&playing);
        act(&mut playing, &lead);
        for viewer in [None, Some(Seat(0)), Some(Seat(2))] {
            let [(named, size, keyed)] = shown(&playing, viewer)[..] else { panic!("one play") };
            assert_eq!((named, keyed), (usize::from(size), true), "it lies on the table");
        }
        say(&mut playing, "pass");
        say(&mut playing, "pass");
        let lead = longest(&playing);
        act(&mut playing, &lead);
        for viewer in [None, Some(Seat(0)), Some(Seat(2))] {
            let [(ended, size, keyed), (named, whole, _)] = shown(&playing, viewer)[..] else {
                panic!("two plays")
            };
            assert!(size > 0);
            assert_eq!(ended, if forgets { 0 } else { usize::from(size) });
            assert_eq!(keyed, !forgets);
            assert_eq!(named, usize::from(whole));
        }
    }
    let mut playing = begun(&["card_memory=false"]);
    play_out(&mut playing);
    let record = written(&playing, None);
    assert!(record.deals[0].seed.is_some() && record.deals[0].observed.is_empty());
    assert_eq!(record.problems(), Vec::<String>::new());
}

/// A deal with an opened seed was played out: a record that breaks off in the middle of one is
/// found wrong, also where it claims no end of the match.
#[test]
fn a_deal_that_breaks_off_is_a_problem() {
    let mut playing = begun(&[]);
    play_out(&mut playing);
    let whole = written(&playing, None);
    assert_eq!(whole.problems(), Vec::<String>::new());
    let steps = whole.deals[0].attempts[0].steps.len();
    for left in [0, 1, steps - 1] {
        let mut record = whole.clone();
        record.deals[0].attempts[0].steps.truncate(left);
        assert_eq!(record.problems(), ["deal 1 was not played out"], "{left} of {steps} steps");
        assert!(record.replay(None).is_ok(), "it can still be looked at");
    }
    say(&mut playing, "continue");
    let between = written(&playing, None);
    assert_eq!(between.deals[0].attempts[0].steps.len(), steps + 1);
    assert_eq!(between.problems(), Vec::<String>::new());
}
