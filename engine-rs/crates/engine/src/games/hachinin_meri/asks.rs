//! Who is asked what. Nothing here depends on cards that somebody does not see.

use super::rules::Rules;
use super::state::{Phase, State};
use crate::action::Verb;
use crate::game::{Ask, Stage};
use crate::seat::Seat;

/// The phase before a deal; nobody has to be asked for it.
pub(super) const WAITING: &str = "waiting";
/// The phase of declarations.
pub(super) const DECLARE: &str = "declare";
/// The phase of the receiver's discard.
pub(super) const DISCARD: &str = "discard";
/// The phase of cards before the first Meri has ended (HM-3.1).
pub(super) const OPEN: &str = "open";
/// The phase of cards after it.
pub(super) const CLOSED: &str = "closed";
/// The phase after a match.
pub(super) const OVER: &str = "over";

/// The open questions: eight at once that are answered under seal (HM-6.5), or one.
pub(super) fn asks(rules: &Rules, state: &State) -> Vec<Ask> {
    if state.stage != Stage::Decisions {
        return Vec::new();
    }
    let deal = state.deal();
    let kind = phase(state);
    let ask = |seat, verbs| Ask { seat, kind, verbs, voluntary: false };
    match &deal.phase {
        Phase::Declaring(_) => {
            let verbs = &[Verb::Pass, Verb::Declare];
            Seat::all(Rules::SEATS).map(|seat| ask(seat, verbs)).collect()
        }
        Phase::Discarding => {
            vec![ask(deal.receiver().expect("somebody receives"), &[Verb::Discard])]
        }
        Phase::Playing => vec![ask(deal.to_play(rules), &[Verb::Play])],
        Phase::Over => unreachable!("a deal that is over asks nobody"),
    }
}

/// Who has answered under seal, while there are declarations to be answered.
pub(super) fn sealed(state: &State) -> Option<Vec<Seat>> {
    let deal = state.in_play.as_ref().filter(|_| state.stage == Stage::Decisions)?;
    let Phase::Declaring(answers) = &deal.phase else { return None };
    let answered = |seat: &Seat| answers[seat.index()].is_some();
    Some(Seat::all(Rules::SEATS).filter(answered).collect())
}

/// The phase.
pub(super) fn phase(state: &State) -> &'static str {
    match state.stage {
        Stage::Deal => WAITING,
        Stage::Decisions => match state.deal().phase {
            Phase::Declaring(_) => DECLARE,
            Phase::Discarding => DISCARD,
            _ if state.deal().closed => CLOSED,
            _ => OPEN,
        },
        Stage::Over => OVER,
        Stage::Redeal | Stage::Between => unreachable!("there are no redeals and no questions"),
    }
}
