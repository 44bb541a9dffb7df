//! Deals that are set up by hand.

use paizhuo_engine::action::{Action, FriendCall};
use paizhuo_engine::cards::Card;
use paizhuo_engine::cards::french::FRENCH;
use paizhuo_engine::games::zhao_pengyou::{At, Position};
use paizhuo_engine::notation::{parse_action, parse_faces, parse_trump};
use paizhuo_engine::seat::Seat;

use crate::support::{Driven, zhao_pengyou};

/// Cards in notation.
pub(crate) fn cards(text: &str) -> Vec<Card> {
    parse_faces(&FRENCH, text).expect("the test writes cards")
}

/// Calls in notation.
pub(crate) fn calls(text: &str) -> Vec<FriendCall> {
    match parse_action(&FRENCH, &format!("call_friends {text}")) {
        Ok(Action::CallFriends(calls)) => calls,
        other => panic!("{text}: {other:?}"),
    }
}

/// Five hands of a deal in which seat 0 is the maker and leads, under a trump, with its one call.
pub(crate) fn led(hands: [&str; 5], trump: &str, call: &str, options: &[&str]) -> Driven {
    led_with(hands, trump, call, "", options)
}

/// The same with buried cards.
pub(crate) fn led_with(
    hands: [&str; 5],
    trump: &str,
    call: &str,
    buried: &str,
    options: &[&str],
) -> Driven {
    let at = At::Play {
        maker: Seat(0),
        trump: parse_trump(&FRENCH, trump).expect("the test writes a trump"),
        calls: calls(call),
        buried: cards(buried),
    };
    let hands = hands.iter().map(|hand| cards(hand)).collect();
    Driven::of_friends(zhao_pengyou(5, options), &Position::new(hands, at))
}

/// Five hands in the final round, which begins with seat 0, and a kitty of eight cards.
pub(crate) fn final_round(hands: [&str; 5], options: &[&str]) -> Driven {
    let kitty = cards("3c-3c-4c-4c-6c-6c-7c-7c");
    let hands = hands.iter().map(|hand| cards(hand)).collect();
    let position = Position::new(hands, At::FinalRound(kitty));
    Driven::of_friends(zhao_pengyou(5, options), &position)
}
