//! Declarations under seal (HM-2.6, HM-6.2, HM-6.5).

use paizhuo_engine::action::Action;
use paizhuo_engine::error::Reason;
use paizhuo_engine::games::hachinin_meri::Position;
use paizhuo_engine::legal::LEGAL_MAX;
use paizhuo_engine::seat::{Seat, Viewer};
use paizhuo_engine::table::Command;

use crate::positions::{card, deal, whole_hands};
use crate::support::{Driven, rng};

/// Seat 5 holds the Robai of the Oki's suit; seat 2 deals.
fn asked() -> Driven {
    let hands = whole_hands(&[(5, "Grobai")]);
    deal(&[], &Position { dealer: Seat(2), ..Position::new(hands, card("Gkaba")) })
}

fn viewers() -> impl Iterator<Item = Viewer> {
    std::iter::once(None).chain(Seat::all(8).map(Some))
}

/// HM-6.2: everybody is asked in the same words; only the holder of the Robai has a choice, and
/// nobody else is shown that.
#[test]
fn all_are_asked_at_once_and_one_has_a_choice() {
    let driven = asked();
    let decisions = driven.table.decisions();
    assert_eq!(decisions.len(), 8);
    for decision in &decisions {
        assert!(decision.sealed && !decision.voluntary);
        let listed = driven.table.legal(decision.seat, LEGAL_MAX);
        let expected = if decision.seat == Seat(5) { 2 } else { 1 };
        assert_eq!(listed.actions().count(), expected);
        assert_eq!(driven.table.on_timeout(decision.seat), Some(Action::Pass), "HM-6.4");
    }
}

/// HM-6.5: an answer changes nothing that others are shown: no view, no event, no decision.
#[test]
fn nobody_sees_who_has_answered() {
    let mut driven = asked();
    for (seat, action) in
        [(3, Action::Pass), (5, Action::Declare), (0, Action::Pass), (2, Action::Pass)]
    {
        let before: Vec<_> = viewers().map(|viewer| driven.table.view(viewer)).collect();
        let facts = driven.act(Seat(seat), action).expect("an answer is legal");
        for (viewer, before) in viewers().zip(before) {
            let told = facts.iter().filter(|fact| fact.seen_by(viewer).is_some()).count();
            let after = driven.table.view(viewer);
            if viewer == Some(Seat(seat)) {
                assert!(told > 0 && after.own_decision().is_none());
                assert_eq!(after.decisions.len(), 7);
            } else {
                assert_eq!((told, &after), (0, &before), "{viewer:?}");
            }
        }
    }
    assert_eq!(driven.table.decisions().len(), 4, "the server knows who is waited for");
}

/// HM-6.5: once all have answered the answers are told together, in order up to the declaration.
#[test]
fn answers_are_told_together() {
    let mut driven = asked();
    for seat in [5, 0, 1, 2, 4, 6, 7] {
        let action = if seat == 5 { Action::Declare } else { Action::Pass };
        driven.act(Seat(seat), action).expect("an answer is legal");
        assert!(driven.public().calls.is_empty());
    }
    driven.act(Seat(3), Action::Pass).expect("an answer is legal");
    let calls: Vec<_> =
        driven.public().calls.iter().map(|call| (call.seat.0, call.action.clone())).collect();
    let expected = [(3, Action::Pass), (4, Action::Pass), (5, Action::Declare)];
    assert_eq!(calls, expected);
    assert_eq!(driven.table.decisions().len(), 1);
    assert!(!driven.table.decisions()[0].sealed);
}

/// A seat answers once; whoever names the decision of another is told no more than that it is
/// another's, answered or not.
#[test]
fn refusals_tell_nothing_of_answers() {
    let mut driven = asked();
    let ids: Vec<String> =
        driven.public().decisions.iter().map(|decision| decision.id.clone()).collect();
    let refused = |driven: &Driven, seat: u8, id: Option<&str>| {
        let command = Command::Act { seat: Seat(seat), decision_id: id, action: &Action::Pass };
        driven.table.prepare(command).err().expect("it is refused")
    };
    let unanswered = refused(&driven, 1, Some(&ids[4]));
    driven.act(Seat(4), Action::Pass).expect("an answer is legal");
    assert_eq!(refused(&driven, 1, Some(&ids[4])), unanswered);
    assert_eq!(unanswered.reason, Reason::NotYourSeat);
    assert_eq!(refused(&driven, 4, Some(&ids[4])).reason, Reason::DecisionClosed);
    assert_eq!(refused(&driven, 4, None).reason, Reason::NotYourTurn);
    let still: Vec<String> =
        driven.public().decisions.iter().map(|decision| decision.id.clone()).collect();
    assert_eq!(still, ids, "decisions keep their names while others answer");
}

/// Dealing again also deals out anew which others have answered, and changes nothing for the
/// viewer; it keeps how many have.
#[test]
fn who_has_answered_is_dealt_again() {
    let mut driven = asked();
    for seat in [1, 5, 6] {
        driven.act(Seat(seat), Action::Pass).expect("an answer is legal");
    }
    let mut waited_for = [0u32; 8];
    let mut rng = rng("seal", 1);
    for _ in 0..300 {
        let other = driven.table.resample(Some(Seat(6)), &mut rng);
        assert_eq!(other.view(Some(Seat(6))), driven.view(6));
        let decisions = other.decisions();
        assert_eq!(decisions.len(), 5);
        for decision in decisions {
            waited_for[decision.seat.index()] += 1;
        }
    }
    assert_eq!(waited_for[6], 0, "the viewer knows of the own answer");
    let others = waited_for.iter().enumerate().filter(|(seat, _)| *seat != 6);
    assert!(others.into_iter().all(|(_, &times)| (1..300).contains(&times)), "{waited_for:?}");
}
