//! Matches written down: made from a log, played again, checked.

use std::sync::Arc;

use crate::action::Action;
use crate::deal_key::Seed;
use crate::error::RuleError;
use crate::event::{Event, Fact, MatchEnd};
use crate::game::DealNumber;
use crate::hash::StateHash;
use crate::match_log::{Entry, LoggedTable, PreparedEntry};
use crate::ruleset::Ruleset;
use crate::seat::{Seat, Viewer};

/// Version of the format that is written.
pub const FORMAT: u32 = 1;

/// A match, written down.
#[derive(Clone, Debug)]
pub struct Record {
    /// The table, part of every commitment.
    pub table_id: String,
    /// What it is played by.
    pub ruleset: Ruleset,
    /// Number of the match at the table, from 1.
    pub match_number: u32,
    /// Deals, in order; the last may only be committed to.
    pub deals: Vec<DealRecord>,
    /// How it ended.
    pub end: Option<MatchEnd>,
    /// Hash of the state after the last step; only of a match that has ended.
    pub hash: Option<StateHash>,
}

/// A deal, written down.
#[derive(Clone, Debug, Default)]
pub struct DealRecord {
    /// Number of the deal at the table, from 1.
    pub deal: u32,
    /// Commitment to the seed.
    pub commitment: [u8; 32],
    /// The seed, once the deal was played out.
    pub seed: Option<Seed>,
    /// Attempts, in order; none of a deal that is in play or only committed to.
    pub attempts: Vec<Attempt>,
    /// What the reader saw of a deal in play.
    pub observed: Vec<Event>,
}

/// An attempt of a deal.
#[derive(Clone, Debug, Default)]
pub struct Attempt {
    /// What each seat mixed in, by seat.
    pub entropy: Vec<Vec<u8>>,
    /// What happened, in order, also between this deal and the next.
    pub steps: Vec<RecordStep>,
}

/// A step of an attempt.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordStep {
    /// A seat acted.
    Acted(Seat, Action),
    /// The server drew so many cards.
    Drawn(u32),
}

/// A deal while it is read from a log.
struct Reading {
    deal: u32,
    commitment: [u8; 32],
    seed: Seed,
    attempts: Vec<Attempt>,
    facts: Vec<Arc<Fact>>,
    played_out: bool,
}

impl Record {
    /// The record of a match from the log of its table, for one reader: whole for deals that were
    /// played out, for the deal in play what the reader may know. Match 0 is the last one that
    /// began. Nothing if there is no such match.
    ///
    /// # Errors
    /// What [`LoggedTable::prepare`] refuses: the log is no log of such a table.
    pub fn from_log<'a>(
        ruleset: &Ruleset,
        table_id: &str,
        entries: impl IntoIterator<Item = &'a Entry>,
        match_number: u32,
        viewer: Viewer,
    ) -> Result<Option<Self>, RuleError> {
        let mut table = LoggedTable::new(ruleset.clone(), table_id);
        let mut scribe = Scribe::default();
        for entry in entries {
            let prepared = table.prepare(entry)?;
            table.commit(&prepared);
            let PreparedEntry { facts, hash, .. } = prepared;
            let number = table.table().number();
            let passed = match_number != 0 && number.match_number > match_number;
            if passed {
                break;
            }
            scribe.write(entry, &facts, number, hash);
        }
        if scribe.match_number == 0 || (match_number != 0 && scribe.match_number != match_number) {
            return Ok(None);
        }
        let forgets = !table.table().remembers_played();
        Ok(Some(scribe.finish(ruleset, table_id, viewer, forgets)))
    }

    /// The entries of the deals that were played out, so that they can be played again.
    fn entries(&self) -> impl Iterator<Item = (&DealRecord, Seed)> {
        self.deals.iter().filter_map(|deal| deal.seed.map(|seed| (deal, seed)))
    }

    /// Plays the record again, so many steps of it or all: the table as it stands when the next
    /// step is made, so that a deal or attempt which begins with that step is dealt, and every
    /// entry that led to it.
    ///
    /// # Errors
    /// The first thing that does not fit, in words; that there are fewer steps.
    pub fn replay(&self, steps: Option<usize>) -> Result<(LoggedTable, Vec<Entry>), String> {
        let written = self.deals.iter().flat_map(|deal| &deal.attempts);
        let written: usize = written.map(|attempt| attempt.steps.len()).sum();
        if steps.is_some_and(|steps| steps > written) {
            return Err(format!("the record has {written} steps"));
        }
        self.play_again(steps.unwrap_or(usize::MAX)).map(|player| (player.table, player.entries))
    }

    fn play_again(&self, steps: usize) -> Result<Player, String> {
        let first = self.deals.first().map_or(1, |deal| deal.deal);
        let before = DealNumber {
            match_number: self.match_number.saturating_sub(1),
            deal: first.saturating_sub(1),
            attempt: 0,
        };
        let table = self.ruleset.table_after(before);
        let table = LoggedTable::with_table(self.ruleset.clone(), &self.table_id, table);
        let mut player = Player { table, entries: Vec::new(), misspelled: Vec::new() };
        let mut deals = self.deals.iter();
        let mut left = steps;
        player.commit_next(&mut deals)?;
        for (deal, _) in self.entries() {
            for (place, attempt) in deal.attempts.iter().enumerate() {
                let number = u32::try_from(place + 1).map_err(|error| error.to_string())?;
                // The cards of an attempt in which everybody passed show nothing of its entropy.
                if attempt.entropy != deal.attempts[0].entropy {
                    let deal = deal.deal;
                    return Err(format!("deal {deal}, attempt {number}: not the first's entropy"));
                }
                player.start(deal.deal, number, &attempt.entropy)?;
                for step in &attempt.steps {
                    let Some(fewer) = left.checked_sub(1) else { return Ok(player) };
                    left = fewer;
                    match step {
                        RecordStep::Acted(seat, action) => player.act(deal.deal, *seat, action)?,
                        RecordStep::Drawn(count) => player.draw(deal.deal, *count)?,
                    }
                    player.commit_next(&mut deals)?;
                }
            }
        }
        Ok(player)
    }

    /// Everything in it that does not fit together, in words; nothing where everything does.
    pub fn problems(&self) -> Vec<String> {
        let Player { table, misspelled: mut problems, .. } = match self.play_again(usize::MAX) {
            Ok(player) => player,
            Err(problem) => return vec![problem],
        };
        let view = table.table().view(None);
        let played_out = view.last_deal.map(|end| end.deal);
        if self.deals.is_empty() {
            problems.push("there is no deal in it".to_owned());
        }
        // Only the last can break off: after another no deal would have been due.
        if let Some((DealRecord { deal, .. }, _)) = self.entries().last()
            && played_out != Some(*deal)
        {
            problems.push(format!("deal {deal} was not played out"));
        }
        let open = self.deals.iter().filter(|deal| deal.seed.is_none());
        for (place, DealRecord { deal, attempts, .. }) in open.enumerate() {
            if !attempts.is_empty() {
                problems.push(format!("deal {deal}: there are steps, and the seed is missing"));
            }
            if place > 0 {
                problems.push(format!("deal {deal} follows one that was not played out"));
            }
        }
        if self.end.is_some() != self.hash.is_some() {
            problems.push("the end of the match and the state hash come together".to_owned());
        }
        if self.end != view.match_end {
            problems.push("the end of the match is not what its steps lead to".to_owned());
        }
        if self.hash.is_some_and(|hash| hash != table.table().hash()) {
            problems.push("the state hash is not what its steps lead to".to_owned());
        }
        problems
    }
}

/// Plays entries of a record, refusing in words what a log would never hold.
struct Player {
    table: LoggedTable,
    entries: Vec<Entry>,
    /// Steps that lead on, but are not written with the cards and the reading that count.
    misspelled: Vec<String>,
}

impl Player {
    fn commit_next<'a>(
        &mut self,
        deals: &mut impl Iterator<Item = &'a DealRecord>,
    ) -> Result<(), String> {
        if !self.table.table().needs_commit() {
            return Ok(());
        }
        let Some(deal) = deals.next() else { return Ok(()) };
        let expected = self.table.table().number().deal + 1;
        if deal.deal != expected {
            return Err(format!("deal {} stands where deal {expected} is due", deal.deal));
        }
        let Some(seed) = deal.seed else {
            return self.commit_unopened(deal);
        };
        if self.table.commitment(deal.deal, &seed) != deal.commitment {
            return Err(format!("deal {}: the seed does not fit the commitment", deal.deal));
        }
        self.put(Entry::Committed { deal: deal.deal, seed, commitment: deal.commitment }).map(drop)
    }

    /// A commitment whose seed is still secret moves the table, but is no entry to play again.
    fn commit_unopened(&mut self, deal: &DealRecord) -> Result<(), String> {
        let (deal, commitment) = (deal.deal, deal.commitment);
        self.table = self.table.with_commitment(deal, commitment).map_err(|e| e.to_string())?;
        Ok(())
    }

    fn start(&mut self, deal: u32, attempt: u32, entropy: &[Vec<u8>]) -> Result<(), String> {
        let (table, number) = (self.table.table(), self.table.table().number());
        let due = if number.deal == deal { number.attempt + 1 } else { 1 };
        if !table.needs_start() || attempt != due || deal != number.deal + u32::from(due == 1) {
            return Err(format!("deal {deal}, attempt {attempt}: not due here"));
        }
        if entropy.len() != usize::from(self.table.ruleset().seats()) {
            return Err(format!("deal {deal}, attempt {attempt}: not one entropy a seat"));
        }
        self.put(Entry::Started { deal, attempt, entropy: entropy.to_vec() }).map(drop)
    }

    fn act(&mut self, deal: u32, seat: Seat, action: &Action) -> Result<(), String> {
        if seat.0 >= self.table.ruleset().seats() {
            return Err(format!("deal {deal}: there is no seat {seat}"));
        }
        let entry = Entry::Acted { seat, decision_id: None, action: action.clone() };
        let facts = self.put(entry);
        let facts = facts.map_err(|problem| format!("deal {deal}, seat {seat}: {problem}"))?;
        if resolved(seat, &facts) != Some(action) {
            self.misspelled.push(format!("deal {deal}, seat {seat}: a step is not written out"));
        }
        Ok(())
    }

    fn draw(&mut self, deal: u32, count: u32) -> Result<(), String> {
        if count == 0 || count > self.table.table().to_draw() {
            return Err(format!("deal {deal}: {count} draws are not due here"));
        }
        self.put(Entry::Drawn { count }).map(drop)
    }

    fn put(&mut self, entry: Entry) -> Result<Vec<Arc<Fact>>, String> {
        let prepared = self.table.prepare(&entry).map_err(|error| error.to_string())?;
        self.table.commit(&prepared);
        self.entries.push(entry);
        Ok(prepared.facts)
    }
}

/// Writes a record down while a log is read.
#[derive(Default)]
struct Scribe {
    match_number: u32,
    /// Deals of the match that were dealt.
    deals: Vec<Reading>,
    /// The deal that is committed to and not dealt.
    next: Option<Reading>,
    end: Option<End>,
}

/// How a match ended, and what was committed to by then.
struct End {
    outcome: MatchEnd,
    hash: StateHash,
    next: Option<DealRecord>,
}

impl Scribe {
    fn write(&mut self, entry: &Entry, facts: &[Arc<Fact>], number: DealNumber, hash: StateHash) {
        match entry {
            Entry::Committed { deal, seed, commitment } => {
                self.next = Some(Reading::new(*deal, *commitment, *seed));
            }
            Entry::Started { entropy, .. } => {
                if number.match_number > self.match_number {
                    self.match_number = number.match_number;
                    self.deals.clear();
                    self.end = None;
                }
                self.deals.extend(self.next.take());
                let deal = self.deals.last_mut().expect("a deal follows its commitment");
                deal.attempts.push(Attempt { entropy: entropy.clone(), steps: Vec::new() });
                deal.facts.extend_from_slice(facts);
            }
            Entry::Drawn { count } => {
                let deal = self.deals.last_mut().expect("cards are drawn in a deal");
                deal.step(RecordStep::Drawn(*count), facts);
            }
            Entry::Acted { seat, action, .. } => {
                let deal = self.deals.last_mut().expect("seats act once there was a deal");
                let action = resolved(*seat, facts).unwrap_or(action).clone();
                deal.step(RecordStep::Acted(*seat, action), facts);
            }
        }
        for fact in facts {
            if let Fact::Public(Event::MatchEnded(outcome)) = &**fact {
                let next = self.next.as_ref().map(Reading::bare);
                self.end = Some(End { outcome: outcome.clone(), hash, next });
            }
        }
    }

    fn finish(self, ruleset: &Ruleset, table_id: &str, viewer: Viewer, forgets: bool) -> Record {
        let next = self.next.as_ref().map(Reading::bare);
        let (end, hash, next) = match self.end {
            Some(End { outcome, hash, next }) => (Some(outcome), Some(hash), next),
            None => (None, None, next),
        };
        let dealt = self.deals.into_iter().map(|deal| deal.into_record(viewer, forgets));
        Record {
            table_id: table_id.to_owned(),
            ruleset: ruleset.clone(),
            match_number: self.match_number,
            deals: dealt.chain(next).collect(),
            end,
            hash,
        }
    }
}

impl Reading {
    fn new(deal: u32, commitment: [u8; 32], seed: Seed) -> Self {
        let (attempts, facts) = (Vec::new(), Vec::new());
        Self { deal, commitment, seed, attempts, facts, played_out: false }
    }

    fn step(&mut self, step: RecordStep, facts: &[Arc<Fact>]) {
        let attempt = self.attempts.last_mut().expect("the deal has been dealt");
        attempt.steps.push(step);
        let ends = |fact: &Arc<Fact>| matches!(**fact, Fact::Public(Event::DealEnded(_)));
        self.played_out |= facts.iter().any(ends);
        self.facts.extend_from_slice(facts);
    }

    /// The commitment alone.
    fn bare(&self) -> DealRecord {
        let (deal, commitment) = (self.deal, self.commitment);
        DealRecord { deal, commitment, ..DealRecord::default() }
    }

    fn into_record(self, viewer: Viewer, forgets: bool) -> DealRecord {
        let mut record = self.bare();
        if self.played_out {
            record.seed = Some(self.seed);
            record.attempts = self.attempts;
            return record;
        }
        let tricks_end = self.facts.iter().rposition(|fact| fact.ends_trick()).unwrap_or(0);
        let observed = self.facts.iter().enumerate().filter_map(|(place, fact)| {
            if fact.is_consequence() {
                return None;
            }
            let forgotten = forgets && place < tricks_end && fact.is_play();
            if forgotten { fact.forgotten().seen_by(viewer) } else { fact.seen_by(viewer) }
        });
        record.observed = observed.collect();
        record
    }
}

/// The action of a seat with the cards and the reading that count, from what happened.
fn resolved(seat: Seat, facts: &[Arc<Fact>]) -> Option<&Action> {
    let mut acted = facts.iter().filter_map(|fact| fact.acted());
    acted.find(|acted| acted.seat == seat).map(|acted| &acted.action)
}
