//! Who is asked what. Nothing here depends on cards that somebody does not see.

use super::state::State;
use crate::action::Verb;
use crate::game::{Ask, Stage};
use crate::seat::Seat;

/// The phase before a deal; nobody has to be asked for it.
pub(super) const WAITING: &str = "waiting";
/// The phase of cards.
pub(super) const PLAY: &str = "play";
/// The phase after a match.
pub(super) const OVER: &str = "over";

/// The open questions: one in a deal, none outside (Z5.11).
pub(super) fn asks(state: &State) -> Vec<Ask> {
    if state.stage != Stage::Decisions {
        return Vec::new();
    }
    let round = &state.deal().round;
    let verbs: &[Verb] = if round.is_lead() { &[Verb::Play] } else { &[Verb::Pass, Verb::Play] };
    vec![Ask { seat: Seat(round.turn()), kind: PLAY, verbs, voluntary: false }]
}

/// The phase.
pub(super) fn phase(state: &State) -> &'static str {
    match state.stage {
        Stage::Deal => WAITING,
        Stage::Decisions => PLAY,
        Stage::Over => OVER,
        Stage::Redeal | Stage::Between => unreachable!("there are no redeals and no questions"),
    }
}
