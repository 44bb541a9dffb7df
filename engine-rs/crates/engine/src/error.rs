//! Refusals: what was refused, by which rule, and why.

use std::fmt;

use crate::action::Action;

/// What kind of mistake a refusal answers; it decides the status of a call.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Class {
    /// The request could never be right: unknown names, bad notation, refused set-ups.
    Invalid,
    /// The decision was answered already.
    Closed,
    /// The decision is another seat's.
    Foreign,
    /// The rules refuse the action now.
    Illegal,
}

macro_rules! reasons {
    ($($(#[doc = $meaning:literal])+ $name:ident $code:literal $class:ident)*) => {
        /// Every reason for which the engine refuses, in order of precedence: where several
        /// hold, the first is given. Codes are stable; meanings are for people and may change.
        #[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
        pub enum Reason {
            $($(#[doc = $meaning])+ $name,)*
        }

        impl Reason {
            /// Every reason, in order of precedence.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The stable code.
            pub fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// What kind of mistake it answers.
            pub fn class(self) -> Class {
                match self { $(Self::$name => Class::$class,)* }
            }

            /// What it means, in English.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$name => concat!($($meaning),+).trim_ascii(),)* }
            }
        }
    };
}

reasons! {
    /// No game has this name.
    UnknownGame "UNKNOWN_GAME" Invalid
    /// The game cannot be played with this number of seats.
    BadSeatCount "BAD_SEAT_COUNT" Invalid
    /// The server does not know this revision of the rules.
    UnknownRevision "UNKNOWN_REVISION" Invalid
    /// The game has no preset of this name.
    UnknownPreset "UNKNOWN_PRESET" Invalid
    /// The preset cannot be used with this number of seats.
    PresetNotForSeats "PRESET_NOT_FOR_SEATS" Invalid
    /// The game has no option of this name.
    UnknownOption "UNKNOWN_OPTION" Invalid
    /// An option was given twice.
    RepeatedOption "REPEATED_OPTION" Invalid
    /// The option does not take this value.
    BadOptionValue "BAD_OPTION_VALUE" Invalid
    /// Another option needs this one, and it was not given.
    MissingOption "MISSING_OPTION" Invalid
    /// Two options, or an option and the number of seats, do not go together.
    OptionsConflict "OPTIONS_CONFLICT" Invalid
    /// The text names no cards of this game, or one more often than its packs hold it.
    MalformedCards "MALFORMED_CARDS" Invalid
    /// The text or message is no action, or no entry that the log of a table can have here.
    MalformedAction "MALFORMED_ACTION" Invalid
    /// There is no bot of this name.
    UnknownBot "UNKNOWN_BOT" Invalid
    /// The record cannot be read.
    MalformedRecord "MALFORMED_RECORD" Invalid
    /// The game does not answer this question.
    NotAsked "NOT_ASKED" Invalid
    /// The decision that was named is not open (any more).
    DecisionClosed "DECISION_CLOSED" Closed
    /// The decision is another seat's.
    NotYourSeat "NOT_YOUR_SEAT" Foreign
    /// No decision is open to this seat.
    NotYourTurn "NOT_YOUR_TURN" Illegal
    /// The decision does not take this verb.
    VerbNotAllowed "VERB_NOT_ALLOWED" Illegal
    /// The first bidder may not pass now.
    MustOpen "MUST_OPEN" Illegal
    /// The leader of a trick may not pass.
    MustLead "MUST_LEAD" Illegal
    /// A bid is being challenged, and its holder answers first.
    ChallengeOpen "CHALLENGE_OPEN" Illegal
    /// The seat's own bid stands already.
    OwnBidStands "OWN_BID_STANDS" Illegal
    /// There is no such bid.
    NoSuchBid "NO_SUCH_BID" Illegal
    /// The bid is not higher than the highest so far.
    BidTooLow "BID_TOO_LOW" Illegal
    /// The seat does not hold these cards.
    CardsNotHeld "CARDS_NOT_HELD" Illegal
    /// It is another number of cards, or of calls, than the rules ask for.
    WrongCardCount "WRONG_CARD_COUNT" Illegal
    /// The seat does not hold what could be declared.
    NothingToDeclare "NOTHING_TO_DECLARE" Illegal
    /// The card may not be called, or there is no such copy of it.
    NoSuchCall "NO_SUCH_CALL" Illegal
    /// The same card is called twice.
    RepeatedCall "REPEATED_CALL" Illegal
    /// Cards of several suits may not be led together.
    MixedSuits "MIXED_SUITS" Illegal
    /// No trump may be led or put away while the seat holds other cards.
    TrumpNotAllowed "TRUMP_NOT_ALLOWED" Illegal
    /// A trump was led, and the seat holds trumps.
    MustPlayTrump "MUST_PLAY_TRUMP" Illegal
    /// The seat holds cards of the led suit.
    MustFollowSuit "MUST_FOLLOW_SUIT" Illegal
    /// Sets like those that were led must be played.
    MustFollowSets "MUST_FOLLOW_SETS" Illegal
    /// The cards are no combination.
    NotACombination "NOT_A_COMBINATION" Illegal
    /// The cards cannot be read as the play says.
    NoSuchReading "NO_SUCH_READING" Illegal
    /// The combination is of another type than the one on the table.
    OtherType "OTHER_TYPE" Illegal
    /// The combination is of another length than the one on the table.
    OtherLength "OTHER_LENGTH" Illegal
    /// The combination is not higher than the one on the table.
    NotHigher "NOT_HIGHER" Illegal
}

/// A fact behind a refusal: its name and its value.
pub type Fact = (&'static str, String);

/// An action, a set-up or a text was refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleError {
    /// Why.
    pub reason: Reason,
    /// Number of the rule that refuses; empty where none does.
    pub rule: &'static str,
    /// Facts, all of them known to who is refused.
    pub facts: Vec<Fact>,
    /// Something that would be legal instead, where there is one.
    pub alternative: Option<Box<Action>>,
}

impl RuleError {
    /// A refusal by a rule.
    pub fn new(reason: Reason, rule: &'static str) -> Self {
        Self { reason, rule, facts: Vec::new(), alternative: None }
    }

    /// The same with one more fact.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.facts.push((name, value.to_string()));
        self
    }

    /// The same with what a client sent, cut to a length that an answer can carry.
    #[must_use]
    pub fn with_sent(self, name: &'static str, text: &str) -> Self {
        self.with(name, text.chars().take(SENT_MAX).collect::<String>())
    }

    /// The same with a list of what there is.
    #[must_use]
    pub fn with_list(
        self,
        name: &'static str,
        values: impl IntoIterator<Item: fmt::Display>,
    ) -> Self {
        let values: Vec<_> = values.into_iter().map(|value| value.to_string()).collect();
        self.with(name, values.join(", "))
    }
}

/// Most characters that a refusal repeats of what a client sent.
const SENT_MAX: usize = 32;

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason.meaning().trim_end_matches('.'))?;
        if !self.rule.is_empty() {
            write!(f, " ({})", self.rule)?;
        }
        for (place, (name, value)) in self.facts.iter().enumerate() {
            write!(f, "{} {name}={value}", if place == 0 { ":" } else { "," })?;
        }
        Ok(())
    }
}

impl std::error::Error for RuleError {}
