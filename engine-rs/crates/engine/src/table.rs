//! The object-safe face of any game at a table: prepare, then swap.

use std::sync::Arc;

use crate::action::Action;
use crate::error::{Class, Reason, RuleError};
use crate::event::{Event, Fact};
use crate::game::{Ask, DealNumber, Game, Stage, check};
use crate::hash::{Canonical, StateHash};
use crate::legal::Legal;
use crate::rng::DealRng;
use crate::ruleset::Fixed;
use crate::seat::{Seat, Viewer};
use crate::view::{Decision, View};

/// Most events that a view shows as what happened last.
pub const LAST_EVENTS_MAX: usize = 16;

/// What can happen to a table.
#[derive(Clone, Copy, Debug)]
pub enum Command<'a> {
    /// A seed for the next deal was drawn and committed to.
    Commit {
        /// The deal.
        deal: u32,
        /// The commitment.
        commitment: [u8; 32],
    },
    /// The next deal, or the next attempt of the deal, is dealt.
    Start {
        /// The deal.
        deal: u32,
        /// The attempt.
        attempt: u32,
        /// The key of everything that is drawn.
        key: [u8; 32],
    },
    /// The server draws cards for the seats, one after another.
    Draw {
        /// How many.
        count: u32,
    },
    /// A seat acts.
    Act {
        /// The seat.
        seat: Seat,
        /// The decision that it answers; left out, the one that is open to it.
        decision_id: Option<&'a str>,
        /// What it does.
        action: &'a Action,
    },
}

/// A command, checked and computed beside the present state. Nothing has happened yet.
pub struct Prepared {
    /// The table after it.
    pub next: Arc<dyn Table>,
    /// What happened.
    pub facts: Vec<Arc<Fact>>,
    /// The hash of the state after it.
    pub hash: StateHash,
}

/// A game at a table. A table is a value: a command makes the next one beside it, and whoever
/// keeps the table swaps it in once the command is written.
pub trait Table: Send + Sync {
    /// Checks a command and computes the table after it.
    ///
    /// # Errors
    /// Why it is refused, with an alternative where the rules refuse an action.
    ///
    /// # Panics
    /// For a commitment, a deal or draws that the table does not wait for: only the server makes
    /// these.
    fn prepare(&self, command: Command<'_>) -> Result<Prepared, RuleError>;

    /// The numbers of the deal in play, or of the last one.
    fn number(&self) -> DealNumber;

    /// What the match is waiting for.
    fn stage(&self) -> Stage;

    /// The next deal has no commitment yet, and the deal before has ended.
    fn needs_commit(&self) -> bool;

    /// Dealing is the next thing that can happen, as far as the rules go.
    fn needs_start(&self) -> bool;

    /// How many cards can be drawn now; see [`Game::to_draw`].
    fn to_draw(&self) -> u32;

    /// The seats that could answer a voluntary question, in the order in which bots are asked; no
    /// person may learn of it.
    fn willing(&self) -> Vec<Seat>;

    /// How many cards can be drawn until one of the seats may be willing; as hidden as
    /// [`Table::willing`].
    fn draws_until_willing(&self, seats: &[Seat]) -> u32;

    /// The open decisions are answered under seal.
    fn is_sealed(&self) -> bool;

    /// The decisions that wait for an answer, in the order of seats. Of decisions under seal this
    /// tells who has answered, which no person may learn: what is shown stands in a view.
    fn decisions(&self) -> Vec<Decision>;

    /// What a viewer may know.
    fn view(&self, viewer: Viewer) -> View;

    /// What a seat may do; nothing where it is not asked.
    fn legal(&self, seat: Seat, limit: usize) -> Legal;

    /// What the rules prescribe for a seat that does not act in time; nothing where nobody waits
    /// for it.
    fn on_timeout(&self, seat: Seat) -> Option<Action>;

    /// The hash of the state.
    fn hash(&self) -> StateHash;

    /// Played cards stay visible during the deal.
    fn remembers_played(&self) -> bool;

    /// The same table with everything dealt again that the viewer cannot see.
    fn resample(&self, viewer: Viewer, rng: &mut DealRng) -> Arc<dyn Table>;
}

/// The table of one game.
pub(crate) struct Hosted<G: Game> {
    fixed: Arc<Fixed<G>>,
    state: G::State,
    number: DealNumber,
    /// A match has begun here.
    begun: bool,
    /// Commitment to the deal after the present one.
    pending: Option<[u8; 32]>,
    /// Commitment to the deal in play.
    playing: Option<[u8; 32]>,
    /// Commands since the deal was dealt; decisions are named by it.
    commands: u32,
    /// The command that dealt the present attempt; voluntary decisions are named by it.
    dealt: u32,
    open: Vec<Open>,
    last: Vec<Arc<Fact>>,
}

/// A table whose first deal stands at a state: for positions that are set up by hand.
pub fn table_at<G: Game>(rules: G::Rules, state: G::State) -> Arc<dyn Table> {
    let number = DealNumber { match_number: 1, deal: 1, attempt: 1 };
    let mut hosted = Hosted::<G>::new(Arc::new(Fixed(rules)), number);
    hosted.begun = true;
    hosted.state = state;
    hosted.reopen(None, true);
    Arc::new(hosted)
}

/// An open question and when it was opened.
#[derive(Clone, Copy, PartialEq)]
struct Open {
    ask: Ask,
    deal: u32,
    command: u32,
}

impl<G: Game> Clone for Hosted<G> {
    fn clone(&self) -> Self {
        Self {
            fixed: Arc::clone(&self.fixed),
            state: self.state.clone(),
            number: self.number,
            begun: self.begun,
            pending: self.pending,
            playing: self.playing,
            commands: self.commands,
            dealt: self.dealt,
            open: self.open.clone(),
            last: self.last.clone(),
        }
    }
}

impl<G: Game> Hosted<G> {
    pub(crate) fn new(fixed: Arc<Fixed<G>>, number: DealNumber) -> Self {
        Self {
            state: G::start(&fixed.0),
            fixed,
            number,
            begun: false,
            pending: None,
            playing: None,
            commands: 0,
            dealt: 0,
            open: Vec::new(),
            last: Vec::new(),
        }
    }

    fn commit(&mut self, deal: u32, commitment: [u8; 32], facts: &mut Vec<Fact>) {
        assert!(self.needs_commit(), "the next deal has its commitment already");
        assert_eq!(deal, self.number.deal + 1, "deals are numbered without gaps");
        self.pending = Some(commitment);
        facts.push(Fact::Public(Event::DealCommitted { deal, commitment }));
    }

    fn start(&mut self, deal: u32, attempt: u32, key: [u8; 32], facts: &mut Vec<Fact>) {
        assert!(self.needs_start(), "the table waits for something else than a deal");
        let stage = G::stage(&self.state);
        if stage == Stage::Redeal {
            self.number.attempt += 1;
        } else {
            self.playing = self.pending.take();
            self.number.deal += 1;
            self.number.attempt = 1;
            self.commands = 1;
            if stage == Stage::Over || !self.begun {
                self.begun = true;
                self.number.match_number += 1;
                self.state = G::start(&self.fixed.0);
            }
        }
        let expected = (self.number.deal, self.number.attempt);
        assert_eq!((deal, attempt), expected, "deals and attempts are numbered without gaps");
        self.dealt = self.commands;
        let mut rng = DealRng::from_key(key);
        G::deal(&self.fixed.0, &mut self.state, self.number, &mut rng, facts);
    }

    /// Finds the open question that an action answers.
    fn answered(&self, seat: Seat, decision_id: Option<&str>) -> Result<Ask, RuleError> {
        let sealed = G::sealed(&self.state).unwrap_or_default();
        let has_answered = |seat| sealed.contains(&seat);
        let own = self.open.iter().find(|open| open.ask.seat == seat && !has_answered(seat));
        let Some(id) = decision_id else {
            return own.map(|open| open.ask).ok_or_else(|| not_asked(seat));
        };
        let Some(named) = self.open.iter().find(|open| open.is_named(id)) else {
            return Err(RuleError::new(Reason::DecisionClosed, ""));
        };
        if named.ask.seat == seat {
            let closed = RuleError::new(Reason::DecisionClosed, "");
            return if has_answered(seat) { Err(closed) } else { Ok(named.ask) };
        }
        Err(RuleError::new(Reason::NotYourSeat, "").with("seat", named.ask.seat))
    }

    fn act(
        &mut self,
        seat: Seat,
        decision_id: Option<&str>,
        action: &Action,
        facts: &mut Vec<Fact>,
    ) -> Result<(), RuleError> {
        let ask = self.answered(seat, decision_id)?;
        let checked = check::<G>(&self.fixed.0, &self.state, seat, action)
            .map_err(|error| self.explained(error, ask))?;
        G::apply(&self.fixed.0, &mut self.state, self.number, &checked, facts);
        Ok(())
    }

    /// Adds something legal to a refusal, from what the seat can see.
    fn explained(&self, mut error: RuleError, ask: Ask) -> RuleError {
        if error.reason.class() == Class::Illegal {
            let legal = G::legal(&self.fixed.0, &self.view(Some(ask.seat)), 1);
            let mut forms = legal.verbs.iter().rev();
            let first = forms.find_map(|(verb, form)| form.first(*verb));
            error.alternative = first.map(Box::new);
        }
        error
    }

    /// Names the questions that are open now; one that stayed open keeps its name.
    fn reopen(&mut self, actor: Option<Seat>, dealt: bool) {
        let asks = G::asks(&self.fixed.0, &self.state);
        let opened = asks.into_iter().map(|ask| {
            if ask.voluntary {
                return Open { ask, deal: self.number.deal, command: self.dealt };
            }
            let is_sealed = G::sealed(&self.state).is_some();
            let kept = self.open.iter().find(|open| {
                let asked_anew = actor == Some(ask.seat) && !is_sealed;
                open.ask.seat == ask.seat && open.ask.kind == ask.kind && !asked_anew
            });
            match kept {
                Some(open) if !dealt => Open { ask, ..*open },
                _ => Open { ask, deal: self.number.deal, command: self.commands },
            }
        });
        self.open = opened.collect();
    }

    /// What is asked at the next table, if that is not what is asked here. That a seat has answered
    /// under seal is told to nobody else.
    fn asked_in(&self, next: &Self, actor: Option<Seat>) -> Option<Fact> {
        let phase = G::phase(&next.state);
        let same = phase == G::phase(&self.state) && self.open == next.open;
        let asked = |viewer| Event::Asked { phase, decisions: next.shown(viewer) };
        if !same {
            return Some(Fact::Public(asked(None)));
        }
        let seat = actor.filter(|_| G::sealed(&next.state).is_some())?;
        Some(Fact::private(seat, asked(Some(seat))))
    }

    /// The open decisions that a viewer is shown: under seal all of them but the own one once it
    /// is answered.
    fn shown(&self, viewer: Viewer) -> Vec<Decision> {
        let sealed = G::sealed(&self.state).unwrap_or_default();
        let answered = viewer.filter(|seat| sealed.contains(seat));
        let open = self.open.iter().filter(|open| Some(open.ask.seat) != answered);
        open.map(|open| self.named(open)).collect()
    }

    fn named(&self, open: &Open) -> Decision {
        Decision {
            id: open.id(),
            seat: open.ask.seat,
            kind: open.ask.kind,
            verbs: open.ask.verbs,
            voluntary: open.ask.voluntary,
            sealed: G::sealed(&self.state).is_some(),
        }
    }

    /// A decision of the seat waits for an answer.
    fn waits_for(&self, seat: Seat) -> bool {
        let answered = G::sealed(&self.state).is_some_and(|sealed| sealed.contains(&seat));
        !answered && self.open.iter().any(|open| open.ask.seat == seat)
    }

    fn remember(&mut self, facts: &[Arc<Fact>]) {
        let forgets = !G::remembers_played(&self.fixed.0);
        for fact in facts.iter().filter(|fact| !fact.is_consequence()) {
            if forgets && fact.ends_trick() {
                for earlier in self.last.iter_mut().filter(|earlier| earlier.is_play()) {
                    *earlier = Arc::new(earlier.forgotten());
                }
            }
            self.last.push(Arc::clone(fact));
        }
        // What one seat alone was told must not shorten what others are shown.
        let public = self.last.iter().filter(|fact| !fact.is_private()).count();
        let excess = public.saturating_sub(LAST_EVENTS_MAX);
        let places = (1..).zip(&self.last).filter(|(_, fact)| !fact.is_private());
        let drained = excess.checked_sub(1).and_then(|last| places.map(|(n, _)| n).nth(last));
        self.last.drain(..drained.unwrap_or(0));
    }
}

impl<G: Game> Table for Hosted<G> {
    fn prepare(&self, command: Command<'_>) -> Result<Prepared, RuleError> {
        let mut next = self.clone();
        let mut facts = Vec::new();
        next.commands += 1;
        match command {
            Command::Commit { deal, commitment } => {
                next.commit(deal, commitment, &mut facts);
            }
            Command::Start { deal, attempt, key } => {
                next.start(deal, attempt, key, &mut facts);
                next.reopen(None, true);
            }
            Command::Draw { count } => {
                assert!(count > 0 && count <= next.to_draw(), "so many cards are to be drawn");
                G::draw(&next.fixed.0, &mut next.state, next.number, count, &mut facts);
                next.reopen(None, false);
            }
            Command::Act { seat, decision_id, action } => {
                next.act(seat, decision_id, action, &mut facts)?;
                next.reopen(Some(seat), false);
            }
        }
        let actor = match command {
            Command::Act { seat, .. } => Some(seat),
            _ => None,
        };
        facts.extend(self.asked_in(&next, actor));
        let facts: Vec<_> = facts.into_iter().map(Arc::new).collect();
        next.remember(&facts);
        let hash = next.hash();
        Ok(Prepared { next: Arc::new(next), facts, hash })
    }

    fn number(&self) -> DealNumber {
        self.number
    }

    fn stage(&self) -> Stage {
        G::stage(&self.state)
    }

    fn needs_commit(&self) -> bool {
        let between = matches!(self.stage(), Stage::Deal | Stage::Between | Stage::Over);
        between && self.pending.is_none()
    }

    fn needs_start(&self) -> bool {
        match self.stage() {
            Stage::Deal | Stage::Over => self.pending.is_some(),
            Stage::Redeal => true,
            Stage::Decisions | Stage::Between => false,
        }
    }

    fn to_draw(&self) -> u32 {
        G::to_draw(&self.state)
    }

    fn willing(&self) -> Vec<Seat> {
        G::willing(&self.fixed.0, &self.state)
    }

    fn draws_until_willing(&self, seats: &[Seat]) -> u32 {
        G::draws_until_willing(&self.fixed.0, &self.state, seats)
    }

    fn is_sealed(&self) -> bool {
        G::sealed(&self.state).is_some()
    }

    fn decisions(&self) -> Vec<Decision> {
        let sealed = G::sealed(&self.state).unwrap_or_default();
        let waiting = self.open.iter().filter(|open| !sealed.contains(&open.ask.seat));
        waiting.map(|open| self.named(open)).collect()
    }

    fn view(&self, viewer: Viewer) -> View {
        let mut view = G::view(&self.fixed.0, &self.state, viewer);
        view.viewer = viewer;
        view.directions = G::directions(&self.fixed.0);
        view.match_number = self.number.match_number;
        view.deal = self.number.deal;
        view.attempt = self.number.attempt;
        view.decisions = self.shown(viewer);
        view.commitment = self.pending.or(self.playing);
        let told = self.last.iter().rev().filter_map(|fact| fact.seen_by(viewer));
        view.last_events = told.take(LAST_EVENTS_MAX).collect();
        view.last_events.reverse();
        view
    }

    fn legal(&self, seat: Seat, limit: usize) -> Legal {
        if self.waits_for(seat) {
            G::legal(&self.fixed.0, &self.view(Some(seat)), limit)
        } else {
            Legal::default()
        }
    }

    fn on_timeout(&self, seat: Seat) -> Option<Action> {
        let is_waited_for = self.waits_for(seat)
            && self.open.iter().any(|open| open.ask.seat == seat && !open.ask.voluntary);
        is_waited_for.then(|| G::on_timeout(&self.fixed.0, &self.view(Some(seat))))
    }

    fn hash(&self) -> StateHash {
        let mut canonical = Canonical::default();
        canonical.number(u64::from(self.number.match_number));
        canonical.number(u64::from(self.number.deal));
        canonical.number(u64::from(self.number.attempt));
        canonical.number(u64::from(self.commands));
        for commitment in [self.pending, self.playing] {
            canonical.bytes(commitment.as_ref().map_or(&[], |bytes| bytes.as_slice()));
        }
        for open in &self.open {
            canonical.byte(open.ask.seat.0);
            canonical.number(u64::from(open.command));
        }
        G::canonical(&self.state, &mut canonical);
        canonical.state_hash()
    }

    fn remembers_played(&self) -> bool {
        G::remembers_played(&self.fixed.0)
    }

    fn resample(&self, viewer: Viewer, rng: &mut DealRng) -> Arc<dyn Table> {
        let mut other = self.clone();
        other.state = G::resample(&self.fixed.0, &self.state, viewer, rng);
        // Others may have answered under seal; what is open is the same.
        other.reopen(None, false);
        // What others were dealt stands in earlier facts too; nobody may find it there.
        let known = self.last.iter().filter_map(|fact| fact.narrowed_to(viewer));
        other.last = known.map(Arc::new).collect();
        Arc::new(other)
    }
}

impl Open {
    fn id(&self) -> String {
        let numbers = [self.deal, self.command, u32::from(self.ask.seat.0)];
        numbers.map(|number| number.to_string()).join("-")
    }

    /// It has that name; of its parts only one spelling counts.
    fn is_named(&self, id: &str) -> bool {
        let mut parts = id.split('-');
        let numbers = [self.deal, self.command, u32::from(self.ask.seat.0)];
        numbers.iter().all(|&number| parts.next().is_some_and(|part| spells(part, number)))
            && parts.next().is_none()
    }
}

/// The text is that number in decimal digits, without zeros before it.
fn spells(text: &str, number: u32) -> bool {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    digits && (text == "0" || !text.starts_with('0')) && text.parse() == Ok(number)
}

fn not_asked(seat: Seat) -> RuleError {
    RuleError::new(Reason::NotYourTurn, "").with("seat", seat)
}
