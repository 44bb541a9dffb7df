//! A game with every option fixed.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use rayon::ThreadPoolBuildError;
use serde_json::Value;

use crate::action::Action;
use crate::bots::Bot;
use crate::cards::Card;
use crate::error::{Reason, RuleError};
use crate::game::{Climbing, DealNumber, Game, GameInfo, Simulated, Tricks};
use crate::games;
use crate::legal::Legal;
use crate::question::{Deck, Question};
use crate::setup::Settings;
use crate::sim::{self, Report, Threads};
use crate::table::{Hosted, Table};
use crate::vectors::Verdict;
use crate::view::View;

/// A game with every option fixed: what a match is played by.
#[derive(Clone)]
pub struct Ruleset {
    info: &'static GameInfo,
    settings: Arc<Settings>,
    hash: [u8; 32],
    deck: Arc<Deck>,
    rules: Arc<dyn Rules>,
}

impl Ruleset {
    /// The rules of a game for so many seats, with a preset (`seed` if it is empty) and options
    /// beside it; the newest revision where none is named.
    ///
    /// # Errors
    /// `UNKNOWN_GAME`, those of [`Settings::resolve`], and what the game's own rules refuse.
    pub fn new(
        game: &str,
        seats: u32,
        preset: &str,
        options: &[(String, String)],
        revision: Option<u32>,
    ) -> Result<Self, RuleError> {
        let listed = game_named(game)?;
        let info = listed.info();
        let revisions = listed.revisions();
        let settings = Settings::resolve(info, revisions, revision, seats, preset, options)?;
        let rules = listed.rules(&settings)?;
        let hash = settings.hash();
        let deck = Arc::new(Deck::new(info.pack, &rules.deck()));
        Ok(Self { info, settings: Arc::new(settings), hash, deck, rules })
    }

    /// Everything about the game that is no state.
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// The options.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Number of seats.
    pub fn seats(&self) -> u8 {
        self.settings.seats
    }

    /// Revision of the rules.
    pub fn revision(&self) -> u32 {
        self.settings.revision
    }

    /// SHA-256 of (game, rules revision, seats, every option of that revision).
    pub fn hash(&self) -> &[u8; 32] {
        &self.hash
    }

    /// A table before its first deal.
    pub fn table(&self) -> Arc<dyn Table> {
        self.table_after(DealNumber::default())
    }

    /// A table between two matches, after so many matches and deals.
    pub fn table_after(&self, number: DealNumber) -> Arc<dyn Table> {
        Arc::clone(&self.rules).table_after(number)
    }

    /// A question about these rules, to read its cards with.
    pub fn question(&self) -> Question<'_> {
        Question::new(self.info, &self.deck)
    }

    /// The questions about combinations, for climbing games.
    pub fn climbing(&self) -> Option<&dyn Climbing> {
        self.rules.climbing()
    }

    /// The questions about leads and tricks, for trick games.
    pub fn tricks(&self) -> Option<&dyn Tricks> {
        self.rules.tricks()
    }

    /// What the viewer of a view may do.
    pub fn legal(&self, view: &View, limit: usize) -> Legal {
        self.rules.legal(view, limit)
    }

    /// What a sensible beginner does in a view whose viewer is asked.
    pub fn beginner(&self, view: &View) -> Action {
        self.rules.beginner(view)
    }

    /// What a sensible beginner answers in a view whose viewer need not answer.
    pub fn volunteer(&self, view: &View) -> Option<Action> {
        self.rules.volunteer(view)
    }

    /// Plays deals out, each the first of a match, a bot a seat. The report depends on nothing
    /// but the arguments, however many threads there are; where they are stopped, it counts the
    /// deals that were played by then.
    ///
    /// # Errors
    /// The threads could not be started.
    ///
    /// # Panics
    /// If there is not one bot a seat.
    pub fn simulate(
        &self,
        bots: &[Bot],
        deals: u64,
        seed: u64,
        threads: Threads<'_>,
    ) -> Result<Report, ThreadPoolBuildError> {
        let random = bots.iter().all(|&bot| bot == Bot::Random);
        if random && let Some(report) = self.rules.random_deals(deals, seed, threads) {
            return report;
        }
        sim::run(deals, threads, |deal| sim::play_deal(self, bots, seed, deal))
    }
}

impl fmt::Debug for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("Ruleset");
        text.field("game", &self.info.id).field("settings", &self.settings).finish_non_exhaustive()
    }
}

/// The object-safe face of a listed game.
pub trait Listed: Sync {
    /// Everything about it that is no state.
    fn info(&self) -> &'static GameInfo;
    /// Revisions of its rules, ascending.
    fn revisions(&self) -> &'static [u32];
    /// See [`Game::vector`].
    fn vector(&self, vector: &Value) -> Option<Result<Verdict, String>>;
    /// Its rules with every option fixed.
    ///
    /// # Errors
    /// What the game's own rules refuse.
    fn rules(&self, settings: &Settings) -> Result<Arc<dyn Rules>, RuleError>;
}

/// The game of a name.
///
/// # Errors
/// `UNKNOWN_GAME`.
pub fn game_named(id: &str) -> Result<&'static dyn Listed, RuleError> {
    let found = games::all().iter().find(|game| game.info().id == id).copied();
    found.ok_or_else(|| {
        let error = RuleError::new(Reason::UnknownGame, "").with_sent("game", id);
        error.with_list("known", games::all().iter().map(|game| game.info().id))
    })
}

/// The object-safe face of the rules of any game.
pub trait Rules: Send + Sync {
    /// A table between two matches, after so many matches and deals.
    fn table_after(self: Arc<Self>, number: DealNumber) -> Arc<dyn Table>;
    /// See [`Game::deck`].
    fn deck(&self) -> Vec<Card>;
    /// See [`Game::climbing`].
    fn climbing(&self) -> Option<&dyn Climbing>;
    /// See [`Game::tricks`].
    fn tricks(&self) -> Option<&dyn Tricks>;
    /// See [`Game::legal`].
    fn legal(&self, view: &View, limit: usize) -> Legal;
    /// See [`Game::beginner`].
    fn beginner(&self, view: &View) -> Action;
    /// See [`Game::volunteer`].
    fn volunteer(&self, view: &View) -> Option<Action>;
    /// See [`Game::random_deals`].
    fn random_deals(&self, deals: u64, seed: u64, threads: Threads<'_>) -> Simulated;
}

/// A game in the list of [`games::all`].
pub struct Entry<G>(PhantomData<fn() -> G>);

impl<G> Entry<G> {
    /// The entry of a game.
    #[expect(clippy::new_without_default, reason = "it is made once, in a constant")]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G: Game> Listed for Entry<G> {
    fn info(&self) -> &'static GameInfo {
        G::INFO
    }

    fn revisions(&self) -> &'static [u32] {
        G::REVISIONS
    }

    fn vector(&self, vector: &Value) -> Option<Result<Verdict, String>> {
        G::vector(vector)
    }

    fn rules(&self, settings: &Settings) -> Result<Arc<dyn Rules>, RuleError> {
        let rules = G::rules(settings, settings.revision)?;
        Ok(Arc::new(Fixed::<G>(rules)))
    }
}

/// The rules of one game with every option fixed.
pub(crate) struct Fixed<G: Game>(pub(crate) G::Rules);

impl<G: Game> Rules for Fixed<G> {
    fn table_after(self: Arc<Self>, number: DealNumber) -> Arc<dyn Table> {
        Arc::new(Hosted::<G>::new(self, number))
    }

    fn deck(&self) -> Vec<Card> {
        G::deck(&self.0)
    }

    fn climbing(&self) -> Option<&dyn Climbing> {
        G::climbing(&self.0)
    }

    fn tricks(&self) -> Option<&dyn Tricks> {
        G::tricks(&self.0)
    }

    fn legal(&self, view: &View, limit: usize) -> Legal {
        G::legal(&self.0, view, limit)
    }

    fn beginner(&self, view: &View) -> Action {
        G::beginner(&self.0, view)
    }

    fn volunteer(&self, view: &View) -> Option<Action> {
        G::volunteer(&self.0, view)
    }

    fn random_deals(&self, deals: u64, seed: u64, threads: Threads<'_>) -> Simulated {
        G::random_deals(&self.0, deals, seed, threads)
    }
}
