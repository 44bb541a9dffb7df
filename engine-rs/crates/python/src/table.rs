//! Tables: those that look after themselves, and those that are moved by the entries of a log.

use std::sync::{Arc, Mutex, PoisonError};

use paizhuo_engine::action::Action;
use paizhuo_engine::bots::Bot;
use paizhuo_engine::cards::Pack;
use paizhuo_engine::event::Fact;
use paizhuo_engine::game::Stage;
use paizhuo_engine::hash::{StateHash, tagged};
use paizhuo_engine::legal::{LEGAL_MAX, Legal as Listed};
use paizhuo_engine::match_log::{Entry, LoggedTable, PreparedEntry};
use paizhuo_engine::notation::{parse_action, print_action};
use paizhuo_engine::play::Playing;
use paizhuo_engine::record::Record;
use paizhuo_engine::seat::{Seat, Viewer};
use paizhuo_engine::table::Table as Game;
use paizhuo_engine::view::{Decision as Open, View};
use paizhuo_engine::{Ruleset as Rules, deal_key::DealName};
use paizhuo_wire::act::{ActRequest as Request, EntryPlace};
use paizhuo_wire::{action, entry, event, legal, record as wire_record, view};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};

use crate::boundary::guard;
use crate::errors::raise;
use crate::ruleset::Ruleset;

/// An open question to one seat.
#[pyclass(frozen, module = "paizhuo._engine")]
pub(crate) struct Decision {
    /// Its name; the same as long as it is open.
    #[pyo3(get)]
    id: String,
    /// The seat that is asked.
    #[pyo3(get)]
    seat: u8,
    /// The phase that asks.
    #[pyo3(get)]
    kind: &'static str,
    verbs: Vec<&'static str>,
}

#[pymethods]
impl Decision {
    /// What the seat may do, independent of its cards.
    #[getter]
    fn verbs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.verbs)
    }

    fn __repr__(&self) -> String {
        let Self { id, seat, kind, verbs } = self;
        format!("Decision(id='{id}', seat={seat}, kind='{kind}', verbs={verbs:?})")
    }
}

/// What a seat may do.
#[pyclass(frozen, module = "paizhuo._engine")]
pub(crate) struct Legal {
    listed: Listed,
    pack: &'static Pack,
    decision_id: String,
}

#[pymethods]
impl Legal {
    /// Every listed action in notation, in a fixed order.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let actions = self.listed.actions().map(|action| print_action(self.pack, action));
        PyTuple::new(py, actions.collect::<Vec<_>>())
    }

    /// Some list is a sample: what is not on it may be legal too.
    #[getter]
    fn truncated(&self) -> bool {
        self.listed.truncated()
    }

    /// The encoded `LegalActions`.
    #[getter]
    fn message<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &legal::encode_bytes(self.pack, &self.decision_id, &self.listed))
    }
}

/// What happened, and, of an entry, the table after it, beside the present one.
#[pyclass(frozen, module = "paizhuo._engine")]
pub(crate) struct Prepared {
    facts: Vec<Arc<Fact>>,
    hash: StateHash,
    pack: &'static Pack,
    table: Arc<dyn Game>,
    uncommitted: Mutex<Option<PreparedEntry>>,
    entry: Vec<u8>,
}

impl Prepared {
    fn new(pack: &'static Pack, prepared: PreparedEntry, entry: Vec<u8>) -> Self {
        Self {
            facts: prepared.facts.clone(),
            hash: prepared.hash,
            pack,
            table: Arc::clone(&prepared.table),
            uncommitted: Mutex::new(Some(prepared)),
            entry,
        }
    }
}

#[pymethods]
impl Prepared {
    /// The encoded entry, whole but for `wake_at_ms`, where `prepare_act` wrote one.
    #[getter]
    fn entry<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.entry)
    }

    /// The hash of the state after it.
    #[getter]
    fn hash<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.hash.0)
    }

    /// The decisions that are open after it.
    #[getter]
    fn decisions(&self) -> Vec<Decision> {
        decisions(&*self.table)
    }

    /// Number of the match after it, from 1; 0 before the first.
    #[getter]
    fn r#match(&self) -> u32 {
        self.table.number().match_number
    }

    /// Number of the deal after it, from 1; 0 before the first.
    #[getter]
    fn deal(&self) -> u32 {
        self.table.number().deal
    }

    /// The attempt of that deal, from 1.
    #[getter]
    fn attempt(&self) -> u32 {
        self.table.number().attempt
    }

    /// The next deal has no commitment yet, and the deal before has ended.
    #[getter]
    fn needs_commit(&self) -> bool {
        self.table.needs_commit()
    }

    /// Dealing is the next thing that can happen, as far as the rules go.
    #[getter]
    fn needs_start(&self) -> bool {
        self.table.needs_start()
    }

    /// The match has ended, and another has not begun.
    #[getter]
    fn match_over(&self) -> bool {
        self.table.stage() == Stage::Over
    }

    /// It ended a trick whose cards are shown no more while the deal lasts.
    #[getter]
    fn hides_trick(&self) -> bool {
        !self.table.remembers_played() && self.facts.iter().any(|fact| fact.ends_trick())
    }

    /// What a viewer may know of what happened, as the encoded field `events` (4) of a response;
    /// `forgotten` leaves out the cards of plays, as where they are shown no more.
    #[pyo3(signature = (viewer, forgotten = false))]
    fn events<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<u8>,
        forgotten: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        guard(|| {
            let viewer = viewer.map(Seat);
            let bytes = if forgotten {
                let facts: Vec<_> = self.facts.iter().map(|fact| fact.forgotten()).collect();
                event::encode_field(self.pack, &facts, viewer)
            } else {
                event::encode_field(self.pack, self.facts.iter().map(|fact| &**fact), viewer)
            };
            Ok(PyBytes::new(py, &bytes))
        })
    }

    /// The encoded `View` after it, for a viewer.
    fn view<'py>(&self, py: Python<'py>, viewer: Option<u8>) -> PyResult<Bound<'py, PyBytes>> {
        guard(|| Ok(PyBytes::new(py, &encode_view(self.pack, &*self.table, viewer.map(Seat)))))
    }
}

/// An `ActRequest`, taken apart.
#[pyclass(frozen, module = "paizhuo._engine")]
pub(crate) struct ActRequest(Request);

#[pymethods]
impl ActRequest {
    /// Reads an encoded `ActRequest`; `NotationError` for bytes that are none.
    #[new]
    fn new(py: Python<'_>, message: &[u8]) -> PyResult<Self> {
        guard(|| Request::read(message).map(Self).map_err(|refused| raise(py, None, &refused)))
    }

    /// Name of the request; it is no part of what was asked.
    #[getter]
    fn request_id(&self) -> &str {
        &self.0.request_id
    }

    /// The table.
    #[getter]
    fn table_id(&self) -> &str {
        &self.0.asked.table_id
    }

    /// The decision that it answers.
    #[getter]
    fn decision_id(&self) -> &str {
        &self.0.asked.decision_id
    }

    /// It names an action.
    #[getter]
    fn has_action(&self) -> bool {
        self.0.has_action()
    }

    /// Its action is to go on with another deal.
    #[getter]
    fn goes_on(&self) -> bool {
        let verb = self.0.asked.action.as_ref().and_then(|action| action.verb.as_ref());
        matches!(verb, Some(paizhuo_wire::api::action::Verb::Continue(_)))
    }

    /// The revision that the table must be at, where one is given.
    #[getter]
    fn expected_revision(&self) -> Option<u32> {
        self.0.asked.expected_revision
    }

    /// It only asks whether the action would be accepted.
    #[getter]
    fn validate_only(&self) -> bool {
        self.0.asked.validate_only
    }

    /// SHA-256 of what was asked, without the name of the request.
    #[getter]
    fn digest<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.digest)
    }
}

/// What one seat may know: all that a bot gets.
#[pyclass(frozen, module = "paizhuo._engine")]
pub(crate) struct SeatView {
    rules: Rules,
    view: View,
}

#[pymethods]
impl SeatView {
    /// The decision that is open to the seat.
    #[getter]
    fn decision_id(&self) -> Option<String> {
        self.view.own_decision().map(|decision| decision.id.clone())
    }

    /// The encoded `Action` of a bot; the same seed gives the same. Other Python threads run
    /// meanwhile. `ValueError` where the seat is not asked.
    fn choose<'py>(&self, py: Python<'py>, bot: &str, seed: u64) -> PyResult<Bound<'py, PyBytes>> {
        guard(|| {
            let bot = Bot::named(bot).map_err(|refused| raise(py, None, &refused))?;
            let chosen = py.detach(|| guard(|| Ok(bot.choose(&self.rules, &self.view, seed))))?;
            let chosen = chosen.ok_or_else(|| PyValueError::new_err("the seat is not asked"))?;
            Ok(PyBytes::new(py, &encode_action(self.rules.info().pack, &chosen)))
        })
    }
}

/// A game at a table.
#[pyclass(module = "paizhuo._engine")]
pub(crate) struct Table {
    rules: Rules,
    kind: Kind,
}

// The default of `Table.legal` is written as a number, so that Python can show it.
const _: () = assert!(LEGAL_MAX == 512);

/// Who moves a table.
#[derive(Clone)]
enum Kind {
    /// Entries of a log.
    Logged(LoggedTable),
    /// Actions; deals and bots follow.
    Playing(Box<Playing>),
}

impl Table {
    fn game(&self) -> &dyn Game {
        match &self.kind {
            Kind::Logged(logged) => logged.table(),
            Kind::Playing(playing) => playing.table(),
        }
    }

    fn pack(&self) -> &'static Pack {
        self.rules.info().pack
    }

    fn logged_mut(&mut self) -> PyResult<&mut LoggedTable> {
        match &mut self.kind {
            Kind::Logged(logged) => Ok(logged),
            Kind::Playing(_) => Err(PyTypeError::new_err("this table takes actions: use act")),
        }
    }

    fn seat(&self, seat: u8) -> PyResult<Seat> {
        if seat < self.rules.seats() {
            return Ok(Seat(seat));
        }
        Err(PyValueError::new_err(format!("there is no seat {seat}")))
    }

    fn viewer(&self, viewer: Option<u8>) -> PyResult<Viewer> {
        viewer.map(|seat| self.seat(seat)).transpose()
    }

    fn action(&self, py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<Action> {
        let action = if let Ok(text) = given.cast::<PyString>() {
            parse_action(self.pack(), &text.to_cow()?)
        } else {
            action::decode_bytes(self.pack(), given.cast::<PyBytes>()?.as_bytes())
        };
        action.map_err(|refused| raise(py, Some(self.pack()), &refused))
    }
}

#[pymethods]
impl Table {
    /// A table that looks after itself: deals follow by themselves, and bots answer at once.
    #[new]
    #[pyo3(signature = (rules, seed = None, bots = None))]
    fn new(
        py: Python<'_>,
        rules: &Ruleset,
        seed: Option<&Bound<'_, PyAny>>,
        bots: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        guard(|| {
            let seed = match seed {
                Some(seed) => read_seed(seed)?,
                None => read_seed(&py.import("os")?.call_method1("urandom", (32,))?)?,
            };
            let mut seated = vec![None; usize::from(rules.0.seats())];
            for (seat, bot) in bots.into_iter().flatten() {
                let seat: usize = seat.extract()?;
                let bot: String = bot.extract()?;
                let bot = Bot::named(&bot).map_err(|refused| raise(py, None, &refused))?;
                let place = seated.get_mut(seat);
                let place = place.ok_or_else(|| PyValueError::new_err("no such seat"))?;
                *place = Some(bot);
            }
            let playing = py.detach(|| guard(|| Ok(Playing::new(&rules.0, seed, seated))))?;
            Ok(Self { rules: rules.0.clone(), kind: Kind::Playing(Box::new(playing)) })
        })
    }

    /// A table before its first entry, to be moved by `prepare` and `commit` alone.
    #[staticmethod]
    fn logged(rules: &Ruleset, table_id: &str) -> PyResult<Self> {
        guard(|| {
            let logged = LoggedTable::new(rules.0.clone(), table_id);
            Ok(Self { rules: rules.0.clone(), kind: Kind::Logged(logged) })
        })
    }

    /// The table after the last step of an encoded record. `ValueError` where it does not fit.
    #[staticmethod]
    fn replay(py: Python<'_>, record: &[u8]) -> PyResult<Self> {
        guard(|| {
            let read = wire_record::decode_bytes(record);
            let read = read.map_err(|refused| raise(py, None, &refused))?;
            let playing = Playing::replay(&read).map_err(PyValueError::new_err)?;
            Ok(Self { rules: read.ruleset, kind: Kind::Playing(Box::new(playing)) })
        })
    }

    /// The rules that it is played by.
    #[getter]
    fn rules(&self) -> Ruleset {
        Ruleset::new_shared(self.rules.clone())
    }

    /// The hash of the state.
    #[getter]
    fn hash<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        guard(|| Ok(PyBytes::new(py, &self.game().hash().0)))
    }

    /// The open decisions, in the order of seats.
    #[getter]
    fn decisions(&self) -> Vec<Decision> {
        decisions(self.game())
    }

    /// Number of the match, from 1; 0 before the first.
    #[getter]
    fn r#match(&self) -> u32 {
        self.game().number().match_number
    }

    /// Number of the deal, from 1; 0 before the first.
    #[getter]
    fn deal(&self) -> u32 {
        self.game().number().deal
    }

    /// The attempt of that deal, from 1.
    #[getter]
    fn attempt(&self) -> u32 {
        self.game().number().attempt
    }

    /// The next deal has no commitment yet, and the deal before has ended.
    #[getter]
    fn needs_commit(&self) -> bool {
        self.game().needs_commit()
    }

    /// Dealing is the next thing that can happen, as far as the rules go.
    #[getter]
    fn needs_start(&self) -> bool {
        self.game().needs_start()
    }

    /// The match has ended, and another has not begun.
    #[getter]
    fn match_over(&self) -> bool {
        self.game().stage() == Stage::Over
    }

    /// Checks an encoded entry of a log and computes the table after it.
    fn prepare(&mut self, py: Python<'_>, entry: &[u8]) -> PyResult<Prepared> {
        guard(|| {
            let pack = self.pack();
            let refuse = |refused| raise(py, Some(pack), &refused);
            let logged = self.logged_mut()?;
            let read = entry::decode_bytes(pack, entry).map_err(refuse)?;
            let Some(read) = read else {
                return Err(PyValueError::new_err("the entry means nothing to the rules"));
            };
            let prepared = logged.prepare(&read).map_err(refuse)?;
            Ok(Prepared::new(pack, prepared, Vec::new()))
        })
    }

    /// Checks a seat's request to act, computes the table after it, and writes the entry.
    #[expect(clippy::too_many_arguments, reason = "what an entry says beside the action")]
    fn prepare_act(
        &mut self,
        py: Python<'_>,
        request: &ActRequest,
        seat: u8,
        entry_id: &str,
        revision: u32,
        time_ms: i64,
        entry_format: u32,
    ) -> PyResult<Prepared> {
        guard(|| {
            let pack = self.pack();
            let refuse = |refused| raise(py, Some(pack), &refused);
            let rules_revision = self.rules.revision();
            let place =
                EntryPlace { revision, format: entry_format, entry_id, time_ms, rules_revision };
            let action = request.0.action(pack).map_err(refuse)?;
            let decision_id = Some(request.0.asked.decision_id.clone());
            let acted = Entry::Acted { seat: Seat(seat), decision_id, action };
            let prepared = self.logged_mut()?.prepare(&acted).map_err(refuse)?;
            let entry = request.0.entry(&place, u32::from(seat), prepared.hash);
            Ok(Prepared::new(pack, prepared, entry))
        })
    }

    /// Swaps a prepared table in, once. No rule runs.
    fn commit(&mut self, prepared: &Prepared) -> PyResult<()> {
        guard(|| {
            let mut entry = prepared.uncommitted.lock().unwrap_or_else(PoisonError::into_inner);
            let entry = entry.take();
            let entry = entry.ok_or_else(|| PyValueError::new_err("it was committed before"))?;
            self.logged_mut()?.commit(entry);
            Ok(())
        })
    }

    /// A seat acts, in notation or by an encoded `Action`; deals and bots follow until a person
    /// is asked or the match is over.
    fn act(&mut self, py: Python<'_>, seat: u8, action: &Bound<'_, PyAny>) -> PyResult<Prepared> {
        guard(|| {
            let (seat, action) = (self.seat(seat)?, self.action(py, action)?);
            let pack = self.pack();
            let Kind::Playing(playing) = &mut self.kind else {
                return Err(PyTypeError::new_err("this table takes entries: use prepare"));
            };
            // What panics half way must not be played on, so the table is swapped in at the end.
            let mut next = playing.clone();
            let facts = py.detach(|| guard(|| Ok(next.act(seat, &action))))?;
            let facts = facts.map_err(|refused| raise(py, Some(pack), &refused))?;
            *playing = next;
            Ok(Prepared {
                facts,
                hash: playing.table().hash(),
                pack,
                table: playing.shared_table(),
                uncommitted: Mutex::new(None),
                entry: Vec::new(),
            })
        })
    }

    /// Begins the next match of a table that looks after itself, once one is over.
    fn next_match(&mut self) -> PyResult<()> {
        guard(|| match &mut self.kind {
            Kind::Playing(playing) => {
                playing.next_match();
                Ok(())
            }
            Kind::Logged(_) => Err(PyTypeError::new_err("this table takes entries: use prepare")),
        })
    }

    /// What a seat may do, at most `limit` actions a verb; nothing where it is not asked.
    #[pyo3(signature = (seat, limit = 512))]
    fn legal(&self, seat: u8, limit: usize) -> PyResult<Legal> {
        guard(|| {
            let seat = self.seat(seat)?;
            let decisions = self.game().decisions();
            let own = decisions.into_iter().find(|decision| decision.seat == seat);
            Ok(Legal {
                listed: self.game().legal(seat, limit),
                pack: self.pack(),
                decision_id: own.map_or_else(String::new, |decision| decision.id),
            })
        })
    }

    /// The encoded `View` for a seat, or for the public.
    fn view<'py>(&self, py: Python<'py>, viewer: Option<u8>) -> PyResult<Bound<'py, PyBytes>> {
        guard(|| {
            let viewer = self.viewer(viewer)?;
            Ok(PyBytes::new(py, &encode_view(self.pack(), self.game(), viewer)))
        })
    }

    /// What a seat may know, for a bot.
    fn seat_view(&self, seat: u8) -> PyResult<SeatView> {
        guard(|| {
            let seat = self.seat(seat)?;
            Ok(SeatView { rules: self.rules.clone(), view: self.game().view(Some(seat)) })
        })
    }

    /// A copy that goes its own way.
    fn clone(&self) -> Self {
        Self { rules: self.rules.clone(), kind: self.kind.clone() }
    }

    /// The same table with everything dealt again that a viewer cannot see. It has no record.
    fn resample(&self, viewer: Option<u8>, seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        guard(|| {
            let (viewer, seed) = (self.viewer(viewer)?, read_seed(seed)?);
            let Kind::Playing(playing) = &self.kind else {
                return Err(PyTypeError::new_err("a table of a log has but one past"));
            };
            let other = Box::new(playing.resample(viewer, seed));
            Ok(Self { rules: self.rules.clone(), kind: Kind::Playing(other) })
        })
    }

    /// The encoded `Record` of a match, 0 for the last, as a viewer may know it.
    #[pyo3(signature = (viewer = None, r#match = 0))]
    fn record<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<u8>,
        r#match: u32,
    ) -> PyResult<Bound<'py, PyBytes>> {
        guard(|| {
            let viewer = self.viewer(viewer)?;
            let Kind::Playing(playing) = &self.kind else {
                return Err(PyTypeError::new_err("a table of a log has its record there"));
            };
            let record = playing.record(r#match, viewer);
            let record = record.ok_or_else(|| PyValueError::new_err("there is no such match"))?;
            Ok(PyBytes::new(py, &wire_record::encode_bytes(&record)))
        })
    }
}

/// The commitment to a seed for a deal at a table.
#[pyfunction]
pub(crate) fn commitment<'py>(
    py: Python<'py>,
    rules: &Ruleset,
    table_id: &str,
    deal: u32,
    seed: &[u8],
) -> PyResult<Bound<'py, PyBytes>> {
    guard(|| {
        let seed = seed.try_into().map_err(|_| PyValueError::new_err("a seed has 32 bytes"))?;
        let name = DealName { table_id, deal, rules_hash: rules.0.hash() };
        Ok(PyBytes::new(py, &name.commitment(&seed)))
    })
}

/// The encoded `Record` of a match, 0 for the last, from the encoded entries of its table's log,
/// as a viewer may know it. `ValueError` if there is no such match. Other Python threads run
/// meanwhile.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "Python hands its list over")]
pub(crate) fn record<'py>(
    py: Python<'py>,
    rules: &Ruleset,
    table_id: &str,
    entries: Vec<Vec<u8>>,
    r#match: u32,
    viewer: Option<u8>,
) -> PyResult<Bound<'py, PyBytes>> {
    guard(|| {
        let pack = rules.0.info().pack;
        let written = py.detach(|| {
            guard(|| {
                let read = entries.iter().map(|bytes| entry::decode_bytes(pack, bytes));
                let read = read.filter_map(Result::transpose).collect::<Result<Vec<_>, _>>();
                let viewer = viewer.map(Seat);
                Ok(read.and_then(|entries| {
                    Record::from_log(&rules.0, table_id, &entries, r#match, viewer)
                }))
            })
        })?;
        let written = written.map_err(|refused| raise(py, Some(pack), &refused))?;
        let written = written.ok_or_else(|| PyValueError::new_err("there is no such match"))?;
        Ok(PyBytes::new(py, &wire_record::encode_bytes(&written)))
    })
}

fn decisions(game: &dyn Game) -> Vec<Decision> {
    let decisions = game.decisions().into_iter().map(|Open { id, seat, kind, verbs }| Decision {
        id,
        seat: seat.0,
        kind,
        verbs: verbs.iter().map(|verb| verb.word()).collect(),
    });
    decisions.collect()
}

fn encode_view(pack: &Pack, game: &dyn Game, viewer: Viewer) -> Vec<u8> {
    view::encode_bytes(pack, &game.view(viewer))
}

fn encode_action(pack: &Pack, chosen: &Action) -> Vec<u8> {
    prost::Message::encode_to_vec(&action::encode(pack, chosen))
}

/// 32 bytes as they are; a whole number by its hash, so that neighbours have nothing in common.
fn read_seed(seed: &Bound<'_, PyAny>) -> PyResult<[u8; 32]> {
    if let Ok(bytes) = seed.cast::<PyBytes>() {
        let bytes = bytes.as_bytes().try_into();
        return bytes.map_err(|_| PyValueError::new_err("a seed has 32 bytes"));
    }
    let number: u64 = seed.extract()?;
    Ok(tagged("paizhuo/seed/1", &[&number.to_le_bytes()]))
}
