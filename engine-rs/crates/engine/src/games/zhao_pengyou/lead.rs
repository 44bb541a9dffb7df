//! What cards are as a lead (ZP-4.3 to ZP-4.7, ZP-7.10, ZP-7.12).

use super::component::{Component, Shape};
use super::grouping::{faces, grouping};
use super::order::{TrumpOrder, card_points, suit_name};
use super::rules::Rules;
use crate::action::Named;
use crate::cards::Hand;
use crate::cards::french::FRENCH;
use crate::combination::Combination;
use crate::error::{Reason, RuleError};
use crate::trick::{self, EffectiveSuit, Order};

/// The kinds of leads, and what a follower plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One card (ZP-4.4).
    Single,
    /// Identical cards (ZP-4.5).
    Set,
    /// Sets of one size, of adjacent ranks (ZP-4.6).
    Sequence,
    /// Several components led together (ZP-4.7).
    Group,
    /// Three scoring cards of one suit (ZP-7.12).
    Trio,
    /// Whatever a follower plays (ZP-4.2).
    Follow,
}

impl Kind {
    /// Every kind, in the catalogue's order.
    pub const ALL: [Self; 6] =
        [Self::Single, Self::Set, Self::Sequence, Self::Group, Self::Trio, Self::Follow];

    /// Its name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Set => "set",
            Self::Sequence => "sequence",
            Self::Group => "group",
            Self::Trio => "trio",
            Self::Follow => "follow",
        }
    }

    /// The rule that defines it.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Single => "ZP-4.4",
            Self::Set => "ZP-4.5",
            Self::Sequence => "ZP-4.6",
            Self::Group => "ZP-4.7",
            Self::Trio => "ZP-7.12",
            Self::Follow => "ZP-4.2",
        }
    }

    /// The kind of a lead that is one component.
    pub const fn of(shape: Shape) -> Self {
        match shape {
            Shape { run: 1, copies: 1 } => Self::Single,
            Shape { run: 1, .. } => Self::Set,
            _ => Self::Sequence,
        }
    }
}

/// A lead: its kind, suit and components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lead {
    /// The kind.
    pub kind: Kind,
    /// The one effective suit of its cards.
    pub suit: EffectiveSuit,
    /// The canonical grouping; of a trio its cards.
    pub components: Vec<Component>,
}

impl Lead {
    /// What cards are as a lead.
    ///
    /// # Errors
    /// `NOT_A_COMBINATION` for no cards and for components that may not be led together,
    /// `MIXED_SUITS` for cards of several effective suits.
    pub fn of(rules: &Rules, order: &TrumpOrder, cards: &Hand) -> Result<Self, RuleError> {
        let Some(first) = faces(cards).next() else {
            return Err(RuleError::new(Reason::NotACombination, "ZP-4.4"));
        };
        let suit = order.suit(first);
        if let Some(other) = faces(cards).map(|card| order.suit(card)).find(|&s| s != suit) {
            let error = RuleError::new(Reason::MixedSuits, "ZP-4.3");
            return Err(error.with("suits", format!("{} {}", suit_name(suit), suit_name(other))));
        }
        let components = grouping(order, cards);
        if let [component] = components.as_slice() {
            return Ok(Self { kind: Kind::of(component.shape()), suit, components });
        }
        if rules.scoring_trio_lead && cards.len() == 3 && cards.iter().all(|c| card_points(c) > 0) {
            let mut cards = cards.to_cards();
            cards.sort_by_key(|&card| order.high_to_low(card));
            let singles = cards.into_iter().map(|card| Component { cards: vec![card], copies: 1 });
            return Ok(Self { kind: Kind::Trio, suit, components: singles.collect() });
        }
        if !rules.group_lead {
            return Err(RuleError::new(Reason::NotACombination, "ZP-7.10"));
        }
        Ok(Self { kind: Kind::Group, suit, components })
    }

    /// Number of cards.
    pub fn size(&self) -> usize {
        self.components.iter().map(|component| usize::from(component.shape().size())).sum()
    }

    /// The lead that is left where one component of a group is all that is led.
    #[must_use]
    pub fn kept(&self, component: &Component) -> Self {
        Self {
            kind: Kind::of(component.shape()),
            suit: self.suit,
            components: vec![component.clone()],
        }
    }

    /// As a combination: its first component decides.
    pub fn combination(&self) -> Combination {
        let first = &self.components[0];
        let run = if self.kind == Kind::Sequence { first.shape().run } else { 1 };
        let cards = self.components.iter().flat_map(Component::all).map(Named::Face).collect();
        combination(self.kind, first, run, cards)
    }

    /// As questions about rules show it.
    pub fn shown(&self) -> trick::Lead {
        trick::Lead {
            kind: self.kind.name(),
            suit: suit_name(self.suit),
            components: self.components.iter().map(component).collect(),
        }
    }
}

/// A component as a combination.
pub(super) fn component(component: &Component) -> Combination {
    let shape = component.shape();
    let cards = component.all().map(Named::Face).collect();
    combination(Kind::of(shape), component, shape.run, cards)
}

/// What a follower plays, as a combination: the highest card stands first.
pub(super) fn followed(order: &TrumpOrder, cards: &Hand) -> Combination {
    let mut cards = cards.to_cards();
    cards.sort_by_key(|&card| std::cmp::Reverse(order.low_to_high(card)));
    let key = FRENCH.ranks[usize::from(FRENCH.face(cards[0]).rank)].notation;
    let cards = cards.into_iter().map(Named::Face).collect();
    Combination { category: Kind::Follow.name(), key, run: 1, labels: Vec::new(), cards }
}

fn combination(kind: Kind, first: &Component, run: u8, cards: Vec<Named>) -> Combination {
    let key = FRENCH.ranks[usize::from(FRENCH.face(first.top()).rank)].notation;
    Combination { category: kind.name(), key, run, labels: Vec::new(), cards }
}
