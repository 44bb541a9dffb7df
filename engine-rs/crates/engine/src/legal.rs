//! What a seat may do.

use crate::action::{Action, Verb};
use crate::cards::Card;

/// Most actions that a complete list holds unless the caller asks for fewer or more.
pub const LEGAL_MAX: usize = 512;

/// What a seat may do, a part for each verb.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Legal {
    /// The parts, in the order of the decision's verbs.
    pub verbs: Vec<(Verb, LegalForm)>,
}

/// What a seat may do with one verb.
#[derive(Clone, Debug, PartialEq)]
pub enum LegalForm {
    /// Actions one by one.
    List {
        /// The actions, each with the reading that it would get.
        actions: Vec<Action>,
        /// The list is a sample: an action that is not on it may be legal too.
        truncated: bool,
    },
    /// What an action must look like.
    Shape {
        /// Cards to choose from.
        cards: Vec<Card>,
        /// Fewest cards.
        count_min: u8,
        /// Most cards.
        count_max: u8,
        /// Conditions beyond the number, each with the number of its rule.
        conditions: Vec<&'static str>,
    },
}

impl LegalForm {
    /// So many of the actions as the limit allows, the first ones.
    pub(crate) fn list(actions: impl IntoIterator<Item = Action>, limit: usize) -> Self {
        let mut actions: Vec<Action> = actions.into_iter().collect();
        let truncated = actions.len() > limit;
        actions.truncate(limit);
        Self::List { actions, truncated }
    }

    /// An action for each item, or where there are more than `limit` for an even sample of them.
    pub(crate) fn sampled<T>(items: &[T], limit: usize, action: impl Fn(&T) -> Action) -> Self {
        let listed = items.len().min(limit);
        let places = (0..listed).map(|place| place * items.len() / listed);
        let actions = places.map(|place| action(&items[place])).collect();
        Self::List { actions, truncated: listed < items.len() }
    }
}

impl Legal {
    /// Every listed action, in order.
    pub fn actions(&self) -> impl Iterator<Item = &Action> {
        self.verbs.iter().flat_map(|(_, form)| match form {
            LegalForm::List { actions, .. } => actions.as_slice(),
            LegalForm::Shape { .. } => &[],
        })
    }

    /// Some list is a sample.
    pub fn truncated(&self) -> bool {
        self.verbs.iter().any(|(_, form)| matches!(form, LegalForm::List { truncated: true, .. }))
    }
}
