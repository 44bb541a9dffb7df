//! Dealing again what a viewer cannot see.

use super::rules::Rules;
use super::state::{HEART_THREE, InPlay, State};
use crate::climbing::Faces;
use crate::game::Stage;
use crate::rng::DealRng;
use crate::seat::{Seat, Viewer};

/// The same state with everything dealt again that the viewer cannot see: the hands of others.
/// Their sizes stay, and so does ♥3 where everybody knows who holds it (Z2.9). Piles stay too:
/// everybody has seen their cards played.
pub(super) fn resample(rules: &Rules, state: &State, viewer: Viewer, rng: &mut DealRng) -> State {
    let mut other = state.clone();
    if state.stage == Stage::Decisions {
        other.in_play = Some(dealt_again(rules, state.deal(), viewer, rng));
    }
    other
}

fn dealt_again(rules: &Rules, deal: &InPlay, viewer: Viewer, rng: &mut DealRng) -> InPlay {
    let known = |seat: Seat| match deal.known_opener() {
        Some(opener) if opener == seat => Faces::of(HEART_THREE),
        _ => Faces::EMPTY,
    };
    let hidden = |seat: &Seat| viewer != Some(*seat);
    let unknown = |seat: Seat| deal.hands[seat.index()] - known(seat);
    let pool = Seat::all(rules.seats).filter(hidden);
    let pool = pool.fold(Faces::EMPTY, |pool, seat| pool | unknown(seat));
    // Ascending, so that it does not remember who held what.
    let mut pool: Vec<_> = pool.iter().collect();
    rng.shuffle(&mut pool);
    let mut other = deal.clone();
    for seat in Seat::all(rules.seats).filter(hidden) {
        let number = usize::from(unknown(seat).size());
        let dealt = Faces::from_cards(pool.split_off(pool.len() - number));
        other.hands[seat.index()] = known(seat) | dealt.expect("every card is there once");
    }
    other
}
