//! The game at a table.

use serde_json::Value;

use super::info::INFO;
use super::options::rules_of;
use super::rules::Rules;
use super::state::State;
use super::steps::Step;
use super::{
    apply, asks, beginner, dealing, legal, resample, sight, simulate, steps, timeout, vectors,
};
use crate::action::Action;
use crate::cards::Card;
use crate::cards::french::FRENCH;
use crate::error::RuleError;
use crate::event::Fact;
use crate::game::{Ask, Checked, Climbing, DealNumber, Game, GameInfo, Simulated, Stage};
use crate::hash::Canonical;
use crate::legal::Legal;
use crate::rng::DealRng;
use crate::seat::{Seat, Viewer};
use crate::setup::Settings;
use crate::sim::Threads;
use crate::vectors::Verdict;
use crate::view::View;

/// Zheng Fen (挣分), for three to six players.
#[derive(Debug)]
pub struct ZhengFen;

impl Game for ZhengFen {
    type Rules = Rules;
    type State = State;
    type Step = Step;

    const INFO: &'static GameInfo = &INFO;
    const REVISIONS: &'static [u32] = super::REVISIONS;

    fn rules(settings: &Settings, _revision: u32) -> Result<Rules, RuleError> {
        Ok(rules_of(settings))
    }

    fn deck(_rules: &Rules) -> Vec<Card> {
        FRENCH.cards().collect()
    }

    fn start(_rules: &Rules) -> State {
        State::new()
    }

    fn stage(state: &State) -> Stage {
        state.stage
    }

    fn deal(
        rules: &Rules,
        state: &mut State,
        number: DealNumber,
        rng: &mut DealRng,
        facts: &mut Vec<Fact>,
    ) {
        dealing::deal(rules, state, number, rng, facts);
    }

    fn phase(state: &State) -> &'static str {
        asks::phase(state)
    }

    fn asks(_rules: &Rules, state: &State) -> Vec<Ask> {
        asks::asks(state)
    }

    fn resolve(
        rules: &Rules,
        state: &State,
        seat: Seat,
        action: &Action,
    ) -> Result<Step, RuleError> {
        steps::resolve(rules, state, seat, action)
    }

    fn apply(
        rules: &Rules,
        state: &mut State,
        number: DealNumber,
        checked: &Checked<Self>,
        facts: &mut Vec<Fact>,
    ) {
        apply::apply(rules, state, number, checked.seat(), checked.step(), facts);
    }

    fn view(rules: &Rules, state: &State, viewer: Viewer) -> View {
        sight::view(rules, state, viewer)
    }

    fn legal(rules: &Rules, view: &View, limit: usize) -> Legal {
        legal::legal(rules, view, limit)
    }

    fn on_timeout(rules: &Rules, view: &View) -> Action {
        timeout::on_timeout(rules, view)
    }

    fn beginner(rules: &Rules, view: &View) -> Action {
        beginner::beginner(rules, view)
    }

    fn resample(rules: &Rules, state: &State, viewer: Viewer, rng: &mut DealRng) -> State {
        resample::resample(rules, state, viewer, rng)
    }

    /// Cards in piles lie face down (Z5.14).
    fn remembers_played(_rules: &Rules) -> bool {
        false
    }

    fn canonical(state: &State, canonical: &mut Canonical) {
        state.write(canonical);
    }

    fn climbing(rules: &Rules) -> Option<&dyn Climbing> {
        Some(rules)
    }

    fn vector(vector: &Value) -> Option<Result<Verdict, String>> {
        vectors::judge(vector)
    }

    fn random_deals(rules: &Rules, deals: u64, seed: u64, threads: Threads<'_>) -> Simulated {
        Some(simulate::simulate(rules, deals, seed, threads))
    }
}
