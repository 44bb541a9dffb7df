//! What a seat does.

use crate::cards::Card;

/// A card in an action: a face, or a rank alone where suits matter to no rule.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Named {
    /// A face.
    Face(Card),
    /// Any card of a rank; the index of the rank in the pack.
    Rank(u8),
}

/// How a play is to be read (the rules' `as`). What is given must fit; what is not is free.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct Reading {
    /// API name of the combination.
    pub category: Option<String>,
    /// The deciding rank in notation, or the name of a form.
    pub key: Option<String>,
    /// Number of repeated groups, for bombs of cards.
    pub run: Option<u8>,
    /// Label, where the game has labels.
    pub label: Option<String>,
    /// What wild cards stand for: (wild card, card), in notation.
    pub represent: Vec<(String, String)>,
}

impl Reading {
    /// It asks for nothing.
    pub fn is_free(&self) -> bool {
        *self == Self::default()
    }
}

/// A card that a friend is called by: whoever plays that copy joins.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct FriendCall {
    /// The card.
    pub card: Named,
    /// Which copy, counted as they are played, from 1; none: the one that the caller does not
    /// hold.
    pub copy: Option<u8>,
}

/// What a seat does. The verbs are those that the games need.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum Action {
    /// Pass, decline.
    Pass,
    /// Bid a number.
    Bid(u32),
    /// 叫地主: become the landlord unless somebody robs.
    Call,
    /// 抢地主: rob the landlord's place.
    Rob,
    /// 明牌: lay the own hand open.
    Reveal,
    /// 加倍: double the own stake.
    Double,
    /// Play cards.
    Play {
        /// The cards, in any order.
        cards: Vec<Named>,
        /// How they are to be read.
        reading: Reading,
    },
    /// Go on with another deal.
    Continue,
    /// Stop the match between two deals.
    Stop,
    /// Bid by showing cards.
    BidCards(Vec<Named>),
    /// Hold a bid against a challenge, by showing as many cards as the challenger: all that are
    /// shown then.
    Defend(Vec<Named>),
    /// Give way to a challenge.
    Yield,
    /// Put cards face down; none where others are told of it.
    Bury(Vec<Named>),
    /// 找朋友: name the cards whose players will be friends. Their order means nothing.
    CallFriends(Vec<FriendCall>),
    /// Put a card away; none where others are told of it and may not see it.
    Discard(Option<Named>),
    /// Declare what is held.
    Declare,
}

/// What an action does, without its arguments.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Verb {
    /// Pass, decline.
    Pass,
    /// Bid a number.
    Bid,
    /// Call the landlord's place.
    Call,
    /// Rob the landlord's place.
    Rob,
    /// Lay the own hand open.
    Reveal,
    /// Double the own stake.
    Double,
    /// Play cards.
    Play,
    /// Go on with another deal.
    Continue,
    /// Stop the match.
    Stop,
    /// Bid by showing cards.
    BidCards,
    /// Hold a bid against a challenge.
    Defend,
    /// Give way to a challenge.
    Yield,
    /// Put cards face down.
    Bury,
    /// Name the cards whose players will be friends.
    CallFriends,
    /// Put a card away.
    Discard,
    /// Declare what is held.
    Declare,
}

impl Verb {
    /// The verb in notation.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Bid => "bid",
            Self::Call => "call",
            Self::Rob => "rob",
            Self::Reveal => "reveal",
            Self::Double => "double",
            Self::Play => "play",
            Self::Continue => "continue",
            Self::Stop => "stop",
            Self::BidCards => "bid_cards",
            Self::Defend => "defend",
            Self::Yield => "yield",
            Self::Bury => "bury",
            Self::CallFriends => "call_friends",
            Self::Discard => "discard",
            Self::Declare => "declare",
        }
    }
}

impl Action {
    /// A play of cards that names no reading.
    pub fn play(cards: impl IntoIterator<Item = Card>) -> Self {
        Self::Play {
            cards: cards.into_iter().map(Named::Face).collect(),
            reading: Reading::default(),
        }
    }

    /// What it does.
    pub fn verb(&self) -> Verb {
        match self {
            Self::Pass => Verb::Pass,
            Self::Bid(_) => Verb::Bid,
            Self::Call => Verb::Call,
            Self::Rob => Verb::Rob,
            Self::Reveal => Verb::Reveal,
            Self::Double => Verb::Double,
            Self::Play { .. } => Verb::Play,
            Self::Continue => Verb::Continue,
            Self::Stop => Verb::Stop,
            Self::BidCards(_) => Verb::BidCards,
            Self::Defend(_) => Verb::Defend,
            Self::Yield => Verb::Yield,
            Self::Bury(_) => Verb::Bury,
            Self::CallFriends(_) => Verb::CallFriends,
            Self::Discard(_) => Verb::Discard,
            Self::Declare => Verb::Declare,
        }
    }

    /// The same without its cards, as it is told to who may not see them.
    #[must_use]
    pub fn covered(&self) -> Self {
        match self {
            Self::Play { .. } => Self::play([]),
            Self::Bury(_) => Self::Bury(Vec::new()),
            Self::Discard(_) => Self::Discard(None),
            shown => shown.clone(),
        }
    }
}
