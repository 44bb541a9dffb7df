//! A table whose commands are written down: seeds, deals and actions as entries of a log.

use std::sync::Arc;

use crate::action::Action;
use crate::deal_key::{DealName, Seed};
use crate::error::{Reason, RuleError};
use crate::event::Fact;
use crate::game::Stage;
use crate::hash::StateHash;
use crate::rng::DealRng;
use crate::ruleset::Ruleset;
use crate::seat::{Seat, Viewer};
use crate::table::{Command, Prepared, Table};

/// What stands in the log of a table, as far as the rules are concerned.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Entry {
    /// The seed of the next deal was drawn and committed to.
    Committed {
        /// Number of the deal.
        deal: u32,
        /// The seed.
        seed: Seed,
        /// The commitment to it.
        commitment: [u8; 32],
    },
    /// The deal, or its next attempt, was dealt.
    Started {
        /// Number of the deal.
        deal: u32,
        /// The attempt.
        attempt: u32,
        /// What each seat mixed in, by seat.
        entropy: Vec<Vec<u8>>,
    },
    /// The server drew cards for the seats.
    Drawn {
        /// How many.
        count: u32,
    },
    /// A seat acted.
    Acted {
        /// The seat.
        seat: Seat,
        /// The decision that it answered; left out, the one that was open to it.
        decision_id: Option<String>,
        /// What it did.
        action: Action,
    },
}

/// A table that is moved by entries alone. It keeps the seed of the present deal, since a redeal
/// needs it again; the game's state never holds one.
#[derive(Clone)]
pub struct LoggedTable {
    ruleset: Ruleset,
    table_id: Arc<str>,
    table: Arc<dyn Table>,
    seed: Option<Seed>,
}

/// An entry, checked and computed beside the present table.
pub struct PreparedEntry {
    /// The table after it.
    pub table: Arc<dyn Table>,
    seed: Option<Seed>,
    /// What happened.
    pub facts: Vec<Arc<Fact>>,
    /// The hash of the state after it.
    pub hash: StateHash,
}

impl PreparedEntry {
    /// What came to be at a table that stands there already.
    pub fn standing(table: Arc<dyn Table>, facts: Vec<Arc<Fact>>) -> Self {
        let hash = table.hash();
        Self { table, seed: None, facts, hash }
    }
}

impl LoggedTable {
    /// A table before its first entry.
    pub fn new(ruleset: Ruleset, table_id: &str) -> Self {
        let table = ruleset.table();
        Self::with_table(ruleset, table_id, table)
    }

    /// A table at whatever point `table` is.
    pub fn with_table(ruleset: Ruleset, table_id: &str, table: Arc<dyn Table>) -> Self {
        Self { ruleset, table_id: table_id.into(), table, seed: None }
    }

    /// What it is played by.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The name that its commitments contain.
    pub fn table_id(&self) -> &str {
        &self.table_id
    }

    /// The game.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// The game, to be kept: a table is a value.
    pub fn shared_table(&self) -> Arc<dyn Table> {
        Arc::clone(&self.table)
    }

    /// The commitment to a seed for a deal at this table.
    pub fn commitment(&self, deal: u32, seed: &Seed) -> [u8; 32] {
        self.name(deal).commitment(seed)
    }

    /// The seed of the next deal, or of the present one's next attempt, is not known here.
    pub fn lacks_seed(&self) -> bool {
        self.seed.is_none()
    }

    /// Puts a seed in the place of one that is not known here. It does not fit the commitment,
    /// so what is dealt from it is no part of the true match.
    pub fn replace_seed(&mut self, seed: Seed) {
        self.seed = Some(seed);
    }

    /// Checks an entry and computes the table after it.
    ///
    /// # Errors
    /// As [`Table::prepare`]; `MALFORMED_ACTION` for an entry that no server can have written here:
    /// a commitment that does not fit its seed, a deal that the table does not wait for, or draws.
    pub fn prepare(&self, entry: &Entry) -> Result<PreparedEntry, RuleError> {
        self.check_due(entry)?;
        let (command, seed) = match entry {
            Entry::Committed { deal, seed, commitment } => {
                if *commitment != self.commitment(*deal, seed) {
                    return Err(misplaced("commitment"));
                }
                (Command::Commit { deal: *deal, commitment: *commitment }, Some(*seed))
            }
            Entry::Started { deal, attempt, entropy } => {
                let seats = usize::from(self.ruleset.seats());
                if entropy.len() != seats {
                    let error = misplaced("entropy").with("given", entropy.len());
                    return Err(error.with("expected", seats));
                }
                let seed = self.seed.as_ref().ok_or_else(|| misplaced("seed"))?;
                let key = self.name(*deal).key(seed, *attempt, entropy);
                (Command::Start { deal: *deal, attempt: *attempt, key }, self.seed)
            }
            Entry::Drawn { count } => (Command::Draw { count: *count }, self.seed),
            Entry::Acted { seat, decision_id, action } => {
                return self.prepare_act(*seat, decision_id.as_deref(), action);
            }
        };
        self.prepare_command(command, seed)
    }

    /// Checks an action and computes the table after it, as [`LoggedTable::prepare`] does for its
    /// entry.
    ///
    /// # Errors
    /// As [`Table::prepare`].
    pub fn prepare_act(
        &self,
        seat: Seat,
        decision_id: Option<&str>,
        action: &Action,
    ) -> Result<PreparedEntry, RuleError> {
        self.prepare_command(Command::Act { seat, decision_id, action }, self.seed)
    }

    /// Refuses what the table does not wait for.
    fn check_due(&self, entry: &Entry) -> Result<(), RuleError> {
        let number = self.table.number();
        let redeal = self.table.stage() == Stage::Redeal;
        let next = if redeal { number.deal } else { number.deal + 1 };
        let numbered = |part, given: u32, expected: u32| {
            let error = || misplaced(part).with("given", given).with("expected", expected);
            if given == expected { Ok(()) } else { Err(error()) }
        };
        match entry {
            Entry::Committed { .. } if !self.table.needs_commit() => {
                Err(misplaced("deal_committed"))
            }
            Entry::Committed { deal, .. } => numbered("deal", *deal, next),
            Entry::Started { .. } if !self.table.needs_start() => Err(misplaced("deal_started")),
            Entry::Started { deal, attempt, .. } => {
                numbered("deal", *deal, next)?;
                numbered("attempt", *attempt, if redeal { number.attempt + 1 } else { 1 })
            }
            Entry::Drawn { count } => {
                let most = self.table.to_draw();
                let error = || misplaced("count").with("given", count).with("most", most);
                if (1..=most).contains(count) { Ok(()) } else { Err(error()) }
            }
            Entry::Acted { .. } => Ok(()),
        }
    }

    fn prepare_command(
        &self,
        command: Command<'_>,
        seed: Option<Seed>,
    ) -> Result<PreparedEntry, RuleError> {
        let Prepared { next, facts, hash } = self.table.prepare(command)?;
        Ok(PreparedEntry { table: next, seed, facts, hash })
    }

    /// Swaps a prepared table in. No rule runs and nothing can fail.
    pub fn commit(&mut self, prepared: &PreparedEntry) {
        self.table = Arc::clone(&prepared.table);
        self.seed = prepared.seed;
    }

    /// The table after a commitment whose seed is not known here.
    ///
    /// # Errors
    /// As [`Table::prepare`].
    pub fn with_commitment(&self, deal: u32, commitment: [u8; 32]) -> Result<Self, RuleError> {
        let prepared = self.table.prepare(Command::Commit { deal, commitment })?;
        Ok(Self { table: prepared.next, seed: None, ..self.clone() })
    }

    /// The same table with everything dealt again that a viewer cannot see. It does not know the
    /// seed of the present deal, which would tell the true cards.
    #[must_use]
    pub fn resample(&self, viewer: Viewer, rng: &mut DealRng) -> Self {
        Self { table: self.table.resample(viewer, rng), seed: None, ..self.clone() }
    }

    fn name(&self, deal: u32) -> DealName<'_> {
        DealName { table_id: &self.table_id, deal, rules_hash: self.ruleset.hash() }
    }
}

/// A part of an entry that cannot stand in a log here.
fn misplaced(part: &str) -> RuleError {
    RuleError::new(Reason::MalformedAction, "").with("part", part)
}
