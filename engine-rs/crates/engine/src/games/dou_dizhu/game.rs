//! The game at a table.

use serde_json::Value;

use super::info::INFO;
use super::options::rules_of;
use super::rules::Rules;
use super::simulate::simulate;
use super::state::State;
use super::steps::Step;
use super::{apply, asks, beginner, legal, resample, sight, start, steps, timeout, vectors};
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

/// Dou Dizhu (斗地主), for three and four players.
#[derive(Debug)]
pub struct DouDizhu;

impl Game for DouDizhu {
    type Rules = Rules;
    type State = State;
    type Step = Step;

    const INFO: &'static GameInfo = &INFO;
    const REVISIONS: &'static [u32] = super::REVISIONS;

    fn rules(settings: &Settings, _revision: u32) -> Result<Rules, RuleError> {
        rules_of(settings)
    }

    fn deck(rules: &Rules) -> Vec<Card> {
        (0..rules.packs()).flat_map(|_| FRENCH.cards()).collect()
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
        start::deal(rules, state, number, rng, facts);
    }

    fn phase(state: &State) -> &'static str {
        asks::phase(state)
    }

    fn asks(rules: &Rules, state: &State) -> Vec<Ask> {
        asks::asks(rules, state)
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

    fn remembers_played(rules: &Rules) -> bool {
        rules.card_memory
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
        Some(simulate(rules, deals, seed, threads))
    }
}
