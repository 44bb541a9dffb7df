//! The game at a table.

use serde_json::Value;

use super::info::INFO;
use super::options::rules_of;
use super::rules::Rules;
use super::state::State;
use super::steps::Step;
use super::{apply, asks, beginner, dealing, legal, resample, sight, steps, timeout, vectors};
use crate::action::Action;
use crate::cards::Card;
use crate::cards::unsun::UNSUN;
use crate::error::RuleError;
use crate::event::Fact;
use crate::game::{Ask, Checked, DealNumber, Directions, Game, GameInfo, Stage, Tricks};
use crate::hash::Canonical;
use crate::legal::Legal;
use crate::rng::DealRng;
use crate::seat::{Seat, Viewer};
use crate::setup::Settings;
use crate::vectors::Verdict;
use crate::view::View;

/// Hachinin Meri (八人メリ), for eight players.
#[derive(Debug)]
pub struct HachininMeri;

impl Game for HachininMeri {
    type Rules = Rules;
    type State = State;
    type Step = Step;

    const INFO: &'static GameInfo = &INFO;
    const REVISIONS: &'static [u32] = super::REVISIONS;

    fn rules(settings: &Settings, _revision: u32) -> Result<Rules, RuleError> {
        Ok(rules_of(settings))
    }

    fn directions(rules: &Rules) -> Directions {
        Directions { deal: rules.direction(), play: rules.direction() }
    }

    fn deck(_rules: &Rules) -> Vec<Card> {
        UNSUN.cards().collect()
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
        apply::apply(rules, state, number, checked.seat(), *checked.step(), facts);
    }

    fn sealed(state: &State) -> Option<Vec<Seat>> {
        asks::sealed(state)
    }

    fn view(rules: &Rules, state: &State, viewer: Viewer) -> View {
        sight::view(rules, state, viewer)
    }

    fn legal(_rules: &Rules, view: &View, limit: usize) -> Legal {
        legal::legal(view, limit)
    }

    fn on_timeout(_rules: &Rules, view: &View) -> Action {
        timeout::on_timeout(view)
    }

    fn beginner(rules: &Rules, view: &View) -> Action {
        beginner::beginner(rules, view)
    }

    fn resample(_rules: &Rules, state: &State, viewer: Viewer, rng: &mut DealRng) -> State {
        resample::resample(state, viewer, rng)
    }

    /// Cards of ended tricks have all been seen (HM-4.10).
    fn remembers_played(_rules: &Rules) -> bool {
        true
    }

    fn canonical(state: &State, canonical: &mut Canonical) {
        state.write(canonical);
    }

    fn tricks(rules: &Rules) -> Option<&dyn Tricks> {
        Some(rules)
    }

    fn vector(vector: &Value) -> Option<Result<Verdict, String>> {
        vectors::judge(vector)
    }
}
