//! What the viewer of a view may do, from the view alone.

use super::apply::LONE_SUN;
use super::asks::CLOSED;
use super::order::Trumps;
use super::playable::{Turn, discards};
use super::state::sorted;
use crate::action::{Action, Named, Verb};
use crate::cards::Card;
use crate::legal::{Legal, LegalForm};
use crate::view::View;

/// What the viewer may do: at most `limit` actions a verb.
pub(super) fn legal(view: &View, limit: usize) -> Legal {
    let Some(decision) = view.own_decision() else {
        return Legal::default();
    };
    let trumps = trumps(view);
    let forms = decision.verbs.iter().map(|&verb| {
        let actions: Vec<Action> = match verb {
            Verb::Pass => vec![Action::Pass],
            Verb::Declare => may_declare(view).then_some(Action::Declare).into_iter().collect(),
            Verb::Discard => discards(trumps, &hand(view)).into_iter().map(put_away).collect(),
            _ => playable(view).into_iter().map(|card| Action::play([card])).collect(),
        };
        (verb, LegalForm::list(actions, limit))
    });
    Legal { verbs: forms.collect() }
}

/// The trumps of the deal, which are known as soon as it is dealt.
pub(super) fn trumps(view: &View) -> Trumps {
    Trumps { suit: view.trump.expect("the Oki is turned up before anybody is asked").suit }
}

/// The viewer holds the native Robai (HM-2.6).
pub(super) fn may_declare(view: &View) -> bool {
    view.own_hand().contains(&trumps(view).native_robai())
}

/// The viewer's hand in the order of the pack, in which actions are listed.
fn hand(view: &View) -> Vec<Card> {
    sorted(view.own_hand().iter().copied())
}

/// The action that puts a card away.
pub(super) fn put_away(card: Card) -> Action {
    Action::Discard(Some(Named::Face(card)))
}

/// What legality depends on for a viewer who is to play.
pub(super) fn turn(view: &View) -> Turn {
    Turn {
        trumps: trumps(view),
        led: led(view),
        closed: view.phase == CLOSED,
        opening: view.tricks == 0 && led(view).is_none(),
        lone_sun: view.zones.iter().any(|zone| zone.name == LONE_SUN),
    }
}

/// The cards that the viewer may play.
pub(super) fn playable(view: &View) -> Vec<Card> {
    turn(view).playable(&hand(view))
}

/// The card that leads the trick on the table; it lies face up in every trick.
fn led(view: &View) -> Option<Card> {
    let (_, lead) = view.trick.as_ref()?.plays.first()?;
    match lead.as_ref()?.cards.as_slice() {
        [Named::Face(card)] => Some(*card),
        _ => unreachable!("a lead is one card, for all to see"),
    }
}
