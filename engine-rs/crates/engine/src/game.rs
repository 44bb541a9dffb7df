//! The contract of a game.

use rayon::ThreadPoolBuildError;
use serde_json::Value;

use crate::action::{Action, Reading, Verb};
use crate::cards::{Card, Pack};
use crate::combination::Combination;
use crate::error::RuleError;
use crate::event::Fact;
use crate::hash::Canonical;
use crate::legal::Legal;
use crate::name::{Name, Term};
use crate::rng::DealRng;
use crate::seat::{Seat, Viewer};
use crate::setup::{OptionInfo, PresetInfo, Settings};
use crate::sim::{Report, Threads};
use crate::trick::{Context, Failed, Lead, Trump};
use crate::vectors::Verdict;
use crate::view::View;

/// Everything about a game that is no state: the catalogue is drawn from it.
#[derive(Debug)]
pub struct GameInfo {
    /// Its name in the API.
    pub id: &'static str,
    /// Its name.
    pub name: Name,
    /// What each number of seats needs, ascending.
    pub seat_counts: &'static [SeatCount],
    /// Number of the rule that fixes the numbers of seats.
    pub seats_rule: &'static str,
    /// Number of the rule that says which cards there are.
    pub cards_rule: &'static str,
    /// Its pack.
    pub pack: &'static Pack,
    /// Every face, in the order in which cards are sorted, the last one first.
    pub faces: fn() -> Vec<Card>,
    /// Suits matter: a card is named by its face, and packed sets have a byte a face. Where they
    /// do not, a rank alone names any card of it.
    pub suits_matter: bool,
    /// Card points of a card.
    pub points: fn(Card) -> u32,
    /// Options of the rules.
    pub options: &'static [OptionInfo],
    /// Presets; the first is `seed`.
    pub presets: &'static [PresetInfo],
    /// Number of the rule that describes the presets.
    pub presets_rule: &'static str,
    /// Phases, also the kinds of decisions.
    pub phases: &'static [Term],
    /// Verbs that the game uses, in the order of [`Verb`].
    pub verbs: &'static [Term],
    /// Combinations, in the order of packed categories.
    pub categories: &'static [Term],
    /// Forms that some combination is named by in place of a rank, in the order of packed keys.
    pub forms: &'static [Term],
    /// Labels of combinations, the canonical one first.
    pub labels: &'static [Term],
    /// Kinds of events that its rules bring, as [`crate::event::Event::kind`] names them.
    pub events: &'static [Term],
    /// Roles of seats.
    pub roles: &'static [Term],
    /// What a seat may be in the match beside its role in the deal; none where all are alike.
    pub statuses: &'static [Term],
    /// Teams, where the same seats always play together.
    pub teams: &'static [Term],
    /// Zones where cards lie.
    pub zones: &'static [Term],
    /// Which way seat numbers rise, seen from above.
    pub seat_direction: Direction,
    /// Which way cards are dealt.
    pub deal_direction: Direction,
    /// Which way the turn goes.
    pub play_direction: Direction,
}

/// A direction round the table, seen from above.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Direction {
    /// To the left.
    #[default]
    Clockwise,
    /// To the right.
    Anticlockwise,
}

/// Which way things go round a table.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Directions {
    /// Which way cards are dealt, or drawn.
    pub deal: Direction,
    /// Which way the turn goes.
    pub play: Direction,
}

/// What a number of seats needs.
#[derive(Clone, Copy, Debug)]
pub struct SeatCount {
    /// Seats.
    pub seats: u8,
    /// Packs.
    pub packs: u8,
    /// Cards in all, where no option changes it.
    pub cards: u16,
    /// Cards dealt to each seat.
    pub hand_sizes: &'static [u8],
    /// Cards left in the middle.
    pub left: u8,
}

/// What a game is waiting for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Stage {
    /// For the next deal.
    Deal,
    /// For the next attempt of the same deal; nobody is asked.
    Redeal,
    /// For decisions in a deal.
    Decisions,
    /// For decisions between two deals.
    Between,
    /// For another match.
    Over,
}

/// A question to a seat, before the table has named it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Ask {
    /// The seat that is asked.
    pub seat: Seat,
    /// The phase that asks.
    pub kind: &'static str,
    /// What the seat may do, independent of its cards.
    pub verbs: &'static [Verb],
    /// Nobody waits for an answer: the seat may answer, again and again, as long as it is asked.
    /// All voluntary questions to a seat in one dealing are one decision with one name.
    pub voluntary: bool,
}

/// The numbers that name a deal at its table.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct DealNumber {
    /// The match, from 1.
    pub match_number: u32,
    /// The deal, from 1; it counts on over matches.
    pub deal: u32,
    /// The attempt, from 1.
    pub attempt: u32,
}

/// An action that has passed [`check`]; nothing else makes one, so that an unchecked action
/// cannot be applied.
#[derive(Debug)]
pub struct Checked<G: Game> {
    seat: Seat,
    step: G::Step,
}

impl<G: Game> Checked<G> {
    /// The seat that acts.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What it does, resolved.
    pub fn step(&self) -> &G::Step {
        &self.step
    }
}

/// Checks an action; the one way to a [`Checked`].
///
/// # Errors
/// As [`Game::resolve`].
pub fn check<G: Game>(
    rules: &G::Rules,
    state: &G::State,
    seat: Seat,
    action: &Action,
) -> Result<Checked<G>, RuleError> {
    G::resolve(rules, state, seat, action).map(|step| Checked { seat, step })
}

/// A game: its rules as pure functions of a state.
///
/// A state spans a match: totals, dealer and levels carry over inside it. It holds no clock and no
/// generator. The table ([`crate::table`]) numbers deals and decisions and keeps commitments.
pub trait Game: Sized + Send + Sync + 'static {
    /// The options of a match, as types.
    type Rules: Clone + Send + Sync;
    /// A match at one moment.
    type State: Clone + Send + Sync;
    /// An action, checked, with everything resolved that the rules leave to the engine.
    type Step: Send + Sync;

    /// Everything about it that is no state.
    const INFO: &'static GameInfo;
    /// Revisions of its rules that can be played, ascending; new matches get the last.
    const REVISIONS: &'static [u32];

    /// The options as types. A revision's settings have no option that is newer.
    ///
    /// # Errors
    /// `MISSING_OPTION` and `OPTIONS_CONFLICT` with the rule that refuses.
    fn rules(settings: &Settings, revision: u32) -> Result<Self::Rules, RuleError>;

    /// Which way things go round; as [`GameInfo`] says, unless an option turns them.
    fn directions(_rules: &Self::Rules) -> Directions {
        Directions { deal: Self::INFO.deal_direction, play: Self::INFO.play_direction }
    }

    /// Every card of a match, each copy of it.
    fn deck(rules: &Self::Rules) -> Vec<Card>;

    /// A match before its first deal.
    fn start(rules: &Self::Rules) -> Self::State;

    /// What the match is waiting for.
    fn stage(state: &Self::State) -> Stage;

    /// Deals: the next deal, or the next attempt of the same. Everything that is drawn comes from
    /// `rng`, in the order that the rules name.
    fn deal(
        rules: &Self::Rules,
        state: &mut Self::State,
        number: DealNumber,
        rng: &mut DealRng,
        facts: &mut Vec<Fact>,
    );

    /// The phase, one of [`GameInfo::phases`].
    fn phase(state: &Self::State) -> &'static str;

    /// The open questions, in the order of seats. They depend on nothing hidden.
    fn asks(rules: &Self::Rules, state: &Self::State) -> Vec<Ask>;

    /// Checks an action of a seat that is asked, with a verb that its question takes.
    ///
    /// # Errors
    /// Why the rules refuse it, without an alternative.
    fn resolve(
        rules: &Self::Rules,
        state: &Self::State,
        seat: Seat,
        action: &Action,
    ) -> Result<Self::Step, RuleError>;

    /// Applies a checked action.
    fn apply(
        rules: &Self::Rules,
        state: &mut Self::State,
        number: DealNumber,
        checked: &Checked<Self>,
        facts: &mut Vec<Fact>,
    );

    /// The open questions are answered under seal: nobody may learn who has answered before all
    /// have. These seats have, though [`Game::asks`] still names them; none where every answer is
    /// seen at once.
    fn sealed(_state: &Self::State) -> Option<Vec<Seat>> {
        None
    }

    /// How many cards the server may draw for the seats now, one after another; none while the
    /// drawing waits for somebody, and in games that hand all cards out at once.
    fn to_draw(_state: &Self::State) -> u32 {
        0
    }

    /// Draws so many cards, at most [`Game::to_draw`].
    fn draw(
        _rules: &Self::Rules,
        _state: &mut Self::State,
        _number: DealNumber,
        _count: u32,
        _facts: &mut Vec<Fact>,
    ) {
        unreachable!("a game that draws says how");
    }

    /// The seats that hold something to answer a voluntary question with, in the order in which
    /// the rules ask bots. It depends on what is hidden: no person may learn of it.
    fn willing(_rules: &Self::Rules, _state: &Self::State) -> Vec<Seat> {
        Vec::new()
    }

    /// How many cards can be drawn until one of the seats may be willing, that last one counted;
    /// what is left where none is. As hidden as [`Game::willing`].
    fn draws_until_willing(_rules: &Self::Rules, state: &Self::State, _seats: &[Seat]) -> u32 {
        Self::to_draw(state)
    }

    /// What a viewer may know. The table adds what it owns: numbers, decisions, last events.
    fn view(rules: &Self::Rules, state: &Self::State, viewer: Viewer) -> View;

    /// What the viewer of a view may do, from the view alone: at most `limit` actions a verb,
    /// beyond that a sample marked as such.
    fn legal(rules: &Self::Rules, view: &View, limit: usize) -> Legal;

    /// What the rules prescribe for a seat that does not act in time, from its view alone.
    fn on_timeout(rules: &Self::Rules, view: &View) -> Action;

    /// What a sensible beginner does, from the view alone. The viewer is asked, and must answer.
    fn beginner(rules: &Self::Rules, view: &View) -> Action;

    /// What a sensible beginner answers to a voluntary question, from the view alone; nothing:
    /// no answer yet.
    fn volunteer(_rules: &Self::Rules, _view: &View) -> Option<Action> {
        None
    }

    /// The same state with everything dealt again that the viewer cannot see, so that nothing
    /// that the viewer has seen changes.
    fn resample(
        rules: &Self::Rules,
        state: &Self::State,
        viewer: Viewer,
        rng: &mut DealRng,
    ) -> Self::State;

    /// Played cards stay visible during the deal.
    fn remembers_played(rules: &Self::Rules) -> bool;

    /// Writes the state's canonical bytes.
    fn canonical(state: &Self::State, canonical: &mut Canonical);

    /// The questions about combinations, for climbing games.
    fn climbing(_rules: &Self::Rules) -> Option<&dyn Climbing> {
        None
    }

    /// The questions about leads and tricks, for trick games.
    fn tricks(_rules: &Self::Rules) -> Option<&dyn Tricks> {
        None
    }

    /// Judges a rule vector; nothing for a kind that the game does not have, words for a vector
    /// that lacks something.
    fn vector(vector: &Value) -> Option<Result<Verdict, String>>;

    /// Plays deals of uniformly random players out on a shorter way than through the table, where
    /// the game has one; nothing where it has none.
    fn random_deals(_: &Self::Rules, _deals: u64, _seed: u64, _threads: Threads<'_>) -> Simulated {
        None
    }
}

/// What came of simulated deals, where there was a way to play them; an error says that the
/// threads could not be started.
pub type Simulated = Option<Result<Report, ThreadPoolBuildError>>;

/// Questions about combinations, asked of rules and no state.
pub trait Climbing {
    /// Every reading of a set of cards, the canonical one first; none if it is no combination.
    fn classify(&self, cards: &[crate::action::Named]) -> Vec<Combination>;

    /// Whether cards may be laid on what stands, and as which combination.
    ///
    /// # Errors
    /// Why not.
    fn compare(
        &self,
        cards: &[crate::action::Named],
        reading: &Reading,
        standing: Option<&Combination>,
    ) -> Result<Combination, RuleError>;

    /// Everything that a hand may play, in one fixed order; leading where nothing stands.
    fn plays(
        &self,
        hand: &[crate::action::Named],
        standing: Option<&Combination>,
    ) -> Vec<Combination>;

    /// Reads one set of packed counts: one byte a rank, or a face where suits matter.
    fn classify_packed(&self, counts: &[u8]) -> PackedReading;

    /// How many bytes a packed set has.
    fn packed_len(&self) -> usize;
}

/// Questions about leads and tricks, asked of rules and no state. Cards are faces of the game's
/// pack; a [`Context`] that a game does not know is refused.
pub trait Tricks {
    /// What cards are as a lead.
    ///
    /// # Errors
    /// Why they may not be led together.
    fn lead_shape(&self, cards: &[Card], trump: Trump) -> Result<Lead, RuleError>;

    /// Whether a lead stands against other hands, in the order of play after the leader; nothing
    /// where it does, or where leads are not checked.
    ///
    /// # Errors
    /// As [`Tricks::lead_shape`].
    fn check_lead(
        &self,
        cards: &[Card],
        hands: &[Vec<Card>],
        trump: Trump,
    ) -> Result<Option<Failed>, RuleError>;

    /// Whether a hand may play cards on a lead.
    ///
    /// # Errors
    /// Why not.
    fn check_follow(&self, follow: &Follow<'_>) -> Result<(), RuleError>;

    /// The place of the play that wins a trick; the first is the lead, which stands.
    ///
    /// # Errors
    /// As [`Tricks::lead_shape`], for the lead; `WRONG_CARD_COUNT` for a play of another number of
    /// cards.
    fn trick_winner(
        &self,
        plays: &[Vec<Card>],
        trump: Trump,
        context: &Context,
    ) -> Result<usize, RuleError>;

    /// What a hand may play on a lead, or lead where there is none, each once and in one fixed
    /// order: at most `limit` plays, and whether that is all.
    ///
    /// # Errors
    /// As [`Tricks::lead_shape`], for the lead.
    fn plays(
        &self,
        hand: &[Card],
        lead: Option<&[Card]>,
        trump: Trump,
        limit: usize,
    ) -> Result<(Vec<Combination>, bool), RuleError>;

    /// The trump of a text, as this game has it.
    ///
    /// # Errors
    /// `MALFORMED_CARDS`.
    fn trump(&self, text: &str) -> Result<Trump, RuleError>;
}

/// A question whether a hand may follow with cards.
#[derive(Clone, Copy, Debug)]
pub struct Follow<'a> {
    /// The lead.
    pub lead: &'a [Card],
    /// The whole hand, the cards to be played among it.
    pub hand: &'a [Card],
    /// The cards to be played.
    pub cards: &'a [Card],
    /// The trump.
    pub trump: Trump,
    /// What else the game must know.
    pub context: &'a Context,
}

/// The canonical reading of a packed set: indices into the catalogue's lists.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct PackedReading {
    /// Index of the category; -1 if the set is no combination.
    pub category: i8,
    /// Index of the deciding rank, or of the form; -1 if the set is no combination.
    pub key: i8,
    /// Number of repeated groups; 0 if the set is no combination.
    pub run: u8,
    /// Number of cards.
    pub size: u8,
    /// How many readings there are.
    pub readings: u8,
}

impl PackedReading {
    /// That of cards which are no combination.
    pub(crate) const fn none(size: u8) -> Self {
        Self { category: -1, key: -1, run: 0, size, readings: 0 }
    }
}

/// How many cards packed counts have, as far as a byte goes.
pub(crate) fn packed_size(counts: &[u8]) -> u8 {
    counts.iter().fold(0u8, |sum, &count| sum.saturating_add(count))
}
