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
use crate::error::RuleError;
use crate::event::Fact;
use crate::game::{Ask, Checked, DealNumber, Direction, Directions, Game, GameInfo, Stage, Tricks};
use crate::hash::Canonical;
use crate::legal::Legal;
use crate::rng::DealRng;
use crate::seat::{Seat, Viewer};
use crate::setup::Settings;
use crate::vectors::Verdict;
use crate::view::View;

/// Zhao Pengyou (找朋友), for five to twelve players.
#[derive(Debug)]
pub struct ZhaoPengyou;

fn small(count: usize) -> u32 {
    u32::try_from(count).expect("a few packs")
}

impl Game for ZhaoPengyou {
    type Rules = Rules;
    type State = State;
    type Step = Step;

    const INFO: &'static GameInfo = &INFO;
    const REVISIONS: &'static [u32] = super::REVISIONS;

    fn rules(settings: &Settings, _revision: u32) -> Result<Rules, RuleError> {
        Ok(rules_of(settings))
    }

    fn directions(rules: &Rules) -> Directions {
        let turned = rules.draw_anticlockwise;
        let deal = if turned { Direction::Anticlockwise } else { Direction::Clockwise };
        Directions { deal, play: INFO.play_direction }
    }

    fn deck(rules: &Rules) -> Vec<Card> {
        rules.equipment.pack()
    }

    fn start(rules: &Rules) -> State {
        State::new(rules)
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
        apply::apply(rules, state, number, checked.seat(), checked.step(), facts);
    }

    fn to_draw(state: &State) -> u32 {
        small(dealing::to_draw(state))
    }

    fn draw(
        rules: &Rules,
        state: &mut State,
        number: DealNumber,
        count: u32,
        facts: &mut Vec<Fact>,
    ) {
        dealing::draw(rules, state, number, count as usize, facts);
    }

    fn willing(rules: &Rules, state: &State) -> Vec<Seat> {
        dealing::willing(rules, state)
    }

    fn draws_until_willing(rules: &Rules, state: &State, seats: &[Seat]) -> u32 {
        small(dealing::draws_until_willing(rules, state, seats))
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

    fn volunteer(rules: &Rules, view: &View) -> Option<Action> {
        beginner::volunteer(rules, view)
    }

    fn resample(rules: &Rules, state: &State, viewer: Viewer, rng: &mut DealRng) -> State {
        resample::resample(rules, state, viewer, rng)
    }

    /// Of ended tricks only the scoring cards lie face up (ZP-4.18).
    fn remembers_played(_rules: &Rules) -> bool {
        false
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
