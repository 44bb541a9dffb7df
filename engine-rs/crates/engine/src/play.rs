//! A table that looks after itself: deals follow by themselves and bots answer at once.

use std::sync::Arc;

use crate::action::{Action, Verb};
use crate::bots::Bot;
use crate::deal_key::Seed;
use crate::drawing::Drawing;
use crate::error::RuleError;
use crate::event::Fact;
use crate::game::Stage;
use crate::hash::tagged;
use crate::match_log::{Entry, LoggedTable};
use crate::record::Record;
use crate::rng::DealRng;
use crate::ruleset::Ruleset;
use crate::seat::{Seat, Viewer};
use crate::table::Table;
use crate::view::Decision;

/// A table without a person ends its match after so many deals.
pub const DEALS_WITHOUT_PERSON_MAX: u32 = 100;

/// A match in one process, for bots, search and training. The same seed, bots and actions give
/// the same match.
#[derive(Clone)]
pub struct Playing {
    logged: LoggedTable,
    /// Everything that happened; missing where the past was dealt again and has no record.
    log: Option<Vec<Entry>>,
    seed: Seed,
    bots: Vec<Option<Bot>>,
    /// Actions of bots so far; each draws from a seed of its own.
    bot_actions: u64,
    drawing: Drawing,
    /// Cards are drawn by themselves.
    draws: bool,
}

impl Playing {
    /// A table with its first deal dealt, at the first decision that a person must make. Cards
    /// that are drawn one by one are drawn until then; persons who want to bid between two draws
    /// take `draws` away and call [`Playing::draw`].
    pub fn new(ruleset: &Ruleset, seed: Seed, bots: Vec<Option<Bot>>, draws: bool) -> Self {
        assert_eq!(bots.len(), usize::from(ruleset.seats()), "every seat has a bot or none");
        let logged = LoggedTable::new(ruleset.clone(), "");
        let drawing = Drawing::default();
        let log = Some(Vec::new());
        let mut playing = Self { logged, log, seed, bots, bot_actions: 0, drawing, draws };
        playing.settle(&mut Vec::new());
        playing
    }

    /// The table after so many steps of a record, or after the last, with nobody but persons; see
    /// [`Record::replay`].
    ///
    /// # Errors
    /// The first thing in the record that does not fit, in words; that there are fewer steps.
    pub fn replay(record: &Record, steps: Option<usize>) -> Result<Self, String> {
        let (logged, log) = record.replay(steps)?;
        let bots = vec![None; usize::from(record.ruleset.seats())];
        let whole = record.match_number == 1;
        let seed = tagged("paizhuo/replayed/1", &[&logged.table().hash().0]);
        let drawing = Drawing::default();
        let log = whole.then_some(log);
        Ok(Self { logged, log, seed, bots, bot_actions: 0, drawing, draws: true })
    }

    /// The game.
    pub fn table(&self) -> &dyn Table {
        self.logged.table()
    }

    /// The game, to be kept: a table is a value.
    pub fn shared_table(&self) -> Arc<dyn Table> {
        self.logged.shared_table()
    }

    /// What it is played by.
    pub fn ruleset(&self) -> &Ruleset {
        self.logged.ruleset()
    }

    /// A seat acts; deals and bots follow until a person is asked or the match is over. What
    /// happened, in order.
    ///
    /// # Errors
    /// Why the action is refused; then nothing has happened.
    pub fn act(&mut self, seat: Seat, action: &Action) -> Result<Vec<Arc<Fact>>, RuleError> {
        let mut facts = Vec::new();
        let entry = Entry::Acted { seat, decision_id: None, action: action.clone() };
        self.put(entry, &mut facts)?;
        self.settle(&mut facts);
        Ok(facts)
    }

    /// Draws so many cards, one after another, each followed by the bots that want to answer; what
    /// follows by itself follows. Fewer where somebody must be waited for.
    pub fn draw(&mut self, count: u32) -> Vec<Arc<Fact>> {
        let mut facts = Vec::new();
        for _ in 0..count {
            if self.table().to_draw() == 0 {
                break;
            }
            self.draw_now(1, &mut facts);
            self.settle(&mut facts);
        }
        facts
    }

    /// Begins the next match once one is over; nothing happens before.
    pub fn next_match(&mut self) -> Vec<Arc<Fact>> {
        let mut facts = Vec::new();
        if self.table().stage() == Stage::Over {
            // A table after a record may have no commitment to the next deal yet.
            self.settle(&mut facts);
            self.deal(&mut facts);
            self.settle(&mut facts);
        }
        facts
    }

    /// The record of a match for one reader; match 0 is the last. Nothing if there is no such
    /// match, or where the past was dealt again.
    pub fn record(&self, match_number: u32, viewer: Viewer) -> Option<Record> {
        let log = self.log.as_ref()?;
        let ruleset = self.logged.ruleset();
        let table_id = self.logged.table_id();
        Record::from_log(ruleset, table_id, log, match_number, viewer)
            .expect("a table's own log is a log of such a table")
    }

    /// The same table with everything dealt again that a viewer cannot see, now and later.
    #[must_use]
    pub fn resample(&self, viewer: Viewer, seed: Seed) -> Self {
        let mut rng = DealRng::from_key(seed);
        Self {
            logged: self.logged.resample(viewer, &mut rng),
            log: None,
            seed,
            bots: self.bots.clone(),
            bot_actions: self.bot_actions,
            drawing: self.drawing.clone(),
            draws: self.draws,
        }
    }

    /// Lets deals and bots follow until a person is asked or the match is over.
    fn settle(&mut self, facts: &mut Vec<Arc<Fact>>) {
        loop {
            if self.table().needs_commit() {
                self.commit(facts);
            } else if self.table().needs_start() {
                if self.table().stage() == Stage::Over {
                    return;
                }
                self.deal(facts);
            } else if let Some((decision, bot)) = self.bot_asked() {
                self.answer(&decision, bot, facts);
            } else if let Some(seat) = self.drawing.next_asked(self.logged.table()) {
                self.offer(seat, facts);
            } else if self.draws && self.table().to_draw() > 0 {
                let count = Drawing::count(self.table(), &self.bot_seats(), self.ruleset().seats());
                self.draw_now(count, facts);
            } else {
                return;
            }
        }
    }

    fn commit(&mut self, facts: &mut Vec<Arc<Fact>>) {
        let deal = self.table().number().deal + 1;
        let seed = tagged("paizhuo/played/1", &[&self.seed, &deal.to_le_bytes()]);
        let commitment = self.logged.commitment(deal, &seed);
        self.follow(Entry::Committed { deal, seed, commitment }, facts);
    }

    fn deal(&mut self, facts: &mut Vec<Arc<Fact>>) {
        let number = self.table().number();
        let redeal = self.table().stage() == Stage::Redeal;
        let (deal, attempt) =
            if redeal { (number.deal, number.attempt + 1) } else { (number.deal + 1, 1) };
        if self.logged.lacks_seed() {
            // The past was dealt again, or a record keeps the seed secret: from here on it is
            // another match than the one that was committed to, and has no record.
            self.log = None;
            self.logged
                .replace_seed(tagged("paizhuo/unknown/1", &[&self.seed, &deal.to_le_bytes()]));
        }
        let entropy = vec![Vec::new(); usize::from(self.ruleset().seats())];
        self.follow(Entry::Started { deal, attempt, entropy }, facts);
    }

    fn bot_seats(&self) -> Vec<Seat> {
        let seats = Seat::all(self.ruleset().seats());
        seats.filter(|seat| self.bots[seat.index()].is_some()).collect()
    }

    fn draw_now(&mut self, count: u32, facts: &mut Vec<Arc<Fact>>) {
        self.follow(Entry::Drawn { count }, facts);
        let bots = self.bot_seats();
        self.drawing.drawn(self.logged.table(), &bots);
    }

    /// Asks a bot that need not answer.
    fn offer(&mut self, seat: Seat, facts: &mut Vec<Arc<Fact>>) {
        let Some(bot) = self.bots[seat.index()] else { return };
        if let Some(action) = self.chosen(seat, bot) {
            self.follow(Entry::Acted { seat, decision_id: None, action }, facts);
        }
    }

    fn chosen(&mut self, seat: Seat, bot: Bot) -> Option<Action> {
        self.bot_actions += 1;
        let drawn = tagged("paizhuo/bots/1", &[&self.seed, &self.bot_actions.to_le_bytes()]);
        let seed = u64::from_le_bytes(drawn[..8].try_into().expect("8 bytes of 32"));
        let view = self.table().view(Some(seat));
        bot.choose(self.logged.ruleset(), &view, seed)
    }

    fn bot_asked(&self) -> Option<(Decision, Bot)> {
        let decisions = self.table().decisions().into_iter();
        let decisions = decisions.filter(|decision| !decision.voluntary);
        let mut bots = decisions.map(|decision| (self.bots[decision.seat.index()], decision));
        bots.find_map(|(bot, decision)| Some((decision, bot?)))
    }

    fn answer(&mut self, decision: &Decision, bot: Bot, facts: &mut Vec<Arc<Fact>>) {
        let seat = decision.seat;
        let alone = self.bots.iter().all(Option::is_some);
        let tired = alone && self.table().number().deal >= DEALS_WITHOUT_PERSON_MAX;
        let action = if tired && decision.verbs.contains(&Verb::Stop) {
            Action::Stop
        } else {
            self.chosen(seat, bot).expect("the bot is asked")
        };
        self.follow(Entry::Acted { seat, decision_id: None, action }, facts);
    }

    fn follow(&mut self, entry: Entry, facts: &mut Vec<Arc<Fact>>) {
        self.put(entry, facts).expect("what follows by itself is legal");
    }

    fn put(&mut self, entry: Entry, facts: &mut Vec<Arc<Fact>>) -> Result<(), RuleError> {
        let prepared = self.logged.prepare(&entry)?;
        facts.extend_from_slice(&prepared.facts);
        self.logged.commit(&prepared);
        if let Some(log) = &mut self.log {
            log.push(entry);
        }
        Ok(())
    }
}
