//! What a seat may do.

use crate::action::{Action, FriendCall, Named, Verb};
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
    /// What a list of calls must look like.
    Calls {
        /// Cards to call.
        cards: Vec<Card>,
        /// How many calls, all of them different.
        count: u8,
        /// Copies of a card to choose from, counted from 1.
        copies: u8,
        /// Cards of which the copy that the caller does not hold may be called, at most once and
        /// then in no other call.
        others: Vec<Card>,
    },
}

impl LegalForm {
    /// Its first action; of a shape one that fills it, if nothing more is asked than a number.
    pub fn first(&self, verb: Verb) -> Option<Action> {
        match self {
            Self::List { actions, .. } => actions.first().cloned(),
            Self::Shape { .. } | Self::Calls { .. } => self.filled(verb, &mut |_| 0),
        }
    }

    /// An action that fits a shape, every choice made by `below`, which gives a place below a
    /// bound. None for lists, and where conditions are set beyond the number.
    pub fn filled(&self, verb: Verb, below: &mut dyn FnMut(usize) -> usize) -> Option<Action> {
        match self {
            Self::List { .. } => None,
            Self::Shape { cards, count_min, conditions, .. } => {
                let mut left = cards.clone();
                let mut taken = |count: u8| -> Vec<Named> {
                    let places = 0..usize::from(count).min(left.len());
                    let cards = places.map(|_| left.remove(below(left.len())));
                    cards.collect::<Vec<_>>().into_iter().map(Named::Face).collect()
                };
                match verb {
                    _ if !conditions.is_empty() => None,
                    Verb::Bury => Some(Action::Bury(taken(*count_min))),
                    Verb::Discard => Some(Action::Discard(taken(1).first().copied())),
                    _ => None,
                }
            }
            Self::Calls { cards, count, copies, .. } => {
                let copies = usize::from(*copies);
                let mut left: Vec<usize> = (0..cards.len() * copies).collect();
                let places = 0..usize::from(*count).min(left.len());
                let calls = places.map(|_| {
                    let place = left.remove(below(left.len()));
                    let copy = u8::try_from(place % copies + 1).ok();
                    FriendCall { card: Named::Face(cards[place / copies]), copy }
                });
                Some(Action::CallFriends(calls.collect()))
            }
        }
    }

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
    /// How many choices there are to draw one from: listed actions, and one for each shape.
    pub fn choices(&self) -> usize {
        let numbers = self.verbs.iter().map(|(_, form)| match form {
            LegalForm::List { actions, .. } => actions.len(),
            LegalForm::Shape { .. } | LegalForm::Calls { .. } => 1,
        });
        numbers.sum()
    }

    /// The choice of a place below [`Legal::choices`]; a shape is filled by `below`.
    pub fn choice(&self, place: usize, below: &mut dyn FnMut(usize) -> usize) -> Option<Action> {
        let mut left = place;
        for (verb, form) in &self.verbs {
            match form {
                LegalForm::List { actions, .. } if left < actions.len() => {
                    return actions.get(left).cloned();
                }
                LegalForm::List { actions, .. } => left -= actions.len(),
                _ if left == 0 => return form.filled(*verb, below),
                _ => left -= 1,
            }
        }
        None
    }

    /// Every listed action, in order.
    pub fn actions(&self) -> impl Iterator<Item = &Action> {
        self.verbs.iter().flat_map(|(_, form)| match form {
            LegalForm::List { actions, .. } => actions.as_slice(),
            LegalForm::Shape { .. } | LegalForm::Calls { .. } => &[],
        })
    }

    /// Some list is a sample.
    pub fn truncated(&self) -> bool {
        self.verbs.iter().any(|(_, form)| matches!(form, LegalForm::List { truncated: true, .. }))
    }
}
